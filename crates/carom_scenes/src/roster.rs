//! The bodies and joints in play: their definitions by number, as a script adds and removes them.

use crate::{SceneDef, SceneError, SceneJoint};
use carom::math::Pose;
use carom::{BodyDef, JointDef, World};
use std::collections::HashMap;

/// The definitions of the bodies and joints in play. A removed body leaves a gap, so that numbers stay.
#[derive(Clone, Debug, Default)]
pub struct Roster {
    bodies: Vec<Option<BodyDef>>,
    joints: Vec<Option<SceneJoint>>,
    /// The numbers of each body's joints, so that a removal need not search.
    joints_of: Vec<Vec<usize>>,
}

impl Roster {
    /// The bodies and joints of a scene at its start.
    ///
    /// # Errors
    /// A joint of a body that is not there.
    pub fn new(scene: &SceneDef) -> Result<Self, SceneError> {
        let mut roster = Self::default();
        for body in &scene.bodies {
            roster.add(body);
        }
        for (i, joint) in scene.joints.iter().enumerate() {
            let fault = |e: SceneError| SceneError { path: format!("joints[{i}]"), ..e };
            // A gear ties joints, and has no frames.
            let pose = |body: usize| roster.body(body).map_or(Pose::IDENTITY, BodyDef::pose);
            let def = joint.joint.in_frames(pose(joint.a), pose(joint.b));
            roster.join(joint.a, joint.b, &def).map_err(fault)?;
        }
        Ok(roster)
    }

    /// The bodies and joints of a world, numbered in the order of their creation.
    pub fn of(world: &World) -> Self {
        let mut roster = Self::default();
        let mut numbers = HashMap::new();
        for (key, body) in world.bodies() {
            let (position, angle) = (body.position(), body.angle());
            let shapes = body.shapes().to_vec();
            numbers
                .insert(key, roster.add(&BodyDef { kind: body.kind(), position, angle, shapes, ..BodyDef::default() }));
        }
        // Gears after all joints: a joint may stand behind its gear.
        let mut joints = HashMap::new();
        for (key, joint) in world.joints().filter(|(_, joint)| joint.geared().is_none()) {
            let (a, b) = joint.bodies();
            if let (Some(&a), Some(&b)) = (numbers.get(&a), numbers.get(&b)) {
                // Both are there.
                joints.extend(roster.join(a, b, &joint.def()).map(|number| (key, number)));
            }
        }
        for (_, joint) in world.joints() {
            let Some((one, two)) = joint.geared() else { continue };
            if let (Some(&one), Some(&two)) = (joints.get(&one), joints.get(&two)) {
                let _ = roster.join(one, two, &joint.def());
            }
        }
        roster
    }

    /// Adds a body and returns its number.
    pub fn add(&mut self, body: &BodyDef) -> usize {
        self.bodies.push(Some(body.clone()));
        self.joints_of.push(Vec::new());
        self.bodies.len() - 1
    }

    /// Removes a body, and its joints with it; returns their numbers.
    ///
    /// # Errors
    /// There is no such body.
    pub fn remove(&mut self, body: usize) -> Result<Vec<usize>, SceneError> {
        self.there(body)?;
        self.bodies[body] = None;
        let mut joints = std::mem::take(&mut self.joints_of[body]);
        // A joint may have gone with its other body before.
        joints.retain(|&joint| self.joints[joint].take().is_some());
        Ok(joints)
    }

    /// Adds a joint, whose anchors are in the frames of its bodies, and returns its number. Of a gear or a rack `a` and
    /// `b` are joints.
    ///
    /// # Errors
    /// There is no such body or joint.
    pub fn join(&mut self, a: usize, b: usize, joint: &JointDef) -> Result<usize, SceneError> {
        let number = self.joints.len();
        let joint = SceneJoint { a, b, joint: *joint };
        let bodies = self.bodies_of(&joint)?;
        for &body in &bodies {
            self.there(body)?;
        }
        for body in bodies {
            self.joints_of[body].push(number);
        }
        self.joints.push(Some(joint));
        Ok(number)
    }

    /// The numbers of the bodies that a joint ties: of a gear or a rack those of its joints, each once.
    ///
    /// # Errors
    /// A gear of a joint that is not there, or of another gear.
    pub fn bodies_of(&self, joint: &SceneJoint) -> Result<Vec<usize>, SceneError> {
        if !joint.joint.kind.couples_joints() {
            return Ok(vec![joint.a, joint.b]);
        }
        let mut bodies = Vec::new();
        for number in [joint.a, joint.b] {
            match self.joints.get(number) {
                Some(Some(link)) if !link.joint.kind.couples_joints() => bodies.extend([link.b, link.a]),
                _ => return Err(SceneError::at("", format!("joint {number} is not there, or is a gear"))),
            }
        }
        bodies.sort_unstable();
        bodies.dedup();
        Ok(bodies)
    }

    /// The two bodies of a joint, which do not collide unless it says so: of a gear or a rack the second ones of its
    /// joints. `None` if such a joint is not there.
    pub fn ends_of(&self, joint: &SceneJoint) -> Option<[usize; 2]> {
        if !joint.joint.kind.couples_joints() {
            return Some([joint.a, joint.b]);
        }
        let wheel = |number: usize| self.joints.get(number)?.as_ref().map(|link| link.b);
        Some([wheel(joint.a)?, wheel(joint.b)?])
    }

    fn there(&self, body: usize) -> Result<(), SceneError> {
        match self.bodies.get(body) {
            Some(Some(_)) => Ok(()),
            _ => Err(SceneError::at("", format!("body {body} is not there"))),
        }
    }

    /// One more than the greatest number of a body.
    pub fn len(&self) -> usize {
        self.bodies.len()
    }

    /// Whether there never was a body.
    pub fn is_empty(&self) -> bool {
        self.bodies.is_empty()
    }

    /// The body of this number.
    pub fn body(&self, number: usize) -> Option<&BodyDef> {
        self.bodies.get(number).and_then(Option::as_ref)
    }

    /// The present bodies, with their numbers.
    pub fn bodies(&self) -> impl Iterator<Item = (usize, &BodyDef)> {
        self.bodies.iter().enumerate().filter_map(|(number, body)| Some((number, body.as_ref()?)))
    }

    /// The present joints.
    pub fn joints(&self) -> impl Iterator<Item = &SceneJoint> {
        self.joints.iter().flatten()
    }
}
