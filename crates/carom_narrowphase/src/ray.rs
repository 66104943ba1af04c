//! Where a ray, thin or thick, enters a piece or a shape. In come these and the ray's two ends; out comes the first
//! point, or none. Computed in f64.
//!
//! A rounded outline is the union of its core, a strip along each edge and a disc at each corner, so the first entry
//! is the least of the entries through the strips' outer sides and into the discs. Edges by the signs of triangles
//! (S. Woop, C. Benthin, I. Wald 2013: no ray passes between two edges that share a corner), discs by the quadratic
//! formula.

use crate::core::Corners;
use crate::inside::within;
use crate::separation::box_gap;
use crate::wide::{Wide, WidePose};
use carom_math::{Aabb, Pose, Vec2, max2, min2};
use carom_shapes::{Piece, Polygon, Shape};

/// Where a ray enters a piece.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RayHit {
    /// How far along the ray, 0..=1.
    pub fraction: f32,
    /// The point [m].
    pub point: Vec2,
    /// Outward unit normal of the surface there. For a ray that starts inside: against the ray, and zero if the ray
    /// has no length.
    pub normal: Vec2,
}

/// Where the ray from `from` to `to` (in the piece's frame [m]) first meets the piece. One that starts inside hits at
/// fraction 0. A line without width is hit from both sides; a one-sided link only from its right. `None` also where a
/// number is not finite.
pub fn ray_cast(piece: &Piece, from: Vec2, to: Vec2) -> Option<RayHit> {
    circle_cast(piece, from, to, 0.0)
}

/// Where a circle of `radius` [m] whose centre goes from `from` to `to` (in the piece's frame [m]) first touches the
/// piece: a thick ray. The point is where they touch, the normal is the piece's there. One that starts touching hits
/// at fraction 0, at its centre. A one-sided link is met only with the centre on its right. `None` also where a number
/// is not finite or the radius negative.
pub fn circle_cast(piece: &Piece, from: Vec2, to: Vec2, radius: f32) -> Option<RayHit> {
    let ray = Ray::new(from.into(), to.into(), radius)?;
    ray.enter(piece).map(|entry| ray.hit(entry, &WidePose::IDENTITY))
}

/// A hit of one of a shape's pieces, in the world.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ShapeHit {
    /// Number of the piece.
    pub piece: usize,
    /// Where the ray enters it.
    pub hit: RayHit,
}

/// Where the ray from `from` to `to` (in the world [m]) first meets the shape at `pose`; see [`ray_cast`]. The first of
/// equals; pieces whose boxes the ray misses cost no more than that.
pub fn ray_cast_shape(shape: &Shape, pose: Pose, from: Vec2, to: Vec2) -> Option<ShapeHit> {
    circle_cast_shape(shape, pose, from, to, 0.0)
}

/// Where a circle of `radius` [m] whose centre goes from `from` to `to` (in the world [m]) first touches the shape at
/// `pose`; see [`circle_cast`].
pub fn circle_cast_shape(shape: &Shape, pose: Pose, from: Vec2, to: Vec2, radius: f32) -> Option<ShapeHit> {
    let mut first: Option<ShapeHit> = None;
    circle_cast_each(shape, pose, from, to, radius, |found| {
        if first.is_none_or(|f| found.hit.fraction < f.hit.fraction) {
            first = Some(found);
        }
    });
    first
}

/// All pieces of the shape at `pose` that the ray from `from` to `to` (in the world [m]) enters, and where, in the order
/// of the pieces: each piece once, where the ray enters it first.
pub fn ray_cast_each(shape: &Shape, pose: Pose, from: Vec2, to: Vec2, visit: impl FnMut(ShapeHit)) {
    circle_cast_each(shape, pose, from, to, 0.0, visit);
}

/// All pieces of the shape at `pose` that a circle of `radius` [m] meets on its way; see [`ray_cast_each`].
pub fn circle_cast_each(shape: &Shape, pose: Pose, from: Vec2, to: Vec2, radius: f32, mut visit: impl FnMut(ShapeHit)) {
    let wide = WidePose::from(pose);
    let Some(ray) = Ray::new(wide.unapply(from.into()), wide.unapply(to.into()), radius) else { return };
    let way = Aabb::new(min2(from, to), max2(from, to)).grown(radius);
    for piece in 0..shape.piece_count() {
        let one = shape.piece(piece);
        if box_gap(&way, &one.aabb(pose)) > 0.0 {
            continue;
        }
        if let Some(entry) = ray.enter(&one) {
            visit(ShapeHit { piece, hit: ray.hit(entry, &wide) });
        }
    }
}

/// A way into a part of the piece.
#[derive(Clone, Copy)]
struct Entry {
    fraction: f64,
    normal: Wide,
}

/// A ray in a piece's frame: its start, the way to its end, and how thick it is [m].
struct Ray {
    from: Wide,
    along: Wide,
    radius: f64,
}

impl Ray {
    /// `None` where a number is not finite or the radius negative.
    fn new(from: Wide, to: Wide, radius: f32) -> Option<Self> {
        let ray = Self { from, along: to - from, radius: f64::from(radius) };
        let finite = ray.from.dot(ray.from).is_finite() && ray.along.dot(ray.along).is_finite();
        if finite && radius.is_finite() && radius >= 0.0 { Some(ray) } else { None }
    }

