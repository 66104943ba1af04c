//! [`Material`]: friction, restitution, rolling resistance and surface speed.

use crate::Error;
use crate::def::MixingRules;
use carom_math::{max, min};

/// Greatest restitution. A ball of 40 m/s leaves it at the usual greatest speed.
pub(crate) const MOST_RESTITUTION: f32 = 10.0;

/// Greatest friction and rolling resistance: no load makes anything slide, and products stay finite.
pub(crate) const MOST_FRICTION: f32 = 1.0e6;

/// The surface of a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default, deny_unknown_fields))]
pub struct Material {
    /// Friction coefficient (Coulomb 1785), 0 to a million. Two surfaces mix by [`crate::WorldDef::friction_mixing`].
    /// Default: 0.6.
    pub friction: f32,
    /// Restitution (Newton 1687): the part of the approach speed that comes back, 0 to 10. Above 1 it is a bumper. That
    /// adds energy; nothing leaves faster than [`crate::WorldDef::max_speed`]. Two surfaces mix by
    /// [`crate::WorldDef::restitution_mixing`], to 10 at most. Default: 0.
    pub restitution: f32,
    /// Rolling resistance: torque per normal force and radius, 0 to a million. Two surfaces mix by the greater.
    /// Default: 0.
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
    /// The mix of two surfaces, in a world with the default rules.
    #[inline]
    pub fn mix(&self, other: &Self) -> Self {
        self.mix_by(other, MixingRules::default())
    }

    /// The mix of two surfaces.
    #[inline]
    pub(crate) fn mix_by(&self, other: &Self, rules: MixingRules) -> Self {
        Self {
            friction: rules.friction.mix(self.friction, other.friction),
            restitution: min(rules.restitution.mix(self.restitution, other.restitution), MOST_RESTITUTION),
            rolling_resistance: max(self.rolling_resistance, other.rolling_resistance),
            surface_speed: self.surface_speed + other.surface_speed,
        }
    }

    pub(crate) fn check(&self) -> Result<(), Error> {
        Error::within("material.friction", self.friction, 0.0, MOST_FRICTION)?;
        Error::within("material.restitution", self.restitution, 0.0, MOST_RESTITUTION)?;
        Error::within("material.rolling_resistance", self.rolling_resistance, 0.0, MOST_FRICTION)?;
        Error::finite("material.surface_speed", self.surface_speed)
    }
}
