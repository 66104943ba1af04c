//! Many rows of bodies that change places at once: column after column, so that the machine can have many on their way, and columns beside each
//! other.

use super::cycles::{go_round, route_of};
use super::{Bodies, NONE, Proxies, Zone};
use crate::key::BodySlotKey;
use carom_tasks::Executor;

/// Which rows take the places of which.
trait Change: Sync {
    fn apply<T: Copy>(&self, column: &mut [T]);
}

/// Each row of a cycle takes what the next one has.
struct Round<'a>(&'a [(u32, u32)]);

impl Change for Round<'_> {
    fn apply<T: Copy>(&self, column: &mut [T]) {
        go_round(self.0, column);
    }
}

/// Two rows after two.
struct Swaps<'a>(&'a [(u32, u32)]);

impl Change for Swaps<'_> {
    fn apply<T: Copy>(&self, column: &mut [T]) {
        for &(one, other) in self.0 {
            column.swap(one as usize, other as usize);
        }
    }
}

impl Bodies {
    /// Changes all columns but that of the keys, in a few tasks.
    fn change(&mut self, tasks: &Executor, change: &impl Change) {
        let Self { poses, masses, motions, forces, starts, colours, extents, states, .. } = self;
        let mut first = || {
            change.apply(motions);
            change.apply(forces);
        };
        let mut second = || {
            change.apply(masses);
            change.apply(poses);
            change.apply(starts);
        };
        let mut third = || {
            change.apply(states);
            change.apply(colours);
            change.apply(extents);
        };
        let mut jobs: [&mut (dyn FnMut() + Send); 3] = [&mut first, &mut second, &mut third];
        tasks.blocks(1, &mut jobs[..], |_, jobs| jobs.iter_mut().for_each(|job| job()));
    }

    /// Moves sleeping bodies to the awake ones, and has their pairs looked for from nothing: as [`Bodies::set_zone`] does one after the other.
    pub(crate) fn activate(&mut self, tasks: &Executor, sleepers: &[BodySlotKey], proxies: &mut Proxies) {
        let (mut swaps, mut firsts) = (Vec::with_capacity(2 * sleepers.len()), Vec::with_capacity(sleepers.len()));
        for &key in sleepers {
            let Some(slot) = self.slots.get(key).filter(|slot| self.zone(slot.row) == Zone::Still) else { continue };
            firsts.push(slot.proxy);
            let mut row = slot.row as usize;
            for end in [self.active, self.awake] {
                if row == end {
                    continue;
                }
                self.keys.swap(row, end);
                for row in [row, end] {
                    self.slots.get_mut(self.keys[row]).into_iter().for_each(|slot| slot.row = row as u32);
                }
                swaps.push((row as u32, end as u32));
                row = end;
            }
            (self.active, self.awake) = (self.active + 1, self.awake + 1);
        }
        self.moves += 1;
        self.change(tasks, &Swaps(&swaps));
        let rows = swaps.iter().flat_map(|&(one, other)| [one, other]);
        proxies.activate(tasks, &firsts, rows.map(|row| (self.motions[row as usize].proxy, row)));
    }

    /// Puts the awake rows into the order `order` (old rows, each once), which it uses up. Column after column, cycle after cycle:
    /// where a row goes does not depend on what the one before held, so that the machine can have many on their way at once.
    pub(crate) fn reorder(&mut self, tasks: &Executor, order: &mut [(u32, u32)], proxies: &mut Proxies) {
        self.moves += 1;
        let route = route_of(order);
        go_round(route, &mut self.keys);
        self.change(tasks, &Round(route));
        let Self { slots, keys, motions, .. } = self;
        let Proxies { rows, list, .. } = proxies;
        let mut first = || {
            for (row, &key) in (0..).zip(&keys[..order.len()]) {
                slots.get_mut(key).into_iter().for_each(|slot| slot.row = row);
            }
        };
        let mut second = || {
            for (row, motion) in (0..).zip(&motions[..order.len()]) {
                let mut id = motion.proxy;
                while id != NONE {
                    rows[id as usize] = row;
                    id = list[id as usize].next;
                }
            }
        };
        let mut jobs: [&mut (dyn FnMut() + Send); 2] = [&mut first, &mut second];
        tasks.blocks(1, &mut jobs[..], |_, jobs| jobs.iter_mut().for_each(|job| job()));
    }
}
