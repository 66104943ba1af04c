//! What does not move, near the way of a body. In come the boxes of the broad phase; out come meetings, and for many bodies
//! next to each other one query.

use super::areas::Areas;
use super::fast::part_of;
use super::leg::{Ends, Leg};
use super::meeting::Meeting;
use super::pair::meet;
use super::seen::Seen;
use crate::stage::contacts::may_touch;
use crate::state::{NONE, mark};
use carom_broadphase::{Among, BroadPhase, swept_meets};
use carom_math::{Aabb, LANES, Vec2};
use fearless_simd::Simd;

/// How many proxies a list holds.
const MOST: usize = 32;

/// How many there are in the whole world where that is little: a look at all their boxes, sixteen at a time, takes less than to
/// ask for those near an area.
const LITTLE: usize = 256;

/// What is at rest in the whole world, where that is little: then no query is needed for what is near an area.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rest {
    list: Vec<u32>,
    areas: Vec<Areas>,
    /// Whether there is more than that.
    more: bool,
}

impl Rest {
    /// Takes up what there is; `boxes` are those of all proxies.
    pub fn take(&mut self, all: &BroadPhase, boxes: &[Aabb]) {
        self.list.clear();
        self.more = !all.query_box(Among::Still, &Aabb::new(Vec2::MIN, Vec2::MAX), &mut |id| {
            let room = self.list.len() < LITTLE;
            self.list.extend(Some(id).filter(|_| room));
            room
        });
        if self.more {
            self.list.clear();
        }
        Areas::fill(&mut self.areas, self.list.iter().map(|&id| boxes[id as usize]));
    }

    /// What is near `area`: asked of the boxes where not all are known.
    #[inline(always)]
    pub fn near<S: Simd>(&self, simd: S, all: &BroadPhase, area: &Aabb) -> AtRest {
        if self.more {
            return AtRest::found(all, area);
        }
        let mut rest = AtRest::NONE;
        for (areas, ids) in self.areas.iter().zip(self.list.chunks(LANES)) {
            let mut hits = areas.overlapping(simd, area);
            while hits != 0 {
                rest.more |= !rest.add(ids[hits.trailing_zeros() as usize]);
                hits &= hits - 1;
            }
        }
        rest
    }
}

/// Proxies at rest near an area.
#[derive(Clone, Copy)]
pub(super) struct AtRest {
    list: [u32; MOST],
    count: usize,
    /// Whether there are more.
    more: bool,
}

impl AtRest {
    const NONE: Self = Self { list: [NONE; MOST], count: 0, more: false };

    /// Those near `area`.
    fn found(all: &BroadPhase, area: &Aabb) -> Self {
        let mut rest = Self::NONE;
        rest.more = !all.query_box(Among::Still, area, &mut |id| rest.add(id));
        rest
    }

    /// Adds one, if there is room; whether there was.
    fn add(&mut self, id: u32) -> bool {
        let room = self.count < MOST;
        if room {
            self.list[self.count] = id;
            self.count += 1;
        }
        room
    }

    /// Those of them that are near `area`: asked of the boxes where not all are listed.
    pub fn near(&self, seen: &Seen<'_>, all: &BroadPhase, area: &Aabb) -> Self {
        if self.more { Self::found(all, area) } else { self.within(seen, area) }
    }

    /// Those of them that are near a part of the area, where all are listed.
    pub fn within(&self, seen: &Seen<'_>, area: &Aabb) -> Self {
        if self.more {
            return *self;
        }
        let mut rest = Self::NONE;
        for &id in self.list[..self.count].iter().filter(|&&id| seen.state.proxies.now[id as usize].overlaps(area)) {
            rest.add(id);
        }
        rest
    }

    /// The rows of a group that one of them is near, a bit each; all where not all are listed.
    #[inline(always)]
    pub fn rows_near<S: Simd>(&self, simd: S, seen: &Seen<'_>, group: usize) -> u32 {
        if self.more {
            return u32::MAX;
        }
        let areas = self.list[..self.count].iter().map(|&id| &seen.state.proxies.now[id as usize]);
        areas.fold(0, |rows, area| rows | seen.tracks.overlapping(simd, group, area))
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.count == 0 && !self.more
    }

    /// Each of them that is near the way of a row on a leg of its.
    pub fn each_near(&self, seen: &Seen<'_>, all: &BroadPhase, (row, leg): (u32, &Leg), mut visit: impl FnMut(u32)) {
        let bodies = &seen.state.bodies;
        let area = Aabb::around([leg.c0]).grown(bodies.motions[row as usize].reach + seen.margin(leg));
        let by = leg.c1 - leg.c0;
        if self.more {
            all.query_swept(Among::Still, &area, by, &mut |id| {
                visit(id);
                true
            });
        } else {
            let whole = area.union(&Aabb::new(area.min + by, area.max + by));
            let near = |&&id: &&u32| {
                let now = &seen.state.proxies.now[id as usize];
                whole.overlaps(now) && swept_meets(&area, by, now)
            };
            self.list[..self.count].iter().filter(near).for_each(|&id| visit(id));
        }
    }
}

/// Whether a proxy is of a body at rest that has no way of its own, and a row that moved `far` [m] for the smaller of the two.
pub(super) fn is_at_rest(seen: &Seen<'_>, (row, far): (u32, f32), other: u32) -> bool {
    let (bodies, proxies) = (&seen.state.bodies, &seen.state.proxies);
    let theirs = seen.row(other);
    let extent = carom_math::min(bodies.extents[row as usize], bodies.extents[theirs as usize]);
    let part = part_of(true, bodies.extents[row as usize], bodies.states[row as usize].w());
    far > part * extent
        && proxies.marks[other as usize] & (mark::LIVE | mark::FROZEN) == mark::LIVE
        && !bodies.states[theirs as usize].is_bad()
        && seen.flights.changed(theirs).is_none()
}

/// The first meeting of a row on its leg with a proxy at rest.
pub(super) fn meeting_at_rest(seen: &Seen<'_>, (row, leg): (u32, &Leg), other: u32) -> Option<Meeting> {
    let proxies = &seen.state.proxies;
    let mut first = Meeting::NONE;
    let (ends, margin) = (Ends::of(leg), seen.margin(leg));
    for id in proxies.of_body(seen.first_proxy(row)) {
        let near = seen.area(id, &ends).grown(margin).overlaps(&proxies.now[other as usize]);
        if near && may_touch(seen.state, id, other) {
            let (a, b) = if id < other { (id, other) } else { (other, id) };
            if let Some(meeting) = meet(seen, a, b, leg.start)
                && meeting.is_before(&first)
            {
                first = meeting;
            }
        }
    }
    first.is_some().then_some(first)
}
