//! Stage 7, continued: fat boxes (AABBs with a margin) of bodies that moved.

use crate::def::WorldDef;
use crate::stage::narrow_phase::collide_lanes::{base_reach_on_lanes, early_by_on_lanes};
use crate::stage::narrow_phase::reach::Reach;
use crate::state::{Bodies, Outlines, Proxies, Proxy, State, flag};
use carom_math::{Aabb, Aabbx16, LANES, Lanes, Pose, Posex16, Vec2, Vec2x16, dispatch, lanes_to_rows, rows_to_lanes};
use carom_narrowphase::{Form, around_quads};
use carom_parallel::{Columns as _, Executor, Parts};
use carom_solver::prefetch;
use fearless_simd::{Level, Select, Simd, SimdBase, SimdFloat, SimdMask, f32x16};

/// Proxies in a task.
const PROXIES_A_TASK: usize = 512;

/// Part of its room ([`room_of`]) by which a fat box is always larger than its shape. So two boxes overlap if the
/// shapes are within the distance at which contacts are created (`Reach`), as they moved at the end of the last step.
/// The margins may be too small by at most a quarter of the speculative distance: for something small and slow beside
/// something larger, and below the slop. They are never so small that contacts would miss motion that sweeps leave to
/// them (one min extent). Very fast pairs get contacts earlier. That is covered as far as the motion of one of them
/// alone exceeds its extent.
const LEAST_MARGIN: f32 = 0.5;

/// Part of its room of a new fat box, if the body is slow or was just placed. Larger boxes change less often and
/// overlap more.
const FULL_MARGIN: f32 = 1.5;

/// A body that moves by this many rooms in a step leaves any box within two steps, so its box has the least margin.
/// Each pair of boxes that overlap is a contact to be tested in every step, and a new box is cheaper.
const LEAVES: f32 = 0.5 * (FULL_MARGIN - LEAST_MARGIN);

/// The fat box of a new or teleported proxy.
pub(crate) fn fat_box(tight: Aabb, def: &WorldDef) -> Aabb {
    tight.grown(FULL_MARGIN * def.speculative_distance * def.length_unit)
}

/// Gives these boxes to the proxies of a body, from its first on.
pub(crate) fn fatten(proxies: &mut Proxies, first: u32, pose: Pose, def: &WorldDef) {
    let mut id = first;
    while let Some(Proxy { piece, next, .. }) = proxies.list.get(id as usize) {
        proxies.now[id as usize] = fat_box(piece.aabb(pose), def);
        id = *next;
    }
}

/// Gives an active proxy a new fat box, and flags it, in two cases. Its shape came nearer to the edge of the old box
/// than the least margin, or the old box is far too large (the body was fast). Sixteen neighbours at a time, on lanes.
#[cfg_attr(feature = "profiling", profiling::function)]
pub(crate) fn refit_boxes(tasks: &Executor, level: Level, state: &mut State, def: &WorldDef) {
    let reach = Reach::new(def);
    let mut blocks = std::mem::take(&mut state.proxies.active_blocks);
    let ends = state.proxies.find_active_blocks(&mut blocks, PROXIES_A_TASK);
    let Proxies { now, old, flags, list, rows, outlines, .. } = &mut state.proxies;
    let (bodies, outlines) = (&state.bodies, &*outlines);
    let columns: Columns<'_> = (&mut now[..], &mut old[..], &mut flags[..], &list[..], &rows[..]);
    match ends {
        None => tasks.blocks(PROXIES_A_TASK, columns, |first, (now, old, flags, list, rows)| {
            if !any_active(flags) {
                return;
            }
            dispatch!(level, simd => for k in (0..rows.len()).step_by(LANES) {
                let end = if k + LANES < rows.len() { k + LANES } else { rows.len() };
                let flags = &mut flags[k..end];
                if any_active(flags) {
                    let active = settle_run(&now[k..end], &mut old[k..end], flags);
                    let rows = active_rows(&rows[k..end], active);
                    let list = &list[k..end];
                    let from = Chunk { bodies, outlines, first: first + k, list, rows, places: Run };
                    from.refit(simd, (&mut now[k..end], flags), active, reach);
                }
            });
        }),
        Some(ends) => tasks.blocks(1, Parts { ends, first: 0, columns: up_to(ends, columns) }, |_, part| {
            // A part ends with its block. Proxies before that are still.
            let still = (part.columns.3.len() - 1) / PROXIES_A_TASK * PROXIES_A_TASK;
            let (now, old, flags, list, rows) = part.columns.cut(still).1;
            let first = part.first as usize + still;
            let mut places = [0; PROXIES_A_TASK];
            let places = active_places(flags, &mut places);
            for &place in places {
                let at = usize::from(place);
                prefetch(&now[at]);
                prefetch(&old[at]);
                prefetch(&outlines.quads[first + at]);
                prefetch(&outlines.skins[first + at]);
            }
            dispatch!(level, simd => for places in places.chunks(LANES) {
                for at in places.iter().map(|&place| usize::from(place)) {
                    settle(&now[at], &mut old[at], &mut flags[at]);
                }
                let all = lowest(places.len());
                scattered(bodies, outlines, (first, list, rows), places).refit(simd, (now, flags), all, reach);
            });
        }),
    }
    state.proxies.active_blocks = blocks;
}

