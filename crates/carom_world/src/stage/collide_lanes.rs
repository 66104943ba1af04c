//! Stage 3 on lanes: sixteen contacts of one kind of pair at once. The lane twin of [`super::collide::touch_of`], with its
//! order of operations; a lane gives the same bits.

use super::collide::{FAST_REACH, Reach};
use crate::state::State;
use carom_math::{LANES, Lanes, Posex16, Vec2x16, lanes_to_rows, least, most, rows_to_lanes};
use carom_narrowphase::{ContactPointx16, Manifoldx16, Quad, Route, Sidex16, collide_x16};
use carom_shapes::FeatureId;
use carom_solver::{Contact, Touch};
use fearless_simd::{Select, Simd, SimdBase, SimdCvtTruncate, SimdFloat, f32x16, u32x16};

/// Collides the contacts in a list, sixteen at a time.
#[inline(always)]
pub(super) fn touches_on_lanes<S: Simd>(
    simd: S,
    state: &State,
    route: Route,
    (list, contacts): (&[u16], &[Contact]),
    touches: &mut [Touch],
    reach: Reach,
) {
    for list in list.chunks(LANES) {
        let ends = [
            Ends::gather(state, list, |index| contacts[index].a),
            Ends::gather(state, list, |index| contacts[index].b),
        ];
        let poses = [ends[0].poses(simd, state), ends[1].poses(simd, state)];
        let b_in_a = poses[1].seen_from(poses[0]);
        let pieces = [ends[0].pieces(simd, state), ends[1].pieces(simd, state)];
        let reach = reach_of(simd, state, &ends, reach);
        let manifold = collide_x16(simd, route, &pieces[0], &pieces[1], b_in_a, reach);
        store(simd, state, &ends, &poses[0], most(pieces[0].radius, pieces[1].radius), &manifold, (list, touches));
    }
}

/// One side of sixteen pairs.
struct Ends {
    ids: [u32; LANES],
    rows: [u32; LANES],
    extents: Lanes,
    asleep: [bool; LANES],
}

impl Ends {
    /// The sides of the contacts in `list`; lanes too many repeat the last.
    #[inline(always)]
    fn gather(state: &State, list: &[u16], side: impl Fn(usize) -> u32) -> Self {
        let mut ends = Self { ids: [0; LANES], rows: [0; LANES], extents: Lanes::default(), asleep: [false; LANES] };
        let mut id = 0;
        for lane in 0..LANES {
            id = list.get(lane).map_or(id, |&index| side(usize::from(index)));
            let row = state.proxies.rows[id as usize];
            let extent = state.bodies.extents[row as usize];
            (ends.ids[lane], ends.rows[lane], ends.extents.0[lane]) = (id, row, extent);
            // What is dynamic and not among the rows that move sleeps.
            ends.asleep[lane] = row as usize >= state.bodies.active && extent != f32::MAX;
        }
        ends
    }

    #[inline(always)]
    fn poses<S: Simd>(&self, simd: S, state: &State) -> Posex16<S> {
        Posex16::gather(simd, |lane| state.bodies.poses[self.rows[lane] as usize])
    }

    #[inline(always)]
    fn pieces<'a, S: Simd>(&self, simd: S, state: &'a State) -> Sidex16<'a, S> {
        let outlines = &state.proxies.outlines;
        let [radius, count, width, height] = rows_to_lanes(simd, |lane| outlines.skins[self.ids[lane] as usize].round);
        let more = if outlines.more.is_empty() { &outlines.quads } else { &outlines.more };
        let mut quads = [[Quad::EMPTY; LANES]; 2];
        for (lane, &id) in self.ids.iter().enumerate() {
            (quads[0][lane], quads[1][lane]) = (&outlines.quads[id as usize], &more[id as usize]);
        }
        let places = self.ids.map(|id| &outlines.places[id as usize]);
        Sidex16 { quads, radius, count, half: Vec2x16::new(width, height), places }
    }

    /// Friction, restitution, rolling resistance, surface speed.
    #[inline(always)]
    fn surfaces<S: Simd>(&self, simd: S, state: &State) -> [f32x16<S>; 4] {
        let skins = &state.proxies.outlines.skins;
        rows_to_lanes(simd, |lane| skins[self.ids[lane] as usize].surface)
    }

    #[inline(always)]
    fn centers<S: Simd>(&self, simd: S, state: &State) -> Vec2x16<S> {
        let masses = &state.bodies.masses;
        let [x, y, _, _] = rows_to_lanes(simd, |lane| masses[self.rows[lane] as usize].row());
        Vec2x16::new(x, y)
    }

    #[inline(always)]
    fn velocities<S: Simd>(&self, simd: S, state: &State) -> Vec2x16<S> {
        let states = &state.bodies.states;
        let [x, y, _, _] = rows_to_lanes(simd, |lane| states[self.rows[lane] as usize].velocity_row());
        Vec2x16::new(x, y)
    }
}

