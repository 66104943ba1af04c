//! The passes over sixteen contacts: warm start, solve with soft bias, relax with friction, restitution.
//!
//! Symbols: n normal from a to b, t = n turned a quarter clockwise, ra and rb the anchors, J v the relative velocity of
//! b against a at the point along n or t, m the effective mass, l the accumulated impulse. Sequential impulses with
//! accumulated clamping (E. Catto, "Iterative Dynamics with Temporal Coherence", 2005), substeps in place of
//! iterations (Macklin et al., "Small Steps in Physics Simulation", 2019), soft bias and a relax pass
//! (E. Catto, "Solver2D", 2024).

use crate::StepRules;
use crate::contact_block::ContactBlock;
use crate::lanes::{WideVelocity, gather_motion, gather_velocity, scatter_velocity};
use crate::rows::Rows;
use carom_math::{Vec2x16, least, most};
use fearless_simd::{Select, Simd, SimdBase, SimdMask, f32x16, mask32x16};

/// The masses and the normal of a block.
struct Frame<S: Simd> {
    inv_mass_a: f32x16<S>,
    inv_inertia_a: f32x16<S>,
    inv_mass_b: f32x16<S>,
    inv_inertia_b: f32x16<S>,
    normal: Vec2x16<S>,
}

impl<S: Simd> Frame<S> {
    #[inline(always)]
    fn load(simd: S, block: &ContactBlock) -> Self {
        Self {
            inv_mass_a: block.inv_mass_a.load(simd),
            inv_inertia_a: block.inv_inertia_a.load(simd),
            inv_mass_b: block.inv_mass_b.load(simd),
            inv_inertia_b: block.inv_inertia_b.load(simd),
            normal: Vec2x16::load(simd, &block.normal[0], &block.normal[1]),
        }
    }

    /// The tangent: the normal turned a quarter clockwise.
    #[inline(always)]
    fn tangent(&self) -> Vec2x16<S> {
        Vec2x16::new(self.normal.y, -self.normal.x)
    }

    /// Gives the impulse p at the anchors: b gets it, a gets the opposite.
    #[inline(always)]
    fn apply(&self, a: &mut WideVelocity<S>, b: &mut WideVelocity<S>, ra: Vec2x16<S>, rb: Vec2x16<S>, p: Vec2x16<S>) {
        a.pull(self.inv_mass_a, self.inv_inertia_a, ra, p);
        b.push(self.inv_mass_b, self.inv_inertia_b, rb, p);
    }
}

/// Gives both bodies the impulses of the last substep.
#[inline(always)]
pub(crate) fn warm_start<S: Simd>(simd: S, bodies: &Rows<'_>, block: &ContactBlock) {
    let frame = Frame::load(simd, block);
    let mut a = gather_velocity(simd, bodies, &block.rows_a);
    let mut b = gather_velocity(simd, bodies, &block.rows_b);
    for point in &block.points {
        let ra = Vec2x16::load(simd, &point.anchor_a[0], &point.anchor_a[1]);
        let rb = Vec2x16::load(simd, &point.anchor_b[0], &point.anchor_b[1]);
        let along_normal = frame.normal.scale(point.normal_impulse.load(simd));
        let p = along_normal.add(frame.tangent().scale(point.tangent_impulse.load(simd)));
        frame.apply(&mut a, &mut b, ra, rb, p);
    }
    if block.rolls {
        let l = block.rolling_impulse.load(simd);
        a.w -= frame.inv_inertia_a * l;
        b.w += frame.inv_inertia_b * l;
    }
    scatter_velocity(simd, bodies, &block.rows_a, block.moves_a, a);
    scatter_velocity(simd, bodies, &block.rows_b, block.moves_b, b);
}

