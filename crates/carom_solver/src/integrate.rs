//! Velocities from forces, one row of four numbers for each body; positions from velocities (semi-implicit Euler),
//! sixteen at once.

use crate::body::{BAD, SLOWED};
use crate::lanes::at_most;
use crate::rows::{Row, Rows};
use crate::{BodyState, ForceUpdate, StepRules};
use carom_math::{LANES, Rotx16, Vec2x16, clamp, lanes_to_rows, least, most, rows_to_lanes};
use fearless_simd::{Select, Simd, SimdBase, SimdMask, f32x4, f32x16};

/// Velocity of a body in a substep before any constraint impulse, laid out like the velocity row.
pub(crate) type Free = [f32; 4];

/// Adds a substep of forces to the velocities, applies damping (v / (1 + h c), implicit and so stable for any c), and
/// caps them, which leaves a flag. A velocity that is not finite becomes zero and the body is flagged, so that it
/// cannot spread.
///
/// After the first substep, the body also gets the constraint impulses of the last one: its velocity then less its free
/// one. Warm starting each contact would add the same. The body itself keeps the sum of the impulses, and one pass of
/// three over the contacts is spared. The cap holds for both together; otherwise impulses of contradicting joints would
/// grow from substep to substep.
#[inline(always)]
pub(crate) fn integrate_velocities<S: Simd>(
    simd: S,
    states: &mut [BodyState],
    updates: &[ForceUpdate],
    free: &mut [Free],
    rules: &StepRules,
    first: bool,
) {
    // Within these nothing is capped.
    let axis = 0.7 * rules.max_speed;
    let limits = f32x4::load_array(simd, [axis, axis, rules.max_spin, f32::MAX]);
    let zero = f32x4::splat(simd, 0.0);
    // The last number is the flag of a bad body, which is carried along already.
    let velocity_only = f32x4::load_array(simd, [1.0, 1.0, 1.0, 0.0]).simd_gt(zero);
    for ((state, update), free) in states.iter_mut().zip(updates).zip(free) {
        let velocity = state.halves().0;
        let old = f32x4::from_slice(simd, velocity);
        let keep = f32x4::load_array(simd, update.keep);
        let mut new = (old + f32x4::load_array(simd, update.add)) * keep;
        if !new.abs().simd_le(limits).all_true() {
            new = f32x4::load_array(simd, within(*new.as_array(), rules));
        }
        let mut all = new;
        if !first {
            let moved = old - f32x4::load_array(simd, *free);
            all = new + (velocity_only & !keep.simd_eq(zero)).select(moved, zero);
            if !all.abs().simd_le(limits).all_true() {
                all = f32x4::load_array(simd, cap_sum(*all.as_array(), *new.as_array(), rules));
            }
        }
        new.store_array(free);
        all.store_slice(velocity);
    }
}

/// Limits the velocity by forces and impulses together; falls back to that by forces alone if the sum is not finite.
/// The solver still changes this velocity, so no flag is set.
#[cold]
fn cap_sum(all: [f32; 4], new: [f32; 4], rules: &StepRules) -> [f32; 4] {
    if !all[..3].iter().all(|x| x.is_finite()) {
        return new;
    }
    let rules = StepRules { max_speed: PUSHED * rules.max_speed, ..*rules };
    let [x, y, w, _] = within(all, &rules);
    [x, y, w, new[3]]
}

impl BodyState {
    /// Slows the body down to the greatest speed [m/s] and angular velocity [rad/s], and flags it, if it is faster than
    /// rounding may leave it. Returns whether it was capped. A body that is not finite is left as it is.
    #[inline(always)]
    pub fn slow_down(&mut self, max_speed: f32, max_spin: f32) -> bool {
        let square = self.v().dot(self.v());
        if square <= ROUNDING * max_speed * max_speed && self.w().abs() <= max_spin {
            return false;
        }
        self.slow_down_fast(max_speed, max_spin)
    }

    #[cold]
    fn slow_down_fast(&mut self, max_speed: f32, max_spin: f32) -> bool {
        if self.is_bad() {
            return false;
        }
        let row = capped(self.velocity_row(), max_speed, max_spin);
        self.0[..4].copy_from_slice(&row);
        true
    }
}

/// The square of a capped speed may exceed that of the limit by this factor.
const ROUNDING: f32 = 1.000_001;

/// Within a step, constraints may push a body up to this many times the greatest speed; its end caps it. If each
/// substep did, a wall at nearly that speed would lose every push, and let in what slides along it.
const PUSHED: f32 = 2.0;

/// [`capped`], if a velocity is over a limit.
#[cold]
fn within(new: [f32; 4], rules: &StepRules) -> [f32; 4] {
    let square = new[0] * new[0] + new[1] * new[1];
    let free = square <= rules.max_speed * rules.max_speed && new[2].abs() <= rules.max_spin;
    if free { new } else { capped(new, rules.max_speed, rules.max_spin) }
}

