//! SIMD vectors of the machine, of any length: a formula on lanes is written once for all of them. So each machine
//! takes as many things at once as one register holds.

use crate::lanes::{LANES, Lanes};
use crate::transpose::{transpose_eight, transpose_four, transpose_sixteen};
use fearless_simd::{ExtractToken, Simd, SimdBase, SimdCvtTruncate, SimdFloat};
use fearless_simd::{f32x4, f32x8, f32x16, i32x4, i32x8, i32x16};

/// Four, eight or sixteen numbers side by side.
///
/// Kernels take the vector type as a parameter and run with [`Simd::f32s`], which fills a register. A lane gives the
/// same bits in all of them. Sixteen lanes in registers of eight or four ([`f32x16`] there) suit code that reads and
/// writes a few numbers. Code that holds dozens of them at a time then spends half its instructions on moving them to
/// memory and back.
pub trait Floats: SimdFloat<<Self as Floats>::Level, Element = f32> {
    /// The instruction set.
    type Level: Simd;

    /// Loads from lane `first` on.
    ///
    /// # Panics
    ///
    /// If fewer lanes follow than the vector holds.
    #[inline(always)]
    fn load(simd: Self::Level, lanes: &Lanes, first: usize) -> Self {
        Self::from_slice(simd, &lanes.0[first..first + Self::LEN])
    }

    /// Stores from lane `first` on.
    ///
    /// # Panics
    ///
    /// If fewer lanes follow than the vector holds.
    #[inline(always)]
    fn store(self, lanes: &mut Lanes, first: usize) {
        self.store_slice(&mut lanes.0[first..first + Self::LEN]);
    }

    /// The numbers truncated to i32, if one can hold them; zeros behind the last lane.
    fn whole(self) -> [i32; LANES];

    /// Joins groups of four: `four(k)` goes to lanes 4 k to 4 k + 3.
    fn of_fours(simd: Self::Level, four: impl Fn(usize) -> [f32; 4]) -> Self;

    /// Splits the vector into groups of four, in order.
    fn for_fours(self, take: impl FnMut(usize, f32x4<Self::Level>));

    /// Transposes four by four numbers in each group of four lanes. Doing it twice gives the input.
    fn transposed(simd: Self::Level, rows: [Self; 4]) -> [Self; 4];
}

/// Calls a function whose first type parameter is the vector, with the vector that fills a register of the instruction
/// set `S`: `natively!(S, f(simd, x))` is `f::<f32x8<S>>(simd, x)` on AVX2.
///
/// (A bound `S::f32s: Floats<Level = S>` cannot do that: `dispatch!` gives no more than an `impl Simd`.)
#[macro_export]
macro_rules! natively {
    ($S:ty, $function:ident($($argument:expr),* $(,)?)) => {
        match const { <<$S as $crate::simd::Simd>::f32s as $crate::simd::SimdBase<$S>>::LEN } {
            4 => $function::<$crate::simd::f32x4<$S>>($($argument),*),
            8 => $function::<$crate::simd::f32x8<$S>>($($argument),*),
            // Sixteen: there is no other length.
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
