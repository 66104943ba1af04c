//! Contacts that harden with depth. A soft contact yields by F / (m w²), where F is the force, m the effective mass at
//! the point, and w the angular frequency of the contact. So a light plate that bears a heavy stack sinks into it. From
//! [`crate::Hardening::depth`] on, w² grows in proportion to the depth: a load that is four times as great sinks in
//! twice as deep. The damping ratio grows with w, so that overlap is pushed out as fast as before.
//!
//! The depth is that at the beginning of the step.

use crate::StepRules;
use crate::contact::block::{ContactBlock, ContactCold, PointLanes};
use carom_math::{least, most};
use fearless_simd::{Select, Simd, SimdBase, SimdFloat, SimdMask, f32x16, mask32x16};

/// The [`crate::Softness`] of sixteen contacts.
#[derive(Clone, Copy)]
pub(crate) struct SoftnessLanes<S: Simd> {
    pub bias_rate: f32x16<S>,
    pub mass_scale: f32x16<S>,
    pub impulse_scale: f32x16<S>,
}

impl ContactBlock {
    /// Finds the lanes that are so deep that they harden, and their frequencies.
    #[inline(always)]
    pub(crate) fn harden<S: Simd>(&mut self, simd: S, cold: &mut ContactCold, rules: &StepRules) {
        let rule = &rules.hardening;
        let [p0, p1] = &self.points;
        let zero = f32x16::splat(simd, 0.0);
        let depth = |point: &PointLanes| {
            let is_there = point.normal_mass.load(simd).simd_gt(zero);
            is_there.select(-point.gap.load(simd), zero)
        };
        let deepest = if self.two { most(depth(p0), depth(p1)) } else { depth(p0) };
        self.hard = deepest.simd_gt(f32x16::splat(simd, rule.depth)).to_bitmask() as u32;
        if self.hard == 0 {
            return;
        }
        let both = mask32x16::from_bitmask(simd, u64::from(self.moves_a & self.moves_b));
        let (soft, fixed) = (f32x16::splat(simd, rule.frequency), f32x16::splat(simd, rule.fixed_frequency));
        let usual = both.select(soft, fixed);
        let wanted = usual * most(deepest * (1.0 / rule.depth), zero).sqrt();
        cold.frequency.store(most(least(wanted, f32x16::splat(simd, rule.greatest_frequency)), usual));
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
        // The formulas of `Softness::new`, with a damping ratio that grows with the frequency.
        let hard = mask32x16::from_bitmask(simd, u64::from(self.hard));
        let one = f32x16::splat(simd, 1.0);
        let frequency = cold.frequency.load(simd);
        let by_h = frequency * rules.h;
        let damping = 2.0 * rules.hardening.damping_ratio;
        let a =
            by_h + frequency * either(damping / rules.hardening.frequency, damping / rules.hardening.fixed_frequency);
        let b = by_h * a;
        let c = one / (b + 1.0);
        SoftnessLanes {
            bias_rate: hard.select(least(frequency / a, f32x16::splat(simd, rules.inv_h)), usual.bias_rate),
            mass_scale: hard.select(b * c, usual.mass_scale),
            impulse_scale: hard.select(c, usual.impulse_scale),
        }
    }
}
