//! Contact constraints, the passes over sixteen contacts: warm starting, solve with soft bias, relax without bias,
//! restitution. Solve and relax both begin with friction: at each point it is clamped to ±mu times the normal impulse
//! of that point so far. Then come the normals, then rolling resistance.
//!
//! Symbols: n is the normal from a to b, t is n turned a quarter clockwise. An anchor r, from a centre of mass to the
//! point, is kept as its height n . r and its lever r x n ([`PointLanes`]). Speeds are of b against a, along n or t.
//!
//! Sources: sequential impulses with accumulated clamping (E. Catto, "Iterative Dynamics with Temporal Coherence",
//! 2005); substeps in place of iterations (Macklin et al., "Small Steps in Physics Simulation", 2019); soft bias and a
//! relax pass (E. Catto, "Solver2D", 2024).

use crate::StepRules;
use crate::contact::block::{ContactBlock, ContactCold, PointLanes};
use crate::contact::hardening::SoftnessLanes;
use crate::contact::moving_points::{Arms, RelativeMotion};
use crate::lanes::{WideVelocity, gather_gains, gather_velocity, scatter_velocity};
use crate::rows::Rows;
use carom_math::{Vec2x16, least, most};
use fearless_simd::{Select, Simd, SimdBase, SimdFloat, SimdMask, f32x16, mask32x16};

/// The relative velocities of sixteen pairs of bodies: of b's centre against a's along the normal and the tangent, both
/// angular velocities, and the impulses given so far. Friction changes these few numbers row by row and the normal
/// impulses come last; the bodies get the sum once, at the end.
struct ContactVelocities<S: Simd> {
    a: WideVelocity<S>,
    b: WideVelocity<S>,
    inv_mass: [f32x16<S>; 2],
    inv_inertia: [f32x16<S>; 2],
    normal: Vec2x16<S>,
    both: f32x16<S>,
    /// Before the normal impulses, which do not change it.
    along_normal: f32x16<S>,
    along_tangent: f32x16<S>,
    normal_sum: f32x16<S>,
    tangent_sum: f32x16<S>,
}

impl<S: Simd> ContactVelocities<S> {
    #[inline(always)]
    fn load(simd: S, bodies: &Rows<'_>, block: &ContactBlock) -> Self {
        let (a, b) = (gather_velocity(simd, bodies, &block.rows_a), gather_velocity(simd, bodies, &block.rows_b));
        let inv_mass = [block.inv_mass_a.load(simd), block.inv_mass_b.load(simd)];
        let normal = Vec2x16::load(simd, &block.normal[0], &block.normal[1]);
        let v = b.v.sub(a.v);
        Self {
            a,
            b,
            inv_mass,
            inv_inertia: [block.inv_inertia_a.load(simd), block.inv_inertia_b.load(simd)],
            normal,
            both: inv_mass[0] + inv_mass[1],
            along_normal: normal.dot(v),
            along_tangent: normal.y * v.x - normal.x * v.y,
            normal_sum: f32x16::splat(simd, 0.0),
            tangent_sum: f32x16::splat(simd, 0.0),
        }
    }

    /// Velocity of b against a at a point along the normal.
    #[inline(always)]
    fn normal_speed(&self, arms: &Arms<S>) -> f32x16<S> {
        self.along_normal + (self.b.w * arms.lever_b - self.a.w * arms.lever_a)
    }

    /// The same along the tangent.
    #[inline(always)]
    fn tangent_speed(&self, arms: &Arms<S>) -> f32x16<S> {
        self.along_tangent - (self.b.w * arms.height_b - self.a.w * arms.height_a)
    }

    /// The speed along the normal at one point by a unit impulse along the normal at the other [1/kg].
    #[inline(always)]
    fn between_normals(&self, from: &Arms<S>, to: &Arms<S>) -> f32x16<S> {
        let [ia, ib] = self.inv_inertia;
        self.both + (ia * from.lever_a * to.lever_a + ib * from.lever_b * to.lever_b)
    }

    /// Gives an impulse along the normal at a point: b gets it, a the opposite. Nothing afterwards reads the closing
    /// speed.
    #[inline(always)]
    fn apply_normal(&mut self, arms: &Arms<S>, impulse: f32x16<S>) {
        self.normal_sum += impulse;
        self.a.w -= self.inv_inertia[0] * (arms.lever_a * impulse);
        self.b.w += self.inv_inertia[1] * (arms.lever_b * impulse);
    }

