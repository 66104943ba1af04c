//! Where a ray enters a piece. In come a piece and the ray's two ends in its frame; out comes the first point, or none.
//! Computed in f64.
//!
//! A rounded outline is the union of its core, a strip along each edge and a disc at each corner, so the first entry
//! is the least of the entries through the strips' outer sides and into the discs. Edges by the signs of triangles
//! (S. Woop, C. Benthin, I. Wald 2013: no ray passes between two edges that share a corner), discs by the quadratic
//! formula.

use crate::core::Corners;
use crate::inside::within;
use crate::wide::Wide;
use carom_math::Vec2;
use carom_shapes::Piece;

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
    if !(from.is_finite() && to.is_finite()) {
        return None;
    }
    let corners = Corners::of(piece);
    let corners = corners.as_slice();
    let radius = f64::from(piece.radius());
    let ray = Ray { from: from.into(), along: Wide::from(to) - Wide::from(from) };
    if within(corners, radius, ray.from) {
        return Some(RayHit { fraction: 0.0, point: from, normal: (-ray.along.unit()).narrow() });
    }
    if let Piece::Link(link) = piece
        && link.one_sided
    {
        let (a, b) = (Wide::from(link.a), Wide::from(link.b));
        return ray.edge(a, b, 0.0).map(|entry| ray.hit(entry));
    }
    let mut first: Option<Entry> = None;
    let mut keep = |entry: Option<Entry>| {
        if let Some(e) = entry
            && first.is_none_or(|f| e.fraction < f.fraction)
        {
            first = Some(e);
        }
    };
    let mut v = Wide::from(*corners.last()?);
    for w in corners {
        let w = Wide::from(*w);
        keep(ray.edge(v, w, radius));
        if radius > 0.0 {
            keep(ray.disc(w, radius));
        } else if corners.len() == 2 {
            keep(ray.end(v, w));
        }
        v = w;
    }
    first.map(|entry| ray.hit(entry))
}

/// A way into a part of the piece.
#[derive(Clone, Copy)]
struct Entry {
    fraction: f64,
    normal: Wide,
}

/// A ray: its start, and the way to its end [m].
struct Ray {
    from: Wide,
    along: Wide,
}

impl Ray {
    fn hit(&self, entry: Entry) -> RayHit {
        RayHit {
            fraction: entry.fraction as f32,
            point: (self.from + self.along * entry.fraction).narrow(),
            normal: entry.normal.narrow(),
        }
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
        let (dd, md) = (self.along.dot(self.along), m.dot(self.along));
        let outside = m.dot(m) - radius * radius;
        let root = md * md - dd * outside;
        if !(md < 0.0 && root >= 0.0) {
            return None;
        }
        let fraction = (-md - root.sqrt()) / dd;
        let normal = (m + self.along * fraction).unit();
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
