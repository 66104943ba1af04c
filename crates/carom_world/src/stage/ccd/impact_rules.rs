//! The inputs from which impacts are computed.

use crate::def::WorldDef;
use crate::stage::ccd::moving_body::MovingBodies;
use crate::stage::ccd::tracks::Tracks;
use crate::state::State;
use carom_solver::ForceUpdate;

/// The inputs from which impacts are resolved.
#[derive(Clone, Copy)]
pub(crate) struct Rules<'a> {
    /// The state and the definition of the world.
    pub state: &'a State,
    pub def: &'a WorldDef,
    pub updates: &'a [ForceUpdate],
    pub tracks: &'a Tracks,
    /// Whether bodies stop where they meet.
    pub stop: bool,
}

/// The moving bodies of two rows that the other one can push.
pub(crate) fn pushable(state: &State, moving: &MovingBodies, rows: [u32; 2]) -> [Option<u32>; 2] {
    let dominates = state.bodies.dominates(rows);
    [0, 1].map(|side: usize| {
        let row = rows[side];
        moving.of(row).filter(|_| state.bodies.min_extents[row as usize] != f32::MAX && !dominates[side])
    })
}
