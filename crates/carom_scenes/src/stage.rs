//! The actions of a script on its world.

use crate::{Call, SceneError};
use carom::math::Pose;
use carom::{BodyDef, JointDef};

/// The actions of a script on its world. Bodies have numbers: those of the scene from 0 in their order, then one more
/// for each that is added; the number of a removed body is never reused.
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

    /// Moves a kinematic body to `pose` by the end of the coming step.
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
