//! Stage 3: where the contacts touch. One flat list for each kind of pair, all recomputed.

use super::collide_lanes::touches_on_lanes;
use crate::def::WorldDef;
use crate::frame::{Frame, Run};
use crate::state::{Bodies, State, mark};
use carom_math::{max, min};
use carom_narrowphase::{Form, Route, collide};
use carom_solver::{Contact, Touch, TouchPoint};
use carom_tasks::Executor;
use fearless_simd::dispatch;

/// Contacts to a task.
const CONTACTS_A_TASK: usize = 128;

/// Puts the contacts into one list for each kind of pair, each in the order of the contacts.
pub(crate) fn sort_by_kind(state: &State, frame: &mut Frame) {
    if !frame.contacts_changed && frame.place_of.len() == state.contacts.len() {
        return;
    }
    frame.contacts_changed = false;
    let forms = &state.proxies.outlines.forms;
    let pair_of = |c: &Contact| forms[c.a as usize] as usize * Form::COUNT + forms[c.b as usize] as usize;
    let mut next = [0_usize; Form::COUNT * Form::COUNT];
    for contact in &state.contacts {
        next[pair_of(contact)] += 1;
    }
    frame.runs.clear();
    let mut first = 0;
    for (pair, next) in next.iter_mut().enumerate() {
        let end = first + *next;
        if end > first {
            let route = Route::of(Form::ALL[pair / Form::COUNT], Form::ALL[pair % Form::COUNT]);
            frame.runs.push(Run { range: first..end, route });
        }
        *next = first;
        first = end;
    }
    frame.sides.clear();
    frame.sides.resize(first, [0; 2]);
    frame.place_of.clear();
    for contact in &state.contacts {
        let next = &mut next[pair_of(contact)];
        frame.sides[*next] = [contact.a, contact.b];
        frame.place_of.push(*next as u32);
        *next += 1;
    }
}

/// Collides all contacts, kind by kind, on lanes where there is a way. What still sleeps is touched by nothing
/// ([`super::wake_touched`]).
pub(crate) fn collide_contacts(tasks: &Executor, state: &State, frame: &mut Frame, reach: Reach) {
    let level = frame.level;
    frame.touches.resize(frame.sides.len(), Touch::default());
    for run in &frame.runs {
        let columns = (&mut frame.touches[run.range.clone()], &frame.sides[run.range.clone()]);
        tasks.blocks(CONTACTS_A_TASK, columns, |_, (touches, sides)| match run.route {
            Some(route) => dispatch!(level, simd => touches_on_lanes(simd, state, route, sides, touches, reach)),
            None => {
                for (touch, &sides) in touches.iter_mut().zip(sides) {
                    let asleep = sides.iter().any(|&id| state.proxies.marks[id as usize] & mark::ASLEEP != 0);
                    *touch = if asleep { Touch::default() } else { touch_of(state, sides, reach) };
                }
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
pub(super) const FAST_REACH: f32 = 0.75;

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

/// Where two proxies touch, in the world.
pub(crate) fn touch_of(state: &State, [a, b]: [u32; 2], reach: Reach) -> Touch {
    let (ia, ib) = (a as usize, b as usize);
    let rows = [state.proxies.rows[ia], state.proxies.rows[ib]];
    let [row_a, row_b] = rows.map(|row| row as usize);
    let (pose_a, pose_b) = (state.bodies.poses[row_a], state.bodies.poses[row_b]);
    let (piece_a, piece_b) = (&state.proxies.list[ia].piece, &state.proxies.list[ib].piece);
    let manifold = collide(piece_a, piece_b, pose_b.seen_from(pose_a), reach.of(&state.bodies, row_a, row_b));
    if manifold.count == 0 {
        return Touch::apart(rows);
    }
    let surface = state.proxies.outlines.material(a).mix(&state.proxies.outlines.material(b));
    let rolling = if surface.rolling_resistance > 0.0 {
        surface.rolling_resistance * max(piece_a.radius(), piece_b.radius())
    } else {
        0.0
    };
    // A manifold in a's frame to anchors from the centres of mass in the world's axes.
    let centers = [state.bodies.masses[row_a].center, state.bodies.masses[row_b].center];
    let (from_a, between) = (pose_a.p - centers[0], centers[0] - centers[1]);
    let points = manifold.points.map(|point| {
        let anchor_a = pose_a.q.rotate(point.point) + from_a;
        TouchPoint { anchor_a, anchor_b: anchor_a + between, separation: point.separation, id: point.id }
    });
    let surface = [surface.friction, surface.restitution, rolling, surface.surface_speed];
    Touch::new(rows, pose_a.q.rotate(manifold.normal), surface, &points[..manifold.points().len()])
}
