//! Ray casts: the first point of a piece or shape on a ray, thin or thick. In: these and the ray's two ends. Out: the
//! first point, or none. In f64.
//!
//! Faces of separate pieces that should touch have a gap of rounding between them. So a thin ray that passes beside a
//! piece by no more than rounding touches it: see `graze`.

use crate::distance::graze::ray_rounding;
use crate::distance::ray_entry::{Miss, Ray, RayEntry};
use crate::distance::separation::box_gap;
use crate::wide::{Wide, WidePose};
use carom_math::{Aabb, Pose, Vec2, max2, min2};
use carom_shapes::{OrientedBox, Piece, Shape};

/// The hit of a ray on a piece.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PieceRayHit {
    /// Fraction of the ray, 0..=1.
    pub fraction: f32,
    /// The point [m].
    pub point: Vec2,
    /// Outward unit normal of the surface there. For a ray that starts inside it is against the ray, and zero if the
    /// ray has no length.
    pub normal: Vec2,
}

/// The first hit on the piece of the ray from `from` to `to` (in the piece's frame [m]). A ray that starts inside hits
/// at fraction 0. A line without width is hit from both sides; a one-sided link only from its right. A ray along a face
/// hits it where it begins, and a ray through a corner hits. Coordinates count as they are: [`ray_cast_at`] knows how
/// places in a world are rounded. `None` also if a number is not finite.
#[inline(always)]
pub fn ray_cast(piece: &Piece, from: Vec2, to: Vec2) -> Option<PieceRayHit> {
    let ray = Ray::new(from.into(), to.into(), 0.0)?;
    match piece {
        // Short enough to be inlined here.
        Piece::Circle(circle) => {
            let entry = ray.disc_or_inside(circle.center().into(), f64::from(circle.radius()))?;
            Some(ray.hit_thin(entry))
        }
        _ => ray.enter::<false>(piece).ok().map(|entry| ray.hit(entry)),
    }
}

/// The first hit on the piece at `pose` of the ray from `from` to `to` (in the world [m]); see [`ray_cast`]. A
/// ray that runs along a face, or passes a corner, within the rounding of places in the world hits it. So none slips
/// between two pieces that were laid side by side.
#[inline(always)]
pub fn ray_cast_at(piece: &Piece, pose: Pose, from: Vec2, to: Vec2) -> Option<PieceRayHit> {
    let ends = [pose.inverse_transform_point(from), pose.inverse_transform_point(to)];
    let hit = ray_cast_rounded(piece, ends, far(pose.p), || ray_rounding(pose, from, to))?;
    Some(PieceRayHit { point: pose.transform_point(hit.point), normal: pose.q.rotate(hit.normal), ..hit })
}

/// [`ray_cast`] of a piece that stands `place` [m] from the world's origin. `rounding` is that of all places along the
/// axes of the piece's frame [m]. It is only called if the ray misses by about as much.
#[inline(always)]
pub(crate) fn ray_cast_rounded(
    piece: &Piece,
    [from, to]: [Vec2; 2],
    place: f32,
    rounding: impl FnOnce() -> Vec2,
) -> Option<PieceRayHit> {
    match piece {
        // Short enough to be inlined here.
        Piece::Circle(circle) => {
            let ray = Ray::new(from.into(), to.into(), 0.0)?;
            let entry = ray.disc_or_inside(circle.center().into(), f64::from(circle.radius()))?;
            Some(ray.hit_thin(entry))
        }
        _ => {
            let ray = Ray::new(from.into(), to.into(), 0.0)?.at(place);
            let entry = match ray.enter::<true>(piece) {
                Ok(entry) => entry,
                Err(Miss::Far) => return None,
                Err(Miss::Near) => ray.graze_piece(piece, rounding())?,
            };
            Some(ray.hit(entry))
        }
    }
}

/// The first hit on the piece of a circle of `radius` [m] whose centre moves from `from` to `to` (in the piece's frame
/// [m]): a thick ray. The point is the touching point, the normal is the piece's there. A circle that starts touching
/// hits at fraction 0, at its centre. A one-sided link is hit only with the centre on its right. `None` also if a
/// number is not finite or the radius negative.
#[inline]
pub fn circle_cast(piece: &Piece, from: Vec2, to: Vec2, radius: f32) -> Option<PieceRayHit> {
    if radius == 0.0 {
        return ray_cast(piece, from, to);
    }
    let ray = Ray::new(from.into(), to.into(), radius)?;
    ray.enter::<false>(piece).ok().map(|entry| ray.hit(entry))
}

/// The first hit on the box of the ray from `from` to `to`, all in the world [m]; see [`ray_cast`]. It follows from the
/// times at which the ray is between the box's two pairs of sides (T. Kay, J. Kajiya, Ray tracing complex scenes,
/// 1986).
#[inline]
pub fn ray_cast_aabb(a: &Aabb, from: Vec2, to: Vec2) -> Option<PieceRayHit> {
    let ray = Ray::new(from.into(), to.into(), 0.0)?.at(0.0);
    let entry = ray.enter_box(a.min.into(), a.max.into(), Pose::IDENTITY, [from, to])?;
    Some(ray.hit(entry))
}

