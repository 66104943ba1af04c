//! Axis-aligned boxes.

use crate::{Vec2, max2, min2};

/// An axis-aligned box, corners included. If `min > max` on an axis, it is empty and overlaps nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Aabb {
    /// Least corner [m].
    pub min: Vec2,
    /// Greatest corner [m].
    pub max: Vec2,
}

impl Default for Aabb {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl Aabb {
    /// The box that holds nothing and overlaps nothing.
    pub const EMPTY: Self = Self { min: Vec2::INFINITY, max: Vec2::NEG_INFINITY };

    /// The box between two corners.
    #[inline(always)]
    pub const fn new(min: Vec2, max: Vec2) -> Self {
        Self { min, max }
    }

    /// The least box around the points; [`Aabb::EMPTY`] for none.
    pub fn around(points: impl IntoIterator<Item = Vec2>) -> Self {
        points.into_iter().fold(Self::EMPTY, |b, p| Self { min: min2(b.min, p), max: max2(b.max, p) })
    }

    /// Whether the two boxes share a point. Pairs and contacts begin and end by this predicate alone.
    #[inline(always)]
    pub fn overlaps(&self, other: &Self) -> bool {
        self.min.x <= other.max.x && other.min.x <= self.max.x && self.min.y <= other.max.y && other.min.y <= self.max.y
    }

    /// Whether `other` lies inside this box.
    #[inline(always)]
    pub fn contains(&self, other: &Self) -> bool {
        self.min.x <= other.min.x && self.min.y <= other.min.y && other.max.x <= self.max.x && other.max.y <= self.max.y
    }

    /// Whether the point lies in the box.
    #[inline(always)]
    pub fn contains_point(&self, p: Vec2) -> bool {
        self.min.x <= p.x && p.x <= self.max.x && self.min.y <= p.y && p.y <= self.max.y
    }

    /// The least box around both.
    #[inline(always)]
    pub fn union(&self, other: &Self) -> Self {
        Self { min: min2(self.min, other.min), max: max2(self.max, other.max) }
    }

    /// The box with `margin` [m] more on every side.
    #[inline(always)]
    pub fn grown(&self, margin: f32) -> Self {
        Self { min: self.min - Vec2::splat(margin), max: self.max + Vec2::splat(margin) }
    }

    /// The box moved by `by`.
    #[inline(always)]
    pub fn moved(&self, by: Vec2) -> Self {
        Self { min: self.min + by, max: self.max + by }
    }

    /// The middle of the box [m].
    #[inline(always)]
    pub fn center(&self) -> Vec2 {
        0.5 * (self.min + self.max)
    }

    /// Width and height [m].
    #[inline(always)]
    pub fn size(&self) -> Vec2 {
        self.max - self.min
    }

    /// Whether the box holds no point (also if a corner is NaN).
    pub fn is_empty(&self) -> bool {
        !(self.min.x <= self.max.x && self.min.y <= self.max.y)
    }

    /// Whether all four numbers are finite.
    pub fn is_finite(&self) -> bool {
        self.min.is_finite() && self.max.is_finite()
    }

    /// The part of the segment `from + t (to - from)`, `t` in 0..=1, that lies in the box, as (first t, last t); `None`
    /// if there is none. Slab method (Kay and Kajiya 1986).
    pub fn clip_segment(&self, from: Vec2, to: Vec2) -> Option<(f32, f32)> {
        let d = to - from;
        let (mut first, mut last) = (0.0_f32, 1.0_f32);
        for axis in 0..2 {
            let (o, d, lo, hi) = (from[axis], d[axis], self.min[axis], self.max[axis]);
            if d == 0.0 {
                if o < lo || o > hi {
                    return None;
                }
                continue;
            }
            let (mut t1, mut t2) = ((lo - o) / d, (hi - o) / d);
            if t1 > t2 {
                std::mem::swap(&mut t1, &mut t2);
            }
            if t1 > first {
                first = t1;
            }
            if t2 < last {
                last = t2;
            }
            if first > last {
                return None;
            }
        }
        Some((first, last))
    }
}
