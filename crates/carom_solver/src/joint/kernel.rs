//! The passes over sixteen joints: warm start, solve, relax.
//!
//! Symbols: w is the angular velocity of b against a, C the error of a constraint, l its accumulated impulse, m its
//! effective mass. In each pass all that is held comes first, then springs, motors, and limits: the held rows answer
//! each of them at once (see [`crate::joint::reduced_mass`]).
//!
//! - Point to point: C = cb + rb - ca - ra, J v = vb + wb x rb - va - wa x ra, K is the 2 x 2 inverse mass of the
//!   anchors (Catto 2005).
//! - Along a unit vector u that turns with a: with d from anchor a to anchor b, C = u . d and
//!   J v = u . (vb - va) + wb (rb x u) - wa ((ra + d) x u). If u is d / |d|, the same holds for the length of d.
//!   A rod aims at its length at the end of the substep: its error to the second order in the substep.
//! - A held angle is solved at once with the point or the direction that is held beside it.

use crate::StepRules;
use crate::joint::axes::{Axes, Directions};
use crate::joint::axis_rows::AxisPass;
use crate::joint::block::{JointBlock, JointParts, LineRows, load_pair, nearest_turns};
use crate::joint::freedom::Masses;
use crate::joint::held::{Held, HeldDirection, SoftPoints, select_pair};
use crate::joint::pass_softness::PassSoftness;
use crate::lanes::{WideVelocity, at_most, gather_motion, gather_velocity, scatter_velocity};
use crate::rows::Rows;
use carom_math::{Lanes, Rotx16, Vec2x16, arc16, least, most};
use fearless_simd::{Select, Simd, SimdBase, SimdMask, f32x16, mask32x16};

/// Gives both bodies the impulses of the last step.
#[inline(always)]
pub(crate) fn warm_start<S: Simd>(simd: S, bodies: &Rows<'_>, block: &JointBlock, parts: &JointParts) {
    if block.idle {
        return;
    }
    let mut a = gather_velocity(simd, bodies, &block.rows_a);
    let mut b = gather_velocity(simd, bodies, &block.rows_b);
    let (moved_a, moved_b) = (gather_motion(simd, bodies, &block.rows_a), gather_motion(simd, bodies, &block.rows_b));
    let ra = moved_a.dq.rotate(load_pair(simd, &block.anchor_a));
    let rb = moved_b.dq.rotate(load_pair(simd, &block.anchor_b));
    let linear = load_pair(simd, &block.linear_impulse);
    let (inv_inertia_a, inv_inertia_b) = (block.inv_inertia_a.load(simd), block.inv_inertia_b.load(simd));
    if block.lines == 0 {
        a.pull(block.inv_mass_a.load(simd), inv_inertia_a, ra, linear);
        b.push(block.inv_mass_b.load(simd), inv_inertia_b, rb, linear);
    } else {
        let d = load_pair(simd, &block.between).add(moved_b.dp.sub(moved_a.dp)).add(rb.sub(ra));
        let line = Line::of(simd, &parts.line, moved_a.dq, [ra, rb], d);
        let (p, [turn_a, turn_b]) = line.given(simd, block, &parts.line, [ra, rb]);
        a.v = a.v.sub(p.scale(block.inv_mass_a.load(simd)));
        b.v = b.v.add(p.scale(block.inv_mass_b.load(simd)));
        a.w -= inv_inertia_a * turn_a;
        b.w += inv_inertia_b * turn_b;
    }
    if block.turns {
        let axial = parts.about.sum(simd) + parts.twist_impulse.load(simd);
        a.w -= inv_inertia_a * axial;
        b.w += inv_inertia_b * axial;
    }
    scatter_velocity(simd, bodies, &block.rows_a, block.moves_a, a);
    scatter_velocity(simd, bodies, &block.rows_b, block.moves_b, b);
}

