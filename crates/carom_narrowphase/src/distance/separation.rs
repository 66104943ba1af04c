//! The signed distance of two pieces or shapes, which is minus the penetration depth if they overlap. In: both with
//! their poses. Out: the signed distance, its points, and its direction. In f64.
//!
//! Apart: E. Gilbert, D. Johnson, S. Keerthi 1988. Overlapping: the greatest separation over all edge normals of both
//! cores, which is the distance from the origin to the boundary of their Minkowski difference (S. Cameron, R. Culley,
//! Determining the minimum translational distance between two convex polyhedra, 1986).

use crate::distance::ClosestPoints;
use crate::distance::gjk::nearest_seen;
use crate::manifold::scalar::core::Corners;
use crate::wide::{Wide, WidePose};
use carom_math::{Aabb, Pose, Vec2};
use carom_shapes::{Piece, Shape};

/// Cores nearer than this part of their size and distance count as touching: nearest points have no direction there.
const TOUCH: f64 = 1.0e-10;

/// The signed distance of two pieces, in a's frame. If the cores are apart it is that of [`crate::distance`]. If they
/// overlap it is minus the depth, the length of the least push that parts the surfaces. The normal is a unit in both
/// cases: moving b along it increases the distance fastest. Pieces about one point part along y.
///
/// Links count as two-sided segments. If a number of the pose is not finite, the answer may not be either.
pub fn separation(a: &Piece, b: &Piece, b_in_a: Pose) -> ClosestPoints {
    separate(a, b, &b_in_a.into()).narrow(&WidePose::IDENTITY)
}

/// The nearest, or deepest, pieces of two shapes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ShapeDistance {
    /// Index of the piece of a.
    pub piece_a: usize,
    /// Index of the piece of b.
    pub piece_b: usize,
    /// Their signed distance, points and normal, in the world.
    pub distance: ClosestPoints,
}

/// The signed distance of two whole shapes, each at its pose in the world: the least [`separation`] over all pairs of
/// pieces. Pairs whose boxes are farther apart than the best so far are skipped. If several pieces overlap, one push
/// along the normal parts the deepest pair only; [`crate::push_apart`] goes on.
pub fn separation_shapes(a: &Shape, pose_a: Pose, b: &Shape, pose_b: Pose) -> ShapeDistance {
    let (wide_a, wide_b) = (WidePose::from(pose_a), WidePose::from(pose_b));
    let b_in_a = wide_a.inv_mul(&wide_b);
    let mut best: Option<(f64, usize, usize, Signed)> = None;
    for i in 0..a.piece_count() {
        let piece_a = a.piece(i);
        let box_a = piece_a.aabb(pose_a);
        for k in 0..b.piece_count() {
            let piece_b = b.piece(k);
            if best.is_some_and(|(least, ..)| box_gap(&box_a, &piece_b.aabb(pose_b)) > least) {
                continue;
            }
            let d = separate(&piece_a, &piece_b, &b_in_a);
            if best.is_none_or(|(least, ..)| d.distance < least) {
                best = Some((d.distance, i, k, d));
            }
        }
    }
    best.map_or_else(ShapeDistance::default, |(_, piece_a, piece_b, d)| ShapeDistance {
        piece_a,
        piece_b,
        distance: d.narrow(&wide_a),
    })
}

/// A lower bound on the signed distance of two things with these boxes [m]: that of the boxes if they are apart.
pub(crate) fn box_gap(a: &Aabb, b: &Aabb) -> f64 {
    let wide = f64::from;
    let gap = |lo: f32, hi: f32| if lo > hi { wide(lo) - wide(hi) } else { 0.0 };
    let x = gap(a.min.x, b.max.x) + gap(b.min.x, a.max.x);
    let y = gap(a.min.y, b.max.y) + gap(b.min.y, a.max.y);
    let size = |b: &Aabb| wide(b.min.x.abs()) + wide(b.min.y.abs()) + wide(b.max.x.abs()) + wide(b.max.y.abs());
    if x == 0.0 && y == 0.0 {
        return f64::NEG_INFINITY;
    }
    // The corners of both boxes are rounded.
    (x * x + y * y).sqrt() - wide(f32::EPSILON) * (size(a) + size(b))
}

/// A signed distance in f64, in a's frame.
#[derive(Clone, Copy)]
pub(crate) struct Signed {
    pub distance: f64,
    pub on_a: Wide,
    pub on_b: Wide,
    /// Unit vector from a to b.
    pub normal: Wide,
}

impl Signed {
    /// Rounded, in the frame in which a's pose is `pose_a`.
    pub fn narrow(&self, pose_a: &WidePose) -> ClosestPoints {
        ClosestPoints {
            distance: self.distance as f32,
            point_a: pose_a.transform_point(self.on_a).narrow(),
            point_b: pose_a.transform_point(self.on_b).narrow(),
            normal: pose_a.rotate(self.normal).narrow(),
        }
    }

