//! The impulse of an impact, with restitution and friction, at up to two points of two bodies.
//!
//! Newton's law of impact acts along the normal, Coulomb friction along the tangent. Two points are iterated until they
//! agree (sequential impulses); one point with friction is solved directly. The motions change with the velocities. A
//! push out of something, which the solver had planned beyond them, stays unless it brings the surfaces nearer.

use crate::stage::ccd::surface::Surface;
use carom_math::{Vec2, cross, cross_sv, max, right};

/// Passes over the points, at most. One point without friction needs one; two points agree to a part in a thousand.
const PASSES: usize = 8;

/// A pass that changes the impulse by no more than this part is the last one.
const SETTLED: f32 = 1.0e-6;

/// Least rate at which the points separate, as a part of their relative motion. Rounding must not let them close in.
const PART: f32 = 1.0e-5;

/// Factor by which that rate grows each time the same two meet again at once, and how often it grows at most. A body
/// that slides along a turning one is pushed on and on. It has to get away for a while, or its time would not go on.
const MORE: f32 = 8.0;
const MOST_MORE: u32 = 4;

/// A body at an impact.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct End {
    /// Velocities [m/s], [rad/s].
    pub v: Vec2,
    pub w: f32,
    /// Displacement and rotation over a whole step on its segment [m], [rad].
    pub way: Vec2,
    pub turn: f32,
    /// Inverse masses along x and y [1/kg] and inverse inertia [1/(kg m^2)]; zero for a body that cannot be pushed.
    pub inv_mass: Vec2,
    pub inv_inertia: f32,
    /// Whether its motion can still be changed.
    pub bends: bool,
    /// From its centre of mass to each point [m].
    pub arms: [Vec2; 2],
}

impl End {
    /// The same body with this inverse inertia.
    fn turned_by(self, inv_inertia: f32) -> Self {
        Self { inv_inertia, ..self }
    }

    /// Velocity of the surface at point `k` [m/s].
    pub fn at(&self, k: usize) -> Vec2 {
        self.v + cross_sv(self.w, self.arms[k])
    }

    fn way_at(&self, k: usize) -> Vec2 {
        self.way + cross_sv(self.turn, self.arms[k])
    }

    fn push(&mut self, k: usize, p: Vec2) {
        self.v += self.inv_mass * p;
        self.w += self.inv_inertia * cross(self.arms[k], p);
    }

    fn bend(&mut self, k: usize, p: Vec2) {
        if self.bends {
            self.way += self.inv_mass * p;
            self.turn += self.inv_inertia * cross(self.arms[k], p);
        }
    }

    /// Adds a change of its velocities, and the same change to its motion.
    pub fn add(&mut self, v: Vec2, w: f32, surface: &Surface) {
        let before = self.w;
        self.v += v;
        self.w = carom_math::clamp(before + w, -surface.max_spin, surface.max_spin);
        if self.bends {
            self.way += v * surface.dt;
            self.turn += (self.w - before) * surface.dt;
        }
    }

    /// Change of the speed along `n` at point `k` per unit of impulse along it.
    fn inv_effective_mass(&self, k: usize, n: Vec2) -> f32 {
        self.inv_effective_mass_to(k, n, n)
    }

    /// Change of the speed along `n` at point `k` per unit of impulse along `p`.
    fn inv_effective_mass_to(&self, k: usize, n: Vec2, p: Vec2) -> f32 {
        n.dot(self.inv_mass * p) + self.inv_inertia * cross(self.arms[k], n) * cross(self.arms[k], p)
    }

    fn way_inv_effective_mass(&self, k: usize, n: Vec2) -> f32 {
        if self.bends { self.inv_effective_mass(k, n) } else { 0.0 }
    }
}

/// The impulse of an impact on b, over all points [N s].
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Push {
    /// Along the normal.
    pub normal: f32,
    /// Along the tangent, the normal turned a quarter clockwise.
    pub tangent: f32,
}

