//! Contacts whose impulses are summed up over a step: those that hit, or all of them. A contact remembers only what its
//! last substep applied, which warm starts the next one.
//!
//! In a substep, warm start applies what is accumulated, and solve and relax change it: so what it applied is what is
//! accumulated after relax. The sum of that over the substeps, with restitution's change in the last, is the impulse of
//! the step.

use crate::Touch;
use crate::contact_block::{ContactBlock, ContactCold};
use crate::rows::Shared;
use carom_math::LANES;

/// Which contacts are watched.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Watch {
    /// Those at which a point that did not push yet closes in faster than this [m/s].
    pub hit_speed: f32,
    /// All that touch.
    pub all: bool,
}

impl Default for Watch {
    /// None.
    fn default() -> Self {
        Self { hit_speed: f32::INFINITY, all: false }
    }
}

/// A contact that is watched.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Watched {
    /// Its index among the contacts.
    pub contact: u32,
    /// Where it touched.
    pub touch: Touch,
    /// A bit for each point that closed in faster than the hit speed.
    pub hits: u8,
    /// How fast the points closed in at the beginning of the step [m/s].
    pub closing: [f32; 2],
    /// Impulses of the points over the step, along the normal and along the tangent [N s].
    pub normal_impulse: [f32; 2],
    /// See `normal_impulse`.
    pub tangent_impulse: [f32; 2],
    /// Its lane, counted over the blocks that it is among.
    pub(crate) lane: u32,
}

/// Lists the lanes of `blocks` that are to be watched; `contact_of` tells the contact in a lane.
pub(crate) fn list_watched<'a>(
    list: &mut Shared<Watched>,
    (blocks, cold): (&[ContactBlock], &[ContactCold]),
    all: bool,
    contact_of: impl Fn(usize) -> Option<(u32, &'a Touch)>,
) {
    list.cells().clear();
    for (number, (block, cold)) in blocks.iter().zip(cold).enumerate() {
        let mut lanes = if all { (1 << LANES) - 1 } else { block.hits[0] | block.hits[1] };
        while lanes != 0 {
            let lane = lanes.trailing_zeros() as usize;
            lanes &= lanes - 1;
            let Some((contact, &touch)) = contact_of(number * LANES + lane) else { continue };
            let hit = |k: usize| (block.hits[k] >> lane & 1) as u8;
            list.push(Watched {
                contact,
                touch,
                hits: hit(0) | hit(1) << 1,
                closing: cold.approach.map(|approach| -approach.0[lane]),
                lane: (number * LANES + lane) as u32,
                ..Watched::default()
            });
        }
    }
}

/// Adds what the substep applied.
pub(crate) fn add_watched(list: &mut [Watched], blocks: &[ContactBlock]) {
    for watched in list {
        let (block, lane) = (&blocks[watched.lane as usize / LANES], watched.lane as usize % LANES);
        for (k, point) in block.points.iter().enumerate() {
            watched.normal_impulse[k] += point.normal_impulse.0[lane];
            watched.tangent_impulse[k] += point.tangent_impulse.0[lane];
        }
    }
}
