//! [`State`]: everything that outlives a step, except for the manifolds of contacts at rest, which the solver's blocks
//! hold (`carom_solver::CachedChunk`). A snapshot stores exactly both. The state hash covers this, without data that
//! only changes speed (rows, numbers of islands).

mod areas;
mod bodies;
mod columns;
mod couplings;
mod cycles;
mod dominance;
mod embedded;
mod hash;
mod ignored;
mod joints;
mod outlines;
mod proxies;
pub(crate) mod proxy;
mod proxy_ids;
mod proxy_kinds;
mod shapes;
mod sleeping_islands;
mod stopped;
mod supports;
mod through;
mod tied;
mod validate;
#[cfg(test)]
mod validate_tests;
mod wake;

pub(crate) use crate::state::areas::{Area, Areas};
pub(crate) use crate::state::bodies::{BOUNCY, Bodies, BodySet, Bounce, Forces, Motion, Slot, Start};
pub(crate) use crate::state::cycles::invert;
pub(crate) use crate::state::ignored::Ignored;
pub(crate) use crate::state::joints::{JointRow, Joints};
pub(crate) use crate::state::outlines::{Outlines, Skin};
pub(crate) use crate::state::proxies::Proxies;
pub(crate) use crate::state::proxy::{NONE, Proxy, flag};
pub(crate) use crate::state::sleeping_islands::{SleepingIsland, SleepingIslands};

pub(crate) use crate::state::stopped::Stopped;
pub(crate) use crate::state::through::{HOLDS, Through};

pub use crate::state::validate::Violation;

use crate::events::{SensorEvent, ShapePair};
use crate::key::{BodyKey, ShapeKey};
use crate::slots::Slots;
use carom_solver::ContactPair;

impl State {
    /// The state of a new world with this tag.
    pub(crate) fn new(tag: u32) -> Self {
        let mut state = Self { shapes: Slots::new(tag), ..Self::default() };
        state.bodies.slots = Slots::new(tag);
        state.joints.slots = Slots::new(tag);
        state.areas.slots = Slots::new(tag);
        state
    }

    /// The tag of the world, which is in its keys.
    pub(crate) fn tag(&self) -> u32 {
        self.shapes.tag()
    }
}

/// The state of a world.
#[derive(Clone, Debug, Default)]
pub(crate) struct State {
    pub bodies: Bodies,
    /// The body of each shape.
    pub shapes: Slots<ShapeKey, BodyKey>,
    pub proxies: Proxies,
    /// Contacts of awake bodies, sorted by their proxies.
    pub contacts: Vec<ContactPair>,
    pub joints: Joints,
    pub islands: SleepingIslands,
    pub areas: Areas,
    /// Pairs of bodies that ignore each other.
    pub ignored: Ignored,
    /// Touching pairs of shapes with several pieces, sorted. Their begin and end events follow from it.
    pub shared: Vec<ShapePair>,
    /// Pairs of shapes that began to touch by an impact within the last step, sorted. They may be apart again.
    pub transient: Vec<ShapePair>,
    /// The shapes inside sensors, sorted.
    pub sensed: Vec<SensorEvent>,
    /// Bodies that were stopped within the last step, sorted.
    pub stopped: Vec<Stopped>,
    /// Bodies that were made inside others, and are still being moved apart, sorted.
    pub embedded: Vec<BodyKey>,
    /// Bodies on their way through one-way shapes, sorted.
    pub through: Vec<Through>,
    /// Bodies that woke since the last step began, in any order.
    pub woken: Vec<BodyKey>,
    pub steps: u64,
    /// The first so many contacts are those of the last step: the solver may keep their cached chunks.
    pub unchanged: usize,
}
