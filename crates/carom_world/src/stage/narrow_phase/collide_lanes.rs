//! Stage 3 on lanes (SIMD): contacts of one kind of pair side by side, as many as fill a register of the machine. It is
//! the lane twin of [`crate::stage::narrow_phase::collide::manifold_of`], with its order of operations. A lane gives
//! the same bits.

use crate::def::MOST_RESTITUTION;
use crate::stage::narrow_phase::reach::{FAST_REACH, Reach};
use crate::state::{Skin, State};
use carom_math::{Floats, LANES, Lanes, Pose, Posex, Vec2x, lanes_to_rows, least, most, rows_to_lanes};
use carom_narrowphase::{ManifoldPointx, Manifoldx, Quad, Route, Sidex};
use carom_shapes::FeatureId;
use carom_solver::{ContactManifold, ContactPair, prefetch};
use fearless_simd::{Select, SimdMask};

/// Collides the contacts in a list, as many at a time as `F` has lanes.
#[inline(always)]
pub(crate) fn manifolds_on_lanes<F: Floats>(
    simd: F::Level,
    state: &State,
    route: Route,
    (list, contacts): (&[u16], &[ContactPair]),
    manifolds: &mut [ContactManifold],
    reach: Reach,
) {
    let quads = route.quads();
    let ask = |index: &u16| prefetch_ends(state, quads, &contacts[usize::from(*index)]);
    let ahead = if state.proxies.list.len() > IN_CACHE { AHEAD } else { list.len() };
    list.iter().take(AHEAD).filter(|_| ahead == AHEAD).for_each(ask);
    let mut ends = [Ends::new(state), Ends::new(state)];
    for (number, some) in list.chunks(F::LEN).enumerate() {
        list.iter().skip(number * F::LEN + ahead).take(F::LEN).for_each(ask);
        let [ends_a, ends_b] = &mut ends;
        for lane in 0..F::LEN {
            // Surplus lanes repeat the last contact.
            let contact = &contacts[usize::from(some[lane.min(some.len() - 1)])];
            ends_a.take(lane, state, contact.a, quads[0]);
            ends_b.take(lane, state, contact.b, quads[1]);
        }
        let poses = [ends[0].poses(simd, state), ends[1].poses(simd, state)];
        let b_in_a = poses[0].inv_mul(poses[1]);
        let pieces = [ends[0].pieces(simd), ends[1].pieces(simd)];
        let reach: F = reach_of(simd, state, &ends, reach);
        let found = carom_narrowphase::collide_on_lanes(simd, route, &pieces[0], &pieces[1], b_in_a, reach);
        if found.count.simd_gt(F::splat(simd, 0.0)).any_true() {
            let radius = most(pieces[0].radius, pieces[1].radius);
            store(simd, state, &ends, &poses[0], radius, &found, (some, manifolds));
        } else {
            for (lane, &index) in some.iter().enumerate() {
                let manifold = &mut manifolds[usize::from(index)];
                (manifold.rows, manifold.count) = ([ends[0].rows[lane], ends[1].rows[lane]], 0);
            }
        }
    }
}

/// With more proxies than this, the data that lanes read does not fit into a core's second-level cache. Then it is
/// prefetched some contacts ahead.
pub(crate) const IN_CACHE: usize = 16_384;

/// Number of contacts ahead.
const AHEAD: usize = 16;

/// Prefetches the data of a contact's two sides.
#[inline(always)]
fn prefetch_ends(state: &State, quads: [usize; 2], contact: &ContactPair) {
    let State { bodies, proxies, .. } = state;
    for (id, quads) in [contact.a, contact.b].into_iter().zip(quads) {
        let (id, row) = (id as usize, proxies.rows[id as usize] as usize);
        prefetch(&proxies.outlines.skins[id]);
        prefetch(&bodies.poses[row]);
        prefetch(&bodies.states[row]);
        prefetch(&bodies.masses[row]);
        if quads > 0 {
            prefetch(&proxies.outlines.quads[id]);
        }
    }
}

