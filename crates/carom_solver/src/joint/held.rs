//! The held parts of sixteen joints in a pass: a point or a direction, and the angle, which is solved at once with it.
//!
//! The angle is eliminated (Schur complement). With M the sum of the inverse masses and i the inverse inertias,
//! u = ia ib / (ia + ib) is all that is left of them beside a held angle: K of a point is M 1 + u p p^T, with p
//! perpendicular to ra - rb. Determinants are written as sums of squares, so that long arms lose no digits.

use crate::joint::block::{JointBlock, JointParts, load_pair};
use crate::joint::freedom::{Masses, speed_along};
use crate::joint::pass_softness::PassSoftness;
use crate::lanes::WideVelocity;
use carom_math::Vec2x16;
use fearless_simd::{Select, Simd, SimdBase, SimdFloat, SimdMask, f32x16, mask32x16};

/// One vector in the lanes of `mask`, the other elsewhere.
#[inline(always)]
pub(crate) fn select_pair<S: Simd>(mask: mask32x16<S>, yes: Vec2x16<S>, no: Vec2x16<S>) -> Vec2x16<S> {
    Vec2x16::new(mask.select(yes.x, no.x), mask.select(yes.y, no.y))
}

/// The inverse mass K = [[M + yy, -xy], [-xy, M + xx]] of two anchors; its determinant is M (M + xx + yy) + rest.
struct PointMass<S: Simd> {
    inv_mass: f32x16<S>,
    xx: f32x16<S>,
    xy: f32x16<S>,
    yy: f32x16<S>,
    rest: f32x16<S>,
    /// The velocity at the anchors that a unit of angular impulse gives.
    coupled: Vec2x16<S>,
}

impl<S: Simd> PointMass<S> {
    /// With free angles.
    #[inline(always)]
    fn of(masses: &Masses<S>, [ra, rb]: [Vec2x16<S>; 2]) -> Self {
        let ([ia, ib], cross) = (masses.inertia, ra.cross(rb));
        Self {
            inv_mass: masses.mass[0] + masses.mass[1],
            xx: ra.x * ra.x * ia + rb.x * rb.x * ib,
            xy: ra.x * ra.y * ia + rb.x * rb.y * ib,
            yy: ra.y * ra.y * ia + rb.y * rb.y * ib,
            rest: ia * ib * cross * cross,
            coupled: Vec2x16::new(-(ra.y * ia + rb.y * ib), ra.x * ia + rb.x * ib),
        }
    }

    /// With so great a `part` of the angle's impulse given at once in the lanes of `held`. Of both inverse inertias,
    /// `inertia` is left beside a held angle, and `between` of both arms.
    #[inline(always)]
    fn hold_angle(
        &mut self,
        simd: S,
        (held, part): (mask32x16<S>, f32x16<S>),
        (inertia, between): (f32x16<S>, Vec2x16<S>),
    ) {
        let (inertia, free) = (part * inertia, f32x16::splat(simd, 1.0) - part);
        self.xx = held.select(inertia * between.x * between.x + free * self.xx, self.xx);
        self.xy = held.select(inertia * between.x * between.y + free * self.xy, self.xy);
        self.yy = held.select(inertia * between.y * between.y + free * self.yy, self.yy);
        self.rest = held.select(free * self.rest, self.rest);
    }

    /// Makes it `damping` times itself and the unit matrix in the lanes of `soft`.
    #[inline(always)]
    fn soften(&mut self, simd: S, soft: mask32x16<S>, damping: f32x16<S>) {
        let one = f32x16::splat(simd, 1.0);
        self.inv_mass = soft.select(damping * self.inv_mass + one, self.inv_mass);
        self.xx = soft.select(damping * self.xx, self.xx);
        self.xy = soft.select(damping * self.xy, self.xy);
        self.yy = soft.select(damping * self.yy, self.yy);
        self.rest = soft.select(damping * (damping * self.rest), self.rest);
    }

    /// The impulse that stops `speed`, in the lanes of `points`.
    #[inline(always)]
    fn solve(&self, simd: S, points: mask32x16<S>, speed: Vec2x16<S>) -> Vec2x16<S> {
        let (zero, one) = (f32x16::splat(simd, 0.0), f32x16::splat(simd, 1.0));
        let det = self.inv_mass * (self.inv_mass + self.xx + self.yy) + self.rest;
        let inv_det = (det.simd_gt(zero) & points).select(one / det, zero);
        let (kxx, kyy) = (self.inv_mass + self.yy, self.inv_mass + self.xx);
        Vec2x16::new(inv_det * (kyy * speed.x + self.xy * speed.y), inv_det * (kxx * speed.y + self.xy * speed.x))
    }
}

