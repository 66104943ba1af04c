// Figures of the run over its steps, with a line at the step that is shown. Dragging in a plot scrubs.
import { short } from "./overlay.js";

/** A plot of `values` at `steps`, in an element with a canvas and an output. */
export class Plot {
    constructor(element, { steps, values, unit, last }, scrub) {
        Object.assign(this, { element, steps, values, unit, last });
        this.canvas = element.querySelector("canvas");
        this.output = element.querySelector("output");
        this.highest = values.reduce((most, value) => Math.max(most, value), 0) || 1;
        this.max = element.querySelector(".max");
        this.max.textContent = `max ${short(this.highest)} ${unit}`.trim();
        const at = (event) => {
            const box = this.canvas.getBoundingClientRect();
            scrub(((event.clientX - box.left) / box.width) * this.last);
        };
        this.canvas.addEventListener("pointerdown", (event) => {
            this.canvas.setPointerCapture(event.pointerId);
            at(event);
        });
        this.canvas.addEventListener("pointermove", (event) => event.buttons && at(event));
    }

    /** The value at a step: that of the last one noted. */
    valueAt(step) {
        let [low, high] = [0, this.steps.length - 1];
        while (low < high) {
            const middle = (low + high + 1) >> 1;
            if (this.steps[middle] <= step) low = middle;
            else high = middle - 1;
        }
        return this.values[low];
    }

    draw(step, colors) {
        const { canvas } = this;
        const ratio = Math.min(window.devicePixelRatio || 1, 2);
        const [width, height] = [canvas.clientWidth, canvas.clientHeight];
        if (!width || !height) return;
        [canvas.width, canvas.height] = [Math.round(width * ratio), Math.round(height * ratio)];
        const context = canvas.getContext("2d");
        context.setTransform(ratio, 0, 0, ratio, 0, 0);
        const x = (step) => (this.last ? (step / this.last) * (width - 2) : 0) + 1;
        const y = (value) => height - 2 - (value / this.highest) * (height - 6);
        context.beginPath();
        context.moveTo(1, height);
        // At most a point for each pixel: the greatest value that falls on it.
        let [column, most] = [-1, 0];
        for (let k = 0; k <= this.values.length; k++) {
            const now = k < this.values.length ? Math.floor(x(this.steps[k])) : Infinity;
            if (now !== column) {
                if (column >= 0) context.lineTo(column + 0.5, y(most));
                [column, most] = [now, 0];
            }
            if (k < this.values.length && this.values[k] > most) most = this.values[k];
        }
        context.strokeStyle = colors.line;
        context.lineWidth = 1.4;
        context.stroke();
        context.lineTo(x(this.steps[this.steps.length - 1] ?? 0), height);
        context.fillStyle = colors.fill;
        context.fill();
        context.fillStyle = colors.cursor;
        context.fillRect(x(step) - 0.75, 0, 1.5, height);
        const value = this.valueAt(step);
        this.output.textContent = value === undefined ? "none" : `${short(value)} ${this.unit}`.trim();
    }
}
