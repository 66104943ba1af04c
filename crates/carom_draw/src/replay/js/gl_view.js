// Bodies by WebGL 2. Shapes lie in buffers that are filled once; poses and states are textures that each frame fills.
// All bodies are drawn by two calls, whatever their shapes.
import { SHADES } from "./palette.js";

/** Poses in a row of the texture. */
const ROW = 1024;

const COMMON = `#version 300 es
precision highp float;
precision highp int;
uniform highp sampler2D poses;
uniform highp usampler2D states;
uniform vec2 middle;
uniform float scale;
uniform vec2 size;
uniform vec3 colors[${7 * SHADES}];
uniform vec3 ink;
uniform float dark;
vec4 poseOf(uint body) { return texelFetch(poses, ivec2(int(body % ${ROW}u), int(body / ${ROW}u)), 0); }
uvec4 stateOf(uint body) { return texelFetch(states, ivec2(int(body % ${ROW}u), int(body / ${ROW}u)), 0); }
vec2 pixels(vec4 pose, vec2 point) {
    vec2 q = normalize(pose.zw);
    vec2 at = pose.xy + vec2(q.x * point.x - q.y * point.y, q.y * point.x + q.x * point.y);
    return (at - middle) * scale;
}
vec4 clip(vec2 at) { return vec4(at / (0.5 * size), 0.0, 1.0); }
vec3 colorOf(uvec4 state) { return colors[int(state.r) * ${SHADES} + int(state.g)]; }
`;

const FILL_VERTEX = `${COMMON}
in uint body;
in vec2 point;
in vec3 disc;
out vec3 color;
out vec3 round;
void main() {
    uvec4 state = stateOf(body);
    color = colorOf(state);
    round = vec3(disc.xy, disc.z * scale);
    gl_Position = state.r == 0u ? vec4(2.0, 2.0, 2.0, 1.0) : clip(pixels(poseOf(body), point));
}`;

const FILL_FRAGMENT = `#version 300 es
precision highp float;
in vec3 color;
in vec3 round;
uniform vec3 ink;
uniform float outline;
out vec4 result;
void main() {
    float alpha = 1.0;
    vec3 shown = color;
    if (round.z > 0.0) {
        float away = (1.0 - length(round.xy)) * round.z;
        alpha = clamp(away + 0.5, 0.0, 1.0);
        float edge = outline * clamp(1.5 - abs(away - 0.7), 0.0, 1.0) * step(6.0, round.z);
        shown = mix(color, ink, 0.5 * edge);
    }
    result = vec4(shown * alpha, alpha);
}`;

const LINE_VERTEX = `${COMMON}
in vec2 corner;
in uint body;
in vec4 ends;
in float kind;
uniform float least;
out vec3 color;
out float across;
out float along;
out float dashed;
void main() {
    uvec4 state = stateOf(body);
    vec4 pose = poseOf(body);
    vec2 a = pixels(pose, ends.xy);
    vec2 b = pixels(pose, ends.zw);
    vec2 way = b - a;
    float far = max(length(way), 1e-6);
    vec2 side = vec2(-way.y, way.x) / far;
    float width = kind == 1.0 ? 2.0 : clamp(0.06 * far + 0.6, 0.7, 1.5);
    float half_width = 0.5 * width + 0.7;
    vec2 at = mix(a, b, corner.x) + side * corner.y * half_width;
    across = corner.y * half_width / (0.5 * width);
    along = corner.x * far;
    dashed = kind;
    color = kind == 2.0 ? mix(colorOf(state), vec3(1.0 - dark), 0.2) : mix(colorOf(state), ink, kind == 1.0 ? 0.3 : 0.5);
    bool hidden = state.r == 0u || (kind == 0.0 && far < least);
    gl_Position = hidden ? vec4(2.0, 2.0, 2.0, 1.0) : clip(at);
}`;

const LINE_FRAGMENT = `#version 300 es
precision highp float;
in vec3 color;
in float across;
in float along;
in float dashed;
out vec4 result;
void main() {
    float alpha = clamp(1.6 - abs(across), 0.0, 1.0);
    if (dashed == 2.0 && mod(along, 10.0) > 5.0) alpha = 0.0;
    result = vec4(color * alpha, alpha);
}`;