    /// The same at two points.
    #[inline(always)]
    fn apply_two_normals(&mut self, [one, two]: [&Arms<S>; 2], [first, second]: [f32x16<S>; 2]) {
        self.normal_sum += first + second;
        self.a.w -= self.inv_inertia[0] * (one.lever_a * first + two.lever_a * second);
        self.b.w += self.inv_inertia[1] * (one.lever_b * first + two.lever_b * second);
    }

    /// Gives an impulse along the tangent at a point.
    #[inline(always)]
    fn apply_friction(&mut self, arms: &Arms<S>, impulse: f32x16<S>) {
        self.along_tangent += self.both * impulse;
        self.tangent_sum += impulse;
        self.a.w += self.inv_inertia[0] * (arms.height_a * impulse);
        self.b.w -= self.inv_inertia[1] * (arms.height_b * impulse);
    }

    /// Moves an impulse along the normal to a point with these additional levers.
    #[inline(always)]
    fn shift(&mut self, by: [f32x16<S>; 2], impulse: f32x16<S>) {
        self.a.w -= self.inv_inertia[0] * (by[0] * impulse);
        self.b.w += self.inv_inertia[1] * (by[1] * impulse);
    }

    /// Gives an angular impulse: b gets it, a the opposite.
    #[inline(always)]
    fn apply_angular(&mut self, impulse: f32x16<S>) {
        self.a.w -= self.inv_inertia[0] * impulse;
        self.b.w += self.inv_inertia[1] * impulse;
    }

    /// Writes the sums to the bodies.
    #[inline(always)]
    fn end(mut self, simd: S, bodies: &Rows<'_>, block: &ContactBlock) {
        let (n, t) = (self.normal_sum, self.tangent_sum);
        let p = Vec2x16::new(self.normal.x * n + self.normal.y * t, self.normal.y * n - self.normal.x * t);
        self.a.v = self.a.v.sub(p.scale(self.inv_mass[0]));
        self.b.v = self.b.v.add(p.scale(self.inv_mass[1]));
        if block.split_body.is_there() {
            let sides = [(&block.rows_a, block.moves_a), (&block.rows_b, block.moves_b)];
            block.split_body.end(bodies, sides, [self.a.numbers(), self.b.numbers()]);
            return;
        }
        scatter_velocity(simd, bodies, &block.rows_a, block.moves_a, self.a);
        scatter_velocity(simd, bodies, &block.rows_b, block.moves_b, self.b);
    }
}

/// Gives both bodies the impulses of the last step.
#[inline(always)]
pub(crate) fn warm_start<S: Simd>(simd: S, bodies: &Rows<'_>, block: &ContactBlock, cold: &ContactCold) {
    let mut velocities = ContactVelocities::load(simd, bodies, block);
    let [p0, p1] = &block.points;
    let (arms0, n0) = (Arms::load(simd, p0), p0.normal_impulse.load(simd));
    velocities.apply_friction(&arms0, p0.tangent_impulse.load(simd));
    if block.two {
        let arms1 = Arms::load(simd, p1);
        velocities.apply_friction(&arms1, p1.tangent_impulse.load(simd));
        velocities.apply_two_normals([&arms0, &arms1], [n0, p1.normal_impulse.load(simd)]);
    } else {
        velocities.apply_normal(&arms0, n0);
    }
    if block.rolls {
        velocities.apply_angular(cold.rolling_impulse.load(simd));
    }
    velocities.end(simd, bodies, block);
}

/// The values that all rows of sixteen contacts share in a pass.
struct PassInputs<'a, S: Simd> {
    simd: S,
    rules: &'a StepRules,
    /// The motion of the bodies since the step began; only in a relaxing pass.
    moved: Option<RelativeMotion<S>>,
    /// Lanes whose points are followed.
    follows: mask32x16<S>,
    /// The levers and the normal impulses at the beginning of the step, if the pass moves some points on.
    first: Option<[f32x16<S>; 3]>,
    friction: f32x16<S>,
    softness: SoftnessLanes<S>,
}

