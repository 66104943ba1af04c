//! Errors of a refused box. In: a box. Out: a sentence that names the corner and the value.

use crate::boxes::MOST_BOXES;
use carom_math::Aabb;
use std::fmt;

/// The reason why a box, or an id, was refused.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BoxError {
    /// A coordinate is infinite or NaN.
    NotFinite {
        /// The coordinate: `min.x`, `min.y`, `max.x` or `max.y`.
        field: &'static str,
        /// Its value [m].
        value: f32,
    },
    /// The least corner lies beyond the greatest on an axis.
    Inverted {
        /// `x` or `y`.
        axis: &'static str,
        /// The least coordinate given [m].
        min: f32,
        /// The greatest coordinate given [m].
        max: f32,
    },
    /// No box has this id, or it was removed.
    Unknown {
        /// The id.
        id: u32,
    },
    /// There are [`MOST_BOXES`].
    Full,
}

impl fmt::Display for BoxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFinite { field, value } => write!(f, "{field} of the box is {value}; it must be finite"),
            Self::Inverted { axis, min, max } => {
                write!(f, "min.{axis} of the box, {min}, is over max.{axis}, {max}; min must not be over max")
            }
            Self::Unknown { id } => write!(f, "no box has the number {id}"),
            Self::Full => write!(f, "there are {MOST_BOXES} boxes already"),
        }
    }
}

impl std::error::Error for BoxError {}

/// Refuses a box that is not finite or is inverted.
pub(crate) fn check(b: &Aabb) -> Result<(), BoxError> {
    let fields = [("min.x", b.min.x), ("min.y", b.min.y), ("max.x", b.max.x), ("max.y", b.max.y)];
    if let Some(&(field, value)) = fields.iter().find(|(_, value)| !value.is_finite()) {
        return Err(BoxError::NotFinite { field, value });
    }
    for (axis, min, max) in [("x", b.min.x, b.max.x), ("y", b.min.y, b.max.y)] {
        if min > max {
            return Err(BoxError::Inverted { axis, min, max });
        }
    }
    Ok(())
}
