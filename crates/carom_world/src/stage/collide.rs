//! Stage 3: where the contacts touch. One flat list for each kind of pair, all recomputed.

use crate::def::WorldDef;
use crate::frame::Frame;
use crate::state::{Bodies, State, mark};
use carom_math::{Pose, Vec2, max, min};
use carom_narrowphase::collide;
use carom_shapes::Manifold;
use carom_solver::{Contact, Touch, TouchPoint};
use carom_tasks::Executor;

/// Contacts to a task.
const CONTACTS_A_TASK: usize = 128;

/// How many kinds of pieces there are.
const KINDS: usize = 5;

/// Puts the contacts into one list for each kind of pair, each in the order of the contacts.
pub(crate) fn sort_by_kind(state: &State, frame: &mut Frame) {
    if !frame.contacts_changed && frame.place_of.len() == state.contacts.len() {
        return;
    }
    frame.contacts_changed = false;
    let kinds = &state.proxies.kinds;
    let kind_of = |c: &Contact| kinds[c.a as usize] as usize * KINDS + kinds[c.b as usize] as usize;
    let mut next = [0_usize; KINDS * KINDS];
    for contact in &state.contacts {
        next[kind_of(contact)] += 1;
    }
    frame.runs.clear();
    let mut first = 0;
    for next in &mut next {
        let end = first + *next;
        if end > first {
            frame.runs.push(first..end);
        }
        *next = first;
        first = end;
    }
    frame.order.clear();
    frame.order.resize(first, 0);
    frame.place_of.clear();
    for (index, contact) in state.contacts.iter().enumerate() {
        let next = &mut next[kind_of(contact)];
        frame.order[*next] = index as u32;
        frame.place_of.push(*next as u32);
        *next += 1;
    }
}

/// Collides all contacts, kind by kind. What still sleeps is touched by nothing ([`super::wake_touched`]).
pub(crate) fn collide_contacts(tasks: &Executor, state: &State, frame: &mut Frame, reach: Reach) {
    frame.touches.resize(frame.order.len(), Touch::default());
    for run in &frame.runs {
        let columns = (&mut frame.touches[run.clone()], &frame.order[run.clone()]);
        tasks.blocks(CONTACTS_A_TASK, columns, |_, (touches, order)| {
            for (touch, &index) in touches.iter_mut().zip(order) {
                let contact = &state.contacts[index as usize];
                let marks = state.proxies.marks[contact.a as usize] | state.proxies.marks[contact.b as usize];
                *touch = if marks & mark::ASLEEP == 0 { touch_of(state, contact, reach) } else { Touch::default() };
            }
        });
    }
}

/// How near two pieces have to be to be prepared for each other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reach {
    /// The speculative distance [m].
    pub base: f32,
    /// The time of a step [s].
    pub dt: f32,
}

/// What moves by more than its least extent in a step is prepared for earlier: by the excess, up to this part of the
/// extent. A contact sees a plane where there is a piece with ends, so it must not see too far; and all that is looked at
/// earlier costs. Without this, what is very fast ends a step deep in what it meets (`smash`: docs/PERFORMANCE.md).
const FAST_REACH: f32 = 0.75;

/// How much earlier a body of least extent `extent` [m] that moves by `way` [m] in a step is prepared for [m]. Against what
/// is fixed or kinematic (no bound on the extent) swept tests do that.
#[inline]
pub(crate) fn early_by(way: f32, extent: f32) -> f32 {
    max(0.0, min(way - extent, FAST_REACH * extent))
}

impl Reach {
    pub(crate) fn new(def: &WorldDef) -> Self {
        Self { base: def.speculative_distance * def.length_unit, dt: def.dt }
    }

    /// The reach of two bodies, by how fast they close in.
    #[inline]
    fn of(self, bodies: &Bodies, a: usize, b: usize) -> f32 {
        let closing = self.dt * (bodies.states[b].v() - bodies.states[a].v()).length();
        let (a, b) = (bodies.extents[a], bodies.extents[b]);
        if a == f32::MAX || b == f32::MAX { self.base } else { self.base + early_by(closing, min(a, b)) }
    }
}

/// Where the two proxies of a contact touch, in the world.
pub(crate) fn touch_of(state: &State, contact: &Contact, reach: Reach) -> Touch {
    let (ia, ib) = (contact.a as usize, contact.b as usize);
    let (row_a, row_b) = (state.proxies.rows[ia], state.proxies.rows[ib]);
    let (a, b) = (&state.proxies.list[ia], &state.proxies.list[ib]);
    let (pose_a, pose_b) = (state.bodies.poses[row_a as usize], state.bodies.poses[row_b as usize]);
    let reach = reach.of(&state.bodies, row_a as usize, row_b as usize);
    let manifold = collide(&a.piece, &b.piece, pose_b.seen_from(pose_a), reach);
    if manifold.count == 0 {
        return Touch { row_a, row_b, ..Touch::default() };
    }
    let centers = [state.bodies.masses[row_a as usize].center, state.bodies.masses[row_b as usize].center];
    let surface = a.material.mix(&b.material);
    let rolling = if surface.rolling_resistance > 0.0 {
        surface.rolling_resistance * max(a.piece.radius(), b.piece.radius())
    } else {
        0.0
    };
    let mut touch = Touch {
        row_a,
        row_b,
        friction: surface.friction,
        restitution: surface.restitution,
        rolling,
        surface_speed: surface.surface_speed,
        ..Touch::default()
    };
    place(&mut touch, &manifold, pose_a, centers);
    touch
}

/// Turns a manifold in a's frame into anchors from the centres of mass in the world's axes.
fn place(touch: &mut Touch, manifold: &Manifold, a: Pose, centers: [Vec2; 2]) {
    touch.normal = a.q.rotate(manifold.normal);
    touch.count = manifold.count;
    let (from_a, between) = (a.p - centers[0], centers[0] - centers[1]);
    for (to, from) in touch.points.iter_mut().zip(manifold.points()) {
        let anchor_a = a.q.rotate(from.point) + from_a;
        *to = TouchPoint { anchor_a, anchor_b: anchor_a + between, separation: from.separation, id: from.id };
    }
}
