//! The time at which a straight motion enters the difference of two pieces, each a box, a line or a point, rounded or
//! not. In: the pieces and the motion. Out: the time, the normal and the touching point, in closed form. In f64.
//!
//! A box is its middle, two sides and a radius; a line has one side, a circle none. The difference of two such pieces
//! has the sides of both, and is the intersection of a band between two parallel lines for each side (W. Beck 1964 in
//! the words of G. Ziegler, *Lectures on Polytopes*, 1995, section 7.3: a zonotope). The motion is between all the
//! lines from the last time at which it enters a band (T. Kay, J. Kajiya, Ray tracing complex scenes, 1986). A rounded
//! outline is hit there along the side, or else at the corner that ends the side.

use crate::wide::{Wide, WidePose};
use carom_shapes::Piece;

/// Sides with less than this sine between them count as one.
const PARALLEL: f64 = 1.0e-9;

/// The entry into a difference: at any time, before the start too.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct CastEntry {
    /// The fraction of the motion before it.
    pub time: f64,
    /// Unit vector from a to b.
    pub normal: Wide,
    /// The touching point of b's surface, with b at the start.
    pub on_b: Wide,
}

/// A piece as half its sides about its middle.
struct Sides {
    middle: Wide,
    half: [Wide; 2],
    count: usize,
    radius: f64,
}

impl Sides {
    #[inline]
    fn of(piece: &Piece) -> Option<Self> {
        let radius = f64::from(piece.radius());
        let line =
            |a: Wide, b: Wide| Self { middle: (a + b) * 0.5, half: [(b - a) * 0.5, Wide::ZERO], count: 1, radius };
        Some(match piece {
            Piece::Circle(s) => Self { middle: s.center().into(), half: [Wide::ZERO; 2], count: 0, radius },
            Piece::Capsule(s) => line(s.a().into(), s.b().into()),
            Piece::Segment(s) => line(s.a().into(), s.b().into()),
            Piece::Link(s) => line(s.a.into(), s.b.into()),
            Piece::Polygon(s) => {
                let &[a, b, c, d] = s.vertices() else { return None };
                let [a, b, c, d] = [a, b, c, d].map(Wide::from);
                // Sums of two f32 are exact.
                if a + c != b + d {
                    return None;
                }
                Self { middle: (a + c) * 0.5, half: [(b - a) * 0.5, (d - a) * 0.5], count: 2, radius }
            }
        })
    }
}

/// The difference b - a of two pieces with sides.
pub(crate) struct Zonotope {
    /// Its middle, and that of b.
    middle: Wide,
    middle_b: Wide,
    /// Half of each side, those of b first.
    half: [Wide; 4],
    count: usize,
    count_b: usize,
    radius: f64,
    radius_b: f64,
}

impl Zonotope {
    /// `None` if one of the pieces has other sides than these, or both have too few for bands to bound it.
    #[inline]
    pub(crate) fn of(a: &Piece, b: &Piece, b_in_a: &WidePose) -> Option<Self> {
        let (a, b) = (Sides::of(a)?, Sides::of(b)?);
        let count = a.count + b.count;
        if count == 2 && a.count == 1 {
            return None;
        }
        let middle_b = b_in_a.transform_point(b.middle);
        let mut half = [Wide::ZERO; 4];
        half[0] = b_in_a.rotate(b.half[0]);
        half[1] = b_in_a.rotate(b.half[1]);
        half[b.count] = a.half[0];
        if a.count == 2 {
            half[b.count + 1] = a.half[1];
        }
        let (middle, radius) = (middle_b - a.middle, a.radius + b.radius);
        Some(Self { middle, middle_b, half, count, count_b: b.count, radius, radius_b: b.radius })
    }

