//! Stage 3 on lanes: contacts of one kind of pair side by side, as many as fill a register of the machine. The lane twin of [`super::collide::touch_of`], with its
//! order of operations; a lane gives the same bits.

use super::collide::{FAST_REACH, Reach, SMALL_REACH};
use crate::state::{Skin, State};
use carom_math::{LANES, Lanes, Posex, Vec2x, Wide, lanes_to_rows, least, most, rows_to_lanes};
use carom_narrowphase::{ContactPointx, Manifoldx, Quad, Route, Sidex, collide_wide};
use carom_shapes::FeatureId;
use carom_solver::{Contact, Touch, fetch};
use fearless_simd::{Select, SimdMask};

/// Collides the contacts in a list, as many at a time as `F` has lanes.
#[inline(always)]
pub(super) fn touches_on_lanes<F: Wide>(
    simd: F::Level,
    state: &State,
    route: Route,
    (list, contacts): (&[u16], &[Contact]),
    touches: &mut [Touch],
    reach: Reach,
) {
    let quads = route.quads();
    let (all, is_large) = (list, state.proxies.list.len() > IN_CACHE);
    for (number, list) in all.chunks(F::LEN).enumerate() {
        if is_large {
            let next = all.iter().skip((number + 1) * F::LEN).take(F::LEN);
            next.for_each(|&index| fetch_ends(state, quads, &contacts[usize::from(index)]));
        }
        // Lanes too many do the last contact again.
        let mut indices = [list[list.len() - 1]; LANES];
        indices[..list.len()].copy_from_slice(list);
        let indices = &indices[..F::LEN];
        // Loops, not `map`, which is not inlined for sure.
        let (mut a, mut b) = ([0; LANES], [0; LANES]);
        for (lane, &index) in indices.iter().enumerate() {
            let contact = &contacts[usize::from(index)];
            (a[lane], b[lane]) = (contact.a, contact.b);
        }
        let ends = [Ends::gather(state, a, F::LEN), Ends::gather(state, b, F::LEN)];
        let poses = [ends[0].poses(simd, state), ends[1].poses(simd, state)];
        let b_in_a = poses[1].seen_from(poses[0]);
        let pieces = [ends[0].pieces(simd, state, quads[0]), ends[1].pieces(simd, state, quads[1])];
        let reach: F = reach_of(simd, state, &ends, reach);
        let manifold = collide_wide(simd, route, &pieces[0], &pieces[1], b_in_a, reach);
        if !manifold.count.simd_gt(F::splat(simd, 0.0)).any_true() {
            for (lane, &index) in indices.iter().enumerate() {
                let touch = &mut touches[usize::from(index)];
                (touch.rows, touch.count) = ([ends[0].rows[lane], ends[1].rows[lane]], 0);
            }
            continue;
        }
        let radius = most(pieces[0].radius, pieces[1].radius);
        store(simd, state, &ends, &poses[0], radius, &manifold, (indices, touches));
    }
}

/// With more proxies than these, what the lanes read of them and of their bodies does not fit into a core's second cache,
/// so it is asked for a register of contacts ahead.
const IN_CACHE: usize = 16_384;

/// Asks for what will be read of a contact's two sides.
#[inline(always)]
fn fetch_ends(state: &State, quads: [usize; 2], contact: &Contact) {
    let State { bodies, proxies, .. } = state;
    for (id, quads) in [contact.a, contact.b].into_iter().zip(quads) {
        let (id, row) = (id as usize, proxies.rows[id as usize] as usize);
        fetch(&proxies.outlines.skins[id]);
        fetch(&bodies.poses[row]);
        fetch(&bodies.states[row]);
        fetch(&bodies.masses[row]);
        if quads > 0 {
            fetch(&proxies.outlines.quads[id]);
        }
    }
}

/// One side of pairs side by side.
struct Ends<'a> {
    ids: [u32; LANES],
    skins: [&'a Skin; LANES],
    rows: [u32; LANES],
    extents: Lanes,
    asleep: [bool; LANES],
}