impl<S: Simd> PassInputs<'_, S> {
    /// Friction at a point, within the cone of its normal impulse.
    #[inline(always)]
    fn rub(
        &self,
        velocities: &mut ContactVelocities<S>,
        point: &mut PointLanes,
        arms: &Arms<S>,
        surface_speed: f32x16<S>,
    ) {
        let speed = velocities.tangent_speed(arms) - surface_speed;
        let old = point.tangent_impulse.load(self.simd);
        let bound = self.friction * point.normal_impulse.load(self.simd);
        let new = most(least(old - point.tangent_mass.load(self.simd) * speed, bound), -bound);
        point.tangent_impulse.store(new);
        velocities.apply_friction(arms, new - old);
    }

    /// The arms of a point. A relaxing pass measures the separation anew, and moves the first point on round skins; the
    /// impulse so far then acts where the point is now.
    #[inline(always)]
    fn arms(&self, velocities: &mut ContactVelocities<S>, point: &mut PointLanes, number: usize) -> Arms<S> {
        let (simd, mut arms) = (self.simd, Arms::load(self.simd, point));
        let Some(moved) = &self.moved else { return arms };
        let rest = point.separation.load(simd);
        let Some([first_a, first_b, impulse]) = self.first.filter(|_| number == 0) else {
            point.gap.store(moved.gap(simd, &arms, rest));
            return arms;
        };
        let last = [arms.lever_a, arms.lever_b];
        arms.lever_a = self.follows.select(first_a, arms.lever_a);
        arms.lever_b = self.follows.select(first_b, arms.lever_b);
        let (gap, levers) = moved.follow(simd, &arms, rest, self.follows);
        point.gap.store(gap);
        (arms.lever_a, arms.lever_b) = (levers[0], levers[1]);
        arms.store_levers(point);
        // The load of what rests or rolls. An impact adds to it, and has acted where the point was then.
        let lasting = least(point.normal_impulse.load(simd), impulse);
        velocities.shift([levers[0] - last[0], levers[1] - last[1]], lasting);
        arms
    }

    /// The normal row of a point.
    #[inline(always)]
    fn normal_row<const RELAX: bool>(&self, point: &PointLanes) -> NormalRow<S> {
        let (simd, rules) = (self.simd, self.rules);
        let s = point.gap.load(simd);
        let zero = f32x16::splat(simd, 0.0);
        let mass = point.normal_mass.load(simd);
        let old = point.normal_impulse.load(simd);
        if RELAX {
            return NormalRow { bias: most(s, zero) * rules.inv_h, mass, old, cached: old };
        }
        let apart = s.simd_gt(zero);
        let SoftnessLanes { bias_rate, mass_scale, impulse_scale } = self.softness;
        // A soft bias never exceeds the speed that closes the gap in one substep. So the greater of the two is right:
        // the rigid one for a gap, the soft one for an overlap.
        let closing = most(s * rules.inv_h, s * bias_rate);
        NormalRow {
            bias: most(closing, f32x16::splat(simd, -rules.push_out_speed)),
            mass: apart.select(mass, mass * mass_scale),
            old,
            cached: apart.select(old, old - old * impulse_scale),
        }
    }
}

/// The normal constraint of a point: the speed along the normal becomes -bias [m/s], by a mass [kg]. Also the impulse
/// so far, and what softness leaves of it [N s].
struct NormalRow<S: Simd> {
    bias: f32x16<S>,
    mass: f32x16<S>,
    old: f32x16<S>,
    cached: f32x16<S>,
}

impl<S: Simd> NormalRow<S> {
    /// The unclamped impulse of the point alone, which may pull.
    #[inline(always)]
    fn target(&self, speed: f32x16<S>) -> f32x16<S> {
        self.cached - self.mass * (speed + self.bias)
    }
}

/// The part of the coupling between two points that is foreseen. Two points that nearly coincide share their impulse
/// freely; with a factor of 1 each impulse would be a quotient of two rounding errors. A later pass corrects the rest.
const FORESEEN: f32 = 0.95;

/// The same if no pass follows: a bounce must not come back faster than it came.
const FORESEEN_LAST: f32 = 0.999;

