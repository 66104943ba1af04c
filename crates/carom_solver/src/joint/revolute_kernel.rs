//! The passes over sixteen revolute joints: warm start, solve, relax.
//!
//! Symbols: w is the angular velocity of b against a, C the error of a constraint, l its accumulated impulse, m its
//! effective mass. In each pass the weakest constraint comes first and the point last: spring, motor, limits, point.
//! Point to point: C = cb + rb - ca - ra, J v = vb + wb x rb - va - wa x ra, K is the 2 x 2 inverse mass of the anchors
//! (Catto 2005).

use crate::StepRules;
use crate::joint::revolute_block::RevoluteBlock;
use crate::lanes::{at_most, gather_motion, gather_velocity, scatter_velocity};
use crate::rows::Rows;
use carom_math::{Vec2x16, least, most};
use fearless_simd::{Select, Simd, SimdBase, f32x16};

/// Gives both bodies the impulses of the last step.
#[inline(always)]
pub(crate) fn warm_start<S: Simd>(simd: S, bodies: &Rows<'_>, block: &RevoluteBlock) {
    let mut a = gather_velocity(simd, bodies, &block.rows_a);
    let mut b = gather_velocity(simd, bodies, &block.rows_b);
    let (moved_a, moved_b) = (gather_motion(simd, bodies, &block.rows_a), gather_motion(simd, bodies, &block.rows_b));
    let ra = moved_a.dq.rotate(Vec2x16::load(simd, &block.anchor_a[0], &block.anchor_a[1]));
    let rb = moved_b.dq.rotate(Vec2x16::load(simd, &block.anchor_b[0], &block.anchor_b[1]));
    let linear = Vec2x16::load(simd, &block.linear_impulse[0], &block.linear_impulse[1]);
    let axial = block.spring_impulse.load(simd) + block.motor_impulse.load(simd) + block.lower_impulse.load(simd)
        - block.upper_impulse.load(simd);
    let (inv_inertia_a, inv_inertia_b) = (block.inv_inertia_a.load(simd), block.inv_inertia_b.load(simd));
    a.pull(block.inv_mass_a.load(simd), inv_inertia_a, ra, linear);
    b.push(block.inv_mass_b.load(simd), inv_inertia_b, rb, linear);
    a.w -= inv_inertia_a * axial;
    b.w += inv_inertia_b * axial;
    scatter_velocity(simd, bodies, &block.rows_a, block.moves_a, a);
    scatter_velocity(simd, bodies, &block.rows_b, block.moves_b, b);
}

/// Warm start after the first substep: the bodies kept their impulses, but the anchors have turned since.
#[inline(always)]
pub(crate) fn swing<S: Simd>(simd: S, bodies: &Rows<'_>, block: &RevoluteBlock) {
    let mut a = gather_velocity(simd, bodies, &block.rows_a);
    let mut b = gather_velocity(simd, bodies, &block.rows_b);
    a.w -= block.inv_inertia_a.load(simd) * block.swing[0].load(simd);
    b.w += block.inv_inertia_b.load(simd) * block.swing[1].load(simd);
    scatter_velocity(simd, bodies, &block.rows_a, block.moves_a, a);
    scatter_velocity(simd, bodies, &block.rows_b, block.moves_b, b);
}

