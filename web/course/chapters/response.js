import snippet from '../../wasm/snippets/response.md';
import { ask } from '../engine.js';
import { box, toWorld } from '../bodies.js';

export default {
    id: 'response',
    title: 'Response',
    lead: 'They touch, and the contact point and its normal are known. What happens to their speeds?',
    words: `
<h2>An impulse</h2>
<p>A hit is short and hard. Only the product of force and time counts: an <b class="hit">impulse</b>, in newton seconds (N s). It acts on
B, the ball, at the contact, and its opposite acts on A, the box.</p>
<p>The impulse divided by the mass is the change of velocity. It changes the spin as well, if it does not point through the centre of
mass. Let <i>r</i> be the vector from that centre to the contact, the <b>lever arm</b>. Then the spin changes by cross(r, impulse) / I, where
cross(u, v) = u.x v.y − u.y v.x. The <b>moment of inertia</b> I says how hard a body is to turn, as the mass says how hard it is to move.</p>
<h2>Along the normal</h2>
<p>The two must not go on approaching. With the <b>restitution</b> e = 0 they stay together, with e = 1 they part as fast as they met.
That fixes the normal part of the impulse: there is only one that does it.</p>
<p class="formula">parting speed = e · approach speed</p>
<h2>Across it</h2>
<p><b>Slip</b> is how fast the two surfaces slide along each other. <b>Friction</b> works against it, and stops it if it can. But it is at most
μ times the normal part (C. Coulomb): then they slide on, a little slower. Friction with a lever arm is what makes a ball spin and a
stick tumble.</p>
<p>Friction may also push along the normal, by way of the spin. So carom chooses both parts together: whatever friction does,
the two part at e times the speed of their approach.</p>
<h2>Rotation makes it heavier or lighter</h2>
<p>A push past the centre of mass turns the body as well as moving it, so it takes less to change the speed at the contact. The
<mark>effective mass</mark> is the impulse that it takes for each metre per second: 1 / K(n, n) in the pseudo-code. Hit the box in the middle and at its
end, and compare the impulses.</p>
<p>Here a square metre weighs 1 kg: the box has 5.2 kg, the ball 1.77 kg. Arrows are velocities, grey before the hit and coloured
after it; the red ones are the impulse.</p>`,
    pseudo: `
resolve(a, b, contact, e, mu):
    v = velocity of b at the contact - a's
    if dot(n, v) >= 0: return   # they part
    t = n turned by 90 degrees

    # Speed along u for an impulse of 1 along w.
    K(u, w) = dot(u, w) * (1/ma + 1/mb)
            + cross(ra, u) * cross(ra, w) / Ia
            + cross(rb, u) * cross(rb, w) / Ib

    # The first ends the approach. The second
    # ends the slip, with no change along n.
    stop = -dot(n, v) / K(n, n) * n
    grip = what takes the slip after stop to 0
    J = (1 + e) * stop + s * grip
        # s: the most of 0 .. 1 for which
        # abs(dot(t, J)) <= mu * dot(n, J)

    b.velocity += J / mb
    b.spin     += cross(rb, J) / Ib
    # and the opposite for a`,
    snippet,
    keys: 'Drag the contact along the box, and the tips of both velocities. <kbd>Tab</kbd> chooses a handle, arrow keys move it.',
    demo(page) {
        const s = { e: 0.5, mu: 0.4, fixed: false, hit: 1.3, angle: 9 * Math.PI / 180, spin: 0 };
        const plank = { at: [0, -1.0], size: [5.2, 1.0] }, radius = 0.75;
        const tip = { b: [1.5, -2.3], a: [0, 0] };
        let answer;
        const frame = () => ({ at: plank.at, angle: s.angle });
        const contact = () => toWorld(frame(), [s.hit, plank.size[1] / 2]);
        const normal = () => toWorld({ at: [0, 0], angle: s.angle }, [0, 1]);
        const center = () => { const [x, y] = contact(), n = normal(); return [x + n[0] * radius, y + n[1] * radius]; };
        const minus = (p, q) => [p[0] - q[0], p[1] - q[1]];
        const change = () => {
            const [w, h] = plank.size, mass = w * h;
            const a = s.fixed ? { velocity: [0, 0], mass: 0, inertia: 0 } : { velocity: tip.a, mass, inertia: mass * (w * w + h * h) / 12 };
            const ball = Math.PI * radius * radius;
            answer = ask('resolve', {
                a: { ...a, spin: 0, arm: minus(contact(), plank.at) },
                b: { velocity: tip.b, spin: s.spin, mass: ball, inertia: 0.5 * ball * radius * radius, arm: minus(contact(), center()) },
                normal: normal(), restitution: s.e, friction: s.mu,
            });
            if (page.wrong(answer)) return;
            if (answer.approach <= 0) page.say('They part already: there is nothing to do. Drag the ball\u2019s arrow towards the box.', 'no');
            else {
                const slips = Math.abs(answer.slip_after) >= 1e-3;
                const limit = Math.abs(answer.impulse_tangent) >= 0.999 * s.mu * answer.impulse_normal;
                const friction = limit && slips ? 'Friction is at its limit: they slide on.'
                    : slips ? 'Friction stops the slip while they press; the bounce then turns them, and they slip a little.'
                        : 'Friction stops the slip.';
                page.say(`They approach at ${answer.approach.toFixed(2)} m/s and part at ${answer.parting.toFixed(2)} m/s. ${friction}`, 'yes');
            }
            page.numbers([
                ['Impulse, along the normal', answer, 'impulse_normal', 'N s'], ['Impulse, across it', answer, 'impulse_tangent', 'N s'],
                ['Approach before', answer, 'approach', 'm/s'], ['Parting after', answer, 'parting', 'm/s'],
                ['Slip before', answer, 'slip_before', 'm/s'], ['Slip after', answer, 'slip_after', 'm/s'],
                ['Spin of the ball after', answer, 'b.spin', 'rad/s'], ['Spin of the box after', answer, 'a.spin', 'rad/s'],
                ['Energy before', answer, 'energy_before', 'J', 2], ['Energy after', answer, 'energy_after', 'J', 2],
            ]);
        };
        const spin = (at, amount, color, size) => {
            if (Math.abs(amount) < 1e-3) return;
            const g = stage.context, [x, y] = stage.px(at), turn = Math.max(-5.4, Math.min(5.4, amount * 0.5));
            g.beginPath();
            g.arc(x, y, size, -Math.PI / 2, -Math.PI / 2 - turn, turn > 0);
            stage.paint({ stroke: color, width: 2.5 });
            const end = -Math.PI / 2 - turn, side = Math.sign(turn);
            const p = (r, a) => [x + r * Math.cos(a), y + r * Math.sin(a)];
            g.beginPath();
            g.moveTo(...p(size - 6, end));
            g.lineTo(...p(size + 6, end));
            g.lineTo(...p(size, end - side * 9 / size));
            g.closePath();
            stage.paint({ fill: color });
        };
        const stage = page.stage({
            view: [-4.5, -3.3, 4.5, 3.3],
            label: 'A ball hits a box: velocities before and after, and the impulse',
            redraw: () => {
                const c = stage.color, at = contact(), ball = center();
                stage.grid();
                stage.polygon(box(...plank.size).map((p) => toWorld(frame(), p)), { fill: c.aFill, stroke: c.a, width: 2.5, ...(s.fixed ? { dash: [8, 5] } : {}) });
                stage.circle(ball, radius, { fill: c.bFill, stroke: c.b, width: 2.5 });
                if (answer.error) return;
                const plus = (p, v, k = 0.55) => [p[0] + v[0] * k, p[1] + v[1] * k];
                stage.arrow(ball, plus(ball, tip.b), c.soft, 2.5);
                if (!s.fixed) stage.arrow(plank.at, plus(plank.at, tip.a), c.soft, 2.5);
                stage.arrow(ball, plus(ball, answer.b.velocity), c.b, 3.5);
                stage.arrow(plank.at, plus(plank.at, answer.a.velocity), c.a, 3.5);
                stage.arrow(at, plus(at, answer.impulse, 0.35), c.hit, 4);
                stage.arrow(at, plus(at, [-answer.impulse[0], -answer.impulse[1]], 0.35), c.hit, 4);
                const n = normal();
                stage.line([at[0] - n[1] * -1.3, at[1] - n[0] * 1.3], [at[0] + n[1] * -1.3, at[1] + n[0] * 1.3], c.soft, 1, [4, 4]);
                spin(ball, answer.b.spin, c.b, radius * stage.scale * 0.62);
                spin(plank.at, answer.a.spin, c.a, 26);
                stage.text('impulse', plus(at, answer.impulse, 0.35), { color: c.hit, size: 13, dx: 12, align: 'left' });
                stage.text('before', plus(ball, tip.b), { color: c.soft, size: 12, dx: 12, align: 'left', weight: 450 });
                stage.text('after', plus(ball, answer.b.velocity), { color: c.b, size: 12, dx: 12, align: 'left' });
            },
        });
        const redo = () => { change(); stage.draw(); };
        page.slider('Restitution e', { min: 0, max: 1, step: 0.01, value: s.e }, (v) => { s.e = v; redo(); });
        page.slider('Friction μ', { min: 0, max: 1.5, step: 0.01, value: s.mu }, (v) => { s.mu = v; redo(); });
        page.slider('Spin of the ball', { min: -10, max: 10, step: 0.1, value: 0, unit: 'rad/s', digits: 1 }, (v) => { s.spin = v; redo(); });
        page.slider('Angle of the box', { min: -40, max: 40, step: 1, value: 9, unit: '°', digits: 0 }, (v) => { s.angle = v * Math.PI / 180; redo(); });
        page.check('The box is fixed', s.fixed, (on) => { s.fixed = on; redo(); });
        const tipOf = (name, at) => ({
            id: `${name}-velocity`, label: `Velocity of the ${name === 'b' ? 'ball' : 'box'}`, shape: name, kind: 'turn',
            get: () => [at()[0] + tip[name][0] * 0.55, at()[1] + tip[name][1] * 0.55],
            set: (x, y) => { tip[name] = [(x - at()[0]) / 0.55, (y - at()[1]) / 0.55]; change(); },
        });
        stage.setHandles([
            {
                id: 'contact', label: 'The contact point', shape: 'c', kind: 'point', get: contact,
                set: (x, y) => {
                    const back = toWorld({ at: [0, 0], angle: -s.angle }, minus([x, y], plank.at));
                    s.hit = Math.max(-plank.size[0] / 2, Math.min(plank.size[0] / 2, back[0]));
                    change();
                },
            },
            tipOf('b', center), tipOf('a', () => plank.at),
        ]);
        change();
    },
};
