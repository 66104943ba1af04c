//! The rounding error of coordinates.

use carom_math::{Aabb, max};

/// The most by which coordinates as large as those of `area` may be off [m].
pub(crate) fn rounding(area: &Aabb) -> f32 {
    let far = max(area.min.abs().max_element(), area.max.abs().max_element());
    4.0 * f32::EPSILON * far
}

/// Whether two boxes are surely apart; false if a number is NaN.
pub(crate) fn are_apart(a: &Aabb, b: &Aabb) -> bool {
    a.max.x < b.min.x || b.max.x < a.min.x || a.max.y < b.min.y || b.max.y < a.min.y
}
