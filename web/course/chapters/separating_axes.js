import snippet from '../../wasm/snippets/separating_axes.md';
import { ask } from '../engine.js';
import { format } from '../format.js';
import { handlesOf, outlineOf } from '../bodies.js';

/** The name of an axis: its edge. */
export const nameOf = (axis) => (axis.of === 'corner' ? `through corner ${axis.corner + 1}` : `edge ${axis.edge + 1} of ${axis.of.toUpperCase()}`);

/** Draws an axis beside the shapes, with both shadows on it and the edge that it comes from. */
export function drawAxis(stage, answer, axis, { edge = true, all = answer } = {}) {
    const c = stage.color, [nx, ny] = axis.axis;
    // Beside both shapes, on the side nearer to the middle of the picture.
    const across = [...(all.a ?? []), ...(all.b ?? [])].map((p) => -ny * p[0] + nx * p[1]);
    const sides = [Math.min(...across) - 0.6, Math.max(...across) + 0.6];
    const shift = Math.abs(sides[0]) <= Math.abs(sides[1]) ? sides[0] : sides[1];
    const onLine = (along) => [nx * along - ny * shift, ny * along + nx * shift];
    stage.endless(onLine(0), axis.axis, c.soft, 1.5);
    for (const name of ['a', 'b']) {
        const span = axis[`shadow_${name}`];
        const along = (p) => p[0] * nx + p[1] * ny;
        const corners = answer[name] ?? [];
        for (const end of span) {
            const corner = corners.find((p) => Math.abs(along(p) - end) < 1e-3);
            if (corner) stage.line(corner, onLine(end), c[name], 1.2, [4, 5], 0.8);
        }
        stage.line(onLine(span[0]), onLine(span[1]), c[name], 8);
    }
    const [low, high] = [Math.max(axis.shadow_a[0], axis.shadow_b[0]), Math.min(axis.shadow_a[1], axis.shadow_b[1])];
    if (high >= low) stage.line(onLine(low), onLine(high), c.hit, 9);
    if (edge && axis.edge !== null && answer[axis.of]) {
        const corners = answer[axis.of], from = corners[axis.edge], to = corners[(axis.edge + 1) % corners.length];
        stage.line(from, to, c.ink, 8);
        stage.line(from, to, c.mark, 5);
        const middle = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
        stage.arrow(middle, [middle[0] + nx * 0.9, middle[1] + ny * 0.9], c.ink, 2.5);
    }
}

/** The line that separates two shapes, across the gap of an axis. */
export function drawSeparator(stage, axis) {
    const [nx, ny] = axis.axis, { shadow_a: a, shadow_b: b } = axis;
    const at = a[1] < b[0] ? (a[1] + b[0]) / 2 : (b[1] + a[0]) / 2;
    stage.endless([nx * at, ny * at], [-ny, nx], stage.color.ok, 3.5, [12, 7]);
}

/** Rows of a table of axes. */
export function axisRows(answer, now, stops = true) {
    return answer.axes.map((axis, i) => ({
        className: i === now ? 'now' : stops && i >= answer.tested ? 'late' : '',
        cells: [String(i + 1), nameOf(axis), format(axis.shadow_a, 2), format(axis.shadow_b, 2), format(axis.overlap), axis.separating ? 'apart' : 'overlap'],
    }));
}

