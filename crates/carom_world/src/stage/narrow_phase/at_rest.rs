//! Contacts at rest: their bodies hardly move against each other. Chunks of such contacts are cached for some steps
//! ([`carom_solver::ChunkColumns::keep`]).

use crate::def::WorldDef;
use crate::stage::narrow_phase::reach::Reach;
use crate::state::State;
use carom_parallel::{Each, Executor};
use carom_solver::{ChunkColumns, ContactPair};
use std::cmp::min;

/// A contact is at rest if its bodies move against each other by less than this part of the slop in a step.
const AT_REST: f32 = 0.05;

/// Each chunk is made anew at least every so many steps, not all in the same one.
const AT_LEAST: u64 = 8;

/// Greatest motion in a step of a body at rest [m].
pub(crate) fn at_rest_motion(def: &WorldDef) -> f32 {
    AT_REST * def.slop * def.length_unit
}

/// Decides which chunks may stay cached.
#[derive(Clone, Copy)]
pub(crate) struct AtRest<'a> {
    state: &'a State,
    /// The first so many contacts are those of the last step.
    unchanged: usize,
    /// Relative speed below which a contact is at rest [m/s].
    speed: f32,
}

impl<'a> AtRest<'a> {
    pub fn new(state: &'a State, unchanged: usize, reach: Reach, def: &WorldDef) -> Self {
        let speed = at_rest_motion(def) / reach.dt;
        // Hits that are hardly faster than this would be missed.
        let misses_hits = def.hit_event_speed * def.length_unit <= 2.0 * speed;
        Self { state, unchanged: if misses_hits { 0 } else { unchanged }, speed }
    }

    /// Caches those chunks of `size` contacts that can be; afterwards `cached` says which. `rows_of` gives the rows of
    /// a contact.
    pub fn cache_chunks(
        &self,
        tasks: &Executor,
        (contacts, size): (&[ContactPair], usize),
        chunks: ChunkColumns<'_>,
        cached: &mut Vec<bool>,
        rows_of: impl Fn(&ContactPair) -> [u32; 2] + Sync,
    ) {
        cached.clear();
        cached.resize(contacts.len().div_ceil(size), false);
        if self.unchanged == 0 || !chunks.any_cacheable() {
            return;
        }
        let all_contacts = contacts.len();
        let all = all_contacts <= self.unchanged;
        let columns = (contacts, Each(size, &mut cached[..]), chunks);
        tasks.blocks_with_tail(
            size,
            columns,
            |chunk| !self.may_cache(chunk, min(size * (chunk + 1), all_contacts)),
            |tail, first, (contacts, Each(_, cached), mut chunks)| {
                if chunks.can_cache(first, all) && self.are_at_rest(contacts) {
                    chunks.keep(tail, first, contacts, |contact| {
                        let rows = rows_of(contact);
                        (rows, self.state.bodies.dominance_flags(rows))
                    });
                    cached[0] = true;
                }
            },
        );
    }

    /// Whether chunk `number` may stay cached. Its contacts end before `end`, as they did in the last step.
    fn may_cache(&self, number: usize, end: usize) -> bool {
        end <= self.unchanged && !(self.state.steps + number as u64).is_multiple_of(AT_LEAST)
    }

    /// Whether all of these contacts are at rest.
    fn are_at_rest(&self, contacts: &[ContactPair]) -> bool {
        contacts.iter().all(|contact| self.is_at_rest(contact))
    }

    #[inline(always)]
    fn is_at_rest(&self, contact: &ContactPair) -> bool {
        let State { bodies, proxies, .. } = self.state;
        let [a, b] = [contact.a, contact.b].map(|id| proxies.rows[id as usize] as usize);
        let (va, vb) = (&bodies.states[a], &bodies.states[b]);
        let (ma, mb) = (&bodies.motions[a], &bodies.motions[b]);
        let turning = ma.max_extent * va.w().abs() + mb.max_extent * vb.w().abs();
        let steady = (a >= bodies.active || ma.steady) && (b >= bodies.active || mb.steady);
        steady && (vb.v() - va.v()).length() + turning < self.speed
    }
}
