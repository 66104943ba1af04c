//! Stage 5, its end: hits at contacts, and the impulses of the step where they are recorded.

use super::contacts::shapes_of;
use super::passing::{begin_met, meet_by_hit};
use crate::def::WorldDef;
use crate::events::{Events, Hit, Impulses, ShapeKey};
use crate::frame::Frame;
use crate::key::BodyKey;
use crate::state::State;
use carom_math::{Vec2, right, vec2};
use carom_solver::{StepRules, Watch, Watched};

/// Which contacts the solver sums impulses of.
pub(crate) fn watch_of(def: &WorldDef) -> Watch {
    Watch { hit_speed: def.hit_speed * def.length_unit, all: def.record_impulses }
}

/// Tells of the contacts that hit, and keeps the impulses where they are recorded. Centres of mass are still those of
/// the beginning of the step, and so are the points of the contacts.
pub(crate) fn note_impulses(world: u32, state: &mut State, frame: &Frame, rules: &StepRules, events: &mut Events) {
    let all = frame.solver.watch().all;
    let first = state.passing.len();
    for watched in frame.solver.watched() {
        if all {
            let key = state.contacts[watched.contact as usize].key();
            let (normal, tangent) = (watched.normal_impulse, watched.tangent_impulse);
            let along = watched.touch.normal;
            let along = vec2(along[0], along[1]);
            let sum = along * (normal[0] + normal[1]) + right(along) * (tangent[0] + tangent[1]);
            events.impulses.push(Impulses { key, normal, tangent, sum, swept: Vec2::ZERO });
        }
        let pushed = |k: usize| watched.hits >> k & 1 != 0 && watched.normal_impulse[k] > 0.0;
        if pushed(0) || pushed(1) {
            let hit = hit_of(world, state, frame, rules, watched);
            let contact = state.contacts[watched.contact as usize];
            meet_by_hit(state, &contact, hit.pair);
            events.hits.push(hit);
        }
    }
    begin_met(state, first, events);
    events.impulses.sort_unstable_by_key(|of| of.key);
    // The fastest of each pair, with the impulse of all.
    events.hits.sort_unstable_by(|x, y| {
        let faster = y.approach_speed.total_cmp(&x.approach_speed);
        let place = x.point.x.total_cmp(&y.point.x).then(x.point.y.total_cmp(&y.point.y));
        x.pair.cmp(&y.pair).then(faster).then(place)
    });
    events.hits.dedup_by(|next, first| {
        let same = next.pair == first.pair;
        first.impulse += if same { next.impulse } else { 0.0 };
        same
    });
}

/// The hit at a contact: at its fastest point, or between two that are equally fast.
fn hit_of(world: u32, state: &State, frame: &Frame, rules: &StepRules, watched: &Watched) -> Hit {
    let contact = &state.contacts[watched.contact as usize];
    let touch = &watched.touch;
    let pair = shapes_of(world, state, contact);
    let proxy = &state.proxies.list[contact.a as usize];
    let of_a = ShapeKey { body: BodyKey { world, slot: proxy.body }, shape: proxy.shape };
    let normal = vec2(touch.normal[0], touch.normal[1]);
    let center = state.bodies.masses[touch.rows[0] as usize].center;
    let [speed_0, speed_1] = [0, 1].map(|k| met_at(frame, rules, touch, watched, normal, k));
    let place = |k: usize| center + vec2(touch.anchors[k][0], touch.anchors[k][1]);
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
        impulse: watched.normal_impulse[0] + watched.normal_impulse[1],
    }
}

/// How fast point `k` closed in when the surfaces met: at the beginning of the step, at speed v, they were s apart (or as
/// deep as the last step let them), and what is free gains v_hit^2 = v^2 + 2 a s on the way. 0 where it did not hit.
fn met_at(
    frame: &Frame,
    rules: &StepRules,
    touch: &carom_solver::Touch,
    watched: &Watched,
    normal: Vec2,
    k: usize,
) -> f32 {
    if watched.hits >> k & 1 == 0 || watched.normal_impulse[k] <= 0.0 {
        return 0.0;
    }
    let gain = |row: u32| frame.drives.get(row as usize).map_or(Vec2::ZERO, |drive| drive.dv() * rules.inv_h);
    let acceleration = normal.dot(gain(touch.rows[0]) - gain(touch.rows[1]));
    let v = watched.closing[k];
    let squared = v * v + 2.0 * acceleration * touch.normal[2 + k];
    if squared > 0.0 { squared.sqrt() } else { v }
}
