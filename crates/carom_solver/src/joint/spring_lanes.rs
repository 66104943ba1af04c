//! Springs of sixteen joints, over a substep h. With w = 2 pi f and the damping ratio z, X = 2 z w h and Y = w h; how a
//! substep takes them is said at `Softness::spring`. They are those of a mass that stays as it is. Where the effective
//! mass of now is another one, that of the spring is `ratio` times it, and both X and Y^2 are `ratio` times as great.
//!
//! C is the Y of the greatest frequency that counts. Among S rivals ([`crate::joint::hubs`]), Y^2 counts up to C^2 / S
//! and X up to 2 z C / S, of the mass of the spring as well as of that of now. Of a z above 1, z / S or 1 stands there
//! for z, the greater one: many dampers that each stop a body at once are no contraction.

use crate::joint::pass_softness::PassSoftness;
use crate::softness::{MOST_OF_RATE, Spring};
use carom_math::{Lanes, PI, least, max, min, most};
use fearless_simd::{Select, Simd, SimdBase, f32x16};

/// Greatest damping ratio, and ratio of masses that count: beyond them nothing changes any more, and products stay
/// finite.
const MOST: f32 = 1.0e6;

/// C: Y of the greatest frequency that counts.
const GREATEST: f32 = 2.0 * PI * MOST_OF_RATE;

/// Y and z of each lane, and the most that counts of Y^2 and of X / 2 z.
#[derive(Clone, Debug, Default)]
pub(crate) struct SpringLanes {
    y: Lanes,
    damping_ratio: Lanes,
    most_stiffness: Lanes,
    most_damping: Lanes,
}

/// Springs as they act on the effective masses of now: Y^2, and the part b of `Softness::spring`.
#[derive(Clone, Copy)]
pub(crate) struct SpringPass<S: Simd> {
    pub stiffness: f32x16<S>,
    pub damping: f32x16<S>,
}

impl SpringLanes {
    /// Fills a lane, with substeps of `h` [s], among so many rivals.
    pub(crate) fn fill(&mut self, lane: usize, Spring { hertz, damping_ratio }: Spring, (h, rivals): (f32, f32)) {
        let z = min(damping_ratio, MOST);
        self.y.0[lane] = min(2.0 * PI * h * hertz, GREATEST / rivals.sqrt());
        self.damping_ratio.0[lane] = z;
        self.most_stiffness.0[lane] = GREATEST * GREATEST / rivals;
        self.most_damping.0[lane] = GREATEST / rivals * if z > 1.0 { max(1.0 / z, 1.0 / rivals) } else { 1.0 };
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
        let (y, z, most) = (self.y.load(simd), self.damping_ratio.load(simd), self.most_damping.load(simd));
        let stiffness = least(ratio * (y * y), self.most_stiffness.load(simd));
        let slow = least(ratio * (z * z), one);
        let swing = stiffness * slow * 2.0 + stiffness * (stiffness / (one + stiffness));
        SpringPass { stiffness, damping: z * least(ratio * least(y, most), most) * 2.0 + swing }
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
