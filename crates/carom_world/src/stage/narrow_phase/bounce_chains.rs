//! Chains of bouncing bodies that are hit at one end, such as Newton's cradle. Solved all at once, the bodies behind
//! the first one share its momentum; in truth the impact goes on from pair to pair (pairwise propagation of impacts:
//! B. Smith et al., Reflections on simultaneous impact, 2012). So continuous collision bounces a whole chain, however
//! slow it is.

use crate::def::WorldDef;
use crate::state::{Bodies, Bounce, State};
use crate::step_scratch::StepScratch;

/// Bodies of a chain, at least, walls included: a pair alone is bounced by its contact.
const LEAST: u32 = 3;

/// Bodies of a chain, at most. A heap is left to its contacts.
const MOST: u32 = 32;

/// Movable ones among them, at least.
const MOVABLE: usize = 2;

/// Marks the bodies of each chain of bouncing bodies in which two close in faster than the restitution threshold, or
/// one moves along a wall as fast.
#[cfg_attr(feature = "profiling", profiling::function)]
pub(crate) fn mark_bounce_chains(state: &mut State, scratch: &mut StepScratch, def: &WorldDef) {
    let StepScratch { chain_rows, chain_sizes, islands, .. } = scratch;
    chain_rows.clear();
    let bodies = &mut state.bodies;
    let bouncy = |row: usize| bodies.motions[row].bounce != Bounce::No && bodies.motions[row].continuous;
    if !def.continuous || (0..bodies.awake).filter(|&row| bouncy(row)).take(MOVABLE).count() < MOVABLE {
        return;
    }
    let fast = def.restitution_threshold * def.length_unit;
    islands.reset(bodies.awake);
    chain_sizes.clear();
    chain_sizes.resize(bodies.awake, (1, false));
    for contact in &state.contacts {
        let mut rows = [contact.a, contact.b].map(|id| state.proxies.rows[id as usize]);
        rows.sort_unstable();
        // Awake rows come first.
        let [a, b] = rows.map(|row| row as usize);
        if a >= bodies.awake || !bouncy(a) {
            continue;
        }
        // Two bodies are hit along the line of their centres, a wall from anywhere.
        let between = bodies.masses[b].center - bodies.masses[a].center;
        let away = bodies.states[b].v() - bodies.states[a].v();
        let is_hit = if b < bodies.awake { -away.dot(between) > fast * between.length() } else { away.length() > fast };
        let mut root = islands.root(rows[0]);
        let mut size = chain_sizes[root as usize];
        if b >= bodies.awake {
            // A wall is in the chains of all that touch it, and joins none.
            size.0 += u32::from(bodies.min_extents[b] == f32::MAX);
        } else if bouncy(b) {
            let other = islands.root(rows[1]);
            if other != root {
                let (more, hit) = chain_sizes[other as usize];
                size = (size.0 + more, size.1 || hit);
                islands.link(root, other);
                root = islands.root(root);
            }
        } else {
            continue;
        }
        chain_sizes[root as usize] = (size.0, size.1 || is_hit);
    }
    for row in 0..bodies.awake as u32 {
        let (size, is_hit) = chain_sizes[islands.root(row) as usize];
        if is_hit && (LEAST..=MOST).contains(&size) {
            bodies.motions[row as usize].bounce = Bounce::InAChain;
            chain_rows.push(row);
        }
    }
}

/// Takes the marks back at the end of the step.
pub(crate) fn unmark_bounce_chains(bodies: &mut Bodies, scratch: &StepScratch) {
    for &row in &scratch.chain_rows {
        bodies.motions[row as usize].bounce = Bounce::Bouncy;
    }
}