/// Sixteen times [`Reach::of`].
#[inline(always)]
fn reach_of<S: Simd>(simd: S, state: &State, ends: &[Ends; 2], reach: Reach) -> f32x16<S> {
    let without = f32x16::splat(simd, f32::MAX);
    let relative = ends[1].velocities(simd, state).sub(ends[0].velocities(simd, state));
    let way = relative.dot(relative).sqrt() * reach.dt;
    let (a, b) = (ends[0].extents.load(simd), ends[1].extents.load(simd));
    let extent = least(a, b);
    let early = early_by_x16(simd, way, extent);
    let base = f32x16::splat(simd, reach.base);
    (a.simd_eq(without) | b.simd_eq(without)).select(base, base + early)
}

/// Sixteen times [`super::collide::early_by`].
#[inline(always)]
pub(super) fn early_by_x16<S: Simd>(simd: S, way: f32x16<S>, extent: f32x16<S>) -> f32x16<S> {
    most(f32x16::splat(simd, 0.0), least(way - extent, extent * FAST_REACH))
}

/// Turns the manifolds to touches.
#[inline(always)]
fn store<S: Simd>(
    simd: S,
    state: &State,
    ends: &[Ends; 2],
    pose_a: &Posex16<S>,
    radius: f32x16<S>,
    manifold: &Manifoldx16<S>,
    (list, touches): (&[u16], &mut [Touch]),
) {
    let zero = f32x16::splat(simd, 0.0);
    let (sa, sb) = (ends[0].surfaces(simd, state), ends[1].surfaces(simd, state));
    let resistance = most(sa[2], sb[2]);
    let rolling = resistance.simd_gt(zero).select(resistance * radius, zero);
    let surface = [(sa[0] * sb[0]).sqrt(), most(sa[1], sb[1]), rolling, sa[3] + sb[3]];
    let (center_a, center_b) = (ends[0].centers(simd, state), ends[1].centers(simd, state));
    let (from_a, between) = (pose_a.p.sub(center_a), center_a.sub(center_b));
    let normal = pose_a.q.rotate(manifold.normal);
    let second = manifold.count.simd_gt(f32x16::splat(simd, 1.5));
    let counts: [u32; LANES] = u32x16::truncate_from(manifold.count).into();
    let [p, q] = &manifold.points;
    let gap = second.select(q.separation, zero);
    lanes_to_rows(simd, [normal.x, normal.y, p.separation, gap], |lane, row| {
        if let Some(&index) = list.get(lane) {
            touches[usize::from(index)].normal = row.into();
        }
    });
    lanes_to_rows(simd, surface, |lane, row| {
        if let Some(&index) = list.get(lane) {
            touches[usize::from(index)].surface = row.into();
        }
    });
    for (k, point) in manifold.points.iter().enumerate() {
        let anchor_a = pose_a.q.rotate(point.point).add(from_a);
        let anchor_b = anchor_a.add(between);
        let anchors = [anchor_a.x, anchor_a.y, anchor_b.x, anchor_b.y];
        let [x0, y0, x1, y1] = anchors;
        let there = |x| second.select(x, zero);
        let anchors = if k == 0 { anchors } else { [there(x0), there(y0), there(x1), there(y1)] };
        lanes_to_rows(simd, anchors, |lane, row| {
            if let Some(&index) = list.get(lane) {
                touches[usize::from(index)].anchors[k] = row.into();
            }
        });
    }
    let ids = [ids_of(p), ids_of(q)];
    for (lane, &index) in list.iter().enumerate() {
        let touch = &mut touches[usize::from(index)];
        touch.rows = [ends[0].rows[lane], ends[1].rows[lane]];
        touch.ids = [FeatureId(ids[0][lane]), FeatureId(ids[1][lane])];
        touch.count = if ends[0].asleep[lane] || ends[1].asleep[lane] { 0 } else { counts[lane] };
    }
}

/// Sixteen times [`FeatureId::new`].
#[inline(always)]
fn ids_of<S: Simd>(point: &ContactPointx16<S>) -> [u32; LANES] {
    let [a, b] = point.id;
    (u32x16::truncate_from(a) << 16 | u32x16::truncate_from(b)).into()
}
