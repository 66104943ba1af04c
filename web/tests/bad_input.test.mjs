// Shapes that cannot be: said in words, and the page goes on.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { launch, open } from './browser.mjs';

let browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

const spot = async (page, handle) => {
    const box = await page.locator(`[data-handle="${handle}"]`).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
};

async function dragTo(page, handle, [x, y]) {
    await page.mouse.move(...await spot(page, handle));
    await page.mouse.down();
    await page.mouse.move(x, y, { steps: 4 });
    await page.mouse.up();
}

/** What is said, if it is a warning. */
const warning = (page) => page.$eval('.say', (say) => (say.classList.contains('warn') ? say.textContent : ''));

for (const chapter of ['projections', 'two-shadows', 'separating-axes', 'least-push', 'circle-and-polygon', 'contact-points']) {
    test(`${chapter}: corners on each other, a dent, crossing edges, out of view`, async () => {
        const { page, errors, close } = await open(browser, chapter);
        const home = await spot(page, 'a-corner-1');
        await dragTo(page, 'a-corner-1', await spot(page, 'a-corner-2'));
        assert.match(await warning(page), /lies on the corner before it|bends inwards|one line/);
        await dragTo(page, 'a-corner-1', home);
        assert.equal(await warning(page), '');
        // Over the middle to the other side: the edges cross or bend inwards.
        const [mx, my] = await spot(page, 'a-move');
        await dragTo(page, 'a-corner-1', [2 * mx - home[0], 2 * my - home[1]]);
        assert.match(await warning(page), /no convex polygon/);
        await dragTo(page, 'a-corner-1', home);
        assert.equal(await warning(page), '');
        // Far out of the window: handles stay in the picture.
        await dragTo(page, 'a-move', [-3000, -3000]);
        await dragTo(page, 'a-corner-3', [5000, 5000]);
        const stage = await page.locator('.stage').boundingBox();
        const [x, y] = await spot(page, 'a-move');
        assert.ok(x >= stage.x - 1 && y >= stage.y - 1 && x <= stage.x + stage.width + 1, `${x} ${y}`);
        await page.reload();
        await page.waitForSelector(`html[data-chapter="${chapter}"]`);
        assert.equal(await warning(page), '');
        assert.deepEqual(errors, []);
        await close();
    });
}

test('an outline that crosses itself is refused with the place, and mended', async () => {
    const { page, errors, close } = await open(browser, 'concave-shapes');
    await page.selectOption('[data-control="Outline"]', 'crossing');
    assert.match(await warning(page), /edge 1 crosses edge 3 at \(.*\)/);
    await page.click('[data-control="Next ear"]');
    await page.selectOption('[data-control="Outline"]', 'star');
    assert.equal(await warning(page), '');
    // A corner of the hole beyond the outline, and back.
    await page.selectOption('[data-control="Outline"]', 'hole');
    const first = await spot(page, 'hole-1');
    await dragTo(page, 'hole-1', [first[0] - 30, first[1] + 260]);
    assert.match(await warning(page), /crosses|leaves the outline/);
    await dragTo(page, 'hole-1', first);
    assert.equal(await warning(page), '');
    assert.deepEqual(errors, []);
    await close();
});

test('start over: a heap of corners is as it was, and the focus stays', async () => {
    const { page, errors, close } = await open(browser, 'separating-axes');
    const words = await page.textContent('.say');
    const middle = await spot(page, 'b-move');
    for (const corner of [1, 2, 3, 4, 5]) await dragTo(page, `a-corner-${corner}`, middle);
    assert.match(await warning(page), /no convex polygon/);
    await page.focus('[data-control="Start over"]');
    await page.keyboard.press('Enter');
    assert.equal(await page.textContent('.say'), words);
    assert.equal(await page.evaluate(() => document.activeElement.dataset.control), 'Start over');
    assert.deepEqual(errors, []);
    await close();
});

test('sizes of zero are said', async () => {
    const { page, errors, close } = await open(browser, 'boxes-and-circles');
    await dragTo(page, 'b-size', await spot(page, 'b-move'));
    assert.match(await warning(page), /cannot be/);
    await page.focus('[data-handle="b-size"]');
    for (let i = 0; i < 4; i += 1) await page.keyboard.press('Shift+ArrowRight');
    assert.equal(await warning(page), '');
    assert.deepEqual(errors, []);
    await close();
});

test('an unknown chapter opens the first', async () => {
    const { page, errors, close } = await open(browser, 'overlap-on-a-line');
    await page.evaluate(() => { location.hash = '#no-such-chapter'; });
    await page.waitForTimeout(100);
    assert.match(await page.textContent('h1'), /Overlap on a line/);
    assert.deepEqual(errors, []);
    await close();
});

test('the page opens from a server too', async () => {
    const types = { html: 'text/html', css: 'text/css', js: 'text/javascript' };
    const server = createServer(async (request, response) => {
        const name = request.url === '/' ? 'index.html' : request.url.slice(1).split('?')[0];
        const body = await readFile(new URL(`../dist/${name}`, import.meta.url)).catch(() => undefined);
        response.writeHead(body ? 200 : 404, { 'content-type': types[name.split('.').at(-1)] ?? 'text/plain' });
        response.end(body);
    });
    await new Promise((done) => { server.listen(0, '127.0.0.1', done); });
    const { page, errors, close } = await open(browser, 'separating-axes', { url: `http://127.0.0.1:${server.address().port}/` });
    assert.match(await page.textContent('h1'), /Separating axes/);
    assert.deepEqual(errors, []);
    await close();
    server.close();
});
