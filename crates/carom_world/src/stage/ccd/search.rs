//! The search for impacts of a moving body that left the solver's motion. It finds the first impact with each body near
//! its segment: those on the solver's motion, other moving bodies, and proxies at rest.

use crate::stage::ccd::candidates::{Candidates, Share};
use crate::stage::ccd::context::CcdContext;
use crate::stage::ccd::first_event::first_of_bodies;
use crate::stage::ccd::index::Index;
use crate::stage::ccd::pending_impact::PendingImpact;
use crate::stage::ccd::rest::{Rest, is_at_rest, resting};
use crate::stage::ccd::slab::Slab;
use crate::stage::ccd::track_of::track_of;
use carom_broadphase::BroadPhase;
use carom_math::{Aabb, LANES, dispatch};
use fearless_simd::{Level, Simd};
use std::cell::LazyCell;

/// The structures that find bodies near a segment.
#[derive(Clone, Copy)]
pub(crate) struct Near<'a> {
    /// The boxes of all proxies at the beginning of the step.
    pub all: &'a BroadPhase,
    /// The proxies at rest, if there are few.
    pub rest: &'a Rest,
    pub index: &'a Index,
    pub level: Level,
}

/// Lists the bodies that moving body `number` may meet from its place on.
pub(crate) fn list_near(ctx: &CcdContext<'_>, near: &Near<'_>, number: u32, candidates: &mut Candidates) {
    let level = near.level;
    let (moving_body, segment) = (&ctx.moving.list[number as usize], ctx.moving.segment(number));
    dispatch!(level, simd => each_track(simd, ctx, number, candidates));
    dispatch!(level, simd => each_moving(simd, ctx, near, number, candidates));
    let area = Aabb::around([segment.c0, segment.c1]).grown(moving_body.rates.reach + ctx.margin(segment));
    let rest = dispatch!(level, simd => near.rest.near(simd, near.all, &area));
    if !rest.is_empty() {
        rest.each_near(ctx, near.all, (moving_body.row, segment), |id| {
            candidates.at_rest.extend(is_at_rest(ctx, (moving_body.row, f32::MAX), id).then_some([number, id]));
        });
    }
}

/// Finds the first impacts of moving bodies with the candidates that were listed for them.
pub(crate) fn find_listed(ctx: &CcdContext<'_>, share: Share<'_>, found: &mut Vec<PendingImpact>) {
    match share {
        Share::Moving(pairs) => pairs.iter().for_each(|&[number, row]| find_row(ctx, number, row, found)),
        Share::AtRest(pairs) => {
            for &[number, id] in pairs {
                let row = ctx.moving.list[number as usize].row;
                let event = resting(ctx, (row, ctx.moving.segment(number)), id);
                found.extend(event.map(|event| PendingImpact::new(ctx, event)));
            }
        }
    }
}

/// Lists those that it may meet among the bodies that are still on the solver's motion.
#[inline(always)]
fn each_track<S: Simd>(simd: S, ctx: &CcdContext<'_>, number: u32, candidates: &mut Candidates) {
    let Candidates { nodes, moving, .. } = candidates;
    let (tracks, slop) = (ctx.tracks, ctx.slop());
    let moving_body = &ctx.moving.list[number as usize];
    let segment = ctx.moving.segment(number);
    let track = track_of(ctx.state, moving_body, segment, slop);
    let slab = LazyCell::new(|| Slab::of(ctx, moving_body.row, segment));
    let margin = ctx.margin(segment);
    let is_left = |row: u32| ctx.leaves([moving_body.row, row]);
    let misses = |row: u32| slab.is_some_and(|slab| slab.misses(&tracks.area_of(row), margin));
    tracks.near_moving(simd, &track.bound, nodes);
    for &node in &*nodes {
        let mut groups = tracks.some_groups(simd, node as usize, &track.bound, 0);
        while groups != 0 {
            let group = node as usize * LANES + groups.trailing_zeros() as usize;
            groups &= groups - 1;
            let near = tracks.near_ones(simd, group, &track.bound) & !ctx.moving.changed_of(group);
            if near == 0 {
                continue;
            }
            let mut hits = tracks.fast_ones(simd, group, (&track, near), slop);
            while hits != 0 {
                let row = (group * LANES) as u32 + hits.trailing_zeros();
                hits &= hits - 1;
                if row != moving_body.row && !is_left(row) && !misses(row) {
                    moving.push([number, row]);
                }
            }
        }
    }
}

/// Lists those that it may meet among the moving bodies that have left the solver's motion.
#[inline(always)]
fn each_moving<S: Simd>(simd: S, ctx: &CcdContext<'_>, near: &Near<'_>, number: u32, candidates: &mut Candidates) {
    let segment = ctx.moving.segment(number);
    let moving_body = &ctx.moving.list[number as usize];
    let around = Aabb::around([segment.c0, segment.c1]).grown(moving_body.rates.reach + ctx.margin(segment));
    let mut look_at = |row: u32| {
        let Some(other) = ctx.moving.of(row) else { return };
        let theirs = &ctx.moving.list[other as usize];
        let far = moving_body.rates.reach + theirs.rates.reach + ctx.margin(segment);
        let slow = || {
            ctx.moving
                .segments_from(other, segment.start)
                .all(|segment| moving_body.rates.are_slow(&theirs.rates.on(segment)))
        };
        // Two that search, and set out at the same time, find the same: once is enough.
        let sees = !theirs.looking || number < other || segment.start != ctx.moving.segment(other).start;
        if other != number
            && sees
            && !slow()
            && ctx.moving.segments_from(other, segment.start).any(|theirs| !segment.misses(theirs, far))
        {
            candidates.moving.push([number, row]);
        }
    };
    near.index.each_near(simd, &around, &mut look_at);
}

/// Finds the first impact of a moving body with a row.
fn find_row(ctx: &CcdContext<'_>, number: u32, row: u32, found: &mut Vec<PendingImpact>) {
    let own = ctx.moving.list[number as usize].row;
    let segment = ctx.moving.segment(number);
    let first = first_of_bodies(ctx, [own, row], segment.start, || [*segment, ctx.newest_segment(row)], None);
    found.extend(first.is_some().then(|| PendingImpact::new(ctx, first)));
}
