//! The one exact predicate: the side of a line on which a point lies.

use carom_math::Vec2;
use robust::{Coord, orient2d};

/// Positive if c lies left of the line from a to b, negative if it lies right, zero if it lies on it. The sign is exact
/// for all finite numbers (Shewchuk 1997, adaptive precision).
#[inline]
pub(crate) fn side(a: Vec2, b: Vec2, c: Vec2) -> f64 {
    orient2d(coord(a), coord(b), coord(c))
}

#[inline(always)]
fn coord(p: Vec2) -> Coord<f64> {
    Coord { x: f64::from(p.x), y: f64::from(p.y) }
}
