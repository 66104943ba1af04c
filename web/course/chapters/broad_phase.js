import snippet from '../../wasm/snippets/broad_phase.md';
import { CrowdOfBoxes, ask } from '../engine.js';
import { format } from '../format.js';

const ways = { brute: 'Brute force', hash: 'Spatial hash', quadtree: 'Quadtree', rtree: 'R-tree' };
const dt = 1 / 60;

export default {
    id: 'broad-phase',
    title: 'Broad phase',
    lead: 'Ten thousand bodies have fifty million pairs, and nearly all of them are far apart. So look only where things are near.',
    keys: 'Choose a way and a number of bodies. Untick <b>Move</b> to read the numbers. Boxes that overlap another are red.',
    words: `
<h2>Boxes first</h2>
<p>Around each body lies a box along the axes. Boxes are cheap to compare. Only pairs whose boxes overlap go on to the
tests of the chapters before: that is the <b>narrow phase</b>. Finding those pairs is the <b>broad phase</b>.</p>
<h2>Brute force</h2>
<p>Compare every box with every other. Twice the bodies are four times the work.</p>
<h2>A spatial hash</h2>
<p>Lay a grid over the plane, with cells a little larger than the boxes. A box can only overlap boxes of its own cell and
its neighbours. Most cells are empty, so only the others are stored. A <b>hash</b> is a number made of a cell's column and row; it says
where in a table the cell's list of boxes stands. If sizes differ much, carom uses several grids.</p>
<h2>A quadtree</h2>
<p>Cut the square into four, and each part again while it holds many. A box belongs to the smallest square of at least its size that holds its corner. Large and small boxes live on different levels. carom
cuts a square only if it holds more than 48: it tests more pairs, but boxes in a row are quick to compare.</p>
<h2>An R-tree</h2>
<p>Group near boxes, put a box around each group, and group those again, until one box is left: a tree. If a box misses the box
of a group, it misses everything in it. It fits any mix of sizes, and takes longest to build.</p>
<p>Drag the sliders. <i>Largest ÷ smallest</i> says how many times as long the largest box is. Sizes that differ much hurt a grid more than
a tree: of 1,000 boxes, the hash tests 22 times as many pairs at 60 as at 1, the R-tree four times. carom rebuilds hash and quadtree whole in
each step; that is faster than repairing them.</p>`,
    pseudo: `
spatial_hash_pairs(boxes):
    for box in boxes:
        table[cell of box.min].add(box)
    for box in boxes:
        for cell in 3 x 3 cells around box.min:
            for other in table[cell]:
                if other comes after box
                        and they overlap:
                    report(box, other)

tree_search(node, box):   # quadtree, R-tree
    if box misses the box of node: return
    for other in the boxes of node:
        if they overlap: report(box, other)
    for child in the children of node:
        tree_search(child, box)`,
    snippet,
    demo(page) {
        const s = { way: 'hash', count: 1000, spread: 3, seed: 7, running: true, cells: true };
        let crowd, steps, numbers, ms = 0;
        const make = () => {
            crowd?.free();
            crowd = new CrowdOfBoxes(s.way, s.count, s.spread, s.seed);
            steps = 0;
            ms = 0;
            find();
        };
        const find = () => {
            const before = performance.now();
            const pairs = crowd.find_pairs();
            const spent = performance.now() - before;
            ms = ms ? 0.92 * ms + 0.08 * spent : spent;
            numbers = { pairs };
        };
        const show = () => {
            numbers.tested = crowd.tested();
            const brute = s.count * (s.count - 1) / 2;
            // The same question natively, for whoever checks the page.
            page.numberRoot.dataset.broad = JSON.stringify({ way: s.way, count: s.count, spread: s.spread, seed: s.seed, steps, dt: Math.fround(dt) });
            page.numbers([
                ['Bodies', s.count, undefined, '', 0], ['Pairs by brute force', brute, undefined, '', 0], ['Pairs tested', numbers.tested, undefined, '', 0],
                ['Pairs that overlap', numbers.pairs, undefined, '', 0], ['Time of the search', ms, undefined, 'ms', 2], ['Cells or nodes', numbers.cells ?? 0, undefined, '', 0],
            ]);
            page.say(s.way === 'brute' ? 'Every pair is tested.' : `${format(100 * numbers.tested / brute, 2)} % of all pairs are tested, to find the ${numbers.pairs.toLocaleString('en-US')} that overlap.`);
        };
        const stage = page.stage({
            view: [-2, -2, 102, 102],
            label: 'Boxes in motion, and the cells of the structure that finds their pairs',
            redraw: () => {
                if (!crowd) return;
                const c = stage.color, g = stage.context;
                const corners = crowd.corners(), pairs = crowd.pairs();
                const cells = crowd.cells();
                numbers.cells = cells.length / 6;
                const rect = (list, i) => {
                    const [x0, y0] = stage.px([list[i], list[i + 3]]);
                    return [x0, y0, (list[i + 2] - list[i]) * stage.scale, (list[i + 3] - list[i + 1]) * stage.scale];
                };
                const hit = new Uint8Array(s.count);
                for (const i of pairs) hit[i] = 1;
                if (s.cells) {
                    for (let i = 0; i < cells.length; i += 6) {
                        g.globalAlpha = Math.min(0.05 + cells[i + 5] * 0.05, 0.35);
                        g.fillStyle = c.mark;
                        if (cells[i + 5] > 0) g.fillRect(...rect(cells, i));
                        g.globalAlpha = 0.55;
                        g.strokeStyle = c.soft;
                        g.lineWidth = Math.max(0.4, 2 - 0.4 * cells[i + 4]);
                        g.strokeRect(...rect(cells, i));
                    }
                    g.globalAlpha = 1;
                }
                for (const [want, color] of [[0, c.a], [1, c.hit]]) {
                    g.fillStyle = color;
                    for (let i = 0; i < s.count; i += 1) if (hit[i] === want) g.fillRect(...rect(corners, 4 * i));
                }
            },
        });
        const remake = () => { make(); show(); stage.draw(); };
        page.choice('Way', Object.entries(ways), s.way, (way) => { s.way = way; remake(); });
        page.slider('Bodies', { min: 100, max: 10000, step: 100, value: s.count, digits: 0 }, (v) => { s.count = v; remake(); });
        page.slider('Largest ÷ smallest', { min: 1, max: 60, step: 1, value: s.spread, digits: 0 }, (v) => { s.spread = v; remake(); });
        page.check('Move', s.running, (on) => { s.running = on; show(); });
        page.check('Draw the cells', s.cells, (on) => { s.cells = on; stage.draw(); });
        page.button('One step', () => { crowd.step(dt); steps += 1; find(); stage.draw(); show(); });
        make();
        stage.draw();
        show();
        let shown = 0;
        page.animate((time) => {
            if (!s.running) return;
            crowd.step(dt);
            steps += 1;
            find();
            stage.draw();
            shown += time;
            if (shown > 0.25) { shown = 0; show(); }
        });
        page.stops.push(() => crowd.free());
    },
};
