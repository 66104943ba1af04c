// Screenshots of chapters for a look: node tests/shots.mjs FOLDER [CHAPTER ..] [--width 1440] [--dark] [--full].
import { mkdirSync } from 'node:fs';
import { launch, open } from './browser.mjs';

const words = process.argv.slice(2);
const flag = (name) => words.includes(name) && words.splice(words.indexOf(name), 1).length > 0;
const option = (name, usual) => (words.includes(name) ? words.splice(words.indexOf(name), 2)[1] : usual);
const [dark, full] = [flag('--dark'), flag('--full')];
const width = Number(option('--width', 1440));
const [folder = 'shots', ...wanted] = words;
mkdirSync(folder, { recursive: true });
const browser = await launch();
const first = await open(browser, 'overlap-on-a-line');
const all = await first.page.$$eval('#chapters a', (links) => links.map((link) => link.hash.slice(1)));
await first.close();
for (const chapter of wanted.length ? wanted : all) {
    const { page, errors, close } = await open(browser, chapter, { width, height: width < 600 ? 812 : 1000, theme: dark ? 'dark' : 'light', touch: width < 600 });
    await page.waitForTimeout(600);
    await page.screenshot({ path: `${folder}/${chapter}-${width}${dark ? '-dark' : ''}.png`, fullPage: full });
    console.log(chapter, errors.length ? errors : '');
    await close();
}
await browser.close();
