//! Stage 3, its first part: manifolds of the contacts of a chunk. There is one flat list for each route through the
//! lanes, and all are recomputed.

use crate::stage::narrow_phase::collide_lanes::manifolds_on_lanes;
use crate::stage::narrow_phase::reach::Reach;
use crate::state::{State, flag};
use carom_math::{dispatch, max, natively};
use carom_narrowphase::{Form, Route, collide};
use carom_solver::{CHUNK, ContactManifold, ContactPair, PreparedPoint};
use fearless_simd::{Level, Simd};

/// Collides the contacts of a chunk. With `scalar`, it takes the code that the lanes are measured against. Nothing
/// touches bodies that still sleep ([`super::wake_touched`]).
pub(crate) fn collide_chunk(
    (level, scalar): (Level, bool),
    state: &State,
    contacts: &[ContactPair],
    manifolds: &mut [ContactManifold],
    reach: Reach,
) {
    for (route, list) in ByRoute::new(state, contacts).lists() {
        match route.filter(|_| !scalar) {
            Some(route) => {
                dispatch!(level, simd => on_lanes(simd, state, route, (list, contacts), manifolds, reach));
            }
            None => {
                for &index in list {
                    let contact = &contacts[usize::from(index)];
                    let sides = [contact.a, contact.b];
                    let asleep = sides.iter().any(|&id| state.proxies.flags[id as usize] & flag::ASLEEP != 0);
                    manifolds[usize::from(index)] =
                        if asleep { ContactManifold::default() } else { manifold_of(state, sides, reach) };
                }
            }
        }
    }
}

/// [`manifolds_on_lanes`], with as many lanes as fill a register.
#[inline(always)]
fn on_lanes<S: Simd>(
    simd: S,
    state: &State,
    route: Route,
    list: (&[u16], &[ContactPair]),
    manifolds: &mut [ContactManifold],
    reach: Reach,
) {
    natively!(S, manifolds_on_lanes(simd, state, route, list, manifolds, reach));
}

/// The contacts of a chunk in one list for each route, and the last one for scalar code. Contacts that touched in the
/// last step come first, then the others. A register of these is finished as soon as all are known to be still apart.
pub(crate) struct ByRoute {
    order: [u16; CHUNK],
    ends: [u16; PARTS],
}

/// Contacts are counted in this many runs side by side. A count that was just written stalls the next read, and most
/// contacts in a row take the same route.
const RUNS: usize = 4;

/// The two parts of each list.
const PARTS: usize = 2 * (Route::COUNT + 1);

const _: () = assert!(PARTS <= u8::MAX as usize, "the number of a part fits into a byte");
const _: () = assert!(CHUNK <= u16::MAX as usize, "a contact of a tile, and how many they are, is a u16");

/// First part of the list of each pair of forms: that of its route, or the last one for scalar code.
const PART_OF: [[u8; Form::COUNT]; Form::COUNT] = {
    let mut table = [[0; Form::COUNT]; Form::COUNT];
    let mut pair = 0;
    while pair < Form::COUNT * Form::COUNT {
        let (a, b) = (pair / Form::COUNT, pair % Form::COUNT);
        table[a][b] = match Route::of(Form::ALL[a], Form::ALL[b]) {
            Some(route) => 2 * route.number() as u8,
            None => 2 * Route::COUNT as u8,
        };
        pair += 1;
    }
    table
};

impl ByRoute {
    pub(crate) fn new(state: &State, contacts: &[ContactPair]) -> Self {
        let forms = &state.proxies.outlines.forms;
        let mut parts = [0_u8; CHUNK];
        let mut next = [[0_u16; PARTS]; RUNS];
        let run = contacts.len().div_ceil(RUNS);
        for k in 0..run {
            for (number, next) in next.iter_mut().enumerate() {
                let index = number * run + k;
                let Some(contact) = contacts.get(index) else { continue };
                let first = PART_OF[forms[contact.a as usize] as usize][forms[contact.b as usize] as usize];
                let part = first + u8::from(!contact.has_points());
                parts[index] = part;
                next[usize::from(part)] += 1;
            }
        }
        let (mut first, mut ends) = (0, [0; PARTS]);
        for (part, end) in ends.iter_mut().enumerate() {
            for next in &mut next {
                first += std::mem::replace(&mut next[part], first);
            }
            *end = first;
        }
        let mut order = [0; CHUNK];
        for k in 0..run {
            for (number, next) in next.iter_mut().enumerate() {
                let index = number * run + k;
                if index < contacts.len() {
                    let next = &mut next[usize::from(parts[index])];
                    order[usize::from(*next)] = index as u16;
                    *next += 1;
                }
            }
        }
        Self { order, ends }
    }

    /// Each list that is not empty, with its route.
    pub(crate) fn lists(&self) -> impl Iterator<Item = (Option<Route>, &[u16])> {
        let mut first = 0;
        self.ends.chunks_exact(2).enumerate().filter_map(move |(number, ends)| {
            let end = ends[1];
            let list = &self.order[usize::from(first)..usize::from(end)];
            first = end;
            (!list.is_empty()).then_some((Route::numbered(number), list))
        })
    }
}

/// Contact manifold of two proxies, in the world. The scalar code.
pub(crate) fn manifold_of(state: &State, [a, b]: [u32; 2], reach: Reach) -> ContactManifold {
    let (ia, ib) = (a as usize, b as usize);
    let rows = [state.proxies.rows[ia], state.proxies.rows[ib]];
    let [row_a, row_b] = rows.map(|row| row as usize);
    let (pose_a, pose_b) = (state.bodies.poses[row_a], state.bodies.poses[row_b]);
    let (piece_a, piece_b) = (&state.proxies.list[ia].piece, &state.proxies.list[ib].piece);
    let manifold = collide(piece_a, piece_b, pose_a.inv_mul(pose_b), reach.of(&state.bodies, row_a, row_b));
    if manifold.count == 0 {
        return ContactManifold::apart(rows);
    }
    let surface = state.proxies.outlines.mix(a, b);
    let radii = [piece_a.radius(), piece_b.radius()];
    let rolling =
        if surface.rolling_resistance > 0.0 { surface.rolling_resistance * max(radii[0], radii[1]) } else { 0.0 };
    // The manifold in a's frame becomes anchors from the centres of mass in the world's axes.
    let centers = [state.bodies.masses[row_a].center, state.bodies.masses[row_b].center];
    let (from_a, between) = (pose_a.p - centers[0], centers[0] - centers[1]);
    let points = manifold.points.map(|point| {
        let anchor_a = pose_a.q.rotate(point.point) + from_a;
        PreparedPoint { anchor_a, anchor_b: anchor_a + between, separation: point.separation, id: point.id }
    });
    let surface = [surface.friction, surface.restitution, rolling, surface.surface_speed];
    ContactManifold::new(rows, pose_a.q.rotate(manifold.normal), surface, radii, &points[..manifold.points().len()])
}
