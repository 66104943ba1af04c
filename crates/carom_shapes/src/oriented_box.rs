//! A rotated rectangle: a tight bound of long and thin things, and the simplest polygon.

use carom_math::{Aabb, Pose, Rot, Vec2};

/// A rectangle of full size `size` about the origin of `pose`. Plain data, as [`Aabb`] is: nothing is checked; one with
/// a NaN overlaps nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OrientedBox {
    /// Position of its middle, and its rotation.
    pub pose: Pose,
    /// Full width and height, along its own axes [m].
    pub size: Vec2,
}

impl From<Aabb> for OrientedBox {
    fn from(b: Aabb) -> Self {
        Self { pose: Pose { p: b.center(), q: Rot::IDENTITY }, size: b.size() }
    }
}

impl OrientedBox {
    /// The box of full size `width` by `height` [m] at `pose`.
    pub const fn new(pose: Pose, width: f32, height: f32) -> Self {
        Self { pose, size: Vec2::new(width, height) }
    }

    /// Its corners in its own frame, counter-clockwise from the lower left [m].
    #[inline]
    pub fn local_corners(&self) -> [Vec2; 4] {
        let h = 0.5 * self.size;
        [Vec2::new(-h.x, -h.y), Vec2::new(h.x, -h.y), Vec2::new(h.x, h.y), Vec2::new(-h.x, h.y)]
    }

    /// Its corners in the world, counter-clockwise [m].
    #[inline]
    pub fn corners(&self) -> [Vec2; 4] {
        self.local_corners().map(|c| self.pose.transform_point(c))
    }

    /// The least axis-aligned box around it.
    pub fn aabb(&self) -> Aabb {
        let (c, s) = (self.pose.q.c.abs(), self.pose.q.s.abs());
        let h = 0.5 * Vec2::new(c * self.size.x + s * self.size.y, s * self.size.x + c * self.size.y);
        Aabb::new(self.pose.p - h, self.pose.p + h)
    }
}
