//! Velocities from forces, positions from velocities (semi-implicit Euler), one body after another.

use crate::{BodyState, Drive, StepRules};
use carom_math::clamp;

/// Adds a substep of forces to the velocities, takes damping away (v / (1 + h c), implicit and so stable for any c), and
/// caps them. A velocity that is not finite any more becomes zero and the body is marked, so that it cannot spread.
#[allow(clippy::neg_cmp_op_on_partial_ord)] // `!(square <= most)` is how a NaN gets the answer no.
pub(crate) fn integrate_velocities(states: &mut [BodyState], drives: &[Drive], rules: &StepRules) {
    let most = rules.max_speed * rules.max_speed;
    for (state, drive) in states.iter_mut().zip(drives) {
        let (v, w) = (state.v() + drive.dv, state.w() + drive.dw);
        let mut v = carom_math::vec2(v.x * drive.keep_x, v.y * drive.keep_y);
        let mut w = clamp(w * drive.keep_w, -rules.max_spin, rules.max_spin);
        let square = v.x * v.x + v.y * v.y;
        if !(square <= most) {
            if square.is_finite() {
                let scale = rules.max_speed / square.sqrt();
                v = carom_math::vec2(v.x * scale, v.y * scale);
            } else {
                (v, w) = (carom_math::Vec2::ZERO, 0.0);
                state.mark_bad();
            }
        }
        if !w.is_finite() {
            w = 0.0;
            state.mark_bad();
        }
        state.set_velocity(v, w);
    }
}

/// Moves the bodies by a substep of their velocities. Locks are kept here too, since constraints know nothing of them.
pub(crate) fn integrate_positions(states: &mut [BodyState], drives: &[Drive], rules: &StepRules) {
    for (state, drive) in states.iter_mut().zip(drives) {
        if drive.keep_x == 0.0 || drive.keep_y == 0.0 {
            let v = state.v();
            let x = if drive.keep_x == 0.0 { 0.0 } else { v.x };
            let y = if drive.keep_y == 0.0 { 0.0 } else { v.y };
            state.set_velocity(carom_math::vec2(x, y), state.w());
        }
        state.advance(rules.h);
    }
}
