//! The scene file as serde reads and writes it.

use super::VERSION;
use crate::{Container, SceneDef, SceneError, SceneJoint};
use carom::{AreaDef, BodyDef, JointDef, Revolute, WorldDef};
use serde::de::{Deserialize, Deserializer, Error as _};

/// A scene file as it is written. Files without areas have no such field.
#[derive(serde::Serialize)]
pub(super) struct SceneFile<'a> {
    pub(super) carom: u64,
    pub(super) name: &'a str,
    pub(super) about: &'a str,
    pub(super) steps: u32,
    pub(super) world: &'a WorldDef,
    pub(super) container: Option<&'a Container>,
    pub(super) bodies: &'a [BodyDef],
    pub(super) joints: Vec<JointLine<'a>>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub(super) areas: &'a [AreaDef],
}

/// A joint as it is written: the two bodies, and one field that is named after the kind.
#[derive(serde::Serialize)]
pub(super) struct JointLine<'a> {
    a: usize,
    b: usize,
    #[serde(flatten)]
    joint: &'a JointDef,
}

impl<'a> From<&'a SceneJoint> for JointLine<'a> {
    fn from(joint: &'a SceneJoint) -> Self {
        Self { a: joint.a, b: joint.b, joint: &joint.joint }
    }
}

/// A scene file as it is read.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields, rename = "scene", expecting = "a scene: {\"carom\": 1, \"bodies\": [..]}")]
pub(super) struct SceneText {
    #[serde(rename = "carom")]
    _version: Version,
    #[serde(default = "unnamed")]
    name: String,
    #[serde(default)]
    about: String,
    #[serde(default = "steps")]
    steps: u32,
    #[serde(default)]
    world: WorldDef,
    #[serde(default)]
    container: Option<Container>,
    #[serde(default)]
    bodies: Vec<BodyDef>,
    #[serde(default)]
    joints: Vec<JointText>,
    #[serde(default)]
    areas: Vec<AreaDef>,
}

fn unnamed() -> String {
    "unnamed".to_owned()
}

fn steps() -> u32 {
    300
}

/// The version; any other is refused.
struct Version;

impl<'de> Deserialize<'de> for Version {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match u64::deserialize(deserializer)? {
            VERSION => Ok(Self),
            other => Err(D::Error::custom(format!("{other} is not a version that is known here; {VERSION} is"))),
        }
    }
}

/// A joint as it is read.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields, rename = "joint", expecting = "a joint: {\"a\": 0, \"b\": 1, \"revolute\": {..}}")]
struct JointText {
    a: usize,
    b: usize,
    revolute: Revolute,
}

impl SceneText {
    /// The scene, after its references are checked.
    pub(super) fn scene(self) -> Result<SceneDef, SceneError> {
        let count = self.bodies.len();
        let there = |path: String, body: usize| {
            if body < count { Ok(()) } else { Err(SceneError::at(path, no_such_body(body, count))) }
        };
        let mut joints = Vec::with_capacity(self.joints.len());
        for (i, joint) in self.joints.into_iter().enumerate() {
            there(format!("joints[{i}].a"), joint.a)?;
            there(format!("joints[{i}].b"), joint.b)?;
            joints.push(SceneJoint { a: joint.a, b: joint.b, joint: joint.revolute.into() });
        }
        if let Some(container) = self.container {
            container.check()?;
            if let Some(body) = container.body() {
                there(format!("container.{}.body", container.kind()), body)?;
            }
        }
        Ok(SceneDef {
            name: self.name,
            about: self.about,
            world: self.world,
            bodies: self.bodies,
            joints,
            areas: self.areas,
            steps: self.steps,
            container: self.container,
            script: None,
        })
    }
}

fn no_such_body(body: usize, count: usize) -> String {
    match count {
        0 => format!("{body} is not a body of this scene, which has none"),
        1 => format!("{body} is not a body of this scene, which has one: 0"),
        _ => format!("{body} is not a body of this scene, which has {count}: 0 to {}", count - 1),
    }
}
