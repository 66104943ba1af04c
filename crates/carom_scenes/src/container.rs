//! The region that a scene builds and nothing may leave; bodies outside count as `lost`.

use crate::SceneError;
use carom::math::{Pose, Vec2};

/// The region that keeps a scene's bodies in.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Container {
    /// Everything that is not below a height.
    Above {
        /// The height [m].
        y: f32,
    },
    /// Between two walls and not below a height.
    Hall {
        /// The height [m].
        y: f32,
        /// The left end [m].
        left: f32,
        /// The right end [m].
        right: f32,
    },
    /// A disc.
    Disc {
        /// Its middle [m].
        center: Vec2,
        /// Its radius [m].
        radius: f32,
    },
    /// A disc about a body's origin.
    DiscAround {
        /// Number of the body, from 0.
        body: usize,
        /// The radius [m].
        radius: f32,
    },
    /// A rectangle about a body's origin that turns with it.
    RectAround {
        /// Number of the body, from 0.
        body: usize,
        /// Full width [m].
        width: f32,
        /// Full height [m].
        height: f32,
    },
}

impl Container {
    /// The name of its kind in a scene file.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Above { .. } => "above",
            Self::Hall { .. } => "hall",
            Self::Disc { .. } => "disc",
            Self::DiscAround { .. } => "disc_around",
            Self::RectAround { .. } => "rect_around",
        }
    }

    /// Refuses numbers that are not finite.
    pub(crate) fn check(&self) -> Result<(), SceneError> {
        let numbers = match *self {
            Self::Above { y } => vec![("y", y)],
            Self::Hall { y, left, right } => vec![("y", y), ("left", left), ("right", right)],
            Self::Disc { center, radius } => vec![("center", center.x + center.y), ("radius", radius)],
            Self::DiscAround { radius, .. } => vec![("radius", radius)],
            Self::RectAround { width, height, .. } => vec![("width", width), ("height", height)],
        };
        match numbers.into_iter().find(|(_, value)| !value.is_finite()) {
            Some((field, value)) => {
                let path = format!("container.{}.{field}", self.kind());
                Err(SceneError::at(path, format!("{value} is not a finite number")))
            }
            None => Ok(()),
        }
    }

    /// The number of the body that the region moves with.
    pub fn body(&self) -> Option<usize> {
        match *self {
            Self::DiscAround { body, .. } | Self::RectAround { body, .. } => Some(body),
            _ => None,
        }
    }

    /// Whether `place` [m] is outside; `frame` is the pose of [`Container::body`].
    pub fn is_outside(&self, place: Vec2, frame: Pose) -> bool {
        match *self {
            Self::Above { y } => place.y < y,
            Self::Hall { y, left, right } => place.y < y || place.x < left || place.x > right,
            Self::Disc { center, radius } => (place - center).length() > radius,
            Self::DiscAround { radius, .. } => (place - frame.p).length() > radius,
            Self::RectAround { width, height, .. } => {
                let inside = frame.inverse_transform_point(place);
                inside.x.abs() > 0.5 * width || inside.y.abs() > 0.5 * height
            }
        }
    }
}
