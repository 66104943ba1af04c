//! Fewer corners for an outline. In: rings and a tolerance. Out: rings whose corners are some of those given.
//!
//! D. Douglas and T. Peucker, "Algorithms for the reduction of the number of points required to represent a digitized
//! line or its caricature", 1973: of the way between two kept corners, the one that is farthest off stays if it is off
//! by more than the tolerance. The two ends of the greatest distance from the first corner are kept, so that a ring is
//! two ways.

use crate::error::size_or_zero;
use crate::{Outline, ShapeError};
use carom_math::Vec2;

/// Halvings of the tolerance for an outline whose rings would cross.
const HALVINGS: usize = 8;

/// The outline with fewer corners: each corner that was dropped is within `tolerance` [m] of the edge in its place. If
/// rings would cross, the tolerance is halved until they do not, and at last nothing is dropped. Corners keep their
/// places; the cut into pieces stays.
///
/// ```
/// use carom::toolbox::simplify;
/// use carom::{Outline, vec2};
///
/// let rough = [vec2(0.0, 0.0), vec2(1.0, -0.01), vec2(2.0, 0.0), vec2(2.0, 2.0), vec2(0.0, 2.0)];
/// assert_eq!(simplify(&Outline::new(rough)?, 0.05)?.outer().len(), 4);
/// # Ok::<(), carom::ShapeError>(())
/// ```
///
/// # Errors
/// A tolerance that is negative, or no length ([`ShapeError::BadSize`]).
pub fn simplify(outline: &Outline, tolerance: f32) -> Result<Outline, ShapeError> {
    let mut tolerance = size_or_zero("tolerance", tolerance)?;
    for _ in 0..HALVINGS {
        let holes: Vec<Vec<Vec2>> = outline.holes().iter().map(|ring| thinned(ring, tolerance)).collect();
        if let Ok(simple) = Outline::with_cut(thinned(outline.outer(), tolerance), &holes, outline.cut()) {
            return Ok(simple);
        }
        tolerance *= 0.5;
    }
    Ok(outline.clone())
}

/// A ring without the corners that the tolerance allows to drop; three at least are left.
fn thinned(ring: &[Vec2], tolerance: f32) -> Vec<Vec2> {
    let Some(first) = ring.first() else { return Vec::new() };
    let off = |i: &usize| (ring[*i] - *first).length_squared();
    let far = (0..ring.len()).max_by(|i, j| off(i).total_cmp(&off(j))).unwrap_or(0);
    let mut kept = vec![false; ring.len()];
    (kept[0], kept[far]) = (true, true);
    let at = |i: usize| ring[i % ring.len()];
    let mut ways = vec![(0, far), (far, ring.len())];
    // The corner that is farthest off among those dropped, in case too few are left.
    let mut spare = (0.0, 0);
    while let Some((start, end)) = ways.pop() {
        let distance = |i: &usize| distance_to_edge(ring[*i], at(start), at(end));
        let Some(worst) = (start + 1..end).max_by(|i, j| distance(i).total_cmp(&distance(j))) else { continue };
        if distance(&worst) > f64::from(tolerance) {
            kept[worst] = true;
            ways.extend([(start, worst), (worst, end)]);
        } else if distance(&worst) > spare.0 {
            spare = (distance(&worst), worst);
        }
    }
    if kept.iter().filter(|&&kept| kept).count() < 3 {
        kept[spare.1] = true;
    }
    ring.iter().zip(kept).filter_map(|(corner, kept)| kept.then_some(*corner)).collect()
}

/// Distance of a point from an edge [m].
fn distance_to_edge(p: Vec2, a: Vec2, b: Vec2) -> f64 {
    let wide = |v: Vec2| (f64::from(v.x), f64::from(v.y));
    let ((px, py), (ax, ay), (bx, by)) = (wide(p), wide(a), wide(b));
    let (ex, ey, dx, dy) = (bx - ax, by - ay, px - ax, py - ay);
    let length = ex * ex + ey * ey;
    let t = if length > 0.0 { ((dx * ex + dy * ey) / length).clamp(0.0, 1.0) } else { 0.0 };
    let (x, y) = (dx - t * ex, dy - t * ey);
    (x * x + y * y).sqrt()
}
