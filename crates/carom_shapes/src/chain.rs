//! Chains: lines of segments for the ground and the walls of a level, without contacts at their internal edges (ghost
//! collisions).

use crate::error::vertices;
use crate::{MIN_SIZE, ShapeError};
use carom_math::{Aabb, Pose, Vec2, max2, min2};
use std::sync::Arc;

/// A line through points, open or closed, that collides on both sides or on one. It has no mass. Its points are
/// shared: clones are cheap.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(try_from = "Raw", into = "Raw"))]
pub struct Chain {
    points: Arc<[Vec2]>,
    closed: bool,
    one_sided: bool,
}

/// One segment of a chain with its two neighbours, which show if a join is smooth (ghost vertices, E. Catto 2009).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Link {
    /// The point before the segment [m].
    pub before: Vec2,
    /// First end [m].
    pub a: Vec2,
    /// Second end [m].
    pub b: Vec2,
    /// The point after the segment [m].
    pub after: Vec2,
    /// Whether only the right of the direction of travel collides.
    pub one_sided: bool,
    /// Whether the chain ends at a, and at b. It goes straight on there for what slides over it, and has a corner for
    /// what would have to be pushed far deeper otherwise.
    pub ends: [bool; 2],
}

impl Chain {
    /// An open chain through `points` [m] that collides on both sides.
    ///
    /// # Errors
    /// Fewer than two points, a point that is not finite, two neighbours at one place.
    pub fn open(points: impl AsRef<[Vec2]>) -> Result<Self, ShapeError> {
        Self::build(points.as_ref(), false, false)
    }

    /// A ring through `points` [m] that collides on both sides.
    ///
    /// # Errors
    /// Fewer than three points, a point that is not finite, two neighbours at one place.
    pub fn closed(points: impl AsRef<[Vec2]>) -> Result<Self, ShapeError> {
        Self::build(points.as_ref(), true, false)
    }

    /// The same chain, colliding only on the right of the direction of travel: a clockwise ring holds things in, a
    /// ground drawn from right to left carries things.
    #[must_use]
    pub fn one_sided(mut self) -> Self {
        self.one_sided = true;
        self
    }

    fn build(points: &[Vec2], closed: bool, one_sided: bool) -> Result<Self, ShapeError> {
        vertices(points, if closed { 3 } else { 2 })?;
        let n = points.len();
        for vertex in usize::from(!closed)..n {
            let before = points[(vertex + n - 1) % n];
            if (points[vertex] - before).length() < MIN_SIZE {
                return Err(ShapeError::Duplicate { vertex });
            }
        }
        Ok(Self { points: points.into(), closed, one_sided })
    }

    /// The points [m].
    pub fn points(&self) -> &[Vec2] {
        &self.points
    }

    /// Whether the last point is joined to the first.
    pub fn is_closed(&self) -> bool {
        self.closed
    }

    /// Whether only the right of the direction of travel collides.
    pub fn is_one_sided(&self) -> bool {
        self.one_sided
    }

    /// Number of segments.
    pub fn len(&self) -> usize {
        if self.closed { self.points.len() } else { self.points.len() - 1 }
    }

    /// Never: a chain has at least one segment.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Segment `i`, counted round a closed chain. At an open end the line goes straight on.
    pub fn link(&self, i: usize) -> Link {
        let n = self.points.len();
        let at = |k: usize| self.points[k % n];
        let (a, b) = (at(i), at(i + 1));
        let ends = [i == 0 && !self.closed, i + 2 == n && !self.closed];
        let before = if ends[0] { a + (a - b) } else { at(i + n - 1) };
        let after = if ends[1] { b + (b - a) } else { at(i + 2) };
        Link { before, a, b, after, one_sided: self.one_sided, ends }
    }
}

impl Link {
    /// The least box around the segment at `pose`.
    #[inline]
    pub fn aabb(&self, pose: Pose) -> Aabb {
        let (a, b) = (pose.transform_point(self.a), pose.transform_point(self.b));
        Aabb::new(min2(a, b), max2(a, b))
    }

    /// The same segment in the other direction: a two-sided chain as seen from its left.
    #[inline]
    pub fn reversed(self) -> Self {
        let [first, last] = self.ends;
        Self { before: self.after, a: self.b, b: self.a, after: self.before, ends: [last, first], ..self }
    }
}

#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields, rename = "chain")]
struct Raw {
    vertices: Vec<Vec2>,
    #[serde(default)]
    closed: bool,
    #[serde(default)]
    one_sided: bool,
}

#[cfg(feature = "serde")]
impl TryFrom<Raw> for Chain {
    type Error = ShapeError;
    fn try_from(raw: Raw) -> Result<Self, ShapeError> {
        Self::build(&raw.vertices, raw.closed, raw.one_sided)
    }
}

#[cfg(feature = "serde")]
impl From<Chain> for Raw {
    fn from(s: Chain) -> Self {
        Self { vertices: s.points.to_vec(), closed: s.closed, one_sided: s.one_sided }
    }
}
