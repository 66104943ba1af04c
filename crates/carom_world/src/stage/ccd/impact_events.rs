//! Impacts as events: the shapes that hit each other, the point and the impulse; and the shapes that began to touch.

use crate::def::WorldDef;
use crate::events::{Events, Hit, Impulses, ShapePair};
use crate::stage::ccd::impact_record::ImpactRecord;
use crate::stage::ccd::scratch::CcdScratch;
use crate::stage::report::transient::begin_transient;
use carom_solver::ContactPair;

/// Emits the events of the impacts, and of the transient touches that began with them.
#[cfg_attr(feature = "profiling", profiling::function)]
pub(crate) fn emit_impact_events(
    ccd: &mut CcdScratch,
    transient: &mut Vec<ShapePair>,
    def: &WorldDef,
    events: &mut Events,
) {
    let CcdScratch { records, in_time, report, .. } = ccd;
    events.ccd = *report;
    if records.is_empty() {
        return;
    }
    // Small items sort faster.
    in_time.clear();
    in_time.extend(records.iter().map(|hit| hit.time).zip(0..));
    let ids = |number: u32| (records[number as usize].a, records[number as usize].b);
    in_time.sort_unstable_by(|x, y| x.0.total_cmp(&y.0).then_with(|| (ids(x.1), x.1).cmp(&(ids(y.1), y.1))));
    let first = transient.len();
    for hit in in_time.iter().map(|&(_, number)| &records[number as usize]) {
        let ImpactRecord { pair, point, .. } = *hit;
        let normal = if hit.turned { -hit.normal } else { hit.normal };
        if hit.speed > def.hit_event_speed * def.length_unit {
            events.hits.push(Hit { pair, point, normal, approach_speed: hit.speed, impulse: hit.impulse });
        }
        if !hit.touched {
            transient.push(pair);
        }
    }
    begin_transient(transient, first, events);
    if def.record_impulses {
        let hits = in_time.iter().map(|&(_, number)| &records[number as usize]);
        record(hits, &mut events.impulses);
    }
}

/// Adds the impulses of the impacts to those of the step, which stay sorted.
fn record<'a>(records: impl Iterator<Item = &'a ImpactRecord>, impulses: &mut Vec<Impulses>) {
    let of = |hit: &ImpactRecord| {
        let key = ContactPair::new(hit.a, hit.b).key();
        Impulses { key, sum: hit.push, swept: hit.push, ..Impulses::default() }
    };
    impulses.extend(records.map(of));
    impulses.sort_by_key(|of| of.key);
    impulses.dedup_by(|next, first| {
        let same = next.key == first.key;
        if same {
            first.sum += next.sum;
            first.swept += next.swept;
        }
        same
    });
}
