import snippet from '../../wasm/snippets/two_shadows.md';
import { ask } from '../engine.js';
import { handlesOf, outlineOf, regular } from '../bodies.js';

export default {
    id: 'two-shadows',
    title: 'Two shadows on one line',
    lead: 'If two shapes share a point, so do their shadows, on every line. So one line on which the shadows are apart is a proof.',
    keys: 'Drag the handles. <kbd>A</kbd> and <kbd>D</kbd> turn the line; <kbd>Tab</kbd> chooses a handle, arrow keys move it.',
    words: `
<h2>Shadows never lie about a gap</h2>
<p>Suppose <b class="a">A</b> and <b class="b">B</b> share a point. Its projection lies in both shadows, so the shadows overlap.
Turn that round: if on <b>some</b> line the <b class="ok">shadows are apart</b>, A and B cannot share a point.</p>
<h2>They do lie about an overlap</h2>
<p>The shadows may <b class="hit">overlap</b> on one line while the shapes are apart. Look along a different direction, and the gap may
open. Turn the line and find a direction with a gap. The line drawn across the gap then separates the two: all of A is on
one side and all of B on the other.</p>
<p>For convex shapes there is always such a direction if they are apart. The question is only which of the infinitely many to
try. That is the next chapter.</p>`,
    pseudo: `
is_separating(a, b, n):
    return overlap(project(a, n),
                   project(b, n)) < 0

# One gap proves that they are apart.
# One overlap proves nothing.`,
    snippet,
    demo(page) {
        const a = { points: regular(5, 1.5, 0.4), at: [-1.5, 1.3], angle: 0 };
        const b = { points: [[-1.2, -0.9], [1.4, -0.7], [0.3, 1.4]], at: [1.3, 0.9], angle: 0.35 };
        let angle = 1.1, answer;
        const n = () => [Math.cos(angle), Math.sin(angle)];
        // The line goes below the shapes.
        const base = () => { const d = n(); return [-d[1] * -2.6 * Math.sign(d[0] || 1), -Math.abs(d[0]) * 2.6]; };
        const onLine = (along) => {
            const d = n(), [x, y] = base(), shift = along - (x * d[0] + y * d[1]);
            return [x + d[0] * shift, y + d[1] * shift];
        };
        const change = () => {
            answer = ask('shadows', { a, b, direction: n() });
            if (page.wrong(answer, 'Drag the corner back.')) return;
            page.say(answer.separating ? 'The shadows are apart: this proves that the shapes are.' : 'The shadows overlap. On this line nothing is proved: turn it.', answer.separating ? 'no' : 'yes');
            page.numbers([
                ['Shadow of A', answer, 'shadow_a', 'm', 2],
                ['Shadow of B', answer, 'shadow_b', 'm', 2],
                [answer.overlap < 0 ? 'Overlap (minus the gap)' : 'Overlap', answer, 'overlap', 'm'],
                ['This line separates them', answer, 'separating'],
            ]);
        };
        const stage = page.stage({
            view: [-6, -4.4, 6, 4.4],
            label: 'Two polygons and their shadows on a line',
            redraw: () => {
                const c = stage.color, d = n();
                stage.grid();
                stage.endless(base(), d, c.soft, 2);
                if (answer.error) {
                    for (const body of [a, b]) stage.polygon(outlineOf(body), { stroke: c.hit, width: 2, dash: [5, 4] });
                    return;
                }
                for (const name of ['a', 'b']) {
                    stage.polygon(answer[name], { fill: c[`${name}Fill`], stroke: c[name], width: 2.5 });
                    const along = (p) => p[0] * d[0] + p[1] * d[1];
                    const ends = [...answer[name]].sort((p, q) => along(p) - along(q));
                    for (const p of [ends[0], ends.at(-1)]) stage.line(p, onLine(along(p)), c[name], 1.5, [5, 5]);
                    stage.line(...answer[`shadow_${name}`].map(onLine), c[name], 8);
                }
                if (answer.shared) stage.line(...answer.shared.map(onLine), c.hit, 9);
                if (answer.separating) {
                    const [sa, sb] = [answer.shadow_a, answer.shadow_b];
                    const middle = sa[1] < sb[0] ? (sa[1] + sb[0]) / 2 : (sb[1] + sa[0]) / 2;
                    stage.endless(onLine(middle), [-d[1], d[0]], c.ok, 3, [10, 6]);
                }
                stage.text('A', a.at, { color: c.a, dy: -20, weight: 700, size: 16 });
                stage.text('B', b.at, { color: c.b, dy: -20, weight: 700, size: 16 });
            },
        });
        stage.setHandles([
            ...handlesOf('a', a, change, { turn: 0.8 }), ...handlesOf('b', b, change, { turn: 0.7 }),
            { id: 'line-turn', label: 'Turn the line', shape: 'line', kind: 'turn', get: () => { const [x, y] = base(), d = n(); return [x + 4.2 * d[0] * Math.sign(d[0] || 1), y + 4.2 * d[1] * Math.sign(d[0] || 1)]; }, set: (x, y) => { const s = Math.sign(n()[0] || 1); angle = Math.atan2((y - base()[1]) * s, (x - base()[0]) * s); change(); } },
        ]);
        page.slider('Direction of the line', { min: -90, max: 90, step: 1, value: 63, unit: '°', digits: 0 }, (value) => { angle = value * Math.PI / 180; change(); stage.draw(); });
        page.turnKeys((by) => { angle += 0.05 * by; change(); stage.draw(); });
        change();
    },
};