    /// The time, any t, at which the line t v enters the set; `None` if it misses it.
    pub(crate) fn enter(&self, v: Wide) -> Option<CastEntry> {
        // The extent of each side's band from its middle: the other sides across it, times its own length.
        let mut reaches = [0.0; 4];
        for (i, own) in self.sides().iter().enumerate() {
            for (k, other) in self.sides().iter().enumerate().skip(i + 1) {
                let across = own.cross(*other).abs();
                reaches[i] += across;
                reaches[k] += across;
            }
            if self.radius > 0.0 {
                reaches[i] += self.radius * own.length();
            }
        }
        let (mut first, mut last, mut side) = (f64::NEG_INFINITY, f64::INFINITY, None);
        for (i, (own, reach)) in self.sides().iter().zip(reaches).enumerate() {
            let (enter, leave) = band(own.cross(self.middle), own.cross(v), reach)?;
            if enter > first {
                (first, side) = (enter, Some((i, false)));
            }
            last = if leave < last { leave } else { last };
        }
        if let [own] = self.sides() {
            // One side leaves its band open at both ends.
            let reach = own.dot(*own) + self.radius * own.length();
            let (enter, leave) = band(own.dot(self.middle), own.dot(v), reach)?;
            if enter > first {
                (first, side) = (enter, Some((0, true)));
            }
            last = if leave < last { leave } else { last };
        }
        if first > last {
            return None;
        }
        let Some((i, end)) = side else { return self.disc(self.middle, v, [0.0; 4]) };
        self.touch(first, i, end, v)
    }

    #[inline(always)]
    fn sides(&self) -> &[Wide] {
        &self.half[..self.count]
    }

    /// The motion hits the band of side `i`, or its `end`.
    fn touch(&self, time: f64, i: usize, end: bool, v: Wide) -> Option<CastEntry> {
        let own = self.half[i];
        // Outward, against the motion.
        let n = if end { own } else { own.left() };
        let out = if n.dot(v) < 0.0 { n } else { -n };
        // The position of the touching corner or edge along each side, -1 to 1; and along the edge, the motion along
        // it.
        let (mut parts, mut along, mut corner) = ([0.0; 4], 0.0, self.middle);
        let mut is_along = [false; 4];
        for (k, other) in self.sides().iter().enumerate() {
            let off = out.dot(*other);
            is_along[k] = !end && (k == i || off.abs() <= PARALLEL * own.dot(*other).abs());
            if is_along[k] {
                along += own.dot(*other).abs();
            } else {
                parts[k] = 1.0_f64.copysign(off);
                corner = corner + *other * parts[k];
            }
        }
        let beyond = if along > 0.0 { (v * time - corner).dot(own) / along } else { 0.0 };
        let part = beyond.clamp(-1.0, 1.0);
        for (k, other) in self.sides().iter().enumerate().filter(|(k, _)| is_along[*k]) {
            parts[k] = part.copysign(part * own.dot(*other));
            corner = corner + *other * parts[k];
        }
        if self.radius > 0.0 && (end || part != beyond) {
            return self.disc(corner, v, parts);
        }
        let out = out.unit();
        Some(CastEntry { time, normal: -out, on_b: self.on_b(&parts, out) })
    }

    /// The entry into the disc about a corner.
    fn disc(&self, corner: Wide, v: Wide, parts: [f64; 4]) -> Option<CastEntry> {
        let (vv, ahead, aside) = (v.dot(v), corner.dot(v), corner.cross(v));
        let root = vv * (self.radius * self.radius) - aside * aside;
        if !(root >= 0.0) {
            return None;
        }
        let time = (ahead - root.sqrt()) / vv;
        let out = (v * time - corner) * (1.0 / self.radius);
        Some(CastEntry { time, normal: -out, on_b: self.on_b(&parts, out) })
    }

    /// The point of b that is farthest along `out`, at these parts of its sides.
    #[inline]
    fn on_b(&self, parts: &[f64; 4], out: Wide) -> Wide {
        let sides = self.half.iter().zip(parts).take(self.count_b);
        sides.fold(self.middle_b + out * self.radius_b, |sum, (side, part)| sum + *side * *part)
    }
}

/// The times between which a motion at `speed` is within `reach` of `at`; `None` for never.
#[inline(always)]
fn band(at: f64, speed: f64, reach: f64) -> Option<(f64, f64)> {
    if speed == 0.0 {
        return if at.abs() <= reach { Some((f64::NEG_INFINITY, f64::INFINITY)) } else { None };
    }
    let (reach, inverse) = (reach.copysign(speed), 1.0 / speed);
    Some(((at - reach) * inverse, (at + reach) * inverse))
}
