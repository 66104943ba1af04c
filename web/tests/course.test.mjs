// Every chapter: it opens, a drag and a key change it, and its numbers are the library's.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { at, format } from '../course/format.js';
import { launch, open } from './browser.mjs';
import { answers } from './native.mjs';

// A handle of each chapter, and the way that it is dragged [px]; without one, a control is used.
const chapters = {
    'overlap-on-a-line': { handle: 'b-move', by: [35, 0] },
    'boxes-and-circles': { handle: 'b-move', by: [-20, 30] },
    projections: { handle: 'a-corner-3', by: [30, -12] },
    'two-shadows': { handle: 'line-turn', by: [-40, -50] },
    'separating-axes': { handle: 'b-move', by: [-50, 10] },
    'least-push': { handle: 'b-move', by: [14, -8] },
    'circle-and-polygon': { handle: 'circle-move', by: [-20, 20] },
    'concave-shapes': { handle: 'outline-2', by: [8, 10] },
    'contact-points': { handle: 'b-turn', by: [0, -22] },
    'pixels-and-tiles': { handle: 'ghost-move', by: [-25, 8] },
    'rays-and-throws': { handle: 'ray-end', by: [-30, 40] },
    'broad-phase': { control: 'One step' },
    response: { handle: 'b-velocity', by: [-25, 10] },
    'the-world': { control: 'One step' },
};

let browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

/** The numbers that are shown, with the questions they come from. */
const shown = (page) => page.$$eval('.numbers dd', (list) => list.map((dd) => ({ label: dd.dataset.number, question: dd.dataset.question, path: dd.dataset.path, digits: Number(dd.dataset.digits), text: dd.querySelector('span').textContent })));

/** A picture of the canvas, as a number. */
const picture = (page) => page.$eval('.stage canvas', (canvas) => {
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    let sum = 7;
    for (let i = 0; i < data.length; i += 1) sum = (Math.imul(sum, 31) + data[i]) | 0;
    return sum;
});

/** Compares numbers with native answers; returns how many were compared. */
function compare(list) {
    const asked = list.filter((one) => one.question);
    const native = answers(asked.map((one) => one.question));
    asked.forEach((one, i) => {
        assert.equal(native[i].error, undefined, one.question);
        assert.equal(one.text, format(at(native[i], one.path), one.digits), `${one.label} of ${one.question}`);
    });
    return asked.length;
}

async function drag(page, handle, [dx, dy], touch = false) {
    const button = page.locator(`[data-handle="${handle}"]`);
    await button.scrollIntoViewIfNeeded();
    const box = await button.boundingBox();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    if (touch) {
        const client = await page.context().newCDPSession(page);
        const send = (type, points) => client.send('Input.dispatchTouchEvent', { type, touchPoints: points });
        await send('touchStart', [{ x, y }]);
        for (let i = 1; i <= 5; i += 1) await send('touchMove', [{ x: x + (dx * i) / 5, y: y + (dy * i) / 5 }]);
        await send('touchEnd', []);
    } else {
        await page.mouse.move(x, y);
        await page.mouse.down();
        await page.mouse.move(x + dx, y + dy, { steps: 5 });
        await page.mouse.up();
    }
}

/** Stops what moves, so that pictures can be compared. */
async function still(page, chapter) {
    if (chapter === 'broad-phase') await page.uncheck('[data-control="Move"]');
    if (chapter === 'the-world') await page.click('[data-control="Pause"]');
}

