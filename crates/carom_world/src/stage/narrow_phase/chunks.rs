//! Stage 3, narrow phase, chunk by chunk: contact manifolds, the impulses that they carry over (warm starting), and the
//! solver's blocks of contacts with a color. Cached chunks come first. A chunk's results are used while they are in a
//! core's cache.

use crate::def::WorldDef;
use crate::stage::narrow_phase::assemblies::Assemblies;
use crate::stage::narrow_phase::at_rest::AtRest;
use crate::stage::narrow_phase::carry::{Carrier, Picked, carry_chunk};
use crate::stage::narrow_phase::collide::collide_chunk;
use crate::stage::narrow_phase::embedded::EmbeddedRows;
use crate::stage::narrow_phase::first_touch::FirstTouch;
use crate::stage::narrow_phase::internal_edges::InternalEdges;
use crate::stage::narrow_phase::one_way::pass_one_way;
use crate::stage::narrow_phase::pressed::DEEP;
use crate::stage::narrow_phase::reach::Reach;
use crate::state::{NONE, State};
use crate::step_scratch::{StepScratch, lists};
use carom_parallel::{Each, Executor};
use carom_solver::{CHUNK, ContactManifold, ContactPair, chunk_size, make_room};

pub(crate) use crate::stage::broad_phase::shapes::FEW_PICKED;

/// Contacts in a part of a chunk, for threads that have no other chunk to begin.
const PART: usize = 256;

/// Collides all contacts and carries their impulses over. If there are one-way shapes, contacts that they let through
/// are dropped in between.
#[cfg_attr(feature = "profiling", profiling::function)]
pub(crate) fn collide_contacts(tasks: &Executor, state: &mut State, scratch: &mut StepScratch, def: &WorldDef) {
    let reach = Reach::new(def);
    let machine = (scratch.level, scratch.scalar);
    let size = chunk_size(state.contacts.len());
    let one_way = state.proxies.one_way_count > 0;
    if one_way {
        make_room(&mut scratch.manifolds, state.contacts.len());
        scratch.manifolds.resize(state.contacts.len(), ContactManifold::default());
        tasks.blocks(size, (&mut scratch.manifolds[..], &state.contacts[..]), |_, (manifolds, contacts)| {
            collide_chunk(machine, state, contacts, manifolds, reach);
        });
    }
    pass_one_way(tasks, state, scratch, def);
    state.embedded_rows(&mut scratch.embedded_rows);
    // A chunk needs no contacts but its own.
    let mut contacts = std::mem::take(&mut state.contacts);
    let unchanged = if one_way { 0 } else { state.unchanged };
    state.unchanged = usize::MAX;
    let StepScratch { picked, pressed, late, embedded, cached, manifolds: known, chunk_manifolds, .. } = scratch;
    let StepScratch { embedded_rows, fresh, broad_phase, solver, .. } = scratch;
    let others = &*state;
    let (bodies, proxies) = (&others.bodies, &others.proxies);
    let internal_edges = InternalEdges { proxies, bodies, all: broad_phase, slop: def.slop_length(), dt: reach.dt };
    let at_rest = AtRest::new(others, unchanged, reach, def);
    let rows_of = |contact: &ContactPair| [contact.a, contact.b].map(|id| proxies.rows[id as usize]);
    let (first_touch, shallow) = (FirstTouch::new(def), -DEEP * bodies.least_min_extent);
    let embedded_rows = EmbeddedRows {
        bodies,
        assemblies: Assemblies::new(&others.joints, bodies),
        rows: embedded_rows,
        fresh,
        slop: def.slop_length(),
        push_speed: def.contact_push_speed * def.length_unit,
    };
    let carrier = Carrier { state: others, internal_edges, first_touch, embedded_rows, reach, shallow };
    let toggled = lists(picked, contacts.len(), size);
    let pressed = lists(pressed, contacts.len(), size);
    let late = lists(late, contacts.len(), size);
    let embedded = lists(embedded, contacts.len(), size);
    late.iter_mut().for_each(|list| list.reserve(FEW_PICKED));
    toggled.iter_mut().chain(&mut *pressed).for_each(|list| list.reserve(FEW_PICKED));
    chunk_manifolds.keep(tasks.width().min(toggled.len()), room_of_a_chunk);
    let number_of = |row: usize| Some(bodies.motions[row].proxy).filter(|&number| number != NONE);
    solver.assign_regions(tasks, &contacts, (bodies.awake, bodies.states.len()), number_of);
    let mut chunks = solver.open(contacts.len(), bodies.moves, &bodies.masses, &bodies.states);
    at_rest.cache_chunks(tasks, (&contacts, size), chunks.reborrow(), cached, rows_of);
    let is_cached = |chunk: usize| cached[chunk];
    let columns =
        (&mut contacts[..], Each(size, toggled), Each(size, pressed), Each(size, late), Each(size, embedded), chunks);
    tasks.blocks_with_tail(
        size,
        columns,
        is_cached,
        |tail, first, (contacts, Each(_, toggled), Each(_, pressed), Each(_, late), Each(_, embedded), mut chunks)| {
            chunk_manifolds.lend(room_of_a_chunk, |manifolds| {
                let manifolds = &mut manifolds[..contacts.len()];
                if one_way {
                    manifolds.copy_from_slice(&known[first..][..contacts.len()]);
                } else {
                    tail.parts(PART, (&mut *manifolds, &*contacts), |_, (manifolds, contacts)| {
                        collide_chunk(machine, others, contacts, manifolds, reach);
                    });
                }
                let picked = Picked {
                    toggled: &mut toggled[0],
                    pressed: &mut pressed[0],
                    late: &mut late[0],
                    embedded: &mut embedded[0],
                };
                let quiet = carry_chunk(&carrier, first, contacts, manifolds, picked) && !one_way;
                chunks.fill(tail, first, contacts, manifolds, quiet);
            });
        },
    );
    state.contacts = contacts;
}

fn room_of_a_chunk() -> Vec<ContactManifold> {
    vec![ContactManifold::default(); CHUNK]
}
