//! Events of the last step as plain data in a stable order: contacts, hits, sensors, sleep, and CCD statistics.

use crate::key::{BodyKey, JointKey, ShapeKey};
use carom_math::Vec2;
use std::fmt;

/// A shape and its body. Shown as the two keys: `1:0v1/1:0v1`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BodyShape {
    /// The body.
    pub body: BodyKey,
    /// The shape.
    pub shape: ShapeKey,
}

impl fmt::Display for BodyShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}/{}", self.body, self.shape))
    }
}

/// Two shapes that began or ceased to touch. Touching begins within the speculative distance, or with the first push.
/// For small bodies that distance is shorter: see [`crate::WorldDef`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ShapePair {
    /// The shape created first (or the one that took an older place).
    pub a: BodyShape,
    /// The other shape.
    pub b: BodyShape,
}

impl ShapePair {
    /// The shape on the other side, if one of the two belongs to `body`.
    pub fn other(&self, body: BodyKey) -> Option<BodyShape> {
        match body {
            _ if self.a.body == body => Some(self.b),
            _ if self.b.body == body => Some(self.a),
            _ => None,
        }
    }
}

/// A shape that entered a sensor or left it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SensorEvent {
    /// The sensor.
    pub sensor: BodyShape,
    /// The shape that entered or left.
    pub visitor: BodyShape,
}

/// An impact: two shapes met faster than [`crate::WorldDef::hit_event_speed`] and pushed each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// The shapes.
    pub pair: ShapePair,
    /// Position [m].
    pub point: Vec2,
    /// Unit vector from shape a to shape b.
    pub normal: Vec2,
    /// Speed at which the surfaces closed in when they met [m/s].
    pub approach_speed: f32,
    /// Impulse along the normal over the step [N s].
    pub impulse: f32,
}

impl Hit {
    /// The shape on the other side, if one of the two belongs to `body`.
    pub fn other(&self, body: BodyKey) -> Option<BodyShape> {
        self.pair.other(body)
    }
}

/// The impulses of a contact over a step [N s].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Impulses {
    /// The contact that they belong to: [`carom_solver::Contact::key`].
    pub key: u64,
    pub normal: [f32; 2],
    pub tangent: [f32; 2],
    /// The total on b, in the directions in which it was applied.
    pub sum: Vec2,
    /// The part of the total that impacts within the step applied.
    pub swept: Vec2,
}

/// Statistics of continuous collision (CCD) in a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CcdStats {
    /// Bodies with an impact, which were followed through the step.
    pub bodies: u32,
    /// Impacts.
    pub impacts: u32,
    /// Rounds in which impacts were found and resolved.
    pub rounds: u32,
    /// Bodies that stopped within the step since the rounds ran out.
    pub stopped: u32,
    /// Simulated time of the last step that these bodies did not move for, summed over them [ns].
    /// [`crate::Stepper::dropped`] counts something else.
    pub dropped_ns: u64,
}

/// A joint that ended without a call of [`crate::World::remove_joint`]. Its key is stale.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointEnd {
    /// The joint.
    pub joint: JointKey,
    /// Its two bodies; one of them may be gone.
    pub bodies: [BodyKey; 2],
    /// The user's number: [`crate::JointOptions::user_data`].
    pub user_data: u64,
    /// Why it ended.
    pub cause: JointEndCause,
}

/// A joint whose anchors, direction, length or limits have been off by more than its tolerance for a second, or until
/// its bodies fall asleep: 5 cm, times [`crate::WorldDef::length_unit`]. It goes on as it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StrainedJoint {
    /// The joint.
    pub joint: JointKey,
    /// The user's number: [`crate::JointOptions::user_data`].
    pub user_data: u64,
    /// The gap [m].
    pub open: f32,
}

/// Why a joint ended.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum JointEndCause {
    /// Its force or torque exceeded [`crate::JointOptions::break_force`] or [`crate::JointOptions::break_torque`].
    Broke {
        /// Mean force on b over the step [N].
        force: Vec2,
        /// Torque on b beside it [N m].
        torque: f32,
    },
    /// One of its bodies was removed.
    BodyRemoved,
    /// One of the two joints of a gear or a rack broke or was removed.
    JointEnded {
        /// That joint. Its key is stale.
        joint: JointKey,
    },
}