/// The normal impulses of two points at once (E. Catto, "Modeling and Solving Constraints", 2007). Neither pulls. Each
/// point that pushes gets its target, in spite of the other's effect on it, as far as that is `foreseen`. If they were
/// solved one after the other, the first would always have the greater part, and a straight column would lean to one
/// side.
///
/// `between` is the speed at one point by a unit impulse at the other. With c0 = m0 between and c1 = m1 between, two
/// impulses x that both push satisfy x0 + c0 x1 = w0 and c1 x0 + x1 = w1. If x1 is 0, x0 is w0 if that pushes; x1 = 0
/// is right if w1 - c1 x0 is not positive. One of the four cases always holds, since c0 c1 < 1.
#[inline(always)]
fn push_both<S: Simd>(
    simd: S,
    rows: [&NormalRow<S>; 2],
    speed: [f32x16<S>; 2],
    (between, foreseen): (f32x16<S>, f32),
) -> [f32x16<S>; 2] {
    let ([row0, row1], [speed0, speed1]) = (rows, speed);
    let (zero, one) = (f32x16::splat(simd, 0.0), f32x16::splat(simd, 1.0));
    let between = between * foreseen;
    let (c0, c1) = (row0.mass * between, row1.mass * between);
    let (w0, w1) = (row0.target(speed0) + c0 * row1.old, row1.target(speed1) + c1 * row0.old);
    let (alone0, alone1) = (most(w0, zero), most(w1, zero));
    let scale = one / (one - c0 * c1);
    let (both0, both1) = ((w0 - c0 * w1) * scale, (w1 - c1 * w0) * scale);
    let (needs0, needs1) = (w0.simd_gt(c0 * alone1), w1.simd_gt(c1 * alone0));
    [most(needs1.select(both0, w0), zero), most(needs0.select(both1, w1), zero)]
}

/// One pass: friction, normals, rolling.
///
/// Surfaces that are apart may close the gap within the substep: bias = s / h, rigid. If they overlap, the soft bias
/// pushes them out, no faster than the push-out speed. A relaxing pass has no bias there and so removes the velocity
/// that the push-out added. `ROUND` says that the block has a round skin; only a relaxing pass reads it.
#[inline(always)]
pub(crate) fn solve<S: Simd, const RELAX: bool, const ROUND: bool>(
    simd: S,
    bodies: &Rows<'_>,
    block: &mut ContactBlock,
    cold: &mut ContactCold,
    rules: &StepRules,
) {
    let mut velocities = ContactVelocities::load(simd, bodies, block);
    let moved =
        if RELAX { Some(RelativeMotion::load::<ROUND>(simd, bodies, block, cold, velocities.normal)) } else { None };
    let surface_speed = if block.slides { cold.surface_speed.load(simd) } else { f32x16::splat(simd, 0.0) };
    let pass = PassInputs {
        simd,
        rules,
        moved,
        follows: mask32x16::from_bitmask(simd, u64::from(block.follows)),
        first: (RELAX && ROUND && block.follows != 0).then(|| block.first(simd)),
        friction: block.friction.load(simd),
        softness: block.softness(simd, cold, rules),
    };
    if block.two {
        solve_two::<S, RELAX>(&pass, &mut velocities, &mut block.points, surface_speed);
    } else {
        solve_one::<S, RELAX>(&pass, &mut velocities, &mut block.points[0], surface_speed);
    }
    // A missing point gives zeros of either sign; adding zero makes them positive.
    velocities.a.w += 0.0;
    velocities.b.w += 0.0;
    if block.bounces {
        for (point, pushed) in block.points.iter().zip(&mut block.pushed) {
            *pushed |= point.normal_impulse.load(simd).simd_gt(0.0).to_bitmask() as u32;
        }
    }
    if block.rolls {
        let [p0, p1] = &block.points;
        let total = p0.normal_impulse.load(simd) + p1.normal_impulse.load(simd);
        let (zero, one) = (f32x16::splat(simd, 0.0), f32x16::splat(simd, 1.0));
        let old = cold.rolling_impulse.load(simd);
        let bound = cold.rolling.load(simd) * total;
        let inv_inertia = velocities.inv_inertia[0] + velocities.inv_inertia[1];
        let mass = inv_inertia.simd_gt(zero).select(one / inv_inertia, zero);
        let new = most(least(old - mass * (velocities.b.w - velocities.a.w), bound), -bound);
        cold.rolling_impulse.store(new);
        velocities.apply_angular(new - old);
    }
    velocities.end(simd, bodies, block);
}

/// The four rows of two points: friction at each in turn, then both normals.
#[inline(always)]
fn solve_two<S: Simd, const RELAX: bool>(
    pass: &PassInputs<'_, S>,
    velocities: &mut ContactVelocities<S>,
    points: &mut [PointLanes; 2],
    surface_speed: f32x16<S>,
) {
    let simd = pass.simd;
    let [p0, p1] = points;
    let (arms0, arms1) = (pass.arms(velocities, p0, 0), pass.arms(velocities, p1, 1));
    pass.rub(velocities, p0, &arms0, surface_speed);
    pass.rub(velocities, p1, &arms1, surface_speed);
    let speed = [velocities.normal_speed(&arms0), velocities.normal_speed(&arms1)];
    let (row0, row1) = (pass.normal_row::<RELAX>(p0), pass.normal_row::<RELAX>(p1));
    let between = velocities.between_normals(&arms0, &arms1);
    let [new0, new1] = push_both(simd, [&row0, &row1], speed, (between, FORESEEN));
    p0.normal_impulse.store(new0);
    p1.normal_impulse.store(new1);
    velocities.apply_two_normals([&arms0, &arms1], [new0 - row0.old, new1 - row1.old]);
}

