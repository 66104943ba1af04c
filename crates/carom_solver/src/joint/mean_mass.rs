//! The masses that the stiffness of springs follows from. A spring of f hertz has the stiffness m (2 pi f)^2. With the
//! effective mass of now as m, the stiffness would change as the bodies turn, and a spring that was loaded soft and
//! gives back stiff makes energy: an undamped one on a wheel beside its axle, 200 times what there was in 30 s. So m is
//! a constant.
//!
//! The mass of a hinge's spring is that at its angle of rest, about which it swings. The others have no such pose.
//! Theirs is of a mean pose: the ratio of the means of its numerator and its denominator over all angles of the two
//! bodies, with b's anchor at a's. It is the effective mass of now wherever that does not depend on the angles, as for
//! anchors at centres of mass, for a hinge of a fixed body, and for a slider on one.

use crate::contact::block::inverse;
use crate::joint::reduced_mass::InverseMasses;
use carom_math::Vec2x16;
use fearless_simd::{Select, Simd, SimdBase, f32x16, mask32x16};

/// The arms of sixteen joints, in a's axes, with b turned to the angle at which it is held, or at which its spring
/// rests [m]; and what they hold.
pub(crate) struct MeanArms<S: Simd> {
    pub a: Vec2x16<S>,
    pub b: Vec2x16<S>,
    /// The direction of lines.
    pub n: Vec2x16<S>,
    /// Lanes whose direction is fixed in a; in the others it takes any angle.
    pub fixed: mask32x16<S>,
    /// Lanes that hold what is across the line, the angle, the point.
    pub across: mask32x16<S>,
    pub angle: mask32x16<S>,
    pub point: mask32x16<S>,
}

/// Means of the squares of a's levers along and across the line, of b's, and of their mixed product.
struct MeanSquares<S: Simd> {
    along_a: f32x16<S>,
    across_a: f32x16<S>,
    b: f32x16<S>,
    cross: f32x16<S>,
}

impl<S: Simd> MeanArms<S> {
    #[inline(always)]
    fn squares(&self) -> MeanSquares<S> {
        let (a, b) = (self.a.dot(self.a), self.b.dot(self.b));
        let (along, across) = (self.a.cross(self.n), self.a.dot(self.n));
        MeanSquares {
            along_a: self.fixed.select(along * along, a * 0.5),
            across_a: self.fixed.select(across * across, a * 0.5),
            b: b * 0.5,
            cross: a * b * 0.5,
        }
    }
}

impl<S: Simd> InverseMasses<S> {
    /// The mean mass along the line.
    #[inline(always)]
    pub(crate) fn mean_along(&self, simd: S, arms: &MeanArms<S>) -> f32x16<S> {
        let one = f32x16::splat(simd, 1.0);
        let [ja, jb] = self.against_mass(simd);
        let MeanSquares { along_a, across_a, b, cross } = arms.squares();
        let plain = self.mass + self.inertia[0] * along_a + self.inertia[1] * b;
        let free = [one + ja * (along_a + across_a) + jb * (b + b) + ja * jb * cross, one + ja * across_a + jb * b];
        let (together, d) = (self.together(simd), arms.a.sub(arms.b));
        let (n, t) = (d.cross(arms.n), d.dot(arms.n));
        let turned = [one + together * (n * n + t * t), one + together * t * t];
        let parts = [arms.angle.select(turned[0], free[0]), arms.angle.select(turned[1], free[1])];
        self.reduced(simd, plain, parts, arms.across)
    }

    /// The mean mass of all directions at a point.
    #[inline(always)]
    pub(crate) fn mean_of_point(&self, simd: S, arms: &MeanArms<S>) -> f32x16<S> {
        let squares = [arms.a.dot(arms.a), arms.b.dot(arms.b)];
        let turning = self.inertia[0] * squares[0] + self.inertia[1] * squares[1];
        inverse(simd, self.mass + turning * 0.5)
    }

    /// The mean mass along what a line holds: across it, or, if it is held at a length, along it.
    #[inline(always)]
    pub(crate) fn mean_held(&self, simd: S, arms: &MeanArms<S>) -> f32x16<S> {
        let MeanSquares { across_a, b, .. } = arms.squares();
        inverse(simd, self.mass + self.inertia[0] * across_a + self.inertia[1] * b)
    }

    /// The mass about the angle: of a hinge that of its pose at rest, of a line the mean mass.
    #[inline(always)]
    pub(crate) fn mean_about(&self, simd: S, arms: &MeanArms<S>) -> f32x16<S> {
        let one = f32x16::splat(simd, 1.0);
        let [ja, jb] = self.against_mass(simd);
        let MeanSquares { across_a, b, .. } = arms.squares();
        let (apart, cross) = (arms.a.sub(arms.b), arms.a.cross(arms.b));
        let free = one + ja * arms.a.dot(arms.a) + jb * arms.b.dot(arms.b);
        let point = [ja + jb + ja * jb * apart.dot(apart), free + ja * jb * (cross * cross)];
        let line = [ja + jb + ja * jb * (across_a + b), one + ja * across_a + jb * b];
        let parts = [arms.point.select(point[0], line[0]), arms.point.select(point[1], line[1])];
        self.reduced(simd, self.inertia[0] + self.inertia[1], parts, arms.point | arms.across)
    }
}
