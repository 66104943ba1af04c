// The recording of a page: bytes to frames. `stream.rs`, `roll.rs` and `contacts.rs` of carom_draw write them.

/** The bytes of a base64 text. */
export function bytesOf(text) {
    const binary = atob(text.trim());
    const bytes = new Uint8Array(binary.length);
    for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
    return bytes;
}

/** The content of zlib bytes. */
export async function inflated(bytes) {
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Reads whole numbers, numbers with a sign, residuals and short floats. */
export class Reader {
    constructor(bytes) {
        this.bytes = bytes;
        this.at = 0;
        this.zeros = 0;
        this.float = new DataView(new ArrayBuffer(4));
    }

    whole() {
        let number = 0;
        let shift = 0;
        for (;;) {
            const byte = this.bytes[this.at++];
            number |= (byte & 0x7f) << shift;
            if (byte < 0x80) return number >>> 0;
            shift += 7;
        }
    }

    signed() {
        const zigzag = this.whole();
        return (zigzag >>> 1) ^ -(zigzag & 1);
    }

    residual() {
        if (this.zeros > 0) {
            this.zeros--;
            return 0;
        }
        const code = this.whole();
        if (code === 0) {
            this.zeros = this.whole() - 1;
            return 0;
        }
        if (code === 1) return 0;
        const zigzag = code - 1;
        return (zigzag >>> 1) ^ -(zigzag & 1);
    }

    short() {
        const low = this.bytes[this.at++];
        this.float.setUint16(0, low | (this.bytes[this.at++] << 8));
        this.float.setUint16(2, 0);
        return this.float.getFloat32(0);
    }

    byte() {
        return this.bytes[this.at++];
    }
}

/** Cosine and sine of an angle on a diamond, 0 to 4: the other way of `diamond` in `roll.rs`. */
export function direction(angle) {
    const a = ((angle % 4) + 4) % 4;
    const s = a < 1 ? a : a < 3 ? 2 - a : a - 4;
    const c = a < 2 ? 1 - a : a - 3;
    const length = Math.hypot(c, s) || 1;
    return [c / length, s / length];
}

/** The entries that are there in each frame, in their order; frames with the same ones share the list. */
function entriesOfFrames(entries, frames) {
    const count = entries.born.length;
    const changes = new Set([0]);
    for (let id = 0; id < count; id++) {
        changes.add(entries.born[id]);
        if (entries.died[id] !== null) changes.add(entries.died[id]);
    }
    const lists = [];
    for (let frame = 0; frame < frames; frame++) {
        if (!changes.has(frame)) {
            lists.push(lists[frame - 1]);
            continue;
        }
        const list = [];
        for (let id = 0; id < count; id++) {
            const died = entries.died[id];
            if (entries.born[id] <= frame && (died === null || frame < died)) list.push(id);
        }
        lists.push(Uint32Array.from(list));
    }
    return lists;
}

/** Contacts and joint forces of a frame. */
function contactsOf(reader, quantum) {
    const contacts = [];
    let last = 0;
    for (let left = reader.whole(); left > 0; left--) {
        const a = last + reader.signed();
        const b = a + reader.signed();
        last = a;
        const count = reader.byte();
        const normal = direction(reader.byte() / 64);
        const points = [];
        let x = 0;
        let y = 0;
        for (let k = 0; k < count; k++) {
            x += reader.signed();
            y += reader.signed();
            const [along, across] = [reader.short(), reader.short()];
            points.push({ x: x * quantum, y: y * quantum, along, across });
        }
        contacts.push({ a, b, normal, points });
    }
    const forces = [];
    for (let left = reader.whole(); left > 0; left--) forces.push([reader.short(), reader.short()]);
    return { contacts, forces };
}

/**
 * The recording: its head, and for each frame the entries that are there with x, y [quantum], angle [a quarter in
 * `1 << bits - 2` parts] and whether each is awake. Contacts are read on demand.
 */
export async function decode(parts, progress = () => {}) {
    const [text, x, y, angle, awake, contacts] = await Promise.all(parts.map(inflated));
    const head = JSON.parse(new TextDecoder().decode(text));
    const { entries } = head;
    const count = entries.born.length;
    const [xs, ys, angles, toggles] = [x, y, angle, awake].map((bytes) => new Reader(bytes));
    const lists = entriesOfFrames(entries, head.frames.length);
    const last = [new Int32Array(count), new Int32Array(count), new Int32Array(count)];
    const change = [new Int32Array(count), new Int32Array(count), new Int32Array(count)];
    const isAwake = new Uint8Array(count);
    const frames = [];
    let pause = performance.now();
    for (let frame = 0; frame < head.frames.length; frame++) {
        const ids = lists[frame];
        const now = {
            step: head.frames[frame],
            ids,
            x: new Int32Array(ids.length),
            y: new Int32Array(ids.length),
            angle: new Int32Array(ids.length),
            awake: new Uint8Array(ids.length),
        };
        for (let k = 0; k < ids.length; k++) {
            const id = ids[k];
            const half = 1 << (entries.bits[id] - 1);
            const mask = 2 * half - 1;
            change[0][id] += xs.residual();
            change[1][id] += ys.residual();
            change[2][id] = ((change[2][id] + angles.residual() + half) & mask) - half;
            now.x[k] = last[0][id] += change[0][id];
            now.y[k] = last[1][id] += change[1][id];
            now.angle[k] = last[2][id] += change[2][id];
        }
        let id = 0;
        for (let left = toggles.whole(); left > 0; left--) {
            id += toggles.whole();
            isAwake[id] ^= 1;
        }
        for (let k = 0; k < ids.length; k++) now.awake[k] = isAwake[ids[k]];
        frames.push(now);
        if (performance.now() - pause > 50) {
            progress((frame + 1) / head.frames.length);
            await new Promise((done) => setTimeout(done));
            pause = performance.now();
        }
    }
    const reader = new Reader(contacts);
    const touches = new Map(head.contactFrames.map((frame) => [frame, contactsOf(reader, head.quantum)]));
    return { head, frames, touches };
}
