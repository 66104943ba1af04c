//! [`Error`]: why the world refused a call, with the name of the field, its index, and the value.

use carom_math::Vec2;
use carom_shapes::{MAX_COORDINATE, ShapeError};
use std::fmt;

/// Why the world refused a call. The state before the call stays as it was.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Error {
    /// A shape was refused.
    Shape(ShapeError),
    /// A number is out of range.
    Value {
        /// Path of the field, such as `shapes[2].density`.
        field: String,
        /// The value, as text.
        value: String,
        /// The range that is allowed.
        expected: String,
    },
    /// The key names nothing: its body, joint or other object was removed, or belongs to another world.
    StaleKey {
        /// The argument that holds it, such as `b`.
        name: &'static str,
    },
    /// A joint of a body with itself.
    SameBody,
    /// A gear of a joint with itself.
    SameJoint,
    /// The call does not fit this kind of body or joint.
    WrongKind {
        /// The method that was called.
        call: &'static str,
        /// The kind of the body or joint, such as `fixed`.
        found: &'static str,
        /// The kind that the call needs, such as `dynamic`.
        needed: &'static str,
    },
    /// The body is frozen: it turned non-finite once, and takes part in nothing since.
    Frozen {
        /// The method that was called.
        call: &'static str,
    },
    /// A snapshot is damaged, cut off, of another version, or no snapshot at all.
    Snapshot {
        /// A part of the image, such as `bodies[3].pose`.
        place: String,
        /// The fault there.
        problem: String,
    },
    /// The world holds as many bodies or shapes as it can ([`MOST_BOXES`](carom_broadphase::MOST_BOXES)).
    Full,
}

impl From<ShapeError> for Error {
    fn from(e: ShapeError) -> Self {
        Self::Shape(e)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shape(e) => e.fmt(f),
            Self::Value { field, value, expected } => write!(f, "{field}: {value} is not {expected}"),
            Self::StaleKey { name } => write!(f, "{name}: the key names nothing: removed, or of another world"),
            Self::SameJoint => write!(f, "a gear needs two different joints"),
            Self::SameBody => write!(f, "a joint needs two different bodies"),
            Self::WrongKind { call, found, needed } => write!(f, "{call}: this is {found}, it must be {needed}"),
            Self::Frozen { call } => {
                write!(f, "{call}: the body is frozen: its numbers were not finite, it takes no part any more")
            }
            Self::Snapshot { place, problem } => write!(f, "snapshot: {place}: {problem}"),
            Self::Full => write!(f, "the world is full"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Shape(e) => Some(e),
            _ => None,
        }
    }
}

impl Error {
    pub(crate) fn value(field: &str, value: impl fmt::Display, expected: impl Into<String>) -> Self {
        Self::Value { field: field.to_owned(), value: value.to_string(), expected: expected.into() }
    }

    /// The same error, with the field seen from outside the object `name`.
    pub(crate) fn of(self, name: &str) -> Self {
        match self {
            Self::Value { field, value, expected } => Self::Value { field: format!("{name}.{field}"), value, expected },
            other => other,
        }
    }

    /// The same error, with the field seen from outside an entry of a list.
    pub(crate) fn inside(self, list: &str, index: usize) -> Self {
        match self {
            Self::Value { field, value, expected } => {
                Self::Value { field: format!("{list}[{index}].{field}"), value, expected }
            }
            other => other,
        }
    }

    pub(crate) fn finite(field: &str, value: f32) -> Result<(), Self> {
        if value.is_finite() { Ok(()) } else { Err(Self::value(field, value, "a finite number")) }
    }

    /// Checks a speed of a body that cannot move.
    pub(crate) fn still(field: &str, value: f32) -> Result<(), Self> {
        if value == 0.0 { Ok(()) } else { Err(Self::value(field, value, "0, as the body is fixed")) }
    }

    pub(crate) fn not_negative(field: &str, value: f32) -> Result<(), Self> {
        if value.is_finite() && value >= 0.0 {
            Ok(())
        } else {
            Err(Self::value(field, format!("{value:?}"), "a finite number, 0 or more"))
        }
    }

    pub(crate) fn within(field: &str, value: f32, low: f32, high: f32) -> Result<(), Self> {
        if (low..=high).contains(&value) {
            Ok(())
        } else {
            Err(Self::value(field, format!("{value:?}"), format!("between {low:?} and {high:?}")))
        }
    }

    pub(crate) fn count(field: &str, value: u64, low: u64, high: u64) -> Result<(), Self> {
        if (low..=high).contains(&value) {
            Ok(())
        } else {
            Err(Self::value(field, value, format!("between {low} and {high}")))
        }
    }

    pub(crate) fn vector(field: &str, value: Vec2) -> Result<(), Self> {
        if value.is_finite() {
            Ok(())
        } else {
            Err(Self::value(field, format!("({}, {})", value.x, value.y), "a vector of finite numbers"))
        }
    }

    #[inline(always)]
    pub(crate) fn place(field: &str, value: Vec2) -> Result<(), Self> {
        let is_place = (value.x.abs() <= MAX_COORDINATE) & (value.y.abs() <= MAX_COORDINATE);
        if is_place { Ok(()) } else { Err(Self::no_place(field, value)) }
    }

    #[cold]
    fn no_place(field: &str, value: Vec2) -> Self {
        let wanted = format!("a place within +-{MAX_COORDINATE} of the origin");
        Self::value(field, format!("({:?}, {:?})", value.x, value.y), wanted)
    }
}
