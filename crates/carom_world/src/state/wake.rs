//! Waking: bodies and contacts of a sleeping island come back.

use crate::def::BodyKind;
use crate::key::BodyKey;
use crate::state::{Bodies, BodySet, NONE, State};
use carom_parallel::{Driver, Executor};
use carom_solver::{ContactPair, keep_room};
use std::collections::BTreeSet;

impl State {
    /// Wakes a body and its sleeping island. An awake body starts to rest anew.
    pub(crate) fn wake(&mut self, key: BodyKey) {
        let Some(slot) = self.bodies.slots.get(key) else { return };
        if slot.set == NONE {
            if slot.kind == BodyKind::Dynamic {
                self.bodies.motions[slot.row as usize].timer = 0.0;
            }
            return;
        }
        let set = slot.set;
        self.wake_sets(&Executor::new(Driver::Inline), &[set]);
    }

    /// Wakes these islands; their contacts come back all at once.
    pub(crate) fn wake_sets(&mut self, tasks: &Executor, numbers: &[u32]) {
        if numbers.is_empty() {
            return;
        }
        let (mut bodies, mut contacts) = (Vec::with_capacity(numbers.len()), Vec::new());
        for &number in numbers {
            let mut set = self.islands.take(number);
            bodies.extend_from_slice(&set.bodies);
            contacts.append(&mut set.contacts);
        }
        self.activate(tasks, bodies);
        contacts.sort_unstable_by_key(ContactPair::key);
        contacts.dedup_by_key(|contact| contact.key());
        self.unchanged = 0;
        merge_contacts(&mut self.contacts, contacts);
    }

    /// Lists the supports of sleeping islands, if they are not known.
    pub(crate) fn list_supports(&mut self) {
        let Self { islands, proxies, bodies, .. } = self;
        if islands.supports.are_known() {
            return;
        }
        let set_of = |id: u32| bodies.slots.get(proxies.list[id as usize].body).map_or(NONE, |slot| slot.set);
        let mut pairs = Vec::new();
        for (number, set) in islands.iter() {
            let ends = set.contacts.iter().flat_map(|contact| [contact.a, contact.b]);
            pairs.extend(ends.filter(|&id| set_of(id) != number).map(|id| (id, number)));
        }
        islands.supports.list(pairs.into_iter());
    }

    /// Makes sleeping bodies move again, without their contacts.
    fn activate(&mut self, tasks: &Executor, mut bodies: Vec<BodyKey>) {
        let Bodies { slots, motions, .. } = &mut self.bodies;
        // Sleepers are in no cache. All slots are looked up first, so that many loads are in flight.
        bodies.retain(|&key| {
            let Some(slot) = slots.get_mut(key) else { return false };
            slot.set = NONE;
            motions[slot.row as usize].timer = 0.0;
            true
        });
        self.bodies.activate(tasks, &bodies, &mut self.proxies);
        self.woken.append(&mut bodies);
        self.joints.changed = true;
    }

    /// The bodies at the other ends of a body's joints.
    pub(crate) fn joined_to(&self, key: BodyKey) -> Vec<BodyKey> {
        let joints = self.bodies.slots.get(key).map_or(&[][..], |slot| &slot.joints);
        let bodies = joints.iter().filter_map(|&joint| self.joints.get(joint)).flat_map(|joint| self.bodies_of(joint));
        bodies.filter(|&body| body != key).collect()
    }

    /// A body and all awake dynamic ones that joints tie it to, directly or through others.
    pub(crate) fn joined_awake(&self, key: BodyKey) -> Vec<BodyKey> {
        let (mut group, mut listed) = (vec![key], BTreeSet::from([key]));
        let mut next = 0;
        while let Some(&key) = group.get(next) {
            next += 1;
            for other in self.joined_to(key) {
                let awake =
                    self.bodies.slots.get(other).is_some_and(|slot| self.bodies.set_of(slot.row) == BodySet::Awake);
                if awake && listed.insert(other) {
                    group.push(other);
                }
            }
        }
        group
    }

    /// Drops the contacts of a body and has them found again in the next step. Sleepers at these contacts wake.
    pub(crate) fn renew_body(&mut self, key: BodyKey) {
        let Some(slot) = self.bodies.slots.get(key) else { return };
        let mut id = slot.proxy;
        while id != NONE {
            self.proxies.renew(id);
            id = self.proxies.list[id as usize].next;
        }
    }

