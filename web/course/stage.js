// A canvas with a view of a plane (y up), drawing tools, and handles to drag: buttons that lie over it, so that mouse,
// touch and keyboard are the browser's own.

const names = ['paper', 'card', 'ink', 'soft', 'line', 'grid', 'a', 'a-fill', 'b', 'b-fill', 'hit', 'hit-fill', 'ok', 'ok-fill', 'mark'];

export class Stage {
    /** `view` is the part of the plane that is always seen: [x0, y0, x1, y1]. */
    constructor(root, { view, label, redraw }) {
        this.root = root;
        this.redraw = redraw;
        this.canvas = root.appendChild(document.createElement('canvas'));
        this.canvas.setAttribute('role', 'img');
        this.canvas.setAttribute('aria-label', label);
        this.context = this.canvas.getContext('2d');
        this.handles = [];
        this.setView(view);
        this.observer = new ResizeObserver(() => this.resize());
        this.observer.observe(root);
        this.themes = new MutationObserver(() => this.recolor());
        this.themes.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
        this.recolor(false);
        this.resize(false);
    }

    dispose() {
        this.observer.disconnect();
        this.themes.disconnect();
    }

    setView(view) {
        this.view = view;
        if (this.width) this.fit();
    }

    recolor(redraw = true) {
        const style = getComputedStyle(document.documentElement);
        this.color = Object.fromEntries(names.map((n) => [n.replace(/-(.)/, (_, c) => c.toUpperCase()), style.getPropertyValue(`--${n}`).trim()]));
        if (redraw) this.draw();
    }

    resize(redraw = true) {
        const [x0, y0, x1, y1] = this.view;
        const width = this.root.clientWidth || 640;
        const fitting = Math.max(width * ((y1 - y0) / (x1 - x0)), Math.min(width * 0.8, 300));
        const height = Math.round(Math.min(fitting, Math.max(300, innerHeight * 0.72)));
        const density = Math.min(devicePixelRatio || 1, 3);
        if (width === this.width && density === this.density && height === this.height) return;
        Object.assign(this, { width, height, density });
        this.canvas.style.height = `${height}px`;
        this.canvas.width = Math.round(width * density);
        this.canvas.height = Math.round(height * density);
        this.fit();
        if (redraw) this.draw();
    }

    fit() {
        const [x0, y0, x1, y1] = this.view;
        this.scale = Math.min(this.width / (x1 - x0), this.height / (y1 - y0));
        this.middle = [(x0 + x1) / 2, (y0 + y1) / 2];
    }

    draw() {
        if (!this.redraw) return;
        this.context.setTransform(this.density, 0, 0, this.density, 0, 0);
        this.context.clearRect(0, 0, this.width, this.height);
        this.redraw();
        this.placeHandles();
    }

    /** A place of the plane in pixels. */
    px([x, y]) {
        return [this.width / 2 + (x - this.middle[0]) * this.scale, this.height / 2 - (y - this.middle[1]) * this.scale];
    }

    /** Pixels of the canvas as a place. */
    place(px, py) {
        return [this.middle[0] + (px - this.width / 2) / this.scale, this.middle[1] - (py - this.height / 2) / this.scale];
    }

    /** The visible part of the plane. */
    seen() {
        const [x0, y1] = this.place(0, 0), [x1, y0] = this.place(this.width, this.height);
        return [x0, y0, x1, y1];
    }

    // Handles.

    /** Each: id, label, shape, kind, get() -> place, set(x, y), step; press() is called by Enter. */
    setHandles(list) {
        const focused = document.activeElement?.dataset?.handle;
        for (const handle of this.handles) handle.button.remove();
        this.handles = list.map((handle) => ({ step: 0.1, kind: 'point', ...handle, button: this.makeButton(handle) }));
        this.handles.find((handle) => handle.id === focused)?.button.focus();
        this.placeHandles();
    }

    makeButton(handle) {
        const button = document.createElement('button');
        button.type = 'button';
        button.className = 'handle';
        Object.assign(button.dataset, { handle: handle.id, kind: handle.kind ?? 'point', shape: handle.shape ?? '' });
        button.setAttribute('aria-label', `${handle.label}: arrow keys move it`);
        const move = (x, y) => {
            // Nothing can be dragged out of sight.
            const [x0, y0, x1, y1] = this.seen(), rim = 12 / this.scale;
            handle.set(Math.min(Math.max(x, x0 + rim), x1 - rim), Math.min(Math.max(y, y0 + rim), y1 - rim));
            this.draw();
        };
        button.addEventListener('pointerdown', (event) => {
            if (event.button !== 0) return;
            event.preventDefault();
            button.setPointerCapture(event.pointerId);
            button.focus({ preventScroll: true });
            this.selected = handle.shape ?? this.selected;
            const box = this.canvas.getBoundingClientRect();
            const at = this.px(handle.get());
            // The handle keeps its distance to the finger.
            const off = [event.clientX - box.left - at[0], event.clientY - box.top - at[1]];
            const onMove = (moved) => {
                const now = this.canvas.getBoundingClientRect();
                move(...this.place(moved.clientX - now.left - off[0], moved.clientY - now.top - off[1]));
            };
            const onEnd = () => {
                button.removeEventListener('pointermove', onMove);
                button.removeEventListener('pointerup', onEnd);
                button.removeEventListener('pointercancel', onEnd);
            };
            button.addEventListener('pointermove', onMove);
            button.addEventListener('pointerup', onEnd);
            button.addEventListener('pointercancel', onEnd);
        });
        // By Enter or Space: a mouse has a count of clicks.
        if (handle.press) button.addEventListener('click', (event) => { if (event.detail === 0) { handle.press(); this.draw(); } });
        button.addEventListener('focus', () => {
            this.selected = handle.shape ?? this.selected;
        });
        button.addEventListener('keydown', (event) => {
            const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
            if (!by) return;
            event.preventDefault();
            const [x, y] = handle.get();
            const step = (handle.step ?? 0.1) * (event.shiftKey ? 5 : 1);
            move(x + by[0] * step, y + by[1] * step);
        });
        return this.root.appendChild(button);
    }

