//! Impacts as events: what was struck, where and how hard; and which shapes began to touch by it.

use crate::def::WorldDef;
use crate::events::{Events, Hit, Impulses, ShapeKey};
use crate::frame::Frame;
use crate::key::BodyKey;
use crate::stage::contacts::shapes_of;
use crate::stage::passing::{begin_met, meet_by_impact};
use crate::state::State;
use carom_math::Vec2;
use carom_solver::Contact;

/// An impact between two proxies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Struck {
    /// Part of the step.
    pub time: f32,
    /// The proxies, the smaller number first.
    pub a: u32,
    pub b: u32,
    /// Where [m].
    pub point: Vec2,
    /// Unit vector from a to b.
    pub normal: Vec2,
    /// Speed at which the surfaces closed in [m/s].
    pub speed: f32,
    /// Impulse along the normal [N s].
    pub impulse: f32,
    /// The whole impulse on b, friction included [N s].
    pub push: Vec2,
    /// Whether it was taken back.
    pub undone: bool,
}

/// Tells the user of the impacts, and of the shapes that began to touch by them.
pub(crate) fn note_hits(world: u32, state: &mut State, frame: &mut Frame, def: &WorldDef, events: &mut Events) {
    let struck = &mut frame.sweeps.struck;
    events.swept = frame.sweeps.report;
    if struck.is_empty() {
        return;
    }
    struck.sort_unstable_by(|x, y| x.time.total_cmp(&y.time).then_with(|| (x.a, x.b).cmp(&(y.a, y.b))));
    let first = state.passing.len();
    for hit in struck.iter() {
        let pair = shapes_of(world, state, &Contact::new(hit.a, hit.b));
        let of_a = ShapeKey {
            body: BodyKey { world, slot: state.proxies.list[hit.a as usize].body },
            shape: state.proxies.list[hit.a as usize].shape,
        };
        let normal = if pair.a == of_a { hit.normal } else { -hit.normal };
        if hit.speed > def.hit_speed * def.length_unit {
            events.hits.push(Hit { pair, point: hit.point, normal, approach_speed: hit.speed, impulse: hit.impulse });
        }
        meet_by_impact(state, [hit.a, hit.b], pair);
    }
    begin_met(state, first, events);
    if def.record_impulses {
        record(struck, &mut events.impulses);
    }
}

/// Adds what the impacts applied to the impulses of the step, which stay sorted.
fn record(struck: &[Struck], impulses: &mut Vec<Impulses>) {
    let of = |hit: &Struck| {
        let key = Contact::new(hit.a, hit.b).key();
        Impulses { key, sum: hit.push, swept: hit.push, ..Impulses::default() }
    };
    impulses.extend(struck.iter().map(of));
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
