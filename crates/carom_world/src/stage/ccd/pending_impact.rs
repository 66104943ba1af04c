//! A pending impact: a time of impact (TOI) that was found, valid as long as both bodies stay on their segments.

use crate::stage::ccd::context::CcdContext;
use crate::stage::ccd::event::ToiEvent;
use crate::stage::ccd::fast::FAST;
use crate::stage::ccd::moving_body::MovingBodies;
use std::cmp::Ordering;

/// An impact that was found, valid as long as both bodies stay on the segments on which it was.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PendingImpact {
    pub event: ToiEvent,
    /// The rows of its two bodies, and the version of the motion of each.
    pub rows: [u32; 2],
    pub versions: [u32; 2],
    /// The flags that it sets on the moving bodies of those that can be pushed.
    pub flags: [Option<EventFlags>; 2],
    /// Whether it was resolved.
    pub done: bool,
}

/// The flags that an impact sets on a moving body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EventFlags {
    /// Whether it is fast, or small before something fast.
    pub looks: bool,
    /// Whether it is pressed deep into something fixed.
    pub pressed: bool,
}

impl PendingImpact {
    /// An impact on the segments of now.
    pub fn new(ctx: &CcdContext<'_>, event: ToiEvent) -> Self {
        let rows = [event.a, event.b].map(|id| ctx.row(id));
        let extents = rows.map(|row| ctx.state.bodies.min_extents[row as usize]);
        let dominates = ctx.state.bodies.dominates(rows);
        let flags_of = |side: usize| {
            let (extent, other) = (extents[side], extents[1 - side]);
            let moved_far = |row: u32| ctx.tracks.far(row) > FAST * extent;
            let looks = || moved_far(rows[side]) || (extent < other && moved_far(rows[1 - side]));
            let pressed = || event.deep || ctx.tracks.is_pressed(rows[side]);
            (extent != f32::MAX && !dominates[side]).then(|| EventFlags { looks: looks(), pressed: pressed() })
        };
        let versions = rows.map(|row| version(ctx.moving, row));
        Self { event, rows, versions, flags: [flags_of(0), flags_of(1)], done: false }
    }

    /// The moving bodies of the two that the other one can push.
    pub fn pushable(&self, moving: &MovingBodies) -> [Option<u32>; 2] {
        [0, 1].map(|side| self.flags[side].and_then(|_| moving.of(self.rows[side])))
    }

    /// The order by pair, the earlier first. Two bodies that search from different times may find the same time with
    /// another normal. So everything that differs counts.
    pub fn by_pair(&self, other: &Self) -> Ordering {
        let (one, two) = (&self.event, &other.event);
        let by_time = one.pair_id().cmp(&two.pair_id()).then(one.time.total_cmp(&two.time));
        let by_kind = || one.deep.cmp(&two.deep).then_with(|| one.normal.x.total_cmp(&two.normal.x));
        by_time.then_with(by_kind).then_with(|| one.normal.y.total_cmp(&two.normal.y))
    }

    /// The order by time.
    pub fn by_time(&self, other: &Self) -> Ordering {
        let (one, two) = (&self.event, &other.event);
        one.time.total_cmp(&two.time).then((one.a, one.b).cmp(&(two.a, two.b)))
    }

    /// Whether it still holds.
    pub fn holds(&self, moving: &MovingBodies) -> bool {
        !self.done && self.rows.map(|row| version(moving, row)) == self.versions
    }
}

/// The number of changes of a row's motion in this step by more than slightly.
pub(crate) fn version(moving: &MovingBodies, row: u32) -> u32 {
    moving.of(row).map_or(0, |number| moving.list[number as usize].version)
}
