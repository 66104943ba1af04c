// Signs above the bodies, on a 2D canvas: joints, contacts, impulses, numbers, the chosen body, the scale bar.

/** Length of the longest arrow, as a part of the lesser side of the canvas. */
const LONGEST = 0.12;

/** Bodies smaller than this have no number [px]. */
const LEAST_NUMBERED = 22;

/** Radius of a wheel of a rope [px]. */
const WHEEL = 4;

/** The greatest of 1, 2 and 5 times a power of ten that is at most this. */
export function roundLength(most) {
    const power = 10 ** Math.floor(Math.log10(most));
    return [5, 2, 1].map((digit) => digit * power).find((length) => length <= most * (1 + 1e-9)) || power;
}

/** A number with about three digits that count. */
export function short(number, digits = 3) {
    if (!Number.isFinite(number)) return "not finite";
    if (number === 0) return "0";
    const size = Math.abs(number);
    if (size >= 1e6 || size < 1e-3) return number.toExponential(1);
    return String(Number(number.toPrecision(Math.max(digits, Math.ceil(Math.log10(size))))));
}

export class Overlay {
    constructor(canvas, world) {
        this.canvas = canvas;
        this.context = canvas.getContext("2d");
        this.world = world;
    }

    /** Begins a picture. */
    clear() {
        const { canvas, context, world } = this;
        const ratio = world.ratio || 1;
        const [width, height] = [world.canvas.width, world.canvas.height];
        if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
        context.setTransform(ratio, 0, 0, ratio, 0, 0);
        context.clearRect(0, 0, width, height);
        context.lineJoin = context.lineCap = "round";
        this.signs = world.theme.signs;
    }

    /** Joints as lines from centre to anchor to anchor to centre, a rope by way of its wheels: lists of points [m]. */
    joints(joints) {
        const { context } = this;
        context.strokeStyle = this.signs.joint;
        context.globalAlpha = 0.6;
        context.lineWidth = 1.2;
        context.beginPath();
        for (const { points, wheels } of joints) {
            points.forEach(([x, y], k) => context[k ? "lineTo" : "moveTo"](...this.world.place(x, y)));
            for (const [x, y] of wheels) {
                const [left, top] = this.world.place(x, y);
                context.moveTo(left + WHEEL, top);
                context.arc(left, top, WHEEL, 0, 7);
            }
        }
        context.stroke();
        context.globalAlpha = 1;
    }

    contacts(contacts, radius) {
        const { context } = this;
        context.fillStyle = this.signs.contact;
        context.beginPath();
        for (const { points } of contacts) {
            for (const { x, y } of points) {
                const [left, top] = this.world.place(x, y);
                context.moveTo(left + radius, top);
                context.arc(left, top, radius, 0, 7);
            }
        }
        context.fill();
    }

    /** Impulses as arrows on the second body. Returns what the longest common one stands for [N s], and its length. */
    impulses(contacts) {
        const arrows = contacts.flatMap(({ points, normal: [nx, ny] }) =>
            points.map(({ x, y, along, across }) => [x, y, along * nx + across * ny, along * ny - across * nx]),
        );
        const sizes = arrows.map(([, , x, y]) => Math.hypot(x, y)).filter((size) => size > 0).sort((a, b) => a - b);
        if (!sizes.length) return null;
        const greatest = sizes[Math.floor(0.99 * (sizes.length - 1))];
        const longest = LONGEST * Math.min(this.world.canvas.clientWidth, this.world.canvas.clientHeight);
        this.context.strokeStyle = this.context.fillStyle = this.signs.impulse;
        this.context.lineWidth = 1.6;
        for (const [x, y, ix, iy] of arrows) {
            const size = Math.hypot(ix, iy);
            const length = longest * Math.min(size / greatest, 1.5);
            if (length < 1.5) continue;
            const [left, top] = this.world.place(x, y);
            this.arrow(left, top, left + (ix / size) * length, top - (iy / size) * length);
        }
        return { greatest, longest };
    }

    arrow(x0, y0, x1, y1) {
        const { context } = this;
        const length = Math.hypot(x1 - x0, y1 - y0);
        const [x, y] = [(x1 - x0) / length, (y1 - y0) / length];
        const head = Math.min(7, 0.5 * length);
        const [bx, by] = [x1 - x * head, y1 - y * head];
        context.beginPath();
        context.moveTo(x0, y0);
        context.lineTo(bx, by);
        context.stroke();
        context.beginPath();
        context.moveTo(x1, y1);
        context.lineTo(bx - 0.5 * y * head, by + 0.5 * x * head);
        context.lineTo(bx + 0.5 * y * head, by - 0.5 * x * head);
        context.fill();
    }

    /** Numbers of bodies: [number, x, y, size] in metres. */
    numbers(bodies) {
        const { context, world } = this;
        context.font = "600 10px system-ui, sans-serif";
        context.textAlign = "center";
        context.textBaseline = "middle";
        context.fillStyle = this.signs.number;
        const [width, height] = [world.canvas.clientWidth, world.canvas.clientHeight];
        for (const [number, x, y, size] of bodies) {
            if (size * world.view.scale < LEAST_NUMBERED) continue;
            const [left, top] = world.place(x, y);
            if (left > 0 && top > 0 && left < width && top < height) context.fillText(number, left, top);
        }
    }

    /** The outline of the chosen body: rings in metres of the world. */
    chosen(rings) {
        const { context } = this;
        context.strokeStyle = this.signs.chosen;
        context.lineWidth = 3;
        context.beginPath();
        for (const ring of rings) {
            ring.forEach(([x, y], k) => context[k ? "lineTo" : "moveTo"](...this.world.place(x, y)));
        }
        context.stroke();
    }

    scaleBar(unit) {
        const { context, world } = this;
        const length = roundLength(120 / world.view.scale);
        const pixels = length * world.view.scale;
        const [right, y] = [world.canvas.clientWidth - 14, world.canvas.clientHeight - 14];
        const words = `${short(length)} ${unit}`;
        context.font = "12px system-ui, sans-serif";
        const { width } = context.measureText(words);
        // Bodies may be below.
        context.fillStyle = this.signs.paper;
        context.fillRect(right - pixels - width - 14, y - 10, pixels + width + 21, 20);
        context.strokeStyle = context.fillStyle = this.signs.pale;
        context.lineWidth = 1.5;
        context.beginPath();
        context.moveTo(right - pixels, y - 4);
        context.lineTo(right - pixels, y + 4);
        context.moveTo(right - pixels, y);
        context.lineTo(right, y);
        context.moveTo(right, y - 4);
        context.lineTo(right, y + 4);
        context.stroke();
        context.textAlign = "right";
        context.textBaseline = "middle";
        context.fillText(words, right - pixels - 7, y);
    }
}
