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
    /// Number of steps of a run, the untimed first one counted.
    pub steps: u32,
    /// The region that nothing may leave.
    pub container: Option<Container>,
    /// The actions before each step.
    pub script: Option<ScriptKind>,
}

/// A joint between two bodies of a scene.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SceneJoint {
    /// Number of the first body, from 0.
    pub a: usize,
    /// Number of the second body, from 0.
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

    /// Adds a joint between bodies `a` and `b`.
    pub fn join(&mut self, a: usize, b: usize, joint: impl Into<JointDef>) {
        self.joints.push(SceneJoint { a, b, joint: joint.into() });
    }
}
