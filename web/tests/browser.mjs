// A headless Chromium, and the page opened in it.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Chromium, from CHROMIUM or one of the usual places. */
export function launch() {
    const executablePath = process.env.CHROMIUM ?? places.find(existsSync);
    if (!executablePath) throw new Error('no Chromium is found: set CHROMIUM, or apt-get install chromium');
    return chromium.launch({ executablePath, args: ['--no-sandbox'] });
}

export const index = pathToFileURL(resolve(import.meta.dirname ?? 'tests', '../dist/index.html')).href;

/** A page at a chapter; `errors` collects what its console says of errors. */
export async function open(browser, chapter, { width = 1440, height = 1000, theme = 'light', touch = false, url = index } = {}) {
    const context = await browser.newContext({ viewport: { width, height }, colorScheme: theme, hasTouch: touch, isMobile: touch, deviceScaleFactor: touch ? 2 : 1 });
    const page = await context.newPage();
    const errors = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => { if (message.type() === 'error') errors.push(message.text()); });
    await page.goto(`${url}#${chapter}`);
    await page.waitForSelector(`html[data-chapter="${chapter}"]`, { timeout: 30000 });
    return { page, errors, close: () => context.close() };
}
