//! A rotation in the plane, as the cosine and sine of its angle.

use crate::{Vec2, atan2, sin_cos};

/// A rotation: the unit vector (cos, sin) of an angle, counter-clockwise.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Rot {
    /// Cosine of the angle.
    pub c: f32,
    /// Sine of the angle.
    pub s: f32,
}

impl Default for Rot {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl Rot {
    /// No rotation.
    pub const IDENTITY: Self = Self { c: 1.0, s: 0.0 };

    /// The rotation by `angle` [rad], the same bits on every machine.
    pub fn from_angle(angle: f32) -> Self {
        let (s, c) = sin_cos(angle);
        Self { c, s }
    }

    /// The angle [rad], in -pi..=pi.
    pub fn angle(self) -> f32 {
        atan2(self.s, self.c)
    }

    /// `v` turned by this rotation.
    #[inline(always)]
    pub fn rotate(self, v: Vec2) -> Vec2 {
        Vec2::new(self.c * v.x - self.s * v.y, self.s * v.x + self.c * v.y)
    }

    /// `v` turned back by this rotation.
    #[inline(always)]
    pub fn inverse_rotate(self, v: Vec2) -> Vec2 {
        Vec2::new(self.c * v.x + self.s * v.y, self.c * v.y - self.s * v.x)
    }

    /// This rotation after `first`.
    #[inline(always)]
    pub fn after(self, first: Self) -> Self {
        Self { c: self.c * first.c - self.s * first.s, s: self.s * first.c + self.c * first.s }
    }

    /// The inverse of this rotation times `other`: `other` in this rotation's frame.
    #[inline(always)]
    pub fn inv_mul(self, other: Self) -> Self {
        Self { c: self.c * other.c + self.s * other.s, s: self.c * other.s - self.s * other.c }
    }

    /// This rotation turned on by `delta` [rad], up to an eighth of a turn. It lacks at most 2 parts in 10,000 of an
    /// eighth of a turn, and a part in a million of a twentieth. The tangent of the half angle is taken to the fifth
    /// order; cosine and sine follow from it. The length stays, to rounding: normalize now and then.
    #[inline(always)]
    pub fn turned(self, delta: f32) -> Self {
        let square = delta * delta;
        let tan = delta * (0.5 + square * (1.0 / 24.0) * (1.0 + square * 0.1));
        let share = 2.0 / (1.0 + tan * tan);
        Self { c: share - 1.0, s: tan * share }.after(self)
    }

    /// This rotation scaled back to unit length; the identity if the length is zero.
    #[inline(always)]
    pub fn normalized(self) -> Self {
        let length = (self.c * self.c + self.s * self.s).sqrt();
        if length > 0.0 { Self { c: self.c / length, s: self.s / length } } else { Self::IDENTITY }
    }

    /// The rotation part of the way to `end`, `t` in 0..=1, along the chord and made a unit again.
    #[inline(always)]
    pub fn lerp(self, end: Self, t: f32) -> Self {
        let omt = 1.0 - t;
        Self { c: omt * self.c + t * end.c, s: omt * self.s + t * end.s }.normalized()
    }

    /// Whether both parts are finite numbers.
    pub fn is_finite(self) -> bool {
        self.c.is_finite() && self.s.is_finite()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PI;

    /// The angle turned less `delta`, in f64.
    #[allow(clippy::disallowed_methods)] // The test compares with the platform's functions.
    fn error(start: f32, delta: f32) -> f64 {
        let (from, to) = (Rot::from_angle(start), Rot::from_angle(start).turned(delta));
        let angle = |q: Rot| f64::from(q.s).atan2(f64::from(q.c));
        let length = f64::from(to.c).hypot(f64::from(to.s));
        assert!((length - 1.0).abs() < 4.0e-7, "{start} {delta}: {length}");
        let turn = (angle(to) - angle(from)).rem_euclid(2.0 * std::f64::consts::PI);
        (if turn > std::f64::consts::PI { turn - 2.0 * std::f64::consts::PI } else { turn }) - f64::from(delta)
    }

    #[test]
    fn turns_by_its_angle() {
        for start in [0.0, 0.7, -2.0, 3.1] {
            for k in -1000_i16..=1000 {
                let delta = 0.25 * PI * f32::from(k) / 1000.0;
                let lack = -error(start, delta) * f64::from(delta.signum());
                let most = if delta.abs() < 0.1 * PI { 1.0e-6 } else { 2.0e-4 } * f64::from(delta.abs()) + 3.0e-7;
                assert!((-3.0e-7..most).contains(&lack), "{start} + {delta}: lacks {lack}");
            }
        }
        assert_eq!(Rot::from_angle(0.3).turned(0.0), Rot::from_angle(0.3));
    }
}
