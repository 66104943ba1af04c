//! Contacts and joints of a replay. Reading contacts costs more than the rest, so large worlds have them in some frames
//! only: when there are too many, every second frame is given up, and later ones are taken half as often.

use crate::replay::roll::{Roll, diamond, whole};
use crate::replay::stream::Stream;
use carom::{JointKey, Vec2, World};
use serde_json::{Value, json};
use std::collections::HashSet;

/// The contacts of one frame and the forces of its joints, as the page reads them.
struct FrameOfContacts {
    frame: u32,
    count: usize,
    stream: Stream,
}

/// A joint: its bodies, its anchors in them, the fixed points of a rope between these, and the frames from which and
/// until which it was there.
struct Link {
    key: JointKey,
    bodies: [u32; 2],
    anchors: [f32; 4],
    wheels: Vec<[f32; 2]>,
    born: u32,
    died: Option<u32>,
}

/// Contacts and joints in the making.
pub(crate) struct Contacts {
    frames: Vec<FrameOfContacts>,
    most: usize,
    kept: usize,
    every: u32,
    links: Vec<Link>,
    /// Number of joints, the first and the last, and bodies, when they were last read.
    seen: Option<(usize, Option<JointKey>, Option<JointKey>, usize)>,
}

impl Contacts {
    /// At most so many contacts in all, about.
    pub fn new(most: usize) -> Self {
        Self { frames: Vec::new(), most, kept: 0, every: 1, links: Vec::new(), seen: None }
    }

    /// Takes the joints of a frame, and its contacts if they are due.
    pub fn take(&mut self, world: &World, roll: &Roll, frame: u32) {
        self.take_joints(world, roll, frame);
        if frame.is_multiple_of(self.every) {
            self.take_contacts(world, roll, frame);
        }
    }

    /// Takes the contacts of the last frame, if they were not due.
    pub fn take_last(&mut self, world: &World, roll: &Roll, frame: u32) {
        if self.frames.last().is_none_or(|last| last.frame != frame) {
            self.take_contacts(world, roll, frame);
        }
    }

    fn take_contacts(&mut self, world: &World, roll: &Roll, frame: u32) {
        let (inverse, mut contacts, mut count) = (1.0 / roll.quantum, Stream::default(), 0);
        let mut last = 0;
        for contact in world.contacts() {
            let (Some(a), Some(b)) = (roll.entry_of(contact.a.body), roll.entry_of(contact.b.body)) else { continue };
            count += 1;
            contacts.signed(a as i32 - last);
            contacts.signed(b as i32 - a as i32);
            last = a as i32;
            contacts.byte(contact.points().len() as u8);
            contacts.byte((64.0 * diamond(contact.normal.x, contact.normal.y)).round() as u32 as u8);
            let mut origin = [0_i32, 0];
            for point in contact.points() {
                let place = point.point.to_array().map(|x| whole(x * inverse));
                contacts.signed(place[0].wrapping_sub(origin[0]));
                contacts.signed(place[1].wrapping_sub(origin[1]));
                origin = place;
                contacts.float(point.normal_impulse);
                contacts.float(point.tangent_impulse);
            }
        }
        let mut stream = Stream::default();
        stream.whole(count as u32);
        stream.append(contacts);
        let living: Vec<&Link> = self.links.iter().filter(|link| link.died.is_none()).collect();
        stream.whole(living.len() as u32);
        for link in &living {
            let force = world.joint(link.key).map_or(Vec2::ZERO, |joint| joint.force());
            stream.float(force.x);
            stream.float(force.y);
        }
        let count = count + living.len();
        self.kept += count;
        self.frames.push(FrameOfContacts { frame, count, stream });
        while self.kept > self.most && self.frames.len() > 2 {
            self.every = self.every.saturating_mul(2);
            let every = self.every;
            self.frames.retain(|kept| kept.frame.is_multiple_of(every) || kept.frame == frame);
            self.kept = self.frames.iter().map(|kept| kept.count).sum();
            if self.every == u32::MAX {
                break;
            }
        }
    }

    /// Leaves so many frames between two with contacts that all of `frames` fit, with the last one, if each has as many
    /// as this world.
    pub fn plan(&mut self, world: &World, frames: u32) {
        let each = world.counts().pairs.max(3 * world.counts().bodies) + 1;
        let fit = (self.most / each).saturating_sub(1).max(1);
        while frames as usize / self.every as usize > fit && self.every < 1 << 30 {
            self.every *= 2;
        }
    }

    fn take_joints(&mut self, world: &World, roll: &Roll, frame: u32) {
        let mut joints = world.joints();
        let count = joints.size_hint().0;
        let first = joints.next().map(|(key, _)| key);
        let seen = Some((count, first, joints.last().map(|(key, _)| key), roll.len()));
        if self.seen == seen {
            return;
        }
        self.seen = seen;
        for link in self.links.iter_mut().filter(|link| link.died.is_none()) {
            let now = world.joint(link.key).map(|joint| joint.bodies());
            let now = now.and_then(|(a, b)| Some([roll.entry_of(a)?, roll.entry_of(b)?]));
            if now != Some(link.bodies) {
                link.died = Some(frame);
            }
        }
        let living: HashSet<JointKey> =
            self.links.iter().filter(|link| link.died.is_none()).map(|link| link.key).collect();
        for (key, joint) in world.joints() {
            let is_known = living.contains(&key);
            let (a, b) = joint.bodies();
            let (Some(a), Some(b), false) = (roll.entry_of(a), roll.entry_of(b), is_known) else { continue };
            let (keys, places) = (joint.bodies(), joint.anchors());
            let local = |key, at| world.body(key).map_or(at, |body| body.pose().inverse_transform_point(at));
            let [a_own, b_own] = [local(keys.0, places.0), local(keys.1, places.1)];
            let anchors = [a_own.x, a_own.y, b_own.x, b_own.y];
            let path = joint.path();
            let wheels = path.get(1..path.len() - 1).unwrap_or_default().iter().map(Vec2::to_array).collect();
            self.links.push(Link { key, bodies: [a, b], anchors, wheels, born: frame, died: None });
        }
    }

    /// The joints, the numbers of the frames with contacts, and these contacts.
    pub fn finish(self) -> (Value, Vec<u32>, Stream) {
        let joint =
            |link: &Link| json!([link.bodies[0], link.bodies[1], link.anchors, link.born, link.died, link.wheels]);
        let joints = Value::Array(self.links.iter().map(joint).collect());
        let numbers = self.frames.iter().map(|frame| frame.frame).collect();
        let mut stream = Stream::default();
        self.frames.into_iter().for_each(|frame| stream.append(frame.stream));
        (joints, numbers, stream)
    }
}
