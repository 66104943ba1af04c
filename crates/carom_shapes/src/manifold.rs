//! Contact manifolds: the vocabulary that narrow phase and solver share.

use carom_math::Vec2;

/// The features of a and b that made a contact point: the same two carry their impulses over from step to step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FeatureId(pub u32);

impl FeatureId {
    /// The point of feature `a` of the first piece (vertex or edge index) and feature `b` of the second.
    ///
    /// Indices are taken modulo 65,536: two points of a larger polygon may have one id, and carry over each other's
    /// impulses.
    #[inline(always)]
    pub const fn new(a: usize, b: usize) -> Self {
        Self(((a as u32) & 0xFFFF) << 16 | ((b as u32) & 0xFFFF))
    }

    /// The same point with the pieces in the other order.
    #[inline(always)]
    pub const fn flipped(self) -> Self {
        Self(self.0.rotate_left(16))
    }
}

/// One point of a manifold.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub struct ManifoldPoint {
    /// Halfway between the two surfaces, in the frame that the manifold is given in [m].
    pub point: Vec2,
    /// Distance of the surfaces along the normal, negative if they overlap [m].
    pub separation: f32,
    /// The features of the point.
    pub id: FeatureId,
}

/// Up to two points with one normal.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub struct Manifold {
    /// Unit vector from a to b.
    pub normal: Vec2,
    /// Number of `points`: 0, 1 or 2.
    pub count: u32,
    /// The points.
    pub points: [ManifoldPoint; 2],
}

impl Manifold {
    /// No contact.
    pub const NONE: Self = Self {
        normal: Vec2::ZERO,
        count: 0,
        points: [ManifoldPoint { point: Vec2::ZERO, separation: 0.0, id: FeatureId(0) }; 2],
    };

    /// A manifold of one point.
    #[inline(always)]
    pub fn one(normal: Vec2, point: ManifoldPoint) -> Self {
        Self { normal, count: 1, points: [point, ManifoldPoint::default()] }
    }

    /// A manifold of two points.
    #[inline(always)]
    pub fn two(normal: Vec2, first: ManifoldPoint, second: ManifoldPoint) -> Self {
        Self { normal, count: 2, points: [first, second] }
    }

    /// The points, up to the count.
    #[inline(always)]
    pub fn points(&self) -> &[ManifoldPoint] {
        &self.points[..(self.count as usize).min(2)]
    }

    /// The same contact with a and b exchanged; points stay in place (and in the same frame).
    #[inline]
    pub fn flipped(mut self) -> Self {
        self.normal = -self.normal;
        for p in &mut self.points {
            p.id = p.id.flipped();
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_have_room_for_65536_features_of_each_piece() {
        assert_eq!(FeatureId::new(65_535, 2), FeatureId(0xFFFF_0002));
        assert_eq!(FeatureId::new(65_536 + 3, 2), FeatureId::new(3, 2));
        assert_eq!(FeatureId::new(7, 65_535).flipped(), FeatureId::new(65_535, 7));
    }
}
