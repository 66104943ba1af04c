//! The capsule: all points within a radius of a segment.

use crate::error::{place, size};
use crate::{MassProperties, ShapeError};
use carom_math::{Aabb, Pose, Vec2, max2, min2};

/// A filled capsule. Its two ends may be at one place, which makes it a circle.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(try_from = "Raw", into = "Raw"))]
pub struct Capsule {
    a: Vec2,
    b: Vec2,
    radius: f32,
}

impl Capsule {
    /// The capsule of `radius` [m] about the segment from `a` to `b` [m].
    ///
    /// # Errors
    /// A radius that is not a size, an end that is not finite.
    pub fn new(a: Vec2, b: Vec2, radius: f32) -> Result<Self, ShapeError> {
        Ok(Self { a: place("a", a)?, b: place("b", b)?, radius: size("radius", radius)? })
    }

    /// The capsule of `radius` along x whose segment is `length` [m] long, about the body's origin.
    ///
    /// # Errors
    /// A length that is negative or not finite; otherwise as [`Capsule::new`].
    pub fn horizontal(length: f32, radius: f32) -> Result<Self, ShapeError> {
        let half = half(length)?;
        Self::new(Vec2::new(-half, 0.0), Vec2::new(half, 0.0), radius)
    }

    /// The capsule of `radius` along y whose segment is `length` [m] long, about the body's origin.
    ///
    /// # Errors
    /// A length that is negative or not finite; otherwise as [`Capsule::new`].
    pub fn vertical(length: f32, radius: f32) -> Result<Self, ShapeError> {
        let half = half(length)?;
        Self::new(Vec2::new(0.0, -half), Vec2::new(0.0, half), radius)
    }

    /// The first end of the segment [m].
    #[inline(always)]
    pub fn a(&self) -> Vec2 {
        self.a
    }

    /// The second end of the segment [m].
    #[inline(always)]
    pub fn b(&self) -> Vec2 {
        self.b
    }

    /// The radius [m].
    #[inline(always)]
    pub fn radius(&self) -> f32 {
        self.radius
    }

    /// The least box around the capsule at `pose`.
    #[inline]
    pub fn aabb(&self, pose: Pose) -> Aabb {
        let (a, b) = (pose.transform_point(self.a), pose.transform_point(self.b));
        Aabb::new(min2(a, b), max2(a, b)).grown(self.radius)
    }

    /// Mass properties at `density` [kg/m^2]: a rectangle and two half circles.
    pub fn mass(&self, density: f32) -> MassProperties {
        let r = f64::from(self.radius);
        let length = f64::from((self.b - self.a).length());
        let disc = f64::from(density) * std::f64::consts::PI * r * r;
        let slab = f64::from(density) * 2.0 * r * length;
        // A half circle about the middle: about its own centroid, then moved by half the length and 4 r / (3 pi).
        let to_centroid = 4.0 * r / (3.0 * std::f64::consts::PI);
        let d = 0.5 * length + to_centroid;
        let disc_inertia = disc * (0.5 * r * r - to_centroid * to_centroid + d * d);
        let slab_inertia = slab * (4.0 * r * r + length * length) / 12.0;
        MassProperties {
            mass: (disc + slab) as f32,
            center: 0.5 * (self.a + self.b),
            inertia: (disc_inertia + slab_inertia) as f32,
        }
    }
}

/// Half the length of a segment, which may be zero.
fn half(length: f32) -> Result<f32, ShapeError> {
    let good = length.is_finite() && length >= 0.0;
    if good { Ok(0.5 * length) } else { Err(ShapeError::BadSize { field: "length", value: length }) }
}

#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields, rename = "capsule")]
struct Raw {
    a: Vec2,
    b: Vec2,
    radius: f32,
}

#[cfg(feature = "serde")]
impl TryFrom<Raw> for Capsule {
    type Error = ShapeError;
    fn try_from(raw: Raw) -> Result<Self, ShapeError> {
        Self::new(raw.a, raw.b, raw.radius)
    }
}

#[cfg(feature = "serde")]
impl From<Capsule> for Raw {
    fn from(s: Capsule) -> Self {
        Self { a: s.a, b: s.b, radius: s.radius }
    }
}
