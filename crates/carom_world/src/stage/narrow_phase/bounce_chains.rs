//! Chains of bouncing bodies that are hit at one end, such as Newton's cradle. Solved all at once, the bodies behind
//! the first one share its momentum; in truth the impact goes on from pair to pair (pairwise propagation of impacts:
//! B. Smith et al., Reflections on simultaneous impact, 2012). So continuous collision bounces a whole chain, however
//! slow it is.

use crate::def::WorldDef;
use crate::stage::narrow_phase::bounce_chain::BounceChain;
use crate::state::{Bodies, Bounce, State};
use crate::step_scratch::StepScratch;

/// Movable bodies of a chain, at least.
const MOVABLE: usize = 2;

/// Marks the bodies of each chain of bouncing bodies in which two close in faster than the restitution threshold, or
/// one moves along a wall as fast.
#[cfg_attr(feature = "profiling", profiling::function)]
pub(crate) fn mark_bounce_chains(state: &mut State, scratch: &mut StepScratch, def: &WorldDef) {
    let StepScratch { chain_rows, chains, islands, .. } = scratch;
    chain_rows.clear();
    let bodies = &mut state.bodies;
    let bouncy = |row: usize| bodies.motions[row].bounce.is_bouncy() && bodies.motions[row].continuous;
    if !def.continuous || (0..bodies.awake).filter(|&row| bouncy(row)).take(MOVABLE).count() < MOVABLE {
        return;
    }
    let fast = def.restitution_threshold * def.length_unit;
    islands.reset(bodies.awake);
    chains.clear();
    chains.resize(bodies.awake, BounceChain::ONE);
    for contact in &state.contacts {
        let mut rows = [contact.a, contact.b].map(|id| state.proxies.rows[id as usize]);
        rows.sort_unstable();
        // Awake rows come first.
        let [a, b] = rows.map(|row| row as usize);
        if a >= bodies.awake || !bouncy(a) {
            continue;
        }
        let away = bodies.states[b].v() - bodies.states[a].v();
        let mut root = islands.root(rows[0]);
        let mut chain = chains[root as usize];
        if b >= bodies.awake {
            // A wall is in the chains of all that touch it, joins none, and is hit from anywhere.
            chain.at_wall |= bodies.min_extents[b] == f32::MAX;
            chain.is_hit |= away.length() > fast;
        } else if bouncy(b) {
            let other = islands.root(rows[1]);
            if other != root {
                chain = chain.with(chains[other as usize]);
                islands.link(root, other);
                root = islands.root(root);
            }
            // Two bodies are hit along the line of their centres.
            let between = bodies.masses[b].center - bodies.masses[a].center;
            chain.is_hit |= -away.dot(between) > fast * between.length();
        }
        chains[root as usize] = chain;
    }
    for row in 0..bodies.awake as u32 {
        if chains[islands.root(row) as usize].passes_impacts() {
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
