//! Transposition of four by four numbers: between rows and lanes, in each quarter of a register of sixteen and each
//! half of one of eight. On x86, instructions within a quarter take a third of the time of those that cross quarters.

use fearless_simd::{Simd, f32x4, f32x8, f32x16};

/// Transposes four by four numbers in each quarter of four vectors. Doing it twice gives the input.
#[inline(always)]
pub(crate) fn transpose_sixteen<S: Simd>(simd: S, rows: [f32x16<S>; 4]) -> [f32x16<S>; 4] {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    if let Some(columns) = x86::transpose_sixteen(simd, rows) {
        return columns;
    }
    let [a, b, c, d] = rows;
    let ([a0, a1, a2, a3], [b0, b1, b2, b3]) = (quarters(simd, a), quarters(simd, b));
    let ([c0, c1, c2, c3], [d0, d1, d2, d3]) = (quarters(simd, c), quarters(simd, d));
    let [x0, y0, z0, w0] = transpose_four(simd, [a0, b0, c0, d0]);
    let [x1, y1, z1, w1] = transpose_four(simd, [a1, b1, c1, d1]);
    let [x2, y2, z2, w2] = transpose_four(simd, [a2, b2, c2, d2]);
    let [x3, y3, z3, w3] = transpose_four(simd, [a3, b3, c3, d3]);
    [
        whole(simd, [x0, x1, x2, x3]),
        whole(simd, [y0, y1, y2, y3]),
        whole(simd, [z0, z1, z2, z3]),
        whole(simd, [w0, w1, w2, w3]),
    ]
}

/// [`transpose_sixteen`] for vectors of eight.
#[inline(always)]
pub(crate) fn transpose_eight<S: Simd>(simd: S, rows: [f32x8<S>; 4]) -> [f32x8<S>; 4] {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    if let Some(columns) = x86::transpose_eight(simd, rows) {
        return columns;
    }
    let [a, b, c, d] = rows;
    let ((a0, a1), (b0, b1)) = (simd.split_f32x8(a), simd.split_f32x8(b));
    let ((c0, c1), (d0, d1)) = (simd.split_f32x8(c), simd.split_f32x8(d));
    let [x0, y0, z0, w0] = transpose_four(simd, [a0, b0, c0, d0]);
    let [x1, y1, z1, w1] = transpose_four(simd, [a1, b1, c1, d1]);
    [simd.combine_f32x4(x0, x1), simd.combine_f32x4(y0, y1), simd.combine_f32x4(z0, z1), simd.combine_f32x4(w0, w1)]
}

// No closures here: one over vectors may not be inlined, and is then compiled without the machine's instructions (on
// four lanes a step took twice as long).

#[inline(always)]
fn quarters<S: Simd>(simd: S, all: f32x16<S>) -> [f32x4<S>; 4] {
    let (low, high) = simd.split_f32x16(all);
    let ((q0, q1), (q2, q3)) = (simd.split_f32x8(low), simd.split_f32x8(high));
    [q0, q1, q2, q3]
}

#[inline(always)]
fn whole<S: Simd>(simd: S, [q0, q1, q2, q3]: [f32x4<S>; 4]) -> f32x16<S> {
    simd.combine_f32x8(simd.combine_f32x4(q0, q1), simd.combine_f32x4(q2, q3))
}

