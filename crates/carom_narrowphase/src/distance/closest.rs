//! The point of a surface nearest to a point, its distance, and its side. In: a piece in its frame, or a shape at its
//! pose, and a point. In f64. Regions: C. Ericson, Real-Time Collision Detection, 2005, section 5.1.

use crate::distance::inside::within;
use crate::distance::separation::{Signed, box_gap, separate_point};
use crate::manifold::scalar::core::Corners;
use crate::wide::{Wide, WidePose};
use carom_math::{Aabb, Pose, Vec2};
#[cfg(doc)]
use carom_shapes::TileGrid;
use carom_shapes::{Outline, Piece, Shape};

/// The point of a surface nearest to a given point.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ClosestPoint {
    /// Index of the piece; 0 for a lone piece, and for an [`Outline`] and a [`TileGrid`], whose borders are tested.
    pub piece: usize,
    /// The point of the surface [m].
    pub point: Vec2,
    /// Outward unit normal there. For a line without width it points towards the given point (either way if that is on
    /// it).
    pub normal: Vec2,
    /// Distance of the given point from the surface, negative inside [m].
    pub distance: f32,
}

/// The point of the surface of `piece` nearest to `point`, both in the piece's frame [m]. Inside, the distance is
/// negative, and the point is the nearest exit: along y from the centre of a circle, to one side from the middle line
/// of a capsule.
pub fn closest_point(piece: &Piece, point: Vec2) -> ClosestPoint {
    to_outside(0, &separate_point(piece, point.into()), &WidePose::IDENTITY)
}

/// The point of the surface of a whole shape at `pose` nearest to `point`, in the world [m]: of its pieces the one with
/// the least signed distance. Inside overlapping pieces the true depth may be more. The surface of an [`Outline`] is
/// its rings, and that of a [`TileGrid`] its border, not the internal edges between pieces.
pub fn closest_point_shape(shape: &Shape, pose: Pose, point: Vec2) -> ClosestPoint {
    let wide = WidePose::from(pose);
    let (local, here) = (wide.inverse_transform_point(point.into()), Aabb::new(point, point));
    let inside = || contains_point_shape(shape, pose, point);
    let found = match shape {
        Shape::Outline(outline) => Some(on_edges(ring_edges(outline), local, inside())),
        Shape::TileGrid(grid) => Some(on_edges(grid.links().iter().map(|link| (link.a, link.b)), local, inside())),
        _ => None,
    };
    if let Some(found) = found {
        return found.map_or_else(ClosestPoint::default, |found| to_outside(0, &found, &wide));
    }
    let mut best: Option<(usize, Signed)> = None;
    for i in 0..shape.piece_count() {
        let piece = shape.piece(i);
        if best.is_some_and(|(_, b)| box_gap(&here, &piece.aabb(pose)) > b.distance) {
            continue;
        }
        let next = separate_point(&piece, local);
        if best.is_none_or(|(_, b)| next.distance < b.distance) {
            best = Some((i, next));
        }
    }
    best.map_or_else(ClosestPoint::default, |(i, nearest)| to_outside(i, &nearest, &wide))
}

/// Distance of `point` from the surface of `piece`, negative inside; in the piece's frame [m].
pub fn signed_distance(piece: &Piece, point: Vec2) -> f32 {
    closest_point(piece, point).distance
}

/// Distance of `point` from the surface of the shape at `pose`, negative inside; in the world [m]. See
/// [`closest_point_shape`].
pub fn signed_distance_shape(shape: &Shape, pose: Pose, point: Vec2) -> f32 {
    closest_point_shape(shape, pose, point).distance
}

/// Whether `point` [m] in the world lies in the shape at `pose`, its edge included. Segments and chains have no inside.
pub fn contains_point_shape(shape: &Shape, pose: Pose, point: Vec2) -> bool {
    let local = WidePose::from(pose).inverse_transform_point(point.into());
    // A grid's cells are solid, however it collides.
    if let Shape::TileGrid(grid) = shape {
        return grid.contains_point(local.narrow());
    }
    let here = Aabb::new(point, point);
    (0..shape.piece_count()).any(|i| {
        let piece = shape.piece(i);
        let near = !(box_gap(&here, &piece.aabb(pose)) > 0.0);
        near && within(Corners::of(&piece).as_slice(), f64::from(piece.radius()), local)
    })
}

/// The edges of all rings of an outline, solid on their left [m].
fn ring_edges(outline: &Outline) -> impl Iterator<Item = (Vec2, Vec2)> {
    let rings = std::iter::once(outline.outer()).chain(outline.holes().iter().map(Vec::as_slice));
    rings.flat_map(|ring| ring.iter().cycle().skip(ring.len().saturating_sub(1)).zip(ring).map(|(v, w)| (*v, *w)))
}

/// The point of these edges nearest to `p`, signed: each edge as a line. `None` if there are none.
fn on_edges(edges: impl Iterator<Item = (Vec2, Vec2)>, p: Wide, inside: bool) -> Option<Signed> {
    let mut best: Option<(f64, Wide, Wide)> = None;
    for (v, w) in edges {
        let (v, w) = (Wide::from(v), Wide::from(w));
        let e = w - v;
        let along = (e.dot(p - v) / e.dot(e)).clamp(0.0, 1.0);
        // From the nearer end, so that a long edge does not cost digits.
        let on = if along < 0.5 { v + e * along } else { w - e * (1.0 - along) };
        let (off, outward) = (p - on, e.right());
        if best.is_none_or(|(least, ..)| off.dot(off) < least) {
            best = Some((off.dot(off), on, outward));
        }
    }
    let (squared, on, outward) = best?;
    let (sign, off) = if inside { (-1.0, on - p) } else { (1.0, p - on) };
    let distance = sign * squared.sqrt();
    let normal = if off == Wide::ZERO { outward.unit() } else { off.unit() };
    Some(Signed { distance, on_a: on, on_b: p, normal })
}

/// The answer in the frame outside, in which the piece is at `pose`.
fn to_outside(piece: usize, nearest: &Signed, pose: &WidePose) -> ClosestPoint {
    let d = nearest.narrow(pose);
    ClosestPoint { piece, point: d.point_a, normal: d.normal, distance: d.distance }
}
