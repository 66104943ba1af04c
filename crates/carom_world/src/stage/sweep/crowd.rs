//! Who is pressed by several others, so that contacts, which are solved all at once, have it and not impacts.

use super::pair::core_side;
use crate::state::State;

/// What reaches so many times its least extent from its centre is slender, and what more solved contacts than these hold is not left
/// to its ends.
const SLENDER: f32 = 8.0;
const HELD: u32 = 3;

/// Whether two bodies can both be pushed and are part of a crowd: several solved contacts push one of them, and several or joints
/// the other. What flies into a crowd is not of it, nor is what is slender.
pub(super) fn is_crowd(state: &State, rows: [u32; 2]) -> bool {
    let lone = rows.map(|row| is_lone(state, row));
    let pushable = rows.iter().all(|&row| state.bodies.extents[row as usize] != f32::MAX);
    let in_touch = pushable && lone != [true; 2] && (0..2).all(|side| !lone[side] || hangs(state, rows[side]));
    in_touch && !is_slender(state, rows)
}

/// Whether two bodies can both be pushed, and that whose core must not pass is long and thin, and held by few contacts. A contact sees
/// the end of it that touches; the other end may swing through within a step.
pub(super) fn is_slender(state: &State, rows: [u32; 2]) -> bool {
    let bodies = &state.bodies;
    let extents = rows.map(|row| bodies.extents[row as usize]);
    let reaches = rows.map(|row| bodies.motions[row as usize].reach);
    if extents.contains(&f32::MAX) || (0..2).all(|side| reaches[side] <= SLENDER * extents[side]) {
        return false;
    }
    // Of two that are as thin as each other it is the longer one, whoever asks.
    let core = if extents[0] == extents[1] { usize::from(reaches[1] > reaches[0]) } else { core_side(state, rows) };
    let held = bodies.colours[rows[core] as usize].count_ones() > HELD;
    !held && reaches[core] > SLENDER * extents[core]
}

/// Whether a body has joints.
pub(super) fn hangs(state: &State, row: u32) -> bool {
    state.bodies.motions[row as usize].jointed
}

/// Whether nothing but their own contact is solved for either of two bodies.
pub(super) fn are_lone(state: &State, rows: [u32; 2]) -> bool {
    rows.iter().all(|&row| is_lone(state, row))
}

/// Whether at most one contact of a body is solved: then it is in no crowd.
pub(super) fn is_lone(state: &State, row: u32) -> bool {
    state.bodies.colours[row as usize].count_ones() <= 1
}