/// A velocity within the limits, with a flag; zero and another flag if it is not finite.
fn capped([x, y, w, flag]: [f32; 4], max_speed: f32, max_spin: f32) -> [f32; 4] {
    if !(x.is_finite() && y.is_finite()) || w.is_nan() {
        return [0.0, 0.0, 0.0, BAD];
    }
    // The square is beyond f32: with so large a velocity, only its direction counts.
    let far = (x * x + y * y).is_infinite();
    let [x, y] = if far { [1.0e-20 * x, 1.0e-20 * y] } else { [x, y] };
    let square = x * x + y * y;
    let scale = if far || square > max_speed * max_speed { max_speed / square.sqrt() } else { 1.0 };
    let flag = if flag == BAD || !w.is_finite() { BAD } else { SLOWED };
    let w = if w.is_finite() { clamp(w, -max_spin, max_spin) } else { 0.0 };
    [x * scale, y * scale, w, flag]
}

/// All substeps of bodies that no constraint holds, sixteen after sixteen.
#[inline(always)]
pub(crate) fn integrate_unconstrained<S: Simd>(
    simd: S,
    states: &mut [BodyState],
    updates: &[ForceUpdate],
    free: &mut [Free],
    rules: &StepRules,
) {
    let sixteens = states.chunks_mut(LANES).zip(updates.chunks(LANES)).zip(free.chunks_mut(LANES));
    for ((states, updates), free) in sixteens {
        for substep in 0..rules.substeps {
            integrate_velocities(simd, states, updates, free, rules, substep == 0);
            integrate_positions(simd, states, updates, rules);
        }
    }
}

/// Moves the bodies by a substep of their velocities, and keeps locks.
#[inline(always)]
pub(crate) fn integrate_positions<S: Simd>(
    simd: S,
    states: &mut [BodyState],
    updates: &[ForceUpdate],
    rules: &StepRules,
) {
    for (states, updates) in states.chunks_mut(LANES).zip(updates.chunks(LANES)) {
        for (state, update) in states.iter_mut().zip(updates) {
            keep_locks(state, update);
        }
        match states.as_chunks_mut::<LANES>() {
            ([sixteen], []) => advance(simd, sixteen, rules),
            _ => {
                let mut sixteen = [BodyState::default(); LANES];
                sixteen[..states.len()].copy_from_slice(states);
                advance(simd, &mut sixteen, rules);
                states.copy_from_slice(&sixteen[..states.len()]);
            }
        }
    }
}

/// [`integrate_positions`] of these rows, each once.
#[inline(always)]
pub(crate) fn integrate_rows<S: Simd>(
    simd: S,
    bodies: &Rows<'_>,
    rows: &[Row],
    updates: &[ForceUpdate],
    rules: &StepRules,
) {
    for rows in rows.chunks(LANES) {
        let mut sixteen = [BodyState::default(); LANES];
        for (state, &row) in sixteen.iter_mut().zip(rows) {
            *state = *bodies.state(row);
            keep_locks(state, &updates[row.index()]);
        }
        advance(simd, &mut sixteen, rules);
        for (state, &row) in sixteen.iter().zip(rows) {
            bodies.set_state(row, state);
        }
    }
}

/// Constraints know nothing of locks.
#[inline(always)]
fn keep_locks(state: &mut BodyState, update: &ForceUpdate) {
    // One test in place of two: hardly anything is locked.
    if update.keep[0] * update.keep[1] == 0.0 {
        let velocity = state.halves().0;
        velocity[0] = if update.keep[0] == 0.0 { 0.0 } else { velocity[0] };
        velocity[1] = if update.keep[1] == 0.0 { 0.0 } else { velocity[1] };
    }
}

/// Moves sixteen bodies by a substep: see [`carom_math::Rot::turned`]. Constraints may leave them faster than the
/// limits until the next substep begins; they do not move or turn farther than the limits.
#[inline(always)]
pub(crate) fn advance<S: Simd>(simd: S, states: &mut [BodyState; LANES], rules: &StepRules) {
    let [vx, vy, w, _] = rows_to_lanes(simd, |lane| states[lane].velocity_row());
    let [x, y, c, s] = rows_to_lanes(simd, |lane| states[lane].motion_row());
    let (h, farthest) = (f32x16::splat(simd, rules.h), f32x16::splat(simd, rules.max_spin * rules.h));
    let dp = Vec2x16::new(x, y).add(at_most(simd, Vec2x16::new(vx, vy), PUSHED * rules.max_speed).scale(h));
    let dq = Rotx16 { c, s }.turned(simd, most(least(w * h, farthest), -farthest));
    lanes_to_rows(simd, [dp.x, dp.y, dq.c, dq.s], |lane, row| states[lane].halves().1.copy_from_slice(row.as_array()));
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom_math::{Vec2, dispatch};
    use fearless_simd::Level;

    #[test]
    fn nothing_turns_by_more_than_it_may_in_a_substep() {
        let rules = StepRules { h: 0.004, inv_h: 250.0, max_spin: 150.0, ..StepRules::RIGID };
        for w in [0.0_f32, 10.0, 149.0, 151.0, 2000.0, 1.0e12, f32::MAX].into_iter().flat_map(|w| [w, -w]) {
            let mut states = [BodyState::default(); 3];
            states.iter_mut().for_each(|state| state.set_velocity(Vec2::ZERO, w));
            let updates = [ForceUpdate::default(); 3];
            dispatch!(Level::new(), simd => integrate_positions(simd, &mut states, &updates, &rules));
            let turned = f64::from(states[2].dq().angle());
            let wanted = f64::from(clamp(w, -150.0, 150.0) * 0.004);
            assert!((turned - wanted).abs() < 1.0e-4 * wanted.abs() + 1.0e-7, "{w}: {turned} of {wanted}");
        }
    }
}
