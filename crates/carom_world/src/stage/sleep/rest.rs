//! Stage 8, sleep: what counts as rest, and when it is looked at.

use crate::def::WorldDef;
use crate::state::{Bodies, State};

/// Greatest interval of the look [steps], and looks within the time of rest at least.
const STEPS_A_LOOK: u64 = 8;
const LOOKS_A_REST: f32 = 3.0;

/// The part of the speed of rest up to which rests what is driven, or touched by nothing. A swing with a period of 3 s
/// is that slow around its turning point for half a second only within 5 mm of its balance.
pub(super) const SLOW: f32 = 0.1;

/// Whether sleep is looked at in this step.
pub(super) fn is_looked_at(state: &State, def: &WorldDef) -> bool {
    let steps = (def.sleep_time / (LOOKS_A_REST * def.dt)) as u64;
    def.sleep && state.steps.is_multiple_of(steps.clamp(1, STEPS_A_LOOK))
}

/// The speed up to which rests what is driven, or touched by nothing [m/s].
pub(super) fn slow_speed(def: &WorldDef) -> f32 {
    SLOW * def.rest_speed()
}

/// The greatest speed of a point of a body, at most [m/s].
pub(super) fn speed_of(bodies: &Bodies, row: usize) -> f32 {
    let state = &bodies.states[row];
    state.v().length() + bodies.motions[row].max_extent * state.w().abs()
}