/// The rows up to the last end.
fn up_to<'a>(ends: &[u32], columns: Columns<'a>) -> Columns<'a> {
    columns.cut(ends.last().map_or(0, |&end| end as usize)).0
}

/// The lowest bits.
#[inline(always)]
fn lowest(count: usize) -> u32 {
    (1 << count) - 1
}

/// The places of all active proxies of a block.
fn active_places<'a>(flags: &[u8], places: &'a mut [u16; PROXIES_A_TASK]) -> &'a [u16] {
    let mut count = 0;
    for (run, flags) in flags.chunks(LANES).enumerate() {
        if any_active(flags) {
            for (lane, flags) in flags.iter().enumerate() {
                places[count] = (run * LANES + lane) as u16;
                count += usize::from(flags & flag::ACTIVE != 0);
            }
        }
    }
    &places[..count]
}

/// The proxies in up to sixteen places, as a chunk.
#[inline(always)]
fn scattered<'a>(
    bodies: &'a Bodies,
    outlines: &'a Outlines,
    (first, list, rows): (usize, &'a [Proxy], &[u32]),
    places: &[u16],
) -> Chunk<'a, Scattered> {
    let mut lanes = [places[0]; LANES];
    lanes[..places.len()].copy_from_slice(places);
    let mut found = [0; LANES];
    for (row, &place) in found.iter_mut().zip(&lanes) {
        *row = rows[usize::from(place)];
    }
    Chunk { bodies, outlines, first, list, rows: found, places: Scattered(lanes) }
}

/// The places of the lanes of a chunk among the proxies that it is given. A surplus lane has the place of another.
trait Places: Copy {
    /// The place of a lane among so many proxies.
    fn at(self, lane: usize, count: usize) -> usize;

    /// Whether some of the forms in these places pass a test.
    fn any(self, forms: &[Form], test: impl Fn(Form) -> bool) -> bool;
}

/// All of them, which are neighbours.
#[derive(Clone, Copy)]
struct Run;

impl Places for Run {
    #[inline(always)]
    fn at(self, lane: usize, count: usize) -> usize {
        lane.min(count - 1)
    }
    #[inline(always)]
    fn any(self, forms: &[Form], test: impl Fn(Form) -> bool) -> bool {
        forms.iter().any(|&form| test(form))
    }
}

/// Proxies in any places: where few are active, those of several neighbourhoods share a chunk.
#[derive(Clone, Copy)]
struct Scattered([u16; LANES]);

impl Places for Scattered {
    #[inline(always)]
    fn at(self, lane: usize, _: usize) -> usize {
        usize::from(self.0[lane])
    }
    #[inline(always)]
    fn any(self, forms: &[Form], test: impl Fn(Form) -> bool) -> bool {
        self.0.iter().any(|&place| test(forms[usize::from(place)]))
    }
}

const _: () = assert!(PROXIES_A_TASK <= u16::MAX as usize, "a place in a block is a u16");

/// The boxes of now and of the last step, flags, pieces and rows of some proxies.
type Columns<'a> = (&'a mut [Aabb], &'a mut [Aabb], &'a mut [u8], &'a [Proxy], &'a [u32]);

/// Whether one of them may move: all flags in one pass.
#[inline(always)]
fn any_active(flags: &[u8]) -> bool {
    flags.iter().fold(0, |all, flags| all | flags) & flag::ACTIVE != 0
}

/// Clears the flags that the last step left to some proxies, and keeps the boxes of the active ones. Returns a bit for
/// each of these.
#[inline(always)]
fn settle_run(now: &[Aabb], old: &mut [Aabb], flags: &mut [u8]) -> u32 {
    let mut active = 0;
    for (lane, ((now, old), flags)) in now.iter().zip(old).zip(flags).enumerate() {
        if *flags & flag::ACTIVE != 0 {
            active |= 1 << lane;
            settle(now, old, flags);
        }
    }
    active
}

/// Clears the flag of the last step and keeps its box.
#[inline(always)]
fn settle(now: &Aabb, old: &mut Aabb, flags: &mut u8) {
    if *flags & flag::DISTURBED == 0 {
        *old = *now;
    }
    *flags &= !flag::MOVED;
}

