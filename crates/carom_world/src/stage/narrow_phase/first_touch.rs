//! The first touch of a pair that is still apart. A contact is a plane, and a piece has ends: the plane of the nearest
//! features now is not that of the place where the two meet, if they meet at all. So a contact that would push for the
//! first time is put where the two touch first if they go on as they are. If they pass each other, it is dropped. That
//! holds for bodies that nothing else holds: the ways of others may be bent within the step.

use crate::def::WorldDef;
use crate::stage::narrow_phase::reach::Reach;
use crate::state::{Bodies, Bounce, Proxies};
use carom_math::{Rot, Vec2, cross_sv, max, vec2};
use carom_narrowphase::{Impact, Sweep, collide, time_of_impact};
use carom_solver::{ContactManifold, ContactPair, PreparedPoint};

/// Gap at which two pieces count as touching [slops].
const TOUCHING: f32 = 0.002;

/// Rotation in a step up to which it counts as even [rad].
const MOST_TURN: f32 = 0.5;

/// Two bodies that met between two steps, and the way of b against a back to where they touched first [m].
#[derive(Clone, Copy, Debug)]
pub(crate) struct LateTouch {
    pub rows: [u32; 2],
    pub way: Vec2,
}

/// Result of putting a contact where two sweeps touch first.
enum Put {
    /// At this time of the sweeps.
    There(f32),
    /// The two overlap at its beginning; they pass each other. The contact is as it was.
    Overlapped,
    Passing,
}

/// Moves pairs back to where they touched first, so that their impact acts there. The centre of mass of each pair
/// stays, unless one dominates the other, and so do momentum, energy and angular momentum: the two fly on from there as
/// they would have at that time. They lose that part of a step against each other.
#[cfg_attr(feature = "profiling", profiling::function)]
pub(crate) fn undo_late_touches(bodies: &mut Bodies, late: &[Vec<LateTouch>]) {
    for &LateTouch { rows, way } in late.iter().flatten() {
        let [a, b] = rows.map(|row| row as usize);
        let [ma, mb] = bodies.inv_masses_between(rows);
        let part = 1.0 / (ma + mb);
        if part.is_finite() {
            bodies.shift(a, way * -(part * ma));
            bodies.shift(b, way * (part * mb));
        }
    }
}