/// Warm start after the first substep: the bodies kept their impulses, but anchors and directions have turned since.
#[inline(always)]
pub(crate) fn swing<S: Simd>(simd: S, bodies: &Rows<'_>, block: &JointBlock, parts: &JointParts) {
    if block.idle {
        return;
    }
    let mut a = gather_velocity(simd, bodies, &block.rows_a);
    let mut b = gather_velocity(simd, bodies, &block.rows_b);
    a.w -= block.inv_inertia_a.load(simd) * block.swing[0].load(simd);
    b.w += block.inv_inertia_b.load(simd) * block.swing[1].load(simd);
    if block.lines != 0 {
        let p = load_pair(simd, &parts.line.swing);
        a.v = a.v.sub(p.scale(block.inv_mass_a.load(simd)));
        b.v = b.v.add(p.scale(block.inv_mass_b.load(simd)));
    }
    scatter_velocity(simd, bodies, &block.rows_a, block.moves_a, a);
    scatter_velocity(simd, bodies, &block.rows_b, block.moves_b, b);
}

/// The most rotation in a substep for which the bent way of an anchor is foreseen [rad]. Of 1,000 rods with any loads
/// 8 are off by more than 1 cm with it, 263 without; without a bound 5 gain energy when they whip round.
const MOST_BEND: f32 = 0.1;

/// The directions of sixteen lines or distances.
struct Line<S: Simd> {
    /// Unit vector along the line, and from anchor to anchor in lanes without a fixed direction.
    n: Vec2x16<S>,
    /// The direction that is held.
    held: Vec2x16<S>,
    /// The arms of both on a, from its centre to anchor b, and on b.
    arms_along: [f32x16<S>; 2],
    arms_held: [f32x16<S>; 2],
    /// Place along the line, or the distance [m]; and the error of the held direction.
    value: f32x16<S>,
    error: f32x16<S>,
}

impl<S: Simd> Line<S> {
    #[inline(always)]
    fn of(simd: S, rows: &LineRows, turned: Rotx16<S>, [ra, rb]: [Vec2x16<S>; 2], d: Vec2x16<S>) -> Self {
        let zero = f32x16::splat(simd, 0.0);
        let mask = |bits: u32| mask32x16::from_bitmask(simd, u64::from(bits));
        let fixed = turned.rotate(load_pair(simd, &rows.direction));
        let (n, distance) = rows.direction_from(simd, fixed, d);
        let is_fixed = mask(rows.fixed);
        let across = mask(rows.across);
        let held = Vec2x16::new(across.select(-n.y, n.x), across.select(n.x, n.y));
        let lever = ra.add(d);
        let value = is_fixed.select(n.dot(d), distance);
        let rigid = mask(rows.rigid);
        let length_error = rigid.select(value - rows.length.load(simd), zero);
        Self {
            arms_along: [lever.cross(n), rb.cross(n)],
            arms_held: [lever.cross(held), rb.cross(held)],
            value,
            error: across.select(held.dot(d), length_error),
            n,
            held,
        }
    }

    /// The acceleration of the distance while both bodies and the line turn evenly: the ways of the anchors are bent
    /// [m/s^2].
    #[inline(always)]
    fn bends(&self, simd: S, [a, b]: &[WideVelocity<S>; 2], [ra, rb]: [Vec2x16<S>; 2], rules: &StepRules) -> f32x16<S> {
        let most = MOST_BEND * rules.inv_h;
        let most = f32x16::splat(simd, most * most);
        let inward = ra.scale(least(a.w * a.w, most)).sub(rb.scale(least(b.w * b.w, most)));
        let across = self.n.cross(b.at(rb).sub(a.at(ra)));
        let apart = self.value.simd_gt(f32x16::splat(simd, 0.0));
        let turned = least(across * across, self.value * self.value * most);
        self.n.dot(inward) + turned / apart.select(self.value, f32x16::splat(simd, 1.0))
    }

