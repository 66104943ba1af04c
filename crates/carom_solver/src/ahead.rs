//! Values in turn, the memory of each asked for while the one before it is worked on: a block is two kilobytes, which a
//! core that waits for each line takes as long to read as to solve.

use crate::rows::fetch;
use std::slice::IterMut;

/// The values of `all` in turn.
#[inline(always)]
pub(crate) fn ahead<T>(all: &mut [T]) -> impl Iterator<Item = &mut T> {
    let mut all = all.iter_mut();
    std::iter::from_fn(move || {
        let value = all.next()?;
        if let Some(next) = all.as_slice().first() {
            fetch(next);
        }
        Some(value)
    })
}

/// Values in turn, and what is beside each; `ask` asks for what else the next one needs. An iterator of its own, which is inlined for
/// sure into code that is compiled for each instruction set.
pub(crate) struct AheadWith<'a, T, U, F> {
    pub all: IterMut<'a, T>,
    pub beside: IterMut<'a, U>,
    pub ask: F,
}

impl<'a, T, U, F: Fn(&T)> Iterator for AheadWith<'a, T, U, F> {
    type Item = (&'a mut T, &'a mut U);

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        let value = self.all.next()?;
        if let Some(next) = self.all.as_slice().first() {
            fetch(next);
            (self.ask)(next);
        }
        Some((value, self.beside.next()?))
    }
}

#[cfg(test)]
mod tests {
    use super::{AheadWith, ahead};
    use std::cell::RefCell;

    #[test]
    fn what_the_next_one_needs_is_asked_for_before() {
        let (mut all, mut beside, asked) = ([5, 6, 7], [50, 60, 70], RefCell::new(Vec::new()));
        let pairs =
            AheadWith { all: all.iter_mut(), beside: beside.iter_mut(), ask: |&k: &i32| asked.borrow_mut().push(k) };
        let seen: Vec<_> = pairs.map(|(a, b)| (*a, *b, asked.borrow().clone())).collect();
        assert_eq!(seen, [(5, 50, vec![6]), (6, 60, vec![6, 7]), (7, 70, vec![6, 7])]);
    }

    #[test]
    fn each_value_comes_once_and_in_order() {
        for count in [0, 1, 2, 5] {
            let mut all: Vec<[u64; 20]> = (0..count).map(|k| [k; 20]).collect();
            let seen: Vec<u64> = ahead(&mut all).map(|value| std::mem::replace(&mut value[3], 9)).collect();
            assert!(seen.iter().copied().eq(0..count));
            assert!(all.iter().all(|value| value[3] == 9));
        }
    }
}
