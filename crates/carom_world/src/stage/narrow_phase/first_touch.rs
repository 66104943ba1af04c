//! The first touch of a pair that is still apart. A contact is a plane, and a piece has ends: the plane of the nearest
//! features now is not that of the place where the two meet, if they meet at all. So a contact that would push for the
//! first time is put where the two touch first if they go on as they are. If they pass each other, it is dropped. That
//! holds for bodies that nothing else holds: the ways of others may be bent within the step.

use crate::def::WorldDef;
use crate::stage::narrow_phase::reach::Reach;
use crate::state::{Bodies, Proxies};
use carom_math::{Rot, Vec2, cross_sv, vec2};
use carom_narrowphase::{Impact, Sweep, collide, time_of_impact};
use carom_solver::{ContactManifold, ContactPair, PreparedPoint};

/// Gap at which two pieces count as touching [slops].
const TOUCHING: f32 = 0.002;

/// Rotation in a step up to which it counts as even [rad].
const MOST_TURN: f32 = 0.5;

/// The motion that bodies would have without constraints, in a step and one more substep: the last relaxing pass looks
/// so far ahead.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FirstTouch {
    gravity: Vec2,
    /// The time [s].
    time: f32,
    /// The way in that time by an acceleration [s^2], the sum over the substeps.
    fall: f32,
    slop: f32,
}

impl FirstTouch {
    pub fn new(def: &WorldDef) -> Self {
        let n = def.substeps.max(1) as f32;
        let h = def.dt / n;
        let fall = h * h * (n + 1.0) * (n + 2.0) / 2.0;
        Self { gravity: def.gravity, time: def.dt + h, fall, slop: def.slop_length() }
    }

    /// Puts a contact that has not pushed yet where its pieces touch first. It stays as it is if it would not push in
    /// this step.
    #[inline(never)]
    pub fn place(
        &self,
        (bodies, proxies): (&Bodies, &Proxies),
        contact: &ContactPair,
        manifold: &mut ContactManifold,
        reach: Reach,
    ) {
        let rows = manifold.rows.map(|row| row as usize);
        let ids = [contact.a, contact.b];
        if !in_flight(bodies, contact, manifold.rows) {
            return;
        }
        let ways = rows.map(|row| self.way(bodies, row));
        let normal = vec2(manifold.normal[0], manifold.normal[1]);
        let far = manifold.separations().iter().all(|&separation| separation > TOUCHING * self.slop);
        let closes = manifold.separations().iter().zip(manifold.anchors).any(|(&separation, [ax, ay, bx, by])| {
            normal.dot(ways[0].of(vec2(ax, ay)) - ways[1].of(vec2(bx, by))) > separation
        });
        let turns = ways.iter().any(|way| way.angular.abs() > MOST_TURN);
        let is_finite = ways.iter().all(|way| way.linear.is_finite());
        // A one-way shape has to see all that is near it.
        let is_one_way = || ids.iter().any(|&id| proxies.list[id as usize].one_way != Vec2::ZERO);
        if !(far && closes) || turns || !is_finite || is_one_way() {
            return;
        }
        let pieces = ids.map(|id| &proxies.list[id as usize].piece);
        let sweeps = [0, 1].map(|side: usize| ways[side].sweep(bodies, rows[side]));
        let [sweep_a, sweep_b] = &sweeps;
        let tolerance = TOUCHING * self.slop;
        let time = match time_of_impact(pieces[0], sweep_a, pieces[1], sweep_b, 0.0, tolerance) {
            Impact::Hit { time, .. } => time,
            Impact::Overlapped => return,
            Impact::Separated => {
                manifold.count = 0;
                return;
            }
        };
        let poses = [sweep_a.pose_at(time), sweep_b.pose_at(time)];
        let distance = reach.of(bodies, rows[0], rows[1]);
        let at_impact = collide(pieces[0], pieces[1], poses[0].inv_mul(poses[1]), distance);
        let normal = poses[0].q.rotate(at_impact.normal);
        let centers = [0, 1].map(|side: usize| bodies.masses[rows[side]].center + ways[side].linear * time);
        let points = at_impact.points.map(|point| {
            let place = poses[0].transform_point(point.point);
            let [anchor_a, anchor_b] = centers.map(|center| place - center);
            let closing = time * normal.dot(ways[0].of(anchor_a) - ways[1].of(anchor_b));
            // Anchors are halfway between the surfaces, seen from either body.
            let half = normal * (0.5 * closing);
            PreparedPoint {
                anchor_a: anchor_a + half,
                anchor_b: anchor_b - half,
                separation: point.separation + closing,
                id: point.id,
            }
        });
        let points = &points[..at_impact.points().len()];
        *manifold = ContactManifold::new(manifold.rows, normal, manifold.surface, manifold.radii, points);
    }

    /// The motion of a row in that time.
    fn way(&self, bodies: &Bodies, row: usize) -> Way {
        let (state, forces) = (&bodies.states[row], &bodies.forces[row]);
        let mut linear = state.v() * self.time;
        if row < bodies.awake {
            let [x, y, _] = forces.free();
            let acceleration = forces.force * bodies.masses[row].inv_mass + self.gravity * forces.gravity_scale;
            linear += vec2(x * acceleration.x, y * acceleration.y) * self.fall;
        }
        Way { linear, angular: state.w() * self.time }
    }
}

/// Whether no other contact holds the bodies of a contact. Only awake rows have colors, which are those of contacts.
#[inline(always)]
pub(crate) fn is_alone(bodies: &Bodies, contact: &ContactPair, rows: [u32; 2]) -> bool {
    let own = if contact.color == ContactPair::NO_COLOR { 0 } else { 1 << contact.color };
    let [a, b] = rows.map(|row| bodies.colors[row as usize]);
    (a | b) & !own == 0
}

/// Whether neither a contact nor a joint holds the bodies of a contact.
fn in_flight(bodies: &Bodies, contact: &ContactPair, rows: [u32; 2]) -> bool {
    let is_jointed = |row: u32| (row as usize) < bodies.awake && bodies.motions[row as usize].jointed;
    is_alone(bodies, contact, rows) && !rows.into_iter().any(is_jointed)
}

/// A motion: of the centre [m], and the rotation [rad].
#[derive(Clone, Copy, Debug)]
struct Way {
    linear: Vec2,
    angular: f32,
}

impl Way {
    /// The way of the point at an anchor.
    fn of(self, anchor: Vec2) -> Vec2 {
        self.linear + cross_sv(self.angular, anchor)
    }

    fn sweep(self, bodies: &Bodies, row: usize) -> Sweep {
        let (pose, local) = (bodies.poses[row], bodies.motions[row].local_center);
        let c0 = bodies.masses[row].center;
        Sweep {
            local_center: local,
            c0,
            c1: c0 + self.linear,
            q0: pose.q,
            q1: Rot::from_angle(self.angular).after(pose.q),
        }
    }
}
