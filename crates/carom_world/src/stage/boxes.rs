//! Stage 6, continued: fat boxes of what moved.

use super::collide::early_by;
use crate::def::WorldDef;
use crate::state::{State, mark};
use carom_math::{Aabb, Vec2};
use carom_tasks::Executor;

/// Proxies to a task.
const PROXIES_A_TASK: usize = 512;

/// Part of the speculative distance by which a fat box is always larger than its shape: two such boxes overlap wherever
/// the shapes are within the distance.
const LEAST_MARGIN: f32 = 0.5;

/// The margin of a new fat box, in speculative distances. Larger boxes change less often and overlap more.
const FULL_MARGIN: f32 = 2.5;

/// The box that a new or teleported proxy gets.
pub(crate) fn fat_box(tight: Aabb, def: &WorldDef) -> Aabb {
    tight.grown(FULL_MARGIN * def.speculative_distance * def.length_unit)
}

/// Gives a new fat box to each active proxy whose shape came nearer to the edge of its old one than the least margin, or
/// whose old one is far too large (it was fast), and marks it.
pub(crate) fn refit_boxes(tasks: &Executor, state: &mut State, def: &WorldDef) {
    let reach = def.speculative_distance * def.length_unit;
    let dt = def.dt;
    let proxies = &mut state.proxies;
    let columns =
        (&mut proxies.now[..], &mut proxies.old[..], &mut proxies.marks[..], &proxies.list[..], &proxies.rows[..]);
    let (poses, states, extents) = (&state.bodies.poses, &state.bodies.states, &state.bodies.extents);
    tasks.blocks(PROXIES_A_TASK, columns, |_, (now, old, marks, list, rows)| {
        for ((((now, old), marks), proxy), &row) in now.iter_mut().zip(old).zip(marks).zip(list).zip(rows) {
            if *marks & mark::ACTIVE == 0 {
                continue;
            }
            if *marks & mark::DISTURBED == 0 {
                *old = *now;
            }
            let row = row as usize;
            let tight = proxy.piece.aabb(poses[row]);
            let ahead = ahead(states[row].v() * dt, extents[row]);
            let swept = tight.union(&tight.moved(ahead));
            *marks &= !mark::MOVED;
            if !now.contains(&swept.grown(LEAST_MARGIN * reach))
                || !swept.grown(2.0 * FULL_MARGIN * reach + extents[row]).contains(now)
            {
                *now = swept.grown(FULL_MARGIN * reach);
                *marks |= mark::MOVED;
            }
        }
    });
}

/// The part of the way that a body goes in the next step by which it is prepared for earlier [m].
fn ahead(way: Vec2, extent: f32) -> Vec2 {
    let length = way.length();
    if length > extent { way * (early_by(length, extent) / length) } else { Vec2::ZERO }
}
