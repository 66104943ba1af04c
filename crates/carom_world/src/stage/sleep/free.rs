//! Stage 8, sleep: bodies that nothing touches go on as they move, alone or on joints: in space, or on a rope. No
//! contact holds them, and none of them creeps or rocks as bodies in a heap do. Bodies on a conveyor go on as well. So
//! a tenth of the speed of rest counts for both.

use crate::def::WorldDef;
use crate::stage::sleep::rest::{is_looked_at, slow_speed, speed_of};
use crate::state::State;
use crate::step_scratch::StepScratch;

/// Marks of rows: it seems to rest, but moves; something touches it, or its island at the root; it has to stay awake,
/// or its island.
const MOVES: u8 = 1;
const TOUCHED: u8 = 2;
const GOES_ON: u8 = 4;

/// Begins anew to count the rest of islands that move and that nothing touches, and of bodies that a conveyor carries.
pub(crate) fn keep_free_awake(state: &mut State, scratch: &mut StepScratch, def: &WorldDef) {
    if !is_looked_at(state, def) {
        return;
    }
    let StepScratch { islands, active_joints, active_couplings, marks, .. } = scratch;
    let (bodies, slow) = (&mut state.bodies, slow_speed(def));
    let awake = bodies.awake;
    marks.clear();
    marks.extend((0..awake).map(|row| {
        let moves = bodies.motions[row].timer > 0.0 && speed_of(bodies, row) > slow;
        if moves { MOVES } else { 0 }
    }));
    if !marks.contains(&MOVES) {
        return;
    }
    for contact in state.contacts.iter().filter(|contact| contact.has_points()) {
        let ids = [contact.a, contact.b];
        for row in ids.map(|id| state.proxies.rows[id as usize] as usize).into_iter().filter(|&row| row < awake) {
            marks[row] |= TOUCHED;
            if marks[row] & MOVES != 0 {
                let on_belt = ids.iter().any(|&id| state.proxies.outlines.material(id).surface_speed != 0.0);
                marks[row] |= if on_belt { GOES_ON } else { 0 };
            }
        }
    }
    let carried = |&row: &usize| marks[row] & GOES_ON != 0;
    (0..awake).filter(carried).for_each(|row| bodies.motions[row].timer = 0.0);
    if !marks.iter().any(|mark| mark & (MOVES | TOUCHED) == MOVES) {
        return;
    }
    islands.reset(awake);
    for &joint in active_joints.iter().chain(&*active_couplings) {
        let Some(joint) = state.joints.rows.get(joint as usize) else { continue };
        let mut first = None;
        for key in state.bodies_of(joint) {
            let row = state.bodies.slots.get(key).map(|slot| slot.row).filter(|&row| (row as usize) < awake);
            if let Some(row) = row {
                islands.link(*first.get_or_insert(row), row);
            }
        }
    }
    for row in 0..awake {
        let root = islands.root(row as u32) as usize;
        marks[root] |= marks[row] & (MOVES | TOUCHED);
    }
    for row in 0..awake {
        if marks[islands.root(row as u32) as usize] & (MOVES | TOUCHED) == MOVES {
            state.bodies.motions[row].timer = 0.0;
        }
    }
}
