//! Points along a space-filling curve, and whether a list of them is in an order of space.

use carom_math::{Aabb, Vec2, hilbert};

/// Points that are next to each other in a list should be in one cell that holds so many.
const POINTS_A_CELL: usize = 16;

/// The part of the points that may lie before their cell.
const OUT_OF_ORDER: usize = 64;

/// Bits of each coordinate.
const BITS: u32 = 16;

/// The greatest of them.
const LAST: u32 = (1 << BITS) - 1;

/// A [`hilbert`] curve over the square around some points: a run of it is as compact as any.
#[derive(Clone, Copy, Debug)]
pub(super) struct Curve {
    area: Aabb,
    side: f32,
}

impl Curve {
    /// A curve over the square that holds the points; there may be none.
    pub(super) fn through(points: impl Iterator<Item = Vec2>) -> Self {
        let area = Aabb::around(points);
        let size = area.size();
        Self { area, side: if size.x > size.y { size.x } else { size.y } }
    }

    /// How far along the curve a point is.
    #[inline(always)]
    pub(super) fn place_of(&self, point: Vec2) -> u32 {
        let scale = if self.side > 0.0 { LAST as f32 / self.side } else { 0.0 };
        let cell = (point - self.area.min) * scale;
        hilbert::<BITS>((cell.x as u32).min(LAST), (cell.y as u32).min(LAST))
    }

    /// How many points are farther from the one before them than the side of a cell, with so many cells that each holds about as many
    /// points as it should: cells of the box, or of a row where it is thin.
    pub(super) fn count_scattered(&self, mut points: impl ExactSizeIterator<Item = Vec2>) -> usize {
        let part = POINTS_A_CELL as f32 / points.len() as f32;
        let size = self.area.size();
        let (even, in_a_row) = (size.x * size.y * part, (self.side * part) * (self.side * part));
        let near = if even > in_a_row { even } else { in_a_row };
        let Some(mut before) = points.next() else { return 0 };
        points.filter(|&point| (std::mem::replace(&mut before, point) - point).length_squared() > near).count()
    }
}

/// Whether few of a list lie behind ones of a later cell, by their places on a curve.
pub(super) fn is_in_order(places: &[(u32, u32)]) -> bool {
    // A place without its last bits is a cell: so many that each holds about so many.
    let cells = (places.len() / POINTS_A_CELL).max(1) as u32;
    let last = cells.leading_zeros().min(31);
    let fell = places.windows(2).filter(|two| two[1].0 >> last < two[0].0 >> last).count();
    fell * OUT_OF_ORDER <= places.len()
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

    fn scattered(points: &[Vec2]) -> usize {
        Curve::through(points.iter().copied()).count_scattered(points.iter().copied())
    }

    #[test]
    fn what_swings_as_one_is_not_scattered_and_what_is_mixed_is() {
        // A net of 64 by 64, row by row to and fro.
        let knot = |k: u32, shear: f32| {
            let (x, y) = (k % 64, k / 64);
            let x = if y.is_multiple_of(2) { x } else { 63 - x };
            Vec2::new(x as f32 + shear * y as f32, y as f32)
        };
        let net = |of: &dyn Fn(u32) -> Vec2| (0..4096).map(of).collect::<Vec<_>>();
        assert_eq!(scattered(&net(&|k| knot(k, 0.0))), 0);
        assert_eq!(scattered(&net(&|k| knot(k, 0.5))), 0);
        let mixed = scattered(&net(&|k| knot(k * 1999 % 4096, 0.0)));
        assert!(mixed > 3500, "{mixed}");
        // A row of them is no box.
        let line = |k: u32| Vec2::new(k as f32, 0.0);
        assert_eq!(scattered(&net(&line)), 0);
        let mixed = scattered(&net(&|k| line(k * 1999 % 4096)));
        assert!(mixed > 3500, "{mixed}");
        assert_eq!(scattered(&[]), 0);
    }

    #[test]
    fn no_point_is_too_strange_to_have_a_place() {
        for points in
            [&[][..], &[Vec2::ONE], &[Vec2::ZERO, Vec2::splat(1e30)], &[Vec2::splat(f32::MIN), Vec2::splat(f32::MAX)]]
        {
            let curve = Curve::through(points.iter().copied());
            for point in [Vec2::ONE, Vec2::NAN, Vec2::INFINITY, Vec2::NEG_INFINITY, Vec2::splat(f32::MAX)] {
                curve.place_of(point);
            }
            assert!(curve.count_scattered(points.iter().copied()) <= points.len());
        }
        let curve = Curve::through([Vec2::ZERO, Vec2::splat(8.0)].into_iter());
        // From the lower left to the lower right.
        assert_eq!((curve.place_of(Vec2::ZERO), curve.place_of(Vec2::new(8.0, 0.0))), (0, u32::MAX));
    }
}
