//! Crowds: groups of movable bodies whose solved contacts are trusted. Also tests for lone and slender bodies, and for
//! the one of two that must not pass the other. Contacts are solved all at once, impacts one after the other.

use crate::state::State;

/// A body that is thinner than another but reaches so many times as far is no obstacle at its centre alone.
const LONG: f32 = 4.0;

/// A body is slender if its max extent is so many times its min extent, unless more solved contacts than `HELD` hold
/// it.
const SLENDER: f32 = 8.0;
const HELD: u32 = 3;

/// A turning body so many times as heavy as the other is not slowed down by it. A lighter one is pushed away.
pub(crate) const HEAVIER: f32 = 8.0;

/// The side whose core must not pass the surface of the other: the body that can be pushed, and of two such bodies the
/// thinner one, unless it is more than `LONG` times as long. A long and thin body is no obstacle at its centre alone.
pub(crate) fn core_side(state: &State, rows: [u32; 2]) -> usize {
    let [a, b] = rows.map(|row| row as usize);
    let bodies = &state.bodies;
    let fixed = |row: usize| bodies.min_extents[row] == f32::MAX;
    let (long_a, long_b) = (bodies.motions[a].max_extent, bodies.motions[b].max_extent);
    let thin = bodies.min_extents[a] < bodies.min_extents[b];
    let first = if fixed(a) || fixed(b) {
        thin
    } else if thin {
        long_a <= LONG * long_b
    } else {
        long_b > LONG * long_a
    };
    usize::from(!first)
}

/// Whether the body with the core is too light to slow the rotation of the other.
pub(crate) fn is_outweighed(state: &State, rows: [u32; 2]) -> bool {
    let core = core_side(state, rows);
    let inv_mass = state.bodies.inv_masses_between(rows);
    let [small, large] = [inv_mass[core], inv_mass[1 - core]];
    HEAVIER * large <= small
}

/// Whether two bodies can both be pushed.
pub(crate) fn are_pushable(state: &State, rows: [u32; 2]) -> bool {
    rows.iter().all(|&row| state.bodies.min_extents[row as usize] != f32::MAX)
}

/// Whether two bodies can both be pushed and are part of a crowd: one has several solved contacts, the other several
/// contacts or joints. A body that flies into a crowd is not part of it, nor is a slender one.
pub(crate) fn is_crowd(state: &State, rows: [u32; 2]) -> bool {
    let lone = rows.map(|row| is_lone(state, row));
    let in_touch = are_pushable(state, rows)
        && lone != [true; 2]
        && (0..2).all(|side| !lone[side] || is_jointed(state, rows[side]));
    in_touch && !is_slender(state, rows)
}

/// Whether one of two bodies bounces.
pub(crate) fn bounces(state: &State, rows: [u32; 2]) -> bool {
    rows.iter().any(|&row| state.bodies.motions[row as usize].bounce.is_bouncy())
}

/// Whether two bodies can both be pushed, and the one with the core is long and thin and held by few contacts. A
/// contact sees the end that touches; the other end may swing through within a step.
pub(crate) fn is_slender(state: &State, rows: [u32; 2]) -> bool {
    let bodies = &state.bodies;
    let extents = rows.map(|row| bodies.min_extents[row as usize]);
    let reaches = rows.map(|row| bodies.motions[row as usize].max_extent);
    if extents.contains(&f32::MAX) || !rows.iter().any(|&row| is_thin(state, row)) {
        return false;
    }
    // Of two equally thin bodies it is the longer one, whichever comes first.
    let core = if extents[0] == extents[1] { usize::from(reaches[1] > reaches[0]) } else { core_side(state, rows) };
    let held = bodies.colors[rows[core] as usize].count_ones() > HELD;
    !held && is_thin(state, rows[core])
}

/// Whether a body is long and thin.
pub(crate) fn is_thin(state: &State, row: u32) -> bool {
    let bodies = &state.bodies;
    bodies.motions[row as usize].max_extent > SLENDER * bodies.min_extents[row as usize]
}

/// Whether a body has joints.
pub(crate) fn is_jointed(state: &State, row: u32) -> bool {
    state.bodies.motions[row as usize].jointed
}

/// Whether at most one contact of each of two bodies is solved.
pub(crate) fn are_lone(state: &State, rows: [u32; 2]) -> bool {
    rows.iter().all(|&row| is_lone(state, row))
}

/// Whether at most one contact of a body is solved: then it is in no crowd.
fn is_lone(state: &State, row: u32) -> bool {
    state.bodies.colors[row as usize].count_ones() <= 1
}
