import snippet from '../../wasm/snippets/concave.md';
import { ask } from '../engine.js';
import { handlesOf, outlineOf } from '../bodies.js';

const outlines = {
    arrow: ['Arrow', { outer: [[-3.6, -2.2], [0.2, -1.2], [3.8, -2.4], [2.4, 0.4], [3.4, 2.6], [-0.2, 1.1], [-3.4, 2.6], [-1.8, 0.2]], holes: [] }],
    star: ['Star', { outer: Array.from({ length: 10 }, (_, i) => { const r = i % 2 ? 1.25 : 3.1, t = Math.PI * (0.5 + i / 5); return [r * Math.cos(t), r * Math.sin(t)]; }), holes: [] }],
    straight: ['180\u00b0 corners', { outer: [[-3.2, -2], [-1, -2], [1.2, -2], [3.2, -2], [3.2, 0.2], [3.2, 2.4], [0, 0.2], [-3.2, 2.4], [-3.2, 0.2]], holes: [] }],
    hole: ['With a hole', { outer: [[-4, -2.6], [4, -2.6], [4.2, 2.4], [0.2, 1.8], [-4, 2.7]], holes: [[[-1.6, -1.2], [1.5, -1.3], [1.3, 0.6], [-1.2, 0.9]]] }],
    crossing: ['Self-crossing', { outer: [[-3.2, -2], [2.6, 1.8], [3.4, -1.8], [-2.4, 2.2]], holes: [] }],
};

