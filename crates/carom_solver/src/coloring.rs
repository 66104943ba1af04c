//! Graph coloring of contact constraints: contacts of one color share no body that can move, so they can be solved at
//! the same time.
//! A contact takes the first color that neither body uses and keeps it until it ends (greedy coloring, Welsh and Powell
//! 1967). Contacts with fixed bodies take colors from the end: they are solved last, and the ground has the last word.
//! A contact without a free color goes to a block of a split body or to a round (`crate::overflow`).

use crate::ContactPair;

/// Number of colors.
pub const COLORS: usize = 32;

/// The first color reserved for contacts with a body that cannot move.
const FIRST_FIXED: u32 = 22;

const _: () = assert!(COLORS == u32::BITS as usize, "a body's colors in use are a bit each of a u32");
const _: () = assert!(FIRST_FIXED < COLORS as u32, "contacts with fixed bodies have a color");
const _: () = assert!(COLORS <= ContactPair::NO_COLOR as usize, "no color has the number that says none");

/// The color for a contact between two bodies that can move; `None` if all are taken. `a` and `b` have a bit for each
/// color in use.
#[inline]
pub fn free_color(a: u32, b: u32) -> Option<u8> {
    let color = (a | b).trailing_ones();
    (color < FIRST_FIXED).then_some(color as u8)
}

/// The color for a contact of a body that uses `used` with one that cannot move; `None` if all are taken.
#[inline]
pub fn free_fixed_color(used: u32) -> Option<u8> {
    let high = used >> FIRST_FIXED;
    let color = FIRST_FIXED + high.trailing_ones();
    if color < COLORS as u32 {
        return Some(color as u8);
    }
    let low_free = !used & ((1 << FIRST_FIXED) - 1);
    low_free.checked_ilog2().map(|color| color as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_the_first_free_one() {
        assert_eq!(free_color(0b0101, 0b0010), Some(3));
        assert_eq!(free_color(u32::MAX, 0), None);
        assert_eq!(free_color((1 << FIRST_FIXED) - 1, 0), None);
    }

    #[test]
    fn fixed_ones_come_from_the_end() {
        assert_eq!(free_fixed_color(0), Some(22));
        assert_eq!(free_fixed_color(1 << 22), Some(23));
        let all_high = !((1 << FIRST_FIXED) - 1);
        assert_eq!(free_fixed_color(all_high), Some(21));
        assert_eq!(free_fixed_color(all_high | 1 << 21), Some(20));
        assert_eq!(free_fixed_color(all_high | ((1 << FIRST_FIXED) - 2)), Some(0));
        assert_eq!(free_fixed_color(u32::MAX), None);
    }
}
