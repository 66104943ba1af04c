import snippet from '../../wasm/snippets/circle_polygon.md';
import { ask } from '../engine.js';
import { handlesOf, outlineOf } from '../bodies.js';
import { axisRows, drawAxis, drawSeparator, nameOf } from './separating_axes.js';

export default {
    id: 'circle-and-polygon',
    title: 'Circle and polygon',
    lead: 'A circle has no edges, so it has no normals to try. One direction is missing, and it matters beside a corner.',
    keys: 'Drag the handles. <kbd>A</kbd> and <kbd>D</kbd> turn the polygon; <kbd>Tab</kbd> chooses a handle, arrow keys move it.',
    words: `
<h2>Edge normals are not enough</h2>
<p>Drag the circle beside a corner of the polygon, so that it just misses it. All edge normals show overlaps: the shadow of the
circle reaches past both edges that meet there. Yet there is a gap, and it opens towards the <mark>corner</mark>.</p>
<h2>One more axis</h2>
<p>A circle is round in every direction, so its own normal can point anywhere. The one that matters points at the nearest part of
the polygon. If that is an edge, it is the edge's normal, which was tested. If it is a corner, it is the line from the
<b>nearest corner</b> to the centre. Add that axis to the list, and the test is right again.</p>
<h2>Regions</h2>
<p>Faster: find the edge that the centre is farthest outside of. Look where the centre falls along that edge. Between its ends the
nearest feature is the edge; beyond an end it is that corner. If the centre is inside, the circle leaves through the
nearest edge.</p>`,
    pseudo: `
circle_touches(polygon, circle):
    for n in edge normals of the polygon:
        if overlap_on(n) < 0:
            return apart
    corner = nearest corner to circle.center
    n = normalize(circle.center - corner)
    return overlap_on(n) >= 0

overlap_on(n):                   # of both shadows
    return overlap(project(polygon, n),
                   project(circle, n))

project(circle, n):
    d = dot(n, circle.center)
    return [d - radius, d + radius]`,
    snippet,
    demo(page) {
        const a = { points: [[-2.0, -1.4], [1.6, -1.6], [1.9, 0.9], [-1.2, 1.6]], at: [-1.0, -0.4], angle: 0 };
        const circle = { at: [1.7, 1.17], radius: 1.0 };
        let answer, shown = 4;
        const change = () => {
            answer = ask('sat_circle', { a, circle });
            if (page.wrong(answer, 'Drag it back.')) return;
            shown = Math.min(shown, answer.axes.length - 1);
            const region = answer.region ? `The centre lies in the region of ${answer.region.of} ${answer.region.number + 1}.` : '';
            if (answer.sat.touching) page.say(`They share a point. ${region}`, 'yes');
            else if (answer.edges_say_touching) page.say(`Apart, and no edge normal knows it: only the axis through the nearest corner shows the gap. ${region}`, 'no');
            else page.say(`Apart: ${nameOf(answer.axes[answer.tested - 1])} shows it. ${region}`, 'no');
            page.numbers([
                ['They touch', answer, 'sat.touching'],
                ['Edge normals alone say', answer, 'edges_say_touching'],
                ['Least overlap of edge normals', answer, 'edges_overlap', 'm'],
                answer.sat.touching ? ['Depth', answer, 'sat.depth', 'm'] : ['Gap', answer, 'sat.gap', 'm'],
                ['Direction', answer, 'sat.normal', '', 2],
            ]);
            page.table(['#', 'Axis', 'Shadow of the polygon', 'Shadow of the circle', 'Overlap', ''], axisRows(answer, shown, false));
        };
        const stage = page.stage({
            view: [-6.4, -4.7, 6.4, 4.5],
            label: 'A polygon, a circle, and an axis with both shadows',
            redraw: () => {
                const c = stage.color;
                stage.grid();
                if (answer.error) {
                    stage.polygon(outlineOf(a), { stroke: c.a, width: 2, dash: [5, 4] });
                    stage.circle(circle.at, circle.radius, { stroke: c.b, width: 2, dash: [5, 4] });
                    return;
                }
                stage.polygon(answer.a, { fill: c.aFill, stroke: c.a, width: 2.5 });
                stage.circle(circle.at, circle.radius, { fill: c.bFill, stroke: c.b, width: 2.5 });
                const axis = answer.axes[shown];
                const { at: [x, y], radius: r } = circle;
                const around = { a: answer.a, b: [[x - r, y], [x + r, y], [x, y - r], [x, y + r]] };
                drawAxis(stage, answer, axis, { all: around });
                if (axis.of === 'corner') {
                    const corner = answer.a[axis.corner];
                    stage.line(corner, circle.at, c.ink, 2.5, [6, 4]);
                    stage.dot(corner, c.mark, 8, c.ink);
                }
                const proof = answer.axes.find((one) => one.separating);
                if (proof) drawSeparator(stage, proof);
                stage.text('A', a.at, { color: c.a, dy: -20, weight: 700, size: 16 });
            },
        });
        const step = (by) => { shown = (shown + by + answer.axes.length) % answer.axes.length; change(); stage.draw(); };
        page.button('Axis before', () => { if (!answer.error) step(-1); });
        page.button('Next axis', () => { if (!answer.error) step(1); }, 'main');
        stage.setHandles([
            ...handlesOf('a', a, change, { turn: 1 }),
            { id: 'circle-move', label: 'Move the circle', shape: 'b', kind: 'body', get: () => circle.at, set: (x, y) => { circle.at = [x, y]; change(); } },
            { id: 'circle-size', label: 'Radius of the circle', shape: 'b', kind: 'corner', get: () => [circle.at[0] + circle.radius, circle.at[1]], set: (x, y) => { circle.radius = Math.hypot(x - circle.at[0], y - circle.at[1]); change(); } },
        ]);
        page.turnKeys((by) => { a.angle += 0.05 * by; change(); stage.draw(); });
        change();
    },
};
