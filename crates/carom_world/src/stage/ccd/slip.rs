//! Slip: a body that slides along a piece that turns. A contact sees the velocities at the beginning of a step. Farther
//! out, the surface is faster and overtakes the body. It sinks in, a little in each step, until its centre is on the
//! other side. The tests here find the time at which it has sunk in too far.

use crate::stage::ccd::depths::{CONTACT_CAN_UNDO, GRAZE, TARGET};
use crate::stage::ccd::pair_on_segments::Pair;
use crate::stage::ccd::segment::MotionSegment;
use carom_math::{Vec2, cross_sv, max};
use carom_narrowphase::collide;

/// The part of the min extent by which a body that slides along a turning piece may lag behind it within a step.
const SLIPS: f32 = 0.02;

/// Tests of the depth within a time, and halvings of the time in which it begins.
const LOOKS: u32 = 4;
const HALVES: u32 = 6;

/// The time at which a body has sunk into one that turns away under it.
#[derive(Clone, Copy)]
pub(crate) struct Sunk {
    /// Part of the step.
    pub time: f32,
    /// Unit vector from a to b.
    pub normal: Vec2,
    /// The depth then [m].
    pub depth: f32,
}

/// Whether a body that slides along a larger one that turns comes to a place at which the surface is too fast. Then its
/// lag is more than a contact undoes, which saw the velocities at the beginning of the step. Beside a turn W, a body
/// that slides by u and is R away lags by |W| (|u| + W² R / 3). `extent` is the smaller min extent of the two [m].
#[inline]
pub(crate) fn slips(small: &MotionSegment, large: &MotionSegment, extent: f32) -> bool {
    let ((way_small, _), (way_large, turn)) = (small.rates(), large.rates());
    let apart = small.c0 - large.c0;
    let slides = way_small - way_large - cross_sv(turn, apart);
    turn.abs() * (slides.length() + turn * turn * apart.length() / 3.0) > SLIPS * extent
}

impl Pair<'_> {
    /// Whether the one that has the core [slips] along the other.
    #[inline]
    pub fn slips(&self, segments: &[MotionSegment; 2]) -> bool {
        slips(&segments[self.core], &segments[1 - self.core], self.extent())
    }

    /// The time at which two that overlap at `from` are deeper than then, and deeper than may go unseen. It is `None`
    /// if they come no deeper on their segments, until `leave`, than a contact would undo.
    pub fn sinks(&self, segments: &[MotionSegment; 2], [from, leave]: [f32; 2]) -> Option<Sunk> {
        let (at_first, _) = self.depth_at(segments, from);
        if at_first == 0.0 {
            return None;
        }
        let more = at_first + TARGET * self.slop;
        let depths = [GRAZE, CONTACT_CAN_UNDO].map(|part| max(part * self.extent(), more));
        self.gets_deep(segments, [from, leave], depths)
    }

    /// The time at which the two are deeper than `seen_depth` [m] on their segments, if they come to be deeper than
    /// `least_depth` [m] between two times. If they are deeper than `seen_depth` at `from` already, it is just after.
    pub fn gets_deep(
        &self,
        segments: &[MotionSegment; 2],
        [from, leave]: [f32; 2],
        [seen_depth, least_depth]: [f32; 2],
    ) -> Option<Sunk> {
        let looks = (1..=LOOKS).map(|look| from + (leave - from) * look as f32 / LOOKS as f32);
        let mut found = looks.map(|time| (time, self.depth_at(segments, time)));
        let (mut after, (mut depth, mut normal)) = found.find(|(_, (depth, _))| *depth > least_depth)?;
        let mut before = from;
        for _ in 0..HALVES {
            let middle = 0.5 * (before + after);
            match self.depth_at(segments, middle) {
                (deep, along) if deep > seen_depth => (after, depth, normal) = (middle, deep, along),
                _ => before = middle,
            }
        }
        Some(Sunk { time: after, normal, depth })
    }

    /// The depth of the two at a time [m], and the normal.
    fn depth_at(&self, segments: &[MotionSegment; 2], time: f32) -> (f32, Vec2) {
        let poses = [0, 1].map(|side| segments[side].pose_at(time));
        let manifold = collide(self.pieces[0], self.pieces[1], poses[0].inv_mul(poses[1]), 0.0);
        let depth = manifold.points().iter().fold(0.0, |depth, point| max(depth, -point.separation));
        (depth, poses[0].q.rotate(manifold.normal))
    }
}
