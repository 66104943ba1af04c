//! The state hash: one number that tells two worlds apart, for tests of determinism.

use crate::events::BodyShape;
use crate::key::BodyKey;
use crate::state::State;
use carom_math::{Hasher64, Pose, Vec2};
use carom_solver::{ContactPair, JointState};

impl State {
    /// A hash of everything that a step changes (poses, velocities, sleep, boxes, contacts, joint impulses). It is the
    /// same for every order of rows and every cache. State that only the user changes (definitions, forces not yet
    /// applied) is not in it.
    pub(crate) fn hash(&self) -> u64 {
        let mut hash = Hasher64::default();
        hash.word(self.steps);
        hash.word(self.bodies.len() as u64);
        for key in self.bodies.keys_in_order() {
            let Some(slot) = self.bodies.slots.get(key) else { continue };
            let row = slot.row as usize;
            let (motion, state) = (&self.bodies.motions[row], &self.bodies.states[row]);
            let Pose { p, q } = self.bodies.poses[row];
            vector(&mut hash, p);
            hash.number(q.c);
            hash.number(q.s);
            vector(&mut hash, self.bodies.masses[row].center);
            vector(&mut hash, state.v());
            hash.number(state.w());
            hash.number(motion.timer);
            let out = u64::from(!slot.enabled) << 2 | u64::from(slot.frozen);
            hash.word(out | u64::from(slot.set != super::NONE) << 1);
            let mut id = slot.proxy;
            while id != super::NONE {
                let fat = self.proxies.now[id as usize];
                vector(&mut hash, fat.min);
                vector(&mut hash, fat.max);
                id = self.proxies.list[id as usize].next;
            }
        }
        contacts(&mut hash, &self.contacts);
        let mut asleep = 0_u64;
        for (_, set) in self.islands.iter() {
            let mut inner = Hasher64::default();
            contacts(&mut inner, &set.contacts);
            asleep = asleep.wrapping_add(inner.finish());
        }
        hash.word(asleep);
        hash.word(self.joints.rows.len() as u64);
        for joint in &self.joints.rows {
            let JointState { linear, twist, along, about, angle } = &joint.state;
            vector(&mut hash, *linear);
            for axis in [about, along] {
                [axis.spring, axis.motor, axis.lower, axis.upper].into_iter().for_each(|x| hash.number(x));
            }
            [*twist, *angle, joint.strained].into_iter().for_each(|x| hash.number(x));
        }
        // A world without sensors hashes as if there were none. The order is that of bodies and of the indices of their
        // shapes: keys of shapes are no part of the hash.
        let mut sensed: Vec<_> =
            self.sensed.iter().map(|pair| (self.place_of(pair.sensor), self.place_of(pair.visitor))).collect();
        sensed.sort_unstable();
        for (_, proxy, shape) in sensed.into_iter().flat_map(|(sensor, visitor)| [sensor, visitor]) {
            hash.word(u64::from(proxy) << 32 | u64::from(shape));
        }
        let mut through: Vec<_> =
            self.through.iter().map(|t| (self.place_of(t.platform), t.body, t.requested)).collect();
        through.sort_unstable();
        for ((_, _, shape), _, requested) in through {
            hash.word(u64::from(shape) << 1 | u64::from(requested));
        }
        for stopped in &self.stopped {
            let proxy = self.bodies.slots.get(stopped.body).map_or(u32::MAX, |slot| slot.proxy);
            hash.word(u64::from(proxy) << 32 | u64::from(stopped.steps));
        }
        for &key in &self.embedded {
            hash.word(u64::from(self.bodies.slots.get(key).map_or(u32::MAX, |slot| slot.proxy)));
        }
        hash.finish()
    }
}

impl State {
    /// A shape's body, its first proxy, and the index of the shape in the list of its body.
    fn place_of(&self, end: BodyShape) -> (BodyKey, u32, u32) {
        let slot = self.bodies.slots.get(end.body);
        let shape = slot.and_then(|slot| slot.shape_keys.iter().position(|&key| key == end.shape));
        (end.body, slot.map_or(u32::MAX, |slot| slot.proxy), shape.map_or(u32::MAX, |shape| shape as u32))
    }
}

fn vector(hash: &mut Hasher64, v: Vec2) {
    hash.word(u64::from(v.x.to_bits()) << 32 | u64::from(v.y.to_bits()));
}

fn contacts(hash: &mut Hasher64, list: &[ContactPair]) {
    hash.word(list.len() as u64);
    for c in list {
        hash.word(c.key());
        hash.word(u64::from(c.ids[0].0) << 32 | u64::from(c.ids[1].0));
        hash.word(
            u64::from(c.is(ContactPair::EMBEDDED)) << 17
                | u64::from(c.touching) << 16
                | u64::from(c.count) << 8
                | u64::from(c.color),
        );
        for x in c.normal_impulse.iter().chain(&c.tangent_impulse).chain([&c.rolling_impulse]) {
            hash.number(*x);
        }
    }
}
