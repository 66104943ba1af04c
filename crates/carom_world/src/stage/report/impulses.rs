//! Stage 5, its end: hit events at contacts, and recorded impulses of the step. They are noted chunk by chunk, then
//! reported in order, beside the stages that follow.

use crate::def::WorldDef;
use crate::events::{Events, Hit, Impulses, ShapePair};
use crate::stage::broad_phase::shapes::shapes_of;
use crate::stage::report::noted::Noted;
use crate::stage::report::transient::{begin_transient, touched_before_hit};
use crate::state::State;
use crate::step_scratch::StepScratch;
use carom_math::{Vec2, right, vec2};
use carom_parallel::Executor;
use carom_solver::{ContactPair, ForceUpdate, ImpulseRecord, ImpulseRecorder, StepRules};
use std::cmp::max;

/// The contacts whose impulses the solver records.
pub(crate) fn recorder_of(def: &WorldDef) -> ImpulseRecorder {
    ImpulseRecorder { hit_speed: def.hit_event_speed * def.length_unit, all: def.record_impulses }
}

/// Hits of a chunk in most steps, at most. A list with this capacity hardly ever grows.
const FEW_HITS: usize = 128;

/// Notes hits, and impulses if they are recorded, list by list. Centres of mass and contact points are still those of
/// the beginning of the step.
#[cfg_attr(feature = "profiling", profiling::function)]
pub(crate) fn record_impulses(tasks: &Executor, state: &State, scratch: &mut StepScratch, rules: &StepRules) {
    let StepScratch { solver, force_updates: updates, noted, .. } = scratch;
    let lists = solver.record_lists();
    if (0..lists).all(|list| solver.records(list).is_empty()) {
        return;
    }
    // Some to spare, since new contacts have lists of their own.
    noted.reserve((lists + 8).saturating_sub(noted.len()));
    noted.resize_with(max(noted.len(), lists), Noted::default);
    let noting = Noting { state, updates, rules, all: solver.recorder().all };
    tasks.blocks(1, &mut noted[..lists], |list, noted| noting.note(solver.records(list), &mut noted[0]));
}

/// Emits events for what was noted, and clears it. `transient` are the shapes that met within the step.
#[cfg_attr(feature = "profiling", profiling::function)]
pub(crate) fn emit_hit_events(noted: &mut [Noted], transient: &mut Vec<ShapePair>, events: &mut Events) {
    let first = transient.len();
    for Noted { impulses, hits, met } in noted {
        events.impulses.append(impulses);
        events.hits.append(hits);
        transient.append(met);
    }
    begin_transient(transient, first, events);
    // A stable sort keeps the sorted lists and merges them.
    events.impulses.sort_by_key(|of| of.key);
    // The fastest of each pair, with the impulse of all.
    events.hits.sort_unstable_by(|x, y| {
        let faster = || y.approach_speed.total_cmp(&x.approach_speed);
        let place = || x.point.x.total_cmp(&y.point.x).then(x.point.y.total_cmp(&y.point.y));
        x.pair.cmp(&y.pair).then_with(faster).then_with(place)
    });
    events.hits.dedup_by(|next, first| {
        let same = next.pair == first.pair;
        first.impulse += if same { next.impulse } else { 0.0 };
        same
    });
}

/// Context for hits and impulses of contacts.
struct Noting<'a> {
    state: &'a State,
    updates: &'a [ForceUpdate],
    rules: &'a StepRules,
    /// Whether impulses are recorded.
    all: bool,
}

impl Noting<'_> {
    /// Notes some contacts.
    fn note(&self, record: &[ImpulseRecord], noted: &mut Noted) {
        noted.hits.reserve(FEW_HITS);
        noted.met.reserve(FEW_HITS / 8);
        for record in record {
            let contact = &self.state.contacts[record.contact as usize];
            if self.all {
                noted.impulses.push(impulses_of(contact, record));
            }
            let pushed = |k: usize| record.hits >> k & 1 != 0 && record.normal_impulse[k] > 0.0;
            if pushed(0) || pushed(1) {
                let hit = self.hit_of(contact, record);
                if !touched_before_hit(self.state, contact, hit.pair) {
                    noted.met.push(hit.pair);
                }
                noted.hits.push(hit);
            }
        }
        noted.impulses.sort_unstable_by_key(|of| of.key);
    }

    /// The hit at a contact: at its fastest point, or halfway between two that are equally fast.
    fn hit_of(&self, contact: &ContactPair, record: &ImpulseRecord) -> Hit {
        let (state, manifold) = (self.state, &record.manifold);
        let pair = shapes_of(state, contact);
        let proxy = &state.proxies.list[contact.a as usize];
        let of_a = proxy.body_shape();
        let normal = vec2(manifold.normal[0], manifold.normal[1]);
        let center = state.bodies.masses[manifold.rows[0] as usize].center;
        let [speed_0, speed_1] = [0, 1].map(|k| self.met_at(record, normal, k));
        let place = |k: usize| center + vec2(manifold.anchors[k][0], manifold.anchors[k][1]);
        let (point, approach_speed) = if speed_0 == speed_1 {
            (0.5 * (place(0) + place(1)), speed_0)
        } else if speed_0 > speed_1 {
            (place(0), speed_0)
        } else {
            (place(1), speed_1)
        };
        Hit {
            pair,
            point,
            normal: if pair.a == of_a { normal } else { -normal },
            approach_speed,
            impulse: record.normal_impulse[0] + record.normal_impulse[1],
        }
    }

    /// Approach speed of point `k` when the surfaces met; 0 without a hit. At the beginning of the step, at speed v,
    /// they were s apart (or as deep as the last step left them). A free body gains v_hit^2 = v^2 + 2 a s on the way.
    fn met_at(&self, record: &ImpulseRecord, normal: Vec2, k: usize) -> f32 {
        if record.hits >> k & 1 == 0 || record.normal_impulse[k] <= 0.0 {
            return 0.0;
        }
        let gain =
            |row: u32| self.updates.get(row as usize).map_or(Vec2::ZERO, |update| update.gain() * self.rules.inv_h);
        let manifold = &record.manifold;
        let acceleration = normal.dot(gain(manifold.rows[0]) - gain(manifold.rows[1]));
        let v = record.closing[k];
        let squared = v * v + 2.0 * acceleration * manifold.normal[2 + k];
        if squared > 0.0 { squared.sqrt() } else { v }
    }
}

/// The impulses of a contact over the step.
fn impulses_of(contact: &ContactPair, record: &ImpulseRecord) -> Impulses {
    let (normal, tangent) = (record.normal_impulse, record.tangent_impulse);
    let along = vec2(record.manifold.normal[0], record.manifold.normal[1]);
    let sum = along * (normal[0] + normal[1]) + right(along) * (tangent[0] + tangent[1]);
    Impulses { key: contact.key(), normal, tangent, sum, swept: Vec2::ZERO }
}