/// Tries to find the inertia at which a body turns at its limit. For one point, and one body over its limit, the first
/// try is right unless the surfaces slide then and stuck before.
const TRIES: usize = 6;

/// The part of the inverse effective mass at a point below which a rest is rounding.
const NOTHING: f32 = 1.0e-5;

/// The part of the greatest friction up to which surfaces surely stick.
const STICKS: f32 = 0.999;

/// Factor by which a body may exceed its greatest angular velocity and still be good enough.
const NEARLY: f32 = 1.001;

/// Halvings of the restitution of an impact that would gain energy: to a 64th.
const HALVINGS: usize = 6;

/// The part of the greatest work of an impulse by which rounding may raise the sum.
const GAIN: f32 = 1.0e-4;

/// Computes the impulse; `a` and `b` leave with their velocities and motions after it. A body that would turn too fast
/// (a small one that is hit near its rim) gets more inertia in this impact. So the points separate as they should at
/// the greatest angular velocity.
pub(crate) fn bounce(a: &mut End, b: &mut End, surface: &Surface) -> Push {
    let start = [*a, *b];
    let most = start.map(|end| max(surface.max_spin, end.w.abs()));
    let mut inertias = start.map(|end| end.inv_inertia);
    let mut ends = start;
    let mut impulse = push_apart(&mut ends, surface);
    for _ in 0..TRIES {
        let is_over = |side: usize| ends[side].w.abs() > NEARLY * most[side];
        if !is_over(0) && !is_over(1) {
            break;
        }
        let shares = turned_by_itself(&ends, surface, &impulse);
        for side in 0..2 {
            let (got, room) = (ends[side].w - start[side].w, most[side].copysign(ends[side].w) - start[side].w);
            let share = shares[side];
            // A point that gives way by rotation alone is left as it is: the rotation goes to its limit.
            if is_over(side) && 1.0 - share > NOTHING {
                inertias[side] *= carom_math::clamp(room * (1.0 - share) / (got - room * share), 0.0, 1.0);
            }
        }
        ends = [start[0].turned_by(inertias[0]), start[1].turned_by(inertias[1])];
        impulse = push_apart(&mut ends, surface);
    }
    bend_ways(&mut ends, &start, surface);
    for (side, end) in [a, b].into_iter().enumerate() {
        let w = carom_math::clamp(ends[side].w, -most[side], most[side]);
        *end = End { w, inv_inertia: start[side].inv_inertia, ..ends[side] };
    }
    impulse
}

/// The shares of the two rotations in the inverse effective mass at the point of an impact. Let i be the inverse
/// inertia, x the arms of normal and tangent, and A the change of both speeds per impulse along both. The share is i
/// x.(A^-1 x) if the surfaces stick, and the part of that along the normal if they slide. It is zero for two points:
/// there its use is a guess.
fn turned_by_itself([a, b]: &[End; 2], surface: &Surface, push: &Push) -> [f32; 2] {
    if surface.points != 1 || push.normal <= 0.0 {
        return [0.0; 2];
    }
    let (n, t) = (surface.normal, right(surface.normal));
    let both = |n, p| a.inv_effective_mass_to(0, n, p) + b.inv_effective_mass_to(0, n, p);
    let (nn, nt, tt) = (both(n, n), both(n, t), both(t, t));
    let slope = push.tangent / push.normal;
    let slides = slope.abs() >= STICKS * surface.friction;
    [a, b].map(|end| {
        let (x, y) = (cross(end.arms[0], n), cross(end.arms[0], t));
        let share = if slides {
            x * (x + slope * y) / (nn + slope * nt)
        } else {
            (tt * x * x - 2.0 * nt * x * y + nn * y * y) / (nn * tt - nt * nt)
        };
        end.inv_inertia * share
    })
}

/// Changes the motions as the velocities changed from those of `before`.
fn bend_ways([a, b]: &mut [End; 2], before: &[End; 2], surface: &Surface) {
    for (end, before) in [&mut *a, &mut *b].into_iter().zip(before) {
        if end.bends {
            end.way += (end.v - before.v) * surface.dt;
            end.turn += (end.w - before.w) * surface.dt;
        }
    }
    part_ways(a, b, surface);
}

