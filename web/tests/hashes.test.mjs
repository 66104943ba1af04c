// The same bits in wasm as natively: in Node and in Chromium.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { LiveWorld, initSync } from '../built/carom_web.js';
import { launch, open } from './browser.mjs';
import { hash } from './native.mjs';

const scenes = ['tumbler', 'spinner', 'large_pyramid', 'rain', 'washer'];
const native = new Map(scenes.map((scene) => [scene, hash(scene, 120)]));
let browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

test('state hashes after 120 steps are those of the native build in Node', () => {
    initSync({ module: readFileSync(new URL('../built/carom_web_bg.wasm', import.meta.url)) });
    for (const scene of scenes) {
        const world = new LiveWorld(scene, 0);
        for (let i = 0; i < 120; i += 1) world.step();
        assert.equal(world.hash(), native.get(scene), scene);
        world.free();
    }
    assert.equal(new Set(native.values()).size, scenes.length);
});

test('state hashes after 120 steps are those of the native build in Chromium', async () => {
    const { page, errors, close } = await open(browser, 'the-world');
    for (const scene of scenes) {
        await page.selectOption('[data-control="Scene"]', scene);
        await page.click('[data-control="120 steps from the start"]');
        const shown = await page.$eval('.numbers', (numbers) => JSON.parse(numbers.dataset.world));
        assert.deepEqual([shown.scene, shown.steps, shown.hash], [scene, 120, native.get(scene)]);
        assert.match(await page.textContent('.numbers'), new RegExp(native.get(scene)));
        console.log(`${scene}: ${shown.hash}`);
    }
    assert.deepEqual(errors, []);
    await close();
});
