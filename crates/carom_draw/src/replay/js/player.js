// The player of a recording: time, mouse, touch and keys, the chosen body, and everything that is shown.
import { bytesOf, decode, direction } from "./decode.js";
import { ringOf } from "./gl_view.js";
import { Overlay, short } from "./overlay.js";
import { STATE, THEMES, shadeOf } from "./palette.js";
import { Plot } from "./plots.js";
import { WorldView } from "./world_view.js";

const SPEEDS = [0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8];

/** A press that moves less than this is a click [px]. */
const CLICK = 5;

const find = (selector) => document.querySelector(selector);

/** Lists of shapes in metres. A convex area is its own filling and its own ring. */
function inMetres(lists, unit, name) {
    const scaled = (numbers) => numbers.map((number) => number * unit);
    const all = (rings) => rings && rings.map(scaled);
    return lists.map((list) =>
        list.map((shape) => {
            const circle = shape.circle && scaled(shape.circle);
            const area = shape.area && [scaled(shape.area)];
            const rings = area || all(shape.rings);
            const is = shape.is || described(circle, area && area[0], name);
            return { is, sensor: shape.sensor, circle, fills: area || all(shape.fills), rings, lines: all(shape.lines) };
        }),
    );
}

/** A circle or a polygon in words. */
function described(circle, area, unit) {
    if (circle) return `circle, radius ${short(circle[2])} ${unit}`;
    const side = (first) => {
        const along = area.filter((_, k) => k % 2 === first);
        return short(Math.max(...along) - Math.min(...along));
    };
    return `polygon of ${area.length / 2} corners, ${side(0)} x ${side(1)} ${unit}`;
}

/** The greatest distance of a shape from the origin of its body [m]. */
function reachOf(list) {
    let reach = 0;
    for (const shape of list) {
        if (shape.circle) reach = Math.max(reach, Math.hypot(shape.circle[0], shape.circle[1]) + shape.circle[2]);
        for (const points of [...(shape.rings || []), ...(shape.lines || [])]) {
            for (let k = 0; k < points.length; k += 2) reach = Math.max(reach, Math.hypot(points[k], points[k + 1]));
        }
    }
    return reach;
}

/** Whether a convex area has a point: it is on the left of all edges. */
function isInside(corners, x, y) {
    for (let k = 0; k < corners.length; k += 2) {
        const n = (k + 2) % corners.length;
        const [dx, dy] = [corners[n] - corners[k], corners[n + 1] - corners[k + 1]];
        if (dx * (y - corners[k + 1]) - dy * (x - corners[k]) < 0) return false;
    }
    return true;
}

