//! A vector of the machine, whatever it holds: the formulas on lanes are written for any of them, so that each machine takes as
//! many things at once as one of its registers has room for.

use crate::lanes::{LANES, Lanes};
use crate::transpose::{transpose_eight, transpose_four, transpose_sixteen};
use fearless_simd::{ExtractToken, Simd, SimdBase, SimdCvtTruncate, SimdFloat};
use fearless_simd::{f32x4, f32x8, f32x16, i32x4, i32x8, i32x16};

/// Four, eight or sixteen numbers side by side.
///
/// Kernels take them for a parameter and run with [`Simd::f32s`], what fills a register. A lane gives the same bits in all of
/// them. Sixteen lanes in registers of eight or four ([`f32x16`] there) do for what reads a few numbers and writes a few; what
/// holds dozens of them at a time then spends half its instructions on moving them to memory and back.
pub trait Floats: SimdFloat<<Self as Floats>::Level, Element = f32> {
    /// The instruction set.
    type Level: Simd;

    /// Numbers `first` and what follows of sixteen.
    ///
    /// # Panics
    ///
    /// Where these are fewer than it holds.
    #[inline(always)]
    fn load(simd: Self::Level, lanes: &Lanes, first: usize) -> Self {
        Self::from_slice(simd, &lanes.0[first..first + Self::LEN])
    }

    /// Writes to `first` and what follows of sixteen.
    ///
    /// # Panics
    ///
    /// Where these are fewer than it holds.
    #[inline(always)]
    fn store(self, lanes: &mut Lanes, first: usize) {
        self.store_slice(&mut lanes.0[first..first + Self::LEN]);
    }

    /// The numbers without what follows the point, where an i32 can hold them; zeros behind the last lane.
    fn whole(self) -> [i32; LANES];

    /// Puts four numbers beside four numbers: `four(k)` in lanes 4 k to 4 k + 3.
    fn of_fours(simd: Self::Level, four: impl Fn(usize) -> [f32; 4]) -> Self;

    /// Takes it apart into four numbers each, the first four first.
    fn for_fours(self, take: impl FnMut(usize, f32x4<Self::Level>));

    /// Four by four numbers in each four lanes, rows to columns. Done twice it is undone.
    fn transposed(simd: Self::Level, rows: [Self; 4]) -> [Self; 4];
}

/// Calls a function that takes the vector for its first parameter of type with the one that fills a register of the instruction
/// set `S`: `natively!(S, f(simd, x))` is `f::<f32x8<S>>(simd, x)` on AVX2.
///
/// (A bound `S::f32s: Floats<Level = S>` cannot do that: `dispatch!` gives no more than an `impl Simd`.)
#[macro_export]
macro_rules! natively {
    ($S:ty, $function:ident($($argument:expr),* $(,)?)) => {
        match const { <<$S as $crate::simd::Simd>::f32s as $crate::simd::SimdBase<$S>>::LEN } {
            4 => $function::<$crate::simd::f32x4<$S>>($($argument),*),
            8 => $function::<$crate::simd::f32x8<$S>>($($argument),*),
            // Sixteen: there is nothing else.
            _ => $function::<$crate::simd::f32x16<$S>>($($argument),*),
        }
    };
}

impl<S: Simd> Floats for f32x4<S> {
    type Level = S;

    #[inline(always)]
    fn whole(self) -> [i32; LANES] {
        let mut all = [0; LANES];
        i32x4::truncate_from(self).store_slice(&mut all[..4]);
        all
    }

    #[inline(always)]
    fn of_fours(simd: S, four: impl Fn(usize) -> [f32; 4]) -> Self {
        Self::load_array(simd, four(0))
    }

    #[inline(always)]
    fn for_fours(self, mut take: impl FnMut(usize, f32x4<S>)) {
        take(0, self);
    }

    #[inline(always)]
    fn transposed(simd: S, rows: [Self; 4]) -> [Self; 4] {
        transpose_four(simd, rows)
    }
}

impl<S: Simd> Floats for f32x8<S> {
    type Level = S;

    #[inline(always)]
    fn whole(self) -> [i32; LANES] {
        let mut all = [0; LANES];
        i32x8::truncate_from(self).store_slice(&mut all[..8]);
        all
    }

    #[inline(always)]
    fn of_fours(simd: S, four: impl Fn(usize) -> [f32; 4]) -> Self {
        simd.combine_f32x4(f32x4::load_array(simd, four(0)), f32x4::load_array(simd, four(1)))
    }

    #[inline(always)]
    fn for_fours(self, mut take: impl FnMut(usize, f32x4<S>)) {
        let (q0, q1) = self.token().split_f32x8(self);
        take(0, q0);
        take(1, q1);
    }

    #[inline(always)]
    fn transposed(simd: S, rows: [Self; 4]) -> [Self; 4] {
        transpose_eight(simd, rows)
    }
}

impl<S: Simd> Floats for f32x16<S> {
    type Level = S;

    #[inline(always)]
    fn whole(self) -> [i32; LANES] {
        i32x16::truncate_from(self).into()
    }

    #[inline(always)]
    fn of_fours(simd: S, four: impl Fn(usize) -> [f32; 4]) -> Self {
        let (r0, r1, r2, r3) = (four(0), four(1), four(2), four(3));
        let low = simd.combine_f32x4(f32x4::load_array(simd, r0), f32x4::load_array(simd, r1));
        simd.combine_f32x8(low, simd.combine_f32x4(f32x4::load_array(simd, r2), f32x4::load_array(simd, r3)))
    }

    #[inline(always)]
    fn for_fours(self, mut take: impl FnMut(usize, f32x4<S>)) {
        let simd = self.token();
        let (low, high) = simd.split_f32x16(self);
        let ((q0, q1), (q2, q3)) = (simd.split_f32x8(low), simd.split_f32x8(high));
        take(0, q0);
        take(1, q1);
        take(2, q2);
        take(3, q3);
    }

    #[inline(always)]
    fn transposed(simd: S, rows: [Self; 4]) -> [Self; 4] {
        transpose_sixteen(simd, rows)
    }
}
