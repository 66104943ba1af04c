// What stands round a demo: words, controls, numbers, tables, code.
import { questionOf } from './engine.js';
import { at, format } from './format.js';
import { Stage } from './stage.js';

const make = (tag, properties = {}, ...children) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
};

const escape = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

const rust = /(\/\/[^\n]*)|("(?:[^"\\]|\\.)*")|\b(let|mut|for|in|if|else|fn|use|match|return|while|as|impl|struct|true|false)\b|\b(\d[\d_.]*(?:f32|e-?\d+)?)\b/g;

/** Rust with a little colour. */
function colored(code) {
    return escape(code).replace(rust, (all, comment, string, keyword, number) => {
        const kind = comment ? 'c' : string ? 's' : keyword ? 'k' : number ? 'n' : '';
        return `<span class="${kind}">${all}</span>`;
    });
}

/** A chapter on the page: its stage, and everything that can be shown in it. */
export class Page {
    constructor(main, chapter, number, chapters, startOver) {
        this.frames = [];
        this.stops = [];
        const link = (other, rel, words) => make('a', { href: `#${other.id}`, className: rel }, make('small', { textContent: words }), other.title);
        const code = (title, html) => make('figure', { className: 'code' }, make('figcaption', { textContent: title }), make('pre', { innerHTML: html, tabIndex: 0 }));
        const onward = make('nav', { className: 'onward', ariaLabel: 'Other chapters' });
        if (number > 0) onward.append(link(chapters[number - 1], 'back', 'Before'));
        if (number + 1 < chapters.length) onward.append(link(chapters[number + 1], 'next', 'Next'));
        this.stageRoot = make('div', { className: 'stage' });
        this.sayRoot = make('p', { className: 'say' });
        this.sayRoot.setAttribute('aria-live', 'polite');
        this.controlRoot = make('div', { className: 'controls' });
        this.numberRoot = make('dl', { className: 'numbers' });
        this.tableRoot = make('div', { className: 'table' });
        const keys = make('p', { className: 'keys', innerHTML: chapter.keys ?? 'Drag the handles. With the keyboard: <kbd>Tab</kbd> chooses one, arrow keys move it.' });
        // A way back from corners that were dragged onto each other.
        const over = make('button', { type: 'button', className: 'over', textContent: 'Start over' });
        over.dataset.control = 'Start over';
        over.addEventListener('click', startOver);
        keys.append(' ', over);
        main.replaceChildren(
            make('p', { className: 'kicker', textContent: `Chapter ${number + 1} of ${chapters.length}` }),
            make('h1', { textContent: chapter.title }),
            make('p', { className: 'lead', innerHTML: chapter.lead }),
            make('div', { className: 'chapter' },
                make('section', { className: 'demo', ariaLabel: 'Demo' }, this.stageRoot, this.sayRoot, this.controlRoot, this.numberRoot, this.tableRoot, keys),
                make('section', { className: 'words' },
                    ...[make('div', { innerHTML: chapter.words })],
                    code('In pseudo-code', escape(chapter.pseudo.trim())),
                    code('With carom', colored(chapter.snippet)))),
            onward);
    }

    /** The stage of the chapter; `update` is called after every change, `draw` paints. */
    stage(options) {
        this.canvas = new Stage(this.stageRoot, options);
        return this.canvas;
    }

    dispose() {
        this.over = true;
        this.canvas?.dispose();
        this.stops.forEach((stop) => stop());
    }

    /** Calls `run(seconds)` for each frame while the chapter is there. */
    animate(run) {
        let last = performance.now();
        const frame = (now) => {
            if (this.over) return;
            const time = Math.min((now - last) / 1000, 0.1);
            last = now;
            this.guard(() => run(time));
            requestAnimationFrame(frame);
        };
        requestAnimationFrame(frame);
    }

    /** Runs something; an exception is said on the page, and the page goes on. */
    guard(run) {
        try {
            return run();
        } catch (error) {
            const lost = error instanceof WebAssembly.RuntimeError;
            this.say(lost ? `The engine stopped (${error.message}). Please reload the page.` : `${error.message ?? error}`, 'warn');
            if (lost) this.over = true;
            return undefined;
        }
    }

    say(words, kind = '') {
        const html = String(words);
        if (this.sayRoot.dataset.words !== html) {
            this.sayRoot.dataset.words = html;
            this.sayRoot.innerHTML = html;
        }
        this.sayRoot.className = `say ${kind}`;
    }

