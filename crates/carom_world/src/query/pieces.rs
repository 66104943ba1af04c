//! The pieces that a query sees, for callers that test them themselves: those in a swept box, and those of kinematic
//! bodies that moved.

use crate::def::BodyKind;
use crate::events::BodyShape;
use crate::key::BodyKey;
use crate::query::Query;
use crate::query::query_index::Way;
use crate::state::HOLDS;
use carom_math::{Aabb, Pose, Rot, Vec2};
use carom_narrowphase::is_behind;
use carom_shapes::Piece;

/// A piece that a query sees.
#[derive(Clone, Copy)]
pub(crate) struct SeenPiece<'a> {
    pub shape: BodyShape,
    pub piece: &'a Piece,
    /// Pose of its body.
    pub pose: Pose,
    /// Whether nothing moves its body now.
    pub firm: bool,
    /// Speed of its surface to the right of the normal, as on a belt [m/s].
    pub surface_speed: f32,
    /// The direction of a one-way shape in the world; zero for others.
    one_way: Vec2,
    id: u32,
}

/// A piece of a body that moves, and the pose of the body one step earlier.
#[derive(Clone, Copy)]
pub(crate) struct MovedPiece<'a> {
    pub seen: SeenPiece<'a>,
    pub before: Pose,
    /// Centre of mass in the body's frame [m].
    pub local_center: Vec2,
}

impl SeenPiece<'_> {
    /// Whether its shape is a one-way platform.
    pub fn is_one_way(&self) -> bool {
        self.one_way != Vec2::ZERO
    }

    /// Whether it holds what is at this normal: a one-way piece holds what comes from its front.
    pub fn holds(&self, normal: Vec2) -> bool {
        !self.is_one_way() || self.one_way.dot(normal) > HOLDS
    }

    /// Whether `point` is behind a one-sided link, which holds nothing from there.
    pub fn is_passed_from(&self, point: Vec2) -> bool {
        match self.piece {
            Piece::Link(link) => is_behind(link, self.pose.inverse_transform_point(point)),
            _ => false,
        }
    }
}

impl<'a> Query<'a> {
    /// The pieces whose boxes meet a box on its way, by shape.
    pub(crate) fn pieces_on(&self, area: &Aabb, by: Vec2) -> Vec<SeenPiece<'a>> {
        let (mut found, proxies) = (Vec::new(), &self.world.state.proxies);
        let mut visit = |id: u32| {
            found.extend(self.seen_piece(id));
            true
        };
        // A short way has little room about it, and the pieces in a box are found faster than those on a way.
        let size = area.size();
        if by.length() <= size.x + size.y {
            let all = area.union(&area.moved(by));
            self.world.query_index.each_in_box(proxies, self.kind(), &all, &mut visit);
        } else {
            self.world.query_index.each_met(proxies, self.kind(), Way::Swept(area, by), &mut visit);
        }
        found.sort_unstable_by_key(|seen| (seen.shape, seen.id));
        found.dedup_by_key(|seen| seen.id);
        found
    }

    /// The pieces of kinematic bodies that may have met a box while they moved by their velocities for `dt` [s], by
    /// shape.
    pub(crate) fn moved_pieces(&self, area: &Aabb, dt: f32, but: Option<BodyKey>) -> Vec<MovedPiece<'a>> {
        let (state, mut found) = (&self.world.state, Vec::new());
        let bodies = &state.bodies;
        let (middle, own) = (area.center(), 0.5 * area.size().length());
        for row in bodies.awake..bodies.active {
            let (v, w, motion) = (bodies.states[row].v() * dt, bodies.states[row].w() * dt, &bodies.motions[row]);
            let center = bodies.masses[row].center;
            let far = motion.max_extent + own + v.length();
            let stands = v == Vec2::ZERO && w == 0.0;
            if stands || (center - middle).length_squared() > far * far || but == Some(bodies.keys[row]) {
                continue;
            }
            let q = Rot::from_angle(-w).after(bodies.poses[row].q);
            let local_center = motion.local_center;
            let before = Pose { p: center - v - q.rotate(local_center), q };
            for id in state.proxies.of_body(motion.proxy) {
                if let Some(seen) = self.seen_piece(id) {
                    found.push(MovedPiece { seen, before, local_center });
                }
            }
        }
        found.sort_unstable_by_key(|moved| (moved.seen.shape, moved.seen.id));
        found
    }

    fn seen_piece(&self, id: u32) -> Option<SeenPiece<'a>> {
        let shape = self.admits(id)?;
        let (piece, pose) = self.piece(id);
        let one_way = self.world.state.proxies.list[id as usize].one_way;
        let one_way = pose.q.rotate(one_way);
        let body = self.world.body(shape.body)?;
        let still = body.velocity() == Vec2::ZERO && body.angular_velocity() == 0.0;
        let firm = body.kind() != BodyKind::Dynamic && still;
        let surface_speed = self.world.state.proxies.outlines.material(id).surface_speed;
        Some(SeenPiece { shape, piece, pose, firm, surface_speed, one_way, id })
    }
}
