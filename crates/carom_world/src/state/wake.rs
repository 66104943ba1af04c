//! Waking: a sleeping set's bodies and contacts come back.

use super::joints::JointRow;
use super::{NONE, SleepingSet, State, Zone};
use crate::def::BodyKind;
use crate::key::BodySlotKey;
use carom_solver::Contact;

impl State {
    /// Wakes a body and all that sleep with it; an awake one rests from nothing again.
    pub(crate) fn wake(&mut self, key: BodySlotKey) {
        let Some(slot) = self.bodies.slots.get(key) else { return };
        if slot.set == NONE {
            if slot.kind == BodyKind::Dynamic {
                self.bodies.motions[slot.row as usize].timer = 0.0;
            }
            return;
        }
        self.wake_sets(&[slot.set]);
    }

    /// Wakes these sets; their contacts come back all at once.
    pub(crate) fn wake_sets(&mut self, numbers: &[u32]) {
        let mut contacts = Vec::new();
        for &number in numbers {
            let mut set = self.sets.take(number);
            self.activate(&set);
            contacts.append(&mut set.contacts);
        }
        contacts.sort_unstable_by_key(Contact::key);
        contacts.dedup_by_key(|contact| contact.key());
        if !numbers.is_empty() {
            self.unchanged = 0;
        }
        merge_contacts(&mut self.contacts, contacts);
    }

    /// Makes the bodies of a set move again, without its contacts.
    fn activate(&mut self, set: &SleepingSet) {
        for &key in &set.bodies {
            let Some(slot) = self.bodies.slots.get_mut(key) else { continue };
            slot.set = NONE;
            self.woken.push(key);
            let (row, first) = (slot.row as usize, slot.proxy);
            self.bodies.motions[row].timer = 0.0;
            self.bodies.set_zone(key, Zone::Awake, &mut self.proxies);
            let mut id = first;
            while id != NONE {
                self.proxies.disturb(id);
                id = self.proxies.list[id as usize].next;
            }
        }
        self.joints.changed = true;
    }

    /// The bodies at the other ends of a body's joints.
    pub(crate) fn joined_to(&self, key: BodySlotKey) -> Vec<BodySlotKey> {
        let joints = self.bodies.slots.get(key).map_or(&[][..], |slot| &slot.joints);
        let other = |joint: &JointRow| if joint.a == key { joint.b } else { joint.a };
        joints.iter().filter_map(|&joint| self.joints.get(joint).map(other)).collect()
    }

    /// A body and all awake dynamic ones that joints tie it to, directly or through others.
    pub(crate) fn joined_awake(&self, key: BodySlotKey) -> Vec<BodySlotKey> {
        let mut group = vec![key];
        let mut next = 0;
        while let Some(&key) = group.get(next) {
            next += 1;
            for other in self.joined_to(key) {
                let awake = self.bodies.slots.get(other).is_some_and(|slot| self.bodies.zone(slot.row) == Zone::Awake);
                if awake && !group.contains(&other) {
                    group.push(other);
                }
            }
        }
        group
    }

    /// Has the contacts of a body dropped and looked for anew in the next step, with what they hold asleep woken.
    pub(crate) fn renew_body(&mut self, key: BodySlotKey) {
        let Some(slot) = self.bodies.slots.get(key) else { return };
        let mut id = slot.proxy;
        while id != NONE {
            self.proxies.renew(id);
            id = self.proxies.list[id as usize].next;
        }
    }

    /// Has the pairs of a body looked for anew in the next step; contacts that are still right stay.
    pub(crate) fn disturb_body(&mut self, key: BodySlotKey) {
        let Some(slot) = self.bodies.slots.get(key) else { return };
        let mut id = slot.proxy;
        while id != NONE {
            self.proxies.disturb(id);
            id = self.proxies.list[id as usize].next;
        }
    }
}

/// Merges sorted `more` into sorted `contacts`. Where both have a pair, the one from `more` stays: it was asleep and
/// remembers its impulses.
fn merge_contacts(contacts: &mut Vec<Contact>, more: Vec<Contact>) {
    if more.is_empty() {
        return;
    }
    let mut keys = more.iter().map(Contact::key).peekable();
    contacts.retain(|contact| {
        while keys.next_if(|&key| key < contact.key()).is_some() {}
        keys.peek() != Some(&contact.key())
    });
    contacts.extend(more);
    contacts.sort_by_key(Contact::key);
}
