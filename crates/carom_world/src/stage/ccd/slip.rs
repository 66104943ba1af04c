//! What slides along a piece that turns. A contact sees the velocities at the beginning of a step; outwards, where it
//! comes to, the surface is faster and overtakes it: it sinks in, a little in each step, until its centre is on the
//! other side. In come the pair and its segments; out comes when it has sunk in too far.

use crate::stage::ccd::depths::{CONTACT_CAN_UNDO, GRAZE, TARGET};
use crate::stage::ccd::pair_on_segments::Pair;
use crate::stage::ccd::segment::MotionSegment;
use carom_math::{Vec2, cross_sv, max};
use carom_narrowphase::collide;

/// The part of the least extent by which what slides along a piece that turns may lag behind it within a step.
const SLIPS: f32 = 0.02;

/// How often in a time it is asked how deep it is, and how often the time in which it begins to be is halved.
const LOOKS: u32 = 4;
const HALVES: u32 = 6;

/// When something has sunk into what turns away under it.
#[derive(Clone, Copy)]
pub(crate) struct Sunk {
    /// Part of the step.
    pub time: f32,
    /// Unit vector from a to b.
    pub normal: Vec2,
    /// How deep it is then [m].
    pub depth: f32,
}

/// Whether what slides along something larger that turns comes to where its surface is faster by more than a contact
/// undoes, which saw the velocities at the beginning of the step. Beside a turn W, what slides by u and is R away lags
/// by
/// |W| (|u| + W² R / 3). `extent` is the least one of the two [m].
pub(crate) fn slips(small: &MotionSegment, large: &MotionSegment, extent: f32) -> bool {
    let ((way_small, _), (way_large, turn)) = (small.rates(), large.rates());
    let apart = small.c0 - large.c0;
    let slides = way_small - way_large - cross_sv(turn, apart);
    turn.abs() * (slides.length() + turn * turn * apart.length() / 3.0) > SLIPS * extent
}

impl Pair<'_> {
    /// Whether the one that has the core [slips] along the other.
    pub fn slips(&self, segments: &[MotionSegment; 2]) -> bool {
        slips(&segments[self.core], &segments[1 - self.core], self.extent())
    }

    /// When two that overlap at `from` do so by more than then, and than may be unseen, if they come to overlap on
    /// their segments by more than a contact would undo until `leave`.
    pub fn sinks(&self, segments: &[MotionSegment; 2], [from, leave]: [f32; 2]) -> Option<Sunk> {
        let (at_first, _) = self.depth_at(segments, from);
        if at_first == 0.0 {
            return None;
        }
        let more = at_first + TARGET * self.slop;
        let depths = [GRAZE, CONTACT_CAN_UNDO].map(|part| max(part * self.extent(), more));
        self.gets_deep(segments, [from, leave], depths)
    }

    /// When the two are deeper than `seen` [m] on their segments, if they come to be deeper than `most` between two
    /// times. Where they are deeper than `seen` at `from` already, it is just after.
    pub fn gets_deep(
        &self,
        segments: &[MotionSegment; 2],
        [from, leave]: [f32; 2],
        [ctx, most]: [f32; 2],
    ) -> Option<Sunk> {
        let looks = (1..=LOOKS).map(|look| from + (leave - from) * look as f32 / LOOKS as f32);
        let mut found = looks.map(|time| (time, self.depth_at(segments, time)));
        let (mut after, (mut depth, mut normal)) = found.find(|(_, (depth, _))| *depth > most)?;
        let mut before = from;
        for _ in 0..HALVES {
            let middle = 0.5 * (before + after);
            match self.depth_at(segments, middle) {
                (deep, along) if deep > ctx => (after, depth, normal) = (middle, deep, along),
                _ => before = middle,
            }
        }
        Some(Sunk { time: after, normal, depth })
    }

    /// How deep the two are at a time [m], and the normal.
    fn depth_at(&self, segments: &[MotionSegment; 2], time: f32) -> (f32, Vec2) {
        let poses = [0, 1].map(|side| segments[side].pose_at(time));
        let manifold = collide(self.pieces[0], self.pieces[1], poses[0].inv_mul(poses[1]), 0.0);
        let depth = manifold.points().iter().fold(0.0, |depth, point| max(depth, -point.separation));
        (depth, poses[0].q.rotate(manifold.normal))
    }
}
