//! Overlap tests and the manifolds of whole shapes. In: two pieces, or two whole shapes at their poses. Out: yes or no,
//! or the manifolds of all pairs of pieces. Tests are ordered by cost: boxes, radii, axes.

use crate::distance::separation::{box_gap, separate};
use crate::manifold::collide::collide;
use crate::manifold::scalar::capsule::collide_capsules;
use crate::manifold::scalar::circle::nearest_on_line;
use crate::toolbox::tile_grid::overlap_tiles;
use crate::wide::{Wide, WidePose};
use crate::{sat, sat_circle};
use carom_math::{Pose, Vec2};
use carom_shapes::{Capsule, Circle, Manifold, Piece, Segment, Shape, TileGrid};

/// Whether two circles share a point: one squared distance, no root.
#[inline]
pub fn circles_overlap(a: &Circle, b: &Circle, b_in_a: Pose) -> bool {
    near(a.center(), b_in_a.transform_point(b.center()), a.radius() + b.radius())
}

/// Whether a capsule and a circle share a point: one projection on the capsule's line, one squared distance.
#[inline]
pub fn capsule_overlaps_circle(a: &Capsule, b: &Circle, b_in_a: Pose) -> bool {
    let center = b_in_a.transform_point(b.center());
    near(nearest_on_line(a.a(), a.b(), center).0, center, a.radius() + b.radius())
}

/// Whether two capsules share a point: the test of [`collide_capsules`].
#[inline]
pub fn capsules_overlap(a: &Capsule, b: &Capsule, b_in_a: Pose) -> bool {
    collide_capsules(a, b, b_in_a, 0.0).count > 0
}

/// Whether two segments share a point, the ends included: four signs of triangles, in f64 (R. Sedgewick, Algorithms,
/// 1983). Segments on one line share a point if their projections on it do.
pub fn segments_cross(a: &Segment, b: &Segment, b_in_a: Pose) -> bool {
    let pose = WidePose::from(b_in_a);
    let (p, q) = (Wide::from(a.a()), Wide::from(a.b()));
    let (r, s) = (pose.transform_point(b.a().into()), pose.transform_point(b.b().into()));
    let apart = |e: Wide, x: f64, y: f64| e != Wide::ZERO && (x > 0.0 && y > 0.0 || x < 0.0 && y < 0.0);
    let (e, f) = (q - p, s - r);
    let (r_side, s_side) = (e.cross(r - p), e.cross(s - p));
    if apart(e, r_side, s_side) || apart(f, f.cross(p - r), f.cross(q - r)) {
        return false;
    }
    // Neither line parts them: they cross, or all four ends are on one line.
    if r_side == 0.0 && s_side == 0.0 {
        let (r_along, s_along) = (e.dot(r - p), e.dot(s - p));
        return !(r_along < 0.0 && s_along < 0.0 || r_along > e.dot(e) && s_along > e.dot(e));
    }
    b_in_a.is_finite()
}

/// Whether two pieces share a point, by the cheapest exact test for their kinds. Links count as two-sided segments. No
/// if a number is not finite.
pub fn overlaps(a: &Piece, b: &Piece, b_in_a: Pose) -> bool {
    match (a, b) {
        (Piece::Circle(a), Piece::Circle(b)) => circles_overlap(a, b, b_in_a),
        (Piece::Capsule(a), Piece::Circle(b)) => capsule_overlaps_circle(a, b, b_in_a),
        (Piece::Circle(a), Piece::Capsule(b)) => capsule_overlaps_circle(b, a, b_in_a.inverse()),
        (Piece::Polygon(a), Piece::Circle(b)) => sat_circle(a, b, b_in_a).is_touching(),
        (Piece::Circle(a), Piece::Polygon(b)) => sat_circle(b, a, b_in_a.inverse()).is_touching(),
        (Piece::Polygon(a), Piece::Polygon(b)) => sat(a, b, b_in_a).is_touching(),
        _ => b_in_a.is_finite() && separate(a, b, &b_in_a.into()).distance <= 0.0,
    }
}

