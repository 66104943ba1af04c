//! Proxies at rest near the motion of a body, from the boxes of the broad phase, and impacts with them. One query
//! serves many bodies next to each other.

use crate::stage::broad_phase::shapes::may_touch;
use crate::stage::ccd::areas::Areas;
use crate::stage::ccd::context::CcdContext;
use crate::stage::ccd::event::ToiEvent;
use crate::stage::ccd::fast::part_of;
use crate::stage::ccd::pair::meet;
use crate::stage::ccd::segment::{Ends, MotionSegment};
use crate::state::{Bounce, NONE, flag};
use carom_broadphase::{Among, BroadPhase, swept_meets};
use carom_math::{Aabb, LANES, Vec2};
use fearless_simd::Simd;

/// The most proxies in a list.
const MOST_LISTED: usize = 32;

/// If the whole world has no more proxies at rest than this, all their boxes are tested, sixteen at a time. That takes
/// less than a query for those near an area.
const LITTLE: usize = 256;

/// The proxies at rest in the whole world, if there are few. Then no query is needed for those near an area.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rest {
    list: Vec<u32>,
    areas: Vec<Areas>,
    /// Whether there are more than that.
    more: bool,
}

impl Rest {
    /// Collects them; `boxes` are those of all proxies.
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

    /// The proxies near `area`, by a query if not all are listed.
    #[inline(always)]
    pub fn near<S: Simd>(&self, simd: S, all: &BroadPhase, area: &Aabb) -> RestFound {
        if self.more {
            return RestFound::found(all, area);
        }
        let mut rest = RestFound::NONE;
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
pub(crate) struct RestFound {
    list: [u32; MOST_LISTED],
    count: usize,
    /// Whether there are more.
    more: bool,
}

impl RestFound {
    const NONE: Self = Self { list: [NONE; MOST_LISTED], count: 0, more: false };

    /// Those near `area`.
    fn found(all: &BroadPhase, area: &Aabb) -> Self {
        let mut rest = Self::NONE;
        rest.more = !all.query_box(Among::Still, area, &mut |id| rest.add(id));
        rest
    }

    /// Adds one, if there is room; returns whether there was.
    fn add(&mut self, id: u32) -> bool {
        let room = self.count < MOST_LISTED;
        if room {
            self.list[self.count] = id;
            self.count += 1;
        }
        room
    }

    /// Those of them that are near `area`, by a query if not all are listed.
    pub fn near(&self, ctx: &CcdContext<'_>, all: &BroadPhase, area: &Aabb) -> Self {
        if self.more { Self::found(all, area) } else { self.within(ctx, area) }
    }

    /// Those of them that are near a part of the area; the same as before if not all are listed.
    pub fn within(&self, ctx: &CcdContext<'_>, area: &Aabb) -> Self {
        if self.more {
            return *self;
        }
        let mut rest = Self::NONE;
        for &id in self.list[..self.count].iter().filter(|&&id| ctx.state.proxies.now[id as usize].overlaps(area)) {
            rest.add(id);
        }
        rest
    }

    /// The rows of a group that one of them is near, a bit each; all rows if not all proxies are listed.
    #[inline(always)]
    pub fn rows_near<S: Simd>(&self, simd: S, ctx: &CcdContext<'_>, group: usize) -> u32 {
        if self.more {
            return u32::MAX;
        }
        let areas = self.list[..self.count].iter().map(|&id| &ctx.state.proxies.now[id as usize]);
        areas.fold(0, |rows, area| rows | ctx.tracks.overlapping(simd, group, area))
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.count == 0 && !self.more
    }

    /// Calls `visit` with each of them that is near the motion of a row on a segment.
    pub fn each_near(
        &self,
        ctx: &CcdContext<'_>,
        all: &BroadPhase,
        (row, segment): (u32, &MotionSegment),
        mut visit: impl FnMut(u32),
    ) {
        let bodies = &ctx.state.bodies;
        let area = Aabb::around([segment.c0]).grown(bodies.motions[row as usize].max_extent + ctx.margin(segment));
        let by = segment.c1 - segment.c0;
        if self.more {
            all.query_swept(Among::Still, &area, by, &mut |id| {
                visit(id);
                true
            });
        } else {
            let whole = area.union(&Aabb::new(area.min + by, area.max + by));
            let near = |&&id: &&u32| {
                let now = &ctx.state.proxies.now[id as usize];
                whole.overlaps(now) && swept_meets(&area, by, now)
            };
            self.list[..self.count].iter().filter(near).for_each(|&id| visit(id));
        }
    }
}

/// Whether a proxy is of a body at rest that no impact has moved, and a row that moved by `far` [m] is fast for the
/// smaller of the two.
pub(crate) fn is_at_rest(ctx: &CcdContext<'_>, (row, far): (u32, f32), other: u32) -> bool {
    let (bodies, proxies) = (&ctx.state.bodies, &ctx.state.proxies);
    let theirs = ctx.row(other);
    let extent = carom_math::min(bodies.min_extents[row as usize], bodies.min_extents[theirs as usize]);
    let part = part_of(Bounce::Bouncy, bodies.min_extents[row as usize], bodies.states[row as usize].w());
    far > part * extent
        && proxies.flags[other as usize] & (flag::LIVE | flag::OUT) == flag::LIVE
        && !bodies.states[theirs as usize].is_bad()
        && ctx.moving.changed(theirs).is_none()
}

/// The first impact of a row on its segment with a proxy at rest.
pub(crate) fn resting(ctx: &CcdContext<'_>, (row, segment): (u32, &MotionSegment), other: u32) -> Option<ToiEvent> {
    let proxies = &ctx.state.proxies;
    let mut first = ToiEvent::NONE;
    let (ends, margin) = (Ends::of(segment), ctx.margin(segment));
    for id in proxies.of_body(ctx.first_proxy(row)) {
        let near = ctx.area(id, &ends).grown(margin).overlaps(&proxies.now[other as usize]);
        if near && may_touch(ctx.state, id, other) {
            let (a, b) = if id < other { (id, other) } else { (other, id) };
            if let Some(event) = meet(ctx, a, b, segment.start)
                && event.is_before(&first)
            {
                first = event;
            }
        }
    }
    first.is_some().then_some(first)
}
