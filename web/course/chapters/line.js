import snippet from '../../wasm/snippets/line.md';
import { ask } from '../engine.js';

export default {
    id: 'overlap-on-a-line',
    title: 'Overlap on a line',
    lead: 'Everything in this course comes down to one small question: do two stretches of a line share a point?',
    words: `
<h2>Two intervals</h2>
<p><b class="a">A</b> goes from one number to another, and so does <b class="b">B</b>. Measure how far A's end lies beyond
B's start, and how far B's end lies beyond A's start. The smaller of the two is the <b class="hit">overlap</b>.</p>
<p class="formula">overlap = min(a.max − b.min, b.max − a.min)</p>
<p>If it is more than zero they overlap. If it is zero they touch. If it is negative they are apart, and it is minus the
gap.</p>
<h2>The push</h2>
<p>The overlap is also the shortest way out: move B by that much, to the side on which it is shorter, and they only touch.
Drag B into the middle of A: it has to go past the nearer end, so the push is longer than B itself.</p>`,
    pseudo: `
overlap(a, b):
    up   = a.max - b.min     # B leaves upwards
    down = b.max - a.min     # B leaves downwards
    return min(up, down)

push(a, b):          # up, down: as above
    if min(up, down) <= 0: return 0
    if up <= down: return +up else: return -down`,
    snippet,
    demo(page) {
        const s = { a: [-4.5, 0.8], b: [-0.9, 4.2] };
        let answer;
        const change = () => {
            answer = ask('intervals', s);
            if (page.wrong(answer)) return;
            page.numbers([
                ['Overlap', answer, 'overlap', 'm'],
                ['Push of B', answer, 'push', 'm'],
                ['They share a point', answer, 'overlaps'],
                ['Shared part', answer, 'shared', 'm', 2],
            ]);
            if (answer.overlap > 0) page.say('They overlap. The arrow is the shortest push of B after which they only touch.', 'yes');
            else page.say(answer.overlaps ? 'They touch at exactly one point.' : 'They are apart. The overlap is negative: minus the gap.', answer.overlaps ? 'yes' : 'no');
        };
        const stage = page.stage({
            view: [-8, -4, 8, 4],
            label: 'Two intervals on a number line',
            redraw: () => {
                const c = stage.color;
                stage.line([-7.6, 0], [7.6, 0], c.soft, 1.5);
                for (let x = -7; x <= 7; x += 1) {
                    stage.line([x, -0.12], [x, 0.12], c.soft, 1);
                    if (stage.scale > 26 || x % 2 === 0) stage.text(String(x).replace('-', '−'), [x, 0], { dy: 16, size: 12, color: c.soft, weight: 450 });
                }
                for (const [name, y] of [['a', 1.3], ['b', -1.5]]) {
                    const [low, high] = s[name];
                    stage.line([low, y], [high, y], c[name], 9);
                    for (const x of [low, high]) stage.line([x, y], [x, 0], c[name], 1.5, [4, 4]);
                    stage.text(name.toUpperCase(), [(low + high) / 2, y], { dy: name === 'a' ? -26 : 26, color: c[name], size: 18, weight: 700 });
                }
                if (answer?.shared) stage.line([answer.shared[0], 0], [answer.shared[1], 0], c.hit, 7);
                if (answer?.push) {
                    const at = answer.push > 0 ? s.b[0] : s.b[1];
                    stage.arrow([at, -2.8], [at + answer.push, -2.8], c.hit);
                    stage.text('push', [at + answer.push / 2, -2.8], { color: c.hit, size: 13, dy: 16 });
                }
            },
        });
        const end = (name, i, y) => ({
            id: `${name}-${i ? 'end' : 'start'}`, label: `${i ? 'End' : 'Start'} of ${name.toUpperCase()}`, shape: name, kind: 'point',
            get: () => [s[name][i], y],
            set: (x) => {
                s[name][i] = i ? Math.max(x, s[name][0]) : Math.min(x, s[name][1]);
                change();
            },
        });
        const middle = (name, y) => ({
            id: `${name}-move`, label: `Move ${name.toUpperCase()}`, shape: name, kind: 'body',
            get: () => [(s[name][0] + s[name][1]) / 2, y],
            set: (x) => {
                const half = (s[name][1] - s[name][0]) / 2;
                s[name] = [x - half, x + half];
                change();
            },
        });
        stage.setHandles([end('a', 0, 1.3), middle('a', 1.3), end('a', 1, 1.3), end('b', 0, -1.5), middle('b', -1.5), end('b', 1, -1.5)]);
        change();
    },
};
