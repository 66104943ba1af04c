// Bodies by a 2D canvas, for browsers without WebGL 2. It draws what `gl_view.js` draws.
import { STATE } from "./palette.js";

function css(color) {
    return `rgb(${color.map((part) => Math.round(255 * part)).join(" ")})`;
}

export class CanvasView {
    constructor(canvas) {
        this.canvas = canvas;
        this.context = canvas.getContext("2d");
    }

    setBodies(bodies, lists) {
        this.bodies = bodies;
        this.lists = lists;
    }

    setPoses(poses) {
        this.poses = poses;
    }

    setStates(states) {
        this.states = states;
    }

    draw(view, theme, ratio) {
        const { context, canvas, poses, states } = this;
        context.setTransform(1, 0, 0, 1, 0, 0);
        context.fillStyle = css(theme.background);
        context.fillRect(0, 0, canvas.width, canvas.height);
        const scale = view.scale * ratio;
        this.bodies.forEach((number, body) => {
            const state = states[2 * body];
            if (state === STATE.hidden) return;
            const color = theme.bodies[state][states[2 * body + 1]];
            const dark = css(color.map((part, k) => 0.5 * (part + theme.ink[k])));
            const [x, y, c, s] = poses.subarray(4 * body, 4 * body + 4);
            const length = Math.hypot(c, s) || 1;
            const [p, q] = [(scale * c) / length, (scale * s) / length];
            const middle = [0.5 * canvas.width, 0.5 * canvas.height];
            const place = [middle[0] + scale * (x - view.x), middle[1] - scale * (y - view.y)];
            context.setTransform(p, -q, -q, -p, place[0], place[1]);
            context.lineWidth = ratio / scale;
            for (const shape of this.lists[number]) this.drawShape(shape, css(color), dark, ratio / scale);
        });
        context.setTransform(1, 0, 0, 1, 0, 0);
    }

    drawShape(shape, color, dark, pixel) {
        const { context } = this;
        context.setLineDash(shape.sensor ? [5 * pixel, 5 * pixel] : []);
        context.beginPath();
        if (shape.circle) {
            const [x, y, r] = shape.circle;
            context.arc(x, y, r, 0, 2 * Math.PI);
            if (!shape.sensor) context.lineTo(x, y);
        }
        for (const ring of shape.rings || []) {
            for (let k = 0; k < ring.length; k += 2) context[k ? "lineTo" : "moveTo"](ring[k], ring[k + 1]);
            context.closePath();
        }
        context.fillStyle = color;
        context.strokeStyle = dark;
        if (!shape.sensor) context.fill("evenodd");
        context.stroke();
        for (const points of shape.lines || []) {
            context.beginPath();
            for (let k = 0; k < points.length; k += 2) context[k ? "lineTo" : "moveTo"](points[k], points[k + 1]);
            context.stroke();
        }
    }
}
