//! Stage 7: a fast body never passes a fixed one. Each fast body is swept, with its rotation, against the fixed shapes
//! near its way, and stops where it first meets one; the contact takes over in the next step.
//!
//! This is the hook for swept tests of every pair of movers: [`sweep_fast`] sees all fast bodies at once.

use super::contacts::may_touch;
use crate::def::WorldDef;
use crate::frame::Frame;
use crate::state::{State, mark};
use carom_broadphase::Among;
use carom_math::{Pose, Vec2, max, min, normalize, right};
use carom_narrowphase::{Impact, Sweep, distance, is_behind, time_of_impact};
use carom_shapes::{Circle, MIN_SIZE, Piece};
use carom_tasks::Executor;

/// Fast bodies to a task.
const BODIES_A_TASK: usize = 16;

/// Moves each fast body, and each that is pressed deep into something, back to where it first meets something fixed.
pub(crate) fn sweep_fast(tasks: &Executor, state: &mut State, frame: &mut Frame, def: &WorldDef) {
    if !def.continuous {
        return;
    }
    frame.stops.clear();
    let rows = frame.fast.iter().chain(&frame.pressed).flatten();
    frame.stops.extend(rows.filter(|&&row| (row as usize) < state.bodies.awake).map(|&row| (row, None)));
    frame.stops.sort_unstable_by_key(|stop| stop.0);
    frame.stops.dedup_by_key(|stop| stop.0);
    let (seen, broad_phase) = (&*state, &frame.broad_phase);
    tasks.blocks(BODIES_A_TASK, &mut frame.stops[..], |_, stops| {
        for (row, stop) in stops {
            *stop = first_impact(seen, broad_phase, *row, def);
        }
    });
    for &(row, stop) in &frame.stops {
        if let Some(pose) = stop {
            let row = row as usize;
            state.bodies.poses[row] = pose;
            state.bodies.masses[row].center = pose.apply(state.bodies.motions[row].local_center);
            state.bodies.motions[row].timer = 0.0;
        }
    }
}

/// The pose in which the body first meets a fixed shape; `None` where it meets none.
fn first_impact(state: &State, broad_phase: &carom_broadphase::BroadPhase, row: u32, def: &WorldDef) -> Option<Pose> {
    let bodies = &state.bodies;
    let motion = &bodies.motions[row as usize];
    let end = bodies.poses[row as usize];
    let sweep = Sweep {
        local_center: motion.local_center,
        c0: motion.start_center,
        c1: bodies.masses[row as usize].center,
        q0: motion.start.q,
        q1: end.q,
    };
    // Rotation can carry a point outside both end boxes: the circle about the centre holds them all.
    let round = carom_math::Aabb::around([sweep.c0, sweep.c1]).grown(motion.reach);
    let slot = bodies.slots.get(bodies.keys[row as usize])?;
    let mut first = 1.0_f32;
    for id in state.proxies.of_body(slot.proxy) {
        let piece = &state.proxies.list[id as usize].piece;
        broad_phase.query_box(Among::Still, &round, &mut |other| {
            let marks = state.proxies.marks[other as usize];
            if marks & (mark::LIVE | mark::ACTIVE | mark::ASLEEP | mark::FROZEN) == mark::LIVE
                && may_touch(state, id, other)
            {
                let time = impact_time(state, piece, &sweep, bodies.extents[row as usize], other, def);
                if time < first {
                    first = time;
                }
            }
            true
        });
    }
    (first < 1.0).then(|| sweep.pose_at(first))
}

/// The part of its least extent by which a body may end the step inside something fixed: contacts push it out
/// from there. Stopping it for less would hold up what slides or rolls fast along a wall (in `spinner`, whose bodies
/// circle at 50 m/s, the mean overlap was 1.7 times Box2D's then).
const CONTACT_CAN_UNDO: f32 = 0.25;

