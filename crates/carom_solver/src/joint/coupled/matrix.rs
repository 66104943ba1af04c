//! A symmetric matrix of any size in f64, factored as L D L^T row by row: the equations of a group of couplings.
//! Zeros of L are not stored, so a train of wheels costs as much as it has wheels (T. Davis, "Direct Methods for
//! Sparse Linear Systems", 2006, has this order as up-looking).

/// No entry.
const NONE: u32 = u32::MAX;

/// Part of a diagonal number that has to be left after elimination.
const LEAST_LEFT: f64 = 1.0e-7;

/// A number of L below the diagonal, in the list of its column.
#[derive(Clone, Copy, Debug)]
struct Entry {
    row: u32,
    value: f64,
    next: u32,
}

/// L D L^T of a matrix.
#[derive(Clone, Debug, Default)]
pub(super) struct Factor {
    entries: Vec<Entry>,
    /// The last entry of each column, from which the others follow.
    columns: Vec<u32>,
    inv_d: Vec<f64>,
    /// The numbers of the next row up to the diagonal, to be filled.
    row: Vec<f64>,
}

impl Factor {
    /// Begins anew.
    pub(super) fn reset(&mut self) {
        self.entries.clear();
        self.columns.clear();
        self.inv_d.clear();
        self.begin_row();
    }

    fn begin_row(&mut self) {
        self.row.clear();
        self.row.resize(self.columns.len() + 1, 0.0);
    }

    /// The numbers of the next row up to the diagonal, 0 at first.
    pub(super) fn row_mut(&mut self) -> &mut [f64] {
        &mut self.row
    }

    /// Takes up the row. `part` of the pivot that is left after the first `eliminated` rows is added to the diagonal as
    /// a softness, which is returned. A row without a positive pivot gets no answer, nor does one of which next to
    /// nothing is left.
    pub(super) fn take_row(&mut self, eliminated: usize, part: f64) -> f64 {
        let at = self.columns.len();
        let diagonal = self.row[at];
        let mut pivot = diagonal;
        let mut left = pivot;
        for column in 0..at {
            let y = self.row[column];
            if y == 0.0 {
                continue;
            }
            let mut next = self.columns[column];
            while let Some(&Entry { row, value, next: after }) = self.entries.get(next as usize) {
                self.row[row as usize] -= value * y;
                next = after;
            }
            let value = y * self.inv_d[column];
            pivot -= y * value;
            if column < eliminated {
                left = pivot;
            }
            self.entries.push(Entry { row: at as u32, value, next: self.columns[column] });
            self.columns[column] = (self.entries.len() - 1) as u32;
        }
        // A row that the eliminated ones hold anyway gets no answer: it would be a quotient of rounding errors.
        let is_held = at >= eliminated && left <= LEAST_LEFT * diagonal;
        let softness = if is_held { 0.0 } else { part * left };
        pivot += softness;
        self.columns.push(NONE);
        self.inv_d.push(if pivot > 0.0 && !is_held { 1.0 / pivot } else { 0.0 });
        self.begin_row();
        softness
    }

    /// Whether a row gets an answer.
    pub(super) fn has_answer(&self, row: usize) -> bool {
        self.inv_d[row] > 0.0
    }

    /// Calls a function of each number of a column, with its row.
    fn each(&self, column: usize, mut act: impl FnMut(usize, f64)) {
        let mut next = self.columns[column];
        while let Some(entry) = self.entries.get(next as usize) {
            act(entry.row as usize, entry.value);
            next = entry.next;
        }
    }

    /// Replaces `b` by the vector that the matrix maps to it.
    pub(super) fn solve(&self, b: &mut [f64]) {
        for column in 0..b.len() {
            let x = b[column];
            self.each(column, |row, value| b[row] -= value * x);
        }
        for (x, inv_d) in b.iter_mut().zip(&self.inv_d) {
            *x *= inv_d;
        }
        for column in (0..b.len()).rev() {
            let mut x = b[column];
            self.each(column, |row, value| x -= value * b[row]);
            b[column] = x;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_solves_and_leaves_out_rows_without_a_pivot() {
        let (mut factor, mut seed) = (Factor::default(), 1_u32);
        let mut random = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            f64::from(seed >> 8) / f64::from(1 << 24) - 0.5
        };
        for rows in [1, 2, 5, 9, 20] {
            // Half of the numbers are zeros.
            let mut some = |_| if random() < 0.0 { 0.0 } else { random() };
            let j: Vec<Vec<f64>> = (0..rows).map(|_| (0..rows + 3).map(&mut some).collect()).collect();
            let of = |a: usize, b: usize| {
                let product = j[a].iter().zip(&j[b]).map(|(x, y)| x * y).sum::<f64>();
                if a == b { product + 0.1 } else { product }
            };
            factor.reset();
            for row in 0..rows {
                factor.row_mut().iter_mut().enumerate().for_each(|(column, x)| *x = of(row, column));
                assert_eq!(factor.take_row(0, 0.0), 0.0);
            }
            let wanted: Vec<f64> = (0..rows).map(&mut some).collect();
            let mut b: Vec<f64> = (0..rows).map(|row| (0..rows).map(|k| of(row, k) * wanted[k]).sum()).collect();
            factor.solve(&mut b);
            for (found, wanted) in b.iter().zip(&wanted) {
                assert!((found - wanted).abs() < 1.0e-9, "{rows} rows: {found} is not {wanted}");
            }
        }
        // The second row is the first one again; with a softness, both share.
        for (part, wanted) in [(0.0, [2.0, 0.0]), (1.0e-6, [2.0, 0.0])] {
            factor.reset();
            factor.row_mut()[0] = 4.0;
            factor.take_row(0, 0.0);
            factor.row_mut().fill(4.0);
            factor.take_row(0, part);
            let mut b = [8.0, 8.0];
            factor.solve(&mut b);
            assert_eq!(b, wanted);
        }
    }

    /// A chain of equations of two neighbours each has two numbers a column, however long it is.
    #[test]
    fn a_chain_has_no_more_numbers_than_links() {
        let mut factor = Factor::default();
        factor.reset();
        for row in 0..100 {
            let numbers = factor.row_mut();
            numbers[row] = 2.5;
            if row > 0 {
                numbers[row - 1] = -1.0;
            }
            factor.take_row(0, 0.0);
        }
        assert_eq!(factor.entries.len(), 99);
    }
}
