//! Ray casts: the first point of a piece or shape on a ray, thin or thick. In: these and the ray's two ends. Out: the
//! first point, or none. In f64.
//!
//! A rounded outline is the union of its core, a strip along each edge and a disc at each corner. So the first entry is
//! the least of the entries through the strips' outer sides and into the discs. Edges are tested by the signs of
//! triangles (S. Woop, C. Benthin, I. Wald 2013: no ray passes between two edges that share a corner), discs by the
//! quadratic formula.

use crate::distance::inside::within;
use crate::distance::separation::box_gap;
use crate::manifold::scalar::core::Corners;
use crate::wide::{Wide, WidePose};
use carom_math::{Aabb, Pose, Vec2, max2, min2};
use carom_shapes::{OrientedBox, Piece, Polygon, Shape};

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
/// at fraction 0. A line without width is hit from both sides; a one-sided link only from its right. `None` also if a
/// number is not finite.
#[inline(always)]
pub fn ray_cast(piece: &Piece, from: Vec2, to: Vec2) -> Option<PieceRayHit> {
    match piece {
        // Short enough to be inlined here.
        Piece::Circle(circle) => {
            let ray = Ray::new(from.into(), to.into(), 0.0)?;
            let entry = ray.disc_or_inside(circle.center().into(), f64::from(circle.radius()))?;
            Some(ray.hit_thin(entry))
        }
        _ => circle_cast(piece, from, to, 0.0),
    }
}

/// The first hit on the piece of a circle of `radius` [m] whose centre moves from `from` to `to` (in the piece's frame
/// [m]): a thick ray. The point is the touching point, the normal is the piece's there. A circle that starts touching
/// hits at fraction 0, at its centre. A one-sided link is hit only with the centre on its right. `None` also if a
/// number is not finite or the radius negative.
#[inline]
pub fn circle_cast(piece: &Piece, from: Vec2, to: Vec2, radius: f32) -> Option<PieceRayHit> {
    let ray = Ray::new(from.into(), to.into(), radius)?;
    ray.enter(piece).map(|entry| ray.hit(entry))
}

/// The first hit on the box of the ray from `from` to `to`, all in the world [m]; see [`ray_cast`]. It follows from the
/// times at which the ray is between the box's two pairs of sides (T. Kay, J. Kajiya, Ray tracing complex scenes,
/// 1986).
#[inline]
pub fn ray_cast_aabb(a: &Aabb, from: Vec2, to: Vec2) -> Option<PieceRayHit> {
    let ray = Ray::new(from.into(), to.into(), 0.0)?;
    ray.enter_box(a.min.into(), a.max.into()).map(|entry| ray.hit(entry))
}

/// The first hit on the box of the ray from `from` to `to`, all in the world [m]: [`ray_cast_aabb`] in the box's frame.
#[inline]
pub fn ray_cast_box(a: &OrientedBox, from: Vec2, to: Vec2) -> Option<PieceRayHit> {
    let (pose, ray) = (WidePose::from(a.pose), Ray::new(from.into(), to.into(), 0.0)?);
    let local =
        Ray { from: pose.inverse_transform_point(ray.from), along: pose.inverse_rotate(ray.along), radius: 0.0 };
    let half: Wide = (0.5 * a.size).into();
    let entry = local.enter_box(-half, half)?;
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
    for piece in 0..shape.piece_count() {
        let one = shape.piece(piece);
        if box_gap(&way, &one.aabb(pose)) > 0.0 {
            continue;
        }
        if let Some(entry) = ray.enter(&one) {
            visit(ShapeHit { piece, hit: ray.hit_at(entry, &wide) });
        }
    }
}

/// The entry into a part of the piece.
#[derive(Clone, Copy)]
struct RayEntry {
    fraction: f64,
    normal: Wide,
}

/// A ray in a piece's frame: its start, its vector, and its radius [m].
struct Ray {
    from: Wide,
    along: Wide,
    radius: f64,
}

