//! Internal edges in swept tests. The time of impact knows the nearest points of two pieces, and not what lies beside
//! them. So where a body slides from one link of a chain to the next, or from one fixed polygon to the next, its front
//! would hit the end of the second one.
//!
//! The manifold of a link at the time of impact knows the neighbours (ghost vertices). It says along which normal the
//! chain holds the body there, if it does. At a corner of a polygon, a face that another one of the same surface covers
//! holds nobody. The normals there are those between the other face of the corner and the surface that goes on from it
//! (Gauss map). A surface is as in [`crate::stage::narrow_phase::internal_edges`].

use crate::stage::ccd::context::CcdContext;
use crate::stage::ccd::depths::CONTACT_CAN_UNDO;
use crate::stage::ccd::pair_on_segments::Pair;
use crate::stage::ccd::segment::MotionSegment;
use crate::stage::narrow_phase::internal_edges::sharp;
use carom_broadphase::BroadPhase;
use carom_math::{Pose, Vec2, cross, cross_sv, left, max};
use carom_narrowphase::{collide, distance};
use carom_shapes::{Manifold, Piece, Polygon};
use std::cell::LazyCell;

/// Cosine of the angle up to which two normals are one.
const SAME: f32 = 0.9999;

/// Distance from a corner at which its faces are looked at [slops].
const BESIDE: f32 = 2.0;

/// The surface that holds a body at an impact.
enum Held {
    /// The one that the time of impact found.
    AsFound,
    /// Others, with these normals from the first piece to the second.
    By([Vec2; 2]),
    /// None.
    Not,
}

impl Pair<'_> {
    /// The normal of an impact of proxies `ids` at `time`, as all that lies beside the two has it. `None` if contacts
    /// are to hold them: if there is no surface at that place, or they hardly come nearer along its normal.
    pub fn admitted(
        &self,
        ctx: &CcdContext<'_>,
        ids: [u32; 2],
        segments: &[MotionSegment; 2],
        (time, normal): (f32, Vec2),
    ) -> Option<Vec2> {
        let poses = [segments[0].pose_at(time), segments[1].pose_at(time)];
        let manifold = LazyCell::new(|| collide(self.pieces[0], self.pieces[1], poses[0].inv_mul(poses[1]), self.slop));
        let held = if self.pieces.iter().any(|piece| matches!(piece, Piece::Link(_))) {
            held_by_chain(&manifold, poses[0], normal)
        } else {
            ctx.all.map_or(Held::AsFound, |all| self.held_by_polygons(ctx, (all, ids), &poses, normal))
        };
        let normals = match held {
            Held::AsFound => return Some(normal),
            Held::Not => return None,
            Held::By(normals) => normals,
        };
        let way = |side: usize, point: Vec2| {
            let (way, turn) = segments[side].rates();
            way + cross_sv(turn, point - segments[side].at(time).0)
        };
        let points = || manifold.points().iter().map(|point| poses[0].transform_point(point.point));
        let closing = |normal: Vec2| points().map(|p| (1.0 - time) * normal.dot(way(0, p) - way(1, p))).fold(0.0, max);
        let [one, other] = normals.map(closing);
        let (most, admitted) = if one >= other { (one, normals[0]) } else { (other, normals[1]) };
        (most > CONTACT_CAN_UNDO * self.extent()).then_some(admitted)
    }

    /// At a corner of a polygon that others continue, the normals of the surface on both sides of it, unless the one
    /// found is between them.
    fn held_by_polygons(
        &self,
        ctx: &CcdContext<'_>,
        (all, ids): (&BroadPhase, [u32; 2]),
        poses: &[Pose; 2],
        normal: Vec2,
    ) -> Held {
        let edges = ctx.internal_edges(all);
        let surfaces = edges.surfaces(self.rows);
        let mut near = None;
        for side in (0..2).filter(|&side| surfaces[side]) {
            let Some(polygon) = sharp(self.pieces[side]) else { continue };
            let near = near.get_or_insert_with(|| distance(self.pieces[0], self.pieces[1], poses[0].inv_mul(poses[1])));
            let point = poses[0].transform_point(if side == 0 { near.point_a } else { near.point_b });
            let local = poses[side].inverse_transform_point(point);
            let outward = poses[side].q.inverse_rotate(if side == 0 { normal } else { -normal });
            let covering = |corner: Vec2, place: Vec2, along: Vec2| {
                edges.covering_face([ids[side], ids[1 - side]], corner, place, along)
            };
            if let Some([free, cover]) = continued_corner(polygon, local, self.slop, covering) {
                if is_between(outward, free, cover) {
                    return Held::AsFound;
                }
                let sign = if side == 0 { 1.0 } else { -1.0 };
                return Held::By([free, cover].map(|face| poses[side].q.rotate(face) * sign));
            }
        }
        Held::AsFound
    }
}

/// At a corner of a polygon near `point`, the normal of the face that nothing covers, and that of the surface which
/// goes on from there, if one of the two faces is covered. All is in the polygon's frame. `covering` gives the normal
/// of what covers a place beside a corner, most along a normal.
fn continued_corner(
    polygon: &Polygon,
    point: Vec2,
    slop: f32,
    covering: impl Fn(Vec2, Vec2, Vec2) -> Option<Vec2>,
) -> Option<[Vec2; 2]> {
    let corners = polygon.vertices();
    let corner = corners.iter().position(|&v| v.distance(point) < slop)?;
    let normals = [(corner + corners.len() - 1) % corners.len(), corner].map(|edge| polygon.normals()[edge]);
    // Along the faces, away from the corner: back along the one before it, on along the one after it.
    let ways = [-left(normals[0]), left(normals[1])];
    let covers = [0, 1].map(|face: usize| {
        covering(corners[corner], corners[corner] + ways[face] * (BESIDE * slop), normals[1 - face])
    });
    match covers {
        [Some(cover), None] => Some([normals[1], cover]),
        [None, Some(cover)] => Some([normals[0], cover]),
        _ => None,
    }
}

/// Whether a normal is in the cone between two others, or along one of them.
fn is_between(normal: Vec2, one: Vec2, other: Vec2) -> bool {
    let (first, second) = (cross(one, normal), cross(normal, other));
    one.dot(normal) > SAME || other.dot(normal) > SAME || first * second > 0.0 && normal.dot(one + other) > 0.0
}

/// The normal of the manifold of a link and another piece; the first one is at `pose`.
fn held_by_chain(manifold: &Manifold, pose: Pose, normal: Vec2) -> Held {
    let admitted = pose.q.rotate(manifold.normal);
    match manifold.points() {
        [] => Held::Not,
        _ if admitted.dot(normal) > SAME => Held::AsFound,
        _ => Held::By([admitted; 2]),
    }
}