    /** Says what is wrong with an answer; true if something is. */
    wrong(answer, hint = '') {
        if (!answer.error) return false;
        this.say(`${escape(answer.error)} ${hint}`, 'warn');
        this.numbers([]);
        this.table();
        return true;
    }

    /** Numbers of answers: [label, answer, path, unit, digits]. */
    numbers(list) {
        const rows = this.numberRoot.children;
        while (rows.length > list.length) rows[rows.length - 1].remove();
        list.forEach(([label, answer, path, unit = '', digits = 3], i) => {
            const row = rows[i] ?? this.numberRoot.appendChild(make('div', {}, make('dt'), make('dd')));
            const value = path === undefined ? answer : at(answer, path);
            const text = format(value, digits);
            const [dt, dd] = row.children;
            if (dt.textContent !== label) dt.textContent = label;
            dd.innerHTML = `<span></span>${unit && value !== null ? ` <small>${unit}</small>` : ''}`;
            dd.firstChild.textContent = text;
            Object.assign(dd.dataset, { number: label, path: path ?? '', digits, question: (path !== undefined && questionOf(answer)) || '' });
        });
    }

    /** A table of texts; rows may have a class. */
    table(head, rows = []) {
        if (!head) return this.tableRoot.replaceChildren();
        const cells = (tag, list) => list.map((text) => make(tag, { textContent: text }));
        const body = rows.map(({ cells: list, className = '' }) => make('tr', { className }, ...cells('td', list)));
        return this.tableRoot.replaceChildren(make('table', {}, make('thead', {}, make('tr', {}, ...cells('th', head))), make('tbody', {}, ...body)));
    }

    // Controls.

    clearControls() { this.controlRoot.replaceChildren(); }

    slider(label, { min, max, step, value, unit = '', digits = 2 }, on) {
        const input = make('input', { type: 'range', min, max, step, value });
        input.dataset.control = label;
        const output = make('output');
        const show = () => { output.textContent = `${format(Number(input.value), digits)}${unit && `\u00a0${unit}`}`; };
        input.addEventListener('input', () => { show(); this.guard(() => on(Number(input.value))); });
        show();
        this.controlRoot.append(make('label', { className: 'slider' }, make('span', { textContent: label }), input, output));
        return { set: (v) => { input.value = v; show(); }, get: () => Number(input.value), element: input };
    }

    check(label, value, on) {
        const input = make('input', { type: 'checkbox', checked: value });
        input.dataset.control = label;
        input.addEventListener('change', () => this.guard(() => on(input.checked)));
        this.controlRoot.append(make('label', {}, input, label));
        return input;
    }

    button(label, on, className = '') {
        const button = make('button', { type: 'button', className: `push ${className}`, textContent: label });
        button.dataset.control = label;
        button.addEventListener('click', () => this.guard(() => on(button)));
        this.controlRoot.append(button);
        return button;
    }

    choice(label, options, value, on) {
        const set = make('fieldset', { className: 'choice', ariaLabel: label });
        for (const [key, words] of options) {
            const input = make('input', { type: 'radio', name: label, value: key, checked: key === value });
            input.dataset.control = `${label}: ${key}`;
            input.addEventListener('change', () => this.guard(() => on(key)));
            set.append(make('label', {}, input, words));
        }
        this.controlRoot.append(set);
        return set;
    }

    select(label, options, value, on) {
        const list = make('select', {}, ...options.map(([key, words]) => make('option', { value: key, textContent: words, selected: key === value })));
        list.dataset.control = label;
        list.addEventListener('change', () => this.guard(() => on(list.value)));
        this.controlRoot.append(make('label', {}, `${label}`, list));
        return list;
    }

    /** Calls `on(-1 or 1, shape)` while A or D is pressed. */
    turnKeys(on) {
        const down = (event) => {
            const by = { a: 1, d: -1 }[event.key.toLowerCase()];
            const busy = event.target.closest?.('input, select, textarea') || event.ctrlKey || event.metaKey || event.altKey;
            if (!by || busy) return;
            event.preventDefault();
            this.guard(() => on(by, this.canvas.selected));
        };
        addEventListener('keydown', down);
        this.stops.push(() => removeEventListener('keydown', down));
    }
}
