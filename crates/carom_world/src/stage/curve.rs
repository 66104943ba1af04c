//! The order of a space-filling curve: where points are on it, and whether a list is in its order.

use carom_math::{Aabb, LANES, Vec2};
use carom_tasks::Executor;
use fearless_simd::{Level, Simd, dispatch};

/// Points to a task, a multiple of the lanes.
const POINTS_A_TASK: usize = 1024;

/// Rows that are next to each other in memory should be in one cell that holds so many.
const ROWS_A_CELL: usize = 16;

/// The part of the rows that may lie before their cell, and by which more may be far from the row before than when they were sorted.
pub(super) const OUT_OF_ORDER: usize = 64;

/// Bits of each coordinate.
const BITS: u32 = 16;

/// The greatest of them.
const LAST: u32 = (1 << BITS) - 1;

/// A Hilbert curve (Hilbert 1891) over the square around some points. What is near each other on it is near each other in space, and
/// a run of it is as compact as any: a Morton curve leaps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Curve {
    area: Aabb,
    scale: f32,
}

impl Curve {
    /// A curve over the square that holds the points; none is a curve as well.
    pub(super) fn through(points: impl Iterator<Item = Vec2>) -> Self {
        let area = Aabb::around(points);
        let size = area.size();
        let side = if size.x > size.y { size.x } else { size.y };
        Self { area, scale: if side > 0.0 { LAST as f32 / side } else { 0.0 } }
    }

    /// How far along the curve points are, sixteen at a time: from the largest square to the smallest, which quarter each is in, and
    /// how the curve goes through that.
    #[inline(always)]
    pub(super) fn places(&self, points: [Vec2; LANES]) -> [u32; LANES] {
        let (mut x, mut y) = ([0; LANES], [0; LANES]);
        for lane in 0..LANES {
            let cell = (points[lane] - self.area.min) * self.scale;
            (x[lane], y[lane]) = ((cell.x as u32).min(LAST), (cell.y as u32).min(LAST));
        }
        let mut places = [0; LANES];
        for bit in (0..BITS).rev() {
            for lane in 0..LANES {
                let (right, upper) = (x[lane] >> bit & 1, y[lane] >> bit & 1);
                places[lane] = places[lane] << 2 | (3 * right) ^ upper;
                // In a lower quarter the curve is turned over, in the right one of them the other way.
                let turned = upper.wrapping_sub(1);
                let mirrored = turned & right.wrapping_neg();
                let swapped = (x[lane] ^ y[lane]) & turned;
                x[lane] ^= swapped ^ mirrored;
                y[lane] ^= swapped ^ mirrored;
            }
        }
        places
    }

    /// How many points are farther from the one before them than the side of a cell, with so many cells in the box that each
    /// holds about as many points as it should.
    pub(super) fn count_scattered(&self, mut points: impl ExactSizeIterator<Item = Vec2>) -> usize {
        let (size, count) = (self.area.size(), points.len());
        let near = size.x * size.y * ROWS_A_CELL as f32 / count as f32;
        let Some(mut before) = points.next() else { return 0 };
        points.filter(|&point| (std::mem::replace(&mut before, point) - point).length_squared() > near).count()
    }

    /// Gives each of `list` its place: that of `point_of` the number beside it.
    pub(super) fn find_places(
        &self,
        tasks: &Executor,
        level: Level,
        list: &mut [(u32, u32)],
        point_of: impl Fn(u32) -> Vec2 + Sync,
    ) {
        tasks.blocks(POINTS_A_TASK, list, |_, list| {
            dispatch!(level, simd => self.find_some(simd, list, &point_of));
        });
    }

    #[inline(always)]
    fn find_some<S: Simd>(&self, _: S, list: &mut [(u32, u32)], point_of: impl Fn(u32) -> Vec2) {
        for list in list.chunks_mut(LANES) {
            let mut points = [Vec2::ZERO; LANES];
            for (point, (_, number)) in points.iter_mut().zip(&*list) {
                *point = point_of(*number);
            }
            for ((place, _), found) in list.iter_mut().zip(self.places(points)) {
                *place = found;
            }
        }
    }
}