/// The two rows of one point: [`solve_two`] without a second point.
#[inline(always)]
fn solve_one<S: Simd, const RELAX: bool>(
    pass: &PassInputs<'_, S>,
    velocities: &mut ContactVelocities<S>,
    point: &mut PointLanes,
    surface_speed: f32x16<S>,
) {
    let arms = pass.arms(velocities, point, 0);
    pass.rub(velocities, point, &arms, surface_speed);
    let row = pass.normal_row::<RELAX>(point);
    let new = most(row.target(velocities.normal_speed(&arms)), f32x16::splat(pass.simd, 0.0));
    point.normal_impulse.store(new);
    velocities.apply_normal(&arms, new - row.old);
}

/// Bounces by Newton's law: if a point closed in faster than the threshold and was pushed, its normal velocity becomes
/// minus the restitution times the velocity at the impact.
///
/// A flight of semi-implicit steps runs through points of a parabola. The velocity on that is half a gain behind the
/// one that the integrator keeps, where the gain is what a substep of forces adds. With c the closing speed at the
/// beginning of the step, g the gain of it, and s the gap, the speed u at the impact is given by
/// u^2 = (c + g / 2)^2 + 2 g s / h.
/// With e the restitution, the speed right after it is e u on the parabola. At the gap p where the step ends the speed
/// is sqrt(e^2 u^2 - 2 g p / h) + g / 2, the last term for the integrator. So a ball that bounces keeps its energy,
/// whatever part of the step it falls.
#[inline(always)]
pub(crate) fn restitute<S: Simd>(
    simd: S,
    bodies: &Rows<'_>,
    block: &mut ContactBlock,
    cold: &ContactCold,
    rules: &StepRules,
) {
    let mut velocities = ContactVelocities::load(simd, bodies, block);
    let restitution = cold.restitution.load(simd);
    let zero = f32x16::splat(simd, 0.0);
    let [gain_x, gain_y] = gather_gains(simd, bodies, [&block.rows_a, &block.rows_b]);
    // Half of what a substep adds to the closing speed.
    let half = (velocities.normal.x * gain_x + velocities.normal.y * gain_y) * -0.5;
    let radii = block.radii(simd, cold);
    let normal_row = |i: usize| {
        let (point, approach) = (&block.points[i], cold.approach[i].load(simd));
        let fast = approach.simd_lt(f32x16::splat(simd, -rules.restitution_threshold));
        let pushed = mask32x16::from_bitmask(simd, u64::from(block.pushed[i]));
        let mass = fast.select(pushed.select(point.normal_mass.load(simd), zero), zero);
        let mass = restitution.simd_gt(zero).select(mass, zero);
        let old = point.normal_impulse.load(simd);
        let way = point.first_gap(simd, radii);
        let start = half - approach;
        let by_way = half * (4.0 * rules.inv_h);
        let square = start * start + by_way * way;
        let square = restitution * restitution * most(square, zero) - by_way * point.gap.load(simd);
        let speed = most(square, zero).sqrt() + half;
        NormalRow { bias: -speed, mass, old, cached: old }
    };
    let (arms0, row0) = (Arms::load(simd, &block.points[0]), normal_row(0));
    let speed0 = velocities.normal_speed(&arms0);
    if block.two {
        let (arms1, row1) = (Arms::load(simd, &block.points[1]), normal_row(1));
        let speed = [speed0, velocities.normal_speed(&arms1)];
        let between = velocities.between_normals(&arms0, &arms1);
        let [new0, new1] = push_both(simd, [&row0, &row1], speed, (between, FORESEEN_LAST));
        velocities.apply_two_normals([&arms0, &arms1], [new0 - row0.old, new1 - row1.old]);
        block.points[0].normal_impulse.store(new0);
        block.points[1].normal_impulse.store(new1);
    } else {
        let new0 = most(row0.target(speed0), zero);
        velocities.apply_normal(&arms0, new0 - row0.old);
        block.points[0].normal_impulse.store(new0);
    }
    velocities.end(simd, bodies, block);
}
