//! What happens before each step in scenes that are not left alone. A script acts through the small trait [`Stage`],
//! so that any engine can play it, and keeps no clock but the number of the step.

use crate::SceneError;
use crate::catalog::junkyard::pusher_pose;
use crate::catalog::rain::Rain;
use crate::soup::{Call, PlannedCall};
use carom::math::Pose;
use carom::{BodyDef, JointDef};

/// What a script may do to the world it acts in. Bodies have numbers: those of the scene from 0 in their order, then
/// one more for each that is added; the number of a removed body is never given again.
pub trait Stage {
    /// Makes a body and returns its number.
    ///
    /// # Errors
    /// The engine refuses the body.
    fn add(&mut self, body: &BodyDef) -> Result<usize, SceneError>;

    /// Removes a body, and its joints with it.
    ///
    /// # Errors
    /// There is no such body.
    fn remove(&mut self, body: usize) -> Result<(), SceneError>;

    /// Joins two bodies.
    ///
    /// # Errors
    /// There is no such body, or the engine refuses the joint.
    fn join(&mut self, a: usize, b: usize, joint: &JointDef) -> Result<(), SceneError>;

    /// Has a kinematic body be at `pose` at the end of the coming step.
    ///
    /// # Errors
    /// There is no such kinematic body.
    fn move_to(&mut self, body: usize, pose: Pose) -> Result<(), SceneError>;

    /// Makes a call that no engine but carom knows.
    ///
    /// # Errors
    /// It is another engine.
    fn call(&mut self, call: &Call) -> Result<(), SceneError> {
        Err(SceneError::at("script", format!("this engine has no call {call:?}")))
    }
}

/// Which script a scene has.
#[derive(Clone, Debug, PartialEq)]
pub enum ScriptKind {
    /// Dolls fall, and the oldest ones make room: `rain`.
    Rain,
    /// A kinematic body is pushed to and fro: `junkyard`.
    Junkyard {
        /// Number of the kinematic body.
        pusher: usize,
    },
    /// Any calls, in the order of their steps: [`soup`](crate::soup).
    Calls(Vec<PlannedCall>),
}

/// A script in play, with what it remembers from step to step.
#[derive(Clone, Debug)]
pub enum Script {
    /// See [`ScriptKind::Rain`].
    Rain(Box<Rain>),
    /// See [`ScriptKind::Junkyard`].
    Junkyard {
        /// Number of the kinematic body.
        pusher: usize,
    },
    /// See [`ScriptKind::Calls`]: those that are left.
    Calls(std::iter::Peekable<std::vec::IntoIter<PlannedCall>>),
}

impl Script {
    /// The script of this kind, before step 0.
    pub fn new(kind: ScriptKind) -> Self {
        match kind {
            ScriptKind::Rain => Self::Rain(Box::default()),
            ScriptKind::Junkyard { pusher } => Self::Junkyard { pusher },
            ScriptKind::Calls(calls) => Self::Calls(calls.into_iter().peekable()),
        }
    }

    /// Acts before step number `step`, 0 for the first.
    ///
    /// # Errors
    /// What the stage refuses.
    pub fn act(&mut self, step: u32, stage: &mut dyn Stage) -> Result<(), SceneError> {
        match self {
            Self::Rain(rain) => rain.act(step, stage),
            Self::Junkyard { pusher } => stage.move_to(*pusher, pusher_pose(step)),
            Self::Calls(calls) => {
                while let Some(planned) = calls.next_if(|planned| planned.step <= step) {
                    stage.call(&planned.call)?;
                }
                Ok(())
            }
        }
    }
}
