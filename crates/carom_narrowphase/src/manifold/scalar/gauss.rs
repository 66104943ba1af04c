//! Internal edges of chains: the normals that a link may have, by its place on the Gauss map of the whole chain. In:
//! the link. Out, for a direction: whether the link may push along it, whether the link's own normal replaces it, or
//! whether a neighbour is in charge.
//!
//! The arc between two neighbouring normals belongs to their common corner if the chain is convex there. A hollow or
//! flat join has no arc, and nothing may be pushed along it. D. Gregorius, GDC 2015; E. Catto, Box2D 2.4, 2020.

use carom_math::{Vec2, cross, normalize, right};
use carom_shapes::Link;

/// A join whose turn has a smaller sine counts as flat.
const FLAT: f32 = 1.0e-3;

/// A normal may be outside its arc by an angle of this sine, so that rounding leaves no gap between two links.
const SLACK: f32 = 5.0e-3;

/// The normals that a link may have, seen from its right.
#[derive(Clone, Copy)]
pub(crate) struct Arc {
    /// The link's own normal.
    pub normal: Vec2,
    /// Unit vector from a to b.
    pub tangent: Vec2,
    /// The vector from the neighbour's far end to a; zero at a free end [m].
    before: Vec2,
    /// The vector from b to the neighbour's far end; zero at a free end [m].
    after: Vec2,
}

/// The treatment of a direction by a link.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// It may push along it.
    Admit,
    /// The join on that side is flat or hollow: the link's own normal replaces it.
    Snap,
    /// The neighbour on that side is nearer.
    Leave,
}

impl Arc {
    /// The arc of a link; `None` if it has no length.
    #[inline(always)]
    pub fn new(link: &Link) -> Option<Self> {
        let (tangent, length) = normalize(link.b - link.a);
        if !(length > 0.0) {
            return None;
        }
        Some(Self { normal: right(tangent), tangent, before: link.a - link.before, after: link.after - link.b })
    }

    /// The last normal of the arc round corner a, if that is convex: the neighbour's, or backwards at a free end.
    #[inline(always)]
    fn first(&self) -> Option<Vec2> {
        if self.before == Vec2::ZERO {
            return Some(-self.tangent);
        }
        let along = normalize(self.before).0;
        if cross(along, self.tangent) > FLAT { Some(right(along)) } else { None }
    }

    /// The last normal of the arc round corner b, if that is convex: the neighbour's, or ahead at a free end.
    #[inline(always)]
    fn last(&self) -> Option<Vec2> {
        if self.after == Vec2::ZERO {
            return Some(self.tangent);
        }
        let along = normalize(self.after).0;
        if cross(self.tangent, along) > FLAT { Some(right(along)) } else { None }
    }

    /// The verdict on the unit vector `n`.
    #[inline(always)]
    pub fn judge(&self, n: Vec2) -> Verdict {
        let lean = n.dot(self.tangent);
        // From the end of the arc to n: less than half a turn, against the way round for a, with it for b.
        let outside = if lean < 0.0 {
            self.first().map(|first| cross(n, first))
        } else if lean > 0.0 {
            self.last().map(|last| cross(last, n))
        } else if n.dot(self.normal) > 0.0 {
            Some(0.0)
        } else {
            return Verdict::Leave;
        };
        match outside {
            None => Verdict::Snap,
            Some(sine) if sine <= SLACK => Verdict::Admit,
            Some(_) => Verdict::Leave,
        }
    }
}
