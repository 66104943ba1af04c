//! What happened in a step, as plain data in a stable order.

use crate::key::{BodyKey, ShapeKey};
use carom_math::Vec2;
use std::fmt;

/// A shape and its body. Shown as the two keys: `1:0v1/1:0v1`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
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

/// Two shapes that began or ceased to touch. Touching begins within the speculative distance (small bodies: what of it
/// [`crate::WorldDef`] says of them), or with the first push.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ShapePair {
    /// The one created first (or the one that took an older place).
    pub a: BodyShape,
    /// The other.
    pub b: BodyShape,
}

impl ShapePair {
    /// The shape on the other side, where one of the two is of `body`.
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
    /// What came or went.
    pub visitor: BodyShape,
}

/// An impact: two shapes met faster than [`crate::WorldDef::hit_event_speed`] and pushed each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// The shapes.
    pub pair: ShapePair,
    /// Where [m].
    pub point: Vec2,
    /// Unit vector from shape a to shape b.
    pub normal: Vec2,
    /// Speed at which the surfaces closed in when they met [m/s].
    pub approach_speed: f32,
    /// Impulse along the normal over the step [N s].
    pub impulse: f32,
}

impl Hit {
    /// The shape on the other side, where one of the two is of `body`.
    pub fn other(&self, body: BodyKey) -> Option<BodyShape> {
        self.pair.other(body)
    }
}

/// The impulses of a contact over a step [N s].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Impulses {
    /// Of which contact: [`carom_solver::Contact::key`].
    pub key: u64,
    pub normal: [f32; 2],
    pub tangent: [f32; 2],
    /// On b, in all, in the directions in which it was applied.
    pub sum: Vec2,
    /// The part of it that impacts within the step applied.
    pub swept: Vec2,
}

/// What the swept tests of a step did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CcdStats {
    /// Bodies that met something, and were followed through the step.
    pub bodies: u32,
    /// Impacts.
    pub impacts: u32,
    /// Rounds of looking for impacts.
    pub rounds: u32,
    /// Bodies that stopped within the step since the rounds ran out.
    pub stopped: u32,
    /// The simulated time that those did not move for, summed over them, in the last step [ns]. Not what
    /// [`crate::Stepper::dropped`] counts.
    pub dropped_ns: u64,
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
    /// Where impulses are recorded: those of each contact over the step, sorted.
    pub(crate) impulses: Vec<Impulses>,
    pub(crate) hits: Vec<Hit>,
    pub(crate) sensor_entered: Vec<SensorEvent>,
    pub(crate) sensor_exited: Vec<SensorEvent>,
    pub(crate) ccd: CcdStats,
    /// Whether a contact of a shape with several pieces began or ended.
    pub(crate) shared_changed: bool,
}

impl Events {
    /// Pairs of shapes that began to touch.
    pub fn contact_began(&self) -> &[ShapePair] {
        &self.contact_began
    }

    /// Pairs of shapes that ceased to touch, also because one of them went away: its key is stale then.
    pub fn contact_ended(&self) -> &[ShapePair] {
        &self.contact_ended
    }

    /// Bodies that turned not finite: each stands at its last good pose and takes no part any more.
    pub fn frozen(&self) -> &[BodyKey] {
        &self.frozen
    }

    /// Bodies that were faster than [`crate::WorldDef::max_speed`] or turned faster than
    /// [`crate::WorldDef::max_rotation_per_step`] allows, by forces in a substep, by an impact, or at the end of the
    /// step by whatever it was, and were slowed down to that.
    pub fn slowed(&self) -> &[BodyKey] {
        &self.slowed
    }

    /// Bodies that fell asleep.
    pub fn slept(&self) -> &[BodyKey] {
        &self.slept
    }

    /// Bodies that woke, also by a call since the last step.
    pub fn woke(&self) -> &[BodyKey] {
        &self.woke
    }

    /// Impacts: those at contacts by their pair, each pair once, at its fastest point; then those of swept bodies
    /// within the step, in the order of their time.
    pub fn hits(&self) -> &[Hit] {
        &self.hits
    }

    /// What came into a sensor, by sensor, then by visitor. What crossed it within the step is here and in
    /// [`Events::sensor_exited`].
    pub fn sensor_entered(&self) -> &[SensorEvent] {
        &self.sensor_entered
    }

    /// What left a sensor, by sensor, then by visitor; also because one of the two went away: its key is stale then.
    pub fn sensor_exited(&self) -> &[SensorEvent] {
        &self.sensor_exited
    }

    /// What the swept tests did.
    pub fn ccd_stats(&self) -> CcdStats {
        self.ccd
    }

    pub(crate) fn clear(&mut self) {
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
    }
}
