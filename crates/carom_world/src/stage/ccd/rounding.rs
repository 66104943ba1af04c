//! The rounding of coordinates: how far a place may be off.

use carom_math::{Aabb, max};

/// What coordinates may be wrong by where they are as large as in `area` [m].
pub(crate) fn rounding(area: &Aabb) -> f32 {
    let far = max(area.min.abs().max_element(), area.max.abs().max_element());
    4.0 * f32::EPSILON * far
}

/// Whether two boxes are surely apart: not where a number is none.
pub(crate) fn are_apart(a: &Aabb, b: &Aabb) -> bool {
    a.max.x < b.min.x || b.max.x < a.min.x || a.max.y < b.min.y || b.max.y < a.min.y
}
