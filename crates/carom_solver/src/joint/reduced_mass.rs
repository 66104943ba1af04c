//! Effective masses of springs, motors and limits, given that all that the joint holds rigidly stays held.
//!
//! Such a row comes before the held ones in each pass. A body hinged at an arm r resists a torque with I + m r^2, not
//! with I: so the held rows are eliminated from its inverse mass (Schur complement). With the plain mass, a spring
//! would be as many times too soft, and a limit would yield as much more.

use crate::contact::block::inverse;
use carom_math::Vec2x16;
use fearless_simd::{Select, Simd, SimdBase, f32x16, mask32x16};

/// The part of the plain inverse mass that at least remains: below it, nothing but rounding is left in 32 bits.
const LEAST: f32 = 1.0e-4;

/// Inverse masses and inverse inertias of a and b.
#[derive(Clone, Copy)]
pub(crate) struct InverseMasses<S: Simd> {
    pub mass: f32x16<S>,
    pub inertia: [f32x16<S>; 2],
}

impl<S: Simd> InverseMasses<S> {
    /// The coupling of two rows with these angular levers on a and b.
    #[inline(always)]
    fn coupling(&self, one: [f32x16<S>; 2], two: [f32x16<S>; 2]) -> f32x16<S> {
        self.inertia[0] * one[0] * two[0] + self.inertia[1] * one[1] * two[1]
    }

    /// Inverse mass along a unit vector with these levers.
    #[inline(always)]
    fn along(&self, levers: [f32x16<S>; 2]) -> f32x16<S> {
        self.mass + self.coupling(levers, levers)
    }

    /// Effective mass about the angle, with the anchors at `ra` and `rb` held together in the lanes of `held`.
    #[inline(always)]
    pub(crate) fn about_point(&self, simd: S, [ra, rb]: [Vec2x16<S>; 2], held: mask32x16<S>) -> f32x16<S> {
        let ([xa, ya], [xb, yb]) = ([-ra.y, ra.x], [-rb.y, rb.x]);
        let [kxx, kyy] = [self.along([xa, xb]), self.along([ya, yb])];
        let kxy = self.coupling([xa, xb], [ya, yb]);
        let cx = self.inertia[0] * xa + self.inertia[1] * xb;
        let cy = self.inertia[0] * ya + self.inertia[1] * yb;
        let less =
            (kyy * cx * cx - (cx * cy * kxy + cx * cy * kxy) + kxx * cy * cy) * inverse(simd, kxx * kyy - kxy * kxy);
        reduced(simd, self.inertia[0] + self.inertia[1], less, held)
    }

    /// Effective mass about the angle, with a direction of these levers held in the lanes of `held`.
    #[inline(always)]
    pub(crate) fn about_direction(&self, simd: S, levers: [f32x16<S>; 2], held: mask32x16<S>) -> f32x16<S> {
        let one = f32x16::splat(simd, 1.0);
        let coupling = self.coupling(levers, [one, one]);
        let less = coupling * coupling * inverse(simd, self.along(levers));
        reduced(simd, self.inertia[0] + self.inertia[1], less, held)
    }

    /// Effective mass along a direction, with the direction across it held in the lanes of `held`, and the angle in
    /// those of `holds_angle`.
    #[inline(always)]
    pub(crate) fn along_direction(
        &self,
        simd: S,
        [levers, across]: [[f32x16<S>; 2]; 2],
        [held, holds_angle]: [mask32x16<S>; 2],
    ) -> f32x16<S> {
        let (zero, one) = (f32x16::splat(simd, 0.0), f32x16::splat(simd, 1.0));
        let turn = [one, one];
        let twist = holds_angle.select(inverse(simd, self.inertia[0] + self.inertia[1]), zero);
        let [n_turn, t_turn] = [self.coupling(levers, turn), self.coupling(across, turn)];
        let along = self.along(levers);
        let across_mass = inverse(simd, self.along(across) - t_turn * t_turn * twist);
        let coupling = self.coupling(levers, across) - n_turn * t_turn * twist;
        let less = n_turn * n_turn * twist + coupling * coupling * across_mass;
        reduced(simd, along, less, held)
    }
}

/// One over `plain` less a part of it in the lanes of `held`.
#[inline(always)]
fn reduced<S: Simd>(simd: S, plain: f32x16<S>, less: f32x16<S>, held: mask32x16<S>) -> f32x16<S> {
    let (left, least) = (plain - less, plain * LEAST);
    let kept = (held & left.simd_gt(least)).select(left, held.select(least, plain));
    inverse(simd, kept)
}
