// The course: one chapter at a time, by the address.
import { load } from './engine.js';
import { Page } from './page.js';
import { chapters } from './chapters.js';

const main = document.querySelector('main');
const list = document.querySelector('#chapters ol');
const menu = document.querySelector('.menu');
const root = document.documentElement;
let page;

function open() {
    const id = location.hash.slice(1);
    if (id === 'main') return;
    const number = Math.max(0, chapters.findIndex((chapter) => chapter.id === id));
    const chapter = chapters[number];
    start(chapter, number);
    document.title = `${chapter.title} \u2013 Collision, by hand`;
    for (const link of list.querySelectorAll('a')) {
        if (link.hash === `#${chapter.id}`) link.setAttribute('aria-current', 'page');
        else link.removeAttribute('aria-current');
    }
    toggleMenu(false);
    scrollTo(0, 0);
    root.dataset.chapter = chapter.id;
}

function start(chapter, number) {
    page?.dispose();
    page = new Page(main, chapter, number, chapters, () => {
        start(chapter, number);
        main.querySelector('.over').focus({ preventScroll: true });
    });
    page.guard(() => chapter.demo(page));
    page.canvas?.draw();
}

function toggleMenu(shown) {
    document.querySelector('#chapters').classList.toggle('open', shown);
    menu.setAttribute('aria-expanded', shown);
}

function setTheme(theme) {
    root.dataset.theme = theme;
    try { localStorage.setItem('theme', theme); } catch { /* A page from a folder may have no storage. */ }
}

list.replaceChildren(...chapters.map((chapter) => {
    const link = Object.assign(document.createElement('a'), { href: `#${chapter.id}`, textContent: chapter.title });
    const item = document.createElement('li');
    item.append(link);
    return item;
}));
menu.addEventListener('click', () => toggleMenu(menu.getAttribute('aria-expanded') !== 'true'));
document.querySelector('.theme').addEventListener('click', () => setTheme(root.dataset.theme === 'dark' ? 'light' : 'dark'));
if (!root.dataset.theme) root.dataset.theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';

load().then(() => {
    addEventListener('hashchange', open);
    open();
}).catch((error) => {
    const words = Object.assign(document.createElement('p'), { className: 'loading' });
    words.textContent = `The engine did not start: ${error.message}. A browser from 2023 or later is needed (WebAssembly with SIMD).`;
    main.replaceChildren(words);
});
