//! Effective masses of springs, motors and limits, given that all that the joint holds rigidly stays held; and the
//! impulses that keep it held.
//!
//! Such a row comes after the held ones in each pass. A body hinged at an arm r resists a torque with I + m r^2, not
//! with I: so the held rows are eliminated from its inverse mass (Schur complement), and answer its impulse at once.
//! With the plain mass, a spring would be as many times too soft, and a limit would yield as much more. Without the
//! answer, sliders of 1 to 100 kg leave their lines by 14 mm at their ends. At the end of a slot it is 82 mm.
//! Masses are those of the arms of now: with those at the beginning of the step, every tenth pair of ropes with any
//! loads was torn apart at 4 substeps.
//!
//! With M the sum of the inverse masses, each inverse inertia counts as j = i / M [1/m^2], so that sums of squares
//! remain and nothing cancels: arms of a thousand gyration radii keep their digits.

use crate::contact::block::inverse;
use crate::joint::freedom::UnitPush;
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
    /// Effective mass about the angle, with the anchors at `ra` and `rb` held together in the lanes of `held`; and a
    /// unit of angular impulse with what keeps them together.
    #[inline(always)]
    pub(crate) fn about_point(
        &self,
        simd: S,
        [ra, rb]: [Vec2x16<S>; 2],
        held: mask32x16<S>,
    ) -> (f32x16<S>, UnitPush<S>) {
        let [ja, jb] = self.against_mass(simd);
        let (one, between, cross) = (f32x16::splat(simd, 1.0), ra.sub(rb), ra.cross(rb));
        let both = ja + jb + ja * jb * between.dot(between);
        let resistance = one + ja * ra.dot(ra) + jb * rb.dot(rb) + ja * jb * cross * cross;
        let mass = self.reduced(simd, self.inertia[0] + self.inertia[1], [both, resistance], held);
        // The angular impulses are what is left of one: as differences they would lose all digits on long arms.
        let turns = [(one - jb * rb.dot(between)) / resistance, (one + ja * ra.dot(between)) / resistance];
        let (a, b) = (ja * turns[0], jb * turns[1]);
        (mass, UnitPush { linear: Vec2x16::new(a * ra.y + b * rb.y, -(a * ra.x + b * rb.x)), turns })
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
        let (inv_both, together) = (inverse(simd, ja + jb), self.together(simd));
        let turned = [one + together * (n * n + t * t), one + together * t * t];
        let parts = [0, 1].map(|part| holds_angle.select(turned[part], free[part]));
        let mass = self.reduced(simd, plain, parts, held);
        let coupled = holds_angle.select(together * n * t, ja * na * ta + jb * nb * tb);
        let across = held.select(-coupled / parts[1], zero);
        let turn = -(ja * na + jb * nb + (ja * ta + jb * tb) * across) * inv_both;
        [mass, across, (held & holds_angle).select(turn, zero)]
    }

    /// The inverse inertia of a and b as one body against a turn of one against the other, over the inverse mass.
    #[inline(always)]
    pub(crate) fn together(&self, simd: S) -> f32x16<S> {
        let [ja, jb] = self.against_mass(simd);
        ja * jb * inverse(simd, ja + jb)
    }

    /// The inverse inertias over the inverse mass; 0 where no body can be moved.
    #[inline(always)]
    pub(crate) fn against_mass(&self, simd: S) -> [f32x16<S>; 2] {
        let mass = inverse(simd, self.mass);
        self.inertia.map(|inertia| inertia * mass)
    }

    /// One over the inverse mass times `above` over `below` in the lanes of `held`, one over `plain` in the others. Who
    /// cannot be moved is held anyway.
    #[inline(always)]
    pub(crate) fn reduced(
        &self,
        simd: S,
        plain: f32x16<S>,
        [above, below]: [f32x16<S>; 2],
        held: mask32x16<S>,
    ) -> f32x16<S> {
        let held = held & self.mass.simd_gt(f32x16::splat(simd, 0.0));
        inverse(simd, held.select(self.mass * above / below, plain))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::joint::forest_tests::Dice;
    use crate::joint::freedom::{Masses, speed_along};
    use crate::lanes::WideVelocity;
    use carom_math::{Lanes, dispatch, max};
    use fearless_simd::{Level, SimdFloat};

    /// Lanes of numbers up to `most` of either sign, of many magnitudes.
    fn spread(random: &mut Dice, most: f32) -> Lanes {
        Lanes(std::array::from_fn(|_| most * random.roll() * [0.001, 0.01, 0.1, 1.0][random.below(4) as usize]))
    }

    /// The greatest number of all lanes.
    fn greatest<S: Simd>(x: f32x16<S>) -> f32 {
        let mut lanes = Lanes::default();
        lanes.store(x);
        lanes.0.iter().fold(0.0, |most: f32, x| if x.is_nan() { f32::MAX } else { max(most, x.abs()) })
    }

    /// A unit of impulse about the angle or along a line changes its own rate by one over its mass. The rates of what
    /// is held stay. Masses and inertias are 0.01 to 100, or those of what cannot move; arms are up to `most`,
    /// a hundred radii of gyration.
    fn check<S: Simd>(simd: S, random: &mut Dice, most: f32) -> [f32; 2] {
        let (zero, one) = (f32x16::splat(simd, 0.0), f32x16::splat(simd, 1.0));
        let some = |random: &mut Dice| {
            let of = |random: &mut Dice| [0.01, 0.1, 1.0, 10.0, 100.0][random.below(5) as usize];
            Lanes(std::array::from_fn(|_| of(random))).load(simd)
        };
        let mut masses = Masses { mass: [some(random), some(random)], inertia: [some(random), some(random)] };
        if random.roll() < -0.3 {
            (masses.mass[0], masses.inertia[0]) = (zero, zero);
        }
        let all = InverseMasses { mass: masses.mass[0] + masses.mass[1], inertia: masses.inertia };
        let held = one.simd_gt(zero);
        let vector = |random: &mut Dice| Vec2x16::new(spread(random, most).load(simd), spread(random, most).load(simd));
        let still = || WideVelocity::still(simd);
        let [ra, rb] = [vector(random), vector(random)];
        let (mass, push) = all.about_point(simd, [ra, rb], held);
        let mut two = [still(), still()];
        masses.give(&mut two, &push, mass);
        let [a, b] = &two;
        let mut off = [greatest(b.w - a.w - one), 0.0];
        let (open, scale) = (b.at(rb).sub(a.at(ra)), one + ra.dot(ra).sqrt() + rb.dot(rb).sqrt());
        off[1] = greatest(open.dot(open).sqrt() / scale);

        let n = Vec2x16::new(f32x16::splat(simd, 0.6), f32x16::splat(simd, 0.8));
        let t = Vec2x16::new(-n.y, n.x);
        let levers = [[ra.cross(n), rb.cross(n)], [ra.cross(t), rb.cross(t)]];
        for holds_angle in [false, true] {
            let turns = if holds_angle { held } else { !held };
            let [mass, across, turn] = all.along_direction(simd, levers, [held, turns]);
            let arm = |side: usize| levers[0][side] + levers[1][side] * across + turn;
            let push = UnitPush { linear: n.add(t.scale(across)), turns: [arm(0), arm(1)] };
            let mut two = [still(), still()];
            masses.give(&mut two, &push, mass);
            let size = |k: usize| levers[k][0].abs() + levers[k][1].abs();
            off[0] = max(off[0], greatest(speed_along(&two, n, levers[0]) - one));
            off[1] = max(off[1], greatest(speed_along(&two, t, levers[1]) / (one + size(0) + size(1))));
            if holds_angle {
                off[1] = max(off[1], greatest(two[1].w - two[0].w));
            }
        }
        off
    }

    #[test]
    fn what_is_held_stays_held_and_masses_are_those_of_the_answers() {
        let mut random = Dice(611);
        for most in [0.1, 0.3, 1.0] {
            for _ in 0..400 {
                let off = dispatch!(Level::new(), simd => check(simd, &mut random, most));
                assert!(off[0] < 2e-3 && off[1] < 2e-3, "arms up to {most}: {off:?}");
            }
        }
    }

    #[test]
    fn an_arm_of_a_thousand_radii_of_gyration_keeps_its_digits() {
        let mut random = Dice(612);
        let mut off = 0.0_f32;
        for _ in 0..1_000 {
            let (long, short) = (spread(&mut random, 1_000.0), spread(&mut random, 1_000.0));
            let off_now = dispatch!(Level::new(), simd => {
                let (zero, one) = (f32x16::splat(simd, 0.0), f32x16::splat(simd, 1.0));
                let masses = Masses { mass: [zero, one], inertia: [zero, one] };
                let all = InverseMasses { mass: one, inertia: [zero, one] };
                let rb = Vec2x16::new(long.load(simd), short.load(simd));
                let (mass, push) = all.about_point(simd, [Vec2x16::new(zero, zero), rb], one.simd_gt(zero));
                let mut two = [WideVelocity::still(simd); 2];
                masses.give(&mut two, &push, mass);
                greatest(two[1].w - two[0].w - one)
            });
            off = max(off, off_now);
        }
        assert!(off < 1e-5, "{off}");
    }
}
