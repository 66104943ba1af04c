//! Which normals a link of a chain may have: its place on the Gauss map of the whole chain. In comes the link; out
//! comes, for a direction, whether the link may push along it, whether the link's own normal must stand in, or whether
//! a neighbour is in charge.
//!
//! The arc between two neighbouring normals belongs to their common corner where the chain is convex there; a hollow
//! or flat join has no arc, and nothing may be pushed along it. D. Gregorius, GDC 2015; E. Catto, Box2D 2.4, 2020.

use carom_math::{Vec2, cross, normalize, right};
use carom_shapes::Link;

/// Sine of the turn below which a join counts as flat.
const FLAT: f32 = 1.0e-3;

/// Sine of the angle by which a normal may stand outside its arc, so that rounding leaves no gap between two links.
const SLACK: f32 = 5.0e-3;

/// The normals that a link may have, seen from its right.
#[derive(Clone, Copy)]
pub(crate) struct Arc {
    /// The link's own normal.
    pub normal: Vec2,
    /// Unit vector from a to b.
    pub tangent: Vec2,
    /// The last normal of the arc round corner a, where that is convex: the neighbour's, or backwards at a free end.
    pub first: Option<Vec2>,
    /// The last normal of the arc round corner b, where that is convex: the neighbour's, or ahead at a free end.
    pub last: Option<Vec2>,
}

/// What a link does with a direction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// It may push along it.
    Admit,
    /// The join on that side is flat or hollow: its own normal stands in.
    Snap,
    /// The neighbour on that side is nearer.
    Leave,
}

impl Arc {
    /// The arc of a link; `None` where it has no length.
    #[inline(always)]
    pub fn new(link: &Link) -> Option<Self> {
        let (tangent, length) = normalize(link.b - link.a);
        if !(length > 0.0) {
            return None;
        }
        let (before, _) = normalize(link.a - link.before);
        let (after, _) = normalize(link.after - link.b);
        let first = if link.before == link.a {
            Some(-tangent)
        } else if cross(before, tangent) > FLAT {
            Some(right(before))
        } else {
            None
        };
        let last = if link.after == link.b {
            Some(tangent)
        } else if cross(tangent, after) > FLAT {
            Some(right(after))
        } else {
            None
        };
        Some(Self { normal: right(tangent), tangent, first, last })
    }

    /// What to do with the unit vector `n`.
    #[inline(always)]
    pub fn judge(&self, n: Vec2) -> Verdict {
        let lean = n.dot(self.tangent);
        // From the end of the arc to n: less than half a turn, against the way round for a, with it for b.
        let (end, outside) = if lean < 0.0 {
            (self.first, self.first.map_or(0.0, |f| cross(n, f)))
        } else if lean > 0.0 {
            (self.last, self.last.map_or(0.0, |l| cross(l, n)))
        } else if n.dot(self.normal) > 0.0 {
            return Verdict::Admit;
        } else {
            return Verdict::Leave;
        };
        match end {
            None => Verdict::Snap,
            Some(_) if outside <= SLACK => Verdict::Admit,
            Some(_) => Verdict::Leave,
        }
    }
}
