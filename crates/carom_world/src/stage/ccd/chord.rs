//! Time of impact (TOI) of two pieces within one chord of both segments.

use crate::stage::ccd::depths::{BOTH_CAN_UNDO, CONTACT_CAN_UNDO, GRAZE, TARGET, TOLERANCE};
use crate::stage::ccd::pair_on_segments::{Overlapped, Pair};
use crate::stage::ccd::rounding::are_apart;
use crate::stage::ccd::segment::{CHORD, MotionSegment};
use crate::stage::ccd::slab::hang;
use carom_math::{Aabb, Pose, Rot, Vec2, cross_sv, max, min};
use carom_narrowphase::{Impact, Sweep, collide, distance, time_of_impact, time_of_touch};
use carom_shapes::{Circle, MIN_SIZE, Piece};

/// Distance of a core's centre from a surface that it surely does not reach [radii]: one, the tolerance of a hit, and
/// room for rounding.
const CORE_PASSES: f32 = 1.5;

/// Two pieces overlap, whatever is rounded, if the centre is within this part of the radius of the surface.
const SURELY: f32 = 0.9;

impl Pair<'_> {
    /// The time and normal at which two pieces, which meet at a part of the sweeps from `t` to `end`, go deeper than a
    /// contact would undo. That is at once if they close in so fast then. Otherwise it is later on their segments, up
    /// to `leave`, when they overlap by as much as may go unseen. A turning piece comes with another corner.
    pub fn goes_deep(
        &self,
        sweeps: &[Sweep; 2],
        segments: &[MotionSegment; 2],
        (part, normal): (f32, Vec2),
        [t, end, leave]: [f32; 3],
    ) -> Option<(f32, Vec2)> {
        let rest = [0, 1].map(|side| {
            let (sweep, start) = (&sweeps[side], sweeps[side].pose_at(part));
            Sweep { c0: start.transform_point(sweep.local_center), q0: start.q, ..*sweep }
        });
        let (met, share) = (t + part * (end - t), (1.0 - part) * (end - t));
        let closes_in = |(way, _)| way * (1.0 - met) > BOTH_CAN_UNDO * self.extent() * share;
        if self.closing(&rest, false).is_some_and(closes_in) {
            return Some((met, normal));
        }
        let depths = [GRAZE, CONTACT_CAN_UNDO].map(|part| part * self.extent());
        self.gets_deep(segments, [met, leave], depths).map(|sunk| (sunk.time, sunk.normal))
    }

    /// Whether the smaller piece stays out of the box around the larger one, in the frame of the larger one. This is
    /// much cheaper than a time of impact, and sharp if the larger one is long and thin.
    pub fn passes_by(&self, sweeps: &[Sweep; 2]) -> bool {
        let large = usize::from(self.reaches[1] > self.reaches[0]);
        let (large, small, reach) = (&sweeps[large], &sweeps[1 - large], (self.pieces[large], self.reaches[1 - large]));
        let (d0, d1) = (small.c0 - large.c0, small.c1 - large.c1);
        let (q0, q1) = (large.q0.normalized(), large.q1.normalized());
        let turned = q0.inv_mul(q1);
        if turned.c < 0.9 {
            return false;
        }
        // The arc of so small a sine, with room for motions that are not quite even.
        let turn = 1.1 * turned.s.abs();
        let far = max(d0.length(), d1.length());
        let size = |v: Vec2| v.x.abs() + v.y.abs();
        let rounding = 8.0 * f32::EPSILON * (size(large.c0) + size(small.c0) + far);
        let area = Aabb::around([q0.inverse_rotate(d0), q1.inverse_rotate(d1)])
            .grown(reach.1 + hang(turn, d0, d1) + rounding + self.slop);
        let own = reach.0.aabb(Pose { p: -large.local_center, q: Rot::IDENTITY });
        are_apart(&own, &area)
    }

    /// The time of impact within one chord of both: part of it, normal, and whether only a core was stopped. If the two
    /// touch already, `overlapped` decides.
    pub fn toi_within(
        &self,
        sweeps: &[Sweep; 2],
        parted: bool,
        overlapped: impl FnOnce() -> Overlapped,
    ) -> Option<(f32, Vec2, bool)> {
        let round = self.pieces.iter().any(|piece| piece.radius() > 0.0);
        let far = sweeps.iter().fold(0.0, |far, s| max(far, max(s.c0.abs().max_element(), s.c1.abs().max_element())));
        let ulps = 4.0 * f32::EPSILON * far;
        let target = if round { 0.0 } else { TARGET * self.slop } + ulps;
        let ([a, b], [way_a, way_b]) = (self.pieces, sweeps);
        let find = if self.lone || parted { time_of_impact } else { time_of_touch };
        match find(a, way_a, b, way_b, target, TOLERANCE * self.slop) {
            Impact::Separated => None,
            Impact::Hit { time, normal } => Some((time, normal, false)),
            Impact::Overlapped => {
                let Overlapped { least, holds } = overlapped();
                let closing = least.and_then(|least| self.closing(sweeps, !holds).filter(|&(way, _)| way > least));
                match closing {
                    Some((_, normal)) => Some((0.0, normal, false)),
                    None => self.core_stops(sweeps),
                }
            }
        }
    }

    /// The distance by which the nearest points would close in within the sweeps at the initial rate, and the normal.
    /// It is `None` if the cores overlap, with two exceptions: a bouncing pair whose contact was left out (`alone`),
    /// and a slender pair, of which one end may be inside while the centre is far. These close in along the shortest
    /// way out, at the point that does so most. If one of the two cannot be pushed, that way has to lead to the side of
    /// the centre.
    pub fn closing(&self, sweeps: &[Sweep; 2], alone: bool) -> Option<(f32, Vec2)> {
        let poses = [sweeps[0].pose_at(0.0), sweeps[1].pose_at(0.0)];
        let (a, b, b_in_a) = (self.pieces[0], self.pieces[1], poses[0].inv_mul(poses[1]));
        let way = |side: usize, point: Vec2| way_at(&sweeps[side], poses[0].transform_point(point));
        let near = distance(a, b, b_in_a);
        if near.normal != Vec2::ZERO {
            let normal = poses[0].q.rotate(near.normal);
            return Some((normal.dot(way(0, near.point_a) - way(1, near.point_b)), normal));
        }
        if !(self.slender || alone && self.bounces) {
            return None;
        }
        let manifold = collide(a, b, b_in_a, 0.0);
        let normal = poses[0].q.rotate(manifold.normal);
        let toward_core = if self.core == 1 { normal } else { -normal };
        let is_before = |point: Vec2| toward_core.dot(sweeps[self.core].c0 - poses[0].transform_point(point)) > 0.0;
        if !self.both_dynamic() && !manifold.points().iter().all(|point| is_before(point.point)) {
            return None;
        }
        let ways = manifold.points().iter().map(|point| normal.dot(way(0, point.point) - way(1, point.point)));
        ways.reduce(max).map(|way| (way, normal))
    }

    /// The pieces touch already, so contacts hold them apart. Only the core of one body must not pass, as far as it is
    /// still before the surface of the other piece.
    pub fn core_stops(&self, sweeps: &[Sweep; 2]) -> Option<(f32, Vec2, bool)> {
        let (small, large) = (self.core, 1 - self.core);
        let (sweep, other) = (&sweeps[small], &sweeps[large]);
        let pose = other.pose_at(0.0);
        let toward = |normal: Vec2| if small == 1 { normal } else { -normal };
        let core = self.core_before(pose, sweep.c0)?;
        let Ok(disc) = Circle::at(sweep.local_center, core.radius) else {
            // The centre is on the surface: it may only move away from it.
            let inward = core.normal.dot(sweep.c1 - sweep.c0 - way_at(other, sweep.c0)) < 0.0;
            return inward.then(|| (0.0, toward(core.normal), true));
        };
        if other.q0 == other.q1 && core.stays_before((sweep.c1 - sweep.c0) - (other.c1 - other.c0)) {
            return None;
        }
        let found = time_of_impact(self.pieces[large], other, &Piece::Circle(disc), sweep, 0.0, 0.25 * core.radius);
        match found {
            Impact::Hit { time, normal } => Some((time, toward(normal), true)),
            _ => None,
        }
    }

    /// Whether two overlap and no impact comes of it on their segments. One is a disc about its own centre, with the
    /// core. It is pressed into a piece that does not turn, or is such a disc too. Most bodies under a heap are like
    /// that, and a full test would find the same.
    pub fn is_only_pressed(&self, segments: &[MotionSegment; 2]) -> bool {
        let (small, large) = (self.core, 1 - self.core);
        let (segment, other) = (&segments[small], &segments[large]);
        let Piece::Circle(disc) = self.pieces[small] else { return false };
        // Whole turns end at their beginning.
        let is_still = || other.q0 == other.q1 && other.turn.abs() < CHORD;
        if !self.is_centred_disc(small, segment) || !(is_still() || self.is_centred_disc(large, other)) {
            return false;
        }
        let core = self.core_before(other.pose_at(other.start), segment.c0);
        core.is_some_and(|core| {
            core.radius >= MIN_SIZE
                && core.distance < SURELY * disc.radius()
                && core.stays_before((segment.c1 - segment.c0) - (other.c1 - other.c0))
        })
    }

    /// The core of one body with its centre at `center`, before the other piece, whose body is at `pose`.
    fn core_before(&self, pose: Pose, center: Vec2) -> Option<Core> {
        let center = Circle::at(pose.inverse_transform_point(center), MIN_SIZE).map(Piece::Circle).ok()?;
        let near = distance(self.pieces[1 - self.core], &center, Pose::IDENTITY);
        let radius = min(CONTACT_CAN_UNDO * self.extents[self.core], 0.5 * near.distance);
        Some(Core { distance: near.distance, normal: pose.q.rotate(near.normal), radius })
    }
}

/// The core of a body before a surface.
struct Core {
    /// Distance of the centre from the surface [m].
    distance: f32,
    /// Unit vector from the surface to the centre; zero if the centre is inside.
    normal: Vec2,
    /// Radius of the core [m].
    radius: f32,
}

impl Core {
    /// Whether it surely stays before the surface when it moves by `way` [m], seen from a piece that does not turn. All
    /// of that piece is behind a line across its nearest point.
    fn stays_before(&self, way: Vec2) -> bool {
        self.distance + self.normal.dot(way) > CORE_PASSES * self.radius
    }
}

/// Displacement within a sweep of the body's point that is at `p` at the beginning, at the rate of then [m].
fn way_at(sweep: &Sweep, p: Vec2) -> Vec2 {
    let turn = sweep.q0.normalized().inv_mul(sweep.q1.normalized()).s;
    sweep.c1 - sweep.c0 + cross_sv(turn, p - sweep.c0)
}
