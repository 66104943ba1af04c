//! A degree of freedom of sixteen joints: along unit vectors, or about the angle.

use crate::contact::block::inverse;
use crate::lanes::WideVelocity;
use carom_math::Vec2x16;
use fearless_simd::{Simd, f32x16};

/// Inverse masses and inverse inertias of a and b.
#[derive(Clone, Copy)]
pub(crate) struct Masses<S: Simd> {
    pub mass: [f32x16<S>; 2],
    pub inertia: [f32x16<S>; 2],
}

impl<S: Simd> Masses<S> {
    /// Gives b an impulse along `n`, and a its opposite; `arms` are its angular levers.
    #[inline(always)]
    pub(crate) fn give_along(
        &self,
        [a, b]: &mut [WideVelocity<S>; 2],
        n: Vec2x16<S>,
        arms: [f32x16<S>; 2],
        p: f32x16<S>,
    ) {
        a.v = a.v.sub(n.scale(self.mass[0] * p));
        b.v = b.v.add(n.scale(self.mass[1] * p));
        a.w -= self.inertia[0] * arms[0] * p;
        b.w += self.inertia[1] * arms[1] * p;
    }

    /// Effective mass along a unit vector with these angular levers.
    #[inline(always)]
    pub(crate) fn along(&self, simd: S, arms: [f32x16<S>; 2]) -> f32x16<S> {
        let turning = self.inertia[0] * arms[0] * arms[0] + self.inertia[1] * arms[1] * arms[1];
        inverse(simd, self.mass[0] + self.mass[1] + turning)
    }

    /// Gives so many units of a push.
    #[inline(always)]
    pub(crate) fn give(&self, two: &mut [WideVelocity<S>; 2], push: &UnitPush<S>, amount: f32x16<S>) {
        self.give_along(two, push.linear, push.turns, amount);
    }

    /// Gives b an angular impulse, and a its opposite.
    #[inline(always)]
    pub(crate) fn give_turn(&self, [a, b]: &mut [WideVelocity<S>; 2], p: f32x16<S>) {
        a.w -= self.inertia[0] * p;
        b.w += self.inertia[1] * p;
    }
}

/// One unit of impulse along a degree of freedom, and with it what keeps the held rows as they are: the linear impulse
/// on b, and the angular ones on b and, with the sign turned, on a.
#[derive(Clone, Copy)]
pub(crate) struct UnitPush<S: Simd> {
    pub linear: Vec2x16<S>,
    pub turns: [f32x16<S>; 2],
}

/// Speed of b against a along `n`, with its angular levers.
#[inline(always)]
pub(crate) fn speed_along<S: Simd>([a, b]: &[WideVelocity<S>; 2], n: Vec2x16<S>, arms: [f32x16<S>; 2]) -> f32x16<S> {
    n.dot(b.v.sub(a.v)) + b.w * arms[1] - a.w * arms[0]
}

/// A degree of freedom of sixteen pairs of bodies. Closures in its place would not be inlined under an instruction set
/// that is chosen at run time.
pub(crate) trait Freedom<S: Simd> {
    /// The rate of its value.
    fn speed(&self, two: &[WideVelocity<S>; 2]) -> f32x16<S>;

    /// Applies an impulse, which increases the value.
    fn give(&self, two: &mut [WideVelocity<S>; 2], p: f32x16<S>);
}

/// Along unit vectors, with the angular levers of both bodies.
pub(crate) struct Along<S: Simd> {
    pub masses: Masses<S>,
    pub n: Vec2x16<S>,
    pub arms: [f32x16<S>; 2],
    pub push: UnitPush<S>,
}

impl<S: Simd> Freedom<S> for Along<S> {
    #[inline(always)]
    fn speed(&self, two: &[WideVelocity<S>; 2]) -> f32x16<S> {
        speed_along(two, self.n, self.arms)
    }

    #[inline(always)]
    fn give(&self, two: &mut [WideVelocity<S>; 2], p: f32x16<S>) {
        self.masses.give(two, &self.push, p);
    }
}

/// About the angle.
pub(crate) struct About<S: Simd> {
    pub masses: Masses<S>,
    pub push: UnitPush<S>,
}

impl<S: Simd> Freedom<S> for About<S> {
    #[inline(always)]
    fn speed(&self, two: &[WideVelocity<S>; 2]) -> f32x16<S> {
        two[1].w - two[0].w
    }

    #[inline(always)]
    fn give(&self, two: &mut [WideVelocity<S>; 2], p: f32x16<S>) {
        self.masses.give(two, &self.push, p);
    }
}
