//! The boxes nearest to a point. In: a point and a number of boxes wanted. Out: the nearest, sorted.
//!
//! Written once for all structures: squares about the point grow until one holds enough boxes. One more query follows
//! with the distance that is known by then. A square of half the side r holds everything within r.

use carom_math::{Aabb, Vec2, max};
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// A square grows this often before everything is tested.
const GROWTHS: usize = 16;

/// Factor by which a square grows.
const GROWTH: f32 = 2.0;

/// A box found near a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Near {
    /// The id of the box.
    pub id: u32,
    /// Distance of the box from the point, 0 inside [m].
    pub distance: f64,
}

impl Eq for Near {}

impl Ord for Near {
    fn cmp(&self, other: &Self) -> Ordering {
        self.distance.total_cmp(&other.distance).then(self.id.cmp(&other.id))
    }
}

impl PartialOrd for Near {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Distance of `point` from the box, 0 inside [m]. Exactly this function decides which boxes are nearest.
pub fn distance_to(area: &Aabb, point: Vec2) -> f64 {
    let gap = |v: f32, low: f32, high: f32| {
        let (v, low, high) = (f64::from(v), f64::from(low), f64::from(high));
        if v < low {
            low - v
        } else if v > high {
            v - high
        } else {
            0.0
        }
    };
    let (x, y) = (gap(point.x, area.min.x, area.max.x), gap(point.y, area.min.y, area.max.y));
    (x * x + y * y).sqrt()
}

/// The square that holds everything within `reach` [m] of `point`, corners rounded outward.
fn square(point: Vec2, reach: f64) -> Aabb {
    let clamp = |v: f32| v.clamp(-f32::MAX, f32::MAX);
    let low = |v: f32| clamp(((f64::from(v) - reach) as f32).next_down());
    let high = |v: f32| clamp(((f64::from(v) + reach) as f32).next_up());
    Aabb::new(Vec2::new(low(point.x), low(point.y)), Vec2::new(high(point.x), high(point.y)))
}

/// Half the side of a square that nearly `wanted` of `count` small boxes meet, and more of large ones, which fill
/// `spread` [m]; infinite if nothing is known.
fn first_reach(wanted: usize, count: usize, spread: Vec2) -> f32 {
    let share = wanted as f32 / count as f32;
    let reach = 0.4 * max((share * spread.x * spread.y).sqrt(), share * max(spread.x, spread.y));
    if reach > 0.0 { reach } else { f32::INFINITY }
}

/// The nearest boxes found so far, the farthest first.
struct Search {
    point: Vec2,
    wanted: usize,
    found: BinaryHeap<Near>,
}

impl Search {
    fn offer(&mut self, id: u32, area: &Aabb) {
        let near = Near { id, distance: distance_to(area, self.point) };
        if self.found.len() < self.wanted {
            self.found.push(near);
        } else if let Some(mut last) = self.found.peek_mut()
            && near < *last
        {
            *last = near;
        }
    }

    /// The distance of the last of the boxes wanted [m]; `None` while there are fewer.
    fn reach(&self) -> Option<f64> {
        self.found.peek().filter(|_| self.found.len() == self.wanted).map(|near| near.distance)
    }
}

/// Fills `out` with the `wanted` of `count` boxes that are nearest to `point`, sorted by distance, then id.
/// `visit(area, found)` visits the boxes that overlap an area; most of them fill `spread` [m].
pub(crate) fn nearest(
    (point, wanted, count): (Vec2, usize, usize),
    spread: Vec2,
    mut visit: impl FnMut(&Aabb, &mut dyn FnMut(u32, &Aabb)),
    out: &mut Vec<Near>,
) {
    out.clear();
    let wanted = if wanted < count { wanted } else { count };
    if wanted == 0 || !point.is_finite() {
        return;
    }
    // The heap uses the memory of the list.
    let mut search = Search { point, wanted, found: BinaryHeap::from(std::mem::take(out)) };
    let mut reach = first_reach(wanted, count, spread);
    for growth in 0.. {
        let last = growth == GROWTHS || !reach.is_finite();
        let area = square(point, if last { f64::INFINITY } else { f64::from(reach) });
        search.found.clear();
        visit(&area, &mut |id, b| search.offer(id, b));
        let known = search.reach();
        if last || known.is_some_and(|d| d <= f64::from(reach)) {
            break;
        }
        if let Some(d) = known {
            // Enough, but some of them are in the corners of the square, farther than others beside it.
            search.found.clear();
            visit(&square(point, d), &mut |id, b| search.offer(id, b));
            break;
        }
        reach *= GROWTH;
    }
    *out = search.found.into_vec();
    out.sort_unstable();
}