    /// The directions for what acts along the lines.
    #[inline(always)]
    fn directions(&self, [ra, rb]: [Vec2x16<S>; 2], d: Vec2x16<S>) -> Directions<S> {
        let across = Vec2x16::new(-self.n.y, self.n.x);
        Directions { n: self.n, along: self.arms_along, across: [ra.add(d).cross(across), rb.cross(across)] }
    }

    /// The linear impulse on b of all parts, and its angular impulses on a and b. In lanes with a held point it is the
    /// linear impulse at the anchors.
    #[inline(always)]
    fn given(
        &self,
        simd: S,
        block: &JointBlock,
        rows: &LineRows,
        [ra, rb]: [Vec2x16<S>; 2],
    ) -> (Vec2x16<S>, [f32x16<S>; 2]) {
        let linear = load_pair(simd, &block.linear_impulse);
        let points = mask32x16::from_bitmask(simd, u64::from(block.points));
        let along = rows.along.sum(simd);
        let p = self.n.scale(along).add(self.held.scale(linear.x));
        let turn = |side: usize| self.arms_along[side] * along + self.arms_held[side] * linear.x;
        let p = Vec2x16::new(points.select(linear.x, p.x), points.select(linear.y, p.y));
        (p, [points.select(ra.cross(linear), turn(0)), points.select(rb.cross(linear), turn(1))])
    }
}