/// Whether two whole shapes, each at its pose in the world, share a point: the first pair of pieces that does ends it.
/// The cells of a tile grid are solid, however it collides.
pub fn overlap_shapes(a: &Shape, pose_a: Pose, b: &Shape, pose_b: Pose) -> bool {
    match (a, b) {
        (Shape::TileGrid(grid), _) => overlaps_grid(grid, pose_a, b, pose_b),
        (_, Shape::TileGrid(grid)) => overlaps_grid(grid, pose_b, a, pose_a),
        _ => pieces_overlap(a, pose_a, b, pose_b),
    }
}

/// [`overlap_shapes`] of a grid and any shape, by its cells; of another grid, every cell is a piece.
fn overlaps_grid(grid: &TileGrid, pose_grid: Pose, b: &Shape, pose_b: Pose) -> bool {
    let b_in_grid = pose_grid.inv_mul(pose_b);
    let meets = |piece: &Piece, pose: Pose| overlap_tiles(grid, piece, b_in_grid.compose(pose)).is_some();
    match b {
        Shape::TileGrid(other) => {
            other.cells().any(|cell| other.cell_piece(cell).is_some_and(|(piece, pose)| meets(piece, pose)))
        }
        _ => (0..b.piece_count()).any(|k| meets(&b.piece(k), Pose::IDENTITY)),
    }
}

/// [`overlap_shapes`] by the pieces that collide.
fn pieces_overlap(a: &Shape, pose_a: Pose, b: &Shape, pose_b: Pose) -> bool {
    !each_pair(a, pose_a, b, pose_b, 0.0, |_, _, a, b, b_in_a| !overlaps(a, b, b_in_a))
}

/// The contacts of two whole shapes: calls `visit` with the indices of both pieces and their manifold, in the world,
/// for each pair that comes within `reach` [m]; see [`collide`]. Returns whether there was one.
pub fn collide_shapes(
    a: &Shape,
    pose_a: Pose,
    b: &Shape,
    pose_b: Pose,
    reach: f32,
    mut visit: impl FnMut(usize, usize, &Manifold),
) -> bool {
    let mut any = false;
    each_pair(a, pose_a, b, pose_b, reach, |i, k, a, b, b_in_a| {
        let m = collide(a, b, b_in_a, reach);
        if m.count > 0 {
            any = true;
            visit(i, k, &in_world(m, pose_a));
        }
        true
    });
    any
}

/// Calls `visit` with all pairs of pieces whose boxes come within `reach`, until it returns false. Returns whether it
/// never did.
fn each_pair(
    a: &Shape,
    pose_a: Pose,
    b: &Shape,
    pose_b: Pose,
    reach: f32,
    mut visit: impl FnMut(usize, usize, &Piece, &Piece, Pose) -> bool,
) -> bool {
    let b_in_a = pose_a.inv_mul(pose_b);
    for i in 0..a.piece_count() {
        let piece_a = a.piece(i);
        let box_a = piece_a.aabb(pose_a);
        for k in 0..b.piece_count() {
            let piece_b = b.piece(k);
            let apart = box_gap(&box_a, &piece_b.aabb(pose_b)) > f64::from(reach);
            if !apart && !visit(i, k, &piece_a, &piece_b, b_in_a) {
                return false;
            }
        }
    }
    true
}

/// Whether two points are within `radius` of each other.
#[inline(always)]
fn near(p: Vec2, q: Vec2, radius: f32) -> bool {
    let d = q - p;
    d.dot(d) <= radius * radius
}

/// A manifold in the frame of a, moved to the world.
fn in_world(mut m: Manifold, pose_a: Pose) -> Manifold {
    m.normal = pose_a.q.rotate(m.normal);
    for p in m.points.iter_mut().take(m.count as usize) {
        p.point = pose_a.transform_point(p.point);
    }
    m
}
