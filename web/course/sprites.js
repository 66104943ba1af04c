// Bodies as small pictures of themselves, copied pixel by pixel into one picture: 6,000 of them take milliseconds, where
// as many paths, transforms or calls of drawImage take a hundred.

/** The place in the packed list of the piece after the one at `i`. */
const next = (shapes, i) => i + 4 + 2 * shapes[i + 3];

/** Adds a piece to a path; `X` and `Y` give the pixels of the coordinates at a place of the list. */
export function addPiece(path, shapes, i, scale, X, Y) {
    const kind = shapes[i + 1], size = Math.max(shapes[i + 2] * scale, kind === 0 ? 0.6 : 0), first = i + 4, count = shapes[i + 3];
    if (kind === 0) {
        path.moveTo(X(first) + size, Y(first));
        path.arc(X(first), Y(first), size, 0, 2 * Math.PI);
    } else if (kind === 1) {
        const x0 = X(first), y0 = Y(first), x1 = X(first + 2), y1 = Y(first + 2);
        if (size === 0) {
            path.moveTo(x0, y0);
            path.lineTo(x1, y1);
            return;
        }
        const turn = Math.atan2(y1 - y0, x1 - x0);
        path.moveTo(x0 - size * Math.sin(turn), y0 + size * Math.cos(turn));
        path.arc(x0, y0, size, turn + Math.PI / 2, turn + 1.5 * Math.PI);
        path.arc(x1, y1, size, turn - Math.PI / 2, turn + Math.PI / 2);
        path.closePath();
    } else {
        path.moveTo(X(first), Y(first));
        for (let j = 1; j < count; j += 1) path.lineTo(X(first + 2 * j), Y(first + 2 * j));
        path.closePath();
    }
}

/** The most different shapes that get pictures, the greatest side of one, and the most pixels of all. */
const most = 600, largest = 72, room = 6e6;

/** Pictures of a turned body: one for each 0.7 pixels that its rim moves. */
const turnsOf = (kind, radius) => (kind.round ? 1 : Math.max(8, Math.ceil((2 * Math.PI * radius) / 0.7)));

export class Sprites {
    /** Of the packed pieces of a world. */
    constructor(shapes) {
        this.shapes = shapes;
        const bodies = new Map();
        for (let i = 0; i < shapes.length; i = next(shapes, i)) {
            if (!bodies.has(shapes[i])) bodies.set(shapes[i], []);
            bodies.get(shapes[i]).push(i);
        }
        const kinds = new Map();
        this.bodies = [...bodies].map(([body, pieces]) => {
            const key = pieces.map((i) => shapes.subarray(i + 1, next(shapes, i)).join()).join();
            let kind = kinds.get(key);
            if (!kind) {
                let extent = 0;
                for (const i of pieces) {
                    for (let j = i + 4; j < next(shapes, i); j += 2) extent = Math.max(extent, Math.hypot(shapes[j], shapes[j + 1]) + shapes[i + 2]);
                }
                const [first] = pieces;
                kind = { pieces, extent, round: pieces.length === 1 && shapes[first + 1] === 0 && shapes[first + 4] === 0 && shapes[first + 5] === 0 };
                kinds.set(key, kind);
            }
            return { body, pieces, kind };
        });
        this.kinds = [...kinds.values()];
        this.worth = this.bodies.length > 300 && this.kinds.length <= most;
    }

    /** Draws the pictures anew if the scale or the colours changed. */
    prepare(scale, density, looks) {
        const key = [scale, density, ...looks.flat()].join();
        if (this.key === key) return;
        this.key = key;
        const width = 2048, k = scale * density;
        let [x, y, row, used] = [0, 0, 0, 0];
        for (const kind of this.kinds) {
            kind.side = 2 * Math.ceil(kind.extent * k + 2.5);
            kind.turns = turnsOf(kind, kind.extent * k);
            const cost = kind.side * kind.side * kind.turns * looks.length;
            kind.small = this.worth && kind.side <= largest * density && used + cost <= room;
            if (!kind.small) continue;
            used += cost;
            kind.at = Array.from({ length: looks.length * kind.turns }, () => {
                if (x + kind.side > width) [x, y, row] = [0, y + row, 0];
                const place = [x, y];
                x += kind.side;
                row = Math.max(row, kind.side);
                return place;
            });
        }
        this.atlas = Object.assign(document.createElement('canvas'), { width, height: Math.max(1, y + row) });
        const g = this.atlas.getContext('2d');
        for (const kind of this.kinds.filter((one) => one.small)) {
            kind.at.forEach(([px, py], n) => {
                const path = new Path2D(), half = kind.side / 2, turn = (2 * Math.PI * (n % kind.turns)) / kind.turns;
                const [c, s] = [k * Math.cos(turn), k * Math.sin(turn)];
                const X = (j) => px + half + this.shapes[j] * c - this.shapes[j + 1] * s;
                const Y = (j) => py + half - this.shapes[j] * s - this.shapes[j + 1] * c;
                for (const i of kind.pieces) addPiece(path, this.shapes, i, k, X, Y);
                [g.fillStyle, g.strokeStyle, g.globalAlpha] = looks[Math.floor(n / kind.turns)];
                g.lineWidth = 0.9 * density;
                g.fill(path);
                g.stroke(path);
            });
        }
        this.pixels = new Uint32Array(g.getImageData(0, 0, this.atlas.width, this.atlas.height).data.buffer);
    }

    /** Draws all small bodies; returns the others. */
    draw(stage, poses, looks) {
        const g = stage.context, { scale: k, density: d, middle: [mx, my] } = stage;
        const [hw, hh] = [stage.width / 2, stage.height / 2];
        const rest = [];
        const { width, height } = stage.canvas;
        if (this.frame?.width !== width || this.frame?.height !== height) this.frame = new ImageData(width, height);
        const to = new Uint32Array(this.frame.data.buffer), from = this.pixels, stride = this.atlas.width;
        to.fill(0);
        let any = false;
        for (const one of this.bodies) {
            const { kind, body } = one;
            if (!kind.small) {
                rest.push(one);
                continue;
            }
            any = true;
            const i = 4 * body, { side, turns } = kind;
            const turn = turns === 1 ? 0 : Math.round((Math.atan2(poses[i + 3], poses[i + 2]) / (2 * Math.PI) + 1) * turns) % turns;
            const [sx, sy] = kind.at[looks[body] * turns + turn];
            const x = Math.round((hw + (poses[i] - mx) * k) * d - side / 2), y = Math.round((hh - (poses[i + 1] - my) * k) * d - side / 2);
            const [x0, x1] = [Math.max(0, -x), Math.min(side, width - x)], [y0, y1] = [Math.max(0, -y), Math.min(side, height - y)];
            for (let v = y0; v < y1; v += 1) {
                let source = (sy + v) * stride + sx + x0, target = (y + v) * width + x + x0;
                for (let u = x0; u < x1; u += 1, source += 1, target += 1) {
                    // The opacity is the uppermost byte: of two pixels the more solid one stays.
                    const pixel = from[source];
                    if (pixel >>> 24 > to[target] >>> 24) to[target] = pixel;
                }
            }
        }
        if (any) g.putImageData(this.frame, 0, 0);
        return rest;
    }
}