for (const [width, theme, touch] of [[1440, 'light', false], [1440, 'dark', false], [375, 'light', true], [375, 'dark', true]]) {
    describe(`${width} px, ${theme}${touch ? ', touch' : ''}`, { concurrency: false }, () => {
        for (const [chapter, { handle, by, control }] of Object.entries(chapters)) {
            test(chapter, async () => {
                const { page, errors, close } = await open(browser, chapter, { width, height: touch ? 812 : 1000, theme, touch });
                await still(page, chapter);
                const first = [await shown(page), await picture(page)];
                if (handle) await drag(page, handle, touch ? by.map((d) => d * 0.6) : by, touch);
                else await page.click(`[data-control="${control}"]`);
                const second = [await shown(page), await picture(page)];
                assert.notDeepEqual(second[0], first[0], 'numbers did not change');
                assert.notEqual(second[1], first[1], 'the picture did not change');
                let compared = compare([...first[0], ...second[0]]);
                // The keyboard: every handle is reached, has a name, and moves.
                const handles = await page.$$eval('.handle', (all) => all.map((one) => [one.dataset.handle, one.getAttribute('aria-label'), one.tabIndex]));
                assert.ok(handles.every(([, label, tab]) => label.length > 8 && tab === 0), 'a handle has no name');
                if (handle) {
                    await page.focus(`[data-handle="${handle}"]`);
                    await page.keyboard.press('Shift+ArrowLeft');
                    await page.keyboard.press('ArrowUp');
                    const third = [await shown(page), await picture(page)];
                    assert.notEqual(third[1], second[1], 'a key did not change the picture');
                    compared += compare(third[0]);
                    assert.ok(compared >= 6, `${compared} numbers compared`);
                }
                const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
                assert.ok(wide <= 0, `the page is ${wide} px wider than the window`);
                assert.equal(await page.$eval('html', (html) => html.dataset.theme), theme);
                assert.equal(await page.$eval('.say', (say) => say.textContent.length > 5), true);
                assert.deepEqual(errors, []);
                await close();
            });
        }
    });
}

/** Chooses one of several: the inputs are out of sight, their labels are not. */
const choose = (page, control) => page.locator(`label:has([data-control="${control}"])`).click();

