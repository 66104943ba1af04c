import snippet from '../../wasm/snippets/boxes.md';
import { ask } from '../engine.js';
import { format } from '../format.js';
import { toWorld } from '../bodies.js';

const kinds = {
    'box-box': ['Box, box', 'box', 'box', false],
    'circle-circle': ['Circle, circle', 'circle', 'circle', false],
    'box-circle': ['Box, circle', 'box', 'circle', false],
    'turned-circle': ['Turned box, circle', 'box', 'circle', true],
    'turned-turned': ['Turned boxes', 'box', 'box', true],
};

export default {
    id: 'boxes-and-circles',
    title: 'Boxes and circles',
    lead: 'The simplest shapes need no theory: two intervals, or one distance. Most of what a game tests is one of these.',
    keys: 'Drag the handles. <kbd>Tab</kbd> chooses one, arrow keys move it; <kbd>A</kbd> and <kbd>D</kbd> turn a turned box.',
    words: `
<h2>Two boxes along the axes</h2>
<p>A box whose sides follow the x and y axes is called AABB, for axis-aligned bounding box. It is one interval in x and one in y. Two
such boxes share a point if <b>both</b>
pairs of intervals overlap. One pair that does not is enough to know that they are apart.</p>
<h2>Two circles</h2>
<p>Compare the distance of the centres with the sum of the radii. Compare their squares, and no root is needed.</p>
<h2>Box and circle</h2>
<p>Clamp the circle's centre into the box: each coordinate is moved into the box's interval. The result is the box's
<mark>nearest point</mark>. They touch if it is no farther from the centre than the radius.</p>
<h2>Turned boxes</h2>
<p>Look at the circle from the box: turn the circle's centre back by the box's angle, about the box's centre. Seen like this the box
follows the axes, and the test before is all you need.</p>
<p>Two turned boxes have four directions between them: two sides each. Look along each direction at how far both boxes
reach. These are two intervals again, and one pair that is apart is enough. The next chapters show how to find the intervals, and
why these four directions are enough.</p>
<h2>More than yes or no</h2>
<p>If the shapes are apart, the demo shows the <b>distance</b>; if they overlap, the <b>depth</b>, as a negative distance. The
<b>direction</b> is an arrow of length one: B leaves A fastest along it. The red dots are <b>contact points</b>, where a physics engine
pushes. Chapters 6 and 9 find all of these.</p>`,
    pseudo: `
box_box(a, b):
    return a.min.x <= b.max.x and b.min.x <= a.max.x
       and a.min.y <= b.max.y and b.min.y <= a.max.y

circle_circle(a, b):
    d = b.center - a.center
    return dot(d, d) <= (a.radius + b.radius)^2

box_circle(box, circle):
    nearest = clamp(circle.center, box.min, box.max)
    d = circle.center - nearest
    return dot(d, d) <= circle.radius^2

turned_box_circle(box, circle):
    center = circle.center - box.center
    center = turn(center, by -box.angle)
    return box_circle(box around the origin, center)

turned_boxes(a, b):
    for n in both directions of a and of b:
        if they do not overlap along n:
            return false
    return true`,
    snippet,
    demo(page) {
        let kind = 'box-circle';
        const all = {
            a: { box: { at: [-1.6, -0.3], angle: 0.3, size: [4.2, 2.6] }, circle: { at: [-1.6, -0.3], radius: 1.8 } },
            b: { box: { at: [1.9, 1.2], angle: -0.5, size: [2.6, 2.2] }, circle: { at: [-0.5, 2.45], radius: 1.3 } },
        };
        let answer;
        const things = () => ({ a: all.a[kinds[kind][1]], b: all.b[kinds[kind][2]] });
        const change = () => {
            const { a, b } = things();
            answer = ask('pair', { a, b, turns: kinds[kind][3] });
            if (page.wrong(answer)) return;
            page.say(answer.overlaps ? `They share a point, says <code>${answer.test}</code>.` : `They are apart, says <code>${answer.test}</code>.`, answer.overlaps ? 'yes' : 'no');
            page.numbers([
                ['They touch', answer, 'overlaps'],
                [answer.distance < 0 ? 'Depth, as a negative distance' : 'Distance', answer, 'distance', 'm'],
                ['Direction from A to B', answer, 'normal', '', 2],
                ...(answer.clamped ? [['Nearest point of the box', answer, 'clamped', 'm', 2]] : []),
                ['Contact points', answer, 'manifold.count', '', 0],
            ]);
        };
        const stage = page.stage({
            view: [-6, -3.9, 6, 3.9],
            label: 'Two shapes: boxes or circles',
            redraw: () => {
                const c = stage.color, { a, b } = things();
                stage.grid();
                if (!answer || answer.error) return;
                for (const [name, thing] of [['a', a], ['b', b]]) {
                    const style = { fill: c[`${name}Fill`], stroke: c[name], width: 2.5 };
                    if (answer[name]) stage.polygon(answer[name], style);
                    else stage.circle(thing.at, thing.radius, style);
                }
                if (kind === 'box-box') {
                    const [y0, x0] = [stage.seen()[1] + 0.35, stage.seen()[0] + 0.35];
                    for (const [name, off] of [['a', 0], ['b', 0.2]]) {
                        const corners = answer[name];
                        stage.line([corners[0][0], y0 + off], [corners[2][0], y0 + off], c[name], 5);
                        stage.line([x0 + off, corners[0][1]], [x0 + off, corners[2][1]], c[name], 5);
                    }
                }
                if (answer.clamped && b.radius) {
                    stage.line(b.at, answer.clamped, c.ink, 2, [5, 4]);
                    stage.dot(answer.clamped, c.mark, 7, c.ink);
                } else if (answer.distance > 0) {
                    stage.line(answer.point_a, answer.point_b, c.ink, 2, [5, 4]);
                } else if (kind === 'circle-circle') stage.line(a.at, b.at, c.ink, 1.5, [5, 4]);
                for (const point of answer.manifold.points) stage.dot(point.at, c.hit, 6);
                stage.text('A', a.at, { color: c.a, dy: -20, weight: 700, size: 16 });
                stage.text('B', b.at, { color: c.b, dy: -20, weight: 700, size: 16 });
            },
        });
        const handles = () => {
            const list = [];
            for (const [name, thing] of Object.entries(things())) {
                list.push({ id: `${name}-move`, label: `Move ${name.toUpperCase()}`, shape: name, kind: 'body', get: () => thing.at, set: (x, y) => { thing.at = [x, y]; change(); } });
                if (thing.radius) {
                    list.push({ id: `${name}-size`, label: `Radius of ${name.toUpperCase()}`, shape: name, kind: 'corner', get: () => [thing.at[0] + thing.radius, thing.at[1]], set: (x, y) => { thing.radius = Math.hypot(x - thing.at[0], y - thing.at[1]); change(); } });
                } else {
                    const angle = kinds[kind][3] ? thing.angle : 0;
                    const frame = () => ({ at: thing.at, angle: kinds[kind][3] ? thing.angle : 0 });
                    list.push({
                        id: `${name}-size`, label: `Size of ${name.toUpperCase()}`, shape: name, kind: 'corner',
                        get: () => toWorld(frame(), [thing.size[0] / 2, thing.size[1] / 2]),
                        set: (x, y) => {
                            const back = { at: [0, 0], angle: -frame().angle };
                            const [w, h] = toWorld(back, [x - thing.at[0], y - thing.at[1]]);
                            thing.size = [Math.max(2 * w, 0), Math.max(2 * h, 0)];
                            change();
                        },
                    });
                    if (kinds[kind][3]) list.push({ id: `${name}-turn`, label: `Turn ${name.toUpperCase()}`, shape: name, kind: 'turn', get: () => toWorld(thing, [thing.size[0] / 2 + 0.55, 0]), set: (x, y) => { thing.angle = Math.atan2(y - thing.at[1], x - thing.at[0]); change(); } });
                }
            }
            stage.setHandles(list);
        };
        page.choice('Kind of pair', Object.entries(kinds).map(([key, [words]]) => [key, words]), kind, (next) => {
            kind = next;
            handles();
            change();
            stage.draw();
        });
        page.turnKeys((by, shape) => {
            if (!kinds[kind][3]) return;
            const { a, b } = things();
            const thing = shape === 'b' && b.size ? b : a;
            thing.angle += 0.06 * by;
            change();
            stage.draw();
        });
        handles();
        change();
    },
};
