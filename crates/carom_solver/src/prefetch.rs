//! Prefetching: the memory of each value is fetched while the one before it is processed. A block is two kilobytes; a
//! core that waits for each line takes as long to read it as to solve it.

use fearless_simd::Level;
use std::sync::LazyLock;

/// The walk through the blocks of contacts: the instruction set, and whether to prefetch. Prefetching pays if blocks
/// come from memory or from the third cache; if a core holds them, it only costs time.
#[derive(Clone, Copy)]
pub(crate) struct Prefetch {
    pub level: Level,
    pub prefetches: bool,
}

/// Blocks are prefetched if they would fill a core's second cache this many times. Below that, the hardware prefetcher
/// is enough.
const TOO_MUCH: usize = 2;

/// Size of a core's second cache if the processor does not report it [bytes].
const USUAL_CACHE: usize = 2 << 20;

/// The size of a core's second cache [bytes]. No result depends on it.
static SECOND_CACHE: LazyLock<usize> = LazyLock::new(|| {
    #[cfg(all(target_arch = "x86_64", not(any(miri, target_env = "sgx"))))]
    let said = raw_cpuid::CpuId::new().get_l2_l3_cache_and_tlb_info().map(|caches| caches.l2cache_size().into());
    #[cfg(not(all(target_arch = "x86_64", not(any(miri, target_env = "sgx")))))]
    let said = None;
    said.filter(|&kibibytes: &usize| kibibytes > 0).map_or(USUAL_CACHE, |kibibytes| kibibytes << 10)
});

/// Whether so many bytes exceed a core's caches.
pub(crate) fn exceeds_caches(bytes: usize) -> bool {
    bytes > TOO_MUCH * *SECOND_CACHE
}

/// Iterates over `all`; `fetch` prefetches the next value.
#[inline(always)]
pub(crate) fn prefetched<T>(all: &mut [T], fetch: impl Fn(&T)) -> impl Iterator<Item = &mut T> {
    let mut all = all.iter_mut();
    std::iter::from_fn(move || {
        let value = all.next()?;
        if let Some(next) = all.as_slice().first() {
            fetch(next);
        }
        Some(value)
    })
}

#[cfg(test)]
mod tests {
    use super::{SECOND_CACHE, exceeds_caches, prefetched};
    use std::cell::Cell;

    #[test]
    fn the_second_cache_has_a_size_and_a_hundred_megabytes_are_too_much_for_it() {
        assert!((1 << 10..64 << 20).contains(&*SECOND_CACHE), "{} bytes", *SECOND_CACHE);
        assert!(!exceeds_caches(0) && exceeds_caches(132_000_000));
    }

    #[test]
    fn each_value_comes_once_and_in_order() {
        for count in [0, 1, 2, 5] {
            let mut all: Vec<[u64; 20]> = (0..count).map(|k| [k; 20]).collect();
            let fetched = Cell::new(0);
            let seen: Vec<u64> = prefetched(&mut all, |next| fetched.set(fetched.get() + next[0]))
                .map(|value| std::mem::replace(&mut value[3], 9))
                .collect();
            assert!(seen.iter().copied().eq(0..count));
            assert!(all.iter().all(|value| value[3] == 9));
            assert_eq!(fetched.get(), (1..count).sum(), "each but the first is fetched");
        }
    }
}
