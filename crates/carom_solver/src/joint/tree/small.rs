//! Small symmetric matrices in f64: factored as L D L^T, and solved for. Only the first `N` rows count.
#![allow(clippy::needless_range_loop)] // Indices of matrices, as in their formulas.

use crate::joint::tree::real::{Real, RealLanes};

/// A vector of three numbers.
pub(crate) type Three<T = f64> = [T; 3];

/// The lower triangle of a symmetric matrix, row by row.
pub(crate) type Symmetric<T> = [T; 6];

/// The place of a number in the lower triangle.
#[inline(always)]
pub(crate) const fn lower(row: usize, column: usize) -> usize {
    row * (row + 1) / 2 + column
}

/// The place of a number below the diagonal.
#[inline(always)]
const fn below(row: usize, column: usize) -> usize {
    row + column - 1
}

/// L D L^T of a symmetric positive matrix: the numbers of L below the diagonal, and one over those of D.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Factor<T> {
    l: [T; 3],
    inv_d: Three<T>,
}

impl<R: Real> Factor<R> {
    /// Factors a matrix. A row without a positive pivot gets no answer.
    #[inline(always)]
    pub(crate) fn of<const N: usize>(m: &Symmetric<R>) -> Self {
        let zero = m[0].of(0.0);
        let mut factor = Self { l: [zero; 3], inv_d: [zero; 3] };
        // L D.
        let mut scaled = [zero; 3];
        for i in 0..N {
            for j in 0..i {
                let mut rest = m[lower(i, j)];
                for k in 0..j {
                    rest = rest - scaled[below(i, k)] * factor.l[below(j, k)];
                }
                scaled[below(i, j)] = rest;
                factor.l[below(i, j)] = rest * factor.inv_d[j];
            }
            let mut rest = m[lower(i, i)];
            for k in 0..i {
                rest = rest - scaled[below(i, k)] * factor.l[below(i, k)];
            }
            factor.inv_d[i] = inverse_of(rest);
        }
        factor
    }

    /// One over the last of the `N` numbers of D: over what is left of the last row without the others.
    #[inline(always)]
    pub(crate) fn last<const N: usize>(&self) -> R {
        self.inv_d[N - 1]
    }

    /// The vector that the matrix maps to `b`.
    #[inline(always)]
    pub(crate) fn solve<const N: usize>(&self, mut b: Three<R>) -> Three<R> {
        for i in 0..N {
            for j in 0..i {
                b[i] = b[i] - self.l[below(i, j)] * b[j];
            }
        }
        for i in 0..N {
            b[i] = b[i] * self.inv_d[i];
        }
        for i in (0..N).rev() {
            for j in i + 1..N {
                b[i] = b[i] - self.l[below(j, i)] * b[j];
            }
        }
        b
    }
}

impl<const W: usize> Factor<[f64; W]> {
    pub(crate) const ZERO: Self = Self { l: [[0.0; W]; 3], inv_d: [[0.0; W]; 3] };

    #[inline(always)]
    pub(crate) fn load<R: RealLanes<W>>(&self, token: R::Token) -> Factor<R> {
        Factor { l: load(token, &self.l), inv_d: load(token, &self.inv_d) }
    }

    /// Stores one of `N` rows.
    #[inline(always)]
    pub(crate) fn store<R: RealLanes<W>, const N: usize>(&mut self, factor: &Factor<R>) {
        for i in 0..N {
            factor.inv_d[i].store(&mut self.inv_d[i]);
            for j in 0..i {
                factor.l[below(i, j)].store(&mut self.l[below(i, j)]);
            }
        }
    }
}

/// One over a positive number, else 0.
#[inline(always)]
pub(crate) fn inverse_of<R: Real>(x: R) -> R {
    let zero = x.of(0.0);
    x.if_greater(zero, x.of(1.0) / x, zero)
}

/// Numbers from memory.
#[inline(always)]
pub(crate) fn load<R: RealLanes<W>, const W: usize, const N: usize>(token: R::Token, from: &[[f64; W]; N]) -> [R; N] {
    let mut to = [R::splat(token, 0.0); N];
    for i in 0..N {
        to[i] = R::load(token, &from[i]);
    }
    to
}

/// Numbers to memory.
#[inline(always)]
pub(crate) fn store<R: RealLanes<W>, const W: usize, const N: usize>(to: &mut [[f64; W]; N], from: [R; N]) {
    for i in 0..N {
        from[i].store(&mut to[i]);
    }
}

/// The scalar product.
#[inline(always)]
pub(crate) fn dot<R: Real>(a: &Three<R>, b: &Three<R>) -> R {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// Adds `scale` times `b`.
#[inline(always)]
pub(crate) fn add_scaled<R: Real>(a: &mut Three<R>, scale: R, b: &Three<R>) {
    a[0] = a[0] + scale * b[0];
    a[1] = a[1] + scale * b[1];
    a[2] = a[2] + scale * b[2];
}