function compiled(gl, vertex, fragment) {
    const program = gl.createProgram();
    for (const [kind, text] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
        const shader = gl.createShader(kind);
        gl.shaderSource(shader, text);
        gl.compileShader(shader);
        if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(shader));
        gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(program));
    const known = new Map();
    const uniform = (name) => {
        if (!known.has(name)) known.set(name, gl.getUniformLocation(program, name));
        return known.get(name);
    };
    return { program, uniform, attribute: (name) => gl.getAttribLocation(program, name) };
}

/** Buffers that grow: 32-bit floats, with whole numbers among them by their bits. */
class Words {
    constructor() {
        this.bytes = new ArrayBuffer(1 << 16);
        this.floats = new Float32Array(this.bytes);
        this.wholes = new Uint32Array(this.bytes);
        this.length = 0;
    }

    push(whole, ...floats) {
        if (this.length + 8 > this.wholes.length) {
            const larger = new ArrayBuffer(2 * this.bytes.byteLength);
            new Uint32Array(larger).set(this.wholes);
            this.bytes = larger;
            this.floats = new Float32Array(larger);
            this.wholes = new Uint32Array(larger);
        }
        this.wholes[this.length] = whole;
        this.floats.set(floats, this.length + 1);
        this.length += 1 + floats.length;
    }

    used() {
        return this.wholes.subarray(0, this.length);
    }
}

export class GlView {
    /** Throws where WebGL 2 is missing. */
    constructor(canvas) {
        const gl = canvas.getContext("webgl2", { antialias: true, alpha: false, preserveDrawingBuffer: true });
        if (!gl) throw new Error("no WebGL 2");
        this.gl = gl;
        this.canvas = canvas;
        this.fill = compiled(gl, FILL_VERTEX, FILL_FRAGMENT);
        this.line = compiled(gl, LINE_VERTEX, LINE_FRAGMENT);
        this.poses = this.texture();
        this.states = this.texture();
        this.counts = { fill: 0, line: 0 };
    }

    texture() {
        const gl = this.gl;
        const texture = gl.createTexture();
        gl.bindTexture(gl.TEXTURE_2D, texture);
        gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
        gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
        return texture;
    }

    setBodies(bodies, lists) {
        const [fill, line] = [new Words(), new Words()];
        bodies.forEach((number, body) => {
            for (const shape of lists[number]) addShape(shape, body, fill, line);
        });
        const gl = this.gl;
        this.rows = Math.max(1, Math.ceil(bodies.length / ROW));
        this.poseRows = new Float32Array(4 * ROW * this.rows);
        this.stateRows = new Uint8Array(2 * ROW * this.rows);
        this.fillArray = this.arrays(fill.used(), 24, [
            [this.fill.attribute("body"), 1, 0, true],
            [this.fill.attribute("point"), 2, 4, false],
            [this.fill.attribute("disc"), 3, 12, false],
        ]);
        this.lineArray = this.arrays(line.used(), 24, [
            [this.line.attribute("body"), 1, 0, true],
            [this.line.attribute("ends"), 4, 4, false],
            [this.line.attribute("kind"), 1, 20, false],
        ], this.line.attribute("corner"));
        this.counts = { fill: fill.length / 6, line: line.length / 6 };
        gl.bindVertexArray(null);
    }

