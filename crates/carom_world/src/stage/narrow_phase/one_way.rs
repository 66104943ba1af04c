//! Stage 3, between collide and carry: one-way platforms. A one-way shape lets through bodies that do not come against
//! its direction. Their contact is dropped before anything else sees it, so it makes no event and no impulse.
//!
//! A body is judged when it begins to touch such a shape. It is held if it comes against the direction and was in front
//! of the surface a step ago. The judgement stays until the two are apart, or until the body is in front of the surface
//! and no longer leaves it. All pieces of a shape, and all shapes of a body, go together.

use crate::def::WorldDef;
use crate::events::BodyShape;
use crate::key::BodyKey;
use crate::stage::broad_phase::shapes::shapes_of;
use crate::stage::narrow_phase::crossing::Crossing;
use crate::state::{HOLDS, NONE, State, Through};
use crate::step_scratch::{StepScratch, lists};
use carom_math::{Rot, Vec2, min, sin_cos, vec2};
use carom_parallel::{Each, Executor};
use carom_solver::{ContactManifold, ContactPair};

/// Contacts in a task.
const CONTACTS_A_TASK: usize = 2048;

/// Depth in slops up to which a body counts as coming from the front: a body under a load sinks deeper than one slop.
const DEEP_IN_SLOPS: f32 = 4.0;

/// Drops the contacts of bodies that are let through.
pub(crate) fn pass_one_way(tasks: &Executor, state: &mut State, scratch: &mut StepScratch, def: &WorldDef) {
    if state.proxies.one_way_count == 0 {
        state.through.clear();
        return;
    }
    let StepScratch { picked, manifolds, crossings, passages, .. } = scratch;
    let picked = lists(picked, state.contacts.len(), CONTACTS_A_TASK);
    let columns = (&state.contacts[..], &manifolds[..], Each(CONTACTS_A_TASK, &mut *picked));
    tasks.blocks(CONTACTS_A_TASK, columns, |first, (contacts, manifolds, Each(_, picked))| {
        let one_way = |id: u32| state.proxies.list[id as usize].one_way != Vec2::ZERO;
        for (k, (contact, manifold)) in contacts.iter().zip(manifolds).enumerate() {
            if manifold.count > 0 && (one_way(contact.a) || one_way(contact.b)) {
                picked[0].push((first + k) as u32);
            }
        }
    });
    crossings.clear();
    let slop = def.slop_length();
    for &index in picked.iter().flatten() {
        let (contact, manifold) = (&state.contacts[index as usize], &manifolds[index as usize]);
        for side in [0, 1] {
            crossings.extend(crossing(state, (contact, manifold), side, index, (slop, def.dt)));
        }
    }
    crossings.sort_unstable_by_key(|c| (c.platform, c.body, c.contact));
    // A sleeper has no contact here, and goes on from where it was.
    passages.clear();
    let sleeps = |body: BodyKey| state.bodies.slots.get(body).is_some_and(|slot| slot.set != NONE);
    passages.extend(state.through.iter().filter(|through| sleeps(through.body)));
    for group in crossings.chunk_by(|x, y| (x.platform, x.body) == (y.platform, y.body)) {
        passages.extend(judge(state, group, manifolds).filter(|through| !sleeps(through.body)));
    }
    passages.sort_unstable();
    std::mem::swap(&mut state.through, passages);
}

/// Judges all contacts of a body with a one-way shape, and drops those that are let through. Returns the passage to be
/// remembered, if there is one.
fn judge(state: &State, group: &[Crossing], manifolds: &mut [ContactManifold]) -> Option<Through> {
    let first = group.first()?;
    let (platform, body) = (first.platform, first.body);
    let mut drop_all = |of: &dyn Fn(&Crossing) -> bool| {
        group.iter().filter(|c| of(c)).for_each(|c| manifolds[c.contact as usize].count = 0);
    };
    if let Ok(at) = state.through.binary_search_by_key(&(platform, body), Through::key) {
        let known = state.through[at];
        if !known.requested && group.iter().all(|c| c.arrived) {
            return None;
        }
        drop_all(&|_| true);
        return Some(known);
    }
    let is_held = |c: &Crossing| c.held || c.comes;
    drop_all(&|c| !is_held(c));
    // A side that is touched only while the body stands on the shape is no way through it.
    (!group.iter().any(is_held)).then_some(Through { platform, body, requested: false })
}

/// Facts of a contact whose proxy on this side (0 for a) is one-way.
fn crossing(
    state: &State,
    (contact, manifold): (&ContactPair, &ContactManifold),
    side: usize,
    index: u32,
    (slop, dt): (f32, f32),
) -> Option<Crossing> {
    let ids = [contact.a, contact.b];
    let (own, other) = (&state.proxies.list[ids[side] as usize], &state.proxies.list[ids[1 - side] as usize]);
    if own.one_way == Vec2::ZERO {
        return None;
    }
    let rows = manifold.rows.map(|row| row as usize);
    let up = state.bodies.poses[rows[side]].q.rotate(own.one_way);
    let normal = vec2(manifold.normal[0], manifold.normal[1]);
    let before = up.dot(if side == 0 { normal } else { -normal }) > HOLDS;
    let (mut arrived, mut deepest, mut least) = (before, f32::MAX, f32::MAX);
    let way = |row: usize, arm: Vec2| {
        let body = &state.bodies.states[row];
        let (s, c) = sin_cos(-dt * body.w());
        dt * body.v() + arm - Rot { c, s }.rotate(arm)
    };
    for (k, &separation) in manifold.separations().iter().enumerate() {
        let [ax, ay, bx, by] = manifold.anchors[k];
        let at = |row: usize, arm: Vec2| state.bodies.states[row].velocity_at(arm);
        let leaving = normal.dot(at(rows[1], vec2(bx, by)) - at(rows[0], vec2(ax, ay)));
        arrived &= separation >= -slop && dt * leaving <= slop;
        // Position a step ago, on its present way: a corner of a spinning body may leave the place that it just came
        // to.
        let left = normal.dot(way(rows[1], vec2(bx, by)) - way(rows[0], vec2(ax, ay)));
        deepest = min(deepest, separation - left);
        least = min(least, left);
    }
    Some(Crossing {
        platform: own.body_shape(),
        body: other.body,
        contact: index,
        held: contact.has_points() || state.transient.binary_search(&shapes_of(state, contact)).is_ok(),
        comes: before && deepest >= -DEEP_IN_SLOPS * slop && least <= slop,
        arrived,
    })
}

/// Lets a body through all one-way shapes that hold it now; returns their number.
pub(crate) fn drop_through(state: &mut State, body: BodyKey) -> usize {
    let mut found: Vec<BodyShape> = Vec::new();
    let list = &state.proxies.list;
    for contact in state.contacts.iter().filter(|c| c.has_points()) {
        for (own, other) in [(contact.a, contact.b), (contact.b, contact.a)] {
            let (own, other) = (&list[own as usize], &list[other as usize]);
            if own.one_way != Vec2::ZERO && other.body == body {
                found.push(own.body_shape());
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    for &platform in &found {
        let new = Through { platform, body, requested: true };
        match state.through.binary_search_by_key(&new.key(), Through::key) {
            Ok(at) => state.through[at] = new,
            Err(at) => state.through.insert(at, new),
        }
    }
    found.len()
}
