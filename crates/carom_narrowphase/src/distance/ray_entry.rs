//! The entry of a ray, thin or thick, into one piece: in its frame, in f64.
//!
//! A rounded outline is the union of its core, a strip along each edge and a disc at each corner. So the first entry is
//! the least of the entries through the strips' outer sides and into the discs. Edges are tested by the signs of
//! triangles (S. Woop, C. Benthin, I. Wald 2013: no ray passes between two edges that share a corner), discs by the
//! quadratic formula.

use crate::distance::inside::within;
use crate::manifold::scalar::core::Corners;
use crate::wide::Wide;
use carom_math::{Pose, Vec2};
use carom_shapes::{Piece, Polygon};

/// The entry into a part of the piece.
#[derive(Clone, Copy)]
pub(crate) struct RayEntry {
    pub fraction: f64,
    pub normal: Wide,
}

/// No entry.
#[derive(Clone, Copy)]
pub(crate) enum Miss {
    /// By more than [`Ray::near`].
    Far,
    /// Perhaps by no more than rounding: `graze` knows.
    Near,
}

impl Miss {
    pub(crate) fn of(near: bool) -> Self {
        if near { Self::Near } else { Self::Far }
    }
}

/// A ray in a piece's frame: its start, its vector, its radius, and the distance of the frame from the world's origin
/// [m].
#[derive(Clone, Copy)]
pub(crate) struct Ray {
    pub from: Wide,
    pub along: Wide,
    pub radius: f64,
    /// Minus infinity for a thick ray, which is not widened.
    pub place: f64,
}

impl Ray {
    /// `None` if a number is not finite or the radius negative.
    #[inline]
    pub(crate) fn new(from: Wide, to: Wide, radius: f32) -> Option<Self> {
        let ray = Self { from, along: to - from, radius: f64::from(radius), place: f64::NEG_INFINITY };
        let size = ray.from.dot(ray.from) + ray.along.dot(ray.along);
        if size.is_finite() && radius.is_finite() && radius >= 0.0 { Some(ray) } else { None }
    }

    /// A thin ray in a frame whose place is so `far` from the world's origin [m].
    #[inline]
    pub(crate) fn at(self, far: f32) -> Self {
        Self { place: far.into(), ..self }
    }

    /// The touching point. After a start inside only the centre is known.
    #[inline]
    pub(crate) fn touched(&self, entry: RayEntry) -> Wide {
        let off = if entry.fraction > 0.0 { self.radius } else { 0.0 };
        self.from + self.along * entry.fraction - entry.normal * off
    }

    /// The first entry into the piece: the most usual kinds have shorter paths of their own.
    /// Only a `WIDE` ray tells near misses from others.
    pub(crate) fn enter<const WIDE: bool>(&self, piece: &Piece) -> Result<RayEntry, Miss> {
        let radius = f64::from(piece.radius()) + self.radius;
        match piece {
            Piece::Circle(circle) => self.disc_or_inside(circle.center().into(), radius).ok_or(Miss::Far),
            Piece::Capsule(capsule) => self.enter_capsule::<WIDE>(capsule.a().into(), capsule.b().into(), radius),
            Piece::Segment(line) if radius > 0.0 => {
                self.enter_capsule::<WIDE>(line.a().into(), line.b().into(), radius)
            }
            Piece::Polygon(polygon) if radius == 0.0 => self.enter_sharp::<WIDE>(polygon),
            _ => self.enter_any(piece, radius),
        }
    }

