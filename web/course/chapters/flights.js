import snippet from '../../wasm/snippets/flights.md';
import { ask } from '../engine.js';
import { box, handlesOf, regular, toWorld } from '../bodies.js';

export default {
    id: 'rays-and-throws',
    title: 'Rays, throws, tunnels',
    lead: 'Where does it hit, and when? These are questions about a path, not about a place.',
    words: `
<h2>A ray at a convex shape</h2>
<p>Cut the ray by the line of each edge in turn. Edges that face the ray let it <b>in</b>, the others let it <b>out</b>. It hits
if the last entry comes before the first exit, and the hit is that last entry. Of many shapes, the nearest hit counts.</p>
<p>Where is a cut? The dot product with the edge's normal says how far the ray's start is from the line of the edge (<i>height</i> in the
pseudo-code, negative outside), and how far the whole ray goes along the normal (<i>along</i>). Their quotient is the part of the ray at the cut.</p>
<h2>A throw</h2>
<p>A ball in free flight moves along a parabola. Where it meets a line is a quadratic equation in the time; where it meets a
corner, one of the fourth degree. So its hit is found exactly. No small steps are needed, and no wall is too thin.</p>
<p class="formula">p(t) = p₀ + v t + ½ g t²</p>
<p>Here p₀ is the start, v the velocity, and g the pull of gravity: a vector that points down.</p>
<h2>Tunnels</h2>
<p>A game moves things in steps, say 60 in a second. A bullet at 300 m/s moves five metres in one. If it is only tested where it
<b>stands</b>, it may stand before the wall in one step and behind it in the next: it <b class="hit">tunnels</b>.</p>
<p>A <b class="ok">swept test</b> looks at the whole way between two steps, and finds when the two first touch: the <mark>time of impact</mark>. One
way to find it: measure the distance, and divide by the most that the two can approach in a second. So long they
cannot touch, so go ahead by that time, and measure again. This is called conservative advancement.</p>
<p>carom makes a swept test for every pair that is fast enough to need it. The third view shows the same bullet in a world
without it, above, and in one with it, below. The small numbers count steps.</p>`,
    pseudo: `
ray(polygon, from, to):
    enter, leave = 0, 1
    for edge with normal n and corner v:
        height = dot(n, v - from)
        along  = dot(n, to - from)
        part   = height / along
        if along < 0: enter = max(enter, part)
        if along > 0: leave = min(leave, part)
        if along = 0 and height < 0:
            return none
    return enter if enter <= leave else none

time_of_impact(a, b, step):
    t = 0
    loop:
        d, n = distance and direction at time t
        if d < tolerance: return t
        t += d / (greatest approach along n)
        if t > step: return none`,
    snippet,
    demo(page) {
        let view = 'ray', answer;
        const ray = [[-5.2, 1.9], [4.8, -0.9]];
        const shapes = [
            { points: regular(5, 1.15, 0.3), at: [-0.7, 0.2], angle: 0 }, { points: box(1.2, 2.6), at: [3.2, -0.6], angle: 0.4 },
            { points: [[-1, -0.8], [1.1, -0.5], [0.1, 1]], at: [0.9, 2.3], angle: 0 },
        ];
        const circle = { at: [1.3, -2.2], radius: 0.9 };
        const thrown = { from: [-5, -1.6], to: [-4.0, 0.87], radius: 0.25, gravity: 9.81 };
        const bucket = { at: [3.2, -1.4], angle: 0 };
        const boxesOf = () => {
            const wall = (local, size, turn) => ({ at: toWorld(bucket, local), size, angle: bucket.angle + turn });
            return [
                { at: [0, -3.3], size: [13, 0.4], angle: 0 },
                wall([-0.9, 0], [0.18, 1.9], 0.14), wall([0.9, 0], [0.18, 1.9], -0.14), wall([0, -0.9], [1.7, 0.18], 0),
                { at: [-0.3, -1.9], size: [0.3, 2.6], angle: 0 },
            ];
        };
        const bullet = { from: [-5.2, 0], speed: 90, radius: 0.12, wall: 0.16 };
        const steps = 10;
        const change = () => {
            if (view === 'ray') {
                answer = ask('ray', { from: ray[0], to: ray[1], polygons: shapes, circles: [circle] });
                if (page.wrong(answer)) return;
                page.say(answer.hit ? `The ray hits ${answer.hit.shape.replace(/\d+/, (n) => String(Number(n) + 1))} after ${Math.round(answer.hit.fraction * 100)} % of its length.` : 'The ray hits nothing.', answer.hit ? 'yes' : 'no');
                page.numbers(answer.hit ? [['Part of the ray', answer, 'hit.fraction'], ['Point', answer, 'hit.point', 'm', 2], ['Normal of the surface', answer, 'hit.normal', '', 2]] : [['Hit', answer, 'hit']]);
            } else if (view === 'throw') {
                const velocity = [(thrown.to[0] - thrown.from[0]) * 4, (thrown.to[1] - thrown.from[1]) * 4];
                answer = ask('throw', { from: thrown.from, velocity, radius: thrown.radius, gravity: thrown.gravity, boxes: boxesOf() });
                if (page.wrong(answer)) return;
                const into = answer.hit?.box === 3;
                page.say(into ? 'Into the bucket: it meets the bottom first.' : answer.hit ? `It meets ${['the ground', 'the bucket\u2019s side', 'the bucket\u2019s side', 'the bottom', 'the post'][answer.hit.box]} first. Aim for the bottom of the bucket.` : 'It meets nothing.', into ? 'no' : 'yes');
                page.numbers(answer.hit ? [['Time of the hit', answer, 'hit.time', 's'], ['Centre then', answer, 'hit.center', 'm', 2], ['Normal', answer, 'hit.normal', '', 2], ['Speed then', answer, 'hit.speed', 'm/s', 2]] : [['Hit', answer, 'hit']]);
            } else {
                answer = ask('bullet', { from: bullet.from, velocity: [bullet.speed, 0], radius: bullet.radius, wall: { at: [1.2, 0], size: [bullet.wall, 3.4], angle: 0 }, dt: 1 / 60, steps });
                if (page.wrong(answer)) return;
                const tunnels = answer.world_without.passed;
                page.say(tunnels ? 'Without the swept test it goes through: in no step does it touch the wall. With it, it is stopped.' : 'At this speed it is caught either way: one of its steps touches the wall.', tunnels ? 'yes' : 'no');
                page.numbers([
                    ['Way in one step', answer, 'move_per_step', 'm'], ['Step in which it touches', answer, 'seen_at_step', '', 0],
                    ['Time of impact', answer, 'swept.time', 's', 5], ['Time of impact, in steps', answer, 'swept.step', '', 2],
                    ['Through, without the swept test', answer, 'world_without.passed'], ['Through, with it', answer, 'world_with.passed'],
                ]);
            }
        };
        const stage = page.stage({
            view: [-6, -3.7, 6, 3.7],
            label: 'A ray, a throw, or a fast bullet and a thin wall',
            redraw: () => {
                stage.grid();
                if (!answer.error) ({ ray: drawRay, throw: drawThrow, bullet: drawBullet })[view]();
            },
        });
        const drawRay = () => {
            const c = stage.color, { hit } = answer;
            answer.polygons.forEach((corners) => stage.polygon(corners, { fill: c.aFill, stroke: c.a, width: 2.5 }));
            stage.circle(circle.at, circle.radius, { fill: c.aFill, stroke: c.a, width: 2.5 });
            stage.line(ray[0], hit ? hit.point : ray[1], c.b, 3);
            if (!hit) return;
            stage.line(hit.point, ray[1], c.b, 1.5, [4, 5]);
            stage.arrow(hit.point, [hit.point[0] + hit.normal[0], hit.point[1] + hit.normal[1]], c.hit);
            stage.dot(hit.point, c.hit, 6);
        };
        const drawThrow = () => {
            const c = stage.color;
            boxesOf().forEach((one, i) => stage.polygon(box(...one.size).map((p) => toWorld(one, p)), i === answer.hit?.box ? { fill: c.hitFill, stroke: c.hit, width: 2.5 } : { fill: c.aFill, stroke: c.a, width: 2 }));
            stage.path(answer.path, false);
            stage.paint({ stroke: c.b, width: 2.5, dash: [2, 6] });
            stage.circle(thrown.from, thrown.radius, { fill: c.b });
            stage.arrow(thrown.from, thrown.to, c.b, 3);
            const { hit } = answer;
            if (!hit) return;
            stage.circle(hit.center, thrown.radius, { fill: c.bFill, stroke: c.b, width: 2.5 });
            stage.arrow(hit.point, [hit.point[0] + hit.normal[0], hit.point[1] + hit.normal[1]], c.hit);
        };
        const drawBullet = () => {
            const c = stage.color;
            for (const [y, words, list, color] of [[1.9, 'tested where it stands', answer.world_without.places, c.hit], [-1.9, 'swept test', answer.world_with.places, c.ok]]) {
                stage.polygon(box(bullet.wall, 2.6).map(([x, dy]) => [1.2 + x, y + dy]), { fill: c.a });
                list.forEach((place, i) => {
                    const at = [place[0], y];
                    if (i > 0) stage.line([list[i - 1][0], y], at, color, 1.5, [3, 5], 0.7);
                    stage.circle(at, bullet.radius, { fill: color, stroke: c.card, width: 1 });
                    // A bullet that stands still has one number.
                    if (place[0] < 6 && (i === 0 || (place[0] - list[i - 1][0]) * stage.scale > 14)) stage.text(String(i), at, { size: 11, dy: -16, color: c.soft, weight: 450 });
                });
                stage.text(words, [-5.7, y + 1.15], { align: 'left', size: 14, color });
            }
            stage.line([-6, 0], [6, 0], c.line, 1);
            if (answer.swept) {
                stage.circle([answer.swept.center[0], -1.9], bullet.radius * 1.6, { stroke: c.ink, width: 2 });
                stage.text('time of impact', [answer.swept.center[0], -1.9], { size: 12, dy: 22 });
            }
        };
        const point = (id, label, shape, kind, get, set) => ({ id, label, shape, kind, get, set: (x, y) => { set(x, y); change(); } });
        const again = (focus) => {
            page.clearControls();
            page.choice('View', [['ray', 'A ray'], ['throw', 'A ball and a bucket'], ['bullet', 'A bullet and a thin wall']], view, (next) => { view = next; again(true); });
            if (focus) page.controlRoot.querySelector('input:checked').focus({ preventScroll: true });
            const lists = {
                ray: () => [
                    point('ray-start', 'Start of the ray', 'b', 'point', () => ray[0], (x, y) => { ray[0] = [x, y]; }),
                    point('ray-end', 'End of the ray', 'b', 'turn', () => ray[1], (x, y) => { ray[1] = [x, y]; }),
                    ...shapes.flatMap((shape, i) => handlesOf('a', shape, change, { corners: false, turn: i === 1 ? 0.9 : false }).map((handle) => ({ ...handle, id: `shape-${i + 1}-${handle.kind}`, label: `${handle.kind === 'turn' ? 'Turn' : 'Move'} shape ${i + 1}` }))),
                    point('circle-move', 'Move the circle', 'a', 'body', () => circle.at, (x, y) => { circle.at = [x, y]; }),
                ],
                throw: () => [
                    point('throw-from', 'Start of the throw', 'b', 'body', () => thrown.from, (x, y) => { thrown.to = [thrown.to[0] + x - thrown.from[0], thrown.to[1] + y - thrown.from[1]]; thrown.from = [x, y]; }),
                    point('throw-to', 'Velocity of the throw', 'b', 'turn', () => thrown.to, (x, y) => { thrown.to = [x, y]; }),
                    point('bucket-move', 'Move the bucket', 'a', 'body', () => bucket.at, (x, y) => { bucket.at = [x, y]; }),
                    point('bucket-turn', 'Turn the bucket', 'a', 'turn', () => toWorld(bucket, [0, 1.5]), (x, y) => { bucket.angle = Math.atan2(y - bucket.at[1], x - bucket.at[0]) - Math.PI / 2; }),
                ],
                bullet: () => [point('bullet-from', 'Start of the bullet', 'b', 'body', () => [bullet.from[0], 1.9], (x) => { bullet.from = [Math.min(x, 0.4), 0]; })],
            };
            if (view === 'throw') {
                page.slider('Radius of the ball', { min: 0.05, max: 0.6, step: 0.01, value: thrown.radius, unit: 'm' }, (v) => { thrown.radius = v; change(); stage.draw(); });
                page.slider('Gravity', { min: 0, max: 20, step: 0.1, value: thrown.gravity, unit: 'm/s²', digits: 1 }, (v) => { thrown.gravity = v; change(); stage.draw(); });
            }
            if (view === 'bullet') {
                page.slider('Speed', { min: 5, max: 400, step: 1, value: bullet.speed, unit: 'm/s', digits: 0 }, (v) => { bullet.speed = v; change(); stage.draw(); });
                page.slider('Thickness of the wall', { min: 0.02, max: 1, step: 0.01, value: bullet.wall, unit: 'm' }, (v) => { bullet.wall = v; change(); stage.draw(); });
            }
            stage.setHandles(lists[view]());
            change();
            stage.draw();
        };
        again();
    },
};