/** Distance of a point from a line through points. */
function distanceTo(points, x, y) {
    let least = Infinity;
    for (let k = 2; k < points.length; k += 2) {
        const [ax, ay] = [points[k - 2], points[k - 1]];
        const [dx, dy] = [points[k] - ax, points[k + 1] - ay];
        const part = Math.min(Math.max(((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1), 0), 1);
        least = Math.min(least, Math.hypot(ax + part * dx - x, ay + part * dy - y));
    }
    return least;
}

export class Player {
    constructor({ head, frames, touches }) {
        Object.assign(this, { head, frames, touches });
        this.entries = head.entries;
        this.count = this.entries.born.length;
        this.shapes = inMetres(head.shapes, head.shapeUnit, head.unit);
        this.reaches = this.shapes.map(reachOf);
        this.last = frames[frames.length - 1].step;
        this.step = 0;
        this.speed = 1;
        this.playing = false;
        this.chosen = null;
        this.show = { contacts: false, impulses: false, joints: true, numbers: false };
        this.poses = new Float32Array(4 * this.count);
        this.states = new Uint8Array(2 * this.count);
        this.near = [this.emptyFrame(), this.emptyFrame()];
        const gl = !new URLSearchParams(location.search).has("canvas");
        this.world = new WorldView(find("#world"), { gl });
        this.overlay = new Overlay(find("#signs"), this.world);
        this.world.setBodies(this.entries.shapes, this.shapes);
        this.hasOrder = this.touches.size === frames.length;
        this.setUpPage();
        this.setTheme(window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
        this.world.resize();
        this.world.fit(head.view);
        this.seek(0);
        requestAnimationFrame((now) => this.tick(now));
    }

    emptyFrame() {
        const floats = () => new Float32Array(this.count);
        return { index: -1, x: floats(), y: floats(), c: floats(), s: floats(), there: new Uint8Array(this.count) };
    }

    // Time.

    /** The last frame at or before a step. */
    frameAt(step) {
        let [low, high] = [0, this.frames.length - 1];
        while (low < high) {
            const middle = (low + high + 1) >> 1;
            if (this.frames[middle].step <= step) low = middle;
            else high = middle - 1;
        }
        return low;
    }

    /** Shows a step; between two frames, bodies are in between. */
    seek(step) {
        this.step = Math.min(Math.max(step, 0), this.last);
        this.update();
        this.isStale = true;
    }

    play(on = !this.playing) {
        if (on && this.step >= this.last) this.seek(0);
        this.playing = on && this.last > 0;
        this.clock = undefined;
        find("#play").setAttribute("aria-pressed", String(this.playing));
        find("#play").title = this.playing ? "Pause (space)" : "Play (space)";
        this.isStale = true;
    }

    /** Moves by frames. */
    move(by) {
        this.play(false);
        const at = this.frameAt(this.step);
        const isBetween = this.frames[at].step < this.step;
        const next = at + by + (isBetween && by < 0 ? 1 : 0);
        this.seek(this.frames[Math.min(Math.max(next, 0), this.frames.length - 1)].step);
    }

    setSpeed(speed) {
        this.speed = speed;
        find("#speed").value = String(speed);
    }

    tick(now) {
        if (this.playing) {
            const passed = this.clock === undefined ? 0 : Math.min((now - this.clock) / 1000, 0.1);
            this.clock = now;
            this.seek(this.step + (passed * this.speed) / this.head.dt);
            if (this.step >= this.last) this.play(false);
        }
        if (this.world.resize() || this.isStale) this.draw();
        requestAnimationFrame((then) => this.tick(then));
    }

    // Poses.

    /** A frame by entry, from one of the two that are kept. */
    spread(index, other) {
        const known = this.near.find((frame) => frame.index === index);
        if (known) return known;
        const frame = this.near.find((frame) => frame.index !== other) || this.near[0];
        const from = this.frames[index];
        const { quantum } = this.head;
        frame.index = index;
        frame.there.fill(0);
        for (let k = 0; k < from.ids.length; k++) {
            const id = from.ids[k];
            frame.there[id] = from.awake[k] ? 2 : 1;
            frame.x[id] = from.x[k] * quantum;
            frame.y[id] = from.y[k] * quantum;
            [frame.c[id], frame.s[id]] = direction(from.angle[k] / (1 << (this.entries.bits[id] - 2)));
        }
        return frame;
    }

    update() {
        const at = this.frameAt(this.step);
        const next = Math.min(at + 1, this.frames.length - 1);
        const a = this.spread(at, next);
        const b = this.spread(next, at);
        const span = this.frames[next].step - this.frames[at].step;
        const part = span > 0 ? (this.step - this.frames[at].step) / span : 0;
        const { poses } = this;
        for (let id = 0; id < this.count; id++) {
            const t = b.there[id] ? part : 0;
            poses[4 * id] = a.x[id] + t * (b.x[id] - a.x[id]);
            poses[4 * id + 1] = a.y[id] + t * (b.y[id] - a.y[id]);
            poses[4 * id + 2] = a.c[id] + t * (b.c[id] - a.c[id]);
            poses[4 * id + 3] = a.s[id] + t * (b.s[id] - a.s[id]);
        }
        this.world.setPoses(poses);
        if (this.shown !== at) {
            this.shown = at;
            for (let id = 0; id < this.count; id++) this.states[2 * id] = this.stateOf(id, a.there[id]);
            for (let id = 0; id < this.count; id++) this.states[2 * id + 1] = shadeOf(this.entries.number[id]);
            this.world.setStates(this.states);
        }
    }

    stateOf(id, there) {
        if (!there) return STATE.hidden;
        const kind = this.entries.kind[id];
        return kind === "awake" && there === 1 ? STATE.asleep : STATE[kind];
    }

    /** The bodies that are there, in the order of their creation: number, x, y [m] and angle [rad]. */
    bodies() {
        const found = [];
        for (let id = 0; id < this.count; id++) {
            if (this.states[2 * id] === STATE.hidden) continue;
            const [x, y, c, s] = this.poses.subarray(4 * id, 4 * id + 4);
            found.push({ id, number: this.entries.number[id], x, y, angle: Math.atan2(s, c) });
        }
        return found.sort((a, b) => a.number - b.number);
    }

    /** A point of a body's frame in the world. */
    placed(id, x, y) {
        const [px, py, c, s] = this.poses.subarray(4 * id, 4 * id + 4);
        const length = Math.hypot(c, s) || 1;
        return [px + (c * x - s * y) / length, py + (s * x + c * y) / length];
    }

    /** The topmost body at a point of the world, or null. */
    bodyAt(x, y) {
        const near = 6 / this.world.view.scale;
        let found = null;
        for (let id = 0; id < this.count; id++) {
            if (this.states[2 * id] === STATE.hidden) continue;
            const list = this.entries.shapes[id];
            const [px, py, c, s] = this.poses.subarray(4 * id, 4 * id + 4);
            const [dx, dy] = [x - px, y - py];
            if (Math.hypot(dx, dy) > this.reaches[list] + near) continue;
            const length = Math.hypot(c, s) || 1;
            const [u, v] = [(c * dx + s * dy) / length, (c * dy - s * dx) / length];
            const hit = this.shapes[list].some(
                ({ circle, fills, lines }) =>
                    (circle && Math.hypot(u - circle[0], v - circle[1]) <= circle[2]) ||
                    (fills || []).some((corners) => isInside(corners, u, v)) ||
                    (lines || []).some((points) => distanceTo(points, u, v) <= near),
            );
            if (hit) found = id;
        }
        return found;
    }

    // What is shown.

    draw() {
        this.isStale = false;
        this.world.draw();
        this.overlay.clear();
        if (this.show.joints) this.overlay.joints(this.joints());
        const touches = this.touches.get(this.frameAt(this.step));
        let note = "";
        if (this.show.contacts || this.show.impulses) {
            if (touches) {
                if (this.show.contacts) {
                    const common = this.head.quantum * 512 * this.world.view.scale;
                    this.overlay.contacts(touches.contacts, Math.min(Math.max(0.12 * common, 0.8), 3.5));
                }
                const scale = this.show.impulses && this.overlay.impulses(touches.contacts);
                if (scale) note = `Arrow of ${Math.round(scale.longest)} px: ${short(scale.greatest)} N s`;
            }
        }
        this.hint(touches, note);
        if (this.show.numbers) {
            const sized = ({ id, number, x, y }) => [number, x, y, 2 * this.reaches[this.entries.shapes[id]]];
            this.overlay.numbers(this.bodies().map(sized));
        }
        if (this.chosen !== null && this.states[2 * this.chosen] !== STATE.hidden) {
            this.overlay.chosen(this.ringsOf(this.chosen));
        }
        this.overlay.scaleBar(this.head.unit);
        const style = getComputedStyle(document.documentElement);
        const color = (name) => style.getPropertyValue(name).trim();
        const colors = { line: color("--accent"), fill: color("--accent-pale"), cursor: color("--cursor") };
        for (const plot of this.plots) plot.draw(this.step, colors);
        this.showTime();
        this.showBody(touches);
    }

    /** Says at which steps there are contacts, if not at this one. */
    hint(touches, note) {
        const element = find("#hint");
        const wanted = this.show.contacts || this.show.impulses;
        element.hidden = !wanted || (!note && !!touches);
        if (element.hidden) return;
        if (touches) {
            element.textContent = note;
            return;
        }
        const button = this.toNearest();
        if (element.querySelector("button")?.textContent === button.textContent) return;
        const count = this.head.contactFrames.length;
        element.replaceChildren(`Contacts were kept at ${count} of ${this.last + 1} steps: `, button);
    }

    /** A button to the nearest step with contacts. */
    toNearest() {
        const steps = this.head.contactFrames.map((frame) => this.head.frames[frame]);
        const nearest = steps.reduce((a, b) => (Math.abs(b - this.step) < Math.abs(a - this.step) ? b : a), 0);
        const button = document.createElement("button");
        button.textContent = `show step ${nearest}`;
        button.addEventListener("click", () => {
            this.play(false);
            this.seek(nearest);
        });
        return button;
    }

    joints() {
        const at = this.frameAt(this.step);
        const found = [];
        for (const [a, b, anchors, born, died, wheels] of this.head.joints) {
            if (born > at || (died !== null && at >= died)) continue;
            const [p, q] = [this.placed(a, anchors[0], anchors[1]), this.placed(b, anchors[2], anchors[3])];
            const arm = (id) => (this.entries.kind[id] === "fixed" ? [] : [this.placed(id, ...this.entries.center[id])]);
            found.push({ a, b, points: [...arm(a), p, ...wheels, q, ...arm(b)], wheels });
        }
        return found;
    }

    /** The outlines of a body in the world. */
    ringsOf(id) {
        const rings = [];
        for (const { circle, rings: own, lines } of this.shapes[this.entries.shapes[id]]) {
            const closed = [...(own || []), ...(circle ? [ringOf(...circle)] : [])];
            for (const ring of [...closed.map((ring) => [...ring, ring[0], ring[1]]), ...(lines || [])]) {
                const points = [];
                for (let k = 0; k < ring.length; k += 2) points.push(this.placed(id, ring[k], ring[k + 1]));
                rings.push(points);
            }
        }
        return rings;
    }

    showTime() {
        const step = Math.round(this.step * 10) / 10;
        const seconds = (this.step * this.head.dt).toFixed(2);
        find("#time").textContent = `${seconds} s`;
        find("#step").textContent = `step ${Number.isInteger(step) ? step : step.toFixed(1)} of ${this.last}`;
        const scrubber = find("#scrub");
        scrubber.value = String(this.step);
        scrubber.setAttribute("aria-valuetext", `step ${Math.round(this.step)}, ${seconds} seconds`);
        scrubber.style.setProperty("--part", `${this.last ? (100 * this.step) / this.last : 0}%`);
    }

    /** Velocity of a body's centre of mass, and its angular velocity, by the poses of frames around this one. */
    motionOf(id) {
        const at = this.frameAt(this.step);
        const has = (frame) => this.frames[frame]?.ids.includes(id);
        let [from, to] = [at, at];
        for (let k = 0; k < 2; k++) {
            if (has(from - 1)) from--;
            if (has(to + 1)) to++;
        }
        const time = (this.frames[to].step - this.frames[from].step) * this.head.dt;
        if (!time) return null;
        const pose = (frame) => {
            const { ids, x, y, angle } = this.frames[frame];
            const k = ids.indexOf(id);
            const [c, s] = direction(angle[k] / (1 << (this.entries.bits[id] - 2)));
            const [u, v] = this.entries.center[id];
            const { quantum } = this.head;
            return { x: x[k] * quantum + c * u - s * v, y: y[k] * quantum + s * u + c * v, angle: Math.atan2(s, c) };
        };
        let turn = 0;
        for (let frame = from; frame < to; frame++) {
            const change = pose(frame + 1).angle - pose(frame).angle;
            turn += Math.atan2(Math.sin(change), Math.cos(change));
        }
        const [first, last] = [pose(from), pose(to)];
        return { x: (last.x - first.x) / time, y: (last.y - first.y) / time, turn: turn / time };
    }

    choose(id) {
        this.chosen = id;
        find("#body").hidden = id === null;
        find("#none").hidden = id !== null;
        this.told = undefined;
        this.isStale = true;
    }

    showBody(touches) {
        const id = this.chosen;
        const told = `${id} ${this.step}`;
        if (id === null || this.told === told) return;
        this.told = told;
        const { entries, head } = this;
        const state = Object.keys(STATE).find((name) => STATE[name] === this.states[2 * id]);
        find("#body h2").textContent = `Body ${entries.number[id]}`;
        find("#body .state").textContent = state === "hidden" ? "not there at this step" : state;
        const [x, y, c, s] = this.poses.subarray(4 * id, 4 * id + 4);
        const motion = this.motionOf(id);
        const mass = entries.mass[id];
        const rows = [
            ["place", `${short(x, 4)}, ${short(y, 4)} ${head.unit}`],
            ["angle", `${((Math.atan2(s, c) * 180) / Math.PI).toFixed(1)}\u00b0`],
            ["velocity", motion ? `${short(motion.x)}, ${short(motion.y)} ${head.unit}/s` : "unknown"],
            ["speed", motion ? `${short(Math.hypot(motion.x, motion.y))} ${head.unit}/s` : "unknown"],
            ["spin", motion ? `${short(motion.turn)} rad/s` : "unknown"],
            ["mass", mass > 0 ? `${short(mass)} kg` : "cannot be moved"],
            ["inertia", mass > 0 ? `${short(entries.inertia[id])} kg m\u00b2` : "cannot be turned"],
            ...this.shapes[entries.shapes[id]].slice(0, 6).map(({ is, sensor }, k, all) => [
                all.length > 1 ? `shape ${k + 1}` : "shape",
                sensor ? `${is}, a sensor` : is,
            ]),
        ];
        const body = state === "hidden" ? [] : rows;
        find("#body dl").replaceChildren(
            ...body.flatMap(([name, value]) => {
                const [term, text] = [document.createElement("dt"), document.createElement("dd")];
                [term.textContent, text.textContent] = [name, value];
                return [term, text];
            }),
        );
        this.showTouches(id, touches);
    }

    showTouches(id, touches) {
        const line = (other, text) => {
            const item = document.createElement("li");
            const button = document.createElement("button");
            button.textContent = `body ${this.entries.number[other]}`;
            button.addEventListener("click", () => this.choose(other));
            item.append(button, ` ${text}`);
            return item;
        };
        const own = touches ? touches.contacts.filter(({ a, b }) => a === id || b === id) : [];
        const contacts = own.map(({ a, b, points }) => {
            const push = points.reduce((sum, { along }) => sum + along, 0);
            const rub = points.reduce((sum, { across }) => sum + across, 0);
            return line(a === id ? b : a, `pushes by ${short(push)} N s, rubs by ${short(Math.abs(rub))} N s`);
        });
        const joints = this.joints().flatMap(({ a, b }, k) => {
            if (a !== id && b !== id) return [];
            const force = touches?.forces[k];
            const text = force ? `joined, force ${short(Math.hypot(...force))} N` : "joined";
            return [line(a === id ? b : a, text)];
        });
        const title = find("#body h3");
        title.textContent = contacts.length === 1 ? "1 contact" : `${contacts.length} contacts`;
        if (!touches) title.replaceChildren("Contacts were not kept here: ", this.toNearest());
        find("#body ul").replaceChildren(...contacts, ...joints);
    }

    setTheme(name) {
        document.documentElement.dataset.theme = name;
        this.world.theme = THEMES[name];
        this.isStale = true;
    }

    toggle(name, on = !this.show[name]) {
        this.show[name] = on;
        find(`[data-show="${name}"]`).checked = on;
        this.isStale = true;
    }

    fit() {
        this.world.fit(this.head.view);
        this.isStale = true;
    }

    // The page.

    setUpPage() {
        const { head } = this;
        const frames = head.frames.length;
        const some = frames < this.last + 1 ? `, ${frames} frames of them; bodies move evenly in between` : "";
        const present = this.frames[0].ids.length;
        const of = (number, one, more) => `${number} ${number === 1 ? one : more}`;
        const bodies = of(present, "body", "bodies");
        const count = present === this.count ? bodies : `${bodies} at first, ${this.count} in all`;
        find("#meta").textContent = `${count}, ${of(this.last, "step", "steps")} of ${short(1000 * head.dt)} ms${some}`;
        const scrubber = find("#scrub");
        scrubber.max = String(this.last);
        scrubber.addEventListener("input", () => {
            this.play(false);
            this.seek(Number(scrubber.value));
        });
        const speed = find("#speed");
        for (const value of SPEEDS) speed.add(new Option(`${value}\u00d7`, String(value)));
        this.setSpeed(1);
        speed.addEventListener("change", () => this.setSpeed(Number(speed.value)));
        const clicks = {
            "#play": () => this.play(),
            "#back": () => this.move(-1),
            "#forward": () => this.move(1),
            "#first": () => this.seek(0),
            "#fit": () => this.fit(),
            "#closer": () => this.zoom(1.5),
            "#farther": () => this.zoom(1 / 1.5),
            "#theme": () => this.setTheme(document.documentElement.dataset.theme === "dark" ? "light" : "dark"),
            "#close": () => this.choose(null),
            "#keys": () => (find("#help").open ? find("#help").close() : find("#help").showModal()),
        };
        for (const [selector, run] of Object.entries(clicks)) find(selector).addEventListener("click", run);
        for (const box of document.querySelectorAll("[data-show]")) {
            box.checked = this.show[box.dataset.show];
            box.addEventListener("change", () => this.toggle(box.dataset.show, box.checked));
        }
        find("#joints").hidden = head.joints.length === 0;
        const steps = head.stepMs.map((_, k) => k + 1);
        const series = [
            ["#plot-ms", steps, head.stepMs, "ms"],
            ["#plot-contacts", head.frames, head.contacts, ""],
            ["#plot-energy", head.frames, head.energy, "J"],
            ["#plot-awake", head.frames, head.awake, ""],
        ];
        const scrub = (step) => {
            this.play(false);
            this.seek(step);
        };
        this.plots = series.map(
            ([selector, at, values, unit]) =>
                new Plot(find(selector), { steps: at, values, unit, last: this.last }, scrub),
        );
        this.listenToPointers();
        window.addEventListener("keydown", (event) => this.key(event));
        new ResizeObserver(() => (this.isStale = true)).observe(document.body);
    }

    zoom(factor) {
        const { clientWidth, clientHeight } = this.world.canvas;
        this.world.zoom(factor, 0.5 * clientWidth, 0.5 * clientHeight);
        this.isStale = true;
    }

    key(event) {
        if (event.ctrlKey || event.metaKey || event.altKey || event.target.tagName === "SELECT") return;
        const onSlider = event.target.id === "scrub";
        const onButton = event.target.tagName === "BUTTON" || event.target.type === "checkbox";
        const near = (by) => SPEEDS[Math.min(Math.max(SPEEDS.indexOf(this.speed) + by, 0), SPEEDS.length - 1)];
        const far = event.shiftKey ? 10 : 1;
        const pan = (x, y) => () => {
            this.world.pan(60 * x, 60 * y);
            this.isStale = true;
        };
        const keys = {
            " ": onButton ? undefined : () => this.play(),
            ArrowLeft: () => this.move(-far),
            ArrowRight: () => this.move(far),
            Home: () => this.seek(0),
            End: () => this.seek(this.last),
            "+": () => this.zoom(1.25),
            "=": () => this.zoom(1.25),
            "-": () => this.zoom(0.8),
            0: () => this.fit(),
            f: () => this.fit(),
            "[": () => this.setSpeed(near(-1)),
            "]": () => this.setSpeed(near(1)),
            w: pan(0, 1),
            a: pan(1, 0),
            s: pan(0, -1),
            d: pan(-1, 0),
            c: () => this.toggle("contacts"),
            i: () => this.toggle("impulses"),
            j: () => this.toggle("joints"),
            n: () => this.toggle("numbers"),
            Escape: () => this.choose(null),
            "?": () => find("#help").showModal(),
        };
        const run = keys[event.key];
        if (!run || find("#help").open) return;
        if (!onSlider || event.key.length === 1) event.preventDefault();
        if (!(onSlider && ["Home", "End"].includes(event.key))) run();
        if (onSlider && event.key.startsWith("Arrow")) event.preventDefault();
    }

    listenToPointers() {
        const canvas = find("#signs");
        const down = new Map();
        let moved = 0;
        const place = (event) => {
            const box = canvas.getBoundingClientRect();
            return [event.clientX - box.left, event.clientY - box.top];
        };
        canvas.addEventListener("pointerdown", (event) => {
            canvas.setPointerCapture(event.pointerId);
            if (down.size === 0) moved = 0;
            down.set(event.pointerId, place(event));
        });
        canvas.addEventListener("pointermove", (event) => {
            if (!down.has(event.pointerId)) return;
            const [before, now] = [down.get(event.pointerId), place(event)];
            const others = [...down.entries()].filter(([id]) => id !== event.pointerId);
            down.set(event.pointerId, now);
            moved += Math.hypot(now[0] - before[0], now[1] - before[1]);
            if (others.length > 0) {
                const other = others[0][1];
                const apart = (point) => Math.max(Math.hypot(point[0] - other[0], point[1] - other[1]), 1);
                const middle = [0.5 * (now[0] + other[0]), 0.5 * (now[1] + other[1])];
                this.world.zoom(apart(now) / apart(before), ...middle);
                this.world.pan(0.5 * (now[0] - before[0]), 0.5 * (now[1] - before[1]));
            } else if (moved >= CLICK) {
                this.world.pan(now[0] - before[0], now[1] - before[1]);
            }
            this.isStale = true;
        });
        const up = (event) => {
            if (!down.delete(event.pointerId) || event.type === "pointercancel") return;
            if (down.size === 0 && moved < CLICK) this.choose(this.bodyAt(...this.world.under(...place(event))));
        };
        canvas.addEventListener("pointerup", up);
        canvas.addEventListener("pointercancel", up);
        const wheel = (event) => {
            event.preventDefault();
            this.world.zoom(Math.exp(-0.0015 * event.deltaY), ...place(event));
            this.isStale = true;
        };
        canvas.addEventListener("wheel", wheel, { passive: false });
        canvas.addEventListener("dblclick", (event) => {
            this.world.zoom(2, ...place(event));
            this.isStale = true;
        });
    }
}

/** Reads the recording of the page and shows it. */
export async function start() {
    const note = find("#loading");
    try {
        if (!("DecompressionStream" in window)) throw new Error("This page needs a browser of 2023 or later.");
        const parts = [...document.querySelectorAll("script.part")].map((part) => bytesOf(part.textContent));
        const tell = (part) => (note.textContent = `Reading: ${Math.round(100 * part)} %`);
        window.carom = new Player(await decode(parts, tell));
        note.hidden = true;
        document.documentElement.dataset.ready = "yes";
    } catch (error) {
        note.textContent = `This replay cannot be shown: ${error.message}`;
        throw error;
    }
}

start();
