//! Growth of the lists that have an item for each contact. They are most of a world's memory. Doubling, as lists do by
//! themselves, would waste too much; below the usual size it is cheap. Above it the spare part is an eighth. Without it
//! a growing heap would copy them in every step.

use std::cmp::{max, min};

/// One over the part of a list that is kept free behind it when it grows.
const SPARE: usize = 8;

/// Makes room for `count` items, and for a part more, in a list that will be filled anew.
pub fn make_room<T>(list: &mut Vec<T>, count: usize) {
    if count > list.capacity() {
        list.clear();
        list.reserve_exact(count + count / SPARE);
    }
}

/// Makes room for `count` items, and for a part more, in a list that keeps its items.
pub fn keep_room<T>(list: &mut Vec<T>, count: usize) {
    if count > list.capacity() {
        list.reserve_exact(count + count / SPARE - list.len());
    }
}

/// [`keep_room`], but doubling while the list is no longer than `usual`: a list that grows step by step would be copied
/// in every step.
pub fn grow_room<T>(list: &mut Vec<T>, count: usize, usual: usize) {
    if count > list.capacity() {
        keep_room(list, max(count, min(2 * count, usual)));
    }
}

/// Gives back the memory of a rush, in a list that has room for `usual` items in quieter steps. Call it before the list
/// is cleared.
pub(crate) fn shrink_room<T>(list: &mut Vec<T>, usual: usize) {
    if list.capacity() > 2 * usual && list.len() < usual / 2 {
        list.shrink_to(usual);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_doubles_up_to_what_is_usual_and_grows_by_a_part_beyond() {
        for (count, usual, wanted) in
            [(10, 1000, 22), (600, 1000, 1125), (1000, 1000, 1125), (2000, 1000, 2250), (8, 0, 9)]
        {
            let mut list = vec![7_u8; 3];
            list.shrink_to_fit();
            grow_room(&mut list, count, usual);
            assert_eq!((list.capacity(), list.len()), (wanted, 3), "{count} of {usual}");
            grow_room(&mut list, wanted, usual);
            assert_eq!(list.capacity(), wanted, "there is room");
        }
    }

    #[test]
    fn a_list_that_grows_slowly_is_copied_a_few_times() {
        let (mut list, mut copies, mut count) = (Vec::<u8>::new(), 0, 100);
        while count < 10_000 {
            let before = list.capacity();
            grow_room(&mut list, count, 10_000);
            list.resize(count, 0);
            copies += u32::from(list.capacity() != before);
            count += count.div_ceil(100);
        }
        assert!(copies <= 8, "{copies} copies");
    }
}
