//! Columns: several slices of equal length that are cut at the same places, so that each block of a stage owns its
//! rows.

/// A value that can be cut in two at a row: a slice, or a tuple of them.
pub trait Columns: Sized + Send {
    /// Number of rows.
    fn rows(&self) -> usize;
    /// The rows before `at`, and the rest.
    fn cut(self, at: usize) -> (Self, Self);
}

/// A column with one item for each *block* instead of each row: a block's own output (a count, a list). The first field
/// is the number of rows to a block.
#[derive(Debug)]
pub struct Each<'a, T>(pub usize, pub &'a mut [T]);

impl<T: Sync> Columns for &[T] {
    fn rows(&self) -> usize {
        self.len()
    }
    fn cut(self, at: usize) -> (Self, Self) {
        self.split_at(at)
    }
}

impl<T: Send> Columns for &mut [T] {
    fn rows(&self) -> usize {
        self.len()
    }
    fn cut(self, at: usize) -> (Self, Self) {
        self.split_at_mut(at)
    }
}

impl<T: Send> Columns for Each<'_, T> {
    fn rows(&self) -> usize {
        usize::MAX
    }
    fn cut(self, at: usize) -> (Self, Self) {
        let (a, b) = self.1.split_at_mut(at.div_ceil(self.0));
        (Self(self.0, a), Self(self.0, b))
    }
}

/// Columns that are cut by part: part `p` owns the rows up to `ends[p]`.
#[derive(Debug)]
pub struct Parts<'a, C> {
    /// The end of each part, ascending, in rows; the last end is the number of rows. All are counted from the same row
    /// as `first`.
    pub ends: &'a [u32],
    /// The row at which these columns start.
    pub first: u32,
    /// Their rows.
    pub columns: C,
}

impl<C: Columns> Columns for Parts<'_, C> {
    fn rows(&self) -> usize {
        self.ends.len()
    }
    fn cut(self, at: usize) -> (Self, Self) {
        let (left, right) = self.ends.split_at(at);
        let middle = left.last().copied().unwrap_or(self.first);
        let (a, b) = self.columns.cut((middle - self.first) as usize);
        (Self { ends: left, first: self.first, columns: a }, Self { ends: right, first: middle, columns: b })
    }
}

macro_rules! tuple {
    ($($name:ident $index:tt),+) => {
        impl<$($name: Columns),+> Columns for ($($name,)+) {
            fn rows(&self) -> usize {
                self.0.rows()
            }
            fn cut(self, at: usize) -> (Self, Self) {
                $(let $name = self.$index.cut(at);)+
                (($($name.0,)+), ($($name.1,)+))
            }
        }
    };
}

#[allow(non_snake_case)] // The type parameters double as the names of the parts.
mod tuples {
    use super::Columns;
    tuple!(A 0, B 1);
    tuple!(A 0, B 1, C 2);
    tuple!(A 0, B 1, C 2, D 3);
    tuple!(A 0, B 1, C 2, D 3, E 4);
    tuple!(A 0, B 1, C 2, D 3, E 4, F 5);
    tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6);
    tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Driver, Executor};

    #[test]
    fn parts_are_cut_where_they_end() {
        let ends = [3, 3, 4, 10, 10, 11];
        for driver in [Driver::Rayon, Driver::Eager, Driver::Inline, Driver::Seeded(5), Driver::Threads(3)] {
            let mut rows = [usize::MAX; 11];
            let parts = Parts { ends: &ends, first: 0, columns: &mut rows[..] };
            Executor::new(driver).blocks(1, parts, |number, part| {
                assert_eq!(
                    (part.first, part.ends),
                    (if number == 0 { 0 } else { ends[number - 1] }, &ends[number..=number])
                );
                part.columns.fill(number);
            });
            assert_eq!(rows, [0, 0, 0, 2, 3, 3, 3, 3, 3, 3, 5], "{driver:?}");
        }
    }
}
