//! How the lists by contact grow: they are most of a world's memory, and twice as much as is needed, which is what a list
//! grows to when it is left alone, would be too much, but for one below what is usual: that is little, an eighth more than what is usual at most. Too little would have a heap that
//! forms copy them in every step.

use std::cmp::{max, min};

/// The part of a list that is kept free behind it when it grows.
const SPARE: usize = 8;

/// Makes room for `count` items in a list that is about to be filled anew, and for a part more.
pub fn make_room<T>(list: &mut Vec<T>, count: usize) {
    if count > list.capacity() {
        list.clear();
        list.reserve_exact(count + count / SPARE);
    }
}

/// Makes room for `count` items in a list that keeps what it has, and for a part more.
pub fn keep_room<T>(list: &mut Vec<T>, count: usize) {
    if count > list.capacity() {
        list.reserve_exact(count + count / SPARE - list.len());
    }
}

/// [`keep_room`] in steps that double the list as long as it is no longer than `usual`: one that is on its way there would be copied
/// in every step.
pub fn grow_room<T>(list: &mut Vec<T>, count: usize, usual: usize) {
    if count > list.capacity() {
        keep_room(list, max(count, min(2 * count, usual)));
    }
}

/// Gives back what a rush needed in a list that has room for `usual` items in quieter steps. To be called before it is
/// cleared.
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