    /// An entry as seen from outside the frame, which is at `pose`.
    fn hit(&self, entry: Entry, pose: &WidePose) -> RayHit {
        // A start inside touches at the centre, for all that is known.
        let off = if entry.fraction > 0.0 { self.radius } else { 0.0 };
        let point = self.from + self.along * entry.fraction - entry.normal * off;
        RayHit {
            fraction: entry.fraction as f32,
            point: pose.apply(point).narrow(),
            normal: pose.rotate(entry.normal).narrow(),
        }
    }

    /// The first way into the piece: the two most usual kinds have shorter ways of their own.
    fn enter(&self, piece: &Piece) -> Option<Entry> {
        let radius = f64::from(piece.radius()) + self.radius;
        match piece {
            Piece::Circle(circle) => self.disc_or_inside(circle.center().into(), radius),
            Piece::Polygon(polygon) if radius == 0.0 => self.enter_sharp(polygon),
            _ => self.enter_any(piece, radius),
        }
    }

    /// Into the disc of `radius` about `c`, from outside or inside.
    fn disc_or_inside(&self, c: Wide, radius: f64) -> Option<Entry> {
        let m = self.from - c;
        if m.dot(m) <= radius * radius { Some(self.inside()) } else { self.disc(c, radius) }
    }

    /// What a ray that starts inside hits.
    fn inside(&self) -> Entry {
        Entry { fraction: 0.0, normal: -self.along.unit() }
    }

    /// Into a convex outline without a radius: each corner's side of the ray's line once, and a division only at the edge
    /// where the line goes in.
    fn enter_sharp(&self, polygon: &Polygon) -> Option<Entry> {
        let corners = polygon.vertices();
        let mut v = Wide::from(*corners.last()?) - self.from;
        let mut v_side = v.cross(self.along);
        let (mut inside, mut first) = (true, None::<(f64, usize)>);
        for (i, w) in corners.iter().enumerate() {
            let w = Wide::from(*w) - self.from;
            let w_side = w.cross(self.along);
            let e = w - v;
            let behind = v.cross(e);
            inside &= behind >= 0.0;
            // From its right to its left, with the ends on both sides of the line, or on it.
            if v_side <= 0.0 && w_side >= 0.0 && behind <= 0.0 {
                let closing = self.along.cross(e);
                let fraction = behind / closing;
                if closing < 0.0 && behind >= closing && first.is_none_or(|(least, _)| fraction < least) {
                    first = Some((fraction, i));
                }
            }
            (v, v_side) = (w, w_side);
        }
        if inside {
            return Some(self.inside());
        }
        // The edge that ends at corner i begins at the one before.
        let (fraction, i) = first?;
        let edge = if i > 0 { i - 1 } else { corners.len() - 1 };
        polygon.normals().get(edge).map(|n| Entry { fraction, normal: (*n).into() })
    }

    /// The first way into a piece of any kind, `radius` with that of the ray.
    fn enter_any(&self, piece: &Piece, radius: f64) -> Option<Entry> {
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
        let mut first: Option<Entry> = None;
        let mut keep = |entry: Option<Entry>| {
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
            // What the ray leaves through this edge, it does not enter.
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

    /// Through the edge from `v` to `w`, moved outward by `radius`, from its right to its left.
    fn edge(&self, v: Wide, w: Wide, radius: f64) -> Option<Entry> {
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
        let entry = Entry { fraction, normal };
        if self.along.dot(normal) < 0.0 && (0.0..=1.0).contains(&fraction) { Some(entry) } else { None }
    }

    /// Into the disc of `radius` about `c`, from outside.
    fn disc(&self, c: Wide, radius: f64) -> Option<Entry> {
        let m = self.from - c;
        let (dd, md, aside) = (self.along.dot(self.along), m.dot(self.along), m.cross(self.along));
        // (m . d)^2 - d^2 (m^2 - r^2), without cancellation far away.
        let root = dd * (radius * radius) - aside * aside;
        if !(md < 0.0 && root >= 0.0) {
            return None;
        }
        let fraction = (-md - root.sqrt()) / dd;
        let normal = (m + self.along * fraction) * (1.0 / radius);
        if (0.0..=1.0).contains(&fraction) { Some(Entry { fraction, normal }) } else { None }
    }

    /// Onto the end `w` of the line without width from `v` to `w`, exactly along the line.
    fn end(&self, v: Wide, w: Wide) -> Option<Entry> {
        let dd = self.along.dot(self.along);
        let on_line = self.along.cross(w - self.from) == 0.0 && self.along.cross(v - self.from) == 0.0;
        if !on_line || dd == 0.0 {
            return None;
        }
        let between = (self.from - v).dot(self.from - w) <= 0.0;
        let fraction = if between { 0.0 } else { (w - self.from).dot(self.along) / dd };
        let entry = Entry { fraction, normal: -self.along.unit() };
        if (0.0..=1.0).contains(&fraction) { Some(entry) } else { None }
    }
}
