//! Vectors and placements in f64, for functions that need digits more than speed. In: f32 numbers, which are exact
//! here, and so is the product of two of them.

use carom_math::{Pose, Vec2};
use std::ops::{Add, Mul, Neg, Sub};

/// A vector in f64.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Wide {
    pub x: f64,
    pub y: f64,
}

impl From<Vec2> for Wide {
    #[inline(always)]
    fn from(v: Vec2) -> Self {
        Self { x: f64::from(v.x), y: f64::from(v.y) }
    }
}

impl Wide {
    pub const ZERO: Self = Self { x: 0.0, y: 0.0 };

    /// Rounded to f32.
    #[inline(always)]
    pub fn narrow(self) -> Vec2 {
        Vec2::new(self.x as f32, self.y as f32)
    }

    #[inline(always)]
    pub fn dot(self, o: Self) -> f64 {
        self.x * o.x + self.y * o.y
    }

    #[inline(always)]
    pub fn cross(self, o: Self) -> f64 {
        self.x * o.y - self.y * o.x
    }

    /// A quarter turn counter-clockwise.
    #[inline(always)]
    pub fn left(self) -> Self {
        Self { x: -self.y, y: self.x }
    }

    /// A quarter turn clockwise.
    #[inline(always)]
    pub fn right(self) -> Self {
        Self { x: self.y, y: -self.x }
    }

    #[inline(always)]
    pub fn length(self) -> f64 {
        self.dot(self).sqrt()
    }

    /// The direction; zero if there is none.
    #[inline(always)]
    pub fn unit(self) -> Self {
        let length = self.length();
        if length > 0.0 { self * (1.0 / length) } else { Self::ZERO }
    }
}

impl Add for Wide {
    type Output = Self;
    #[inline(always)]
    fn add(self, o: Self) -> Self {
        Self { x: self.x + o.x, y: self.y + o.y }
    }
}

impl Sub for Wide {
    type Output = Self;
    #[inline(always)]
    fn sub(self, o: Self) -> Self {
        Self { x: self.x - o.x, y: self.y - o.y }
    }
}

impl Mul<f64> for Wide {
    type Output = Self;
    #[inline(always)]
    fn mul(self, k: f64) -> Self {
        Self { x: self.x * k, y: self.y * k }
    }
}

impl Neg for Wide {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self { x: -self.x, y: -self.y }
    }
}

/// A placement in f64: first turn by (c, s), then move by p.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WidePose {
    pub p: Wide,
    pub c: f64,
    pub s: f64,
}

impl WidePose {
    pub const IDENTITY: Self = Self { p: Wide::ZERO, c: 1.0, s: 0.0 };

    #[inline(always)]
    pub fn rotate(&self, v: Wide) -> Wide {
        Wide { x: self.c * v.x - self.s * v.y, y: self.s * v.x + self.c * v.y }
    }

    #[inline(always)]
    pub fn inverse_rotate(&self, v: Wide) -> Wide {
        Wide { x: self.c * v.x + self.s * v.y, y: self.c * v.y - self.s * v.x }
    }

    #[inline(always)]
    pub fn transform_point(&self, v: Wide) -> Wide {
        self.rotate(v) + self.p
    }

    #[inline(always)]
    pub fn inverse_transform_point(&self, v: Wide) -> Wide {
        self.inverse_rotate(v - self.p)
    }

    /// The inverse of this placement times `other`.
    pub fn inv_mul(&self, other: &Self) -> Self {
        let q = self.inverse_rotate(Wide { x: other.c, y: other.s });
        Self { p: self.inverse_transform_point(other.p), c: q.x, s: q.y }
    }
}

impl From<Pose> for WidePose {
    fn from(pose: Pose) -> Self {
        Self { p: pose.p.into(), c: f64::from(pose.q.c), s: f64::from(pose.q.s) }
    }
}
