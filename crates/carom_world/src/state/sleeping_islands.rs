//! Sleeping islands: bodies that fell asleep together, with their contacts.

use crate::key::BodyKey;
use crate::state::supports::Supports;
use carom_solver::ContactPair;
use smallvec::SmallVec;

/// Bodies that sleep and wake together. Most bodies that sleep far from each other are alone; such an island allocates
/// nothing for them.
#[derive(Clone, Debug, Default)]
pub(crate) struct SleepingIsland {
    pub bodies: SmallVec<[BodyKey; 2]>,
    /// Touching contacts between them, and with immovable bodies, sorted.
    pub contacts: Vec<ContactPair>,
}

/// All sleeping islands, by number.
#[derive(Clone, Debug, Default)]
pub(crate) struct SleepingIslands {
    pub list: Vec<SleepingIsland>,
    pub free: Vec<u32>,
    /// Whether a contact may be between two islands: bodies were put to sleep one by one.
    pub may_touch: bool,
    /// The islands at each proxy outside of them.
    pub supports: Supports,
}

impl SleepingIslands {
    pub(crate) fn add(&mut self, set: SleepingIsland) -> u32 {
        match self.free.pop() {
            Some(number) => {
                self.list[number as usize] = set;
                number
            }
            None => {
                self.list.push(set);
                (self.list.len() - 1) as u32
            }
        }
    }

    /// Takes an island out; empty if there is none.
    pub(crate) fn take(&mut self, number: u32) -> SleepingIsland {
        match self.list.get_mut(number as usize) {
            Some(set) if !set.bodies.is_empty() => {
                self.free.push(number);
                std::mem::take(set)
            }
            _ => SleepingIsland::default(),
        }
    }

    pub(crate) fn get_mut(&mut self, number: u32) -> Option<&mut SleepingIsland> {
        self.list.get_mut(number as usize)
    }

    /// Number and content of each island that holds bodies.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u32, &SleepingIsland)> {
        (0..).zip(&self.list).filter(|(_, set)| !set.bodies.is_empty())
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.free.len() == self.list.len()
    }
}
