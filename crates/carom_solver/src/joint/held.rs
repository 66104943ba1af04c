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

    /// With the angle held in the lanes of `held`: this is left of both inverse inertias, `between` both arms.
    #[inline(always)]
    fn hold_angle(&mut self, simd: S, held: mask32x16<S>, inertia: f32x16<S>, between: Vec2x16<S>) {
        self.xx = held.select(inertia * between.x * between.x, self.xx);
        self.xy = held.select(inertia * between.x * between.y, self.xy);
        self.yy = held.select(inertia * between.y * between.y, self.yy);
        self.rest = held.select(f32x16::splat(simd, 0.0), self.rest);
    }

    /// Makes it `damping` times itself and the unit matrix in the lanes of `soft`.
    #[inline(always)]
    fn soften(&mut self, simd: S, soft: mask32x16<S>, damping: f32x16<S>) {
        let one = f32x16::splat(simd, 1.0);
        self.inv_mass = soft.select(damping * self.inv_mass + one, self.inv_mass);
        self.xx = soft.select(damping * self.xx, self.xx);
        self.xy = soft.select(damping * self.xy, self.xy);
        self.yy = soft.select(damping * self.yy, self.yy);
        self.rest = soft.select(damping * damping * self.rest, self.rest);
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

/// A direction that is held: its unit vector and its angular levers.
pub(crate) struct HeldDirection<S: Simd> {
    pub u: Vec2x16<S>,
    pub arms: [f32x16<S>; 2],
    pub holds: mask32x16<S>,
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
    pub soft: PassSoftness<S>,
    /// The part of the impulses that answers springs, motors and limits: of the point or the direction, and of the
    /// angle. It does not leak: those rows yield by themselves.
    pub answer: [f32x16<S>; 3],
    /// Lanes that springs hold. What they hold beside the angle is solved before it, not with it: each has one
    /// stiffness, whatever the other does.
    pub own: mask32x16<S>,
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
            let with_angle = self.holds_angle & !self.own;
            mass.hold_angle(simd, with_angle, ia * ib * self.axial_mass, ra.sub(rb));
            speed = speed.sub(mass.coupled.scale(with_angle.select(self.axial_mass * self.twist, zero)));
        }
        let (mut mass_scale, mut impulse_scale) = (self.soft.mass_scale, self.soft.impulse_scale);
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
        block: &mut JointBlock,
        two: &mut [WideVelocity<S>; 2],
        HeldDirection { u, arms, holds }: HeldDirection<S>,
        bias: f32x16<S>,
    ) {
        let zero = f32x16::splat(simd, 0.0);
        let ([sa, sb], [ia, ib]) = (arms, self.masses.inertia);
        let mut speed = speed_along(two, u, arms) + bias;
        let coupled = ia * sa + ib * sb;
        let mut turning = ia * sa * sa + ib * sb * sb;
        if block.holds_angle != 0 {
            let (between, with_angle) = (sa - sb, self.holds_angle & !self.own);
            turning = with_angle.select(ia * ib * self.axial_mass * between * between, turning);
            speed -= with_angle.select(coupled * self.axial_mass * self.twist, zero);
        }
        let k = self.masses.mass[0] + self.masses.mass[1] + turning;
        let solved = (k.simd_gt(zero) & holds).select(speed / k, zero);
        let given = block.linear_impulse[0].load(simd);
        let change = -(self.soft.mass_scale * solved) - self.soft.impulse_scale * (given - self.answer[0]);
        let change = holds.select(change, zero);
        block.linear_impulse[0].store(given + change);
        self.masses.give_along(two, u, arms, change);
        let points = mask32x16::from_bitmask(simd, u64::from(block.points));
        self.turned = points.select(self.turned, self.axial_mass * (self.twist - coupled * solved));
    }

    /// Holds the angle, after what is held beside it.
    #[inline(always)]
    pub(crate) fn angle(&self, simd: S, parts: &mut JointParts, two: &mut [WideVelocity<S>; 2]) {
        let old = parts.twist_impulse.load(simd);
        let turns = self.axial_mass * (two[1].w - two[0].w + self.bias);
        let turned = self.own.select(turns, self.turned);
        let change = -(self.soft.mass_scale * turned) - self.soft.impulse_scale * (old - self.answer[2]);
        let change = self.holds_angle.select(change, f32x16::splat(simd, 0.0));
        parts.twist_impulse.store(old + change);
        self.masses.give_turn(two, change);
    }
}
