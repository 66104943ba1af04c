//! Stage 2, continued: sleepers that a moving body touches wake before anything is solved, so that no momentum is lost
//! on them. A sleeper wakes too if something is deep in it. Bodies that only lie beside it leave it asleep (a contact
//! with a sleeper is not solved). Otherwise one impact would wake a whole field of bodies that touch.

use crate::def::WorldDef;
use crate::stage::broad_phase::shapes::may_touch;
use crate::stage::narrow_phase::collide::manifold_of;
use crate::stage::narrow_phase::reach::Reach;
use crate::stage::sleep::rest::speed_of;
use crate::state::{NONE, State, flag};
use crate::step_scratch::{StepScratch, lists};
use carom_broadphase::Among;
use carom_parallel::{Each, Executor};
use carom_solver::{ContactManifold, ContactPair};

/// Contacts in a task. Those with a sleeper at one end are collided one by one.
const CONTACTS_A_TASK: usize = 256;

/// Wakes each sleeper that a moving body touches, that a fixed body was moved against, or that a new one was put into.
#[cfg_attr(feature = "profiling", profiling::function)]
pub(crate) fn wake_touched(tasks: &Executor, state: &mut State, scratch: &mut StepScratch, def: &WorldDef) {
    state.proxies.settle(&mut scratch.placed);
    if state.islands.is_empty() {
        return;
    }
    let flags = &state.proxies.flags;
    let asleep = |id: u32| flags[id as usize] & flag::ASLEEP != 0;
    let set_of = |id: u32| {
        let body = state.proxies.list[id as usize].body;
        state.bodies.slots.get(body).map_or(NONE, |slot| slot.set)
    };
    let reach = Reach::new(def);
    let rest_speed = def.rest_speed();
    let moves = |id: u32| {
        let row = state.proxies.rows[id as usize] as usize;
        speed_of(&state.bodies, row) > rest_speed || state.bodies.is_driven(row)
    };
    let slop = def.slop_length();
    let found = lists(&mut scratch.waking_islands, state.contacts.len(), CONTACTS_A_TASK);
    let columns = (&state.contacts[..], Each(CONTACTS_A_TASK, found));
    tasks.blocks(CONTACTS_A_TASK, columns, |_, (contacts, Each(_, found))| {
        for contact in contacts.iter().filter(|contact| asleep(contact.a) || asleep(contact.b)) {
            let moved = asleep(contact.a) && moves(contact.b) || asleep(contact.b) && moves(contact.a);
            let touch = manifold_of(state, [contact.a, contact.b], reach);
            if touch.count > 0 && (moved || is_deep(&touch, slop)) {
                found[0].extend([set_of(contact.a), set_of(contact.b)]);
            }
        }
    });
    let mut sets: Vec<u32> = scratch.waking_islands.iter().flatten().copied().collect();
    for &(id, moved) in &scratch.placed {
        let area = state.proxies.now[id as usize];
        scratch.broad_phase.query_box(Among::Still, &area, &mut |other| {
            let contact = ContactPair::new(if id < other { id } else { other }, if id < other { other } else { id });
            if asleep(other) && may_touch(state, contact.a, contact.b) {
                let touch = manifold_of(state, [contact.a, contact.b], reach);
                if is_deep(&touch, slop) || (moved && touch.count > 0) {
                    sets.push(set_of(other));
                }
            }
            true
        });
    }
    sets.retain(|&set| set != NONE);
    if sets.is_empty() {
        return;
    }
    sets.sort_unstable();
    sets.dedup();
    state.wake_sets(tasks, &sets);
}

/// Depth in slops from which on an overlap wakes a sleeper. Soft contacts let resting bodies sink by one or two slops.
const DEEP_IN_SLOPS: f32 = 4.0;

/// Whether two shapes overlap by more than resting ones do.
fn is_deep(touch: &ContactManifold, slop: f32) -> bool {
    touch.separations().iter().any(|&separation| separation < -DEEP_IN_SLOPS * slop)
}
