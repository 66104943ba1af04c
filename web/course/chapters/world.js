import snippet from '../../wasm/snippets/world.md';
import { LiveWorld } from '../engine.js';
import { format } from '../format.js';
import { Sprites, addPiece } from '../sprites.js';

const scenes = {
    playground: 'Playground', spinner: 'Spinner: 6,076 bodies and a bar', tumbler: 'Tumbler', large_pyramid: 'Pyramid of 5,050 boxes', smash: 'Smash',
    junkyard: 'Junkyard', washer: 'Washer', rain: 'Rain', joint_grid: 'Grid of joints', compounds: 'Compounds', sizes: 'Sizes',
};
/** Time of a frame for steps [ms]: the rest of a thirtieth of a second is for drawing. */
const frameSteps = 20;
const inks = ['soft', 'ok', 'a', 'soft'];

export default {
    id: 'the-world',
    title: 'The world',
    lead: 'Everything together: find pairs, find contacts, solve them all, move. Sixty times a second, in this page.',
    keys: 'Drag a body with mouse or finger. Drag on empty space to throw a ball. <kbd>Space</kbd> pauses, <kbd>S</kbd> makes one step, <kbd>T</kbd> throws from above.',
    words: `
<h2>A step</h2>
<ol>
<li><b>Broad phase:</b> which boxes overlap?</li>
<li><b>Narrow phase:</b> contact points of those pairs.</li>
<li><b>Solve:</b> impulses at all contacts and joints, again and again, so that each takes account of the others. A <b>joint</b> holds
two bodies together, as a hinge or a spring does.</li>
<li><b>Move</b> bodies by their new velocities.</li>
<li><b>Swept tests</b> for the fast ones, so that nothing tunnels.</li>
<li><b>Sleep:</b> bodies that touch one another are an <b>island</b>. An island at rest costs nothing until something touches it.</li>
</ol>
<h2>Substeps</h2>
<p>A tall stack is hard: the lowest box must carry all the others, but each round of the solver takes a push only from one box
to its neighbours. Many small <b>substeps</b> with one round each beat one step with many rounds (M. Macklin et al., 2019). Give the
pyramid one substep, then eight.</p>
<p>Contacts are <b>soft</b>: what overlaps is pushed apart over a few steps, like a stiff spring with a damper, and not at once. That push
leaves some speed behind. The solver takes it out again in a second round, which the pseudo-code calls <i>relax</i>.</p>
<h2>The same answer</h2>
<p>The <mark>hash</mark> is a number made of the places, angles and velocities of all bodies, to the last bit. The same scene after the same
steps has the same hash in this page, on a server with 64 cores, on any machine. Pull a body, and it is another history.</p>
<h2>The hand</h2>
<p>A drag is a joint like a hinge or a spring: it pulls the point that you took to the pointer, with a limited force. So a body that
you pull into a wall stops there. Forty times its weight is enough to tear it out of a stack.</p>
<p>The table shows how long the stages of the last step took, in milliseconds: <i>pairs</i> is the broad phase, <i>collide</i> the narrow
phase.</p>`,
    pseudo: `
step(world, dt):
    pairs    = broad_phase(boxes of all bodies)
    contacts = narrow_phase(pairs)
    h = dt / n
    for substep in 1 .. n:
        velocities += gravity * h
        solve contacts and joints   # soft
        positions  += velocities * h
        relax contacts and joints
    bounce where restitution says so
    swept tests for fast bodies
    put islands at rest to sleep`,
    snippet,
    demo(page) {
        const s = { scene: 'playground', running: true, contacts: false };
        let live, shapes, sprites, bodies, poses, looks, fit, frame = 0, rate = 60, spent = 0, steps = 0, thrown = null;
        const load = () => {
            live?.free();
            live = new LiveWorld(s.scene, 0);
            steps = 0;
            takeShapes();
            const [x0, y0, x1, y1] = live.bounds();
            const largest = s.scene === 'smash' ? 1 : 0.04;
            const [w, h] = [Math.min(x1 - x0, 260), Math.min(y1 - y0, 180)];
            const [cx, cy] = [(x0 + x1) / 2, y0 + h / 2];
            fit = [cx - w / 2 - w * largest * 0.2, cy - h / 2 - h * 0.04, cx + w / 2 + w * largest * 0.2, cy + h / 2 + h * 0.06];
            stage.setView(fit);
            stage.resize(false);
            for (const rule of rules) rule.set(rule.usual());
            read();
            show();
            stage.draw();
        };
        // Pieces are packed in one list; places in it are kept by body.
        const takeShapes = () => {
            shapes = live.shapes();
            sprites = new Sprites(shapes);
            bodies = live.count();
        };
        const read = () => {
            poses = live.poses();
            looks = live.looks();
        };
        const step = () => {
            const before = performance.now();
            live.step();
            spent = 0.9 * spent + 0.1 * (performance.now() - before);
            steps += 1;
            if (live.count() !== bodies) takeShapes();
            read();
        };
        const show = () => {
            const numbers = JSON.parse(live.numbers());
            page.numberRoot.dataset.world = JSON.stringify({ scene: s.scene, steps, hash: numbers.hash, rate: Math.round(rate) });
            page.numbers([
                ['Steps', numbers.steps, undefined, '', 0], ['Bodies', numbers.bodies, undefined, '', 0], ['Awake', numbers.awake, undefined, '', 0],
                ['Contact points', numbers.points, undefined, '', 0], ['Time of a step', spent, undefined, 'ms', 2], ['Frames', rate, undefined, 'per second', 0],
                ['State hash', numbers.hash],
            ]);
            page.table(['Stage of a step', 'ms'], numbers.stages.map(([name, ms]) => ({ cells: [name, format(ms, 3)] })));
        };
        const stage = page.stage({
            view: [-16, -1.5, 16, 13],
            label: 'A physics world that runs live',
            redraw: () => {
                if (!live) return;
                const c = stage.color, g = stage.context, k = stage.scale;
                const [mx, my] = stage.middle, [hw, hh] = [stage.width / 2, stage.height / 2];
                const colors = inks.map((name) => c[name]), fills = [c.line, c.okFill, c.aFill, c.grid];
                sprites.prepare(k, stage.density, colors.map((color, look) => [fills[look], color, look === 3 ? 0.6 : 1]));
                // One path for each look: a few large fills are fast.
                const paths = [0, 1, 2, 3].map(() => new Path2D()), lines = [0, 1, 2, 3].map(() => new Path2D());
                for (const { body, pieces } of sprites.draw(stage, poses, looks)) {
                    const px = poses[4 * body], py = poses[4 * body + 1], q = poses[4 * body + 2], r = poses[4 * body + 3];
                    const look = looks[body];
                    const X = (j) => hw + (px + q * shapes[j] - r * shapes[j + 1] - mx) * k;
                    const Y = (j) => hh - (py + r * shapes[j] + q * shapes[j + 1] - my) * k;
                    for (const i of pieces) {
                        addPiece(shapes[i + 1] === 1 && shapes[i + 2] === 0 ? lines[look] : paths[look], shapes, i, k, X, Y);
                        if (shapes[i + 1] === 0) {
                            // A radius, so that its turning is seen.
                            paths[look].moveTo(X(i + 4), Y(i + 4));
                            paths[look].lineTo(X(i + 4) + q * shapes[i + 2] * k, Y(i + 4) - r * shapes[i + 2] * k);
                        }
                    }
                }
                for (let look = 0; look < 4; look += 1) {
                    g.globalAlpha = look === 3 ? 0.6 : 1;
                    g.fillStyle = fills[look];
                    g.fill(paths[look]);
                    g.strokeStyle = colors[look];
                    g.lineWidth = bodies > 1500 ? 0.9 : 1.6;
                    g.stroke(paths[look]);
                    g.lineWidth = 2.5;
                    g.stroke(lines[look]);
                }
                g.globalAlpha = 1;
                if (s.contacts) {
                    const points = live.contacts();
                    for (let i = 0; i < points.length; i += 4) {
                        const [x, y] = stage.px([points[i], points[i + 1]]);
                        g.fillStyle = c.hit;
                        g.fillRect(x - 2, y - 2, 4, 4);
                    }
                    g.strokeStyle = c.hit;
                    g.lineWidth = 1.2;
                    g.beginPath();
                    for (let i = 0; i < points.length; i += 4) {
                        const [x, y] = stage.px([points[i], points[i + 1]]);
                        const long = Math.hypot(points[i + 2], points[i + 3]), size = long > 0 ? Math.min(6 + 4 * Math.sqrt(long), 40) / long : 0;
                        g.moveTo(x, y);
                        g.lineTo(x + points[i + 2] * size, y - points[i + 3] * size);
                    }
                    g.stroke();
                }
                const pull = live.drag_line();
                if (pull.length) {
                    stage.line([pull[0], pull[1]], [pull[2], pull[3]], c.hit, 2.5);
                    stage.dot([pull[0], pull[1]], c.hit, 5);
                }
                if (thrown) stage.arrow(thrown.from, thrown.to, c.b, 3);
            },
        });
        const canvas = stage.canvas;
        canvas.style.touchAction = 'none';
        canvas.style.cursor = 'grab';
        const at = (event) => {
            const frameBox = canvas.getBoundingClientRect();
            return stage.place(event.clientX - frameBox.left, event.clientY - frameBox.top);
        };
        const size = () => (fit[3] - fit[1]) * 0.022;
        canvas.addEventListener('pointerdown', (event) => page.guard(() => {
            canvas.setPointerCapture(event.pointerId);
            const place = at(event);
            if (!live.grab(...place, 8 / stage.scale)) thrown = { from: place, to: place };
            else live.drag_to(...place);
            stage.draw();
        }));
        canvas.addEventListener('pointermove', (event) => page.guard(() => {
            if (!event.buttons) return;
            if (thrown) thrown.to = at(event);
            else live.drag_to(...at(event));
            if (!s.running) stage.draw();
        }));
        const let_go = () => page.guard(() => {
            if (thrown) {
                const { from, to } = thrown;
                thrown = null;
                live.throw_ball(...from, (to[0] - from[0]) * 4, (to[1] - from[1]) * 4, size());
                takeShapes();
                read();
            }
            live.release();
            stage.draw();
        });
        canvas.addEventListener('pointerup', let_go);
        canvas.addEventListener('pointercancel', let_go);
        const throwOne = () => {
            live.throw_ball(fit[0] + (fit[2] - fit[0]) * 0.2, fit[3] - (fit[3] - fit[1]) * 0.12, (fit[2] - fit[0]) * 0.8, 0, size());
            takeShapes();
            read();
            stage.draw();
            show();
        };
        const pause = page.button('Pause', () => setRunning(!s.running), 'main');
        const setRunning = (on) => { s.running = on; pause.textContent = on ? 'Pause' : 'Go on'; show(); };
        const once = () => { setRunning(false); step(); stage.draw(); show(); };
        page.button('One step', once);
        page.button('120 steps from the start', () => {
            load();
            setRunning(false);
            for (let i = 0; i < 120; i += 1) step();
            stage.draw();
            show();
        });
        page.button('Throw', throwOne);
        page.button('Start again', () => { load(); setRunning(true); });
        page.select('Scene', Object.entries(scenes), s.scene, (scene) => { s.scene = scene; load(); });
        page.check('Contacts and impulses', s.contacts, (on) => { s.contacts = on; stage.draw(); });
        const rule = (label, name, options) => {
            const slider = page.slider(label, options, (value) => live.set(name, value));
            return { set: slider.set, usual: () => options.value };
        };
        const rules = [
            rule('Gravity', 'gravity', { min: -10, max: 30, step: 0.5, value: 10, unit: 'm/s²', digits: 1 }),
            rule('Substeps', 'substeps', { min: 1, max: 16, step: 1, value: 4, digits: 0 }),
            rule('Friction of all', 'friction', { min: 0, max: 1.5, step: 0.05, value: 0.6 }),
            rule('Restitution of all', 'restitution', { min: 0, max: 1, step: 0.05, value: 0 }),
        ];
        const keys = (event) => {
            if (event.target.closest?.('input, select, button, a') || event.ctrlKey || event.metaKey || event.altKey) return;
            const run = { ' ': () => setRunning(!s.running), s: once, t: throwOne }[event.key.toLowerCase()];
            if (!run) return;
            event.preventDefault();
            page.guard(run);
        };
        addEventListener('keydown', keys);
        page.stops.push(() => removeEventListener('keydown', keys), () => live.free());
        load();
        page.say('Drag a body, throw a ball, move the sliders.');
        let owed = 0, shown = 0;
        page.animate((time) => {
            rate = 0.93 * rate + 0.07 / Math.max(time, 1e-4);
            if (s.running) {
                // As many steps as time has passed, two at most, and a second one only if it keeps the frame short: where
                // a step takes long, the world runs slower and still moves smoothly.
                owed = Math.min(owed + time * 60, 2);
                const any = owed >= 0.98, end = performance.now() + frameSteps;
                while (owed >= 0.98) {
                    step();
                    owed -= 1;
                    if (performance.now() + spent > end) {
                        owed = Math.min(owed, 0.97);
                        break;
                    }
                }
                owed = Math.max(owed, 0);
                if (any) stage.draw();
            }
            shown += time;
            if (shown > 0.3) { shown = 0; show(); }
        });
    },
};