/// One pass: spring, motor, limits, point.
#[inline(always)]
pub(crate) fn solve<S: Simd, const RELAX: bool>(
    simd: S,
    bodies: &Rows<'_>,
    block: &mut RevoluteBlock,
    rules: &StepRules,
) {
    let (inv_mass_a, inv_mass_b) = (block.inv_mass_a.load(simd), block.inv_mass_b.load(simd));
    let (inv_inertia_a, inv_inertia_b) = (block.inv_inertia_a.load(simd), block.inv_inertia_b.load(simd));
    let mut a = gather_velocity(simd, bodies, &block.rows_a);
    let mut b = gather_velocity(simd, bodies, &block.rows_b);
    let (moved_a, moved_b) = (gather_motion(simd, bodies, &block.rows_a), gather_motion(simd, bodies, &block.rows_b));
    let ra = moved_a.dq.rotate(Vec2x16::load(simd, &block.anchor_a[0], &block.anchor_a[1]));
    let rb = moved_b.dq.rotate(Vec2x16::load(simd, &block.anchor_b[0], &block.anchor_b[1]));
    let given = Vec2x16::load(simd, &block.linear_impulse[0], &block.linear_impulse[1]);
    if RELAX {
        let last_a = Vec2x16::load(simd, &block.given_a[0], &block.given_a[1]);
        let last_b = Vec2x16::load(simd, &block.given_b[0], &block.given_b[1]);
        block.swing[0].store(ra.sub(last_a).cross(given));
        block.swing[1].store(rb.sub(last_b).cross(given));
    } else {
        for (lanes, r) in [(&mut block.given_a, ra), (&mut block.given_b, rb)] {
            lanes[0].store(r.x);
            lanes[1].store(r.y);
        }
    }
    let zero = f32x16::splat(simd, 0.0);
    let one = f32x16::splat(simd, 1.0);
    let axial_mass = block.axial_mass.load(simd);
    // The rotation of b against a since the step began: the sine of the difference, and the next term of its arc.
    let sine = moved_a.dq.inv_mul(moved_b.dq).s;
    let angle = block.angle.load(simd) + sine + sine * sine * sine * f32x16::splat(simd, 1.0 / 6.0);

    if block.springs {
        let c = angle - block.rest_angle.load(simd);
        let old = block.spring_impulse.load(simd);
        let bias = c * block.spring_bias_rate.load(simd);
        let scale = block.spring_mass_scale.load(simd);
        let leak = block.spring_impulse_scale.load(simd);
        let change = -(axial_mass * scale * (b.w - a.w + bias)) - leak * old;
        block.spring_impulse.store(old + change);
        a.w -= inv_inertia_a * change;
        b.w += inv_inertia_b * change;
    }
    if block.motors {
        let bound = block.max_motor_impulse.load(simd);
        let old = block.motor_impulse.load(simd);
        let wanted = old - axial_mass * (b.w - a.w - block.motor_speed.load(simd));
        let new = most(least(wanted, bound), -bound);
        block.motor_impulse.store(new);
        a.w -= inv_inertia_a * (new - old);
        b.w += inv_inertia_b * (new - old);
    }
    let (bias_rate, mass_scale, impulse_scale) = if RELAX {
        (zero, one, zero)
    } else {
        let splat = |x: f32| f32x16::splat(simd, x);
        (splat(rules.joint.bias_rate), splat(rules.joint.mass_scale), splat(rules.joint.impulse_scale))
    };
    if block.limits {
        // The lower limit pushes b on, the upper one back; an open limit lets the gap close within the substep.
        for upper in [false, true] {
            let (c, sign, lanes) = if upper {
                (block.upper.load(simd) - angle, -one, &mut block.upper_impulse)
            } else {
                (angle - block.lower.load(simd), one, &mut block.lower_impulse)
            };
            let open = c.simd_gt(zero);
            let bias = open.select(c * rules.inv_h, c * bias_rate);
            let scale = open.select(one, mass_scale);
            let leak = open.select(zero, impulse_scale);
            let old = lanes.load(simd);
            let wanted = old - axial_mass * scale * (sign * (b.w - a.w) + bias) - leak * old;
            let new = most(wanted, zero);
            lanes.store(new);
            let change = sign * (new - old);
            a.w -= inv_inertia_a * change;
            b.w += inv_inertia_b * change;
        }
    }

    let between = Vec2x16::load(simd, &block.between[0], &block.between[1]);
    let c = moved_b.dp.sub(moved_a.dp).add(rb.sub(ra)).add(between);
    let bias = if RELAX { c.scale(bias_rate) } else { at_most(simd, c.scale(bias_rate), rules.joint_push_speed) };
    let speed = b.at(rb).sub(a.at(ra)).add(bias);
    let inv_mass = inv_mass_a + inv_mass_b;
    let kxx = inv_mass + ra.y * ra.y * inv_inertia_a + rb.y * rb.y * inv_inertia_b;
    let kxy = -(ra.x * ra.y * inv_inertia_a + rb.x * rb.y * inv_inertia_b);
    let kyy = inv_mass + ra.x * ra.x * inv_inertia_a + rb.x * rb.x * inv_inertia_b;
    let det = kxx * kyy - kxy * kxy;
    let inv_det = det.simd_gt(zero).select(one / det, zero);
    let solved = Vec2x16::new(inv_det * (kyy * speed.x - kxy * speed.y), inv_det * (kxx * speed.y - kxy * speed.x));
    let change = Vec2x16::new(
        -(mass_scale * solved.x) - impulse_scale * given.x,
        -(mass_scale * solved.y) - impulse_scale * given.y,
    );
    block.linear_impulse[0].store(given.x + change.x);
    block.linear_impulse[1].store(given.y + change.y);
    a.pull(inv_mass_a, inv_inertia_a, ra, change);
    b.push(inv_mass_b, inv_inertia_b, rb, change);
    scatter_velocity(simd, bodies, &block.rows_a, block.moves_a, a);
    scatter_velocity(simd, bodies, &block.rows_b, block.moves_b, b);
}
