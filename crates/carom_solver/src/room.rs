//! How the lists by contact grow: they are most of a world's memory, and twice as much as is needed, which is what a list
//! grows to when it is left alone, would be too much. Too little would have a heap that forms copy them in every step.

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
pub(crate) fn calm_room<T>(list: &mut Vec<T>, usual: usize) {
    if list.capacity() > 2 * usual && list.len() < usual / 2 {
        list.shrink_to(usual);
    }
}
