//! Rows of four numbers to SIMD lanes and back.

use crate::Floats;
use fearless_simd::f32x4;

/// Four vectors to rows of four numbers, one for each lane, in any order: the opposite of [`rows_to_lanes`]. Mark the
/// closure `#[inline(always)]`, else it may be compiled without the machine's instructions.
#[inline(always)]
pub fn lanes_to_rows<F: Floats>(simd: F::Level, lanes: [F; 4], mut row: impl FnMut(usize, f32x4<F::Level>)) {
    for (k, rows) in F::transposed(simd, lanes).into_iter().enumerate() {
        rows.for_fours(
            #[inline(always)]
            |number, four| row(4 * number + k, four),
        );
    }
}

/// Rows of four numbers to four vectors, a row a lane: every fourth row goes into one vector, then four by four numbers
/// are transposed.
///
/// (`row` gives plain numbers. A closure over vectors may not be inlined, and is then compiled without the machine's
/// instructions.)
#[inline(always)]
pub fn rows_to_lanes<F: Floats>(simd: F::Level, row: impl Fn(usize) -> [f32; 4]) -> [F; 4] {
    F::transposed(
        simd,
        [
            every_fourth(simd, &row, 0),
            every_fourth(simd, &row, 1),
            every_fourth(simd, &row, 2),
            every_fourth(simd, &row, 3),
        ],
    )
}

/// Row `k` and every fourth one after it.
#[inline(always)]
fn every_fourth<F: Floats>(simd: F::Level, row: &impl Fn(usize) -> [f32; 4], k: usize) -> F {
    F::of_fours(
        simd,
        #[inline(always)]
        |number| row(4 * number + k),
    )
}
