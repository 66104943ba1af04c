//! Events of contacts that began and ceased to touch.

use crate::events::{Events, ShapePair};
use crate::stage::report::transient::{end_transient, next_is};
use crate::stage::touch_change::Change;

/// Emits events for contacts that began and ceased to touch. `found` are the shapes of several pieces that touch now,
/// `shared` those that did before, `transient` the pairs that met within the last step.
#[cfg_attr(feature = "profiling", profiling::function)]
pub(crate) fn emit_touch_events(
    changes: &[Vec<Change>],
    found: &[Vec<ShapePair>],
    shared: &mut Vec<ShapePair>,
    transient: &mut Vec<ShapePair>,
    events: &mut Events,
) {
    for change in changes.iter().flatten() {
        match change.event {
            Some(event) if change.met => events.contact_began.push(event),
            Some(event) if change.parted => events.contact_ended.push(event),
            _ => {}
        }
    }
    if std::mem::take(&mut events.shared_changed) {
        change_shared(found, shared, events);
    }
    events.contact_began.sort_unstable();
    end_transient(transient, shared, events);
    events.contact_ended.sort_unstable();
    // A contact that was made anew ended and began in one step, but its shapes never parted.
    let (began, ended) = (&mut events.contact_began, &mut events.contact_ended);
    if !began.is_empty() && !ended.is_empty() {
        let mut rest = &ended[..];
        let both: Vec<ShapePair> = began.iter().filter(|e| next_is(&mut rest, e)).copied().collect();
        if !both.is_empty() {
            let (mut of_began, mut of_ended) = (&both[..], &both[..]);
            began.retain(|e| !next_is(&mut of_began, e));
            ended.retain(|e| !next_is(&mut of_ended, e));
        }
    }
}

/// Shapes with several pieces touch as long as any of their pieces do. Emits the difference to the last step's list.
fn change_shared(found: &[Vec<ShapePair>], shared: &mut Vec<ShapePair>, events: &mut Events) {
    let mut now = Vec::with_capacity(found.iter().map(Vec::len).sum());
    now.extend(found.iter().flatten());
    // A stable sort keeps the sorted lists of the blocks and merges them.
    now.sort();
    now.dedup();
    let (mut rest_now, mut rest_before) = (&now[..], &shared[..]);
    events.contact_began.extend(now.iter().filter(|pair| !next_is(&mut rest_before, pair)));
    events.contact_ended.extend(shared.iter().filter(|pair| !next_is(&mut rest_now, pair)));
    *shared = now;
}
