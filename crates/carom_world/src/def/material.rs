//! [`Material`]: friction, restitution, rolling resistance and surface speed.

use crate::Error;
use carom_math::max;

/// The surface of a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default, deny_unknown_fields))]
pub struct Material {
    /// Friction coefficient (Coulomb 1785), 0 or more. Two surfaces mix by the square root of the product. Default:
    /// 0.6.
    pub friction: f32,
    /// Restitution (Newton 1687): the part of the approach speed that comes back, 0 to 1. Two surfaces mix by the
    /// greater. Default: 0.
    pub restitution: f32,
    /// Rolling resistance: torque per normal force and radius, 0 or more. Two surfaces mix by the greater. Default: 0.
    pub rolling_resistance: f32,
    /// Speed of the surface along itself, as on a conveyor belt [m/s]; positive is to the right of the outward normal.
    /// Two surfaces mix by the sum. Default: 0.
    pub surface_speed: f32,
}

impl Default for Material {
    fn default() -> Self {
        Self { friction: 0.6, restitution: 0.0, rolling_resistance: 0.0, surface_speed: 0.0 }
    }
}

impl Material {
    /// The mix of two surfaces.
    #[inline]
    pub fn mix(&self, other: &Self) -> Self {
        Self {
            friction: (self.friction * other.friction).sqrt(),
            restitution: max(self.restitution, other.restitution),
            rolling_resistance: max(self.rolling_resistance, other.rolling_resistance),
            surface_speed: self.surface_speed + other.surface_speed,
        }
    }

    pub(crate) fn check(&self) -> Result<(), Error> {
        Error::not_negative("material.friction", self.friction)?;
        Error::within("material.restitution", self.restitution, 0.0, 1.0)?;
        Error::not_negative("material.rolling_resistance", self.rolling_resistance)?;
        Error::finite("material.surface_speed", self.surface_speed)
    }
}
