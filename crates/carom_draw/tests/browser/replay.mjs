// The replay page in Chromium: it loads without a word on the console, plays, ends with the poses of the run, zooms,
// chooses bodies by mouse, touch and keys, and has its plots. Wide and narrow, dark and light, with WebGL and without.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const here = fileURLToPath(new URL(".", import.meta.url));
const program = process.env.CAROM || resolve(here, "../../../../target/release/carom");
const executablePath = process.env.CHROMIUM || "/usr/bin/chromium";
const shots = process.env.SHOTS;

/** Parts of the size of a common body to which poses are rounded: `FINENESS` of `recorder.rs`. */
const FINENESS = 512;

const folder = mkdtempSync(join(tmpdir(), "carom-replay-"));
const args = ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"];
const browser = await chromium.launch({ executablePath, args });
let checks = 0;

function check(holds, what) {
    assert.ok(holds, what);
    checks++;
}

/** Runs a scene, and returns its page and its last poses. */
function run(name, options) {
    const [page, poses] = [join(folder, `${name}.html`), join(folder, `${name}.csv`)];
    execFileSync(program, ["run", ...options, "--quiet", "--replay", page, "--poses", poses]);
    const rows = readFileSync(poses, "utf8").trim().split("\n").slice(1);
    const last = rows.map((row) => row.split(",").map(Number)).map(([, x, y, angle]) => ({ x, y, angle }));
    return { page, last };
}

/** Opens a page; anything on the console is a failure. */
async function open(file, { width = 1440, height = 900, scheme = "light", touch = false, query = "" } = {}) {
    const viewport = { width, height };
    const context = await browser.newContext({ viewport, colorScheme: scheme, hasTouch: touch, offline: true });
    const page = await context.newPage();
    const said = [];
    page.on("console", (message) => said.push(message.text()));
    page.on("pageerror", (error) => said.push(String(error)));
    page.on("request", (request) => /^(file|data|blob):/.test(request.url()) || said.push(request.url()));
    await page.goto(pathToFileURL(file).href + query);
    await page.waitForFunction(() => document.documentElement.dataset.ready === "yes", null, { timeout: 60_000 });
    const close = async () => {
        check(said.length === 0, `the console says ${said.join("; ")}`);
        await context.close();
    };
    return { page, close };
}

const poses = (page) => page.evaluate(() => window.carom.bodies());
const shown = (page) => page.evaluate(() => ({ step: window.carom.step, ...window.carom.world.view }));

/** The pixels of the world that are not background. */
const drawn = (page) =>
    page.evaluate(async () => {
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        const { canvas, theme } = window.carom.world;
        const copy = document.createElement("canvas");
        [copy.width, copy.height] = [canvas.width, canvas.height];
        const context = copy.getContext("2d");
        context.drawImage(canvas, 0, 0);
        const { data } = context.getImageData(0, 0, copy.width, copy.height);
        const paper = theme.background.map((part) => Math.round(255 * part));
        let count = 0;
        for (let k = 0; k < data.length; k += 4) count += Math.abs(data[k] - paper[0]) + Math.abs(data[k + 2] - paper[2]) > 12;
        return count;
    });

function compare(found, wanted, quantum, what) {
    check(found.length === wanted.length, `${what}: ${found.length} bodies, the run has ${wanted.length}`);
    wanted.forEach(({ x, y, angle }, k) => {
        const turn = Math.abs(Math.atan2(Math.sin(found[k].angle - angle), Math.cos(found[k].angle - angle)));
        const off = Math.max(Math.abs(found[k].x - x), Math.abs(found[k].y - y));
        // Half a unit each way, and what f32 has at that place; an angle has as many parts as the body is units long.
        assert.ok(off <= 0.51 * quantum + 1e-6 * Math.hypot(x, y), `${what}: body ${k} is off by ${off} m`);
        assert.ok(turn < 0.03, `${what}: body ${k} is off by ${turn} rad`);
    });
    checks += 2;
}

async function plays(name, options, page) {
    const { page: file, last } = run(name, options);
    const { page: opened, close } = await open(file, page);
    const before = await poses(opened);
    check((await drawn(opened)) > 500, `${name}: nothing is drawn`);
    await opened.locator("#play").click();
    await opened.waitForFunction(() => window.carom.step > 5, null, { timeout: 30_000 });
    const after = await poses(opened);
    await opened.evaluate(() => window.carom.play(false));
    const moved = after.filter((body, k) => Math.hypot(body.x - before[k]?.x, body.y - before[k]?.y) > 1e-3);
    check(moved.length > 0 || after.length !== before.length, `${name}: nothing moves`);
    // To the end by the scrubber itself.
    const box = await opened.locator("#scrub").boundingBox();
    await opened.mouse.click(box.x + box.width - 2, box.y + 0.5 * box.height);
    await opened.locator("#signs").press("End");
    const quantum = await opened.evaluate(() => window.carom.head.quantum);
    compare(await poses(opened), last, quantum, name);
    return { opened, close, last };
}

