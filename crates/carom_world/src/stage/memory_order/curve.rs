//! Space-filling curve (Hilbert): the positions of points along it, and whether a list of points is in an order of
//! space.

use carom_math::{Aabb, Vec2, hilbert, max, max2, min2, vec2};

/// Points that a cell should hold; neighbours in a list should be in one cell.
const POINTS_A_CELL: usize = 16;

/// One in this many points may lie before its cell.
const OUT_OF_ORDER: usize = 64;

/// Most points of the sample that tells where all are.
const SAMPLED: usize = 512;

/// One in this many of them may be far from all others at either end of an axis.
const RUNAWAYS: usize = 32;

/// Bits of each coordinate.
const BITS: u32 = 16;

const _: () = assert!(2 * BITS <= u32::BITS, "a place on the curve is a u32");

/// Greatest coordinate.
const LAST: u32 = (1 << BITS) - 1;

/// A [`hilbert`] curve over the square around some points, without runaways. A runaway point has the position of the
/// nearest point in the square. Any run of the curve is compact.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Curve {
    pub area: Aabb,
    side: f32,
    /// The box around most of the points.
    most: Aabb,
}

impl Curve {
    /// A curve over the square that holds the points, or most of them and as much again around these. There may be no
    /// points.
    pub(crate) fn through(points: impl Iterator<Item = Vec2> + Clone) -> Self {
        Self::within(Aabb::around(points.clone()), points)
    }

    /// The same, if the box around all points is known.
    pub(crate) fn within(all: Aabb, points: impl Iterator<Item = Vec2> + Clone) -> Self {
        let most = around_most(points);
        let room = most.grown(side_of(&most));
        let area = Aabb { min: max2(all.min, room.min), max: min2(all.max, room.max) };
        Self { area, side: side_of(&area), most }
    }

    /// Position of a point along the curve.
    #[inline(always)]
    pub(crate) fn place_of(&self, point: Vec2) -> u32 {
        let scale = if self.side > 0.0 { LAST as f32 / self.side } else { 0.0 };
        let cell = (point - self.area.min) * scale;
        hilbert::<BITS>((cell.x as u32).min(LAST), (cell.y as u32).min(LAST))
    }

    /// Square of the distance beyond which a point is scattered from the one before it. The distance is the side of a
    /// cell, if cells of the right number of points fill the box around most of them. For a thin box it is the length
    /// of a cell in a row.
    pub(crate) fn far_squared(&self, points: usize) -> f32 {
        let part = POINTS_A_CELL as f32 / points as f32;
        let size = self.most.size();
        let in_a_row = part * side_of(&self.most);
        max(size.x * size.y * part, in_a_row * in_a_row)
    }

    /// Number of scattered points.
    #[cfg(test)]
    pub(crate) fn count_scattered(&self, mut points: impl ExactSizeIterator<Item = Vec2>) -> usize {
        let near = self.far_squared(points.len());
        let Some(mut before) = points.next() else { return 0 };
        points.filter(|&point| (std::mem::replace(&mut before, point) - point).length_squared() > near).count()
    }
}

/// A box that leaves out the farthest points at either end of both axes. If most points are in one place, that says
/// nothing of the others: then it holds all.
fn around_most(points: impl Iterator<Item = Vec2> + Clone) -> Aabb {
    let every = points.clone().count().div_ceil(SAMPLED).max(1);
    // Any one of each run of so many, since points may be listed in rows and columns.
    let (mut rest, mut next) = (points.clone(), 0);
    let sample = (0..SAMPLED).map_while(|run| {
        let number = run * every + any_below(every, run);
        let skipped = number - std::mem::replace(&mut next, number + 1);
        rest.nth(skipped)
    });
    let (mut xs, mut ys, mut count) = ([0.0; SAMPLED], [0.0; SAMPLED], 0);
    for ((x, y), point) in xs.iter_mut().zip(&mut ys).zip(sample) {
        (*x, *y) = (point.x, point.y);
        count += 1;
    }
    let [xs, ys] = [&mut xs, &mut ys].map(|along| without_ends(&mut along[..count]));
    let most = Aabb { min: vec2(xs.0, ys.0), max: vec2(xs.1, ys.1) };
    if side_of(&most) > 0.0 { most } else { Aabb::around(points) }
}

/// Least and greatest of some numbers, without the farthest at either end.
fn without_ends(numbers: &mut [f32]) -> (f32, f32) {
    numbers.sort_unstable_by(f32::total_cmp);
    let end = numbers.len() / RUNAWAYS;
    match (numbers.get(end), numbers.iter().nth_back(end)) {
        (Some(&low), Some(&high)) => (low, high),
        _ => (f32::INFINITY, f32::NEG_INFINITY),
    }
}

/// The longer side of a box.
fn side_of(area: &Aabb) -> f32 {
    let size = area.size();
    max(size.x, size.y)
}

/// A number below `end` that differs for each `run`.
fn any_below(end: usize, run: usize) -> usize {
    let mixed = (run as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    ((mixed ^ mixed >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 33) as usize % end
}

/// A position and its owner as one number, for a comparison without branches.
pub(crate) fn as_number(&(place, of): &(u32, u32)) -> u64 {
    u64::from(place) << 32 | u64::from(of)
}

/// Whether few entries of a list lie behind ones of a later cell, by their positions on a curve.
pub(crate) fn is_in_order(places: &[(u32, u32)]) -> bool {
    // A position without its last bits is a cell. The number of cells is such that each holds about that many points.
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
        // Neighbours change places here and there.
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
        // A row of them is not a box.
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
    }

    #[test]
    fn what_ran_away_hides_no_disorder() {
        // Blocks of eight by eight, knots in any order within each.
        let knot = |k: u32| {
            let (block, within) = (k / 64, k % 64 * 37 % 64);
            Vec2::new((block % 8 * 8 + within % 8) as f32, (block / 8 * 8 + within / 8) as f32)
        };
        let net: Vec<Vec2> = (0..4096).map(knot).collect();
        let mut away = net.clone();
        away.extend([Vec2::new(1e9, 3.0), Vec2::new(-1e7, -1e8)]);
        let (without, with) = (scattered(&net), scattered(&away));
        assert!(without > 1500 && with + 200 > without, "{without} {with}");
        // A row, which has no height, and one above it.
        let row = |k: u32| Vec2::new((k * 1999 % 4096) as f32, 0.0);
        let mixed: Vec<Vec2> = (0..4096).map(row).chain([Vec2::new(1e9, 1e8)]).collect();
        assert!(scattered(&mixed) > 3500);
    }

    #[test]
    fn rows_and_columns_are_not_taken_for_what_ran_away() {
        for count in [1000_u32, 2048, 4000, 100_000, 300_000] {
            for height in (2..40).chain([76, 123, 199, 322, 512, 999]) {
                let grid = (0..count).map(|k| Vec2::new((k / height) as f32, (k % height) as f32));
                let (curve, all) = (Curve::through(grid.clone()), Aabb::around(grid));
                assert_eq!(curve.area, all, "{count} {height}");
            }
        }
        // If most of them are in one place, they say nothing of the others.
        let parked = (0..1000).map(|k| Vec2::splat(if k < 990 { 5.0 } else { k as f32 }));
        assert_eq!(Curve::through(parked.clone()).area, Aabb::around(parked));
        assert_eq!(Curve::through([].into_iter()).place_of(Vec2::ONE), 0);
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
