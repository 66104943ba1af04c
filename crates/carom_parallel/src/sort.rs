//! Parallel sorting in place. In: items with a number each. Out: the same items, ascending. Items are halved at the
//! median (quickselect, C. Hoare 1961), each half by another thread, until there are parts for all threads; then each
//! part is sorted by one task. The result is that of any sort, for any number of threads.

use crate::Executor;

/// One thread sorts fewer items sooner.
const LEAST_A_PART: usize = 512;

/// Most parts; parts to a thread if the bound allows it.
const MOST_PARTS: usize = 16;
const PARTS_A_THREAD: usize = 2;

impl Executor {
    /// Sorts `items` by their numbers. Items with the same number must be identical.
    pub fn sort<T: Send>(&self, items: &mut [T], number: impl Fn(&T) -> u64 + Sync) {
        let number = &number;
        if items.len() < 2 * LEAST_A_PART {
            return items.sort_unstable_by_key(number);
        }
        if !self.has_help() {
            return self.one_for_many(|| items.sort_unstable_by_key(number));
        }
        let wanted = (PARTS_A_THREAD * self.width()).clamp(2, MOST_PARTS);
        let mut parts = 2;
        while parts < wanted && items.len() >= 2 * parts * LEAST_A_PART {
            parts *= 2;
        }
        let size = items.len().div_ceil(parts);
        while parts > 1 {
            let half = parts / 2 * size;
            self.blocks(parts * size, &mut *items, |_, items| {
                if items.len() > half {
                    items.select_nth_unstable_by_key(half, number);
                }
            });
            parts /= 2;
        }
        self.blocks(size, items, |_, part| part.sort_unstable_by_key(number));
    }
}

#[cfg(test)]
mod tests {
    use crate::{Driver, Executor};

    #[test]
    fn it_sorts_whatever_the_order_and_whoever_does_it() {
        let orders: [fn(u64, u64) -> u64; 6] = [
            |k, _| k,
            |k, count| count - k,
            |k, _| k.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20,
            |k, _| k * 7919 % 64,
            |_, _| 3,
            |k, count| if k < count / 2 { u64::MAX - k } else { k },
        ];
        for driver in [Driver::Rayon, Driver::Eager, Driver::Inline, Driver::Seeded(11), Driver::Threads(3)] {
            let tasks = Executor::new(driver);
            for count in [5000, 0, 1, 1023, 1024, 1025, 2047, 2048, 4096, 77_777] {
                for order in orders {
                    let mut items: Vec<u64> = (0..count).map(|k| order(k, count)).collect();
                    let mut wanted = items.clone();
                    wanted.sort_unstable();
                    tasks.sort(&mut items, |&item| item);
                    assert!(items == wanted, "{driver:?} {count}");
                }
            }
        }
    }
}