    /// Has the pairs of a body found again in the next step. Contacts that are still valid stay.
    pub(crate) fn disturb_body(&mut self, key: BodyKey) {
        let Some(slot) = self.bodies.slots.get(key) else { return };
        self.proxies.disturb_body(slot.proxy);
    }
}

/// Merges sorted `more` into sorted `contacts`. If both have a pair, the one from `more` stays: it was asleep and
/// remembers its impulses.
fn merge_contacts(contacts: &mut Vec<ContactPair>, mut more: Vec<ContactPair>) {
    more.retain(|new| match contacts.binary_search_by_key(&new.key(), ContactPair::key) {
        Ok(place) => {
            contacts[place] = *new;
            false
        }
        Err(_) => true,
    });
    // From the back, so that each contact moves once; few have one coming before them.
    let (mut rest, mut to) = (contacts.len(), contacts.len() + more.len());
    keep_room(contacts, to);
    contacts.resize(to, ContactPair::new(0, 0));
    while let Some(new) = more.pop() {
        let place = contacts[..rest].partition_point(|contact| contact.key() < new.key());
        to -= rest - place;
        contacts.copy_within(place..rest, to);
        to -= 1;
        contacts[to] = new;
        rest = place;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BodyDef, World};
    use carom_math::vec2;
    use carom_shapes::Polygon;

    #[test]
    fn contacts_that_come_back_are_put_between_those_that_stayed() {
        let contact = |pair: u32, color: u8| {
            let mut contact = ContactPair::new(pair / 5, 100 + pair % 5);
            contact.color = color;
            contact
        };
        // Every second, every third, each; at the front, at the back, none.
        for (stayed, back) in [(2, 3), (3, 2), (1, 7), (7, 1), (1, 1), (1000, 3), (3, 1000)] {
            for (first, last) in [(0, 60), (50, 200), (100, 101), (90, 90)] {
                let mut contacts: Vec<ContactPair> = (20..160).step_by(stayed).map(|pair| contact(pair, 1)).collect();
                let more: Vec<ContactPair> = (first..last).step_by(back).map(|pair| contact(pair, 2)).collect();
                let mut wanted: Vec<ContactPair> = contacts.clone();
                wanted.retain(|old| !more.iter().any(|new| new.key() == old.key()));
                wanted.extend(&more);
                wanted.sort_by_key(ContactPair::key);
                merge_contacts(&mut contacts, more);
                let of = |contact: &ContactPair| (contact.key(), contact.color);
                assert!(contacts.iter().map(of).eq(wanted.iter().map(of)));
            }
        }
    }

    #[test]
    fn sets_wake_together_as_one_after_the_other() {
        let mut world = World::default();
        let square = |side: f32| Polygon::rect(side, side).unwrap();
        world.add_body(BodyDef::fixed().at(vec2(0.0, -20.0)).shape(square(40.0))).unwrap();
        for (x, y) in (0..3).flat_map(|x| [0.5, 1.5, 2.5].map(|y| (5.0 * x as f32, y))) {
            world.add_body(BodyDef::dynamic().at(vec2(x, y)).shape(square(1.0))).unwrap();
        }
        (0..240).for_each(|_| world.step());
        assert_eq!((world.state.bodies.awake, world.state.islands.iter().count()), (0, 3));
        let numbers: Vec<u32> = world.state.islands.iter().map(|(number, _)| number).collect();
        let mut other = world.clone();
        let tasks = Executor::new(Driver::Inline);
        world.state.wake_sets(&tasks, &[numbers[0], numbers[2]]);
        [numbers[0], numbers[2]].iter().for_each(|&number| other.state.wake_sets(&tasks, &[number]));
        let (one, two) = (&world.state, &other.state);
        assert_eq!((one.bodies.awake, one.contacts.len()), (6, 6), "three contacts a stack");
        assert_eq!((&one.bodies.keys, &one.woken), (&two.bodies.keys, &two.woken));
        assert_eq!(one.proxies.disturbed, two.proxies.disturbed);
        let of = |contact: &ContactPair| (contact.key(), contact.count, contact.color);
        assert!(one.contacts.iter().map(of).eq(two.contacts.iter().map(of)));
        assert_eq!(world.validate(), Ok(()));
    }
}