/// One side of as many pairs as there are lanes. Entries behind those are not read.
struct Ends<'a> {
    rows: [u32; LANES],
    skins: [&'a Skin; LANES],
    places: [&'a Pose; LANES],
    /// Corners 0 to 3, and 4 to 7, if the route reads them.
    quads: [[&'a Quad; LANES]; 2],
    extents: Lanes,
    asleep: [bool; LANES],
}

impl<'a> Ends<'a> {
    /// Empty lanes.
    fn new(state: &'a State) -> Self {
        let skin = &state.proxies.outlines.skins[0];
        Self {
            rows: [0; LANES],
            skins: [skin; LANES],
            places: [&skin.place; LANES],
            quads: [[Quad::EMPTY; LANES]; 2],
            extents: Lanes::default(),
            asleep: [false; LANES],
        }
    }

    /// Sets the proxy of a lane.
    #[inline(always)]
    fn take(&mut self, lane: usize, state: &'a State, id: u32, quads: usize) {
        let State { bodies, proxies, .. } = state;
        let row = proxies.rows[id as usize];
        let extent = bodies.min_extents[row as usize];
        self.rows[lane] = row;
        self.extents.0[lane] = extent;
        // A dynamic body that is not among the rows that move sleeps.
        self.asleep[lane] = row as usize >= bodies.active && extent != f32::MAX;
        let skin = &proxies.outlines.skins[id as usize];
        (self.skins[lane], self.places[lane]) = (skin, &skin.place);
        if quads > 0 {
            self.quads[0][lane] = &proxies.outlines.quads[id as usize];
        }
        if quads > 1 {
            self.quads[1][lane] = proxies.outlines.more(id);
        }
    }

    #[inline(always)]
    fn poses<F: Floats>(&self, simd: F::Level, state: &State) -> Posex<F> {
        Posex::gather(simd, |lane| state.bodies.poses[self.rows[lane] as usize])
    }

    #[inline(always)]
    fn pieces<F: Floats>(&self, simd: F::Level) -> Sidex<'_, F> {
        let [radius, count, width, height] = rows_to_lanes(simd, |lane| self.skins[lane].round);
        Sidex { quads: &self.quads, radius, count, half: Vec2x::new(width, height), places: &self.places }
    }

    /// Friction, restitution, rolling resistance, surface speed.
    #[inline(always)]
    fn surfaces<F: Floats>(&self, simd: F::Level) -> [F; 4] {
        rows_to_lanes(simd, |lane| self.skins[lane].surface)
    }

    #[inline(always)]
    fn centers<F: Floats>(&self, simd: F::Level, state: &State) -> Vec2x<F> {
        let masses = &state.bodies.masses;
        let [x, y, _, _] = rows_to_lanes(simd, |lane| masses[self.rows[lane] as usize].row());
        Vec2x::new(x, y)
    }

    #[inline(always)]
    fn velocities<F: Floats>(&self, simd: F::Level, state: &State) -> Vec2x<F> {
        let states = &state.bodies.states;
        let [x, y, _, _] = rows_to_lanes(simd, |lane| states[self.rows[lane] as usize].velocity_row());
        Vec2x::new(x, y)
    }
}

/// [`Reach::of`] on lanes.
#[inline(always)]
fn reach_of<F: Floats>(simd: F::Level, state: &State, ends: &[Ends<'_>; 2], reach: Reach) -> F {
    let without = F::splat(simd, f32::MAX);
    let relative: Vec2x<F> = ends[1].velocities(simd, state).sub(ends[0].velocities(simd, state));
    let way = relative.dot(relative).sqrt() * reach.dt;
    let (a, b) = (F::load(simd, &ends[0].extents, 0), F::load(simd, &ends[1].extents, 0));
    let extent = least(a, b);
    let early = early_by_on_lanes(simd, way, extent);
    let base = base_reach_on_lanes(simd, reach, extent, way);
    (a.simd_eq(without) | b.simd_eq(without)).select(base, base + early)
}

/// [`Reach::base_of`] on lanes.
#[inline(always)]
pub(crate) fn base_reach_on_lanes<F: Floats>(simd: F::Level, reach: Reach, extent: F, closing: F) -> F {
    let small = most(extent + least(extent, closing), F::splat(simd, reach.least));
    least(F::splat(simd, reach.base), small)
}

/// [`crate::stage::narrow_phase::reach::early_by`] on lanes.
#[inline(always)]
pub(crate) fn early_by_on_lanes<F: Floats>(simd: F::Level, way: F, extent: F) -> F {
    most(F::splat(simd, 0.0), least(way - extent, extent * FAST_REACH))
}

/// Writes the manifolds in the solver's form.
#[inline(always)]
fn store<F: Floats>(
    simd: F::Level,
    state: &State,
    ends: &[Ends<'_>; 2],
    pose_a: &Posex<F>,
    radius: F,
    found: &Manifoldx<F>,
    (list, manifolds): (&[u16], &mut [ContactManifold]),
) {
    let zero = F::splat(simd, 0.0);
    let (sa, sb): ([F; 4], [F; 4]) = (ends[0].surfaces(simd), ends[1].surfaces(simd));
    let resistance = most(sa[2], sb[2]);
    let rolling = resistance.simd_gt(zero).select(resistance * radius, zero);
    let rules = state.proxies.outlines.mixing;
    let friction = rules.friction.mix_on_lanes(sa[0], sb[0]);
    let restitution = rules.restitution.mix_on_lanes(sa[1], sb[1]);
    let restitution = least(restitution, F::splat(simd, MOST_RESTITUTION));
    let surface = [friction, restitution, rolling, sa[3] + sb[3]];
    let (center_a, center_b): (Vec2x<F>, Vec2x<F>) = (ends[0].centers(simd, state), ends[1].centers(simd, state));
    let (from_a, between) = (pose_a.p.sub(center_a), center_a.sub(center_b));
    let normal = pose_a.q.rotate(found.normal);
    let second = found.count.simd_gt(F::splat(simd, 1.5));
    let counts = found.count.whole();
    let [p, q] = &found.points;
    let gap = second.select(q.separation, zero);
    // Written row by row: a manifold put together elsewhere and then copied would wait for its parts to be written.
    let mut normals = [[0.0; 4]; LANES];
    lanes_to_rows(
        simd,
        [normal.x, normal.y, p.separation, gap],
        #[inline(always)]
        |lane, row| normals[lane] = row.into(),
    );
    let mut surfaces = [[0.0; 4]; LANES];
    lanes_to_rows(
        simd,
        surface,
        #[inline(always)]
        |lane, row| surfaces[lane] = row.into(),
    );
    let anchor_a = pose_a.q.rotate(p.point).add(from_a);
    let anchor_b = anchor_a.add(between);
    let mut first = [[0.0; 4]; LANES];
    lanes_to_rows(
        simd,
        [anchor_a.x, anchor_a.y, anchor_b.x, anchor_b.y],
        #[inline(always)]
        |lane, row| first[lane] = row.into(),
    );
    let anchor_a = pose_a.q.rotate(q.point).add(from_a);
    let anchor_b = anchor_a.add(between);
    let there = [anchor_a.x, anchor_a.y, anchor_b.x, anchor_b.y];
    let [x0, y0, x1, y1] = there;
    let there = [second.select(x0, zero), second.select(y0, zero), second.select(x1, zero), second.select(y1, zero)];
    let mut other = [[0.0; 4]; LANES];
    lanes_to_rows(
        simd,
        there,
        #[inline(always)]
        |lane, row| other[lane] = row.into(),
    );
    let ids = [ids_of(p), ids_of(q)];
    for (lane, &index) in list.iter().enumerate() {
        let manifold = &mut manifolds[usize::from(index)];
        manifold.normal = normals[lane];
        manifold.surface = surfaces[lane];
        manifold.anchors = [first[lane], other[lane]];
        manifold.radii = [ends[0].skins[lane].round[0], ends[1].skins[lane].round[0]];
        manifold.rows = [ends[0].rows[lane], ends[1].rows[lane]];
        manifold.ids = [FeatureId(ids[0][lane] as u32), FeatureId(ids[1][lane] as u32)];
        manifold.count = if ends[0].asleep[lane] || ends[1].asleep[lane] { 0 } else { counts[lane] as u32 };
    }
}

/// [`FeatureId::new`] on lanes. It is exact, since shapes on lanes have eight corners at most.
#[inline(always)]
fn ids_of<F: Floats>(point: &ManifoldPointx<F>) -> [i32; LANES] {
    let [a, b] = point.id;
    (a * 65_536.0 + b).whole()
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom_math::{LaneWidth, dispatch};
    use fearless_simd::{Simd, SimdBase, f32x16};

    fn ids<S: Simd>(simd: S, a: usize) -> [i32; LANES] {
        let number = f32x16::splat(simd, 0.0);
        let id = [f32x16::splat(simd, a as f32), f32x16::from_fn(simd, |lane| (lane % 8) as f32)];
        ids_of(&ManifoldPointx { point: Vec2x::new(number, number), separation: number, id })
    }

    #[test]
    fn ids_are_those_of_the_scalar_code() {
        for a in 0..8 {
            let found = dispatch!(LaneWidth::Auto.level(), simd => ids(simd, a));
            for (lane, found) in found.into_iter().enumerate() {
                assert_eq!(FeatureId(found as u32), FeatureId::new(a, lane % 8));
            }
        }
    }

    #[test]
    fn lanes_are_prepared_for_as_far_as_scalar_code() {
        let values = [0.0, 1e-6, 0.004, 0.005, 0.013, 0.02, 0.7, 1e3, f32::MAX, f32::INFINITY, f32::NAN];
        for least in [0.0, 0.005, f32::MAX] {
            let reach = Reach { base: 0.02, least, dt: 1.0 / 60.0, ccd: true };
            for (extent, closing) in values.into_iter().flat_map(|extent| values.map(|closing| (extent, closing))) {
                let wanted = reach.base_of(extent, closing);
                for width in [LaneWidth::One, LaneWidth::Four, LaneWidth::Eight, LaneWidth::Sixteen] {
                    let found = dispatch!(width.level(), simd => {
                        let [extent, closing] = [extent, closing].map(|x| f32x16::splat(simd, x));
                        base_reach_on_lanes(simd, reach, extent, closing).as_slice()[0]
                    });
                    assert_eq!(found.to_bits(), wanted.to_bits(), "{extent} {closing} {least} {width:?}");
                }
            }
        }
    }
}