/** The middle of a body on the page. */
const middleOf = (page, number) =>
    page.evaluate((number) => {
        const { x, y } = window.carom.bodies().find((body) => body.number === number);
        const box = document.querySelector("#signs").getBoundingClientRect();
        const [left, top] = window.carom.world.place(x, y);
        return [box.left + left, box.top + top];
    }, number);

async function wholePage() {
    const { opened, close } = await plays("small", ["small"], {});
    // Zoom by the wheel keeps the place under the pointer, and fits again by a key.
    const fitted = await shown(opened);
    const place = await middleOf(opened, 100);
    // A pointer stands on a whole pixel, and the body's distance to it grows with the scale.
    const pointer = place.map(Math.round);
    await opened.mouse.move(...pointer);
    await opened.mouse.wheel(0, -600);
    await drawn(opened);
    const closer = await shown(opened);
    check(closer.scale > 2 * fitted.scale, "the wheel does not zoom");
    const kept = await middleOf(opened, 100);
    const ratio = closer.scale / fitted.scale;
    const off = [0, 1].map((k) => kept[k] - pointer[k] - ratio * (place[k] - pointer[k]));
    check(Math.hypot(...off) < 1, "zoom moves the place under the pointer");
    // A click chooses; the numbers are there.
    await opened.mouse.click(...kept);
    // Numbers are written with the next picture.
    await opened.locator("#body h2", { hasText: /\d/ }).waitFor();
    const title = await opened.locator("#body h2").textContent();
    check(title === "Body 100", `a click chooses ${title}`);
    const numbers = await opened.locator("#body dl").textContent();
    check(["velocity", "mass", "kg", "polygon of 4 corners"].every((word) => numbers.includes(word)), numbers);
    const contacts = await opened.locator("#body li").count();
    const told = await opened.evaluate(() => {
        const { touches, frames, chosen } = window.carom;
        const { contacts } = touches.get(frames.length - 1);
        return contacts.filter(({ a, b }) => a === chosen || b === chosen).length;
    });
    check(contacts === told && told > 0, `${contacts} contacts are listed, ${told} are there`);
    // Dragging moves what is shown and chooses nothing.
    await opened.mouse.move(500, 300);
    await opened.mouse.down();
    await opened.mouse.move(560, 330, { steps: 4 });
    await opened.mouse.up();
    const dragged = await shown(opened);
    check(Math.abs(dragged.x - closer.x + 60 / closer.scale) < 0.02, "a drag does not move what is shown");
    check((await opened.locator("#body h2").textContent()) === "Body 100", "a drag chooses a body");
    await opened.keyboard.press("Escape");
    await drawn(opened);
    check(await opened.locator("#none").isVisible(), "Escape does not leave the body");
    await opened.keyboard.press("f");
    check(Math.abs((await shown(opened)).scale / fitted.scale - 1) < 1e-6, "f does not fit");
    // Keys.
    await opened.keyboard.press("Home");
    await opened.keyboard.press("ArrowRight");
    await opened.keyboard.press("Shift+ArrowRight");
    check((await shown(opened)).step === 11, "the arrows do not step");
    const before = await opened.evaluate(() => document.querySelector("#signs").toDataURL());
    await opened.keyboard.press("End");
    await opened.keyboard.press("c");
    await opened.keyboard.press("i");
    await drawn(opened);
    const after = await opened.evaluate(() => document.querySelector("#signs").toDataURL());
    check(before !== after, "contacts and impulses are not shown");
    check((await opened.locator("#hint").textContent()).includes("N s"), "the arrow has no scale");
    // Plots: all four have lines, and scrub.
    for (const name of ["ms", "contacts", "energy", "awake"]) {
        const canvas = opened.locator(`#plot-${name} canvas`);
        const lines = await canvas.evaluate((canvas) => {
            const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
            return data.some((part, k) => k % 4 === 3 && part > 200);
        });
        check(lines, `the plot of ${name} is empty`);
        const box = await canvas.boundingBox();
        await opened.mouse.click(box.x + 0.25 * box.width, box.y + 0.5 * box.height);
        await drawn(opened);
        check(Math.abs((await shown(opened)).step - 125) < 3, `the plot of ${name} does not scrub`);
    }
    check((await opened.locator("#plot-awake output").textContent()) === "200", "the plot says another number");
    await close();
}

