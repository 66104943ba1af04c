//! Small functions on numbers and vectors, with one defined answer for every input.
//!
//! `min` and `max` follow the x86 instructions: the second operand wins if the comparison is false. So a NaN on the
//! left is dropped and one on the right is kept, on every machine and at every lane width.

use crate::Vec2;

/// The smaller of two numbers; `b` if they are equal or either is NaN.
#[inline(always)]
pub fn min(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

/// The greater of two numbers; `b` if they are equal or either is NaN.
#[inline(always)]
pub fn max(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// `x` limited to `low..=high`.
#[inline(always)]
pub fn clamp(x: f32, low: f32, high: f32) -> f32 {
    max(low, min(x, high))
}

/// The component-wise smaller of two vectors.
#[inline(always)]
pub fn min2(a: Vec2, b: Vec2) -> Vec2 {
    Vec2::new(min(a.x, b.x), min(a.y, b.y))
}

/// The component-wise greater of two vectors.
#[inline(always)]
pub fn max2(a: Vec2, b: Vec2) -> Vec2 {
    Vec2::new(max(a.x, b.x), max(a.y, b.y))
}

/// The z component of the cross product of two vectors in the plane.
#[inline(always)]
pub fn cross(a: Vec2, b: Vec2) -> f32 {
    a.x * b.y - a.y * b.x
}

/// The cross product of a vector along z of length `s` with `v`: the velocity of a point at `v` that turns at `s`.
#[inline(always)]
pub fn cross_sv(s: f32, v: Vec2) -> Vec2 {
    Vec2::new(-s * v.y, s * v.x)
}

/// `v` turned a quarter counter-clockwise.
#[inline(always)]
pub fn left(v: Vec2) -> Vec2 {
    Vec2::new(-v.y, v.x)
}

/// `v` turned a quarter clockwise: the outward normal of an edge of a counter-clockwise polygon.
#[inline(always)]
pub fn right(v: Vec2) -> Vec2 {
    Vec2::new(v.y, -v.x)
}

/// The direction of `v` and its length; both zero if the length is below the smallest normal number.
#[inline(always)]
pub fn normalize(v: Vec2) -> (Vec2, f32) {
    let length = (v.x * v.x + v.y * v.y).sqrt();
    if length < f32::MIN_POSITIVE {
        return (Vec2::ZERO, 0.0);
    }
    let inverse = 1.0 / length;
    (Vec2::new(v.x * inverse, v.y * inverse), length)
}

/// The minimum of a parabola from `first` to `last` that hangs `sag` (0 or more) below the middle of its chord. It lies
/// at u = 1/2 - (last - first) / (8 sag) and is first - 4 sag u^2.
///
/// Take a function whose second derivative is at most K, and two of its points, h apart in time. It stays above the
/// parabola through them with the sag K h^2 / 8. The same holds for the least of several such functions.
#[inline]
pub fn lowest_of_parabola(first: f64, last: f64, sag: f64) -> f64 {
    let (rise, edge) = (last - first, 4.0 * sag);
    if rise >= edge {
        return first;
    }
    if rise <= -edge {
        return last;
    }
    let u = 0.5 - 0.5 * rise / edge;
    first - edge * u * u
}
