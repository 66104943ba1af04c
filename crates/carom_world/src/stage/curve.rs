//! Points along a space-filling curve, and whether a list of them is in an order of space.

use carom_math::{Aabb, Vec2, hilbert, max, max2, min2, vec2};

/// Points that are next to each other in a list should be in one cell that holds so many.
const POINTS_A_CELL: u32 = 16;

/// The part of the points that may lie before their cell.
const OUT_OF_ORDER: usize = 64;

/// So many points tell about where all are.
const SAMPLED: usize = 512;

/// The golden part of a turn: its multiples are spread evenly, and come back in no small step.
const GOLDEN: u32 = 0x9E37_79B9;

/// One in so many of them may be far from all others at either end.
const RUNAWAYS: usize = 32;

/// Bits of each coordinate.
const BITS: u32 = 16;

/// The greatest of them.
const LAST: u32 = (1 << BITS) - 1;

/// A [`hilbert`] curve over the square around most of some points: a run of it is as compact as any. What ran away has the place of what
/// is next to it in the square.
#[derive(Clone, Copy, Debug)]
pub(super) struct Curve {
    area: Aabb,
    side: f32,
}

impl Curve {
    /// A curve over the square that holds most of the points; there may be none.
    pub(super) fn through(points: impl Iterator<Item = Vec2> + Clone) -> Self {
        let (all, most) = (Aabb::around(points.clone()), around_most(points));
        let area = Aabb { min: max2(all.min, most.min), max: min2(all.max, most.max) };
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

    /// The longest side of what is still near so many of the points, of which there are `all`.
    pub(super) fn side_of(&self, points: u32, all: usize) -> f32 {
        let size = self.area.size();
        let part = points as f32 / all as f32;
        max((size.x * size.y * part).sqrt(), self.side * part)
    }

    /// How many points are farther from the one before them than the side of a cell, with so many cells that each holds about as many
    /// points as it should: cells of the box, or of a row where it is thin.
    pub(super) fn count_scattered(&self, mut points: impl ExactSizeIterator<Item = Vec2>) -> usize {
        let near = self.side_of(POINTS_A_CELL, points.len());
        let near = near * near;
        let Some(mut before) = points.next() else { return 0 };
        points.filter(|&point| (std::mem::replace(&mut before, point) - point).length_squared() > near).count()
    }
}

/// A box that holds most of the points and, at either end of both axes, as much again.
fn around_most(points: impl Iterator<Item = Vec2> + Clone) -> Aabb {
    let every = points.clone().count().div_ceil(SAMPLED).max(1) as u32;
    // In no step in which rows or columns of points might have been listed.
    let is_sampled = |number: u32| number.wrapping_mul(GOLDEN) <= u32::MAX / every;
    let sample = (0..).zip(points).filter(|&(number, _)| is_sampled(number));
    let (mut xs, mut ys, mut count) = ([0.0; SAMPLED], [0.0; SAMPLED], 0);
    for ((x, y), (_, point)) in xs.iter_mut().zip(&mut ys).zip(sample) {
        (*x, *y) = (point.x, point.y);
        count += 1;
    }
    let [(left, right), (low, high)] = [&mut xs, &mut ys].map(|along| ends_of_most(&mut along[..count]));
    Aabb { min: vec2(left, low), max: vec2(right, high) }
}

/// Where most of some numbers are, and as much again at either end.
fn ends_of_most(numbers: &mut [f32]) -> (f32, f32) {
    numbers.sort_unstable_by(f32::total_cmp);
    let runaways = numbers.len() / RUNAWAYS;
    let (Some(&low), Some(&high)) = (numbers.get(runaways), numbers.iter().nth_back(runaways)) else {
        return (f32::INFINITY, f32::NEG_INFINITY);
    };
    (low - (high - low), high + (high - low))
}

/// Whether few of a list lie behind ones of a later cell, by their places on a curve.
pub(super) fn is_in_order(places: &[(u32, u32)]) -> bool {
    // A place without its last bits is a cell: so many that each holds about so many.
    let cells = (places.len() / POINTS_A_CELL as usize).max(1) as u32;
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
    fn what_ran_away_does_not_coarsen_the_curve() {
        let knot = |k: u32| Vec2::new((k % 64) as f32, (k / 64) as f32);
        let net = || (0..4096).map(knot);
        let away = [Vec2::new(1e9, 3.0), Vec2::new(-1e7, -1e8)];
        let (without, with) = (Curve::through(net()), Curve::through(away.into_iter().chain(net()).chain(away)));
        assert!(with.side < 4.0 * without.side, "{} {}", with.side, without.side);
        let mut places: Vec<u32> = net().map(|knot| with.place_of(knot)).collect();
        places.sort_unstable();
        places.dedup();
        assert_eq!(places.len(), 4096);
        assert_eq!(with.place_of(away[1]), with.place_of(with.area.min));
        // Column by column, of any height, none is taken for an outlier.
        for height in 1..100 {
            let grid = (0..4000).map(|k| Vec2::new((k / height) as f32, (k % height) as f32));
            let (curve, all) = (Curve::through(grid.clone()), Aabb::around(grid));
            assert_eq!(curve.area, all, "{height}");
        }
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
