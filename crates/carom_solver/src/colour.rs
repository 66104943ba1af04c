//! Colours: contacts of one colour share no body that can move, so they can be solved at the same time.
//!
//! A contact takes the first colour that neither body has in use and keeps it until it ends (greedy colouring, Welsh and
//! Powell 1967). Contacts with fixed bodies take colours from the end, so that they are solved last and the ground has
//! the last word. What finds none goes to blocks of hubs and to rounds (`crate::plan`).

use crate::Contact;

/// How many colours there are.
pub const COLOURS: usize = 32;

/// The first colour that is kept for contacts with a body that cannot move.
const FIRST_FIXED: u32 = 22;

const _: () = assert!(COLOURS == u32::BITS as usize, "a body's colours in use are a bit each of a u32");
const _: () = assert!(FIRST_FIXED < COLOURS as u32, "contacts with fixed bodies have a colour");
const _: () = assert!(COLOURS <= Contact::NO_COLOUR as usize, "no colour has the number that says none");

/// The colour for a contact between two bodies that can move, which use `a` and `b` (a bit a colour); `None` where all
/// are taken.
#[inline]
pub fn free_colour(a: u32, b: u32) -> Option<u8> {
    let colour = (a | b).trailing_ones();
    (colour < FIRST_FIXED).then_some(colour as u8)
}

/// The colour for a contact of a body that uses `used` with one that cannot move; `None` where all are taken.
#[inline]
pub fn free_fixed_colour(used: u32) -> Option<u8> {
    let high = used >> FIRST_FIXED;
    let colour = FIRST_FIXED + high.trailing_ones();
    if colour < COLOURS as u32 {
        return Some(colour as u8);
    }
    let low_free = !used & ((1 << FIRST_FIXED) - 1);
    low_free.checked_ilog2().map(|colour| colour as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_the_first_free_one() {
        assert_eq!(free_colour(0b0101, 0b0010), Some(3));
        assert_eq!(free_colour(u32::MAX, 0), None);
        assert_eq!(free_colour((1 << FIRST_FIXED) - 1, 0), None);
    }

    #[test]
    fn fixed_ones_come_from_the_end() {
        assert_eq!(free_fixed_colour(0), Some(22));
        assert_eq!(free_fixed_colour(1 << 22), Some(23));
        let all_high = !((1 << FIRST_FIXED) - 1);
        assert_eq!(free_fixed_colour(all_high), Some(21));
        assert_eq!(free_fixed_colour(all_high | 1 << 21), Some(20));
        assert_eq!(free_fixed_colour(all_high | ((1 << FIRST_FIXED) - 2)), Some(0));
        assert_eq!(free_fixed_colour(u32::MAX), None);
    }
}
