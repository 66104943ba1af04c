//! Numbers in f64 for the trees: one, or those of equal trees side by side. Lane by lane the operations are those of
//! f64 in the same order, so a tree has the same bits alone and beside others.

use fearless_simd::{Select, Simd, SimdBase, SimdFloat, SimdFrom, SimdMask, f64x4};
use std::ops::{Add, Div, Mul, Neg, Sub};

/// A number, or the numbers of some trees.
pub(crate) trait Real:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self> + Neg<Output = Self>
{
    /// One number in all lanes.
    fn of(self, x: f64) -> Self;

    fn sqrt(self) -> Self;

    fn abs(self) -> Self;

    /// `yes` if it is greater, else `no`, also for a NaN.
    fn if_greater(self, than: Self, yes: Self, no: Self) -> Self;

    /// `yes` if it is not greater, else `no`, also for a NaN.
    fn if_at_most(self, most: Self, yes: Self, no: Self) -> Self;

    /// Whether it is greater in all lanes.
    fn all_greater(self, than: Self) -> bool;
}

/// The numbers of `W` trees, as memory has them.
pub(crate) trait RealLanes<const W: usize>: Real {
    /// The right to use some instructions.
    type Token: Copy;

    fn splat(token: Self::Token, x: f64) -> Self;

    fn load(token: Self::Token, from: &[f64; W]) -> Self;

    fn store(self, to: &mut [f64; W]);

    /// Runs `op` with these instructions.
    fn vectorize<T>(token: Self::Token, op: impl FnOnce() -> T) -> T;
}

impl Real for f64 {
    #[inline(always)]
    fn of(self, x: f64) -> Self {
        x
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        self.sqrt()
    }

    #[inline(always)]
    fn abs(self) -> Self {
        self.abs()
    }

    #[inline(always)]
    fn if_greater(self, than: Self, yes: Self, no: Self) -> Self {
        if self > than { yes } else { no }
    }

    #[inline(always)]
    fn if_at_most(self, most: Self, yes: Self, no: Self) -> Self {
        if self <= most { yes } else { no }
    }

    #[inline(always)]
    fn all_greater(self, than: Self) -> bool {
        self > than
    }
}

impl RealLanes<1> for f64 {
    type Token = ();

    #[inline(always)]
    fn splat((): (), x: f64) -> Self {
        x
    }

    #[inline(always)]
    fn load((): (), from: &[f64; 1]) -> Self {
        from[0]
    }

    #[inline(always)]
    fn store(self, to: &mut [f64; 1]) {
        to[0] = self;
    }

    #[inline(always)]
    fn vectorize<T>((): (), op: impl FnOnce() -> T) -> T {
        op()
    }
}

impl<S: Simd> Real for f64x4<S> {
    #[inline(always)]
    fn of(self, x: f64) -> Self {
        SimdBase::splat(self.simd, x)
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        SimdFloat::sqrt(self)
    }

    #[inline(always)]
    fn abs(self) -> Self {
        SimdBase::abs(self)
    }

    #[inline(always)]
    fn if_greater(self, than: Self, yes: Self, no: Self) -> Self {
        self.simd_gt(than).select(yes, no)
    }

    #[inline(always)]
    fn if_at_most(self, most: Self, yes: Self, no: Self) -> Self {
        self.simd_le(most).select(yes, no)
    }

    #[inline(always)]
    fn all_greater(self, than: Self) -> bool {
        self.simd_gt(than).all_true()
    }
}

impl<S: Simd> RealLanes<4> for f64x4<S> {
    type Token = S;

    #[inline(always)]
    fn splat(token: S, x: f64) -> Self {
        SimdBase::splat(token, x)
    }

    #[inline(always)]
    fn load(token: S, from: &[f64; 4]) -> Self {
        Self::simd_from(token, *from)
    }

    #[inline(always)]
    fn store(self, to: &mut [f64; 4]) {
        *to = self.into();
    }

    #[inline(always)]
    fn vectorize<T>(token: S, op: impl FnOnce() -> T) -> T {
        token.vectorize(op)
    }
}
