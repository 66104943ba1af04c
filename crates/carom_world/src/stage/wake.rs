//! Stage 2, continued: what sleeps and is touched wakes before anything is solved, so that no momentum is lost on it.

use super::collide::touch_of;
use super::contacts::may_touch;
use crate::frame::Frame;
use crate::state::{NONE, State, mark};
use carom_broadphase::Among;
use carom_solver::Contact;

/// Wakes each sleeper that an awake body touches, or that a fixed body was moved into.
pub(crate) fn wake_touched(state: &mut State, frame: &mut Frame, reach: f32) {
    let moved = state.proxies.settle();
    if state.sets.is_empty() {
        return;
    }
    let marks = &state.proxies.marks;
    let asleep = |id: u32| marks[id as usize] & mark::ASLEEP != 0;
    let set_of = |id: u32| {
        let body = state.proxies.list[id as usize].body;
        state.bodies.slots.get(body).map_or(NONE, |slot| slot.set)
    };
    let mut sets = Vec::new();
    for contact in &state.contacts {
        if (asleep(contact.a) || asleep(contact.b)) && touch_of(state, contact, reach).count > 0 {
            sets.extend([set_of(contact.a), set_of(contact.b)]);
        }
    }
    for id in moved {
        let area = state.proxies.now[id as usize];
        frame.broad_phase.query_box(Among::Still, &area, &mut |other| {
            let contact = Contact::new(if id < other { id } else { other }, if id < other { other } else { id });
            if asleep(other) && may_touch(state, contact.a, contact.b) && touch_of(state, &contact, reach).count > 0 {
                sets.push(set_of(other));
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
    state.wake_sets(&sets);
    frame.contacts_changed = true;
}
