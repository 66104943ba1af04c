//! Bit flags in one number.

/// All of these bits together. Two flags that share a bit do not compile, since all callers are constants.
pub(crate) const fn all_of(bits: &[u32]) -> u32 {
    let (mut all, mut k) = (0, 0);
    while k < bits.len() {
        assert!(bits[k].is_power_of_two(), "a mark is one bit");
        assert!(all & bits[k] == 0, "two marks are the same bit");
        all |= bits[k];
        k += 1;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_put_together() {
        assert_eq!(all_of(&[]), 0);
        assert_eq!(all_of(&[4, 1, 1 << 31]), 0x8000_0005);
    }

    #[test]
    #[should_panic(expected = "the same bit")]
    fn no_two_marks_are_the_same() {
        all_of(&[1, 2, 4, 2]);
    }

    #[test]
    #[should_panic(expected = "one bit")]
    fn a_mark_is_not_two_bits() {
        all_of(&[1, 6]);
    }
}
