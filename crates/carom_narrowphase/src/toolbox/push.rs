//! Pushing two shapes apart. In: shapes, poses and inverse masses. Out: new poses at which they touch and do not
//! overlap. No velocities: see [`crate::resolve`].
//!
//! The push is the minimum translation vector, shared as two free bodies would share an impulse along it (T. Jakobsen,
//! Advanced Character Physics, GDC 2001).

use crate::distance::separation::separation_shapes;
use crate::wide::Wide;
use carom_math::{Pose, Vec2};
use carom_shapes::Shape;

/// Bound on the pushes: one for the overlap, and a few for rounding and for further pieces.
const ROUNDS: usize = 16;

/// The poses of two shapes that were pushed apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PushedApart {
    /// Pose of a.
    pub pose_a: Pose,
    /// Pose of b.
    pub pose_b: Pose,
    /// Their signed distance there [m]: 0 or a few units in the last place of the poses if they were pushed. Negative
    /// only if they could not be parted: nothing can move, or pieces hold each other in.
    pub distance: f32,
}

/// The moves of a and of b that share a push of b by `mtv` [m]. Each moves in proportion to its inverse mass [1/kg], 0
/// for a fixed body; two fixed ones do not move.
pub fn share_push(mtv: Vec2, inverse_masses: [f32; 2]) -> [Vec2; 2] {
    let [a, b] = inverse_masses;
    let sum = a + b;
    if !(sum > 0.0 && sum.is_finite()) {
        return [Vec2::ZERO; 2];
    }
    [mtv * -(a / sum), mtv * (b / sum)]
}

/// Moves two overlapping shapes apart, without turning them, by the least push shared by inverse mass [1/kg] (see
/// [`share_push`]), until they touch. Shapes that do not overlap stay in place. Several overlapping pieces are parted
/// one after the other, the deepest first, with at most 16 pushes.
pub fn push_apart(a: &Shape, pose_a: Pose, b: &Shape, pose_b: Pose, inverse_masses: [f32; 2]) -> PushedApart {
    let (mut pose_a, mut pose_b) = (pose_a, pose_b);
    let share = share_push(Vec2::X, inverse_masses);
    let mut extra = 0.0;
    let mut d = separation_shapes(a, pose_a, b, pose_b).distance;
    for _ in 0..ROUNDS {
        if !(d.distance < 0.0 && d.normal.is_finite()) || share == [Vec2::ZERO; 2] {
            break;
        }
        let push = Wide::from(d.normal) * (extra - f64::from(d.distance));
        let move_by = |p: Vec2, share: f32| (Wide::from(p) + push * f64::from(share)).narrow();
        let before = (pose_a.p, pose_b.p);
        pose_a.p = move_by(pose_a.p, share[0].x);
        pose_b.p = move_by(pose_b.p, share[1].x);
        d = separation_shapes(a, pose_a, b, pose_b).distance;
        // The rounding loss of this push is added to the next, and more each time; a further piece starts anew.
        let unit = ulp(before.0, share[0].x) + ulp(before.1, share[1].x);
        let rounding = -f64::from(d.distance) <= 4.0 * (extra + unit);
        extra = if rounding { 2.0 * extra + unit } else { 0.0 };
    }
    PushedApart { pose_a, pose_b, distance: d.distance }
}

/// Half a unit in the last place of a coordinate that moves [m].
fn ulp(p: Vec2, share: f32) -> f64 {
    let size = if p.x.abs() > p.y.abs() { p.x.abs() } else { p.y.abs() };
    if share == 0.0 { 0.0 } else { 0.5 * f64::from(f32::EPSILON) * f64::from(size) }
}
