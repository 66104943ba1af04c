//! The response of the held parts of sixteen joints in a pass.

use crate::{Softness, StepRules};
use fearless_simd::{Select, Simd, SimdBase, f32x16, mask32x16};

/// The numbers of a pass that rigid constraints share: part of the error that becomes speed, factor on the effective
/// mass, part of the impulse that leaks.
#[derive(Clone, Copy)]
pub(crate) struct PassSoftness<S: Simd> {
    pub bias_rate: f32x16<S>,
    pub mass_scale: f32x16<S>,
    pub impulse_scale: f32x16<S>,
}

impl<S: Simd> PassSoftness<S> {
    /// This one in the lanes of `mask`, the other elsewhere.
    #[inline(always)]
    pub(crate) fn select(self, mask: mask32x16<S>, other: Self) -> Self {
        Self {
            bias_rate: mask.select(self.bias_rate, other.bias_rate),
            mass_scale: mask.select(self.mass_scale, other.mass_scale),
            impulse_scale: mask.select(self.impulse_scale, other.impulse_scale),
        }
    }

    #[inline(always)]
    pub(crate) fn of<const RELAX: bool>(simd: S, rules: &StepRules) -> Self {
        let softness = if RELAX { Softness::RIGID } else { rules.joint };
        let splat = |x: f32| f32x16::splat(simd, x);
        Self {
            bias_rate: splat(softness.bias_rate),
            mass_scale: splat(softness.mass_scale),
            impulse_scale: splat(softness.impulse_scale),
        }
    }
}
