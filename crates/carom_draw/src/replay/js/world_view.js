// A view of bodies on a canvas: shapes once, poses for each frame. By WebGL 2, or by a 2D canvas where that is missing.
//
//     const view = new WorldView(canvas);
//     view.setBodies([0, 0, 1], shapes);            // for each body, the number of its list of shapes
//     view.setPoses(poses);                         // x, y [m], cosine, sine for each body
//     view.setStates(states);                       // what it is (STATE) and its shade, for each body
//     view.view = { x: 0, y: 5, scale: 40 };        // middle of the canvas [m], CSS pixels to a metre
//     view.theme = THEMES.dark;
//     view.draw();
//
// A list of shapes is [{ fills, rings, lines, circle, sensor }], all optional: convex areas, closed rings and open
// lines as [x, y, x, y, ...], a circle as [x, y, radius], all in metres of the body's frame.
import { CanvasView } from "./canvas_view.js";
import { GlView } from "./gl_view.js";
import { THEMES } from "./palette.js";

export class WorldView {
    constructor(canvas, { gl = true } = {}) {
        this.canvas = canvas;
        this.view = { x: 0, y: 0, scale: 40 };
        this.theme = THEMES.light;
        this.kind = "webgl";
        try {
            if (!gl) throw new Error("not wanted");
            this.painter = new GlView(canvas);
        } catch {
            this.kind = "canvas";
            this.painter = new CanvasView(canvas);
        }
    }

    setBodies(bodies, lists) {
        this.painter.setBodies(bodies, lists);
    }

    setPoses(poses) {
        this.painter.setPoses(poses);
    }

    setStates(states) {
        this.painter.setStates(states);
    }

    /** Takes the size of the canvas in CSS pixels. Returns whether it changed. */
    resize() {
        const ratio = Math.min(window.devicePixelRatio || 1, 2);
        const [width, height] = [this.canvas.clientWidth, this.canvas.clientHeight].map((side) =>
            Math.max(1, Math.round(side * ratio)),
        );
        const changed = this.canvas.width !== width || this.canvas.height !== height;
        if (changed) [this.canvas.width, this.canvas.height] = [width, height];
        this.ratio = ratio;
        return changed;
    }

    draw() {
        this.resize();
        this.painter.draw(this.view, this.theme, this.ratio);
    }

    /** The point of the canvas where a point of the world is [CSS pixels]. */
    place(x, y) {
        const { view, canvas } = this;
        return [
            0.5 * canvas.clientWidth + view.scale * (x - view.x),
            0.5 * canvas.clientHeight - view.scale * (y - view.y),
        ];
    }

    /** The point of the world under a point of the canvas [CSS pixels]. */
    under(left, top) {
        const { view, canvas } = this;
        return [
            view.x + (left - 0.5 * canvas.clientWidth) / view.scale,
            view.y - (top - 0.5 * canvas.clientHeight) / view.scale,
        ];
    }

    /** Shows a box of the world [m] whole. */
    fit([x0, y0, x1, y1]) {
        const [width, height] = [Math.max(x1 - x0, 1e-6), Math.max(y1 - y0, 1e-6)];
        const scale = Math.min(this.canvas.clientWidth / width, this.canvas.clientHeight / height);
        this.view = { x: 0.5 * (x0 + x1), y: 0.5 * (y0 + y1), scale };
    }

    /** Zooms by a factor about a point of the canvas [CSS pixels]. */
    zoom(factor, left, top) {
        const [x, y] = this.under(left, top);
        this.view.scale = Math.min(Math.max(this.view.scale * factor, 1e-4), 1e6);
        const [now, then] = [this.under(left, top), [x, y]];
        this.view.x += then[0] - now[0];
        this.view.y += then[1] - now[1];
    }

    /** Moves what is shown [CSS pixels]. */
    pan(left, top) {
        this.view.x -= left / this.view.scale;
        this.view.y += top / this.view.scale;
    }
}