export default {
    id: 'concave-shapes',
    title: 'Concave shapes',
    lead: 'A dent breaks the theorem. So cut the shape into pieces without dents, and collide the pieces.',
    keys: 'Drag the corners. <kbd>Tab</kbd> chooses one, arrow keys move it; <kbd>A</kbd> and <kbd>D</kbd> turn B in the last view.',
    words: `
<h2>Why the test fails</h2>
<p>A shadow does not see a dent. A ball that lies in the mouth of a C touches nothing, yet on every axis its shadow lies inside
the shadow of the C. Separating axes only separate <b>convex</b> shapes.</p>
<h2>The rule of an ear</h2>
<p>Go round the outline counter-clockwise. A corner is an <mark>ear</mark> if</p>
<ol>
<li>the outline turns <b>left</b> at it (a right turn is a dent: its triangle lies outside), and</li>
<li><b>no other corner</b> lies in the triangle that it forms with its two neighbours.</li>
</ol>
<p>Both are questions of sides. With the corners a, b, c in their order, the turn at b is left if the cross product of b − a and c − b
is positive: for two vectors u and v it is u.x v.y − u.y v.x. A point lies in the triangle if it is on the left of all three of its edges.</p>
<p>Then the line between the neighbours lies inside, and the triangle can be cut off. What is left is an outline with one corner
fewer. Every outline of more than three corners has at least two ears (G. Meisters, 1975), so this never gets stuck. After
n − 3 cuts one triangle is left, so n corners give n − 2 triangles. For outlines of many corners carom has a faster
method; the numbers show that it makes as many.</p>
<h2>Corners of 180 degrees, holes, crossings</h2>
<p>A corner on a straight line adds nothing and is dropped. A <b>hole</b> is tied to the outer ring by a cut, there and back, so that one
ring goes round everything. An outline that <b>crosses itself</b> has no inside; it is refused, with the place.</p>
<h2>Fewer pieces</h2>
<p>Triangles are many. Two that share an edge may be merged if the result is still convex. The
<b class="ok">convex pieces</b> that remain are what carom collides. Move B in the last view: the contact of two concave shapes is that of their
pieces, and the push that parts them goes from pair to pair.</p>`,
    pseudo: `
clip_ears(ring):        # counter-clockwise
    triangles = []
    while ring has more than 3 corners:
        for corner b with neighbours a and c:
            if not left_turn(a, b, c): continue
            if another corner is in abc: continue
            triangles.add(a, b, c)   # an ear
            ring.remove(b)
            break
    triangles.add(ring)
    return triangles

collide(shape_a, shape_b):
    for every piece of a and piece of b:
        collide the two convex pieces`,
    snippet,
    demo(page) {
        let view = 'ears', kind = 'arrow', step = 0, answer;
        const rings = Object.fromEntries(Object.entries(outlines).map(([key, [, ring]]) => [key, structuredClone(ring)]));
        const pair = {
            a: { points: [[-2.4, -2], [2.4, -2], [2.4, -1], [-1.2, -1], [-1.2, 1], [2.4, 1], [2.4, 2], [-2.4, 2]], at: [-1.4, 0], angle: 0.1 },
            b: { points: [[-0.6, -1.6], [0.5, -1.6], [0.5, 0.4], [1.9, 0.4], [1.9, 1.5], [-0.6, 1.5]], at: [2.6, 0.3], angle: 0.5 },
        };
        const steps = () => answer?.steps ?? [];
        const reason = (one) => (one.why === 'reflex' ? `corner ${one.corner + 1} is a dent` : `corner ${one.other + 1} lies in the triangle of corner ${one.corner + 1}`);
        const change = () => {
            page.table();
            if (view === 'meet') {
                answer = ask('concave', { ...pair, share: [1, 1] });
                if (page.wrong(answer, 'Drag the corner back.')) return;
                page.say(answer.touching ? `They touch: ${answer.pairs} ${answer.pairs === 1 ? 'pair of pieces has' : 'pairs of pieces have'} contacts. The dashed outlines show them pushed apart.` : 'They are apart, though each lies in the other\u2019s box.', answer.touching ? 'yes' : 'no');
                page.numbers([['They touch', answer, 'touching'], ['Distance (negative: depth)', answer, 'distance', 'm'], ['Pairs of pieces in contact', answer, 'pairs', '', 0], ['Move of A', answer, 'move_a', 'm', 2], ['Move of B', answer, 'move_b', 'm', 2]]);
                return;
            }
            answer = ask('ears', rings[kind]);
            if (page.wrong(answer, 'Drag a corner until the outline is simple.')) return;
            step = Math.min(step, steps().length);
            const now = steps()[step];
            if (view === 'pieces') page.say(`${answer.triangles} triangles, merged into ${answer.piece_count} convex ${answer.piece_count === 1 ? 'piece' : 'pieces'}. These collide.`);
            else if (!now) page.say(`Done: ${answer.triangles} triangles from ${answer.points.length} corners.`, 'no');
            else {
                const skipped = now.refused.length ? `No ears: ${now.refused.slice(0, 3).map(reason).join('; ')}${now.refused.length > 3 ? `; and ${now.refused.length - 3} more` : ''}. ` : '';
                page.say(`${skipped}<mark>Corner ${now.corner + 1} is an ear</mark>${now.ear ? ': it turns left, and its triangle is empty.' : ' of no area: it is dropped.'}`);
            }
            page.numbers([
                ['Corners', answer.points.length, undefined, '', 0],
                ['Step', Math.min(step + 1, steps().length), undefined, `of ${steps().length}`, 0],
                ['Triangles by ears', answer, 'triangles', '', 0],
                ['Triangles, faster method', answer, 'quick_triangles', '', 0],
                ['Convex pieces', answer, 'piece_count', '', 0],
                ['Area', answer, 'area', 'm²'],
            ]);
        };
        const stage = page.stage({
            view: [-5.4, -3.6, 5.4, 3.6],
            label: 'A concave outline that is cut into triangles and convex pieces',
            redraw: () => {
                stage.grid();
                if (view === 'meet') drawMeeting();
                else drawRing();
            },
        });
        const drawRing = () => {
            const c = stage.color, ring = rings[kind], all = [ring.outer, ...ring.holes];
            if (answer.error) {
                for (const points of all) stage.polygon(points, { stroke: c.hit, width: 2.5, dash: [6, 5] });
                if (answer.at) {
                    stage.circle(answer.at, 0.28, { stroke: c.hit, width: 4 });
                    stage.dot(answer.at, c.hit, 5);
                }
                return;
            }
            const p = (i) => answer.points[i];
            if (view === 'pieces') {
                answer.pieces.forEach((piece) => stage.polygon(piece, { fill: c.okFill, stroke: c.ok, width: 2 }));
                for (const points of all) stage.polygon(points, { stroke: c.a, width: 3 });
                return;
            }
            const now = steps()[step];
            for (const done of steps().slice(0, step)) {
                if (done.ear) stage.polygon(done.ear.map(p), { fill: c.okFill, stroke: c.ok, width: 1.2 });
            }
            for (const points of all) stage.polygon(points, { stroke: c.a, width: 1.2, alpha: 0.5 });
            if (!now) return;
            stage.polygon(now.ring.map(p), { fill: c.aFill, stroke: c.a, width: 3 });
            for (const [from, to] of answer.bridges) stage.line(p(from), p(to), c.soft, 1.5, [5, 4]);
            const last = now.refused.at(-1);
            if (last?.why === 'holds') stage.dot(p(last.other), c.hit, 9);
            for (const one of now.refused) stage.text(one.why === 'reflex' ? 'dent' : 'full', p(one.corner), { color: c.hit, size: 12, dy: -18 });
            if (now.ear) {
                stage.polygon(now.ear.map(p), { fill: c.mark, alpha: 0.4 });
                stage.polygon(now.ear.map(p), { stroke: c.ink, width: 1.5 });
                stage.line(p(now.ear[0]), p(now.ear[2]), c.ink, 2.5, [7, 5]);
            }
            stage.text('ear', p(now.corner), { size: 14, dy: -20, weight: 700 });
        };
        const drawMeeting = () => {
            const c = stage.color;
            if (answer.error) {
                for (const [name, body] of Object.entries(pair)) stage.polygon(outlineOf(body), { stroke: c[name], width: 2, dash: [5, 4] });
                return;
            }
            for (const [name, body] of Object.entries(pair)) {
                answer[`pieces_${name}`].forEach((piece, i) => {
                    const hit = answer.contacts.some((one) => one[`piece_${name}`] === i);
                    stage.polygon(piece, { fill: hit ? c.hitFill : c[`${name}Fill`], stroke: c[name], width: 1 });
                });
                const outline = outlineOf(body);
                stage.polygon(outline, { stroke: c[name], width: 2.5 });
                const by = answer[`move_${name}`];
                if (answer.touching) stage.polygon(outline.map(([x, y]) => [x + by[0], y + by[1]]), { stroke: c[name], width: 1.5, dash: [5, 5] });
            }
            for (const contact of answer.contacts) {
                for (const at of contact.points) {
                    stage.arrow(at, [at[0] + 0.6 * contact.normal[0], at[1] + 0.6 * contact.normal[1]], c.hit, 2.5);
                    stage.dot(at, c.hit, 5);
                }
            }
        };
        const handles = () => {
            if (view === 'meet') {
                stage.setHandles([...handlesOf('a', pair.a, change, { turn: false }), ...handlesOf('b', pair.b, change, { turn: 1.2 })]);
                return;
            }
            const ring = rings[kind];
            const of = (points, name) => points.map((_, i) => ({
                id: `${name}-${i + 1}`, label: `Corner ${i + 1} of the ${name}`, shape: 'a', kind: 'corner',
                get: () => points[i], set: (x, y) => { points[i] = [x, y]; change(); },
            }));
            stage.setHandles([...of(ring.outer, 'outline'), ...ring.holes.flatMap((hole) => of(hole, 'hole'))]);
        };
        const again = () => { handles(); change(); stage.draw(); };
        page.choice('View', [['ears', 'Ear by ear'], ['pieces', 'Convex pieces'], ['meet', 'Collide']], view, (next) => { view = next; again(); });
        page.select('Outline', Object.entries(outlines).map(([key, [words]]) => [key, words]), kind, (next) => { kind = next; step = 0; again(); });
        page.button('Step back', () => { step = Math.max(0, step - 1); change(); stage.draw(); });
        page.button('Next ear', () => { step = Math.min(steps().length, step + 1); change(); stage.draw(); }, 'main');
        page.button('All', () => { step = steps().length; change(); stage.draw(); });
        page.turnKeys((by) => { if (view !== 'meet') return; pair.b.angle += 0.05 * by; change(); stage.draw(); });
        again();
    },
};