/// Changes the velocities of the two, with no limit on rotation. No impact gains energy but for a restitution above 1.
/// Newton's law with Coulomb friction would gain some if both bodies turn (T. Kane, A dynamics puzzle, 1984). Then the
/// greatest restitution that gains no more is used.
fn push_apart(ends: &mut [End; 2], surface: &Surface) -> Push {
    let start = *ends;
    let try_with = |ends: &mut [End; 2], restitution: f32| {
        *ends = start;
        push_with(ends, &Surface { restitution, ..*surface })
    };
    let (push, work) = try_with(ends, surface.restitution);
    if surface.restitution == 0.0 || surface.friction == 0.0 || work.is_loss() {
        return push;
    }
    let (mut low, mut high) = (0.0, surface.restitution);
    for _ in 0..HALVINGS {
        let middle = 0.5 * (low + high);
        if try_with(ends, middle).1.is_loss() {
            low = middle;
        } else {
            high = middle;
        }
    }
    try_with(ends, low).0
}

/// The work of an impact: impulse times the mean of the relative velocities before and after it, less that of a bumper.
#[derive(Clone, Copy, Debug, Default)]
struct Work {
    /// The sum over all impulses, and the most of any one [J].
    sum: f32,
    most: f32,
}

impl Work {
    fn add(&mut self, impulse: f32, before: f32, after: f32) {
        self.sum += 0.5 * impulse * (before + after);
        self.most = max(self.most, (impulse * before).abs());
    }

    /// Whether nothing is gained beyond rounding.
    fn is_loss(self) -> bool {
        self.sum <= GAIN * self.most
    }
}

/// Pushes the two apart; returns the impulse and its work.
fn push_with([a, b]: &mut [End; 2], surface: &Surface) -> (Push, Work) {
    let (n, t) = (surface.normal, right(surface.normal));
    let apart = |a: &End, b: &End, k: usize| b.v + cross_sv(b.w, b.arms[k]) - a.v - cross_sv(a.w, a.arms[k]);
    let slip = |a: &End, b: &End, k: usize| t.dot(apart(a, b, k)) - surface.surface_speed;
    let (mut goals, mut before) = ([0.0; 2], [[0.0; 2]; 2]);
    for (k, goal) in goals.iter_mut().enumerate().take(surface.points) {
        let speed = n.dot(apart(a, b, k));
        before[k] = [speed, slip(a, b, k)];
        *goal = surface.separation_speed(k, -speed);
    }
    let (mut normal, mut tangent) = ([0.0_f32; 2], [0.0_f32; 2]);
    if surface.points == 1 && surface.friction > 0.0 {
        let gaps = [goals[0] - n.dot(apart(a, b, 0)), surface.surface_speed - t.dot(apart(a, b, 0))];
        [normal[0], tangent[0]] = push_at_one(a, b, surface, gaps);
        apply(a, b, 0, n * normal[0] + t * tangent[0]);
    }
    if surface.points == 2 && surface.bounces {
        normal = push_at_two(a, b, n, [0, 1].map(|k| goals[k] - before[k][0]));
        (0..2).for_each(|k| apply(a, b, k, n * normal[k]));
    }
    for _ in 0..if surface.points == 1 && surface.friction == 0.0 { 1 } else { PASSES } {
        let last = (normal, tangent);
        for k in 0..surface.points {
            let inv_mass_along = a.inv_effective_mass(k, n) + b.inv_effective_mass(k, n);
            if inv_mass_along > 0.0 {
                let push = max(normal[k] + (goals[k] - n.dot(apart(a, b, k))) / inv_mass_along, 0.0);
                apply(a, b, k, n * (push - normal[k]));
                normal[k] = push;
            }
            let inv_mass_along = a.inv_effective_mass(k, t) + b.inv_effective_mass(k, t);
            if inv_mass_along > 0.0 && surface.friction > 0.0 {
                let most = surface.friction * normal[k];
                let wanted = tangent[k] + (surface.surface_speed - t.dot(apart(a, b, k))) / inv_mass_along;
                let push = carom_math::clamp(wanted, -most, most);
                apply(a, b, k, t * (push - tangent[k]));
                tangent[k] = push;
            }
        }
        let change = |now: [f32; 2], before: [f32; 2]| (now[0] - before[0]).abs() + (now[1] - before[1]).abs();
        if change(normal, last.0) + change(tangent, last.1) <= SETTLED * (normal[0] + normal[1]) {
            break;
        }
    }
    // A restitution e above 1 adds the part 1 - 1 / e of the work by which they part.
    let (mut work, bump) = (Work::default(), max(1.0 - 1.0 / max(surface.restitution, 1.0), 0.0));
    for k in 0..surface.points {
        work.add(normal[k], before[k][0], n.dot(apart(a, b, k)) - bump * goals[k]);
        work.add(tangent[k], before[k][1], slip(a, b, k));
    }
    (Push { normal: normal[0] + normal[1], tangent: tangent[0] + tangent[1] }, work)
}

