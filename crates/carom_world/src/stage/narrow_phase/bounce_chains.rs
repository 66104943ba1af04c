//! Chains of bouncing bodies that are hit at one end, such as Newton's cradle. Solved all at once, the bodies behind
//! the first one share its momentum; in truth the impact goes on from pair to pair (pairwise propagation of impacts:
//! B. Smith et al., Reflections on simultaneous impact, 2012). So continuous collision bounces a whole chain, however
//! slow it is.

use crate::def::WorldDef;
use crate::state::{Bodies, Bounce, State};
use crate::step_scratch::StepScratch;

/// Bodies of a chain, at least: a pair alone is bounced by its contact.
const LEAST: u32 = 3;

/// Marks the bodies of each chain of bouncing bodies in which two close in faster than the restitution threshold.
#[cfg_attr(feature = "profiling", profiling::function)]
pub(crate) fn mark_bounce_chains(state: &mut State, scratch: &mut StepScratch, def: &WorldDef) {
    let StepScratch { chain_rows, chain_sizes, islands, .. } = scratch;
    chain_rows.clear();
    let bodies = &mut state.bodies;
    let bouncy = |row: usize| bodies.motions[row].bounce != Bounce::No && bodies.motions[row].continuous;
    if !def.continuous || (0..bodies.awake).filter(|&row| bouncy(row)).take(LEAST as usize).count() < LEAST as usize {
        return;
    }
    let fast = def.restitution_threshold * def.length_unit;
    islands.reset(bodies.awake);
    chain_sizes.clear();
    chain_sizes.resize(bodies.awake, (1, false));
    for contact in &state.contacts {
        let rows = [contact.a, contact.b].map(|id| state.proxies.rows[id as usize]);
        let [a, b] = rows.map(|row| row as usize);
        if a >= bodies.awake || b >= bodies.awake || !bouncy(a) || !bouncy(b) {
            continue;
        }
        let is_hit = (bodies.states[b].v() - bodies.states[a].v()).length() > fast;
        let [one, other] = rows.map(|row| islands.root(row));
        if one != other {
            let (sizes, hit) = (chain_sizes[one as usize], chain_sizes[other as usize]);
            islands.link(one, other);
            chain_sizes[islands.root(one) as usize] = (sizes.0 + hit.0, sizes.1 || hit.1);
        }
        chain_sizes[islands.root(one) as usize].1 |= is_hit;
    }
    for row in 0..bodies.awake as u32 {
        let (size, is_hit) = chain_sizes[islands.root(row) as usize];
        if is_hit && size >= LEAST {
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