/// One pass: what is held, springs, motors, limits.
#[inline(always)]
pub(crate) fn solve<S: Simd, const RELAX: bool>(
    simd: S,
    bodies: &Rows<'_>,
    (block, parts): (&mut JointBlock, &mut JointParts),
    rules: &StepRules,
) {
    if block.idle && (!RELAX || block.angled == 0) {
        return;
    }
    let masses = Masses {
        mass: [block.inv_mass_a.load(simd), block.inv_mass_b.load(simd)],
        inertia: [block.inv_inertia_a.load(simd), block.inv_inertia_b.load(simd)],
    };
    let mut two = [gather_velocity(simd, bodies, &block.rows_a), gather_velocity(simd, bodies, &block.rows_b)];
    let (moved_a, moved_b) = (gather_motion(simd, bodies, &block.rows_a), gather_motion(simd, bodies, &block.rows_b));
    let ra = moved_a.dq.rotate(load_pair(simd, &block.anchor_a));
    let rb = moved_b.dq.rotate(load_pair(simd, &block.anchor_b));
    // From anchor a to anchor b.
    let d = moved_b.dp.sub(moved_a.dp).add(rb.sub(ra)).add(load_pair(simd, &block.between));
    let mask = |bits: u32| mask32x16::from_bitmask(simd, u64::from(bits));
    let zero = f32x16::splat(simd, 0.0);
    let line = (block.lines != 0).then(|| Line::of(simd, &parts.line, moved_a.dq, [ra, rb], d));
    if RELAX {
        note_swing(simd, (block, parts), line.as_ref(), [ra, rb]);
    }
    if RELAX && block.angled != 0 {
        let last = parts.angle.load(simd) - parts.start_angle.load(simd);
        let angle = parts.start_angle.load(simd) + turned_angle(simd, moved_a.dq.inv_mul(moved_b.dq), last);
        parts.angle.store(mask(block.angled).select(angle, zero));
    }
    if block.idle {
        return;
    }
    let mut rigid = PassSoftness::of::<RELAX>(simd, rules);
    let mut ease = f32x16::splat(simd, 1.0);
    if block.eased != 0 {
        ease = parts.ease.load(simd);
        rigid.bias_rate *= ease;
        rigid.mass_scale *= ease;
    }
    let own = (block.own != 0).then(|| mask(block.own));
    // Relaxing corrects no rigid joint. A soft one keeps the errors of the beginning of the substep, as springs do.
    let kept = |lanes: &mut Lanes, now: f32x16<S>| {
        let error = if RELAX { lanes.load(simd) } else { now };
        lanes.store(error);
        error
    };
    // Half of what bent ways add to the speeds of rods in a substep: a mean speed. A soft rod keeps its error instead.
    let mut bent = zero;
    if let Some(line) = &line
        && !RELAX
        && parts.line.rigid != 0
    {
        let bends = line.bends(simd, &two, [ra, rb], rules) * (0.5 * rules.h);
        bent = mask(parts.line.rigid & !block.own).select(bends, zero);
    }
    // No closures: their work on lanes is not surely compiled for the machine.
    let (mut axes, mut answer) = (None, [zero; 3]);
    if parts.about.any() || parts.line.along.any() {
        let mut directions = None;
        if let Some(line) = &line {
            directions = Some(line.directions([ra, rb], d));
        }
        let of = Axes::of(simd, (block, parts), masses, [ra, rb], directions);
        answer = of.answer(simd, parts);
        axes = Some(of);
    }
    // The cap on the speed of a correction is for rigid joints: a spring pulls as strongly as it is stretched.
    let fastest = |push_speed: f32, springs: u32| {
        mask(springs).select(f32x16::splat(simd, f32::MAX), f32x16::splat(simd, push_speed))
    };
    let mut held = Held {
        masses,
        rigid,
        turn_soft: rigid,
        holds_angle: mask(block.holds_angle & !block.direct),
        answer,
        yields: mask(block.own | block.own_turns),
        bias: zero,
        twist: zero,
        axial_mass: zero,
        turned: zero,
    };
    if block.holds_angle != 0 {
        let mut angle = parts.angle.load(simd);
        if block.own_turns != 0 {
            // The effective mass of an angle does not change.
            let spring = parts.turn_spring.times(simd, f32x16::splat(simd, 1.0));
            held.turn_soft = spring.softness(simd, rules.inv_h).select(mask(block.own_turns), rigid);
            angle = kept(&mut parts.own_angle, angle);
        }
        let bound = fastest(rules.joint_turn_speed, block.own_turns);
        held.bias = most(least(angle * held.turn_soft.bias_rate, bound), -bound);
        held.twist = two[1].w - two[0].w + held.bias;
        held.axial_mass = held.holds_angle.select(parts.axial_mass.load(simd), zero);
    }
    if block.points != 0 {
        let gap = match own {
            None => d,
            Some(_) => Vec2x16::new(kept(&mut parts.own_gap[0], d.x), kept(&mut parts.own_gap[1], d.y)),
        };
        let rate = mask(block.driven).select(zero, rigid.bias_rate);
        let bias = gap.scale(rate);
        // Relaxing corrects nothing that is rigid.
        let mut bias = if RELAX && own.is_none() { bias } else { at_most(simd, bias, rules.joint_push_speed) };
        let mut springs = None;
        if let Some(holds) = own {
            bias = select_pair(holds, Vec2x16::new(zero, zero), bias);
            // The springs of a point have the mean mass of its directions.
            let spring = parts.own_spring.times(simd, f32x16::splat(simd, 1.0));
            let mass = parts.own_point_mass.load(simd);
            let pull = gap.scale(mass * spring.stiffness * rules.inv_h);
            springs = Some(SoftPoints { holds, damping: mass * spring.damping, pull });
        }
        held.point(simd, (block, parts), &mut two, [ra, rb], (bias, springs));
    }
    if let Some(line) = &line
        && parts.line.across | parts.line.rigid != 0
    {
        let bound = fastest(rules.joint_push_speed, block.own);
        let mut soft = rigid;
        let error = if own.is_some() { kept(&mut parts.own_error, line.error) } else { line.error };
        if let Some(own) = own {
            let mass = masses.along(simd, line.arms_held);
            let spring = parts.own_spring.on(simd, parts.own_line_mass.load(simd), mass);
            soft = spring.softness(simd, rules.inv_h).select(own, rigid);
        }
        let bias = error * soft.bias_rate + bent;
        let bias = most(least(bias, bound), -bound);
        let holds = mask((parts.line.across | parts.line.rigid) & !block.direct);
        let direction = HeldDirection { u: line.held, arms: line.arms_held, holds, soft };
        held.direction(simd, (block, parts), &mut two, direction, bias);
    }
    if block.holds_angle != 0 {
        held.angle(simd, parts, &mut two);
    }
    if let Some(axes) = axes {
        let pass = AxisPass { rigid, ease, inv_h: rules.inv_h, relaxes: RELAX };
        let value = match &line {
            Some(line) => line.value,
            None => zero,
        };
        axes.solve(simd, (block, parts), value, &mut two, pass);
    }
    if !RELAX {
        note_given(simd, (block, parts), line.as_ref(), [ra, rb]);
    }
    let [a, b] = two;
    scatter_velocity(simd, bodies, &block.rows_a, block.moves_a, a);
    scatter_velocity(simd, bodies, &block.rows_b, block.moves_b, b);
}

