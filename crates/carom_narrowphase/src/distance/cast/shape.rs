//! Shape casts. In: two whole shapes, one of them moving in a straight line or both by sweeps. Out: the time, the
//! pieces, the point and the normal of the first impact. The search is that of [`crate::distance::cast::piece`] or
//! [`crate::time_of_impact`], once for each pair of pieces whose paths cross.

use crate::distance::ClosestPoints;
use crate::distance::cast::piece::cast_pieces;
use crate::distance::separation::{box_gap, separate};
use crate::distance::toi::impact::{Impact, time_of_impact};
use crate::distance::toi::sweep::Sweep;
use crate::distance::toi::wide_sweep::WideSweep;
use crate::wide::{Wide, WidePose};
use carom_math::{Aabb, Pose, Vec2, max2, min2};
use carom_shapes::{Piece, Shape};

/// The first hit of a moving shape against another.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ShapeCastHit {
    /// Index of the moving shape's piece.
    pub piece_a: usize,
    /// Index of the other shape's piece.
    pub piece_b: usize,
    /// The fraction of the motion, 0..=1.
    pub fraction: f32,
    /// The touching point then, halfway between the two surfaces, in the world [m].
    pub point: Vec2,
    /// Unit vector from a to b then, in the world.
    pub normal: Vec2,
}

/// The first hit of shape `a`, moved from `pose_a` by `by` [m] without turning, against shape `b` at `pose_b`. A shape
/// that touches at the start hits at fraction 0, wherever it goes; its normal is the way out.
///
/// Never late; early by at most a thousandth of the smaller shape's size or 1 mm, whichever is less, plus the rounding
/// of the fraction: 4 units in the last place of the greatest coordinate.
pub fn shape_cast(a: &Shape, pose_a: Pose, by: Vec2, b: &Shape, pose_b: Pose) -> Option<ShapeCastHit> {
    let (wide_a, wide_b) = (WidePose::from(pose_a), WidePose::from(pose_b));
    let (b_in_a, v) = (wide_a.inv_mul(&wide_b), wide_a.inverse_rotate(by.into()));
    let tolerance = f64::from(tolerance(a, b));
    let mut first: Option<(f64, usize, usize)> = None;
    for i in 0..a.piece_count() {
        let piece_a = a.piece(i);
        let start = piece_a.aabb(pose_a);
        let way = start.union(&Aabb::new(start.min + by, start.max + by));
        for k in 0..b.piece_count() {
            let piece_b = b.piece(k);
            if box_gap(&way, &piece_b.aabb(pose_b)) > 0.0 {
                continue;
            }
            if let Some(entry) = cast_pieces(&piece_a, &piece_b, &b_in_a, v, tolerance)
                && first.is_none_or(|f| entry.time < f.0)
            {
                first = Some((entry.time, i, k));
            }
        }
    }
    first.map(|(fraction, i, k)| {
        let moved = WidePose { p: b_in_a.p - v * fraction, ..b_in_a };
        let there = WidePose { p: wide_a.p + Wide::from(by) * fraction, ..wide_a };
        let at = separate(&a.piece(i), &b.piece(k), &moved).narrow(&there);
        let rounded = fraction as f32;
        ShapeCastHit {
            piece_a: i,
            piece_b: k,
            fraction: if f64::from(rounded) > fraction { rounded.next_down() } else { rounded },
            point: 0.5 * at.point_a + 0.5 * at.point_b,
            normal: at.normal,
        }
    })
}

/// The first time at which the surfaces of two whole shapes, each moved by its sweep in the world, come as near as
/// `target` [m]. It is the first [`time_of_impact`] of all pairs of pieces, and 0 for a pair that starts as near as
/// that.
pub fn time_of_impact_shapes(
    a: &Shape,
    sweep_a: &Sweep,
    b: &Shape,
    sweep_b: &Sweep,
    target: f32,
    tolerance: f32,
) -> Option<ShapeCastHit> {
    let margin = f64::from(target) + f64::from(tolerance);
    let mut first: Option<ShapeCastHit> = None;
    for i in 0..a.piece_count() {
        let piece_a = a.piece(i);
        let way_a = way(&piece_a, sweep_a);
        for k in 0..b.piece_count() {
            let piece_b = b.piece(k);
            if box_gap(&way_a, &way(&piece_b, sweep_b)) > margin {
                continue;
            }
            let fraction = match time_of_impact(&piece_a, sweep_a, &piece_b, sweep_b, target, tolerance) {
                Impact::Separated => continue,
                Impact::Overlapped => 0.0,
                Impact::Hit { time, .. } => time,
            };
            if first.is_none_or(|f| fraction < f.fraction) {
                let at = place(&piece_a, sweep_a, &piece_b, sweep_b, fraction);
                let point = 0.5 * at.point_a + 0.5 * at.point_b;
                first = Some(ShapeCastHit { piece_a: i, piece_b: k, fraction, point, normal: at.normal });
            }
        }
    }
    first
}

/// The touching point of two pieces at a time.
fn place(a: &Piece, sweep_a: &Sweep, b: &Piece, sweep_b: &Sweep, time: f32) -> ClosestPoints {
    let [pose_a, pose_b] = [sweep_a, sweep_b].map(|sweep| WideSweep::from(sweep).pose_at(f64::from(time)));
    separate(a, b, &pose_a.inv_mul(&pose_b)).narrow(&pose_a)
}

/// A box around the whole motion of a piece: that of its centre, widened by the piece's greatest extent.
fn way(piece: &Piece, sweep: &Sweep) -> Aabb {
    let reach = piece.reach(sweep.local_center) * (1.0 + 4.0 * f32::EPSILON);
    Aabb::new(min2(sweep.c0, sweep.c1), max2(sweep.c0, sweep.c1)).grown(reach)
}

/// A cast of these may stop this early [m].
fn tolerance(a: &Shape, b: &Shape) -> f32 {
    let size = |s: &Shape| {
        let all = (0..s.piece_count()).fold(Aabb::EMPTY, |all, i| all.union(&s.piece(i).aabb(Pose::IDENTITY)));
        all.size().x + all.size().y
    };
    let (a, b) = (size(a), size(b));
    let part = 0.5e-3 * if a < b { a } else { b };
    if part < 1.0e-3 { part } else { 1.0e-3 }
}
