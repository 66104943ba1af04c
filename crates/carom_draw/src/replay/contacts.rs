//! Contacts and joints of a replay. Reading contacts costs more than the rest, so large worlds have them in some frames
//! only: when there are too many, every second frame is given up, and later ones are taken half as often.

use crate::replay::roll::{Roll, diamond};
use crate::replay::stream::Stream;
use carom::{JointKey, World};
use serde_json::{Value, json};
use std::collections::HashSet;

/// The contacts of one frame, compressed later.
struct FrameOfContacts {
    frame: u32,
    contacts: Vec<Touch>,
    forces: Vec<[f32; 2]>,
}

/// A contact: the entries of its bodies, its normal on a diamond, and its points with their impulses.
struct Touch {
    bodies: [u32; 2],
    normal: u8,
    points: Vec<([i32; 2], [f32; 2])>,
}

/// A joint: its bodies, its anchors, and the frames from which and until which it was there.
struct Link {
    key: JointKey,
    bodies: [u32; 2],
    anchors: [f32; 4],
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
        let (quantum, mut contacts) = (roll.quantum, Vec::new());
        for contact in world.contacts() {
            let (Some(a), Some(b)) = (roll.entry_of(contact.a.body), roll.entry_of(contact.b.body)) else { continue };
            let normal = (64.0 * diamond(contact.normal.x, contact.normal.y)).round() as u32 as u8;
            let points = contact.points().iter().map(|point| {
                let place = [point.point.x, point.point.y].map(|x| (x / quantum).round() as i32);
                (place, [point.normal_impulse, point.tangent_impulse])
            });
            contacts.push(Touch { bodies: [a, b], normal, points: points.collect() });
        }
        let force = |link: &Link| world.joint(link.key).map_or([0.0; 2], |joint| joint.force().to_array());
        let forces: Vec<[f32; 2]> = self.links.iter().filter(|link| link.died.is_none()).map(force).collect();
        self.kept += contacts.len() + forces.len();
        self.frames.push(FrameOfContacts { frame, contacts, forces });
        while self.kept > self.most && self.frames.len() > 2 {
            self.every = self.every.saturating_mul(2);
            let every = self.every;
            self.frames.retain(|kept| kept.frame.is_multiple_of(every) || kept.frame == frame);
            let kept = self.frames.iter().map(|kept| kept.contacts.len() + kept.forces.len());
            self.kept = kept.sum();
            if self.every == u32::MAX {
                break;
            }
        }
    }

    /// Leaves so many frames between two with contacts that `frames` of them fit, if each has as many as this world.
    pub fn plan(&mut self, world: &World, frames: u32) {
        let each = world.counts().pairs.max(3 * world.counts().bodies) + 1;
        let fit = (self.most / each).max(1);
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
            self.links.push(Link { key, bodies: [a, b], anchors, born: frame, died: None });
        }
    }

    /// The joints, the numbers of the frames with contacts, and these contacts.
    pub fn finish(self) -> (Value, Vec<u32>, Stream) {
        let mut stream = Stream::default();
        for frame in &self.frames {
            stream.whole(frame.contacts.len() as u32);
            let mut last = 0;
            for touch in &frame.contacts {
                stream.signed(touch.bodies[0] as i32 - last);
                stream.signed(touch.bodies[1] as i32 - touch.bodies[0] as i32);
                last = touch.bodies[0] as i32;
                stream.byte(touch.points.len() as u8);
                stream.byte(touch.normal);
                let mut origin = [0, 0];
                for (place, impulses) in &touch.points {
                    stream.signed(place[0].wrapping_sub(origin[0]));
                    stream.signed(place[1].wrapping_sub(origin[1]));
                    origin = *place;
                    impulses.iter().for_each(|&impulse| stream.float(impulse));
                }
            }
            stream.whole(frame.forces.len() as u32);
            frame.forces.iter().flatten().for_each(|&force| stream.float(force));
        }
        let joints =
            self.links.iter().map(|link| json!([link.bodies[0], link.bodies[1], link.anchors, link.born, link.died]));
        let joints = Value::Array(joints.collect());
        (joints, self.frames.iter().map(|frame| frame.frame).collect(), stream)
    }
}