/// The impulse along normal and tangent at one point that changes the speeds along both by `gaps` [m/s]. If friction is
/// too weak for that, it is the impulse that slides. The passes would converge to the same.
fn push_at_one(a: &End, b: &End, surface: &Surface, gaps: [f32; 2]) -> [f32; 2] {
    let (n, t) = (surface.normal, right(surface.normal));
    let [nn, tt] = [n, t].map(|d| a.inv_effective_mass(0, d) + b.inv_effective_mass(0, d));
    let nt = a.inv_effective_mass_to(0, n, t) + b.inv_effective_mass_to(0, n, t);
    let det = nn * tt - nt * nt;
    // Points that separate are not held back, and have no friction.
    if gaps[0] <= 0.0 || det <= NOTHING * nn * tt {
        return [0.0; 2];
    }
    let sticks = [(tt * gaps[0] - nt * gaps[1]) / det, (nn * gaps[1] - nt * gaps[0]) / det];
    if sticks[1].abs() <= surface.friction * sticks[0] {
        return sticks;
    }
    let slope = surface.friction.copysign(sticks[1]);
    let inv_mass_along = nn + slope * nt;
    if inv_mass_along <= NOTHING * nn {
        return [0.0; 2];
    }
    let normal = gaps[0] / inv_mass_along;
    [normal, slope * normal]
}

/// The impulses along the normal at two points that change the speeds along it by `gaps` [m/s], if both push. Passes
/// alone would leave a flat landing too much energy, and the bound on that would then cut its restitution.
fn push_at_two(a: &End, b: &End, n: Vec2, gaps: [f32; 2]) -> [f32; 2] {
    let between = |k: usize, j: usize| {
        let of = |end: &End| n.dot(end.inv_mass * n) + end.inv_inertia * cross(end.arms[k], n) * cross(end.arms[j], n);
        of(a) + of(b)
    };
    let (one, both, other) = (between(0, 0), between(0, 1), between(1, 1));
    let det = one * other - both * both;
    let pushes = [other * gaps[0] - both * gaps[1], one * gaps[1] - both * gaps[0]];
    if det <= NOTHING * one * other || pushes.iter().any(|&push| push <= 0.0) {
        return [0.0; 2];
    }
    pushes.map(|push| push / det)
}

/// Applies an impulse at a point.
fn apply(a: &mut End, b: &mut End, k: usize, p: Vec2) {
    a.push(k, -p);
    b.push(k, p);
}

