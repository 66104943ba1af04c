//! The circle.

use crate::error::{place, size};
use crate::{MassProperties, ShapeError};
use carom_math::{Aabb, PI, Pose, Vec2};

/// A filled circle.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(try_from = "Raw", into = "Raw"))]
pub struct Circle {
    center: Vec2,
    radius: f32,
}

impl Circle {
    /// A circle of `radius` [m] about the body's origin.
    ///
    /// # Errors
    /// A radius that is not a size.
    pub fn new(radius: f32) -> Result<Self, ShapeError> {
        Self::at(Vec2::ZERO, radius)
    }

    /// A circle of `radius` [m] about `center` [m].
    ///
    /// # Errors
    /// A radius that is not a size, a centre that is not finite.
    pub fn at(center: Vec2, radius: f32) -> Result<Self, ShapeError> {
        Ok(Self { center: place("center", center)?, radius: size("radius", radius)? })
    }

    /// The centre [m].
    #[inline(always)]
    pub fn center(&self) -> Vec2 {
        self.center
    }

    /// The radius [m].
    #[inline(always)]
    pub fn radius(&self) -> f32 {
        self.radius
    }

    /// The least box around the circle at `pose`.
    #[inline]
    pub fn aabb(&self, pose: Pose) -> Aabb {
        let c = pose.transform_point(self.center);
        Aabb::new(c, c).grown(self.radius)
    }

    /// Mass properties at `density` [kg/m^2].
    pub fn mass(&self, density: f32) -> MassProperties {
        let rr = self.radius * self.radius;
        let mass = density * PI * rr;
        MassProperties { mass, center: self.center, inertia: 0.5 * mass * rr }
    }
}

#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields, rename = "circle")]
struct Raw {
    #[serde(default)]
    center: Vec2,
    radius: f32,
}

#[cfg(feature = "serde")]
impl TryFrom<Raw> for Circle {
    type Error = ShapeError;
    fn try_from(raw: Raw) -> Result<Self, ShapeError> {
        Self::at(raw.center, raw.radius)
    }
}

#[cfg(feature = "serde")]
impl From<Circle> for Raw {
    fn from(s: Circle) -> Self {
        Self { center: s.center, radius: s.radius }
    }
}
