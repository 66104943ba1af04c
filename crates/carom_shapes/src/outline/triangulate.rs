//! An outline as triangles, and ear clipping with every step of it. In: rings as a user draws them. Out: triangles by
//! point index; and for each ear its corner, and the ring that it was cut from.
//!
//! Every simple polygon of more than three corners has two ears (G. Meisters, "Polygons have ears", 1975): corners
//! whose neighbours see each other inside it. [`EarClipping`] cuts one after the other off, in the order of the ring.
//! Its decisions are exact. It takes time with the cube of the corners. [`Triangulation`] is the quick way, that of
//! `Cut::Ears`.

use crate::ShapeError;
use crate::exact::side;
use crate::outline::ears::{self, bridges};
use crate::outline::faces::each;
use crate::outline::sweep::Plan;
use crate::outline::{checked_plan, faces};
use carom_math::Vec2;

/// Triangles that cover an outline.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Triangulation {
    /// The corners of all cleaned rings, each point once, from left to right [m].
    pub points: Vec<Vec2>,
    /// Three indices of `points` each, counter-clockwise. They do not overlap, and together they are the outline.
    pub triangles: Vec<[u32; 3]>,
}

/// Cuts the outline inside the ring through `points` [m] and outside the rings `holes` [m] into triangles, by the crate
/// `earcutr`, whose answer is checked exactly; by the sweep of [`Cut::Sweep`](crate::Cut::Sweep) if it fails.
///
/// ```
/// use carom::toolbox::triangulate;
/// use carom::vec2;
///
/// let arrow = [vec2(0.0, 0.0), vec2(2.0, -1.0), vec2(1.0, 0.0), vec2(2.0, 1.0)];
/// assert_eq!(triangulate(arrow, &[] as &[&[_]])?.triangles.len(), 2);
/// # Ok::<(), carom::ShapeError>(())
/// ```
///
/// # Errors
/// As [`Outline::with_holes`](crate::Outline::with_holes), but for parts that are too thin.
pub fn triangulate<H: AsRef<[Vec2]>>(points: impl AsRef<[Vec2]>, holes: &[H]) -> Result<Triangulation, ShapeError> {
    let (_, plan) = checked_plan(points.as_ref(), holes)?;
    let triangles = ears::triangulate(&plan).unwrap_or_else(|| faces::triangulate(&plan));
    Ok(Triangulation { points: plan.points, triangles })
}

/// The reason why a corner is no ear.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoEar {
    /// The outline turns right at it, so the triangle lies outside.
    Reflex,
    /// This corner of the ring, an index of [`EarClipping::points`], lies in the triangle.
    Holds(u32),
}

/// One step of ear clipping.
#[derive(Clone, Debug, PartialEq)]
pub struct EarStep {
    /// The remaining ring before the step, counter-clockwise: indices of [`EarClipping::points`]. Corners at which
    /// holes are tied to the rest are in it twice.
    pub ring: Vec<u32>,
    /// The corners that were tried before and are no ears, by their place in `ring`, and why.
    pub refused: Vec<(usize, NoEar)>,
    /// The place in `ring` of the corner that goes.
    pub corner: usize,
    /// The triangle of the ear, counter-clockwise: its neighbour before, the tip, its neighbour after. `None` if the
    /// three are on one line: the corner goes without a triangle.
    pub ear: Option<[u32; 3]>,
}

/// Ear clipping, step by step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EarClipping {
    /// The corners of all cleaned rings, each point once, from left to right [m].
    pub points: Vec<Vec2>,
    /// The steps of each part of the outline in turn, until three corners are left, which are the last ear of the part.
    /// There are several parts only if rings touch.
    pub steps: Vec<EarStep>,
    /// The cuts that tie holes to the outer ring, so that one ring goes round everything: pairs of indices.
    pub bridges: Vec<[u32; 2]>,
    /// Whether every step found an ear. If not, only where rings touch themselves, the rest is missing.
    pub is_whole: bool,
}

