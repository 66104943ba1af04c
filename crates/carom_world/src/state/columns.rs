//! Many rows of bodies that change places at once: column by column, and columns in parallel. So the machine can have
//! many loads in flight.

use crate::key::BodyKey;
use crate::state::cycles::{go_round, route_of};
use crate::state::{Bodies, BodySet, NONE, Proxies};
use carom_parallel::{Driver, Executor};

/// Number of swaps below which one thread is faster.
const FEW: usize = 64;

/// A permutation of rows.
trait Change: Sync {
    fn apply<T: Copy>(&self, column: &mut [T]);
}

/// Each row of a cycle takes the content of the next one.
struct Round<'a>(&'a [(u32, u32)]);

impl Change for Round<'_> {
    fn apply<T: Copy>(&self, column: &mut [T]) {
        go_round(self.0, column);
    }
}

/// Swaps of pairs of rows.
struct Swaps<'a>(&'a [(u32, u32)]);

impl Change for Swaps<'_> {
    fn apply<T: Copy>(&self, column: &mut [T]) {
        for &(one, other) in self.0 {
            column.swap(one as usize, other as usize);
        }
    }
}

impl Bodies {
    /// Applies a change to all columns except the keys, in a few tasks.
    fn change(&mut self, tasks: &Executor, change: &impl Change) {
        let Self { poses, masses, motions, forces, starts, colors, min_extents: extents, states, .. } = self;
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
            change.apply(colors);
            change.apply(extents);
        };
        tasks.together(&mut [&mut first, &mut second, &mut third]);
    }

    /// Moves sleeping bodies to the awake rows, and has all their pairs found again. The result is that of
    /// [`Bodies::move_to_set`] one after the other.
    pub(crate) fn activate(&mut self, tasks: &Executor, sleepers: &[BodyKey], proxies: &mut Proxies) {
        let (mut swaps, mut firsts) = (Vec::with_capacity(2 * sleepers.len()), Vec::with_capacity(sleepers.len()));
        for &key in sleepers {
            let Some(slot) = self.slots.get(key).filter(|slot| self.set_of(slot.row) == BodySet::Still) else {
                continue;
            };
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
        let alone = Executor::new(Driver::Inline);
        let tasks = if swaps.len() < FEW { &alone } else { tasks };
        self.moves += 1;
        self.change(tasks, &Swaps(&swaps));
        let rows = swaps.iter().flat_map(|&(one, other)| [one, other]);
        proxies.activate(tasks, &firsts, rows.map(|row| (self.motions[row as usize].proxy, row)));
    }

    /// Sorts the awake rows by `order` (old rows, each once), which it uses up. It goes column by column and cycle by
    /// cycle. The target of a row does not depend on the content of the one before, so the machine can have many loads
    /// in flight.
    pub(crate) fn reorder(&mut self, tasks: &Executor, order: &mut [(u32, u32)], proxies: &mut Proxies) {
        self.moves += 1;
        let awake = order.len();
        let route = route_of(order);
        self.change(tasks, &Round(route));
        let Self { slots, keys, motions, .. } = self;
        let Proxies { rows, list, .. } = proxies;
        let mut first = || {
            go_round(route, keys);
            for (row, &key) in (0..).zip(&keys[..awake]) {
                slots.get_mut(key).into_iter().for_each(|slot| slot.row = row);
            }
        };
        let mut second = || {
            for (row, motion) in (0..).zip(&motions[..awake]) {
                let mut id = motion.proxy;
                while id != NONE {
                    rows[id as usize] = row;
                    id = list[id as usize].next;
                }
            }
        };
        tasks.together(&mut [&mut first, &mut second]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BodyDef, World, WorldDef};
    use carom_math::{Vec2, vec2};
    use carom_shapes::Circle;

    /// Discs that sleep far from each other, some of two shapes; some bodies are driven.
    fn sleepers(driven: usize) -> World {
        let mut world = World::new(WorldDef::default().gravity(Vec2::ZERO)).unwrap();
        let disc = || Circle::new(0.5).unwrap();
        for k in 0..200 {
            let def = BodyDef::dynamic().at(vec2(5.0 * k as f32, 0.0)).shape(disc());
            world.add_body(if k % 3 == 0 { def.shape(disc()) } else { def }).unwrap();
        }
        for k in 0..driven {
            world.add_body(BodyDef::kinematic().at(vec2(5.0 * k as f32, 9.0)).velocity(Vec2::X).shape(disc())).unwrap();
        }
        (0..120).for_each(|_| world.step());
        assert_eq!((world.state.bodies.awake, world.state.bodies.active), (0, driven));
        world
    }

    #[test]
    fn what_wakes_together_moves_as_one_after_the_other() {
        for (driven, every) in [(0, 1), (0, 2), (3, 1), (3, 2), (3, 150)] {
            let mut one = sleepers(driven);
            let keys: Vec<BodyKey> = one
                .state
                .bodies
                .keys
                .iter()
                .copied()
                .filter(|&key| {
                    let row = one.state.bodies.slots[key].row;
                    one.state.bodies.set_of(row) == BodySet::Still && (row as usize * 7).is_multiple_of(every)
                })
                .collect();
            assert!(!keys.is_empty());
            for driver in [Driver::Inline, Driver::Threads(3), Driver::Seeded(5), Driver::Seeded(6)] {
                let mut other = one.clone();
                let state = &mut other.state;
                state.bodies.activate(&Executor::new(driver), &keys, &mut state.proxies);
                let mut wanted = one.clone();
                let state = &mut wanted.state;
                for &key in &keys {
                    let first = state.bodies.slots[key].proxy;
                    state.bodies.move_to_set(key, BodySet::Awake, &mut state.proxies);
                    state.proxies.disturb_body(first);
                }
                let (a, b) = (&other.state, &wanted.state);
                assert_eq!((a.bodies.awake, a.bodies.active), (keys.len(), keys.len() + driven));
                assert_eq!((a.bodies.awake, a.bodies.active), (b.bodies.awake, b.bodies.active));
                assert_eq!((&a.bodies.keys, &a.bodies.poses), (&b.bodies.keys, &b.bodies.poses));
                assert_eq!((&a.bodies.motions, &a.bodies.states), (&b.bodies.motions, &b.bodies.states));
                assert_eq!((&a.bodies.forces, &a.bodies.starts), (&b.bodies.forces, &b.bodies.starts));
                assert_eq!((&a.bodies.masses, &a.bodies.min_extents), (&b.bodies.masses, &b.bodies.min_extents));
                assert_eq!((&a.proxies.rows, &a.proxies.flags), (&b.proxies.rows, &b.proxies.flags));
                assert_eq!((&a.proxies.disturbed, a.proxies.changed), (&b.proxies.disturbed, b.proxies.changed));
                for (row, &key) in (0..).zip(&a.bodies.keys) {
                    assert_eq!(a.bodies.slots[key].row, row);
                }
            }
            one.step();
        }
    }
}