/// A direction that is held: its unit vector, its angular levers, and how it responds with free angles.
pub(crate) struct HeldDirection<S: Simd> {
    pub u: Vec2x16<S>,
    pub arms: [f32x16<S>; 2],
    pub holds: mask32x16<S>,
    pub soft: PassSoftness<S>,
}

/// Points that springs hold, in the lanes of `holds`: what a speed adds to the impulse, the stiffness part of the
/// impulse, and what the impulse adds by itself, with K the inverse mass: (damping K + 1) change = -(damping v + pull +
/// impulse).
pub(crate) struct SoftPoints<S: Simd> {
    pub holds: mask32x16<S>,
    /// Of the mass of the spring [kg].
    pub damping: f32x16<S>,
    /// The impulse of its stiffness [N s].
    pub pull: Vec2x16<S>,
}

/// The held parts of a pass.
pub(crate) struct Held<S: Simd> {
    pub masses: Masses<S>,
    /// The response of what no spring holds, and of the angle.
    pub rigid: PassSoftness<S>,
    pub turn_soft: PassSoftness<S>,
    /// The part of the impulses that answers springs, motors and limits: of the point or the direction, and of the
    /// angle. It does not leak: those rows yield by themselves.
    pub answer: [f32x16<S>; 3],
    /// Lanes in which springs hold the angle, or what is held beside it. Each of both has a stiffness of its own.
    pub yields: mask32x16<S>,
    /// Lanes with a held angle; its error as a speed, and with its speed; its effective mass, zero in other lanes.
    pub holds_angle: mask32x16<S>,
    pub bias: f32x16<S>,
    pub twist: f32x16<S>,
    pub axial_mass: f32x16<S>,
    /// The angular impulse that the point or the direction leaves to the angle, with its sign turned.
    pub turned: f32x16<S>,
}

impl<S: Simd> Held<S> {
    /// Holds the points together; `bias` is their error as a velocity.
    #[inline(always)]
    pub(crate) fn point(
        &mut self,
        simd: S,
        (block, parts): (&mut JointBlock, &JointParts),
        [a, b]: &mut [WideVelocity<S>; 2],
        [ra, rb]: [Vec2x16<S>; 2],
        (bias, soft): (Vec2x16<S>, Option<SoftPoints<S>>),
    ) {
        let points = mask32x16::from_bitmask(simd, u64::from(block.points & !block.direct));
        let (zero, one) = (f32x16::splat(simd, 0.0), f32x16::splat(simd, 1.0));
        let given = load_pair(simd, &block.linear_impulse);
        let mut speed = b.at(rb).sub(a.at(ra)).add(bias);
        if block.capped != 0 {
            speed = speed.sub(load_pair(simd, &parts.velocity));
        }
        let [ia, ib] = self.masses.inertia;
        let mut mass = PointMass::of(&self.masses, [ra, rb]);
        if block.holds_angle != 0 {
            let (part, turn) = self.turn_at_once(simd, parts);
            let left = (ia * ib * self.axial_mass, ra.sub(rb));
            mass.hold_angle(simd, (self.holds_angle, part), left);
            speed = speed.sub(mass.coupled.scale(turn));
        }
        let (mut mass_scale, mut impulse_scale) = (self.rigid.mass_scale, self.rigid.impulse_scale);
        if let Some(SoftPoints { holds, damping, pull }) = soft {
            mass.soften(simd, holds, damping);
            speed = select_pair(holds, speed.scale(damping).add(pull).add(given), speed);
            (mass_scale, impulse_scale) = (holds.select(one, mass_scale), holds.select(zero, impulse_scale));
        }
        let solved = mass.solve(simd, points, speed);
        let mut change = Vec2x16::new(
            -(mass_scale * solved.x) - impulse_scale * (given.x - self.answer[0]),
            -(mass_scale * solved.y) - impulse_scale * (given.y - self.answer[1]),
        );
        if block.capped != 0 {
            let wanted = given.add(change);
            let (length, bound) = (wanted.dot(wanted).sqrt(), parts.max_linear.load(simd));
            let over = length.simd_gt(bound);
            let scale = bound / over.select(length, one);
            change = select_pair(over, wanted.scale(scale).sub(given), change);
        }
        if block.lines != 0 {
            change = select_pair(points, change, Vec2x16::new(zero, zero));
        }
        block.linear_impulse[0].store(given.x + change.x);
        block.linear_impulse[1].store(given.y + change.y);
        a.pull(self.masses.mass[0], ia, ra, change);
        b.push(self.masses.mass[1], ib, rb, change);
        self.turned = points.select(self.axial_mass * (self.twist - mass.coupled.dot(solved)), zero);
    }

