//! The position and rotation of a body.

use crate::{Rot, Vec2};

/// A rigid placement: rotate by `q`, then move by `p`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub struct Pose {
    /// Position of the origin [m].
    pub p: Vec2,
    /// Rotation.
    pub q: Rot,
}

impl Pose {
    /// At the origin, not turned.
    pub const IDENTITY: Self = Self { p: Vec2::ZERO, q: Rot::IDENTITY };

    /// At `p` [m], turned by `angle` [rad].
    pub fn new(p: Vec2, angle: f32) -> Self {
        Self { p, q: Rot::from_angle(angle) }
    }

    /// A point of this frame, in the world.
    #[inline(always)]
    pub fn transform_point(self, v: Vec2) -> Vec2 {
        self.q.rotate(v) + self.p
    }

    /// A point of the world, in this frame.
    #[inline(always)]
    pub fn inverse_transform_point(self, v: Vec2) -> Vec2 {
        self.q.inverse_rotate(v - self.p)
    }

    /// The inverse of this pose times `other`: `other` in this pose's frame.
    #[inline(always)]
    pub fn inv_mul(self, other: Self) -> Self {
        Self { p: self.q.inverse_rotate(other.p - self.p), q: self.q.inv_mul(other.q) }
    }

    /// A pose given in this frame, in the world.
    #[inline(always)]
    pub fn compose(self, inner: Self) -> Self {
        Self { p: self.transform_point(inner.p), q: self.q.after(inner.q) }
    }

    /// The inverse pose.
    #[inline(always)]
    pub fn inverse(self) -> Self {
        self.inv_mul(Self::IDENTITY)
    }

    /// Whether all four numbers are finite.
    pub fn is_finite(self) -> bool {
        self.p.is_finite() && self.q.is_finite()
    }
}
