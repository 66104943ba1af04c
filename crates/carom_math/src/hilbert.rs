//! Positions along a Hilbert curve (Hilbert 1891): points near each other on it are near in space.

/// The position of a cell on Hilbert's curve through 2^BITS by 2^BITS cells. BITS is at most 16; higher bits of `x` and
/// `y` are ignored. Each bit, from the coarsest on, gives a quadrant and the orientation of the curve in it: mirrored
/// at the diagonal, turned half round, or both. No branch depends on the cell.
#[inline(always)]
pub fn hilbert<const BITS: u32>(x: u32, y: u32) -> u32 {
    let (mut swapped, mut turned, mut number) = (0, 0, 0);
    for bit in (0..BITS).rev() {
        let (x, y) = (x >> bit & 1 ^ turned, y >> bit & 1 ^ turned);
        let (x, y) = (x ^ ((x ^ y) & swapped), y ^ ((x ^ y) & swapped));
        // Up the left, over, down the right: 00 01 11 10.
        number = number << 2 | x << 1 | (x ^ y);
        // The first and the last quadrant are mirrored; the last is also turned.
        swapped ^= y ^ 1;
        turned ^= x & (y ^ 1);
    }
    number
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All cells in the order of the curve.
    fn cells<const BITS: u32>() -> Vec<(u32, u32)> {
        let side = 1_u32 << BITS;
        let mut cells = vec![(0, 0); 1 << (2 * BITS)];
        for (x, y) in (0..side * side).map(|k| (k % side, k / side)) {
            cells[hilbert::<BITS>(x, y) as usize] = (x, y);
        }
        cells
    }

    #[test]
    fn the_curve_goes_from_neighbour_to_neighbour_through_all_cells() {
        for cells in [cells::<1>(), cells::<3>(), cells::<6>()] {
            let steps = cells.windows(2).map(|pair| pair[0].0.abs_diff(pair[1].0) + pair[0].1.abs_diff(pair[1].1));
            assert!(steps.into_iter().all(|step| step == 1));
        }
    }

    #[test]
    fn a_finer_curve_goes_through_the_cells_of_a_coarser_one_in_their_order() {
        for (x, y) in [(0, 0), (65_535, 0), (65_535, 65_535), (12_345, 54_321), (40_000, 7)] {
            assert_eq!(hilbert::<16>(x, y) >> 8, hilbert::<12>(x >> 4, y >> 4));
            assert_eq!(hilbert::<16>(x, y) >> 20, hilbert::<6>(x >> 10, y >> 10));
        }
    }
}
