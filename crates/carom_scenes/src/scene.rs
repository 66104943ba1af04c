//! A scene as data that no engine owns.

use crate::{Container, ScriptKind};
use carom::math::vec2;
use carom::{AreaDef, BodyDef, JointDef, WorldDef};

/// A scene: everything that an engine needs to build it and play it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SceneDef {
    /// Its name.
    pub name: String,
    /// Its content, in a line.
    pub about: String,
    /// The rules.
    pub world: WorldDef,
    /// The bodies, in the order of creation.
    pub bodies: Vec<BodyDef>,
    /// The joints, all made after all bodies.
    pub joints: Vec<SceneJoint>,
    /// The areas.
    pub areas: Vec<AreaDef>,
    /// Numbers of two bodies each that ignore each other.
    pub ignored: Vec<[usize; 2]>,
    /// Number of steps of a run, the untimed first one counted.
    pub steps: u32,
    /// The region that nothing may leave.
    pub container: Option<Container>,
    /// The actions before each step.
    pub script: Option<ScriptKind>,
}

/// A joint between two bodies of a scene; or a gear or a rack, between two joints.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SceneJoint {
    /// Number of the first body, from 0; of a gear or a rack, that of its first joint.
    pub a: usize,
    /// Number of the second body, from 0; of a gear or a rack, that of its second joint.
    pub b: usize,
    /// The joint.
    pub joint: JointDef,
}

impl SceneDef {
    /// An empty scene under the rules of all benchmark scenes: gravity (0, -10), 1/60 s, and the given `sleep`.
    pub fn new(name: &str, about: &str, steps: u32, sleep: bool) -> Self {
        Self {
            name: name.to_owned(),
            about: about.to_owned(),
            world: WorldDef::default().gravity(vec2(0.0, -10.0)).sleep(sleep),
            steps,
            ..Self::default()
        }
    }

    /// Number of shapes of all bodies.
    pub fn shape_count(&self) -> usize {
        self.bodies.iter().map(|b| b.shapes.len()).sum()
    }

    /// Adds a body and returns its number.
    pub fn add(&mut self, body: BodyDef) -> usize {
        self.bodies.push(body);
        self.bodies.len() - 1
    }

    /// Adds a joint between bodies `a` and `b`, or a gear or a rack between joints `a` and `b`; returns its number.
    pub fn join(&mut self, a: usize, b: usize, joint: impl Into<JointDef>) -> usize {
        self.joints.push(SceneJoint { a, b, joint: joint.into() });
        self.joints.len() - 1
    }

    /// Keeps some joints, and the gears of which both joints are kept. Numbers of joints go on without gaps.
    pub(crate) fn retain_joints(&mut self, keep: impl Fn(usize, &SceneJoint) -> bool) {
        let mut numbers: Vec<Option<usize>> = Vec::with_capacity(self.joints.len());
        let mut kept = Vec::new();
        for (number, mut joint) in std::mem::take(&mut self.joints).into_iter().enumerate() {
            let mut stays = keep(number, &joint);
            if joint.joint.kind.couples_joints() {
                match [joint.a, joint.b].map(|link| numbers.get(link).copied().flatten()) {
                    [Some(a), Some(b)] => (joint.a, joint.b) = (a, b),
                    _ => stays = false,
                }
            }
            numbers.push(stays.then_some(kept.len()));
            kept.extend(stays.then_some(joint));
        }
        self.joints = kept;
    }
}