impl Bodies {
    /// Moves a body along its free axes [m].
    fn shift(&mut self, row: usize, way: Vec2) {
        let way = self.forces[row].along_free(way);
        self.poses[row].p += way;
        self.masses[row].center += way;
    }
}

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
    ) -> Option<LateTouch> {
        let rows = manifold.rows.map(|row| row as usize);
        let ids = [contact.a, contact.b];
        if !is_free((bodies, proxies), contact, manifold.rows) {
            return None;
        }
        if self.is_late(manifold) {
            return self.place_back((bodies, proxies), ids, manifold, reach);
        }
        let ways = rows.map(|row| self.way(bodies, row));
        let normal = vec2(manifold.normal[0], manifold.normal[1]);
        let far = manifold.separations().iter().all(|&separation| separation > TOUCHING * self.slop);
        let closes = manifold.separations().iter().zip(manifold.anchors).any(|(&separation, [ax, ay, bx, by])| {
            normal.dot(ways[0].of(vec2(ax, ay)) - ways[1].of(vec2(bx, by))) > separation
        });
        if far && closes && ways.iter().all(|way| way.is_even()) {
            let sweeps = [0, 1].map(|side: usize| ways[side].sweep(bodies, rows[side]));
            match self.put((bodies, proxies), ids, manifold, (sweeps, ways, true), reach) {
                Put::There(_) | Put::Overlapped => {}
                Put::Passing => manifold.count = 0,
            }
        }
        None
    }

    /// Whether two bodies in flight that can be pushed are seen late, and may go back to their first touch. Continuous
    /// collision would bounce them along the normal of their overlap.
    pub fn can_go_back(
        &self,
        (bodies, proxies): (&Bodies, &Proxies),
        contact: &ContactPair,
        manifold: &ContactManifold,
    ) -> bool {
        let in_a_chain = |row: u32| bodies.motions[row as usize].bounce == Bounce::InAChain;
        self.is_late(manifold)
            && manifold.rows.iter().all(|&row| (row as usize) < bodies.awake && !in_a_chain(row))
            && is_free((bodies, proxies), contact, manifold.rows)
    }

    fn is_late(&self, manifold: &ContactManifold) -> bool {
        manifold.separations().iter().any(|&separation| separation < -self.slop)
    }

    /// The same for two that can be pushed, and are seen late, since they were too far from each other a step ago. The
    /// contact is put where they touched first within the last step, and they part to that place.
    fn place_back(
        &self,
        (bodies, proxies): (&Bodies, &Proxies),
        ids: [u32; 2],
        manifold: &mut ContactManifold,
        reach: Reach,
    ) -> Option<LateTouch> {
        let rows = manifold.rows.map(|row| row as usize);
        if rows.into_iter().any(|row| row >= bodies.awake) {
            return None;
        }
        let ways = rows.map(|row| {
            let state = &bodies.states[row];
            Way { linear: state.v() * reach.dt, angular: state.w() * reach.dt }
        });
        if !ways.iter().all(|way| way.is_even()) {
            return None;
        }
        let sweeps = [0, 1].map(|side: usize| ways[side].sweep_until(bodies, rows[side]));
        let as_it_was = *manifold;
        let Put::There(time) = self.put((bodies, proxies), ids, manifold, (sweeps, ways, false), reach) else {
            return None;
        };
        // They keep their angles: what a turn brought nearer since then stays near.
        let normal = vec2(manifold.normal[0], manifold.normal[1]);
        let turned = manifold.anchors[..manifold.separations().len()].iter().map(|&[ax, ay, bx, by]| {
            let [a, b] = [vec2(ax, ay), vec2(bx, by)].map(|anchor| anchor.perp_dot(normal));
            (a * ways[0].angular).abs() + (b * ways[1].angular).abs()
        });
        if turned.fold(0.0, max) * (1.0 - time) > self.slop || manifold.count == 0 {
            *manifold = as_it_was;
            return None;
        }
        let way = (ways[0].linear - ways[1].linear) * (1.0 - time);
        Some(LateTouch { rows: manifold.rows, way })
    }

    /// Puts a contact where two sweeps touch first. `ahead` says that the way to that place is still to come.
    fn put(
        &self,
        (bodies, proxies): (&Bodies, &Proxies),
        ids: [u32; 2],
        manifold: &mut ContactManifold,
        (sweeps, ways, ahead): ([Sweep; 2], [Way; 2], bool),
        reach: Reach,
    ) -> Put {
        let rows = manifold.rows.map(|row| row as usize);
        let pieces = ids.map(|id| &proxies.list[id as usize].piece);
        let [sweep_a, sweep_b] = &sweeps;
        let tolerance = TOUCHING * self.slop;
        let time = match time_of_impact(pieces[0], sweep_a, pieces[1], sweep_b, 0.0, tolerance) {
            Impact::Hit { time, .. } => time,
            Impact::Overlapped => return Put::Overlapped,
            Impact::Separated => return Put::Passing,
        };
        let poses = [sweep_a.pose_at(time), sweep_b.pose_at(time)];
        let distance = reach.of(bodies, rows[0], rows[1]);
        let at_impact = collide(pieces[0], pieces[1], poses[0].inv_mul(poses[1]), distance);
        let normal = poses[0].q.rotate(at_impact.normal);
        let centers = [0, 1].map(|side: usize| sweeps[side].center_at(time));
        let to_come = if ahead { time } else { 0.0 };
        let points = at_impact.points.map(|point| {
            let place = poses[0].transform_point(point.point);
            let [anchor_a, anchor_b] = centers.map(|center| place - center);
            let closing = to_come * normal.dot(ways[0].of(anchor_a) - ways[1].of(anchor_b));
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
        // Its point is that of the impact, and is not followed in this step.
        let flags = manifold.flags & !ContactManifold::ALONE;
        let found = ContactManifold::new(manifold.rows, normal, manifold.surface, manifold.radii, points);
        *manifold = ContactManifold { flags, ..found };
        Put::There(time)
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

/// Whether a contact may be put where its pieces touch first: its bodies are in flight, and no piece is one-way, which
/// would have to see all that is near it.
fn is_free((bodies, proxies): (&Bodies, &Proxies), contact: &ContactPair, rows: [u32; 2]) -> bool {
    let is_one_way = |id: u32| proxies.list[id as usize].one_way != Vec2::ZERO;
    in_flight(bodies, contact, rows) && ![contact.a, contact.b].into_iter().any(is_one_way)
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

    /// Whether it is finite, and turns by so little that it counts as even.
    fn is_even(self) -> bool {
        self.linear.is_finite() && self.angular.abs() <= MOST_TURN
    }

    /// The motion from the pose of now.
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

    /// The motion to the pose of now.
    fn sweep_until(self, bodies: &Bodies, row: usize) -> Sweep {
        let (pose, local, c1) = (bodies.poses[row], bodies.motions[row].local_center, bodies.masses[row].center);
        let q0 = Rot::from_angle(-self.angular).after(pose.q);
        Sweep { local_center: local, c0: c1 - self.linear, c1, q0, q1: pose.q }
    }
}