describe('every view of every chapter', () => {
    test('boxes and circles: all five pairs', async () => {
        const { page, errors, close } = await open(browser, 'boxes-and-circles');
        let compared = 0;
        for (const kind of ['box-box', 'circle-circle', 'box-circle', 'turned-circle', 'turned-turned']) {
            await choose(page, `Kind of pair: ${kind}`);
            compared += compare(await shown(page));
            await drag(page, 'b-move', [-60, 25]);
            await page.keyboard.press('a');
            compared += compare(await shown(page));
        }
        assert.ok(compared > 35, `${compared}`);
        assert.deepEqual(errors, []);
        await close();
    });

    test('separating axes: axis by axis, all at once, the early exit', async () => {
        const { page, errors, close } = await open(browser, 'separating-axes');
        const rows = () => page.$$eval('.table tbody tr', (all) => all.map((row) => row.className));
        assert.equal((await rows()).length, 9);
        const before = await picture(page);
        await page.click('[data-control="Next axis"]');
        assert.equal((await rows()).indexOf('now'), 1);
        assert.notEqual(await picture(page), before);
        const list = await shown(page);
        const tested = Number(list.find((one) => one.label === 'Axes tested').text);
        assert.equal((await rows()).filter((name) => name === 'late').length, 9 - tested);
        await choose(page, 'Show: all');
        compare(await shown(page));
        await page.focus('[data-handle="b-move"]');
        for (let i = 0; i < 30; i += 1) await page.keyboard.press(i % 3 ? 'a' : 'd');
        compare(await shown(page));
        assert.deepEqual(errors, []);
        await close();
    });

    test('least push: applied, the two never overlap', async () => {
        const { page, errors, close } = await open(browser, 'least-push');
        await page.check('[data-control="Apply the push"]');
        for (const by of [[-80, 10], [90, -30], [-60, 50]]) {
            await drag(page, 'b-move', by);
            const rows = await page.$$eval('.table tbody tr', (all) => all.map((row) => Number(row.cells[4].textContent.replace('\u2212', '-'))));
            // Some axis has no overlap beyond rounding.
            assert.ok(Math.min(...rows) <= 0.0011, `${rows}`);
            compare(await shown(page));
        }
        assert.deepEqual(errors, []);
        await close();
    });

    test('concave: each outline ear by ear, pieces, collision', async () => {
        const { page, errors, close } = await open(browser, 'concave-shapes');
        for (const outline of ['arrow', 'star', 'straight', 'hole']) {
            await page.selectOption('[data-control="Outline"]', outline);
            const text = await page.textContent('.numbers');
            const steps = Number(/of (\d+)/.exec(text)[1]);
            for (let i = 0; i < steps; i += 1) await page.click('[data-control="Next ear"]');
            assert.match(await page.textContent('.say'), /^Done/);
            const list = await shown(page);
            compare(list);
            assert.equal(list.find((one) => one.label === 'Triangles by ears').text, list.find((one) => one.label === 'Triangles, faster method').text);
        }
        await choose(page, 'View: pieces');
        compare(await shown(page));
        await choose(page, 'View: meet');
        assert.ok(compare(await shown(page)) >= 5);
        await drag(page, 'b-move', [-70, 10]);
        compare(await shown(page));
        assert.deepEqual(errors, []);
        await close();
    });

    test('contact points: every step, and one point where a corner stands on an edge', async () => {
        const { page, errors, close } = await open(browser, 'contact-points');
        for (let step = 0; step < 5; step += 1) {
            await choose(page, `Step: ${step}`);
            compare(await shown(page));
        }
        const count = async () => (await shown(page)).find((one) => one.label === 'Contact points').text;
        assert.equal(await count(), '2');
        await page.focus('[data-handle="b-move"]');
        const counts = new Set();
        for (let i = 0; i < 20; i += 1) {
            await page.keyboard.press('a');
            counts.add(await count());
            compare(await shown(page));
        }
        assert.ok(counts.has('1'), [...counts].join());
        assert.deepEqual(errors, []);
        await close();
    });

    test('pixels and tiles: the map is painted, and the player stops or goes', async () => {
        const { page, errors, close } = await open(browser, 'pixels-and-tiles');
        await choose(page, 'View: tiles');
        compare(await shown(page));
        const before = await shown(page);
        const canvas = await page.locator('.stage canvas').boundingBox();
        // A wall in the player's way, in columns 6 and 7 of 16.8, from the third to the sixth row from below.
        const cell = (x, y) => [canvas.x + ((x + 0.9) / 16.8) * canvas.width, canvas.y + canvas.height * (1 - (y + 0.9) / 9.8)];
        await page.mouse.move(...cell(6, 2));
        await page.mouse.down();
        for (const y of [3, 4, 5]) await page.mouse.move(...cell(6, y), { steps: 4 });
        await page.mouse.up();
        const after = await shown(page);
        assert.notDeepEqual(after, before);
        compare(after);
        assert.equal(after.find((one) => one.label === 'May go there').text, 'no');
        assert.deepEqual(errors, []);
        await close();
    });

    test('pixels and tiles: the brush changes a cell by the keyboard, and a player at a cell is told so', async () => {
        const { page, errors, close } = await open(browser, 'pixels-and-tiles');
        await choose(page, 'View: tiles');
        const ray = async () => (await shown(page)).find((one) => one.label === 'Ray: part of its length').text;
        const before = await ray();
        await page.focus('[data-handle="brush"]');
        // To a cell on the ray.
        for (let i = 0; i < 5; i += 1) await page.keyboard.press('ArrowLeft');
        await page.keyboard.press('ArrowUp');
        await page.keyboard.press('Enter');
        assert.notEqual(await ray(), before);
        compare(await shown(page));
        await page.keyboard.press('Enter');
        assert.equal(await ray(), before);
        // The player, on the ground.
        await page.focus('[data-handle="player-move"]');
        for (let i = 0; i < 2; i += 1) await page.keyboard.press('ArrowDown');
        assert.match(await page.textContent('.say'), /stands in a solid cell|stands right at the cell/);
        assert.deepEqual(errors, []);
        await close();
    });

    test('response: friction is called at its limit only if it is', async () => {
        const { page, errors, close } = await open(browser, 'response');
        const value = async (label) => Number((await shown(page)).find((one) => one.label === label).text.replace('\u2212', '-'));
        for (const friction of [0, 0.05, 0.1, 0.4, 1.5]) {
            await page.locator('[data-control="Friction \u03bc"]').fill(String(friction));
            const [normal, across] = [await value('Impulse, along the normal'), await value('Impulse, across it')];
            const limit = Math.abs(across) > friction * normal - 0.002;
            assert.equal(/at its limit/.test(await page.textContent('.say')), limit, `${friction}: ${across} of ${friction * normal}`);
            compare(await shown(page));
        }
        assert.deepEqual(errors, []);
        await close();
    });

    test('rays and throws: the throw, and the bullet with and without a swept test', async () => {
        const { page, errors, close } = await open(browser, 'rays-and-throws');
        await choose(page, 'View: throw');
        compare(await shown(page));
        assert.match(await page.textContent('.say'), /^Into the bucket/);
        await drag(page, 'throw-to', [20, -20]);
        compare(await shown(page));
        await choose(page, 'View: bullet');
        const value = async (label) => (await shown(page)).find((one) => one.label.startsWith(label)).text;
        for (const speed of [10, 90, 233, 400]) {
            await page.locator('[data-control="Speed"]').fill(String(speed));
            compare(await shown(page));
            assert.equal(await value('Through, with it'), 'no', `${speed} m/s`);
        }
        assert.equal(await value('Through, without'), 'yes');
        assert.deepEqual(errors, []);
        await close();
    });

    test('broad phase: four ways find the same pairs as the library does', async () => {
        const { page, errors, close } = await open(browser, 'broad-phase');
        await page.uncheck('[data-control="Move"]');
        const pairs = new Set();
        for (const way of ['brute', 'hash', 'quadtree', 'rtree']) {
            await choose(page, `Way: ${way}`);
            await page.click('[data-control="One step"]');
            await page.click('[data-control="One step"]');
            const question = await page.$eval('.numbers', (numbers) => numbers.dataset.broad);
            const [native] = answers([JSON.stringify({ ask: 'broad', ...JSON.parse(question) })]);
            const list = Object.fromEntries((await shown(page)).map((one) => [one.label, one.text]));
            assert.equal(list['Pairs tested'], format(native.tested, 0), way);
            assert.equal(list['Pairs that overlap'], format(native.pairs, 0), way);
            assert.equal(list['Cells or nodes'], format(native.cells, 0), way);
            pairs.add(native.pairs);
            console.log(`${way}: ${native.tested} pairs tested, ${native.pairs} overlap, ${native.cells} cells`);
        }
        assert.equal(pairs.size, 1);
        assert.deepEqual(errors, []);
        await close();
    });

    test('the world: throw, drag, rules, pause', async () => {
        const { page, errors, close } = await open(browser, 'the-world');
        const numbers = async () => Object.fromEntries((await shown(page)).map((one) => [one.label, one.text]));
        await page.click('[data-control="Pause"]');
        const [before, hash] = [await numbers(), (await numbers())['State hash']];
        await page.waitForTimeout(400);
        assert.equal((await numbers())['State hash'], hash, 'paused');
        await page.click('[data-control="Throw"]');
        await page.click('[data-control="One step"]');
        assert.equal(Number((await numbers()).Bodies), Number(before.Bodies) + 1);
        await page.locator('[data-control="Gravity"]').fill('-10');
        await page.locator('[data-control="Substeps"]').fill('8');
        await page.locator('[data-control="Friction of all"]').fill('0');
        await page.locator('[data-control="Restitution of all"]').fill('0.9');
        await page.locator('[data-control="Contacts and impulses"]').check();
        await page.click('[data-control="Go on"], [data-control="Pause"]');
        await page.waitForTimeout(500);
        assert.notEqual((await numbers())['State hash'], hash);
        // A body of the stack is dragged, and a ball is thrown by hand.
        const canvas = await page.locator('.stage canvas').boundingBox();
        await page.click('[data-control="Start again"]');
        for (const [x0, y0, x1, y1] of [[0.2, 0.85, 0.3, 0.3], [0.5, 0.2, 0.3, 0.3]]) {
            await page.mouse.move(canvas.x + canvas.width * x0, canvas.y + canvas.height * y0);
            await page.mouse.down();
            await page.mouse.move(canvas.x + canvas.width * x1, canvas.y + canvas.height * y1, { steps: 8 });
            await page.waitForTimeout(300);
            await page.mouse.up();
        }
        await page.waitForTimeout(400);
        assert.equal(Number((await numbers()).Bodies), Number(before.Bodies) + 1);
        assert.ok((await page.$$('.table tbody tr')).length >= 6, 'stages of a step');
        assert.deepEqual(errors, []);
        await close();
    });
});
