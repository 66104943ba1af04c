//! Intervals of numbers: the projections of shapes on an axis.

use crate::{Vec2, max, min};

/// The numbers from `min` to `max`, both included. Empty if `min > max` or either is NaN.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Least number [m, along a unit axis].
    pub min: f32,
    /// Greatest number [m, along a unit axis].
    pub max: f32,
}

impl Default for Interval {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl Interval {
    /// The interval that holds nothing.
    pub const EMPTY: Self = Self { min: f32::INFINITY, max: f32::NEG_INFINITY };

    /// From `min` to `max`.
    #[inline(always)]
    pub const fn new(min: f32, max: f32) -> Self {
        Self { min, max }
    }

    /// The least interval around the points' projections on `axis`; its numbers are distances if `axis` is a unit.
    pub fn around(points: impl IntoIterator<Item = Vec2>, axis: Vec2) -> Self {
        points.into_iter().fold(Self::EMPTY, |i, p| i.with(axis.dot(p)))
    }

    /// The least interval that holds this one and `x`.
    #[inline(always)]
    #[must_use]
    pub fn with(self, x: f32) -> Self {
        Self { min: min(x, self.min), max: max(x, self.max) }
    }

    /// The least interval around both.
    #[inline(always)]
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self { min: min(self.min, other.min), max: max(self.max, other.max) }
    }

    /// The interval with `margin` more at both ends.
    #[inline(always)]
    #[must_use]
    pub fn grown(self, margin: f32) -> Self {
        Self { min: self.min - margin, max: self.max + margin }
    }

    /// The interval moved by `by`.
    #[inline(always)]
    #[must_use]
    pub fn moved(self, by: f32) -> Self {
        Self { min: self.min + by, max: self.max + by }
    }

    /// Length; negative if the interval is empty.
    #[inline(always)]
    pub fn length(self) -> f32 {
        self.max - self.min
    }

    /// Whether it holds no number (also if an end is NaN).
    #[allow(clippy::neg_cmp_op_on_partial_ord)] // NaN must answer yes.
    pub fn is_empty(self) -> bool {
        !(self.min <= self.max)
    }

    /// Whether `x` lies in it.
    #[inline(always)]
    pub fn contains(self, x: f32) -> bool {
        self.min <= x && x <= self.max
    }

    /// Whether the two share a number.
    #[inline(always)]
    pub fn overlaps(self, other: Self) -> bool {
        self.min <= other.max && other.min <= self.max
    }

    /// The depth of the overlap: the least push of either that parts them. It is 0 if they touch, and minus the gap if
    /// they are apart. An interval inside the other must go past the nearer end, so the depth may exceed both lengths.
    #[inline(always)]
    pub fn overlap(self, other: Self) -> f32 {
        min(self.max - other.min, other.max - self.min)
    }

    /// The least signed move of `other` after which the two only touch: up, or down if that is shorter. 0 if they are
    /// apart already.
    #[inline(always)]
    pub fn push(self, other: Self) -> f32 {
        let (up, down) = (self.max - other.min, other.max - self.min);
        if !(up > 0.0 && down > 0.0) {
            0.0
        } else if up <= down {
            up
        } else {
            -down
        }
    }

    /// The shared part; empty if they are apart.
    #[inline(always)]
    #[must_use]
    pub fn intersection(self, other: Self) -> Self {
        Self { min: max(self.min, other.min), max: min(self.max, other.max) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlap_is_the_least_push_or_minus_the_gap() {
        let i = Interval::new;
        assert_eq!(i(0.0, 2.0).overlap(i(1.5, 9.0)), 0.5);
        assert_eq!(i(1.5, 9.0).overlap(i(0.0, 2.0)), 0.5);
        assert_eq!(i(0.0, 2.0).overlap(i(2.0, 3.0)), 0.0);
        assert_eq!(i(0.0, 2.0).overlap(i(5.0, 6.0)), -3.0);
        // One inside the other goes out past the nearer end.
        assert_eq!(i(0.0, 10.0).overlap(i(7.0, 8.0)), 3.0);
        assert_eq!([i(0.0, 2.0).push(i(1.5, 9.0)), i(1.5, 9.0).push(i(0.0, 2.0))], [0.5, -0.5]);
        assert_eq!([i(0.0, 2.0).push(i(2.0, 3.0)), i(0.0, 2.0).push(i(f32::NAN, 3.0))], [0.0, 0.0]);
        assert!(i(0.0, 2.0).overlaps(i(2.0, 3.0)) && !i(0.0, 2.0).overlaps(i(2.5, 3.0)));
        assert!(Interval::EMPTY.is_empty() && !Interval::EMPTY.overlaps(i(-1.0, 1.0)));
        assert!(i(f32::NAN, 1.0).is_empty());
        assert_eq!(i(0.0, 2.0).intersection(i(1.0, 5.0)), i(1.0, 2.0));
        assert_eq!(Interval::EMPTY.with(1.0).with(-2.0), i(-2.0, 1.0));
        let points = [Vec2::new(3.0, 4.0), Vec2::new(-1.0, 0.0)];
        assert_eq!(Interval::around(points, Vec2::Y).union(i(1.0, 5.0)).length(), 5.0);
    }
}
