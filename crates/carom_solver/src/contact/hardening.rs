//! Contacts that harden with depth. A soft contact yields by F / k, where F is the force. Its stiffness k is m w², with
//! the effective mass m at the point and the angular frequency w. So a light plate between heavy bodies sinks in. If
//! two bodies of very different mass are deeper than [`crate::Hardening::depth`], k grows in proportion to the depth,
//! up to [`crate::Hardening::most`] times. The damping grows alike, so that overlap is pushed out as fast as before.
//!
//! With the terms of [`crate::Softness`], bias_rate stays, and b = (h w)² + 2 z h w grows like k.

use crate::StepRules;
use crate::contact::block::{ContactBlock, ContactCold, PointLanes};
use carom_math::{least, most};
use fearless_simd::{Select, Simd, SimdBase, SimdMask, f32x16, mask32x16};

/// A contact hardens if one of the two bodies has so many times the mass of the other. Limbs of a doll that crossed in
/// a fall have not: with all contacts hard, they held joints open by 9.5 cm, not 3.
const HEAVIER: f32 = 8.0;

/// The [`crate::Softness`] of sixteen contacts.
#[derive(Clone, Copy)]
pub(crate) struct SoftnessLanes<S: Simd> {
    pub bias_rate: f32x16<S>,
    pub mass_scale: f32x16<S>,
    pub impulse_scale: f32x16<S>,
}

impl ContactBlock {
    /// Finds the lanes that are so deep that they harden.
    #[inline(always)]
    pub(crate) fn harden<S: Simd>(&mut self, simd: S, cold: &ContactCold, rules: &StepRules) {
        let (a, b) = (self.inv_mass_a.load(simd), self.inv_mass_b.load(simd));
        let uneven = most(a, b).simd_gt(least(a, b) * HEAVIER);
        self.hard = uneven.to_bitmask() as u32 & self.moves_a & self.moves_b;
        if self.hard != 0 {
            let is_deep = self.depth(simd, cold).simd_gt(f32x16::splat(simd, rules.hardening.depth));
            self.hard &= is_deep.to_bitmask() as u32;
        }
    }

    /// The depth of its lanes at the beginning of the step [m].
    #[inline(always)]
    fn depth<S: Simd>(&self, simd: S, cold: &ContactCold) -> f32x16<S> {
        let (radii, zero) = (self.radii(simd, cold), f32x16::splat(simd, 0.0));
        let depth = |point: &PointLanes| {
            let is_there = point.normal_mass.load(simd).simd_gt(zero);
            is_there.select(-point.first_gap(simd, radii), zero)
        };
        let [p0, p1] = &self.points;
        if self.two { most(depth(p0), depth(p1)) } else { depth(p0) }
    }

    /// The softness of its lanes.
    #[inline(always)]
    pub(crate) fn softness<S: Simd>(&self, simd: S, cold: &ContactCold, rules: &StepRules) -> SoftnessLanes<S> {
        let both = mask32x16::from_bitmask(simd, u64::from(self.moves_a & self.moves_b));
        let either = |a: f32, b: f32| both.select(f32x16::splat(simd, a), f32x16::splat(simd, b));
        let (soft, fixed) = (&rules.contact, &rules.fixed_contact);
        let usual = SoftnessLanes {
            bias_rate: either(soft.bias_rate, fixed.bias_rate),
            mass_scale: either(soft.mass_scale, fixed.mass_scale),
            impulse_scale: either(soft.impulse_scale, fixed.impulse_scale),
        };
        if self.hard == 0 {
            return usual;
        }
        // mass_scale is b / (1 + b), impulse_scale is 1 / (1 + b); their quotient is b.
        let hard = mask32x16::from_bitmask(simd, u64::from(self.hard));
        let rule = &rules.hardening;
        let stiffer = least(self.depth(simd, cold) * (1.0 / rule.depth), f32x16::splat(simd, rule.most));
        let stiffer = stiffer * soft.mass_scale;
        let scale = f32x16::splat(simd, 1.0) / (stiffer + soft.impulse_scale);
        SoftnessLanes {
            mass_scale: hard.select(stiffer * scale, usual.mass_scale),
            impulse_scale: hard.select(scale * soft.impulse_scale, usual.impulse_scale),
            ..usual
        }
    }
}