/// Whether few rows lie behind ones of a later cell. `curve` has the place of each row on the curve.
pub(super) fn is_in_order(curve: &[(u32, u32)]) -> bool {
    // A place without its last bits is a cell: so many that each holds about so many rows.
    let cells = (curve.len() / ROWS_A_CELL).max(1) as u32;
    let last = cells.leading_zeros().min(31);
    let fell = curve.windows(2).filter(|two| two[1].0 >> last < two[0].0 >> last).count();
    fell * OUT_OF_ORDER <= curve.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_left_its_order_is_seen_and_what_trembles_is_not() {
        let ordered: Vec<(u32, u32)> = (0..10_000).map(|row| (row * 400_000, row)).collect();
        assert!(is_in_order(&ordered));
        // Here and there neighbours change places.
        let mut trembling = ordered.clone();
        trembling.chunks_exact_mut(10).for_each(|ten| ten.swap(4, 5));
        assert!(is_in_order(&trembling));
        // Every tenth row is anywhere, in the lower half of the curve.
        let place = |row: u32| if row.is_multiple_of(10) { row.wrapping_mul(0x9E37_79B9) >> 1 } else { row * 400_000 };
        let moved: Vec<_> = (0..5_000).map(|row| (place(row), row)).collect();
        assert!(!is_in_order(&moved));
        assert!(is_in_order(&[]) && is_in_order(&ordered[..1]));
    }

    #[test]
    fn what_swings_as_one_is_not_scattered_and_what_is_mixed_is() {
        // A net of 64 by 64, row by row to and fro.
        let knot = |k: u32, shear: f32| {
            let (x, y) = (k % 64, k / 64);
            let x = if y.is_multiple_of(2) { x } else { 63 - x };
            Vec2::new(x as f32 + shear * y as f32, y as f32)
        };
        let scattered =
            |centers: Vec<Vec2>| Curve::through(centers.iter().copied()).count_scattered(centers.into_iter());
        assert_eq!(scattered((0..4096).map(|k| knot(k, 0.0)).collect()), 0);
        assert_eq!(scattered((0..4096).map(|k| knot(k, 0.5)).collect()), 0);
        let mixed = scattered((0..4096).map(|k| knot(k * 1999 % 4096, 0.0)).collect());
        assert!(mixed > 3500, "{mixed}");
        assert_eq!(scattered(Vec::new()), 0);
    }

    #[test]
    fn the_curve_goes_from_each_cell_to_one_beside_it() {
        let side = 32;
        let curve = Curve::through([Vec2::ZERO, Vec2::splat(side as f32)].into_iter());
        let center = |cell: usize| Vec2::new((cell % side) as f32 + 0.5, (cell / side) as f32 + 0.5);
        let mut cells: Vec<(u32, Vec2)> = Vec::new();
        for first in (0..side * side).step_by(LANES) {
            let points = std::array::from_fn(|lane| center(first + lane));
            cells.extend(curve.places(points).into_iter().zip(points));
        }
        cells.sort_unstable_by_key(|&(place, _)| place);
        assert!(cells.windows(2).all(|two| (two[1].1 - two[0].1).length() == 1.0));
        // A square of a sixteenth of the whole is a run of it.
        for run in cells.chunks(side * side / 16) {
            assert_eq!(
                Aabb::around(run.iter().map(|&(_, center)| center)).size(),
                Vec2::splat(side as f32 / 4.0 - 1.0)
            );
        }
    }

    #[test]
    fn a_curve_through_one_point_or_none_is_no_trouble() {
        for points in [&[Vec2::ONE][..], &[]] {
            assert_eq!(Curve::through(points.iter().copied()).places([Vec2::ONE; LANES]), [0; LANES]);
        }
    }
}