export default {
    id: 'separating-axes',
    title: 'Separating axes',
    lead: 'Two convex polygons are apart exactly if the normal of one of their edges shows a gap. A few directions decide, out of infinitely many.',
    keys: '<kbd>A</kbd> and <kbd>D</kbd> turn the polygon chosen last. <kbd>Tab</kbd> chooses a handle, arrow keys move it.',
    words: `
<h2>Which directions to try</h2>
<p>Push two separate convex polygons together until they just touch. Somewhere an <mark>edge</mark> of one lies against a corner or
an edge of the other. The line along that edge has all of one polygon on one side, and all of the other on the other side. So the
<b>normal</b> of that edge is a direction that shows the gap.</p>
<p>It follows that the normals of all edges of A and of B are enough. If each of them shows an overlap, no direction shows a gap,
and the polygons share a point. This is the <b>separating axis theorem</b>.</p>
<h2>The test</h2>
<ol>
<li>Take the normal of an edge: for an edge (x, y), counter-clockwise round the polygon, it is (y, −x) divided by its length.</li>
<li>Project both polygons on it.</li>
<li>A gap? <b class="ok">They are apart. Stop.</b></li>
<li>No gap? Take the next edge.</li>
<li>No edge left? <b class="hit">They overlap.</b></li>
</ol>
<p>Most pairs of a game are apart, and most of those are done after an axis or two: the <b>early exit</b>. The table counts the
axes that were tested; the pale ones were not needed.</p>
<h2>Only convex</h2>
<p>Pull a corner inwards: the polygon is refused. A dent has a shadow that hides it, so the test would see overlaps that are
not there. A later chapter cuts such shapes into convex pieces.</p>`,
    pseudo: `
sat(a, b):
    for polygon in (a, b):
        for edge in polygon.edges:
            n = normal of edge
            if is_separating(a, b, n):
                return apart
    return touching   # nothing separates them`,
    snippet,
    demo(page) {
        const a = { points: [[-1.5, -1.1], [0.9, -1.5], [1.6, 0.4], [0.1, 1.6], [-1.6, 0.8]], at: [-1.9, 0.2], angle: 0.1 };
        const b = { points: [[-1.2, -1.0], [1.3, -0.8], [1.0, 1.0], [-0.9, 1.2]], at: [1.6, 0.7], angle: 0.3 };
        let shown = 0, mode = 'one', answer;
        const change = () => {
            answer = ask('sat_axes', { a, b });
            if (page.wrong(answer, 'Drag the corner back.')) return;
            shown = Math.min(shown, answer.axes.length - 1);
            const axis = answer.axes[shown];
            if (answer.sat.touching) page.say(`No axis separates them: all ${answer.axes.length} were tested, and all shadows overlap. They share a point.`, 'yes');
            else page.say(`Apart. Axis ${answer.tested} (${nameOf(answer.axes[answer.tested - 1])}) separates them, and the test stopped there: ${answer.tested} of ${answer.axes.length} axes.`, 'no');
            page.numbers([
                ['They touch', answer, 'sat.touching'],
                ['Axes tested', answer, 'tested', `of ${answer.axes.length}`, 0],
                [`Overlap on axis ${shown + 1}`, answer, `axes.${shown}.overlap`, 'm'],
                [`Its direction (${nameOf(axis)})`, answer, `axes.${shown}.axis`, '', 2],
            ]);
            page.table(['#', 'Normal of', 'Shadow of A', 'Shadow of B', 'Overlap', ''], axisRows(answer, mode === 'one' ? shown : -1));
        };
        const stage = page.stage({
            view: [-6.4, -4.6, 6.4, 4.6],
            label: 'Two polygons with the normals of their edges and shadows on them',
            redraw: () => {
                const c = stage.color;
                stage.grid();
                if (answer.error) {
                    for (const [name, body] of [['a', a], ['b', b]]) stage.polygon(outlineOf(body), { stroke: c[name], width: 2, dash: [5, 4] });
                    return;
                }
                if (mode === 'all') answer.axes.forEach((axis) => drawAxis(stage, {}, axis, { edge: false, all: answer }));
                for (const name of ['a', 'b']) stage.polygon(answer[name], { fill: c[`${name}Fill`], stroke: c[name], width: 2.5 });
                if (mode === 'all') {
                    answer.axes.forEach((axis, i) => {
                        if (i >= answer.tested) return;
                        const corners = answer[axis.of], from = corners[axis.edge], to = corners[(axis.edge + 1) % corners.length];
                        const middle = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
                        stage.arrow(middle, [middle[0] + axis.axis[0] * 0.7, middle[1] + axis.axis[1] * 0.7], axis.separating ? c.ok : c.hit, 2.5);
                    });
                } else drawAxis(stage, answer, answer.axes[shown]);
                if (!answer.sat.touching) drawSeparator(stage, answer.axes[answer.tested - 1]);
                stage.text('A', a.at, { color: c.a, dy: -20, weight: 700, size: 16 });
                stage.text('B', b.at, { color: c.b, dy: -20, weight: 700, size: 16 });
            },
        });
        page.choice('Show', [['one', 'One axis at a time'], ['all', 'All at once']], mode, (next) => { mode = next; change(); stage.draw(); });
        const step = (by) => { shown = (shown + by + answer.axes.length) % answer.axes.length; change(); stage.draw(); };
        page.button('Axis before', () => { if (!answer.error) step(-1); });
        page.button('Next axis', () => { if (!answer.error) step(1); }, 'main');
        stage.setHandles([...handlesOf('a', a, change, { turn: 0.9 }), ...handlesOf('b', b, change, { turn: 0.8 })]);
        page.turnKeys((by, shape) => { const body = shape === 'b' ? b : a; body.angle += 0.05 * by; change(); stage.draw(); });
        change();
    },
};