    /// The entry into the box at `pose` from `low` to `high` of the ray between two `ends` in the world.
    #[inline(always)]
    pub(crate) fn enter_box(&self, low: Wide, high: Wide, pose: Pose, ends: [Vec2; 2]) -> Option<RayEntry> {
        let Wide { x, y } = self.from;
        if (low.x <= x) & (x <= high.x) & (low.y <= y) & (y <= high.y) {
            return Some(self.inside());
        }
        // The times at which the ray comes between two sides and leaves them; a ray along them is between them always
        // or never.
        let (kx, ky) = (1.0 / self.along.x, 1.0 / self.along.y);
        let between = |from: f64, k: f64, low: f64, high: f64| {
            let (first, last) = if k > 0.0 { (low, high) } else { (high, low) };
            ((first - from) * k, (last - from) * k)
        };
        let (x_in, x_out) = between(x, kx, low.x, high.x);
        let (y_in, y_out) = between(y, ky, low.y, high.y);
        // NaN, if the ray runs along a side, is neither first nor last.
        let (fraction, out) = (x_in.max(y_in), x_out.min(y_out));
        if !(fraction <= out && (0.0..=1.0).contains(&fraction)) {
            // Sides that are moved out by `near` are met earlier and left later by no more than this.
            let near = self.near();
            let earlier = near * (kx.abs() + ky.abs());
            let misses = |from: f64, along: f64, low: f64, high: f64| {
                let (least, most) = if along < 0.0 { (from + along, from) } else { (from, from + along) };
                least > high + near || most < low - near
            };
            if fraction - out > 2.0 * earlier
                || misses(x, self.along.x, low.x, high.x)
                || misses(y, self.along.y, low.y, high.y)
            {
                return None;
            }
            return self.graze_box(low, high, pose, ends);
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
    fn enter_capsule<const WIDE: bool>(&self, a: Wide, b: Wide, radius: f64) -> Result<RayEntry, Miss> {
        let (axis, off) = (b - a, self.from - a);
        let (length2, aside, along) = (axis.dot(axis), axis.cross(off), axis.dot(off));
        if !(length2 > 0.0) {
            return self.disc_or_inside(a, radius).ok_or(Miss::Far);
        }
        let length = length2.sqrt();
        let wide = radius * length;
        // A ray along a side starts beside that side's line. Round ends are as circles.
        let miss = || Miss::of(WIDE && (aside.abs() - wide).abs() <= self.near() * length);
        // The position along the axis at which the ray hits the strip about it, times the axis's length.
        let (mut at, mut through) = (along, None);
        if aside.abs() > wide {
            let side = wide.copysign(aside);
            let fraction = (side - aside) / axis.cross(self.along);
            if !(0.0..=1.0).contains(&fraction) {
                return Err(miss());
            }
            at = along + fraction * axis.dot(self.along);
            through = Some(RayEntry { fraction, normal: axis.left() * (1.0_f64.copysign(aside) / length) });
        }
        if at < 0.0 {
            self.disc_or_inside(a, radius).ok_or_else(miss)
        } else if at > length2 {
            self.disc_or_inside(b, radius).ok_or_else(miss)
        } else {
            Ok(through.unwrap_or_else(|| self.inside()))
        }
    }

    /// The entry into the disc of `radius` about `c`, from outside or inside.
    #[inline]
    pub(crate) fn disc_or_inside(&self, c: Wide, radius: f64) -> Option<RayEntry> {
        let m = self.from - c;
        if m.dot(m) <= radius * radius { Some(self.inside()) } else { self.disc(c, radius) }
    }

    /// The hit of a ray that starts inside.
    #[cold]
    pub(crate) fn inside(&self) -> RayEntry {
        RayEntry { fraction: 0.0, normal: -self.along.unit() }
    }

    /// The entry into a convex outline without a radius: each corner's side of the ray's line once, and a division only
    /// at the entry edge.
    fn enter_sharp<const WIDE: bool>(&self, polygon: &Polygon) -> Result<RayEntry, Miss> {
        let corners = polygon.vertices();
        // The least distance of a corner from the ray's line, times the ray's length.
        let mut least = f64::INFINITY;
        let mut v = Wide::from(*corners.last().ok_or(Miss::Far)?) - self.from;
        let mut v_side = v.cross(self.along);
        let (mut inside, mut first) = (true, None::<(f64, f64, usize)>);
        for (i, w) in corners.iter().enumerate() {
            let w = Wide::from(*w) - self.from;
            let w_side = w.cross(self.along);
            let e = w - v;
            let behind = v.cross(e);
            inside &= behind >= 0.0;
            if WIDE {
                least = if w_side.abs() < least { w_side.abs() } else { least };
            }
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
            return Ok(self.inside());
        }
        // The edge that ends at corner i begins at the one before.
        let Some((behind, closing, i)) = first else { return Err(Miss::of(WIDE && least <= self.slack())) };
        let edge = if i > 0 { i - 1 } else { corners.len() - 1 };
        let normal = *polygon.normals().get(edge).ok_or(Miss::Far)?;
        Ok(RayEntry { fraction: behind / closing, normal: normal.into() })
    }

    /// The first entry into a piece of any kind; `radius` includes that of the ray.
    fn enter_any(&self, piece: &Piece, radius: f64) -> Result<RayEntry, Miss> {
        let corners = Corners::of(piece);
        let corners = corners.as_slice();
        let one_sided = match piece {
            Piece::Link(link) if link.one_sided => Some((Wide::from(link.a), Wide::from(link.b))),
            _ => None,
        };
        let in_front = |p: Wide| one_sided.is_none_or(|(a, b)| (b - a).right().dot(p - a) >= 0.0);
        if within(corners, radius, self.from) && in_front(self.from) {
            return Ok(self.inside());
        }
        let (slack, mut near) = (self.slack(), false);
        if let Some((a, b)) = one_sided
            && radius == 0.0
        {
            return self.edge(a, b, 0.0, &mut near).ok_or(Miss::of(near));
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
        let mut v = Wide::from(*corners.last().ok_or(Miss::Far)?);
        for w in corners {
            let w = Wide::from(*w);
            // The ray leaves through any other edge, so it does not enter.
            if self.along.cross(w - v) < slack {
                keep(self.edge(v, w, radius, &mut near));
            }
            if radius > 0.0 {
                keep(self.disc(w, radius));
            } else if corners.len() == 2 {
                keep(self.end(v, w));
            }
            v = w;
        }
        first.ok_or(Miss::of(near))
    }

    /// The entry through the edge from `v` to `w`, moved outward by `radius`, from its right to its left. `near` is set
    /// if an end is near the ray's line.
    #[inline]
    fn edge(&self, v: Wide, w: Wide, radius: f64, near: &mut bool) -> Option<RayEntry> {
        let right = (w - v).right();
        let (p, q) = if radius > 0.0 {
            let offset = right.unit() * radius;
            (v + offset - self.from, w + offset - self.from)
        } else {
            (v - self.from, w - self.from)
        };
        let (slack, p_side, q_side) = (self.slack(), p.cross(self.along), q.cross(self.along));
        if !(p_side <= slack && q_side >= -slack) {
            return None;
        }
        *near |= p_side >= -slack || q_side <= slack;
        // The ends lie on both sides of the ray's line, or on it.
        if !(p_side <= 0.0 && q_side >= 0.0) {
            return None;
        }
        let closing = self.along.cross(q - p);
        if closing == 0.0 {
            return None;
        }
        let (fraction, normal) = (p.cross(q - p) / closing, right.unit());
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