/// The first hit on the box of the ray from `from` to `to`, all in the world [m]: [`ray_cast_aabb`] in the box's frame.
#[inline]
pub fn ray_cast_box(a: &OrientedBox, from: Vec2, to: Vec2) -> Option<PieceRayHit> {
    let (pose, ray) = (WidePose::from(a.pose), Ray::new(from.into(), to.into(), 0.0)?);
    let along = pose.inverse_rotate(ray.along);
    let local = Ray { from: pose.inverse_transform_point(ray.from), along, ..ray.at(far(a.pose.p)) };
    let half: Wide = (0.5 * a.size).into();
    let entry = local.enter_box(-half, half, a.pose, [from, to])?;
    Some(ray.hit(RayEntry { normal: pose.rotate(entry.normal), ..entry }))
}

/// A hit of one of a shape's pieces, in the world.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ShapeHit {
    /// Index of the piece.
    pub piece: usize,
    /// The hit.
    pub hit: PieceRayHit,
}

/// The first hit on the shape at `pose` of the ray from `from` to `to` (in the world [m]); see [`ray_cast`]. The first
/// of equals. A piece whose box the ray misses costs only the box test.
pub fn ray_cast_shape(shape: &Shape, pose: Pose, from: Vec2, to: Vec2) -> Option<ShapeHit> {
    circle_cast_shape(shape, pose, from, to, 0.0)
}

/// The first hit on the shape at `pose` of a circle of `radius` [m] whose centre moves from `from` to `to` (in the
/// world [m]); see [`circle_cast`].
pub fn circle_cast_shape(shape: &Shape, pose: Pose, from: Vec2, to: Vec2, radius: f32) -> Option<ShapeHit> {
    let mut first: Option<ShapeHit> = None;
    circle_cast_each(shape, pose, from, to, radius, |found| {
        if first.is_none_or(|f| found.hit.fraction < f.hit.fraction) {
            first = Some(found);
        }
    });
    first
}

/// All pieces of the shape at `pose` that the ray from `from` to `to` (in the world [m]) enters, each once with its
/// first hit, in the order of the pieces.
pub fn ray_cast_each(shape: &Shape, pose: Pose, from: Vec2, to: Vec2, visit: impl FnMut(ShapeHit)) {
    circle_cast_each(shape, pose, from, to, 0.0, visit);
}

/// All pieces of the shape at `pose` that a moving circle of `radius` [m] hits; see [`ray_cast_each`].
pub fn circle_cast_each(shape: &Shape, pose: Pose, from: Vec2, to: Vec2, radius: f32, mut visit: impl FnMut(ShapeHit)) {
    let wide = WidePose::from(pose);
    let Some(ray) =
        Ray::new(wide.inverse_transform_point(from.into()), wide.inverse_transform_point(to.into()), radius)
    else {
        return;
    };
    let way = Aabb::new(min2(from, to), max2(from, to)).grown(radius);
    // A thick ray fits through no gap.
    let ray = if radius > 0.0 { ray } else { ray.at(far(pose.p)) };
    let near = |piece: &Piece| box_gap(&way, &piece.aabb(pose)) <= 0.0;
    let (mut any, mut beside) = (false, false);
    for piece in 0..shape.piece_count() {
        let one = shape.piece(piece);
        if !near(&one) {
            continue;
        }
        let entry = match ray.enter::<true>(&one) {
            Ok(entry) => entry,
            Err(Miss::Far) => continue,
            Err(Miss::Near) => {
                beside = true;
                // Pieces of one shape have the digits of its frame.
                match ray.graze_piece(&one, ray.rounding()) {
                    Some(entry) => entry,
                    None => continue,
                }
            }
        };
        any = true;
        visit(ShapeHit { piece, hit: ray.hit_at(entry, &wide) });
    }
    if any || !beside {
        return;
    }
    // Only a ray that hits none of them may touch what stands beside it in the world.
    let rounding = max2(ray.rounding(), ray_rounding(pose, from, to));
    for piece in 0..shape.piece_count() {
        let one = shape.piece(piece);
        if near(&one)
            && matches!(ray.enter::<true>(&one), Err(Miss::Near))
            && let Some(entry) = ray.graze_piece(&one, rounding)
        {
            visit(ShapeHit { piece, hit: ray.hit_at(entry, &wide) });
        }
    }
}

/// The distance of a place from the origin along the axes [m].
#[inline]
pub(crate) fn far(p: Vec2) -> f32 {
    p.x.abs() + p.y.abs()
}

impl Ray {
    /// The rounding of its ends in the frame [m].
    fn rounding(&self) -> Vec2 {
        ray_rounding(Pose::IDENTITY, self.from.narrow(), (self.from + self.along).narrow())
    }

    /// An entry in the frame outside, in which the piece is at `pose`.
    fn hit_at(&self, entry: RayEntry, pose: &WidePose) -> PieceRayHit {
        PieceRayHit {
            fraction: entry.fraction as f32,
            point: pose.transform_point(self.touched(entry)).narrow(),
            normal: pose.rotate(entry.normal).narrow(),
        }
    }

    /// An entry, in the frame.
    #[inline]
    fn hit(&self, entry: RayEntry) -> PieceRayHit {
        let point = self.touched(entry).narrow();
        PieceRayHit { fraction: entry.fraction as f32, point, normal: entry.normal.narrow() }
    }

    /// [`Ray::hit`] of a ray without a radius.
    #[inline]
    fn hit_thin(&self, entry: RayEntry) -> PieceRayHit {
        let point = (self.from + self.along * entry.fraction).narrow();
        PieceRayHit { fraction: entry.fraction as f32, point, normal: entry.normal.narrow() }
    }
}
