//! Bodies that contacts do not hold, so that continuous collision takes them up: deep in something immovable, about to
//! enter something fixed, or about to bounce faster than contacts see.

use crate::stage::ccd::FAST;
use crate::stage::narrow_phase::reach::Reach;
use crate::state::{Bodies, Bounce, Proxies, State};
use carom_math::{Pose, Vec2, min, vec2};
use carom_narrowphase::distance;
use carom_shapes::{Circle, MIN_SIZE, Piece};
use carom_solver::{ContactManifold, ContactPair};

/// Part of its min extent from which on a body counts as pressed into something.
pub(crate) const DEEP: f32 = 0.25;

/// Steps in a row in which a body was stopped, from which on contacts solve its bounces.
const JAMMED: u32 = 3;

/// The row that is pressed by a good part of its min extent into something immovable.
pub(crate) fn pressed_row(manifold: &ContactManifold, extents: &[f32]) -> Option<u32> {
    let deepest = manifold.separations().iter().fold(0.0, |deep, &separation| min(deep, separation));
    let [a, b] = manifold.rows.map(|row| extents[row as usize]);
    let (row, extent) = if a < b { (manifold.rows[0], a) } else { (manifold.rows[1], b) };
    ((a == f32::MAX) != (b == f32::MAX) && -deepest > DEEP * extent).then_some(row)
}

/// The row whose centre is about to enter something fixed while no contact holds it. At the end of a thin wall, and in
/// the corner of two walls, the nearest way out of one leads along it, into the other.
pub(crate) fn entering_row(
    contact: &ContactPair,
    manifold: &ContactManifold,
    bodies: &Bodies,
    proxies: &Proxies,
    dt: f32,
) -> Option<u32> {
    let rows = manifold.rows;
    let fixed = rows.map(|row| row as usize >= bodies.active && bodies.min_extents[row as usize] == f32::MAX);
    let (id, wall, row) = match fixed {
        [true, false] => (contact.a, rows[0], rows[1]),
        [false, true] => (contact.b, rows[1], rows[0]),
        _ => return None,
    };
    let i = row as usize;
    if i >= bodies.awake || !bodies.motions[i].continuous {
        return None;
    }
    let (center, near) = (bodies.masses[i].center, DEEP * bodies.min_extents[i] + bodies.states[i].v().length() * dt);
    let (piece, pose) = (&proxies.list[id as usize].piece, bodies.poses[wall as usize]);
    if !piece.aabb(pose).grown(near).contains_point(center) {
        return None;
    }
    let center = Circle::at(pose.inverse_transform_point(center), MIN_SIZE).map(Piece::Circle).ok()?;
    (distance(piece, &center, Pose::IDENTITY).distance < near).then_some(row)
}

/// Whether continuous collision takes two bodies that bounce and did not push each other yet: those that would enter
/// each other by more than half the min extent within the step, those pressed into something fixed, and, of a chain,
/// all that close in.
#[cold]
pub(crate) fn is_left_to_ccd(contact: &ContactPair, manifold: &ContactManifold, bodies: &Bodies, reach: Reach) -> bool {
    let [a, b] = manifold.rows.map(|row| row as usize);
    let awake = |row: usize| row < bodies.awake && bodies.motions[row].continuous;
    if !reach.ccd || contact.has_pushed() || !(awake(a) || awake(b)) {
        return false;
    }
    let normal = vec2(manifold.normal[0], manifold.normal[1]);
    let [ax, ay, bx, by] = manifold.anchors[0];
    let at = |row: usize, anchor: Vec2| bodies.states[row].velocity_at(anchor);
    let closing = normal.dot(at(a, vec2(ax, ay)) - at(b, vec2(bx, by))) * reach.dt;
    let separation = manifold.separations().iter().fold(f32::MAX, |least, &s| min(least, s));
    let extent = min(bodies.min_extents[a], bodies.min_extents[b]);
    // Two movable bodies may be at any depth: their time may have run out in the last step.
    let pushable = bodies.min_extents[a] != f32::MAX && bodies.min_extents[b] != f32::MAX;
    // Contacts push those apart that overlap and do not close in.
    let closes = closing > if separation < -reach.least { reach.least } else { -reach.least };
    let in_a_chain = |row: usize| bodies.motions[row].bounce == Bounce::InAChain;
    let is_wall = |row: usize| bodies.min_extents[row] == f32::MAX;
    if (in_a_chain(a) || is_wall(a))
        && (in_a_chain(b) || is_wall(b))
        && closes
        && (pushable || separation > -DEEP * extent)
    {
        return true;
    }
    let is_fixed = |row: usize| row >= bodies.active && bodies.min_extents[row] == f32::MAX;
    let way = if is_fixed(a) || is_fixed(b) { closing - separation } else { closing };
    (pushable || separation > -FAST * extent) && way > FAST * extent
}

/// Whether one of two bodies was stopped in several steps in a row. Impacts alone do not free a spinning box in a gap.
pub(crate) fn is_jammed(state: &State, manifold: &ContactManifold) -> bool {
    manifold.rows.iter().any(|&row| state.stopped_steps(row) >= JAMMED)
}