impl<'a> Ends<'a> {
    #[inline(always)]
    fn gather(state: &'a State, ids: [u32; LANES], lanes: usize) -> Self {
        let (mut rows, mut extents, mut asleep) = ([0; LANES], [0.0; LANES], [false; LANES]);
        let mut skins = [&state.proxies.outlines.skins[ids[0] as usize]; LANES];
        for lane in 0..lanes {
            let id = ids[lane] as usize;
            rows[lane] = state.proxies.rows[id];
            extents[lane] = state.bodies.extents[rows[lane] as usize];
            // What is dynamic and not among the rows that move sleeps.
            asleep[lane] = rows[lane] as usize >= state.bodies.active && extents[lane] != f32::MAX;
            skins[lane] = &state.proxies.outlines.skins[id];
        }
        Self { ids, skins, rows, extents: Lanes(extents), asleep }
    }

    #[inline(always)]
    fn poses<F: Wide>(&self, simd: F::Level, state: &State) -> Posex<F> {
        Posex::gather(simd, |lane| state.bodies.poses[self.rows[lane] as usize])
    }

    #[inline(always)]
    fn pieces<F: Wide>(&self, simd: F::Level, state: &'a State, quads: usize) -> Sidex<'a, F> {
        let outlines = &state.proxies.outlines;
        let [radius, count, width, height] = rows_to_lanes(simd, |lane| self.skins[lane].round);
        let mut corners = [[Quad::EMPTY; LANES]; 2];
        let mut places = [&self.skins[0].place; LANES];
        for lane in 0..F::LEN {
            if quads > 0 {
                corners[0][lane] = &outlines.quads[self.ids[lane] as usize];
            }
            if quads > 1 {
                corners[1][lane] = outlines.more(self.ids[lane]);
            }
            places[lane] = &self.skins[lane].place;
        }
        Sidex { quads: corners, radius, count, half: Vec2x::new(width, height), places }
    }

    /// Friction, restitution, rolling resistance, surface speed.
    #[inline(always)]
    fn surfaces<F: Wide>(&self, simd: F::Level) -> [F; 4] {
        rows_to_lanes(simd, |lane| self.skins[lane].surface)
    }

    #[inline(always)]
    fn centers<F: Wide>(&self, simd: F::Level, state: &State) -> Vec2x<F> {
        let masses = &state.bodies.masses;
        let [x, y, _, _] = rows_to_lanes(simd, |lane| masses[self.rows[lane] as usize].row());
        Vec2x::new(x, y)
    }

    #[inline(always)]
    fn velocities<F: Wide>(&self, simd: F::Level, state: &State) -> Vec2x<F> {
        let states = &state.bodies.states;
        let [x, y, _, _] = rows_to_lanes(simd, |lane| states[self.rows[lane] as usize].velocity_row());
        Vec2x::new(x, y)
    }
}

/// Lane by lane [`Reach::of`].
#[inline(always)]
fn reach_of<F: Wide>(simd: F::Level, state: &State, ends: &[Ends<'_>; 2], reach: Reach) -> F {
    let without = F::splat(simd, f32::MAX);
    let relative: Vec2x<F> = ends[1].velocities(simd, state).sub(ends[0].velocities(simd, state));
    let way = relative.dot(relative).sqrt() * reach.dt;
    let (a, b) = (F::load(simd, &ends[0].extents, 0), F::load(simd, &ends[1].extents, 0));
    let extent = least(a, b);
    let early = early_by_wide(simd, way, extent);
    let base = base_reach_wide(simd, reach, extent);
    (a.simd_eq(without) | b.simd_eq(without)).select(base, base + early)
}

/// Lane by lane the reach of bodies of these least extents that are slow [m].
#[inline(always)]
pub(super) fn base_reach_wide<F: Wide>(simd: F::Level, reach: Reach, extent: F) -> F {
    let small = most(extent * SMALL_REACH, F::splat(simd, reach.least));
    least(F::splat(simd, reach.base), small)
}

/// Lane by lane [`super::collide::early_by`].
#[inline(always)]
pub(super) fn early_by_wide<F: Wide>(simd: F::Level, way: F, extent: F) -> F {
    most(F::splat(simd, 0.0), least(way - extent, extent * FAST_REACH))
}

/// Turns the manifolds to touches.
#[inline(always)]
fn store<F: Wide>(
    simd: F::Level,
    state: &State,
    ends: &[Ends<'_>; 2],
    pose_a: &Posex<F>,
    radius: F,
    manifold: &Manifoldx<F>,
    (list, touches): (&[u16], &mut [Touch]),
) {
    let zero = F::splat(simd, 0.0);
    let (sa, sb): ([F; 4], [F; 4]) = (ends[0].surfaces(simd), ends[1].surfaces(simd));
    let resistance = most(sa[2], sb[2]);
    let rolling = resistance.simd_gt(zero).select(resistance * radius, zero);
    let surface = [(sa[0] * sb[0]).sqrt(), most(sa[1], sb[1]), rolling, sa[3] + sb[3]];
    let (center_a, center_b): (Vec2x<F>, Vec2x<F>) = (ends[0].centers(simd, state), ends[1].centers(simd, state));
    let (from_a, between) = (pose_a.p.sub(center_a), center_a.sub(center_b));
    let normal = pose_a.q.rotate(manifold.normal);
    let second = manifold.count.simd_gt(F::splat(simd, 1.5));
    let counts = manifold.count.whole();
    let [p, q] = &manifold.points;
    let gap = second.select(q.separation, zero);
    // Row by row: a touch that was put together elsewhere and then copied would wait for its parts to be written.
    let mut normals = [[0.0; 4]; LANES];
    lanes_to_rows(simd, [normal.x, normal.y, p.separation, gap], |lane, row| normals[lane] = row.into());
    let mut surfaces = [[0.0; 4]; LANES];
    lanes_to_rows(simd, surface, |lane, row| surfaces[lane] = row.into());
    let anchor_a = pose_a.q.rotate(p.point).add(from_a);
    let anchor_b = anchor_a.add(between);
    let mut first = [[0.0; 4]; LANES];
    lanes_to_rows(simd, [anchor_a.x, anchor_a.y, anchor_b.x, anchor_b.y], |lane, row| first[lane] = row.into());
    let anchor_a = pose_a.q.rotate(q.point).add(from_a);
    let anchor_b = anchor_a.add(between);
    let there = [anchor_a.x, anchor_a.y, anchor_b.x, anchor_b.y];
    let [x0, y0, x1, y1] = there;
    let there = [second.select(x0, zero), second.select(y0, zero), second.select(x1, zero), second.select(y1, zero)];
    let mut other = [[0.0; 4]; LANES];
    lanes_to_rows(simd, there, |lane, row| other[lane] = row.into());
    let ids = [ids_of(p), ids_of(q)];
    for (lane, &index) in list.iter().enumerate() {
        let touch = &mut touches[usize::from(index)];
        touch.normal = normals[lane];
        touch.surface = surfaces[lane];
        touch.anchors = [first[lane], other[lane]];
        touch.radii = [ends[0].skins[lane].round[0], ends[1].skins[lane].round[0]];
        touch.rows = [ends[0].rows[lane], ends[1].rows[lane]];
        touch.ids = [FeatureId(ids[0][lane]), FeatureId(ids[1][lane])];
        touch.count = if ends[0].asleep[lane] || ends[1].asleep[lane] { 0 } else { counts[lane] };
    }
}

/// Lane by lane [`FeatureId::new`].
#[inline(always)]
fn ids_of<F: Wide>(point: &ContactPointx<F>) -> [u32; LANES] {
    let [a, b] = point.id;
    (a * 65_536.0 + b).whole()
}
