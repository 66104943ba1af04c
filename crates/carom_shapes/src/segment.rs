//! The segment: a thin line that collides on both sides.

use crate::ShapeError;
use crate::error::{place, size};
use carom_math::{Aabb, Pose, Vec2, max2, min2};

/// A line from one point to another, without width and without mass.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(try_from = "Raw", into = "Raw"))]
pub struct Segment {
    a: Vec2,
    b: Vec2,
}

impl Segment {
    /// The segment from `a` to `b` [m].
    ///
    /// # Errors
    /// An end that is not finite, no length.
    pub fn new(a: Vec2, b: Vec2) -> Result<Self, ShapeError> {
        place("a", a)?;
        place("b", b)?;
        size("length", (b - a).length())?;
        Ok(Self { a, b })
    }

    /// The first end [m].
    #[inline(always)]
    pub fn a(&self) -> Vec2 {
        self.a
    }

    /// The second end [m].
    #[inline(always)]
    pub fn b(&self) -> Vec2 {
        self.b
    }

    /// The least box around the segment at `pose`.
    #[inline]
    pub fn aabb(&self, pose: Pose) -> Aabb {
        let (a, b) = (pose.transform_point(self.a), pose.transform_point(self.b));
        Aabb::new(min2(a, b), max2(a, b))
    }
}

#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields, rename = "segment")]
struct Raw {
    a: Vec2,
    b: Vec2,
}

#[cfg(feature = "serde")]
impl TryFrom<Raw> for Segment {
    type Error = ShapeError;
    fn try_from(raw: Raw) -> Result<Self, ShapeError> {
        Self::new(raw.a, raw.b)
    }
}

#[cfg(feature = "serde")]
impl From<Segment> for Raw {
    fn from(s: Segment) -> Self {
        Self { a: s.a, b: s.b }
    }
}