/// Removes the part of the motions that would bring the points nearer.
fn part_ways(a: &mut End, b: &mut End, surface: &Surface) {
    let n = surface.normal;
    let mut total = [0.0_f32; 2];
    let turned = |end: &End| (end.turn * end.arms[0].length()).abs();
    let faster = (0..surface.again.min(MOST_MORE)).fold(PART, |part, _| part * MORE);
    let least = max(surface.sunk, faster * ((b.way - a.way).length() + turned(a) + turned(b)));
    for _ in 0..if surface.points == 1 { 1 } else { PASSES } {
        for (k, total) in total.iter_mut().enumerate().take(surface.points) {
            let inv_mass_along = a.way_inv_effective_mass(k, n) + b.way_inv_effective_mass(k, n);
            if inv_mass_along > 0.0 {
                let push = *total + (least - n.dot(b.way_at(k) - a.way_at(k))) / inv_mass_along;
                let push = if push > 0.0 { push } else { 0.0 };
                a.bend(k, -n * (push - *total));
                b.bend(k, n * (push - *total));
                *total = push;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom_math::vec2;

    fn ball(v: Vec2) -> End {
        End { v, way: v, inv_mass: Vec2::ONE, inv_inertia: 2.0, bends: true, ..End::default() }
    }

    const HARD: Surface = Surface {
        normal: Vec2::X,
        points: 1,
        friction: 0.0,
        restitution: 1.0,
        bounces: true,
        surface_speed: 0.0,
        threshold: 1.0,
        dt: 1.0,
        max_spin: 1.0e6,
        sunk: 0.0,
        again: 0,
        fallen: [0.0; 2],
    };

    #[test]
    fn equal_balls_exchange_their_speeds() {
        let (mut a, mut b) = (ball(vec2(3.0, 1.0)), ball(vec2(-2.0, 0.0)));
        assert!((bounce(&mut a, &mut b, &HARD).normal - 5.0).abs() < 1.0e-6);
        assert_eq!((a.v, b.v), (vec2(-2.0, 1.0), vec2(3.0, 0.0)));
        assert!((a.way - a.v).length() < 1.0e-6 && (b.way - b.v).length() < 1.0e-6);
    }

    #[test]
    fn a_wall_gives_everything_back() {
        let (mut a, mut wall) = (ball(vec2(300.0, 0.0)), End::default());
        bounce(&mut a, &mut wall, &HARD);
        assert_eq!((a.v, a.way, wall.v), (vec2(-300.0, 0.0), vec2(-300.0, 0.0), Vec2::ZERO));
    }

    #[test]
    fn friction_stays_in_its_cone_and_turns_the_body() {
        let surface = Surface { friction: 0.5, restitution: 0.0, ..HARD };
        let mut a = End { arms: [vec2(0.5, 0.0); 2], ..ball(vec2(1.5, 30.0)) };
        let mut wall = End::default();
        let push = bounce(&mut a, &mut wall, &surface);
        assert!(
            (push.normal - 1.5).abs() < 1.0e-6 && (push.tangent.abs() - 0.75).abs() < 1.0e-6 && a.v.x.abs() < 1.0e-6
        );
        assert!((a.v.y - (30.0 - 0.75)).abs() < 1.0e-5 && a.w < 0.0, "{a:?}");
    }

    /// Kinetic energy of a body, from its inverse mass and inertia [J].
    fn energy(end: &End) -> f64 {
        let [m, i] =
            [end.inv_mass.x, end.inv_inertia].map(|inverse| if inverse > 0.0 { 1.0 / f64::from(inverse) } else { 0.0 });
        0.5 * m * f64::from(end.v.dot(end.v)) + 0.5 * i * f64::from(end.w).powi(2)
    }

    #[test]
    fn no_impact_gains_energy() {
        let mut state = 7_u32;
        let mut random = move |low: f32, high: f32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            low + (high - low) * (state >> 8) as f32 / 16_777_216.0
        };
        let mut reduced = 0;
        for trial in 0..20_000 {
            let points = 1 + trial % 2;
            let end = |random: &mut dyn FnMut(f32, f32) -> f32, side: f32| End {
                v: vec2(random(-9.0, 9.0), random(-9.0, 9.0)),
                w: random(-9.0, 9.0),
                inv_mass: Vec2::splat(random(0.1, 3.0)),
                inv_inertia: random(0.1, 30.0),
                bends: true,
                arms: [vec2(side * 0.5, random(-1.0, 1.0)), vec2(side * 0.5, random(-1.0, 1.0))],
                ..End::default()
            };
            let (mut a, mut b) = (end(&mut random, 1.0), end(&mut random, -1.0));
            if trial % 5 == 0 {
                b = End { arms: b.arms, ..End::default() };
            }
            let [friction, restitution] = [0, 1].map(|_| random(0.0, 1.0));
            let surface = Surface { friction, restitution, points, threshold: 0.0, ..HARD };
            let (before, mut ends) = (energy(&a) + energy(&b), [a, b]);
            push_with(&mut ends, &surface);
            reduced += u32::from(energy(&ends[0]) + energy(&ends[1]) > 1.002 * before);
            bounce(&mut a, &mut b, &surface);
            let after = energy(&a) + energy(&b);
            assert!(after <= 1.002 * before, "{trial}: {before} J became {after} J, {surface:?}");
        }
        assert!(reduced > 100, "{reduced} of them would have gained without the bound");
    }

    #[test]
    fn what_would_turn_too_fast_parts_as_it_should() {
        let surface = Surface { max_spin: 4.0, ..HARD };
        let mut a = End { arms: [vec2(0.1, 1.0); 2], ..ball(vec2(30.0, 0.0)) };
        let mut wall = End::default();
        bounce(&mut a, &mut wall, &surface);
        assert!((a.w - 4.0).abs() < 0.05, "{a:?}");
        assert!((a.at(0).x + 30.0).abs() < 0.1, "{a:?}");
        // It turns at its limit already, and none of its energy is lost.
        let mut a = End { arms: [vec2(0.1, 1.0); 2], w: 4.0, ..ball(vec2(30.0, 0.0)) };
        bounce(&mut a, &mut wall, &surface);
        assert!((a.w - 4.0).abs() < 1.0e-6 && (a.v.x + 22.0).abs() < 1.0e-3, "{a:?}");
    }

    #[test]
    fn what_can_only_turn_is_turned_to_its_limit() {
        let surface = Surface { max_spin: 4.0, ..HARD };
        let mut a = End { arms: [vec2(0.1, 1.0); 2], inv_mass: Vec2::ZERO, v: Vec2::ZERO, ..ball(Vec2::ZERO) };
        let mut wall = End { v: vec2(-30.0, 0.0), ..End::default() };
        bounce(&mut a, &mut wall, &surface);
        assert!((a.w.abs() - 4.0).abs() < 0.01, "{a:?}");
    }

    #[test]
    fn a_central_impact_leaves_the_spin_as_it_was() {
        for k in 0..1000 {
            let w = 20.0 + 0.01 * k as f32;
            let mut a = End { w, arms: [vec2(0.5, 0.0); 2], ..ball(vec2(30.0, 0.0)) };
            bounce(&mut a, &mut End::default(), &HARD);
            assert_eq!(a.w, w);
        }
    }

    #[test]
    fn a_flat_landing_does_not_turn() {
        let surface = Surface { points: 2, restitution: 0.0, ..HARD };
        let mut a = End { arms: [vec2(0.5, 0.5), vec2(0.5, -0.5)], ..ball(vec2(100.0, 0.0)) };
        let mut wall = End::default();
        bounce(&mut a, &mut wall, &surface);
        assert!(a.v.x.abs() < 0.1 && a.w.abs() < 0.2, "{a:?}");
        assert!(a.way.x < 0.1 && a.turn.abs() < 0.2, "{a:?}");
    }

    #[test]
    fn what_has_gone_on_already_keeps_its_way() {
        let (mut a, mut b) = (ball(vec2(3.0, 0.0)), End { bends: false, ..ball(vec2(-2.0, 0.0)) });
        bounce(&mut a, &mut b, &HARD);
        assert_eq!(b.way, vec2(-2.0, 0.0));
        assert!(a.way.x <= -2.0, "{a:?}");
    }
}