/// One pass along the normals, and along the tangents where it relaxes.
///
/// Where the surfaces are apart, they may close the gap within the substep: bias = s / h, rigid. Where they overlap,
/// the soft bias pushes them out, but not faster than the push-out speed; a relaxing pass has no bias there, which
/// takes the velocity that the push-out added away again.
#[inline(always)]
pub(crate) fn solve<S: Simd, const RELAX: bool>(
    simd: S,
    bodies: &Rows<'_>,
    block: &mut ContactBlock,
    rules: &StepRules,
) {
    let frame = Frame::load(simd, block);
    let mut a = gather_velocity(simd, bodies, &block.rows_a);
    let mut b = gather_velocity(simd, bodies, &block.rows_b);
    let (moved_a, moved_b) = (gather_motion(simd, bodies, &block.rows_a), gather_motion(simd, bodies, &block.rows_b));
    let moved = moved_b.dp.sub(moved_a.dp);
    let zero = f32x16::splat(simd, 0.0);
    let one = f32x16::splat(simd, 1.0);
    let tangent = frame.tangent();
    let friction = block.friction.load(simd);
    let surface_speed = if block.slides { block.surface_speed.load(simd) } else { zero };
    let both = mask32x16::from_bitmask(simd, u64::from(block.moves_a & block.moves_b));
    for point in &mut block.points {
        let ra = Vec2x16::load(simd, &point.anchor_a[0], &point.anchor_a[1]);
        let rb = Vec2x16::load(simd, &point.anchor_b[0], &point.anchor_b[1]);
        let speed = tangent.dot(b.at(rb).sub(a.at(ra))) - surface_speed;
        let old = point.tangent_impulse.load(simd);
        let bound = friction * point.normal_impulse.load(simd);
        let new = most(least(old - point.tangent_mass.load(simd) * speed, bound), -bound);
        point.tangent_impulse.store(new);
        frame.apply(&mut a, &mut b, ra, rb, tangent.scale(new - old));
    }
    let mut total = zero;
    for (point, pushed) in block.points.iter_mut().zip(&mut block.pushed) {
        let ra = Vec2x16::load(simd, &point.anchor_a[0], &point.anchor_a[1]);
        let rb = Vec2x16::load(simd, &point.anchor_b[0], &point.anchor_b[1]);
        let turned = moved_b.dq.rotate(rb).sub(moved_a.dq.rotate(ra));
        let s = frame.normal.dot(moved.add(turned)) + point.separation.load(simd);
        let apart = s.simd_gt(zero);
        let closing = s * rules.inv_h;
        let (bias, mass_scale, impulse_scale) = if RELAX {
            (apart.select(closing, zero), one, zero)
        } else {
            let (soft, hard) = (&rules.contact, &rules.fixed_contact);
            let bias_rate = either(simd, both, soft.bias_rate, hard.bias_rate);
            let push_out = most(s * bias_rate, f32x16::splat(simd, -rules.push_out_speed));
            (
                apart.select(closing, push_out),
                apart.select(one, either(simd, both, soft.mass_scale, hard.mass_scale)),
                apart.select(zero, either(simd, both, soft.impulse_scale, hard.impulse_scale)),
            )
        };
        let speed = frame.normal.dot(b.at(rb).sub(a.at(ra)));
        let old = point.normal_impulse.load(simd);
        let wanted = old - point.normal_mass.load(simd) * mass_scale * (speed + bias) - impulse_scale * old;
        let new = most(wanted, zero);
        point.normal_impulse.store(new);
        if block.bounces {
            *pushed |= new.simd_gt(zero).to_bitmask() as u32;
        }
        total += new;
        frame.apply(&mut a, &mut b, ra, rb, frame.normal.scale(new - old));
    }
    if block.rolls {
        let old = block.rolling_impulse.load(simd);
        let bound = block.rolling.load(simd) * total;
        let inv_inertia = frame.inv_inertia_a + frame.inv_inertia_b;
        let mass = inv_inertia.simd_gt(zero).select(one / inv_inertia, zero);
        let new = most(least(old - mass * (b.w - a.w), bound), -bound);
        block.rolling_impulse.store(new);
        a.w -= frame.inv_inertia_a * (new - old);
        b.w += frame.inv_inertia_b * (new - old);
    }
    scatter_velocity(simd, bodies, &block.rows_a, block.moves_a, a);
    scatter_velocity(simd, bodies, &block.rows_b, block.moves_b, b);
}

/// Bounces: where a point came in faster than the threshold and was pushed, its normal velocity becomes the restitution
/// times what it was, the other way (Newton's law).
#[inline(always)]
pub(crate) fn restitute<S: Simd>(simd: S, bodies: &Rows<'_>, block: &mut ContactBlock, rules: &StepRules) {
    let frame = Frame::load(simd, block);
    let restitution = block.restitution.load(simd);
    let mut a = gather_velocity(simd, bodies, &block.rows_a);
    let mut b = gather_velocity(simd, bodies, &block.rows_b);
    let zero = f32x16::splat(simd, 0.0);
    for (point, pushed) in block.points.iter_mut().zip(block.pushed) {
        let ra = Vec2x16::load(simd, &point.anchor_a[0], &point.anchor_a[1]);
        let rb = Vec2x16::load(simd, &point.anchor_b[0], &point.anchor_b[1]);
        let approach = point.approach.load(simd);
        let fast = approach.simd_lt(f32x16::splat(simd, -rules.restitution_threshold));
        let pushed = mask32x16::from_bitmask(simd, u64::from(pushed));
        let mass = fast.select(pushed.select(point.normal_mass.load(simd), zero), zero);
        let mass = restitution.simd_gt(zero).select(mass, zero);
        let speed = frame.normal.dot(b.at(rb).sub(a.at(ra)));
        let old = point.normal_impulse.load(simd);
        let new = most(old - mass * (speed + restitution * approach), zero);
        point.normal_impulse.store(new);
        frame.apply(&mut a, &mut b, ra, rb, frame.normal.scale(new - old));
    }
    scatter_velocity(simd, bodies, &block.rows_a, block.moves_a, a);
    scatter_velocity(simd, bodies, &block.rows_b, block.moves_b, b);
}

/// One of two numbers in each lane.
#[inline(always)]
fn either<S: Simd>(simd: S, mask: mask32x16<S>, a: f32, b: f32) -> f32x16<S> {
    mask.select(f32x16::splat(simd, a), f32x16::splat(simd, b))
}
