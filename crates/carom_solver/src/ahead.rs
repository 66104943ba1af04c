//! Values in turn, the memory of each asked for while the one before it is worked on: a block is two kilobytes, which a
//! core that waits for each line takes as long to read as to solve.

use fearless_simd::Level;

/// How the blocks of contacts are gone through: with the lanes of which instruction set, and whether each is asked for ahead. That
/// pays where there are regions, whose blocks come from memory; in smaller worlds they are in a cache, and asking is what takes time.
#[derive(Clone, Copy)]
pub(crate) struct Walk {
    pub level: Level,
    pub asks: bool,
}

/// The values of `all` in turn; `ask` asks for one.
#[inline(always)]
pub(crate) fn ahead<T>(all: &mut [T], ask: impl Fn(&T)) -> impl Iterator<Item = &mut T> {
    let mut all = all.iter_mut();
    std::iter::from_fn(move || {
        let value = all.next()?;
        if let Some(next) = all.as_slice().first() {
            ask(next);
        }
        Some(value)
    })
}

#[cfg(test)]
mod tests {
    use super::ahead;
    use std::cell::Cell;

    #[test]
    fn each_value_comes_once_and_in_order() {
        for count in [0, 1, 2, 5] {
            let mut all: Vec<[u64; 20]> = (0..count).map(|k| [k; 20]).collect();
            let asked = Cell::new(0);
            let seen: Vec<u64> = ahead(&mut all, |next| asked.set(asked.get() + next[0]))
                .map(|value| std::mem::replace(&mut value[3], 9))
                .collect();
            assert!(seen.iter().copied().eq(0..count));
            assert!(all.iter().all(|value| value[3] == 9));
            assert_eq!(asked.get(), (1..count).sum(), "each but the first is asked for");
        }
    }
}
