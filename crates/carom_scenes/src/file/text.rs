//! The scene file as serde reads and writes it.

use super::VERSION;
use crate::{Container, SceneDef, SceneError, SceneJoint};
use carom::{
    AngleLimit, AngleMotor, AngleSpring, AreaDef, BodyDef, Distance, FilterJoint, Gear, JointDef, JointOptions, Motor,
    PinSlot, Prismatic, Pulley, Rack, Revolute, Stiffness, Vec2, Weld, Wheel, WorldDef,
};
use serde::de::{Deserialize, Deserializer, Error as _};

/// A scene file as it is written. Files without areas or ignored pairs have no such fields.
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
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub(super) ignored: &'a [[usize; 2]],
}

/// A joint as it is written: the two bodies (or joints, of a gear), and one field that is named after the kind.
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
    #[serde(default)]
    ignored: Vec<[usize; 2]>,
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

/// A joint as it is read: the two bodies (or joints, of a gear), one field that is named after the kind, the options.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields, rename = "joint", expecting = "a joint: {\"a\": 0, \"b\": 1, \"revolute\": {..}}")]
struct JointText {
    a: usize,
    b: usize,
    revolute: Option<RevoluteText>,
    prismatic: Option<Prismatic>,
    distance: Option<Distance>,
    weld: Option<Weld>,
    wheel: Option<Wheel>,
    motor: Option<Motor>,
    pin_slot: Option<PinSlot>,
    filter: Option<FilterJoint>,
    gear: Option<Gear>,
    rack: Option<Rack>,
    pulley: Option<Pulley>,
    #[serde(default)]
    collide: bool,
    stiffness: Option<Stiffness>,
    break_force: Option<f32>,
    break_torque: Option<f32>,
    #[serde(default)]
    user_data: u64,
}

/// A hinge as it is read. Older files have `collide` here.
#[derive(Default, serde::Deserialize)]
#[serde(default, deny_unknown_fields, rename = "Revolute")]
struct RevoluteText {
    anchor_a: Vec2,
    anchor_b: Vec2,
    reference_angle: f32,
    limit: Option<AngleLimit>,
    motor: Option<AngleMotor>,
    spring: Option<AngleSpring>,
    at: Option<Vec2>,
    collide: bool,
}

impl From<RevoluteText> for Revolute {
    fn from(text: RevoluteText) -> Self {
        let RevoluteText { anchor_a, anchor_b, reference_angle, limit, motor, spring, at, .. } = text;
        Self { anchor_a, anchor_b, reference_angle, limit, motor, spring, at }
    }
}

impl JointText {
    /// The definition, if exactly one kind is given.
    fn def(self) -> Result<JointDef, String> {
        let collide = self.collide || self.revolute.as_ref().is_some_and(|hinge| hinge.collide);
        let kinds: [Option<JointDef>; 11] = [
            self.revolute.map(|hinge| Revolute::from(hinge).into()),
            self.prismatic.map(Into::into),
            self.distance.map(Into::into),
            self.weld.map(Into::into),
            self.wheel.map(Into::into),
            self.motor.map(Into::into),
            self.pin_slot.map(Into::into),
            self.filter.map(Into::into),
            self.gear.map(Into::into),
            self.rack.map(Into::into),
            self.pulley.map(Into::into),
        ];
        let mut given = kinds.into_iter().flatten();
        let Some(JointDef { kind, .. }) = given.next() else {
            return Err("has no kind: it needs a field such as \"revolute\": {..}".to_owned());
        };
        if let Some(other) = given.next() {
            return Err(format!("has two kinds, \"{}\" and \"{}\"", kind.name(), other.kind.name()));
        }
        let Self { stiffness, break_force, break_torque, user_data, .. } = self;
        Ok(JointDef { kind, options: JointOptions { collide, stiffness, break_force, break_torque, user_data } })
    }
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
            let (a, b) = (joint.a, joint.b);
            let joint = joint.def().map_err(|problem| SceneError::at(format!("joints[{i}]"), problem))?;
            for (end, number) in [("a", a), ("b", b)] {
                let path = format!("joints[{i}].{end}");
                if !joint.kind.couples_joints() {
                    there(path, number)?;
                } else if number >= i {
                    let name = joint.kind.name();
                    return Err(SceneError::at(path, format!("{number} is no joint before this {name}")));
                }
            }
            joints.push(SceneJoint { a, b, joint });
        }
        for (i, pair) in self.ignored.iter().enumerate() {
            for (side, &body) in pair.iter().enumerate() {
                there(format!("ignored[{i}][{side}]"), body)?;
            }
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
            ignored: self.ignored,
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
