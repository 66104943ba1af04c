import snippet from '../../wasm/snippets/pixels.md';
import { ask } from '../engine.js';
import { toWorld } from '../bodies.js';

const ship = [
    '.......##.......', '.......##.......', '......####......', '......####......', '.....######.....', '.....######.....',
    '....########....', '....###..###....', '...####..####...', '...##########...', '..############..', '.##############.',
    '####.######.####', '###..######..###', '##....####....##', '......#..#......',
];
const ghost = [
    '....######....', '..##########..', '.############.', '.###..##..###.', '.##....#...##.', '###....#...###', '###...##..####', '##############',
    '##############', '##############', '##############', '###.####.#####', '##...##...####', '#.....#....#.#',
];
const map = [
    '................', '................', '....##..........', '.............#..', '........###..#..', '.............#..', '..#..........#..',
    '..##....##......', '################',
];

export default {
    id: 'pixels-and-tiles',
    title: 'Pixels and tiles',
    lead: 'Pictures and maps are made of small squares. Squares are simple; the art is to look at few of them.',
    keys: 'Drag the handles, or paint the map with mouse or finger. <kbd>Tab</kbd> chooses a handle, arrow keys move it; <kbd>A</kbd> and <kbd>D</kbd> turn the sprite. <kbd>Enter</kbd> on the brush, the green dot, changes its cell.',
    words: `
<h2>Mask against mask</h2>
<p>A mask has one bit a pixel: solid or empty. Two sprites touch if a pixel is solid in both. Test their boxes first; most
pairs end there. Then go through the rows where the boxes overlap. A processor holds 64 pixels of a row in one number, a bit
each. One AND of two such numbers leaves the bits that are set in both: 64 pixels are compared at once. The <b class="hit">first common pixel</b>, row by row from the top, is where they touch.</p>
<p>If one sprite is turned, its rows do not line up any more. Go through the pixels of the other. Turn each centre back by the
sprite's angle, about the sprite's middle, and look up which pixel of the sprite lies there.</p>
<h2>Tile maps</h2>
<p>A map says of each cell whether it is solid. May a player go somewhere? Move its box along the whole way, and test the
cells that it comes over: it may <b class="ok">enter</b>, or it <b class="hit">stops</b> at the first solid one. To test only the end is not
enough: a fast player would jump over a thin wall.</p>
<p>When does the box reach a cell? Its interval in x begins to overlap the cell's at some part of the way, and that in y
at another. It touches the cell at the later of the two, if neither has ended before.</p>
<h2>A ray through cells</h2>
<p>Walk from cell to cell: at each step, the ray leaves through the side that it reaches first. It visits every cell that it
touches and no other (J. Amanatides, A. Woo, 1987). carom takes them a column at a time, or a row at a time if the ray is
steep. The tinted cells are those on the ray up to its hit.</p>`,
    pseudo: `
masks_touch(a, b, offset):
    for each row that both have:
        bits = a.row & (b.row shifted by offset)
        if bits != 0:
            return row and first bit of bits

sweep_box(box, way, cells):
    best = none
    for each solid cell near the way:
        in_x, out_x = parts of the way where the
            x-intervals begin and end to overlap
        in_y, out_y = the same in y
        enter = max(in_x, in_y, 0)
        if enter <= min(out_x, out_y, 1):
            best = the earlier of best and enter
    return best

ray_through_cells(from, to):
    cell = the cell of from
    loop:
        if cell is solid: return cell
        tx = part of the ray at the next column
        ty = part of the ray at the next row
        if both are over 1: return none
        step to the side that comes first`,
    snippet,
    demo(page) {
        let view = 'masks', answer;
        const sprite = { at: [15.2, 8.4], angle: 0.35 };
        const rows = map.map((row) => [...row]);
        const player = { at: [4.6, 1.75], size: [0.8, 1.4], to: [9.6, 2.0] };
        const brush_at = [6.5, 5.5];
        const ray = [[0.6, 7.3], [14.6, 3.4]];
        let brush = true;
        // Columns and rows count from 0, as in the library.
        const cellName = ([column, row]) => `in column ${column}, row ${row}, counted from 0 at the top left`;
        const change = () => {
            if (view === 'masks') {
                answer = ask('masks', { a: ship, b: ghost, at: sprite.at, angle: sprite.angle });
                if (page.wrong(answer)) return;
                if (answer.touching) page.say(`They touch: ${answer.count} pixels of the ship lie on solid pixels of the ghost. The ringed one is the first.`, 'yes');
                else page.say(answer.boxes_overlap ? 'Their boxes overlap, and no pixel does: apart.' : 'Their boxes are apart: no pixel had to be looked at.', 'no');
                page.numbers([['They touch', answer, 'touching'], ['Their boxes overlap', answer, 'boxes_overlap'], ['Common pixels', answer, 'count', '', 0], ['First of them: column, row', answer, 'first', '', 0]]);
                return;
            }
            const by = [player.to[0] - player.at[0], player.to[1] - player.at[1]];
            answer = ask('tiles', { rows: rows.map((row) => row.join('')), player: player.at, size: player.size, by, ray });
            if (page.wrong(answer)) return;
            if (!answer.free) page.say('The player stands in a solid cell. Drag it out, or erase the cell.', 'warn');
            else if (answer.may_enter) page.say('The way is free: the player may go there.', 'no');
            else if (answer.fraction === 0) page.say(`The player stands right at the cell ${cellName(answer.hit)}. Drag it a little off.`, 'warn');
            else page.say(`Stopped after ${Math.round(answer.fraction * 100)} % of the way, by the cell ${cellName(answer.hit)}.`, 'yes');
            page.numbers([
                ['May go there', answer, 'may_enter'], ['Part of the way', answer, 'fraction'], ['Stops at', answer, 'stop', 'cells', 2],
                ['Ray: solid cell, column, row', answer, 'ray_hit', '', 0], ['Ray: where', answer, 'ray_point', 'cells', 2], ['Ray: part of its length', answer, 'ray_fraction'],
            ]);
        };
        const stage = page.stage({
            view: [-2.5, -1.6, 27, 17.8],
            label: 'Two sprites, or a tile map with a player and a ray',
            redraw: () => (view === 'masks' ? drawMasks() : drawTiles()),
        });
        const square = (x, y, style) => stage.polygon([[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]], style);
        const drawMasks = () => {
            const c = stage.color;
            ship.forEach((row, r) => [...row].forEach((pixel, x) => {
                if (pixel === '#') square(x, ship.length - 1 - r, { fill: c.a, stroke: c.card, width: 0.7, alpha: 0.85 });
            }));
            ghost.forEach((row, r) => [...row].forEach((pixel, x) => {
                if (pixel !== '#') return;
                const [x0, y0] = [x - row.length / 2, ghost.length - 1 - r - ghost.length / 2];
                stage.polygon([[x0, y0], [x0 + 1, y0], [x0 + 1, y0 + 1], [x0, y0 + 1]].map((p) => toWorld(sprite, p)), { fill: c.b, stroke: c.card, width: 0.7, alpha: 0.72 });
            }));
            if (answer.first_at) {
                const [x, y] = answer.first_at;
                square(x - 0.5, y - 0.5, { fill: c.hit });
                stage.circle(answer.first_at, 1.1, { stroke: c.hit, width: 3 });
            }
        };
        const drawTiles = () => {
            const c = stage.color, height = rows.length;
            if (!answer.error) for (const [column, row] of answer.ray_cells) square(column, height - 1 - row, { fill: c.mark, alpha: 0.3 });
            rows.forEach((row, r) => row.forEach((tile, x) => square(x, height - 1 - r, tile === '#' ? { fill: c.soft, stroke: c.card, width: 1 } : { stroke: c.grid, width: 1 })));
            if (answer.error) return;
            for (const [column, row] of answer.ray_cells) square(column, height - 1 - row, { stroke: c.mark, width: 2 });
            const { size } = player;
            const box = ([x, y]) => [[x - size[0] / 2, y - size[1] / 2], [x + size[0] / 2, y - size[1] / 2], [x + size[0] / 2, y + size[1] / 2], [x - size[0] / 2, y + size[1] / 2]];
            stage.polygon(box(player.to), { stroke: c.a, width: 1.5, dash: [5, 4] });
            stage.polygon(box(answer.stop), { fill: c.okFill, stroke: c.ok, width: 2 });
            stage.polygon(box(player.at), { fill: c.aFill, stroke: c.a, width: 2.5 });
            stage.arrow(player.at, player.to, c.a, 2);
            if (answer.hit) square(answer.hit[0], height - 1 - answer.hit[1], { stroke: c.hit, width: 4 });
            stage.line(ray[0], answer.ray_point ?? ray[1], c.b, 3);
            if (answer.ray_point) {
                stage.line(answer.ray_point, ray[1], c.b, 1.5, [4, 5]);
                stage.arrow(answer.ray_point, [answer.ray_point[0] + answer.ray_normal[0], answer.ray_point[1] + answer.ray_normal[1]], c.hit);
                stage.dot(answer.ray_point, c.hit, 5);
            }
        };
        const point = (id, label, shape, kind, get, set, step = 0.25) => ({ id, label, shape, kind, step, get, set: (x, y) => { set(x, y); change(); } });
        const again = () => {
            const masks = view === 'masks';
            stage.setView(masks ? [-2.5, -1.6, 27, 17.8] : [-0.4, -0.4, 16.4, 9.4]);
            stage.resize(false);
            stage.setHandles(masks ? [
                point('ghost-move', 'Move the ghost', 'b', 'body', () => sprite.at, (x, y) => { sprite.at = [x, y]; }),
                point('ghost-turn', 'Turn the ghost', 'b', 'turn', () => toWorld(sprite, [8.2, 0]), (x, y) => { sprite.angle = Math.atan2(y - sprite.at[1], x - sprite.at[0]); }),
            ] : [
                point('player-move', 'Move the player', 'a', 'body', () => player.at, (x, y) => { player.at = [x, y]; }),
                point('player-to', 'Where the player wants to go', 'a', 'turn', () => player.to, (x, y) => { player.to = [x, y]; }),
                point('ray-start', 'Start of the ray', 'b', 'point', () => ray[0], (x, y) => { ray[0] = [x, y]; }),
                point('ray-end', 'End of the ray', 'b', 'turn', () => ray[1], (x, y) => { ray[1] = [x, y]; }),
                { ...point('brush', 'Brush: Enter changes the cell', 'c', 'corner', () => brush_at, (x, y) => { brush_at.splice(0, 2, Math.floor(x) + 0.5, Math.floor(y) + 0.5); }, 1), press: paintAtBrush },
            ]);
            stage.canvas.style.cursor = masks ? '' : 'crosshair';
            stage.canvas.style.touchAction = masks ? '' : 'none';
            change();
            stage.draw();
        };
        // Painting.
        const cellAt = (event) => {
            const frame = stage.canvas.getBoundingClientRect();
            const [x, y] = stage.place(event.clientX - frame.left, event.clientY - frame.top).map(Math.floor);
            return [x, rows.length - 1 - y];
        };
        const paint = (event) => {
            const [x, row] = cellAt(event);
            if (rows[row]?.[x] === undefined) return;
            rows[row][x] = brush ? '#' : '.';
            change();
            stage.draw();
        };
        const paintAtBrush = () => {
            const [column, row] = [Math.floor(brush_at[0]), rows.length - 1 - Math.floor(brush_at[1])];
            if (rows[row]?.[column] === undefined) return;
            rows[row][column] = rows[row][column] === '#' ? '.' : '#';
            change();
        };
        stage.canvas.addEventListener('pointerdown', (event) => {
            if (view === 'masks') return;
            const [x, row] = cellAt(event);
            brush = rows[row]?.[x] !== '#';
            stage.canvas.setPointerCapture(event.pointerId);
            page.guard(() => paint(event));
        });
        stage.canvas.addEventListener('pointermove', (event) => { if (view === 'tiles' && event.buttons) page.guard(() => paint(event)); });
        page.choice('View', [['masks', 'Two sprites'], ['tiles', 'A tile map']], view, (next) => { view = next; again(); });
        page.button('Undo all', () => {
            map.forEach((row, r) => { rows[r] = [...row]; });
            Object.assign(player, { at: [4.6, 1.75], to: [9.6, 2.0] });
            Object.assign(sprite, { at: [15.2, 8.4], angle: 0.35 });
            again();
        });
        page.turnKeys((by) => { if (view !== 'masks') return; sprite.angle += 0.06 * by; change(); stage.draw(); });
        again();
    },
};
