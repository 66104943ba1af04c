import snippet from '../../wasm/snippets/projections.md';
import { ask } from '../engine.js';
import { handlesOf, outlineOf } from '../bodies.js';

export default {
    id: 'projections',
    title: 'Projections and shadows',
    lead: 'A shape in the plane casts a shadow on a line. The shadow is an interval, and intervals we can compare.',
    keys: 'Drag the handles. <kbd>Tab</kbd> chooses one, arrow keys move it; <kbd>A</kbd> and <kbd>D</kbd> turn the line.',
    words: `
<h2>A point on a line</h2>
<p>Take a line with a direction <i>n</i> of length one. The dot product of a point with <i>n</i> says how far along the line the
point lies. That is its <b>projection</b>: the foot of the perpendicular.</p>
<p class="formula">along = n · p</p>
<h2>A polygon's shadow</h2>
<p>Project every corner. The least and the greatest of the numbers are the ends of the <b class="a">shadow</b>. Edges need no
care: between two corners the number only lies between theirs.</p>
<h2>Support points</h2>
<p>The corner with the greatest number is the <mark>support point</mark> in the direction <i>n</i>: the last one that a line
moving along <i>n</i> would leave. The one with the least is the support point of −<i>n</i>. A shape that can name its support
point in any direction can be tested for collision, whatever it is made of.</p>`,
    pseudo: `
project(polygon, n):
    low, high = +infinity, -infinity
    for corner in polygon:
        d = dot(n, corner)
        low, high = min(low, d), max(high, d)
    return [low, high]

support(polygon, n):
    return the corner with the greatest dot(n, corner)`,
    snippet,
    demo(page) {
        const shape = { points: [[-1.7, -1.1], [0.9, -1.5], [1.9, 0.1], [0.5, 1.6], [-1.4, 1.1]], at: [-0.6, 1.1], angle: 0.15 };
        let angle = 0.25;
        const point = [3.6, 2.4];
        let shadow, foot;
        const line = () => [Math.cos(angle), Math.sin(angle)];
        // The line is drawn below the shape, so that the shadow has room.
        const base = [0, -2.1];
        const onLine = (along) => {
            const n = line(), shift = along - (base[0] * n[0] + base[1] * n[1]);
            return [base[0] + n[0] * shift, base[1] + n[1] * shift];
        };
        const change = () => {
            const n = line();
            shadow = ask('shadow', { shape, direction: n });
            foot = ask('line_projection', { point, from: base, to: [base[0] + n[0], base[1] + n[1]] });
            if (page.wrong(shadow, 'Drag the corner back.') || page.wrong(foot)) return;
            page.say(`The shadow goes from ${shadow.shadow[0].toFixed(2)} to ${shadow.shadow[1].toFixed(2)}. Corner ${shadow.support_corner + 1} is its far end, corner ${shadow.back_corner + 1} its near one.`.replace(/-/g, '−'));
            page.numbers([
                ['Shadow', shadow, 'shadow', 'm', 2],
                ['Its length', shadow, 'length', 'm'],
                ['Support point', shadow, 'support', 'm', 2],
                ['Support point of −n', shadow, 'back', 'm', 2],
                ['The point, along the line', foot, 'along', 'm'],
                ['The point, above the line', foot, 'height', 'm'],
            ]);
        };
        const stage = page.stage({
            view: [-6, -4.2, 6, 4.2],
            label: 'A polygon, a point, and their projections on a line',
            redraw: () => {
                const c = stage.color, n = line();
                stage.grid();
                stage.endless(base, n, c.soft, 2);
                stage.text('n', onLine(base[0] * n[0] + base[1] * n[1] + 4.6), { dy: -18, size: 15, color: c.soft });
                if (shadow.error) {
                    stage.polygon(outlineOf(shape), { stroke: c.hit, width: 2, dash: [5, 4] });
                    return;
                }
                const [low, high] = shadow.shadow.map(onLine);
                stage.polygon(shadow.corners, { fill: c.aFill, stroke: c.a, width: 2.5 });
                for (const corner of shadow.corners) {
                    const along = corner[0] * n[0] + corner[1] * n[1];
                    stage.line(corner, onLine(along), c.soft, 1, [3, 5], 0.6);
                }
                stage.line(shadow.support, high, c.a, 2, [6, 4]);
                stage.line(shadow.back, low, c.a, 2, [6, 4]);
                stage.line(low, high, c.a, 8);
                for (const p of [shadow.support, shadow.back]) stage.dot(p, c.mark, 9, c.ink);
                if (!foot.error) {
                    stage.line(point, foot.point, c.ok, 2, [6, 4]);
                    stage.dot(foot.point, c.ok, 6);
                    stage.text('point', point, { dy: -20, size: 13, color: c.ok });
                }
            },
        });
        const keep = () => [
            ...handlesOf('a', shape, change),
            { id: 'line-turn', label: 'Turn the line', shape: 'line', kind: 'turn', get: () => [base[0] + 3.9 * line()[0], base[1] + 3.9 * line()[1]], set: (x, y) => { angle = Math.atan2(y - base[1], x - base[0]); change(); } },
            { id: 'point', label: 'Move the point', shape: 'c', kind: 'body', get: () => point, set: (x, y) => { point[0] = x; point[1] = y; change(); } },
        ];
        stage.setHandles(keep());
        page.turnKeys((by) => { angle += 0.05 * by; change(); stage.draw(); });
        change();
    },
};
