//! Springs of sixteen joints, over a substep h. With w = 2 pi f and the damping ratio z, X = 2 z w h and Y = w h; how a
//! substep takes them is said at `Softness::spring`. They are those of a mass that stays as it is. Where the effective
//! mass of now is another one, that of the spring is `ratio` times it, and both X and Y^2 are `ratio` times as great.

use crate::joint::pass_softness::PassSoftness;
use crate::softness::{MOST_OF_RATE, Spring};
use carom_math::{Lanes, PI, least, min, most};
use fearless_simd::{Select, Simd, SimdBase, f32x16};

/// Greatest damping ratio, and ratio of masses that count: beyond them nothing changes any more, and products stay
/// finite.
const MOST: f32 = 1.0e6;

/// X of a damper that stops all motion.
const FIRM: f32 = 1.0e9;

/// X, Y^2 and z^2 of each lane.
#[derive(Clone, Debug, Default)]
pub(crate) struct SpringLanes {
    damping: Lanes,
    stiffness: Lanes,
    ratio_squared: Lanes,
}

/// Springs as they act on the effective masses of now: Y^2, and the part b of `Softness::spring`.
#[derive(Clone, Copy)]
pub(crate) struct SpringPass<S: Simd> {
    pub stiffness: f32x16<S>,
    pub damping: f32x16<S>,
}

impl SpringLanes {
    /// Fills a lane, with substeps of `h` [s], among so many rivals ([`crate::joint::hubs`]).
    pub(crate) fn fill(&mut self, lane: usize, Spring { hertz, damping_ratio }: Spring, (h, rivals): (f32, f32)) {
        let (rate, z) = (h * hertz, min(damping_ratio, MOST));
        let y = 2.0 * PI * min(rate, MOST_OF_RATE / rivals.sqrt());
        let damps = 2.0 * PI * min(rate, MOST_OF_RATE / rivals);
        self.damping.0[lane] = if damping_ratio == f32::INFINITY { FIRM } else { 2.0 * z * damps };
        self.stiffness.0[lane] = y * y;
        self.ratio_squared.0[lane] = z * z;
    }

    /// The springs of the masses `own` on effective masses of `now`.
    #[inline(always)]
    pub(crate) fn on<S: Simd>(&self, simd: S, own: f32x16<S>, now: f32x16<S>) -> SpringPass<S> {
        let zero = f32x16::splat(simd, 0.0);
        let ratio = least(own / now, f32x16::splat(simd, MOST));
        self.times(simd, now.simd_gt(zero).select(ratio, zero))
    }

    /// The springs of masses so many times as great as those of now.
    #[inline(always)]
    pub(crate) fn times<S: Simd>(&self, simd: S, ratio: f32x16<S>) -> SpringPass<S> {
        let one = f32x16::splat(simd, 1.0);
        let stiffness = ratio * self.stiffness.load(simd);
        let slow = least(ratio * self.ratio_squared.load(simd), one);
        let swing = stiffness * slow * 2.0 + stiffness * (stiffness / (one + stiffness));
        SpringPass { stiffness, damping: ratio * self.damping.load(simd) + swing }
    }
}

impl<S: Simd> SpringPass<S> {
    /// The same as a softness; one over the substep is `inv_h` [1/s].
    #[inline(always)]
    pub(crate) fn softness(&self, simd: S, inv_h: f32) -> PassSoftness<S> {
        let one = f32x16::splat(simd, 1.0);
        let damping = most(self.damping, f32x16::splat(simd, f32::MIN_POSITIVE));
        let leak = one / (one + damping);
        PassSoftness { bias_rate: self.stiffness * inv_h / damping, mass_scale: damping * leak, impulse_scale: leak }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Softness;
    use carom_math::{LANES, dispatch};
    use fearless_simd::Level;

    /// On the mass that it has, a spring of a lane is that of [`Softness::spring`], to rounding.
    #[test]
    fn a_spring_on_its_own_mass_is_the_scalar_one() {
        let h = 1.0 / 240.0;
        let mut lanes = SpringLanes::default();
        let springs: [Spring; LANES] = std::array::from_fn(|k| {
            let hertz = [0.01, 1.0, 5.0, 30.0, 48.0, 90.0, 1.0e3, 1.0e9][k % 8];
            Spring { hertz, damping_ratio: [0.0, 0.5, 1.0, 30.0][k / 4] }
        });
        for (lane, &spring) in springs.iter().enumerate() {
            lanes.fill(lane, spring, (h, 1.0));
        }
        let mut seen = [Lanes::default(), Lanes::default(), Lanes::default()];
        dispatch!(Level::new(), simd => {
            let pass = lanes.times(simd, f32x16::splat(simd, 1.0)).softness(simd, 1.0 / h);
            seen[0].store(pass.bias_rate);
            seen[1].store(pass.mass_scale);
            seen[2].store(pass.impulse_scale);
        });
        for (lane, spring) in springs.iter().enumerate() {
            let Softness { bias_rate, mass_scale, impulse_scale } =
                Softness::spring(spring.hertz, spring.damping_ratio, h);
            for (lanes, law) in seen.iter().zip([bias_rate, mass_scale, impulse_scale]) {
                assert!((lanes.0[lane] - law).abs() <= 1.0e-5 * law.abs(), "{spring:?}: {} for {law}", lanes.0[lane]);
            }
        }
    }
}
