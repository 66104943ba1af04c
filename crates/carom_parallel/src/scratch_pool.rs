//! Scratch memory that a task needs only while it runs. There are as many pieces as threads, not as many as tasks. The
//! most recently used piece comes first, still in the caches.

use std::sync::{Mutex, PoisonError};

/// Pieces of memory that tasks borrow. Their content is meaningless: a task fills a piece before it reads it.
#[derive(Debug)]
pub struct ScratchPool<T>(Mutex<Vec<T>>);

impl<T> Default for ScratchPool<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T> Clone for ScratchPool<T> {
    /// A clone begins empty.
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl<T> ScratchPool<T> {
    /// Makes pieces until there are `count`.
    pub fn keep(&mut self, count: usize, make: impl FnMut() -> T) {
        let pieces = self.0.get_mut().unwrap_or_else(PoisonError::into_inner);
        if pieces.len() < count {
            pieces.resize_with(count, make);
        }
    }

    /// All pieces.
    pub fn pieces(&mut self) -> &mut [T] {
        self.0.get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lends a piece to `work`; makes one if all are lent.
    pub fn lend<R>(&self, make: impl FnOnce() -> T, work: impl FnOnce(&mut T) -> R) -> R {
        let last = || self.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut piece = last().unwrap_or_else(make);
        let result = work(&mut piece);
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(piece);
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_back_is_lent_again() {
        let mut spare = ScratchPool::default();
        spare.keep(1, || 7);
        spare.lend(
            || 0,
            |outer| {
                *outer += 1;
                // All are lent: another one is made.
                spare.lend(|| 20, |inner| *inner += *outer);
            },
        );
        let mut seen = Vec::new();
        spare.lend(|| 0, |a| spare.lend(|| 0, |b| spare.lend(|| 0, |c| seen.extend([*a, *b, *c]))));
        assert_eq!(seen, [8, 28, 0]);
        assert_eq!(spare.clone().lend(|| 1, |fresh| *fresh), 1);
    }
}