    /// Holds the directions; `bias` is their error as a speed.
    #[inline(always)]
    pub(crate) fn direction(
        &mut self,
        simd: S,
        (block, parts): (&mut JointBlock, &JointParts),
        two: &mut [WideVelocity<S>; 2],
        HeldDirection { u, arms, holds, soft }: HeldDirection<S>,
        bias: f32x16<S>,
    ) {
        let (zero, one) = (f32x16::splat(simd, 0.0), f32x16::splat(simd, 1.0));
        let ([sa, sb], [ia, ib]) = (arms, self.masses.inertia);
        let mut speed = speed_along(two, u, arms) + bias;
        let coupled = ia * sa + ib * sb;
        let mut turning = ia * sa * sa + ib * sb * sb;
        let free = self.masses.mass[0] + self.masses.mass[1] + turning;
        let mut leaks = soft.impulse_scale;
        let mut k = free;
        if block.holds_angle != 0 {
            let ((part, turn), between) = (self.turn_at_once(simd, parts), sa - sb);
            let held = ia * ib * self.axial_mass * between * between;
            turning = self.holds_angle.select(part * held + (one - part) * turning, turning);
            speed -= coupled * turn;
            k = self.masses.mass[0] + self.masses.mass[1] + turning;
            // The response is that of a spring on the free mass: it is less soft beside an angle.
            let sprung = self.yields & holds & free.simd_gt(zero);
            let with_spring = soft.mass_scale * k + soft.impulse_scale * free;
            leaks = sprung.select(leaks * free / with_spring, leaks);
            k = sprung.select(with_spring, k);
        }
        let solved = (k.simd_gt(zero) & holds).select(speed / k, zero);
        let given = block.linear_impulse[0].load(simd);
        let change = -(soft.mass_scale * solved) - leaks * (given - self.answer[0]);
        let change = holds.select(change, zero);
        block.linear_impulse[0].store(given + change);
        self.masses.give_along(two, u, arms, change);
        let points = mask32x16::from_bitmask(simd, u64::from(block.points));
        self.turned = points.select(self.turned, self.axial_mass * (self.twist - coupled * solved));
    }

    /// The part of the angle's impulse that is given at once with what is held beside it, and the impulse that the
    /// speeds of before ask of it, with its sign turned.
    #[inline(always)]
    fn turn_at_once(&self, simd: S, parts: &JointParts) -> (f32x16<S>, f32x16<S>) {
        let (zero, one) = (f32x16::splat(simd, 0.0), f32x16::splat(simd, 1.0));
        let leak = self.turn_soft.impulse_scale * (parts.twist_impulse.load(simd) - self.answer[2]);
        let (part, leak) = (self.yields.select(self.turn_soft.mass_scale, one), self.yields.select(leak, zero));
        (part, self.holds_angle.select(part * self.axial_mass * self.twist + leak, zero))
    }

    /// Holds the angle, after what is held beside it.
    #[inline(always)]
    pub(crate) fn angle(&self, simd: S, parts: &mut JointParts, two: &mut [WideVelocity<S>; 2]) {
        let old = parts.twist_impulse.load(simd);
        let turns = self.axial_mass * (two[1].w - two[0].w + self.bias);
        let turned = self.yields.select(turns, self.turned);
        let change = -(self.turn_soft.mass_scale * turned) - self.turn_soft.impulse_scale * (old - self.answer[2]);
        let change = self.holds_angle.select(change, f32x16::splat(simd, 0.0));
        parts.twist_impulse.store(old + change);
        self.masses.give_turn(two, change);
    }
}
