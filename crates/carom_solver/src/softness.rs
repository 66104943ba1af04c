//! Soft constraints: a spring and a damper in place of a rigid equation, integrated implicitly.

/// The response of a constraint to its error: a part of it becomes a velocity (`bias_rate`), and an impulse that is
/// scaled down and leaks.
///
/// A damped oscillator of angular frequency w = 2 pi f and damping ratio z under implicit Euler with step h (E. Catto,
/// "Soft Constraints", 2011): with a = 2 z + h w and b = h w a, bias_rate = w / a < 1 / h, mass_scale = b / (1 + b),
/// impulse_scale = 1 / (1 + b).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Softness {
    /// Part of the position error that becomes velocity [1/s]; with the factor on the mass, at most all of it within a
    /// substep.
    pub bias_rate: f32,
    /// Factor on the effective mass.
    pub mass_scale: f32,
    /// Part of the accumulated impulse that leaks.
    pub impulse_scale: f32,
}

impl Softness {
    /// No spring: velocity only.
    pub const RIGID: Self = Self { bias_rate: 0.0, mass_scale: 1.0, impulse_scale: 0.0 };

    /// A spring of `hertz` [Hz] and `damping_ratio` over a substep of `h` [s]; [`Softness::NONE`] if `hertz` is 0.
    pub fn new(hertz: f32, damping_ratio: f32, h: f32) -> Self {
        if hertz <= 0.0 {
            return Self::NONE;
        }
        // Beyond a million nothing changes any more, and products stay finite.
        let (hertz, damping_ratio) = (carom_math::min(hertz, 1.0e6), carom_math::min(damping_ratio, 1.0e6));
        let omega = 2.0 * carom_math::PI * hertz;
        let a = 2.0 * damping_ratio + h * omega;
        let b = h * omega * a;
        let c = 1.0 / (1.0 + b);
        // Without damping, rounding could exceed the limit.
        Self { bias_rate: carom_math::min(omega / a, 1.0 / h), mass_scale: b * c, impulse_scale: c }
    }

    /// A spring of `hertz` [Hz] and `damping_ratio` that swings, over a substep of `h` [s]. With the angular frequency
    /// w, let X = 2 z w h and Y = w h. A substep takes velocity v at place x to a v - h w^2 a x. The area in phase
    /// space shrinks by a, which is exp(-X) in truth. Implicit Euler has a = 1 / (1 + X + Y^2), so a spring without
    /// damping dies out. Here a = 1 / (1 + X + X^2 / 2 + Y^4 / (1 + Y^2)). A load still hangs g / w^2 deep, and stiff
    /// springs are as stable. If z is above 1, the slow part of the motion counts: X^2 / z^2 stands for X^2.
    pub fn spring(hertz: f32, damping_ratio: f32, h: f32) -> Self {
        if hertz <= 0.0 {
            return Self::NONE;
        }
        let (hertz, z) = (carom_math::min(hertz, MOST_OF_RATE / h), carom_math::min(damping_ratio, 1.0e6));
        let omega = 2.0 * carom_math::PI * hertz;
        let y = h * omega;
        let (x, square) = (2.0 * z * y, y * y);
        let over = carom_math::max(z, 1.0);
        let b = x + 0.5 * (x / over) * (x / over) + square * square / (1.0 + square);
        let b = carom_math::max(b, f32::MIN_POSITIVE);
        let c = 1.0 / (1.0 + b);
        Self { bias_rate: omega * y / b, mass_scale: b * c, impulse_scale: c }
    }

    /// No force at all.
    pub const NONE: Self = Self { bias_rate: 0.0, mass_scale: 0.0, impulse_scale: 1.0 };
}

/// The most that counts of a spring's frequency, as a part of the substep rate. Chains of soft welds, sliders or hinges
/// fly apart from 0.26 on.
pub(crate) const MOST_OF_RATE: f32 = 0.2;

/// A spring along one degree of freedom, of a length or an angle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spring {
    /// Frequency [Hz], 0 for no spring.
    pub hertz: f32,
    /// Damping ratio.
    pub damping_ratio: f32,
}

impl Spring {
    /// No spring.
    pub const NONE: Self = Self { hertz: 0.0, damping_ratio: 0.0 };

    /// No spring, and all motion is stopped.
    pub const FIRM: Self = Self { hertz: 0.0, damping_ratio: f32::INFINITY };

    /// A spring of so many hertz; of none, no spring.
    #[must_use]
    pub fn new(hertz: f32, damping_ratio: f32) -> Self {
        if hertz > 0.0 { Self { hertz, damping_ratio } } else { Self::NONE }
    }

    /// The same over a substep of `h` [s].
    pub fn softness(&self, h: f32) -> Softness {
        if *self == Self::FIRM { Softness::RIGID } else { Softness::spring(self.hertz, self.damping_ratio, h) }
    }
}

/// The rules for contacts that harden with depth.
#[derive(Clone, Copy, Debug)]
pub struct Hardening {
    /// Depth from which a contact becomes stiffer [m].
    pub depth: f32,
    /// Its greatest stiffness, in parts of the usual one.
    pub most: f32,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In a substep a spring takes back no more than its deflection, and all numbers are finite.
    #[test]
    fn springs_of_any_kind_are_finite_and_do_not_overshoot() {
        let h = 1.0 / 240.0;
        for hertz in [1.0e-30, 1.0e-12, 1.0e-3, 1.0, 60.0, 1.0e6, f32::MAX] {
            for ratio in [0.0, 1.0e-9, 0.5, 1.0, 30.0, f32::MAX] {
                let Softness { bias_rate, mass_scale, impulse_scale } = Softness::spring(hertz, ratio, h);
                let taken = h * bias_rate * mass_scale;
                assert!(bias_rate.is_finite() && (0.0..1.001).contains(&taken), "{hertz} Hz, {ratio}: {taken}");
                assert!((mass_scale + impulse_scale - 1.0).abs() < 1.0e-6, "{hertz} Hz, {ratio}");
            }
        }
    }
}
