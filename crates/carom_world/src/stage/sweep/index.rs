//! Where the flights are that left the solver's way: an index of their boxes, and a list of those that it does not know yet.

use super::flight::Flights;
use carom_broadphase::{Among, Boxes, BroadPhase};
use carom_math::Aabb;
use carom_tasks::Executor;

/// The index is made anew when more than this many (and a part of all) are not in it.
const MOST_LOOSE: usize = 64;

/// All of them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Index {
    /// The boxes of all flights, by number, and the numbers of those in the index.
    boxes: Vec<Aabb>,
    numbers: Vec<u32>,
    near: BroadPhase,
    /// Numbers of those that the index does not know as they are now.
    loose: Vec<u32>,
}

impl Index {
    /// Forgets all.
    pub fn clear(&mut self) {
        self.loose.clear();
        self.numbers.clear();
    }

    /// Takes up the flights in `changed`, whose way changed.
    pub fn update(&mut self, tasks: &Executor, flights: &mut Flights, changed: &[u32]) {
        for &number in changed {
            if !std::mem::replace(&mut flights.list[number as usize].loose, true) {
                self.loose.push(number);
            }
        }
        if self.loose.len() <= MOST_LOOSE + self.numbers.len() / MOST_LOOSE {
            return;
        }
        self.clear();
        self.boxes.clear();
        for (number, flight) in flights.list.iter_mut().enumerate() {
            flight.loose = false;
            self.boxes.push(flight.area);
            self.numbers.extend(Some(number as u32).filter(|_| flight.changed));
        }
        let boxes = Boxes { now: &self.boxes, old: &[], active: &self.numbers, still: &[], still_changed: false };
        self.near.update(tasks, &boxes);
    }

    /// Calls `visit` with each flight near `area`.
    pub fn each_near(&self, flights: &Flights, area: &Aabb, visit: &mut impl FnMut(u32)) {
        if !self.numbers.is_empty() {
            self.near.query_box(Among::Active, area, &mut |number| {
                if !flights.list[number as usize].loose {
                    visit(number);
                }
                true
            });
        }
        for &number in &self.loose {
            if flights.list[number as usize].area.overlaps(area) {
                visit(number);
            }
        }
    }
}
