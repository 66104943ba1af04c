//! [`Mixing`]: the rule by which a number of two surfaces becomes one.

use carom_math::{Floats, least, max, min, most};

/// The rule by which a number of two surfaces, such as friction, becomes one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Mixing {
    /// The root of the product.
    GeometricMean,
    /// Half of the sum.
    Average,
    /// The smaller one.
    Min,
    /// The greater one.
    Max,
    /// The product.
    Multiply,
}

impl Mixing {
    /// All rules.
    pub const ALL: [Self; 5] = [Self::GeometricMean, Self::Average, Self::Min, Self::Max, Self::Multiply];

    /// The mix of two numbers, 0 or more.
    #[inline]
    pub fn mix(self, a: f32, b: f32) -> f32 {
        match self {
            Self::GeometricMean => (a * b).sqrt(),
            Self::Average => 0.5 * (a + b),
            Self::Min => min(a, b),
            Self::Max => max(a, b),
            Self::Multiply => a * b,
        }
    }

    /// [`Mixing::mix`] on lanes.
    #[inline(always)]
    pub(crate) fn mix_on_lanes<F: Floats>(self, a: F, b: F) -> F {
        match self {
            Self::GeometricMean => (a * b).sqrt(),
            Self::Average => (a + b) * 0.5,
            Self::Min => least(a, b),
            Self::Max => most(a, b),
            Self::Multiply => a * b,
        }
    }
}

/// The rules of a world for two surfaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MixingRules {
    pub friction: Mixing,
    pub restitution: Mixing,
}

impl Default for MixingRules {
    fn default() -> Self {
        Self { friction: Mixing::GeometricMean, restitution: Mixing::Max }
    }
}