/// The faces of a fixed piece, and a piece that moves by.
struct Faces<'a> {
    fixed: &'a Piece,
    pose: Pose,
    piece: &'a Piece,
    sweep: &'a Sweep,
    /// Depth that contacts push out [m].
    undone: f32,
}

impl Faces<'_> {
    /// Whether some face of the fixed piece has the centre of the moving one before it at the beginning, and no more than
    /// a little of that piece behind it at the end: the half plane before a face is convex, so the centre never passed
    /// behind it on its way. What is round has the face that looks at the centre.
    fn one_holds(&self) -> bool {
        match self.fixed {
            Piece::Polygon(polygon) => polygon.normals().iter().any(|&n| self.holds(self.pose.q.rotate(n))),
            Piece::Segment(s) => self.holds_on_either_side(s.b() - s.a()),
            Piece::Link(link) => self.holds_on_either_side(link.b - link.a),
            Piece::Circle(_) | Piece::Capsule(_) => {
                let center = Circle::at(self.pose.unapply(self.sweep.c0), MIN_SIZE).map(Piece::Circle);
                center.is_ok_and(|c| self.holds(self.pose.q.rotate(distance(self.fixed, &c, Pose::IDENTITY).normal)))
            }
        }
    }

    fn holds_on_either_side(&self, along: Vec2) -> bool {
        let n = self.pose.q.rotate(right(normalize(along).0));
        self.holds(n) || self.holds(-n)
    }

    fn holds(&self, n: Vec2) -> bool {
        let (mut face, mut point) = (f32::MIN, f32::MAX);
        self.fixed.core(|p| face = max(face, n.dot(self.pose.apply(p))));
        let end = self.sweep.pose_at(1.0);
        self.piece.core(|p| point = min(point, n.dot(end.apply(p))));
        let before = n.dot(self.sweep.c0) > face;
        before && face + self.fixed.radius() - point + self.piece.radius() <= self.undone
    }
}

/// When the moving piece meets fixed proxy `other`; 1 where it does not.
fn impact_time(state: &State, piece: &Piece, sweep: &Sweep, extent: f32, other: u32, def: &WorldDef) -> f32 {
    let slop = def.slop * def.length_unit;
    let fixed = &state.proxies.list[other as usize].piece;
    let pose = state.bodies.poses[state.proxies.rows[other as usize] as usize];
    let still = Sweep { local_center: Vec2::ZERO, c0: pose.p, c1: pose.p, q0: pose.q, q1: pose.q };
    if let Piece::Link(link) = fixed
        && link.one_sided
        && is_behind(link, pose.unapply(sweep.c0))
    {
        return 1.0;
    }
    let faces = Faces { fixed, pose, piece, sweep, undone: CONTACT_CAN_UNDO * extent };
    if faces.one_holds() {
        return 1.0;
    }
    let round = fixed.radius() > 0.0 || piece.radius() > 0.0;
    let target = if round { -slop } else { slop };
    match time_of_impact(fixed, &still, piece, sweep, target, 0.25 * slop) {
        Impact::Hit { time, .. } => time,
        Impact::Separated => 1.0,
        // They touch already, so contacts hold them apart; only the core, as far as it is still before the surface, must
        // not pass.
        Impact::Overlapped => {
            let Ok(center) = Circle::at(pose.unapply(sweep.c0), MIN_SIZE).map(Piece::Circle) else { return 1.0 };
            let near = distance(fixed, &center, Pose::IDENTITY);
            let radius = min(0.25 * extent, 0.5 * near.distance);
            let Ok(core) = Circle::at(sweep.local_center, radius) else {
                // The centre is on the surface: it may move away from it only.
                let inward = pose.q.rotate(near.normal).dot(sweep.c1 - sweep.c0) < 0.0;
                return if inward { 0.0 } else { 1.0 };
            };
            match time_of_impact(fixed, &still, &Piece::Circle(core), sweep, 0.0, 0.25 * radius) {
                Impact::Hit { time, .. } => time,
                _ => 1.0,
            }
        }
    }
}
