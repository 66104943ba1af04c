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
    pub fn unrotate(self, v: Vec2) -> Vec2 {
        Vec2::new(self.c * v.x + self.s * v.y, self.c * v.y - self.s * v.x)
    }

    /// This rotation after `first`.
    #[inline(always)]
    pub fn after(self, first: Self) -> Self {
        Self { c: self.c * first.c - self.s * first.s, s: self.s * first.c + self.c * first.s }
    }

    /// This rotation as seen from `frame`: the inverse of `frame` after this.
    #[inline(always)]
    pub fn seen_from(self, frame: Self) -> Self {
        Self { c: frame.c * self.c + frame.s * self.s, s: frame.c * self.s - frame.s * self.c }
    }

    /// This rotation turned on by a small angle [rad] and made a unit again (first order in the angle, then
    /// projected, which keeps the error of one substep at the third order).
    #[inline(always)]
    pub fn turned(self, delta: f32) -> Self {
        Self { c: self.c - delta * self.s, s: self.s + delta * self.c }.normalized()
    }

    /// This rotation scaled back to unit length; the identity where it has none.
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
