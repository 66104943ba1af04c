import snippet from '../../wasm/snippets/contact_points.md';
import { ask } from '../engine.js';
import { box, handlesOf, outlineOf } from '../bodies.js';

const stages = ['Reference edge', 'Incident edge', 'First side plane', 'Second side plane', 'The manifold'];

export default {
    id: 'contact-points',
    title: 'Contact points',
    lead: 'A normal and a depth do not say where to push. A box that lies on the ground needs two points, or it tips over.',
    keys: 'Drag the handles. <kbd>A</kbd> and <kbd>D</kbd> turn the polygon chosen last; <kbd>Tab</kbd> chooses a handle, arrow keys move it.',
    words: `
<h2>Two edges meet</h2>
<ol>
<li>The <b>reference edge</b> is the one whose normal gave the least push.</li>
<li>The <b>incident edge</b> is the edge of the other polygon that faces it most: its normal points most against the reference
normal.</li>
</ol>
<h2>Clip it</h2>
<ol start="3">
<li>At one end of the reference edge stands a <b>side plane</b> (in 2D it is a line), at right angles to it. Cut off the part of the incident edge that
sticks out beyond.</li>
<li>The same at the other end. What is left lies over the reference edge.</li>
<li>Keep the ends that are <b class="hit">below</b> the reference edge. These one or two points, with the normal, are the
<mark>contact manifold</mark>. Each point has its own depth: how far it lies below the reference edge.</li>
</ol>
<p>carom puts a point halfway between both surfaces. So neither body's point of view wins, and the points hardly move if
reference and incident edge change places.</p>
<p>A cut needs the distances of both ends of the incident edge from the plane, with their signs: <i>d</i> and <i>e</i>. If one is beyond
and the other is not, the edge meets the plane at the part <i>d</i> / (<i>d</i> − <i>e</i>) of its length.</p>
<h2>Why two</h2>
<p>Turn one box slowly until it stands on its corner. Two points become one as soon as the other end rises above the edge. Two points
hold a box level; one lets it roll over.</p>`,
    pseudo: `
contact_points(a, b):
    reference = the edge of a or b with the least
                overlap on its normal
    n = normal of reference
    incident = the edge of the other polygon
               whose normal is most against n

    segment = incident
    for plane at both ends of reference:
        segment = its part inside the plane

    return the ends of segment with
           dot(n, end - reference.start) <= 0`,
    snippet,
    demo(page) {
        const a = { points: box(5.4, 2.2), at: [-0.6, -1.2], angle: 0 };
        const b = { points: [[-1.4, -1.1], [1.5, -1.0], [1.3, 1.1], [-1.2, 1.3]], at: [1.7, 0.75], angle: 0.12 };
        let step = 4, answer;
        const words = () => {
            const s = answer.steps;
            if (!s) return ['They are apart: no edge meets another.', 'no'];
            const other = s.reference_of === 'a' ? 'B' : 'A';
            const off = s.cuts.map((cut) => JSON.stringify(cut.before) !== JSON.stringify(cut.after));
            return [[
                `Edge ${s.reference_edge + 1} of ${s.reference_of.toUpperCase()} has the least overlap: it is the reference edge.`,
                `Edge ${s.incident_edge + 1} of ${other} faces it most: it is the incident edge.`,
                `The first side plane ${off[0] ? 'cuts off a part' : 'cuts nothing: the edge ends inside'}.`,
                `The second side plane ${off[1] ? 'cuts off a part' : 'cuts nothing: the edge ends inside'}.`,
                `${answer.manifold.count} ${answer.manifold.count === 1 ? 'end lies' : 'ends lie'} below the reference edge: ${answer.manifold.count === 1 ? 'the contact point' : 'the contact points'}.`,
            ][step], 'yes'];
        };
        const change = () => {
            answer = ask('clip', { a, b });
            if (page.wrong(answer, 'Drag the corner back.')) return;
            page.say(...words());
            page.numbers([
                ['Contact points', answer, 'manifold.count', '', 0],
                ['Normal, from A to B', answer, 'manifold.normal', '', 2],
                ...answer.manifold.points.flatMap((_, i) => [
                    [`Point ${i + 1}`, answer, `manifold.points.${i}.at`, 'm', 2],
                    [`Separation there (negative: depth)`, answer, `manifold.points.${i}.separation`, 'm'],
                ]),
            ]);
        };
        const stage = page.stage({
            view: [-5.6, -3.6, 5.6, 3.6],
            label: 'Two polygons, their edges in contact, and the cuts that give the contact points',
            redraw: () => {
                const c = stage.color;
                stage.grid();
                if (answer.error) {
                    for (const [name, body] of [['a', a], ['b', b]]) stage.polygon(outlineOf(body), { stroke: c[name], width: 2, dash: [5, 4] });
                    return;
                }
                for (const name of ['a', 'b']) stage.polygon(answer[name], { fill: c[`${name}Fill`], stroke: c[name], width: 2 });
                const s = answer.steps;
                if (!s) return;
                const middle = [0, 1].map((i) => (s.reference[0][i] + s.reference[1][i]) / 2);
                stage.line(...s.reference, c.ink, 8);
                stage.line(...s.reference, c.mark, 5);
                stage.arrow(middle, [middle[0] + s.normal[0], middle[1] + s.normal[1]], c.ink, 2.5);
                if (step === 0) stage.text('reference edge', middle, { dy: 20, size: 13 });
                if (step >= 1) stage.line(...s.incident, c.ink, step === 1 ? 5 : 2, step > 1 ? [4, 4] : []);
                if (step === 1) stage.text('incident edge', s.incident[0], { dy: -18, size: 13 });
                s.cuts.forEach((cut, i) => {
                    if (step < 2 + i) return;
                    const along = [-cut.outward[1], cut.outward[0]];
                    const now = step === 2 + i;
                    stage.endless(cut.at, along, now ? c.ok : c.soft, now ? 3 : 1.5, [9, 6]);
                    // Shading on the side that is cut off.
                    if (now) {
                        const far = [cut.at[0] + cut.outward[0] * 20, cut.at[1] + cut.outward[1] * 20];
                        const up = (q, k) => [q[0] + along[0] * k, q[1] + along[1] * k];
                        stage.polygon([up(cut.at, 20), up(cut.at, -20), up(far, -20), up(far, 20)], { fill: c.soft, alpha: 0.13 });
                    }
                });
                if (step >= 2) stage.line(...s.cuts[Math.min(step - 2, 1)].after, c.hit, 5);
                if (step === 4) {
                    const { points, normal } = answer.manifold;
                    for (const point of points) {
                        stage.arrow(point.at, [point.at[0] + normal[0] * 0.9, point.at[1] + normal[1] * 0.9], c.hit, 3);
                        stage.dot(point.at, c.hit, 8);
                    }
                }
            },
        });
        page.choice('Step', stages.map((name, i) => [String(i), `${i + 1}. ${name}`]), '4', (next) => { step = Number(next); change(); stage.draw(); });
        stage.setHandles([...handlesOf('a', a, change, { turn: 1 }), ...handlesOf('b', b, change, { turn: 0.8 })]);
        page.turnKeys((by, shape) => { const body = shape === 'a' ? a : b; body.angle += 0.04 * by; change(); stage.draw(); });
        change();
    },
};