/// The events of the last step.
#[derive(Clone, Debug, Default)]
pub struct Events {
    pub(crate) contact_began: Vec<ShapePair>,
    pub(crate) contact_ended: Vec<ShapePair>,
    pub(crate) frozen: Vec<BodyKey>,
    pub(crate) slowed: Vec<BodyKey>,
    pub(crate) slept: Vec<BodyKey>,
    pub(crate) woke: Vec<BodyKey>,
    /// Impulses of each contact over the step, sorted, if they are recorded.
    pub(crate) impulses: Vec<Impulses>,
    pub(crate) hits: Vec<Hit>,
    pub(crate) sensor_entered: Vec<SensorEvent>,
    pub(crate) sensor_exited: Vec<SensorEvent>,
    pub(crate) ccd: CcdStats,
    /// Whether a contact of a shape with several pieces began or ended.
    pub(crate) shared_changed: bool,
    /// Contacts with an impulse by an impact within the step, sorted, if impulses are recorded.
    pub(crate) swept: Vec<u64>,
    /// Bodies that calls placed elsewhere: since the last step, and before it. Each is listed once.
    pub(crate) placed: Vec<BodyKey>,
    pub(crate) teleported: Vec<BodyKey>,
    /// Joints that ended by a call since the last step; and all that ended, up to the end of the last step.
    pub(crate) unjoined: Vec<JointEnd>,
    pub(crate) joint_ends: Vec<JointEnd>,
    pub(crate) strained: Vec<StrainedJoint>,
}

impl Events {
    /// Pairs of shapes that began to touch.
    pub fn contact_began(&self) -> &[ShapePair] {
        &self.contact_began
    }

    /// Pairs of shapes that ceased to touch. If one of them was removed, its key is stale.
    pub fn contact_ended(&self) -> &[ShapePair] {
        &self.contact_ended
    }

    /// Bodies that turned non-finite: each stands at its last good pose and takes part in nothing any more.
    pub fn frozen(&self) -> &[BodyKey] {
        &self.frozen
    }

    /// Bodies that exceeded [`crate::WorldDef::max_speed`] or [`crate::WorldDef::max_rotation_per_step`] and were
    /// slowed down to it. That is tested in each substep, after an impact, and at the end of the step.
    pub fn slowed(&self) -> &[BodyKey] {
        &self.slowed
    }

    /// Bodies that fell asleep.
    pub fn slept(&self) -> &[BodyKey] {
        &self.slept
    }

    /// Bodies that woke, also those woken by a call since the last step.
    pub fn woke(&self) -> &[BodyKey] {
        &self.woke
    }

    /// Impacts. First those at contacts, by pair, each pair once, at its fastest point. Then those that continuous
    /// collision found within the step, in the order of their time.
    pub fn hits(&self) -> &[Hit] {
        &self.hits
    }

    /// Shapes that entered a sensor, by sensor, then by visitor. A shape that crossed the sensor within the step is
    /// here and in [`Events::sensor_exited`].
    pub fn sensor_entered(&self) -> &[SensorEvent] {
        &self.sensor_entered
    }

    /// Shapes that left a sensor, by sensor, then by visitor. If one of the two was removed, its key is stale.
    pub fn sensor_exited(&self) -> &[SensorEvent] {
        &self.sensor_exited
    }

    /// Statistics of continuous collision.
    pub fn ccd_stats(&self) -> CcdStats {
        self.ccd
    }

    /// Joints that ended because a body was removed since the last step, or because they broke in it, in this order. A
    /// gear follows the joint that it ended with, also if that was removed by a call.
    pub fn joint_ends(&self) -> &[JointEnd] {
        &self.joint_ends
    }

    /// Rigid joints that have stood open for a second, each once until it closes again: too heavy a load, ends that
    /// cannot meet, or more than the substeps can hold. [`crate::WorldDef::substeps`] and
    /// [`crate::WorldDef::joint_hertz`] make joints stiffer.
    pub fn strained(&self) -> &[StrainedJoint] {
        &self.strained
    }

    pub(crate) fn clear(&mut self) {
        self.strained.clear();
        self.contact_began.clear();
        self.contact_ended.clear();
        self.frozen.clear();
        self.slowed.clear();
        self.slept.clear();
        self.woke.clear();
        self.impulses.clear();
        self.hits.clear();
        self.sensor_entered.clear();
        self.sensor_exited.clear();
        self.ccd = CcdStats::default();
        self.swept.clear();
        self.teleported.clear();
        std::mem::swap(&mut self.placed, &mut self.teleported);
        self.joint_ends.clear();
        std::mem::swap(&mut self.unjoined, &mut self.joint_ends);
    }

    /// Lists the contacts that an impact within the step pushed, once all impulses are there.
    pub(crate) fn list_swept(&mut self) {
        let pushed = self.impulses.iter().filter(|of| of.swept != Vec2::ZERO);
        self.swept.extend(pushed.map(|of| of.key));
    }
}
