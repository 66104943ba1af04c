//! What outlives a step, but for where contacts touch that rest, which the solver's blocks hold
//! (`carom_solver::CachedChunk`). A snapshot is exactly both; the state hash is what is here, less what only changes
//! speed (rows, numbers of sets).

mod areas;
mod bodies;
mod columns;
mod cycles;
mod hash;
mod joints;
mod outlines;
mod proxies;
pub(crate) mod proxy;
mod proxy_ids;
mod proxy_kinds;
mod shapes;
mod sleeping_islands;
mod stopped;
mod through;
mod validate;
#[cfg(test)]
mod validate_tests;
mod wake;

pub(crate) use crate::state::areas::{Area, Areas};
pub(crate) use crate::state::bodies::{BOUNCY, Bodies, BodySet, Forces, Motion, Slot, Start};
pub(crate) use crate::state::cycles::invert;
pub(crate) use crate::state::joints::{JointRow, Joints};
pub(crate) use crate::state::outlines::{Outlines, Skin};
pub(crate) use crate::state::proxies::Proxies;
pub(crate) use crate::state::proxy::{NONE, Proxy, flag};
pub(crate) use crate::state::sleeping_islands::{SleepingIsland, SleepingIslands};

pub(crate) use crate::state::stopped::Stopped;
pub(crate) use crate::state::through::Through;

pub use crate::state::validate::Violation;

use crate::events::{SensorEvent, ShapePair};
use crate::key::{BodyKey, ShapeKey};
use crate::slots::Slots;
use carom_solver::Contact;

impl State {
    /// The state of a new world with this tag.
    pub(crate) fn new(tag: u32) -> Self {
        let mut state = Self { shapes: Slots::new(tag), ..Self::default() };
        state.bodies.slots = Slots::new(tag);
        state.joints.slots = Slots::new(tag);
        state.areas.slots = Slots::new(tag);
        state
    }

    /// The tag of the world, which its keys bear.
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
    pub contacts: Vec<Contact>,
    pub joints: Joints,
    pub islands: SleepingIslands,
    pub areas: Areas,
    /// Pairs of shapes with several pieces that touch, sorted: which shapes began to touch is told from them.
    pub shared: Vec<ShapePair>,
    /// Pairs of shapes that began to touch by an impact within the last step, sorted: they may be apart again.
    pub transient: Vec<ShapePair>,
    /// Which shapes are inside which sensors, sorted.
    pub sensed: Vec<SensorEvent>,
    /// Bodies that were stopped within the last step, sorted.
    pub stopped: Vec<Stopped>,
    /// Bodies on their way through one-way shapes, sorted.
    pub through: Vec<Through>,
    /// Bodies that woke since the last step began, in any order.
    pub woken: Vec<BodyKey>,
    pub steps: u64,
    /// So many contacts, from the first on, are those of the last step: the solver may go on with them as it did.
    pub unchanged: usize,
}