/// Up to sixteen proxies.
struct Chunk<'a, P> {
    bodies: &'a Bodies,
    outlines: &'a Outlines,
    /// The first of the proxies that have them, and the pieces of all these.
    first: usize,
    list: &'a [Proxy],
    /// The row of each lane.
    rows: [u32; LANES],
    places: P,
}

/// The rows of the active proxies. The others, which may have none, repeat a neighbour's.
#[inline(always)]
fn active_rows(rows: &[u32], active: u32) -> [u32; LANES] {
    let mut some = rows[active.trailing_zeros() as usize];
    let mut found = [some; LANES];
    for (lane, found) in found.iter_mut().enumerate() {
        if active & (1 << lane) != 0 {
            some = rows[lane];
        }
        *found = some;
    }
    found
}

impl<P: Places> Chunk<'_, P> {
    /// Gives new boxes to those of `active` that need one, and flags them. The columns are of all from the first on.
    #[inline(always)]
    fn refit<S: Simd>(&self, simd: S, (now, flags): (&mut [Aabb], &mut [u8]), active: u32, reach: Reach) {
        let poses = Posex16::gather(simd, |lane| self.bodies.poses[self.row(lane)]);
        let tight = self.tight(simd, poses, active);
        let [vx, vy, _, _] = rows_to_lanes(simd, |lane| self.bodies.states[self.row(lane)].velocity_row());
        let mut extents = Lanes::default();
        for lane in 0..LANES {
            extents.0[lane] = self.bodies.min_extents[self.row(lane)];
        }
        let extent = extents.load(simd);
        let way = Vec2x16::new(vx, vy).scale(f32x16::splat(simd, reach.dt));
        let swept = tight.swept(ahead(simd, way, extent));
        let [x0, y0, x1, y1] = rows_to_lanes(simd, |lane| {
            let Aabb { min, max } = now[self.places.at(lane, now.len())];
            [min.x, min.y, max.x, max.y]
        });
        let fat = Aabbx16 { min: Vec2x16::new(x0, y0), max: Vec2x16::new(x1, y1) };
        let room = room_of(simd, reach, extent, way.dot(way).sqrt());
        let margin = |k: f32| room * k;
        let fits = fat.contains(&swept.grown(margin(LEAST_MARGIN)))
            & swept.grown(margin(2.0 * FULL_MARGIN) + extent).contains(&fat);
        let leaves = way.dot(way).simd_gt(margin(LEAVES) * margin(LEAVES));
        let moved = !fits.to_bitmask() as u32 & active;
        if moved != 0 {
            let Aabbx16 { min, max } = swept.grown(leaves.select(margin(LEAST_MARGIN), margin(FULL_MARGIN)));
            lanes_to_rows(simd, [min.x, min.y, max.x, max.y], |lane, row| {
                if moved & (1 << lane) != 0 {
                    let [x0, y0, x1, y1]: [f32; 4] = row.into();
                    let at = self.places.at(lane, now.len());
                    now[at] = Aabb::new(Vec2::new(x0, y0), Vec2::new(x1, y1));
                    flags[at] |= flag::MOVED;
                }
            });
        }
    }

    #[inline(always)]
    fn row(&self, lane: usize) -> usize {
        self.rows[lane] as usize
    }

    /// The smallest boxes around the pieces.
    #[inline(always)]
    fn tight<S: Simd>(&self, simd: S, poses: Posex16<S>, active: u32) -> Aabbx16<S> {
        let id = |lane: usize| self.first + self.places.at(lane, self.list.len());
        let Outlines { forms, quads, skins, .. } = self.outlines;
        let [radius, _, _, _] = rows_to_lanes(simd, |lane| skins[id(lane)].round);
        let mut around = around_quads(simd, poses, |lane| &quads[id(lane)]);
        let forms = &forms[self.first..][..self.list.len()];
        if self.places.any(forms, |form| form.has_more()) {
            around = around.union(&around_quads(simd, poses, |lane| self.outlines.more(id(lane) as u32)));
        }
        let around = around.grown(radius);
        if !self.places.any(forms, |form| form == Form::Other) {
            return around;
        }
        let mut corners = [Lanes::default(); 4];
        for (to, from) in corners.iter_mut().zip([around.min.x, around.min.y, around.max.x, around.max.y]) {
            to.store(from);
        }
        for lane in 0..LANES {
            let at = self.places.at(lane, forms.len());
            if forms[at] == Form::Other && active & (1 << lane) != 0 {
                let Aabb { min, max } = self.list[at].piece.aabb(self.bodies.poses[self.row(lane)]);
                for (to, x) in corners.iter_mut().zip([min.x, min.y, max.x, max.y]) {
                    to.0[lane] = x;
                }
            }
        }
        let [x0, y0, x1, y1] = &corners;
        Aabbx16 { min: Vec2x16::load(simd, x0, y0), max: Vec2x16::load(simd, x1, y1) }
    }
}