impl Ray {
    /// `None` if a number is not finite or the radius negative.
    #[inline]
    fn new(from: Wide, to: Wide, radius: f32) -> Option<Self> {
        let ray = Self { from, along: to - from, radius: f64::from(radius) };
        let size = ray.from.dot(ray.from) + ray.along.dot(ray.along);
        if size.is_finite() && radius.is_finite() && radius >= 0.0 { Some(ray) } else { None }
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

    /// The touching point. After a start inside only the centre is known.
    #[inline]
    fn touched(&self, entry: RayEntry) -> Wide {
        let off = if entry.fraction > 0.0 { self.radius } else { 0.0 };
        self.from + self.along * entry.fraction - entry.normal * off
    }

    /// The first entry into the piece: the most usual kinds have shorter paths of their own.
    fn enter(&self, piece: &Piece) -> Option<RayEntry> {
        let radius = f64::from(piece.radius()) + self.radius;
        match piece {
            Piece::Circle(circle) => self.disc_or_inside(circle.center().into(), radius),
            Piece::Capsule(capsule) => self.enter_capsule(capsule.a().into(), capsule.b().into(), radius),
            Piece::Segment(line) if radius > 0.0 => self.enter_capsule(line.a().into(), line.b().into(), radius),
            Piece::Polygon(polygon) if radius == 0.0 => self.enter_sharp(polygon),
            _ => self.enter_any(piece, radius),
        }
    }

    /// The entry into the box from `low` to `high`.
    #[inline]
    fn enter_box(&self, low: Wide, high: Wide) -> Option<RayEntry> {
        let Wide { x, y } = self.from;
        if (low.x <= x) & (x <= high.x) & (low.y <= y) & (y <= high.y) {
            return Some(self.inside());
        }
        // The times at which the ray comes between two sides and leaves them; a ray along them is between them always
        // or never.
        let between = |from: f64, along: f64, low: f64, high: f64| {
            let k = 1.0 / along;
            let (first, last) = if k > 0.0 { (low, high) } else { (high, low) };
            ((first - from) * k, (last - from) * k)
        };
        let (x_in, x_out) = between(x, self.along.x, low.x, high.x);
        let (y_in, y_out) = between(y, self.along.y, low.y, high.y);
        // NaN, if the ray runs along a side, is neither first nor last.
        let (fraction, out) = (x_in.max(y_in), x_out.min(y_out));
        if !(fraction <= out && (0.0..=1.0).contains(&fraction)) {
            return None;
        }
        let normal = if x_in >= y_in || y_in.is_nan() {
            Wide { x: -1.0_f64.copysign(self.along.x), y: 0.0 }
        } else {
            Wide { x: 0.0, y: -1.0_f64.copysign(self.along.y) }
        };
        Some(RayEntry { fraction, normal })
    }

    /// The entry into the capsule of `radius` from `a` to `b`: through the side that the ray faces, or else into the
    /// disc at the end where it crosses the side's line.
    fn enter_capsule(&self, a: Wide, b: Wide, radius: f64) -> Option<RayEntry> {
        let (axis, off) = (b - a, self.from - a);
        let (length2, aside, along) = (axis.dot(axis), axis.cross(off), axis.dot(off));
        if !(length2 > 0.0) {
            return self.disc_or_inside(a, radius);
        }
        let length = length2.sqrt();
        let wide = radius * length;
        // The position along the axis at which the ray hits the strip about it, times the axis's length.
        let (mut at, mut through) = (along, None);
        if aside.abs() > wide {
            let side = wide.copysign(aside);
            let fraction = (side - aside) / axis.cross(self.along);
            if !(0.0..=1.0).contains(&fraction) {
                return None;
            }
            at = along + fraction * axis.dot(self.along);
            through = Some(RayEntry { fraction, normal: axis.left() * (1.0_f64.copysign(aside) / length) });
        }
        if at < 0.0 {
            self.disc_or_inside(a, radius)
        } else if at > length2 {
            self.disc_or_inside(b, radius)
        } else {
            Some(through.unwrap_or_else(|| self.inside()))
        }
    }

    /// The entry into the disc of `radius` about `c`, from outside or inside.
    #[inline]
    fn disc_or_inside(&self, c: Wide, radius: f64) -> Option<RayEntry> {
        let m = self.from - c;
        if m.dot(m) <= radius * radius { Some(self.inside()) } else { self.disc(c, radius) }
    }

    /// The hit of a ray that starts inside.
    #[cold]
    fn inside(&self) -> RayEntry {
        RayEntry { fraction: 0.0, normal: -self.along.unit() }
    }

    /// The entry into a convex outline without a radius: each corner's side of the ray's line once, and a division only
    /// at the entry edge.
    fn enter_sharp(&self, polygon: &Polygon) -> Option<RayEntry> {
        let corners = polygon.vertices();
        let mut v = Wide::from(*corners.last()?) - self.from;
        let mut v_side = v.cross(self.along);
        let (mut inside, mut first) = (true, None::<(f64, f64, usize)>);
        for (i, w) in corners.iter().enumerate() {
            let w = Wide::from(*w) - self.from;
            let w_side = w.cross(self.along);
            let e = w - v;
            let behind = v.cross(e);
            inside &= behind >= 0.0;
            // From its right to its left, with the ends on both sides of the line, or on it. One branch: the entry edge
            // is unpredictable.
            if (v_side <= 0.0) & (w_side >= 0.0) & (behind <= 0.0) {
                let closing = self.along.cross(e);
                if closing < 0.0
                    && behind >= closing
                    && first.is_none_or(|(least, by, _)| behind * by < least * closing)
                {
                    first = Some((behind, closing, i));
                }
            }
            (v, v_side) = (w, w_side);
        }
        if inside {
            return Some(self.inside());
        }
        // The edge that ends at corner i begins at the one before.
        let (behind, closing, i) = first?;
        let edge = if i > 0 { i - 1 } else { corners.len() - 1 };
        polygon.normals().get(edge).map(|n| RayEntry { fraction: behind / closing, normal: (*n).into() })
    }

    /// The first entry into a piece of any kind; `radius` includes that of the ray.
    fn enter_any(&self, piece: &Piece, radius: f64) -> Option<RayEntry> {
        let corners = Corners::of(piece);
        let corners = corners.as_slice();
        let one_sided = match piece {
            Piece::Link(link) if link.one_sided => Some((Wide::from(link.a), Wide::from(link.b))),
            _ => None,
        };
        let in_front = |p: Wide| one_sided.is_none_or(|(a, b)| (b - a).right().dot(p - a) >= 0.0);
        if within(corners, radius, self.from) && in_front(self.from) {
            return Some(self.inside());
        }
        if let Some((a, b)) = one_sided
            && radius == 0.0
        {
            return self.edge(a, b, 0.0);
        }
        let mut first: Option<RayEntry> = None;
        let mut keep = |entry: Option<RayEntry>| {
            if let Some(e) = entry
                && first.is_none_or(|f| e.fraction < f.fraction)
                && in_front(self.from + self.along * e.fraction)
            {
                first = Some(e);
            }
        };
        let mut v = Wide::from(*corners.last()?);
        for w in corners {
            let w = Wide::from(*w);
            // The ray leaves through this edge, so it does not enter.
            if self.along.cross(w - v) < 0.0 {
                keep(self.edge(v, w, radius));
            }
            if radius > 0.0 {
                keep(self.disc(w, radius));
            } else if corners.len() == 2 {
                keep(self.end(v, w));
            }
            v = w;
        }
        first
    }

    /// The entry through the edge from `v` to `w`, moved outward by `radius`, from its right to its left.
    fn edge(&self, v: Wide, w: Wide, radius: f64) -> Option<RayEntry> {
        let normal = (w - v).right().unit();
        let offset = normal * radius;
        let (p, q) = (v + offset - self.from, w + offset - self.from);
        // The ends lie on both sides of the ray's line, or on it.
        if !(p.cross(self.along) <= 0.0 && q.cross(self.along) >= 0.0) {
            return None;
        }
        let closing = self.along.cross(q - p);
        if closing == 0.0 {
            return None;
        }
        let fraction = p.cross(q - p) / closing;
        let entry = RayEntry { fraction, normal };
        if self.along.dot(normal) < 0.0 && (0.0..=1.0).contains(&fraction) { Some(entry) } else { None }
    }

    /// The entry into the disc of `radius` about `c`, from outside.
    #[inline]
    fn disc(&self, c: Wide, radius: f64) -> Option<RayEntry> {
        let m = self.from - c;
        let (dd, md, aside) = (self.along.dot(self.along), m.dot(self.along), m.cross(self.along));
        // (m . d)^2 - d^2 (m^2 - r^2), without cancellation far away.
        let root = dd * (radius * radius) - aside * aside;
        // One branch: the two are unpredictable.
        if !((md < 0.0) & (root >= 0.0)) {
            return None;
        }
        // The divisions do not wait for the root.
        let fraction = (-md - root.sqrt()) * (1.0 / dd);
        let normal = (m + self.along * fraction) * f64::from(1.0 / radius as f32);
        if (0.0..=1.0).contains(&fraction) { Some(RayEntry { fraction, normal }) } else { None }
    }

    /// The entry at the end `w` of the line without width from `v` to `w`, exactly along the line.
    fn end(&self, v: Wide, w: Wide) -> Option<RayEntry> {
        let dd = self.along.dot(self.along);
        let on_line = self.along.cross(w - self.from) == 0.0 && self.along.cross(v - self.from) == 0.0;
        if !on_line || dd == 0.0 {
            return None;
        }
        let between = (self.from - v).dot(self.from - w) <= 0.0;
        let fraction = if between { 0.0 } else { (w - self.from).dot(self.along) / dd };
        let entry = RayEntry { fraction, normal: -self.along.unit() };
        if (0.0..=1.0).contains(&fraction) { Some(entry) } else { None }
    }
}
