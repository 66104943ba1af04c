import snippet from '../../wasm/snippets/least_push.md';
import { ask } from '../engine.js';
import { handlesOf, outlineOf, regular } from '../bodies.js';
import { axisRows, nameOf } from './separating_axes.js';

export default {
    id: 'least-push',
    title: 'The least push',
    lead: 'They overlap. How far must one move, and which way, so that they only touch? The test has the answer already.',
    keys: 'Drag the handles. <kbd>A</kbd> and <kbd>D</kbd> turn the polygon chosen last; <kbd>Tab</kbd> chooses a handle, arrow keys move it.',
    words: `
<h2>One push for each axis</h2>
<p>On every axis the shadows overlap by some length. Move <b class="b">B</b> along the axis by that length, and on this axis they
only touch. One axis without an overlap is enough, so each of these moves parts the two. The pale arrows show them all.
If one shadow lies inside the other, that length is the way out over the nearer end.</p>
<h2>The shortest is the one</h2>
<p>The shortest of them is the <b class="hit">minimum translation vector</b>, the MTV: no shorter move parts the two, in any
direction. It gives the <mark>normal</mark> of the contact and the depth.</p>
<p>Why no shorter one? After a move that parts them, one of these axes shows a gap, by the theorem of the last chapter. A move
shifts a shadow by its own length at most, and on that axis at least the overlap was needed.</p>
<p>Which way along the axis? Away from A: the sign is that for which B leaves over the nearer end.</p>
<h2>Sharing it</h2>
<p>Two bodies share the push by what they weigh: each moves in proportion to its inverse mass, which is one divided by its
mass. Equal ones take half each. A wall has an inverse mass of zero and takes nothing. Switch it on, and drag A through B: they never overlap.</p>`,
    pseudo: `
mtv(a, b):
    best = none
    for n in normals of a and of b:
        o = overlap of both shadows on n
        if o < 0: return none            # apart
        if best is none or o < best.length:
            best = (n towards b) * o
    return best

push_apart(a, b, mtv):
    sum = a.inverse_mass + b.inverse_mass
    a.position -= mtv * a.inverse_mass / sum
    b.position += mtv * b.inverse_mass / sum`,
    snippet,
    demo(page) {
        const a = { points: [[-1.6, -1.2], [1.2, -1.4], [1.7, 0.9], [-0.3, 1.6]], at: [-1.1, -0.2], angle: 0.1 };
        const b = { points: regular(5, 1.5, 0.2), at: [1.0, 0.6], angle: 0.2 };
        let apply = false, weight = 1, axes, push;
        const change = () => {
            const share = [1, 1 / weight];
            axes = ask('sat_axes', { a, b });
            push = ask('push_apart', { a, b, share });
            if (page.wrong(axes, 'Drag the corner back.') || page.wrong(push)) return;
            if (apply && push.sat.touching && push.sat.depth > 1e-5) {
                a.at = [a.at[0] + push.move_a[0], a.at[1] + push.move_a[1]];
                b.at = [b.at[0] + push.move_b[0], b.at[1] + push.move_b[1]];
                axes = ask('sat_axes', { a, b });
            }
            if (push.sat.touching) page.say(apply ? 'The push is applied at once: they only touch.' : `The least push is along the normal of ${nameOf(axes.axes[axes.least])}.`, apply ? 'no' : 'yes');
            else page.say('They are apart: there is nothing to push.', 'no');
            page.numbers([
                ['Depth: length of the MTV', push, 'sat.depth', 'm'],
                ['MTV: the move of B', push, 'sat.mtv', 'm', 2],
                ['A\u2019s share', push, 'shares.0', 'm', 2],
                ['B\u2019s share', push, 'shares.1', 'm', 2],
                ['Distance after it', push, 'distance', 'm'],
            ]);
            page.table(['#', 'Normal of', 'Shadow of A', 'Shadow of B', 'Overlap', ''], axisRows(axes, push.sat.touching ? axes.least : -1, false));
        };
        const stage = page.stage({
            view: [-6, -4, 6, 4],
            label: 'Two overlapping polygons and the pushes that part them',
            redraw: () => {
                const c = stage.color;
                stage.grid();
                if (axes.error || push.error) {
                    for (const [name, body] of [['a', a], ['b', b]]) stage.polygon(outlineOf(body), { stroke: c[name], width: 2, dash: [5, 4] });
                    return;
                }
                for (const name of ['a', 'b']) stage.polygon(axes[name], { fill: c[`${name}Fill`], stroke: c[name], width: 2.5 });
                if (push.sat.touching && !apply) {
                    for (const axis of axes.axes) stage.line(b.at, [b.at[0] + axis.push[0], b.at[1] + axis.push[1]], c.soft, 2, [], 0.7);
                    for (const axis of axes.axes) stage.dot([b.at[0] + axis.push[0], b.at[1] + axis.push[1]], c.soft, 3.5);
                    const moved = (points, by) => points.map((p) => [p[0] + by[0], p[1] + by[1]]);
                    stage.polygon(moved(axes.a, push.shares[0]), { stroke: c.a, width: 1.5, dash: [5, 5] });
                    stage.polygon(moved(axes.b, push.shares[1]), { stroke: c.b, width: 1.5, dash: [5, 5] });
                    const to = [b.at[0] + push.sat.mtv[0], b.at[1] + push.sat.mtv[1]];
                    stage.arrow(b.at, to, c.hit, 4);
                    stage.text('MTV', to, { color: c.hit, size: 13, dy: 22 });
                }
                stage.text('A', a.at, { color: c.a, dy: -20, weight: 700, size: 16 });
                stage.text('B', b.at, { color: c.b, dy: 20, weight: 700, size: 16 });
            },
        });
        page.check('Apply the push', apply, (on) => { apply = on; change(); stage.draw(); });
        page.slider('Mass of B, times A\u2019s', { min: 0.25, max: 8, step: 0.25, value: 1, digits: 2 }, (value) => { weight = value; change(); stage.draw(); });
        stage.setHandles([...handlesOf('a', a, change, { turn: 0.9 }), ...handlesOf('b', b, change, { turn: 0.9 })]);
        page.turnKeys((by, shape) => { const body = shape === 'b' ? b : a; body.angle += 0.05 * by; change(); stage.draw(); });
        change();
    },
};