/// The part of a body's motion in the next step by which its contacts are created earlier [m].
#[inline(always)]
fn ahead<S: Simd>(simd: S, way: Vec2x16<S>, extent: f32x16<S>) -> Vec2x16<S> {
    let zero = f32x16::splat(simd, 0.0);
    let length = way.dot(way).sqrt();
    let early = early_by_on_lanes(simd, length, extent);
    let part = length.simd_gt(extent).select(early / length, zero);
    way.scale(part)
}

/// The room that a body of this min extent needs if it moves so far in the next step [m]. A box has at least half of
/// it. That is half the distance at which two such bodies at rest get a contact, plus all that its own motion adds.
#[inline(always)]
fn room_of<S: Simd>(simd: S, reach: Reach, extent: f32x16<S>, way: f32x16<S>) -> f32x16<S> {
    let reach_at = |way: f32x16<S>| base_reach_on_lanes(simd, reach, extent, way);
    reach_at(way) * 2.0 - reach_at(f32x16::splat(simd, 0.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BodyDef, World};
    use carom_math::vec2;
    use carom_shapes::{Circle, Polygon};

    /// Discs fall on each other and on a floor. Of fixed boxes far away there are so many for each disc that blocks are
    /// found by lists; every block has some discs, the last one too.
    #[test]
    fn bodies_move_as_they_would_without_still_ones_far_away() {
        let fall = |still: usize| {
            let mut world = World::default();
            world.add_body(BodyDef::fixed().shape(Polygon::rect(60.0, 1.0).unwrap())).unwrap();
            let mut discs = Vec::new();
            for k in 0..50 {
                let at = vec2((k % 9) as f32 - 4.0, 2.0 + k as f32);
                let disc = BodyDef::dynamic().at(at).velocity(vec2(0.1 * (k % 7) as f32, 0.0));
                let size = 0.4 + 0.002 * k as f32;
                discs.push(world.add_body(disc.shape(Circle::new(size).unwrap())).unwrap());
                for far in 0..still {
                    let at = vec2(1.0e4 + 2.0 * far as f32, 2.0 * k as f32);
                    world.add_body(BodyDef::fixed().at(at).shape(Polygon::rect(1.0, 1.0).unwrap())).unwrap();
                }
            }
            (0..200).for_each(|_| world.step());
            world.validate().unwrap();
            let places = discs.iter().map(|&disc| world.body(disc).map(|disc| (disc.position(), disc.velocity())));
            places.collect::<Vec<_>>()
        };
        let alone = fall(0);
        assert!(alone.len() == 50 && alone.iter().all(Option::is_some));
        assert_eq!(alone, fall(40));
    }

    #[test]
    fn boxes_overlap_where_shapes_are_prepared_for_each_other() {
        let def = WorldDef::default();
        let (reach, slop) = (Reach::new(&def), def.slop);
        let room = |extent: f32, way: f32| -> f32 {
            dispatch!(Level::new(), simd => {
                let [extent, way] = [extent, way].map(|x| f32x16::splat(simd, x));
                room_of(simd, reach, extent, way).as_slice()[0]
            })
        };
        let grid = |most: f32| (0..=20).map(move |k| most * k as f32 / 20.0);
        for a in (1..=20).map(|k| 0.002 * k as f32) {
            for b in (1..=20).map(|k| 0.002 * k as f32).filter(|&b| b >= a).chain([0.5, f32::MAX]) {
                for (way_a, way_b) in grid(2.0 * a).flat_map(|way_a| grid(2.0 * a).map(move |way_b| (way_a, way_b))) {
                    let margins = LEAST_MARGIN * (room(a, way_a) + room(b, way_b));
                    let wanted = reach.base_of(a, way_a + way_b);
                    let short = wanted - margins;
                    let place = format!("{a} {b}, {way_a} {way_b}: {margins} for {wanted}");
                    assert!(short <= 0.25 * reach.base + 1e-6, "{place}");
                    assert!(short <= 1e-6 || a != b || a < slop, "{place}");
                    assert!(
                        margins >= carom_math::min(a, reach.base) - 1e-6,
                        "{place}: contacts miss what sweeps leave to them"
                    );
                }
            }
        }
        // A large body has the margin that it always had.
        assert_eq!(room(0.5, 3.0), reach.base);
        assert_eq!(room(f32::MAX, 3.0), reach.base);
    }
}
