//! The first round: the first impacts of all fast pairs, on the segments that the solver gave. A body that meets
//! nothing is never followed.

use crate::stage::ccd::candidates::{GROUPS_A_TASK, Listed, Share};
use crate::stage::ccd::context::CcdContext;
use crate::stage::ccd::fast::FAST;
use crate::stage::ccd::first_event::first_of_bodies;
use crate::stage::ccd::larger::{Larger, LargerOnes};
use crate::stage::ccd::pending_impact::PendingImpact;
use crate::stage::ccd::rest::{Rest, RestFound, is_at_rest, resting};
use crate::step_scratch::lists;
use carom_broadphase::BroadPhase;
use carom_math::{LANES, dispatch};
use carom_parallel::{Each, Executor};
use carom_shapes::Piece;
use carom_solver::prefetch;
use fearless_simd::{Level, Simd};

/// Pairs that are worth a share of their own: a time of impact takes a microsecond or two, most pairs a tenth of that.
const WORTH_A_SHARE: usize = 16;

/// The memory of a pair is prefetched so many pairs before it is tested.
const AHEAD: usize = 8;

/// If one row may meet so many of sixteen, all are tested at once for a miss.
const MANY: u32 = 3;

/// The inputs of the first round.
#[derive(Clone, Copy)]
pub(crate) struct Start<'a> {
    pub ctx: CcdContext<'a>,
    pub all: &'a BroadPhase,
    /// The proxies at rest, if there are few.
    pub rest: &'a Rest,
}

/// Fills `found`, list by list, with the first impacts of pairs of bodies; returns the number of pairs that were
/// listed.
pub(crate) fn look(
    tasks: &Executor,
    level: Level,
    start: &Start<'_>,
    (listed, larger_ones): (&mut Listed, &mut LargerOnes),
    found: &mut Vec<Vec<PendingImpact>>,
) -> usize {
    let tracks = start.ctx.tracks;
    let blocks = lists(found, tracks.groups(), GROUPS_A_TASK);
    let count = blocks.len();
    let larger_ones = larger_ones.begin(tasks.width());
    let columns = (tracks.list(), Each(GROUPS_A_TASK, blocks), Each(GROUPS_A_TASK, listed.tasks(count)));
    let meet = |share: Share<'_>, found: &mut Vec<PendingImpact>| match share {
        Share::AtRest(pairs) => start.find_static(pairs, found),
        Share::Moving(pairs) => larger_ones.lend(|larger| {
            dispatch!(level, simd => start.find_moving(simd, pairs, found, larger));
        }),
    };
    tasks.blocks(GROUPS_A_TASK, columns, |first, (groups, Each(_, found), Each(_, candidates))| {
        let candidates = &mut candidates[0];
        candidates.clear();
        if !tracks.has(first) {
            return;
        }
        let bound = tracks.block(first);
        larger_ones.lend(|larger| {
            dispatch!(level, simd => {
                let rest = start.rest.near(simd, start.all, &bound.area);
                tracks.near(simd, &bound, first / GROUPS_A_TASK, &mut candidates.nodes);
                for group in first..first + groups.len() {
                    if !rest.is_empty() {
                        start.near_rest(simd, group, &rest, &mut candidates.at_rest);
                        candidates.spill(|share| meet(share, &mut found[0]));
                    }
                    for k in 0..candidates.nodes.len() {
                        start.pair_up(simd, group, candidates.nodes[k] as usize, larger, &mut candidates.moving);
                        candidates.spill(|share| meet(share, &mut found[0]));
                    }
                }
            })
        });
    });
    listed.look(tasks, (count, WORTH_A_SHARE), found, meet)
}

