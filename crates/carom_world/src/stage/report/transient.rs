//! Transient pairs: shapes that met within a step, whatever their contact says. In: impacts and hits at contacts. Out:
//! begin events, and end events in the next step unless a contact begins there.

use crate::events::{Events, ShapePair};
use crate::state::State;
use carom_solver::ContactPair;

/// Ends pairs that an impact in the last step began. A pair goes on if its contact begins now, else it is over. Both
/// the begun and the transient pairs are sorted.
pub(crate) fn end_transient(transient: &mut Vec<ShapePair>, shared: &[ShapePair], events: &mut Events) {
    if transient.is_empty() {
        return;
    }
    let began = &mut events.contact_began;
    debug_assert!(transient.is_sorted() && began.is_sorted() && shared.is_sorted());
    let (mut rest_began, mut rest_shared, mut rest_transient) = (&began[..], shared, &transient[..]);
    let over = |pair: &&ShapePair| !next_is(&mut rest_began, pair) && !next_is(&mut rest_shared, pair);
    events.contact_ended.extend(transient.iter().filter(over));
    began.retain(|pair| !next_is(&mut rest_transient, pair));
    transient.clear();
}

/// Whether the shapes of two proxies, `a` before `b`, touch according to contacts. If they do not, and an impact brings
/// them together, they are transient (`state.transient`). An existing contact remembers that. For shapes of several
/// pieces, and for pairs that meet only within the step, the next step has to ([`end_transient`]). [`begin_transient`]
/// must follow the last call.
pub(crate) fn touch_already(state: &State, [a, b]: [u32; 2], pair: ShapePair) -> bool {
    let proxies = &state.proxies;
    let shared = [a, b].iter().any(|&id| proxies.list[id as usize].shared);
    let key = ContactPair::new(a, b).key();
    let met = |contacts: &[ContactPair]| {
        contacts.binary_search_by_key(&key, ContactPair::key).is_ok_and(|place| contacts[place].touching)
    };
    // The boxes of all contacts overlap, and testing them is faster than a search of the list.
    let awake = || proxies.now[a as usize].overlaps(&proxies.now[b as usize]) && met(&state.contacts);
    // A sleeper that is hit has its contacts in its island.
    let asleep = |id: u32| {
        let still = proxies.rows[id as usize] as usize >= state.bodies.active;
        let slot = still.then(|| state.bodies.slots.get(proxies.list[id as usize].body)).flatten();
        slot.and_then(|slot| state.islands.list.get(slot.set as usize)).is_some_and(|set| met(&set.contacts))
    };
    if shared { state.shared.binary_search(&pair).is_ok() } else { awake() || asleep(a) || asleep(b) }
}

/// Whether the shapes of a contact, which hit, touched before.
pub(crate) fn touched_before_hit(state: &State, contact: &ContactPair, pair: ShapePair) -> bool {
    let shared = [contact.a, contact.b].iter().any(|&id| state.proxies.list[id as usize].shared);
    if shared { touch_already(state, [contact.a, contact.b], pair) } else { contact.touching }
}

/// Emits begin events for pairs that met by impacts: for all transient pairs from `first` on, which are sorted. Several
/// impacts of the same two in a step begin one contact. A pair that ended in this step has then not ended.
pub(crate) fn begin_transient(transient: &mut Vec<ShapePair>, first: usize, events: &mut Events) {
    if transient.len() == first {
        return;
    }
    let (known, new) = transient.split_at_mut(first);
    new.sort_unstable();
    let (ended, mut before) = (&mut events.contact_ended, None);
    debug_assert!(known.is_sorted() && ended.is_sorted());
    let (mut rest_known, mut rest_ended, mut rest_new) = (&known[..], &ended[..], &new[..]);
    for pair in new.iter() {
        let repeats = before.replace(pair) == Some(pair);
        if !repeats && !next_is(&mut rest_known, pair) && !next_is(&mut rest_ended, pair) {
            events.contact_began.push(*pair);
        }
    }
    ended.retain(|pair| !next_is(&mut rest_new, pair));
    events.contact_began.sort_unstable();
    transient.sort_unstable();
    transient.dedup();
}

/// Whether `item` is in a sorted list, for calls in rising order: smaller entries are removed from `rest`.
pub(crate) fn next_is<T: Ord>(rest: &mut &[T], item: &T) -> bool {
    while let [first, later @ ..] = *rest
        && first < item
    {
        *rest = later;
    }
    rest.first() == Some(item)
}