    placeHandles() {
        for (const handle of this.handles) {
            const [x, y] = this.px(handle.get());
            handle.button.style.transform = `translate(${x}px, ${y}px)`;
        }
    }

    // Drawing, in the plane's units but for widths and texts, which are in pixels.

    path(points, closed = true) {
        const c = this.context;
        c.beginPath();
        points.forEach((p, i) => (i ? c.lineTo(...this.px(p)) : c.moveTo(...this.px(p))));
        if (closed) c.closePath();
    }

    paint({ fill, stroke, width = 2, dash = [], alpha = 1 }) {
        const c = this.context;
        c.save();
        c.globalAlpha = alpha;
        c.lineJoin = 'round';
        c.lineCap = dash.length ? 'butt' : 'round';
        c.setLineDash(dash);
        if (fill) { c.fillStyle = fill; c.fill(); }
        if (stroke) { c.strokeStyle = stroke; c.lineWidth = width; c.stroke(); }
        c.restore();
    }

    polygon(points, style) { this.path(points); this.paint(style); }

    line(from, to, stroke, width = 2, dash = [], alpha = 1) { this.path([from, to], false); this.paint({ stroke, width, dash, alpha }); }

    /** A line through two places, to the edges of the view. */
    endless(at, direction, stroke, width = 1.5, dash = [], alpha = 1) {
        const far = 4 * (this.width + this.height) / this.scale;
        this.line([at[0] - direction[0] * far, at[1] - direction[1] * far], [at[0] + direction[0] * far, at[1] + direction[1] * far], stroke, width, dash, alpha);
    }

    circle(at, radius, style) {
        const c = this.context;
        c.beginPath();
        c.arc(...this.px(at), Math.max(radius * this.scale, 0), 0, 2 * Math.PI);
        this.paint(style);
    }

    dot(at, fill, radius = 5, stroke = this.color.card) {
        const c = this.context;
        c.beginPath();
        c.arc(...this.px(at), radius, 0, 2 * Math.PI);
        this.paint({ fill, stroke, width: 1.5 });
    }

    arrow(from, to, color, width = 3) {
        const [x0, y0] = this.px(from), [x1, y1] = this.px(to), c = this.context;
        const length = Math.hypot(x1 - x0, y1 - y0);
        if (length < 1.5) return;
        const [ux, uy] = [(x1 - x0) / length, (y1 - y0) / length];
        const head = Math.min(12, length * 0.6);
        c.beginPath();
        c.moveTo(x0, y0);
        c.lineTo(x1 - ux * head * 0.8, y1 - uy * head * 0.8);
        this.paint({ stroke: color, width });
        c.beginPath();
        c.moveTo(x1, y1);
        c.lineTo(x1 - ux * head - uy * head * 0.5, y1 - uy * head + ux * head * 0.5);
        c.lineTo(x1 - ux * head + uy * head * 0.5, y1 - uy * head - ux * head * 0.5);
        c.closePath();
        this.paint({ fill: color });
    }

    text(words, at, { color = this.color.ink, size = 14, align = 'center', dx = 0, dy = 0, weight = 550, halo = true } = {}) {
        const c = this.context, [x, y] = this.px(at);
        c.save();
        c.font = `${weight} ${size}px ${getComputedStyle(document.body).fontFamily}`;
        c.textAlign = align;
        c.textBaseline = 'middle';
        if (halo) {
            c.strokeStyle = this.color.card;
            c.lineWidth = 4;
            c.lineJoin = 'round';
            c.strokeText(words, x + dx, y + dy);
        }
        c.fillStyle = color;
        c.fillText(words, x + dx, y + dy);
        c.restore();
    }

    grid(step = 1) {
        const [x0, y0, x1, y1] = this.seen();
        for (let x = Math.ceil(x0 / step) * step; x <= x1; x += step) this.line([x, y0], [x, y1], this.color.grid, 1);
        for (let y = Math.ceil(y0 / step) * step; y <= y1; y += step) this.line([x0, y], [x1, y], this.color.grid, 1);
    }
}