    /// The surfaces in place of the cores.
    fn with_radii(self, a: f64, b: f64) -> Self {
        Self {
            distance: self.distance - (a + b),
            on_a: self.on_a + self.normal * a,
            on_b: self.on_b - self.normal * b,
            normal: self.normal,
        }
    }
}

/// The signed distance of two pieces.
pub(crate) fn separate(a: &Piece, b: &Piece, b_in_a: &WidePose) -> Signed {
    let (corners_a, corners_b) = (Corners::of(a), Corners::of(b));
    let cores = separate_cores(corners_a.as_slice(), corners_b.as_slice(), b_in_a);
    cores.with_radii(f64::from(a.radius()), f64::from(b.radius()))
}

/// The signed distance of a point `p` from a piece.
pub(crate) fn separate_point(a: &Piece, p: Wide) -> Signed {
    let there = WidePose { p, ..WidePose::IDENTITY };
    separate_cores(Corners::of(a).as_slice(), &[Vec2::ZERO], &there).with_radii(f64::from(a.radius()), 0.0)
}

/// The signed distance of two cores.
fn separate_cores(a: &[Vec2], b: &[Vec2], b_in_a: &WidePose) -> Signed {
    let near = nearest_seen(a, b, b_in_a);
    let size = near.on_a.length() + near.on_b.length() + b_in_a.p.length();
    if near.distance <= TOUCH * size {
        return deepest(a, b, b_in_a);
    }
    Signed { distance: near.distance, on_a: near.on_a, on_b: near.on_b, normal: near.normal }
}

/// The least push out of an overlap of two cores.
fn deepest(a: &[Vec2], b: &[Vec2], b_in_a: &WidePose) -> Signed {
    // Both in a's frame: a rotation in f32 is not quite of length one, so b's own frame has another scale.
    let (ours, theirs) =
        (through_edge(a, &WidePose::IDENTITY, b, b_in_a), through_edge(b, b_in_a, a, &WidePose::IDENTITY));
    match (ours, theirs) {
        (Some(ours), theirs) if theirs.is_none_or(|t| !(t.distance > ours.distance)) => ours,
        (_, Some(theirs)) => {
            Signed { distance: theirs.distance, on_a: theirs.on_b, on_b: theirs.on_a, normal: -theirs.normal }
        }
        // Two points on one spot.
        _ => {
            let on_a = a.first().map_or(Wide::ZERO, |v| (*v).into());
            Signed { distance: 0.0, on_a, on_b: on_a, normal: Wide { x: 0.0, y: 1.0 } }
        }
    }
}

/// The edge of `a` at `pose_a` that `b` at `pose_b` is farthest outside of; `None` if no edge has a length.
fn through_edge(a: &[Vec2], pose_a: &WidePose, b: &[Vec2], pose_b: &WidePose) -> Option<Signed> {
    let mut best: Option<(f64, Wide, Wide, Wide)> = None;
    let mut v = pose_a.transform_point((*a.last()?).into());
    for w in a {
        let w = pose_a.transform_point((*w).into());
        let normal = (w - v).right().unit();
        let low = lowest(b, pose_b.inverse_rotate(normal)) + normal.dot(pose_b.p - v);
        if normal != Wide::ZERO && best.is_none_or(|(most, ..)| low > most) {
            best = Some((low, v, w, normal));
        }
        v = w;
    }
    let (distance, v, w, normal) = best?;
    // b's lowest feature and the edge share a range along the edge: the depth is measured at its middle.
    let (tangent, length) = ((w - v).unit(), (w - v).length());
    let level = 1.0e-9 * (length + distance.abs() + pose_b.p.length());
    let (mut first, mut last) = (f64::INFINITY, f64::NEG_INFINITY);
    for q in b {
        let d = pose_b.transform_point((*q).into()) - v;
        if normal.dot(d) <= distance + level {
            let along = tangent.dot(d);
            first = if along < first { along } else { first };
            last = if along > last { along } else { last };
        }
    }
    // Rounding may leave the feature beside the edge: then the nearer end is the point.
    let on_edge = |along: f64| {
        let along = if along < length { along } else { length };
        if along > 0.0 { along } else { 0.0 }
    };
    let on_a = v + tangent * (0.5 * (on_edge(first) + on_edge(last)));
    Some(Signed { distance, on_a, on_b: on_a + normal * distance, normal })
}

/// The least coordinate of the corners along `n`.
fn lowest(corners: &[Vec2], n: Wide) -> f64 {
    corners.iter().fold(f64::INFINITY, |low, v| {
        let d = n.dot((*v).into());
        if d < low { d } else { low }
    })
}