/// The angle of a rotation since the step began, whole turns counted: nearest to `last` [rad]. Small angles are the
/// series of the arc of their sine, to 1 part in 10 million.
#[inline(always)]
fn turned_angle<S: Simd>(simd: S, turned: Rotx16<S>, last: f32x16<S>) -> f32x16<S> {
    let splat = |x: f32| f32x16::splat(simd, x);
    let (sine, square) = (turned.s, turned.s * turned.s);
    let small = sine.abs().simd_lt(splat(0.15)) & turned.c.simd_gt(splat(0.0)) & last.abs().simd_lt(splat(1.0));
    let series = sine + sine * square * (splat(1.0 / 6.0) + square * splat(3.0 / 40.0));
    if small.all_true() {
        return series;
    }
    small.select(series, nearest_turns(simd, arc16(simd, sine, turned.c), last))
}

/// Writes down how the impulses of this substep acted: where points are, or with which effect lines pushed.
#[inline(always)]
fn note_given<S: Simd>(
    simd: S,
    (block, parts): (&mut JointBlock, &mut JointParts),
    line: Option<&Line<S>>,
    [ra, rb]: [Vec2x16<S>; 2],
) {
    for (lanes, r) in [(&mut block.given_a, ra), (&mut block.given_b, rb)] {
        lanes[0].store(r.x);
        lanes[1].store(r.y);
    }
    if let Some(line) = line {
        let (p, turn) = line.given(simd, block, &parts.line, [ra, rb]);
        parts.line.given[0].store(p.x);
        parts.line.given[1].store(p.y);
        parts.line.given_turn[0].store(turn[0]);
        parts.line.given_turn[1].store(turn[1]);
    }
}

/// Now that the bodies have moved, by how much the same impulses act otherwise.
#[inline(always)]
fn note_swing<S: Simd>(
    simd: S,
    (block, parts): (&mut JointBlock, &mut JointParts),
    line: Option<&Line<S>>,
    [ra, rb]: [Vec2x16<S>; 2],
) {
    let linear = load_pair(simd, &block.linear_impulse);
    let mut swing =
        [ra.sub(load_pair(simd, &block.given_a)).cross(linear), rb.sub(load_pair(simd, &block.given_b)).cross(linear)];
    if let Some(line) = line {
        let (p, turn) = line.given(simd, block, &parts.line, [ra, rb]);
        let last = load_pair(simd, &parts.line.given);
        parts.line.swing[0].store(p.x - last.x);
        parts.line.swing[1].store(p.y - last.y);
        let points = mask32x16::from_bitmask(simd, u64::from(block.points));
        for ((swing, now), given) in swing.iter_mut().zip(turn).zip(&parts.line.given_turn) {
            *swing = points.select(*swing, now - given.load(simd));
        }
    }
    block.swing[0].store(swing[0]);
    block.swing[1].store(swing[1]);
}