impl EarClipping {
    /// The triangles in the order in which they were cut off.
    pub fn triangles(&self) -> impl Iterator<Item = [u32; 3]> + '_ {
        self.steps.iter().filter_map(|step| step.ear)
    }
}

/// Ear clipping of the outline inside the ring through `points` [m] and outside the rings `holes` [m], with every step:
/// for pictures and lessons of a few hundred corners. [`triangulate`] is the quick way.
///
/// # Errors
/// As [`triangulate`].
pub fn clip_ears<H: AsRef<[Vec2]>>(points: impl AsRef<[Vec2]>, holes: &[H]) -> Result<EarClipping, ShapeError> {
    let (_, plan) = checked_plan(points.as_ref(), holes)?;
    let mut clipping = EarClipping { is_whole: true, bridges: bridges(&plan), ..EarClipping::default() };
    let mut rings: Vec<Vec<u32>> = Vec::new();
    each(&plan, &clipping.bridges, |face| rings.push(face.to_vec()));
    for ring in rings {
        clipping.is_whole &= clip_ring(&plan, ring, &mut clipping.steps);
    }
    clipping.points = plan.points;
    Ok(clipping)
}

/// Cuts all ears off a ring; false if none was left before three corners were.
fn clip_ring(plan: &Plan, mut ring: Vec<u32>, steps: &mut Vec<EarStep>) -> bool {
    // Round and round, so that ears come from all sides and not as a fan from one corner.
    let mut start = 0;
    while ring.len() >= 3 {
        let (count, mut refused) = (ring.len(), Vec::new());
        let found = (0..count).map(|i| (start + i) % count).find_map(|at| match try_ear(&plan.points, &ring, at) {
            Ok(flat) => Some((at, flat)),
            Err(reason) => {
                refused.push((at, reason));
                None
            }
        });
        let Some((corner, flat)) = found else { return false };
        let ear = [ring[(corner + count - 1) % count], ring[corner], ring[(corner + 1) % count]];
        steps.push(EarStep { ring: ring.clone(), refused, corner, ear: (!flat).then_some(ear) });
        if count == 3 {
            return true;
        }
        ring.remove(corner);
        start = if corner < ring.len() { corner } else { 0 };
    }
    true
}

/// Whether the corner at a place of the ring is an ear (or flat: true), or why not.
fn try_ear(points: &[Vec2], ring: &[u32], at: usize) -> Result<bool, NoEar> {
    let count = ring.len();
    let before = (at + count - 1) % count;
    let after = (at + 1) % count;
    let p = |place: usize| points[ring[place % count] as usize];
    let (a, b, c) = (p(before), p(at), p(after));
    let turn = side(a, b, c);
    if turn == 0.0 {
        return Ok(true);
    }
    if turn < 0.0 {
        return Err(NoEar::Reflex);
    }
    for other in (0..count).filter(|&other| other != before && other != at && other != after) {
        let q = p(other);
        // A ring that touches itself may come by an end or an edge of the ear from outside: it is in the way only if it
        // leaves into the ear.
        let leaves = |into: &dyn Fn(Vec2) -> bool| into(p(other + 1)) || into(p(other + count - 1));
        let sides = [side(a, b, q), side(b, c, q), side(c, a, q)];
        let blocks = if q == a || q == c {
            false
        } else if q == b {
            leaves(&|r| side(a, b, r) > 0.0 && side(b, c, r) > 0.0)
        } else if sides.iter().any(|&s| s < 0.0) {
            false
        } else if sides[0] == 0.0 {
            leaves(&|r| side(a, b, r) > 0.0)
        } else {
            sides[1] != 0.0 || leaves(&|r| side(b, c, r) > 0.0)
        };
        if blocks {
            return Err(NoEar::Holds(ring[other]));
        }
    }
    Ok(false)
}
