//! Effective masses of springs, motors and limits, given that all that the joint holds rigidly stays held; and the
//! impulses that keep it held.
//!
//! Such a row comes after the held ones in each pass. A body hinged at an arm r resists a torque with I + m r^2, not
//! with I: so the held rows are eliminated from its inverse mass (Schur complement), and answer its impulse at once.
//! With the plain mass, a spring would be as many times too soft, and a limit would yield as much more. Without the
//! answer, sliders of 1 to 100 kg at their ends leave their lines by 14 mm, bodies at the end of a slot by 82 mm.
//! Masses are those of the arms of now: with those at the beginning of the step, every tenth pair of ropes with any
//! loads was torn apart at 4 substeps.
//!
//! With M the sum of the inverse masses, each inverse inertia counts as j = i / M [1/m^2], so that sums of squares
//! remain and nothing cancels: arms of a thousand gyration radii keep their digits.

use crate::contact::block::inverse;
use carom_math::Vec2x16;
use fearless_simd::{Select, Simd, SimdBase, f32x16, mask32x16};

/// The sum of the inverse masses of a and b, and their inverse inertias.
#[derive(Clone, Copy)]
pub(crate) struct InverseMasses<S: Simd> {
    pub mass: f32x16<S>,
    pub inertia: [f32x16<S>; 2],
}

/// The angular levers of a direction on a and b [m].
pub(crate) type Levers<S> = [f32x16<S>; 2];

impl<S: Simd> InverseMasses<S> {
    /// Effective mass about the angle, with the anchors at `ra` and `rb` held together in the lanes of `held`.
    #[inline(always)]
    pub(crate) fn about_point(&self, simd: S, [ra, rb]: [Vec2x16<S>; 2], held: mask32x16<S>) -> f32x16<S> {
        let [ja, jb] = self.against_mass(simd);
        let (one, between, cross) = (f32x16::splat(simd, 1.0), ra.sub(rb), ra.cross(rb));
        let both = ja + jb + ja * jb * between.dot(between);
        let resistance = one + ja * ra.dot(ra) + jb * rb.dot(rb) + ja * jb * cross * cross;
        self.reduced(simd, self.inertia[0] + self.inertia[1], [both, resistance], held)
    }

    /// Effective mass about the angle, with a direction of these levers held in the lanes of `held`; and the impulse
    /// along the direction that a unit of angular impulse needs with it.
    #[inline(always)]
    pub(crate) fn about_direction(&self, simd: S, [sa, sb]: Levers<S>, held: mask32x16<S>) -> [f32x16<S>; 2] {
        let [ja, jb] = self.against_mass(simd);
        let (one, between) = (f32x16::splat(simd, 1.0), sa - sb);
        let both = ja + jb + ja * jb * between * between;
        let resistance = one + ja * sa * sa + jb * sb * sb;
        let mass = self.reduced(simd, self.inertia[0] + self.inertia[1], [both, resistance], held);
        [mass, held.select(-(ja * sa + jb * sb) / resistance, f32x16::splat(simd, 0.0))]
    }

    /// Effective mass along a direction, with the direction across it held in the lanes of `held`, and the angle in
    /// those of `holds_angle`; and the impulses across and about the angle that a unit along needs with it.
    #[inline(always)]
    pub(crate) fn along_direction(
        &self,
        simd: S,
        [[na, nb], [ta, tb]]: [Levers<S>; 2],
        [held, holds_angle]: [mask32x16<S>; 2],
    ) -> [f32x16<S>; 3] {
        let (zero, one) = (f32x16::splat(simd, 0.0), f32x16::splat(simd, 1.0));
        let [ja, jb] = self.against_mass(simd);
        let plain = self.mass + self.inertia[0] * na * na + self.inertia[1] * nb * nb;
        // The angle free, or held: then only what turns a against b is left of both inertias.
        let (n, t, cross) = (na - nb, ta - tb, na * tb - nb * ta);
        let free = [
            one + ja * (na * na + ta * ta) + jb * (nb * nb + tb * tb) + ja * jb * cross * cross,
            one + ja * ta * ta + jb * tb * tb,
        ];
        let inv_both = inverse(simd, ja + jb);
        let together = ja * jb * inv_both;
        let turned = [one + together * (n * n + t * t), one + together * t * t];
        let parts = [0, 1].map(|part| holds_angle.select(turned[part], free[part]));
        let mass = self.reduced(simd, plain, parts, held);
        let coupled = holds_angle.select(together * n * t, ja * na * ta + jb * nb * tb);
        let across = held.select(-coupled / parts[1], zero);
        let turn = -(ja * na + jb * nb + (ja * ta + jb * tb) * across) * inv_both;
        [mass, across, (held & holds_angle).select(turn, zero)]
    }

    /// The inverse inertias over the inverse mass; 0 where no body can be moved.
    #[inline(always)]
    fn against_mass(&self, simd: S) -> [f32x16<S>; 2] {
        let mass = inverse(simd, self.mass);
        self.inertia.map(|inertia| inertia * mass)
    }

    /// One over the inverse mass times `above` over `below` in the lanes of `held`, one over `plain` in the others. Who
    /// cannot be moved is held anyway.
    #[inline(always)]
    fn reduced(&self, simd: S, plain: f32x16<S>, [above, below]: [f32x16<S>; 2], held: mask32x16<S>) -> f32x16<S> {
        let held = held & self.mass.simd_gt(f32x16::splat(simd, 0.0));
        inverse(simd, held.select(self.mass * above / below, plain))
    }
}
