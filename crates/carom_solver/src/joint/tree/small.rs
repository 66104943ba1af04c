//! Small symmetric matrices in f64: factored as L D L^T, and solved for. Only the first `N` rows count.
#![allow(clippy::needless_range_loop)] // Indices of matrices, as in their formulas.

/// A vector of three numbers.
pub(crate) type Three = [f64; 3];

/// L D L^T of a symmetric positive matrix: below the diagonal of `l` the numbers of L, and one over those of D.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Factor {
    l: [Three; 3],
    inv_d: Three,
}

impl Factor {
    /// Factors a matrix, of which the lower triangle is read. A row without a positive pivot gets no answer.
    #[inline(always)]
    pub(crate) fn of<const N: usize>(m: &[Three; 3]) -> Self {
        let mut factor = Self::default();
        // L D.
        let mut scaled = [[0.0; 3]; 3];
        for i in 0..N {
            for j in 0..i {
                let mut rest = m[i][j];
                for k in 0..j {
                    rest -= scaled[i][k] * factor.l[j][k];
                }
                scaled[i][j] = rest;
                factor.l[i][j] = rest * factor.inv_d[j];
            }
            let mut rest = m[i][i];
            for k in 0..i {
                rest -= scaled[i][k] * factor.l[i][k];
            }
            factor.inv_d[i] = if rest > 0.0 { 1.0 / rest } else { 0.0 };
        }
        factor
    }

    /// The vector that the matrix maps to `b`.
    #[inline(always)]
    pub(crate) fn solve<const N: usize>(&self, mut b: Three) -> Three {
        for i in 0..N {
            for j in 0..i {
                b[i] -= self.l[i][j] * b[j];
            }
        }
        for (x, inv_d) in b.iter_mut().zip(&self.inv_d).take(N) {
            *x *= inv_d;
        }
        for i in (0..N).rev() {
            for j in i + 1..N {
                b[i] -= self.l[j][i] * b[j];
            }
        }
        b
    }
}

/// The scalar product.
#[inline(always)]
pub(crate) fn dot(a: &Three, b: &Three) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// Adds `scale` times `b`.
#[inline(always)]
pub(crate) fn add_scaled(a: &mut Three, scale: f64, b: &Three) {
    a[0] += scale * b[0];
    a[1] += scale * b[1];
    a[2] += scale * b[2];
}