async function otherScenes() {
    for (const [name, options] of [
        ["pyramid", ["large_pyramid", "--steps", "40"]],
        // Bodies and joints come and go.
        ["rain", ["rain", "--steps", "150"]],
        ["joints", ["joint_grid", "--steps", "30"]],
        ["soup", ["soup", "--seed", "7", "--steps", "60"]],
    ]) {
        const { close } = await plays(name, options, {});
        await close();
    }
    const { opened, close } = await plays("canvas", ["small", "--steps", "60"], { query: "?canvas" });
    check((await opened.evaluate(() => window.carom.world.kind)) === "canvas", "it is not drawn by a canvas");
    await close();
    for (const steps of ["0", "1"]) {
        const { page: file } = run(`steps${steps}`, ["small", "--steps", steps]);
        const { page, close } = await open(file);
        check((await poses(page)).length === 203, `${steps} steps: bodies are missing`);
        const words = steps === "1" ? ", 1 step of" : ", 0 steps of";
        check((await page.textContent("#meta")).includes(words), `${steps} steps: not said`);
        await close();
    }
}

/** A rope runs over its two wheels, not from body to body. */
async function ropes() {
    const crate = (x, y, density) => ({
        kind: "dynamic",
        position: [x, y],
        shapes: [{ kind: "polygon", vertices: [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]], density }],
    });
    const rope = { ground_anchor_a: [-2, 8], ground_anchor_b: [2, 8], at: [[-2, 5.5], [2, 1.5]] };
    const scene = {
        carom: 1,
        bodies: [crate(-2, 5, 12), crate(2, 1, 10)],
        joints: [{ a: 0, b: 1, pulley: rope }],
    };
    const file = join(folder, "rope.json");
    writeFileSync(file, JSON.stringify(scene));
    const { opened, close } = await plays("rope", [file, "--steps", "60"], {});
    const [joint] = await opened.evaluate(() => window.carom.joints());
    assert.deepEqual(joint.wheels, [[-2, 8], [2, 8]]);
    check(joint.points.length === 6, `the rope has ${joint.points.length} points`);
    assert.deepEqual(joint.points.slice(2, 4), joint.wheels);
    // There is ink between the wheels, and none between the crates.
    const ink = (x, y) =>
        opened.evaluate(([x, y]) => {
            const canvas = document.querySelector("#signs");
            const part = canvas.width / canvas.getBoundingClientRect().width;
            const [left, top] = window.carom.world.place(x, y).map((pixel) => Math.round(part * pixel));
            const copy = new OffscreenCanvas(7, 7).getContext("2d", { willReadFrequently: true });
            copy.drawImage(canvas, 3 - left, 3 - top);
            return copy.getImageData(0, 0, 7, 7).data.some((value, k) => k % 4 === 3 && value > 60);
        }, [x, y]);
    await drawn(opened);
    check(await ink(0, 8), "there is no rope between the wheels");
    const middle = [0, 1].map((k) => 0.5 * (joint.points[1][k] + joint.points[4][k]));
    check(!(await ink(...middle)), "the rope runs from crate to crate");
    if (shots) await opened.screenshot({ path: join(shots, "replay_rope.png") });
    await close();
}

async function looks() {
    const { page: file } = run("looks", ["tumbler", "--steps", "240"]);
    for (const width of [375, 1440]) {
        for (const scheme of ["light", "dark"]) {
            const touch = width < 500;
            const { page, close } = await open(file, { width, height: touch ? 760 : 900, scheme, touch });
            await page.evaluate(() => window.carom.seek(200));
            const body = await middleOf(page, 500);
            if (touch) await page.touchscreen.tap(...body);
            else await page.mouse.click(...body);
            await page.locator("#body h2", { hasText: /\d/ }).waitFor();
            check(await page.locator("#body").isVisible(), `${width} px: a body cannot be chosen`);
            const wide = await page.evaluate(() => document.documentElement.scrollWidth);
            check(wide <= width, `${width} px: the page is ${wide} px wide`);
            check((await drawn(page)) > 2000, `${width} px, ${scheme}: nothing is drawn`);
            const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
            check(paper === (scheme === "dark" ? "rgb(20, 24, 29)" : "rgb(251, 250, 247)"), paper);
            const cut = await page.evaluate(() =>
                [...document.querySelectorAll("button, select, label, output")]
                    .filter((element) => element.offsetParent && element.scrollWidth > element.clientWidth + 1)
                    .map((element) => element.id || element.textContent),
            );
            check(cut.length === 0, `${width} px: cut off: ${cut}`);
            if (shots) await page.screenshot({ path: join(shots, `replay_${width}_${scheme}.png`) });
            await close();
        }
    }
}

try {
    if (shots) mkdirSync(shots, { recursive: true });
    await wholePage();
    await otherScenes();
    await ropes();
    await looks();
    console.log(`the replay page is good: ${checks} checks`);
} finally {
    await browser.close();
    rmSync(folder, { recursive: true });
}
