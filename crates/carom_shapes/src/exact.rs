//! The one predicate that decides on which side of a line a point lies, without error.

use carom_math::Vec2;
use robust::{Coord, orient2d};

/// Positive where c lies left of the line from a to b, negative where it lies right, zero where it lies on it: the sign
/// is exact for all finite numbers (Shewchuk 1997, adaptive precision).
#[inline]
pub(crate) fn side(a: Vec2, b: Vec2, c: Vec2) -> f64 {
    orient2d(coord(a), coord(b), coord(c))
}

#[inline(always)]
fn coord(p: Vec2) -> Coord<f64> {
    Coord { x: f64::from(p.x), y: f64::from(p.y) }
}