impl Start<'_> {
    /// Lists the proxies at rest near rows of a group.
    #[inline(always)]
    fn near_rest<S: Simd>(&self, simd: S, group: usize, rest: &RestFound, pairs: &mut Vec<[u32; 2]>) {
        let bodies = &self.ctx.state.bodies;
        let bound = self.ctx.tracks.group(group);
        let mut rows = self.ctx.tracks.far_ones(group, carom_math::min(bound.part, FAST) * bodies.least_min_extent);
        if rows == 0 {
            return;
        }
        let rest = rest.near(&self.ctx, self.all, &bound.area);
        rows &= rest.rows_near(simd, &self.ctx, group);
        while rows != 0 {
            let row = (group * LANES) as u32 + rows.trailing_zeros();
            rows &= rows - 1;
            let (segment, far) = (self.ctx.solved_segment(row), self.ctx.tracks.far(row));
            rest.each_near(&self.ctx, self.all, (row, &segment), |id| {
                pairs.extend(is_at_rest(&self.ctx, (row, far), id).then_some([row, id]));
            });
        }
    }

    /// Finds the impacts of rows with proxies at rest.
    fn find_static(&self, pairs: &[[u32; 2]], found: &mut Vec<PendingImpact>) {
        for &[row, id] in pairs {
            let segment = self.ctx.solved_segment(row);
            let event = resting(&self.ctx, (row, &segment), id);
            found.extend(event.map(|event| PendingImpact::new(&self.ctx, event)));
        }
    }

    /// Finds the impacts of pairs of rows. The memory of a pair is prefetched while the ones before it are tested.
    #[inline(always)]
    fn find_moving<S: Simd>(&self, simd: S, pairs: &[[u32; 2]], found: &mut Vec<PendingImpact>, larger: &mut Larger) {
        pairs.iter().take(AHEAD).flatten().for_each(|&row| self.prefetch_proxy(row));
        for (k, &rows) in pairs.iter().enumerate() {
            pairs.get(k + AHEAD).into_iter().flatten().for_each(|&row| self.prefetch_proxy(row));
            pairs.get(k + AHEAD / 2).into_iter().flatten().for_each(|&row| self.prefetch_corners(row));
            if !larger.miss(simd, &self.ctx, rows) {
                self.find_pair(rows, found, larger);
            }
        }
    }

    /// Prefetches the first proxy of a row.
    fn prefetch_proxy(&self, row: u32) {
        self.ctx.state.proxies.list.get(self.ctx.first_proxy(row) as usize).into_iter().for_each(prefetch);
    }

    /// Prefetches its corners, if it is a polygon.
    fn prefetch_corners(&self, row: u32) {
        if let Some(Piece::Polygon(polygon)) =
            self.ctx.state.proxies.list.get(self.ctx.first_proxy(row) as usize).map(|proxy| &proxy.piece)
        {
            polygon.vertices().first().into_iter().for_each(prefetch);
            polygon.normals().first().into_iter().for_each(prefetch);
        }
    }

    /// Lists the fast pairs of a row of a group and a row of a node, in that group or a later one, that come near each
    /// other and may collide.
    #[inline(always)]
    fn pair_up<S: Simd>(&self, simd: S, group: usize, node: usize, larger: &mut Larger, pairs: &mut Vec<[u32; 2]>) {
        let (tracks, slop) = (self.ctx.tracks, self.ctx.slop());
        let bound = tracks.group(group);
        let mut groups = tracks.some_groups(simd, node, &bound, group);
        while groups != 0 {
            let other = node * LANES + groups.trailing_zeros() as usize;
            groups &= groups - 1;
            let (mut one, mut two) = (group, other);
            let mut rows = tracks.some(simd, one, &tracks.group(two));
            if rows == 0 {
                continue;
            }
            let theirs = tracks.some(simd, two, &bound);
            let mut among = theirs;
            if theirs.count_ones() < rows.count_ones() {
                (one, two, rows, among) = (two, one, theirs, rows);
            }
            while rows != 0 {
                let lane = rows.trailing_zeros() as usize;
                rows &= rows - 1;
                let row = one * LANES + lane;
                let later = if one == two { u32::MAX << 1 << lane } else { u32::MAX };
                let near = tracks.near_row(simd, two, row) & among & later;
                if near == 0 {
                    continue;
                }
                let mut hits = tracks.fast_ones(simd, two, (&tracks.track(row), near), slop);
                // A large body, such as a drum, has many others near it.
                if hits.count_ones() >= MANY {
                    hits &= !larger.missed_by(simd, &self.ctx, row, two);
                }
                while hits != 0 {
                    let their_row = two * LANES + hits.trailing_zeros() as usize;
                    hits &= hits - 1;
                    if !self.ctx.state.never_collide([row, their_row]) {
                        pairs.push(self.by_reach([row as u32, their_row as u32]));
                    }
                }
            }
        }
    }

    /// Two rows, the one of smaller max extent first.
    fn by_reach(&self, rows: [u32; 2]) -> [u32; 2] {
        let [a, b] = rows.map(|row| self.ctx.state.bodies.motions[row as usize].max_extent);
        if a > b { [rows[1], rows[0]] } else { rows }
    }

    /// Finds the first impact of two rows.
    fn find_pair(&self, rows: [u32; 2], found: &mut Vec<PendingImpact>, larger: &Larger) {
        let segments = || rows.map(|row| self.ctx.solved_segment(row));
        let first = first_of_bodies(&self.ctx, rows, 0.0, segments, larger.proxies());
        found.extend(first.is_some().then(|| PendingImpact::new(&self.ctx, first)));
    }
}