/// [`transpose_sixteen`] for vectors of four.
#[inline(always)]
pub(crate) fn transpose_four<S: Simd>(simd: S, [a, b, c, d]: [f32x4<S>; 4]) -> [f32x4<S>; 4] {
    let (even0, even1) = simd.interleave_f32x4(a, c);
    let (odd0, odd1) = simd.interleave_f32x4(b, d);
    let ((x, y), (z, w)) = (simd.interleave_f32x4(even0, odd0), simd.interleave_f32x4(even1, odd1));
    [x, y, z, w]
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod x86 {
    use fearless_simd::{Simd, SimdInto, f32x8, f32x16, kernel};
    #[cfg(target_arch = "x86")]
    use std::arch::x86::*;
    #[cfg(target_arch = "x86_64")]
    use std::arch::x86_64::*;

    /// As above, if the machine's registers have more than a quarter; else `None`.
    #[inline(always)]
    pub(super) fn transpose_sixteen<S: Simd>(simd: S, [a, b, c, d]: [f32x16<S>; 4]) -> Option<[f32x16<S>; 4]> {
        let level = simd.level();
        if let Some(avx512) = level.as_avx512() {
            let [x, y, z, w] = transpose_512(avx512, a.into(), b.into(), c.into(), d.into());
            return Some([x.simd_into(simd), y.simd_into(simd), z.simd_into(simd), w.simd_into(simd)]);
        }
        level.as_avx2()?;
        let ((a0, a1), (b0, b1)) = (simd.split_f32x16(a), simd.split_f32x16(b));
        let ((c0, c1), (d0, d1)) = (simd.split_f32x16(c), simd.split_f32x16(d));
        let [x0, y0, z0, w0] = transpose_eight(simd, [a0, b0, c0, d0])?;
        let [x1, y1, z1, w1] = transpose_eight(simd, [a1, b1, c1, d1])?;
        Some([
            simd.combine_f32x8(x0, x1),
            simd.combine_f32x8(y0, y1),
            simd.combine_f32x8(z0, z1),
            simd.combine_f32x8(w0, w1),
        ])
    }

    /// [`transpose_sixteen`] for vectors of eight.
    #[inline(always)]
    pub(super) fn transpose_eight<S: Simd>(simd: S, [a, b, c, d]: [f32x8<S>; 4]) -> Option<[f32x8<S>; 4]> {
        let avx2 = simd.level().as_avx2()?;
        let [x, y, z, w] = transpose_256(avx2, a.into(), b.into(), c.into(), d.into());
        Some([x.simd_into(simd), y.simd_into(simd), z.simd_into(simd), w.simd_into(simd)])
    }

    kernel!(
        #[inline(always)]
        fn transpose_512(_token: Avx512, a: __m512, b: __m512, c: __m512, d: __m512) -> [__m512; 4] {
            let (ab, ab_high) = (_mm512_unpacklo_ps(a, b), _mm512_unpackhi_ps(a, b));
            let (cd, cd_high) = (_mm512_unpacklo_ps(c, d), _mm512_unpackhi_ps(c, d));
            let [ab, cd, ab_high, cd_high] =
                [_mm512_castps_pd(ab), _mm512_castps_pd(cd), _mm512_castps_pd(ab_high), _mm512_castps_pd(cd_high)];
            [
                _mm512_castpd_ps(_mm512_unpacklo_pd(ab, cd)),
                _mm512_castpd_ps(_mm512_unpackhi_pd(ab, cd)),
                _mm512_castpd_ps(_mm512_unpacklo_pd(ab_high, cd_high)),
                _mm512_castpd_ps(_mm512_unpackhi_pd(ab_high, cd_high)),
            ]
        }
    );

    kernel!(
        #[inline(always)]
        fn transpose_256(_token: Avx2, a: __m256, b: __m256, c: __m256, d: __m256) -> [__m256; 4] {
            let (ab, ab_high) = (_mm256_unpacklo_ps(a, b), _mm256_unpackhi_ps(a, b));
            let (cd, cd_high) = (_mm256_unpacklo_ps(c, d), _mm256_unpackhi_ps(c, d));
            let [ab, cd, ab_high, cd_high] =
                [_mm256_castps_pd(ab), _mm256_castps_pd(cd), _mm256_castps_pd(ab_high), _mm256_castps_pd(cd_high)];
            [
                _mm256_castpd_ps(_mm256_unpacklo_pd(ab, cd)),
                _mm256_castpd_ps(_mm256_unpackhi_pd(ab, cd)),
                _mm256_castpd_ps(_mm256_unpacklo_pd(ab_high, cd_high)),
                _mm256_castpd_ps(_mm256_unpackhi_pd(ab_high, cd_high)),
            ]
        }
    );
}

#[cfg(test)]
mod tests {
    use crate::dispatch;
    use crate::{Floats, LANES, LaneWidth, Lanes, lanes_to_rows, rows_to_lanes};
    use fearless_simd::{Simd, f32x4, f32x8, f32x16};

    fn number(row: usize, lane: usize) -> f32 {
        (100 * row + lane) as f32
    }

    /// Four rows of any vector: transposed, transposed back, from rows and to rows, in part of a column and out of it.
    fn check<F: Floats>(simd: F::Level) {
        let column = |row: usize| Lanes(std::array::from_fn(|lane| number(row, lane)));
        for first in (0..LANES).step_by(F::LEN) {
            let rows: [F; 4] = [0, 1, 2, 3].map(|row| F::load(simd, &column(row), first));
            let columns = F::transposed(simd, rows);
            for lane in 0..F::LEN {
                let (four, k) = (lane / 4 * 4, lane % 4);
                for (row, column) in columns.iter().enumerate() {
                    assert_eq!(column[lane], number(k, first + four + row));
                }
            }
            let mut back = Lanes([-1.0; LANES]);
            for (row, turned) in F::transposed(simd, columns).into_iter().enumerate() {
                turned.store(&mut back, first);
                assert_eq!(back.0[first..first + F::LEN], column(row).0[first..first + F::LEN]);
            }
            assert_eq!(back.0.iter().filter(|&&number| number < 0.0).count(), LANES - F::LEN);
        }
        let lanes: [F; 4] = rows_to_lanes(simd, |lane| [0, 1, 2, 3].map(|row| number(row, lane)));
        let mut seen = 0;
        lanes_to_rows(simd, lanes, |lane, row| {
            assert_eq!(*row, [0, 1, 2, 3].map(|row| number(row, lane)));
            seen += 1;
        });
        assert_eq!(seen, F::LEN);
        let whole = (lanes[1] + 0.75).whole();
        assert_eq!(whole[..F::LEN], std::array::from_fn::<_, LANES, _>(|lane| 100 + lane as i32)[..F::LEN]);
        assert!(whole[F::LEN..].iter().all(|&number| number == 0));
    }

    fn check_all<S: Simd>(simd: S) {
        check::<f32x4<S>>(simd);
        check::<f32x8<S>>(simd);
        check::<f32x16<S>>(simd);
    }

    #[test]
    fn vectors_of_four_eight_and_sixteen_at_every_width() {
        for width in [LaneWidth::One, LaneWidth::Four, LaneWidth::Eight, LaneWidth::Sixteen] {
            dispatch!(width.level(), simd => check_all(simd));
        }
    }
}