    /** A vertex array over words. With `corner`, each item is drawn as the four corners of a line. */
    arrays(words, stride, attributes, corner = -1) {
        const gl = this.gl;
        const array = gl.createVertexArray();
        gl.bindVertexArray(array);
        gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
        gl.bufferData(gl.ARRAY_BUFFER, words, gl.STATIC_DRAW);
        for (const [place, count, offset, whole] of attributes) {
            gl.enableVertexAttribArray(place);
            if (whole) gl.vertexAttribIPointer(place, count, gl.UNSIGNED_INT, stride, offset);
            else gl.vertexAttribPointer(place, count, gl.FLOAT, false, stride, offset);
            if (corner >= 0) gl.vertexAttribDivisor(place, 1);
        }
        if (corner >= 0) {
            gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
            gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([0, -1, 1, -1, 0, 1, 1, 1]), gl.STATIC_DRAW);
            gl.enableVertexAttribArray(corner);
            gl.vertexAttribPointer(corner, 2, gl.FLOAT, false, 8, 0);
        }
        return array;
    }

    setPoses(poses) {
        this.poseRows.set(poses);
        const gl = this.gl;
        gl.bindTexture(gl.TEXTURE_2D, this.poses);
        gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA32F, ROW, this.rows, 0, gl.RGBA, gl.FLOAT, this.poseRows);
    }

    setStates(states) {
        this.stateRows.set(states);
        const gl = this.gl;
        gl.bindTexture(gl.TEXTURE_2D, this.states);
        gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
        const [format, kind] = [gl.RG_INTEGER, gl.UNSIGNED_BYTE];
        gl.texImage2D(gl.TEXTURE_2D, 0, gl.RG8UI, ROW, this.rows, 0, format, kind, this.stateRows);
    }

    draw(view, theme, ratio) {
        const gl = this.gl;
        const { width, height } = this.canvas;
        gl.viewport(0, 0, width, height);
        gl.clearColor(...theme.background, 1);
        gl.clear(gl.COLOR_BUFFER_BIT);
        gl.enable(gl.BLEND);
        gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
        gl.activeTexture(gl.TEXTURE0);
        gl.bindTexture(gl.TEXTURE_2D, this.poses);
        gl.activeTexture(gl.TEXTURE1);
        gl.bindTexture(gl.TEXTURE_2D, this.states);
        gl.activeTexture(gl.TEXTURE0);
        const colors = theme.bodies.flat(2);
        for (const { program, uniform } of [this.fill, this.line]) {
            gl.useProgram(program);
            gl.uniform1i(uniform("poses"), 0);
            gl.uniform1i(uniform("states"), 1);
            gl.uniform2f(uniform("middle"), view.x, view.y);
            gl.uniform1f(uniform("scale"), view.scale * ratio);
            gl.uniform2f(uniform("size"), width, height);
            gl.uniform3fv(uniform("colors"), colors);
            gl.uniform3fv(uniform("ink"), theme.ink);
        }
        gl.useProgram(this.fill.program);
        gl.uniform1f(this.fill.uniform("outline"), 1);
        gl.bindVertexArray(this.fillArray);
        gl.drawArrays(gl.TRIANGLES, 0, this.counts.fill);
        gl.useProgram(this.line.program);
        gl.uniform1f(this.line.uniform("least"), 3 * ratio);
        gl.uniform1f(this.line.uniform("dark"), theme.background[0] > 0.5 ? 1 : 0);
        gl.bindVertexArray(this.lineArray);
        gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, this.counts.line);
        gl.bindVertexArray(null);
    }
}

/** Adds the triangles and the lines of a shape: 0 is an outline, 1 a line of its own, 2 the outline of a sensor. */
function addShape(shape, body, fill, line) {
    const kind = shape.sensor ? 2 : 0;
    if (shape.circle) {
        const [x, y, r] = shape.circle;
        if (!shape.sensor) {
            for (const [u, v] of [[-1, -1], [1, -1], [1, 1], [-1, -1], [1, 1], [-1, 1]]) {
                // A little more than the circle, for its soft edge.
                fill.push(body, x + 1.05 * u * r, y + 1.05 * v * r, 1.05 * u, 1.05 * v, r);
            }
            line.push(body, x, y, x + 0.8 * r, y, 0);
        } else {
            addRing(body, ringOf(x, y, r), kind, line);
        }
    }
    for (const corners of shape.sensor ? [] : shape.fills || []) {
        for (let k = 4; k < corners.length; k += 2) {
            for (const at of [0, k - 2, k]) fill.push(body, corners[at], corners[at + 1], 0, 0, 0);
        }
    }
    for (const ring of shape.rings || []) addRing(body, ring, kind, line);
    for (const points of shape.lines || []) addLine(body, points, shape.sensor ? 2 : 1, line);
}

function addRing(body, ring, kind, line) {
    addLine(body, [...ring, ring[0], ring[1]], kind, line);
}

function addLine(body, points, kind, line) {
    for (let k = 2; k < points.length; k += 2) {
        line.push(body, points[k - 2], points[k - 1], points[k], points[k + 1], kind);
    }
}

/** The corners of a circle. */
export function ringOf(x, y, r) {
    const ring = [];
    for (let k = 0; k < 40; k++) {
        const angle = (2 * Math.PI * k) / 40;
        ring.push(x + r * Math.cos(angle), y + r * Math.sin(angle));
    }
    return ring;
}
