//! A symmetric matrix of any size in f64, factored as L D L^T: the equations of a group of couplings.
#![allow(clippy::needless_range_loop)] // Indices of matrices, as in their formulas.

/// The lower triangle of a matrix, row after row; then its factor.
#[derive(Clone, Debug, Default)]
pub(super) struct Symmetric {
    rows: usize,
    /// Before [`Symmetric::factor`] the matrix; after it, L below the diagonal and one over D on it.
    at: Vec<f64>,
    /// L D of a row.
    scaled: Vec<f64>,
}

impl Symmetric {
    /// Becomes a matrix of so many rows, to be filled.
    pub(super) fn reset(&mut self, rows: usize) {
        self.rows = rows;
        self.at.clear();
        self.at.resize(rows * (rows + 1) / 2, 0.0);
        self.scaled.clear();
        self.scaled.resize(rows, 0.0);
    }

    fn row(&self, row: usize) -> &[f64] {
        &self.at[row * (row + 1) / 2..][..row + 1]
    }

    /// The numbers of a row up to the diagonal.
    pub(super) fn row_mut(&mut self, row: usize) -> &mut [f64] {
        &mut self.at[row * (row + 1) / 2..][..row + 1]
    }

    /// Factors it. `soften` gives the number that is added to the diagonal of a row, from the row and the pivot that
    /// is left once the first `eliminated` rows are. A row without a positive pivot gets no answer.
    pub(super) fn factor(&mut self, eliminated: usize, mut soften: impl FnMut(usize, f64) -> f64) {
        for i in 0..self.rows {
            let (done, rest) = self.at.split_at_mut(i * (i + 1) / 2);
            let row = &mut rest[..i + 1];
            let mut pivot = row[i];
            let mut left = pivot;
            for j in 0..i {
                let other = &done[j * (j + 1) / 2..][..j + 1];
                let mut rest = row[j];
                for k in 0..j {
                    rest -= self.scaled[k] * other[k];
                }
                self.scaled[j] = rest;
                row[j] = rest * other[j];
                pivot -= rest * row[j];
                if j + 1 == eliminated {
                    left = pivot;
                }
            }
            pivot += soften(i, left);
            row[i] = if pivot > 0.0 { 1.0 / pivot } else { 0.0 };
        }
    }

    /// Replaces `b` by the vector that the factored matrix maps to it.
    pub(super) fn solve(&self, b: &mut [f64]) {
        for i in 0..self.rows {
            let row = self.row(i);
            for j in 0..i {
                b[i] -= row[j] * b[j];
            }
        }
        for i in 0..self.rows {
            b[i] *= self.row(i)[i];
        }
        for i in (0..self.rows).rev() {
            let (above, x) = b.split_at_mut(i);
            for (b, l) in above.iter_mut().zip(self.row(i)) {
                *b -= l * x[0];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_solves_and_leaves_out_rows_without_a_pivot() {
        let (mut matrix, mut seed) = (Symmetric::default(), 1_u32);
        let mut random = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            f64::from(seed >> 8) / f64::from(1 << 24) - 0.5
        };
        for rows in [1, 2, 5, 9, 20] {
            let j: Vec<Vec<f64>> = (0..rows).map(|_| (0..rows + 3).map(|_| random()).collect()).collect();
            let of = |a: usize, b: usize| j[a].iter().zip(&j[b]).map(|(x, y)| x * y).sum::<f64>();
            matrix.reset(rows);
            for row in 0..rows {
                (0..=row).for_each(|column| matrix.row_mut(row)[column] = of(row, column));
            }
            let wanted: Vec<f64> = (0..rows).map(|_| random()).collect();
            let mut b: Vec<f64> = (0..rows).map(|row| (0..rows).map(|k| of(row, k) * wanted[k]).sum()).collect();
            matrix.factor(0, |_, _| 0.0);
            matrix.solve(&mut b);
            for (found, wanted) in b.iter().zip(&wanted) {
                assert!((found - wanted).abs() < 1.0e-6, "{rows} rows: {found} is not {wanted}");
            }
        }
        // The second row is the first one again.
        matrix.reset(2);
        (matrix.row_mut(0)[0], matrix.row_mut(1)[0], matrix.row_mut(1)[1]) = (4.0, 4.0, 4.0);
        matrix.factor(0, |_, _| 0.0);
        let mut b = [8.0, 8.0];
        matrix.solve(&mut b);
        assert_eq!(b, [2.0, 0.0]);
    }
}
