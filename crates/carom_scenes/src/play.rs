//! A scene played by carom: the world, and the numbers of its bodies.

use crate::{Call, Roster, Sample, SceneDef, SceneError, Script, Stage};
use carom::diagnostics::{Driver, Stopwatch, set_trace};
use carom::math::{LaneWidth, Pose, cross_sv};
use carom::{BodyDef, BodyKey, JointDef, World};
use std::collections::HashMap;

/// A world built from a scene, and the script that acts in it.
pub struct Play {
    world: World,
    keys: Vec<BodyKey>,
    roster: Roster,
    script: Option<Script>,
    step: u32,
    build_ms: f64,
    /// Whether calls were made that may have added or removed bodies.
    called: bool,
}

impl SceneDef {
    /// Builds the world of the scene.
    ///
    /// # Errors
    /// Values that no world accepts, with their path in the scene.
    pub fn play(&self) -> Result<Play, SceneError> {
        Play::new(self)
    }

    /// Whether a world accepts the scene: one is built to check.
    ///
    /// # Errors
    /// Values that no world accepts, with their path in the scene.
    pub fn check(&self) -> Result<(), SceneError> {
        Play::new(self).map(|_| ())
    }
}

impl Play {
    fn new(scene: &SceneDef) -> Result<Self, SceneError> {
        // The roster is ours and no part of a world's cost.
        let roster = Roster::new(scene)?;
        let clock = Stopwatch::start();
        let mut world = World::new(scene.world.clone()).map_err(|e| SceneError::refused("world", &e))?;
        let mut keys = Vec::with_capacity(scene.bodies.len());
        for (i, body) in scene.bodies.iter().enumerate() {
            let key = world.add_body(body.clone()).map_err(|e| SceneError::refused(&format!("bodies[{i}]"), &e))?;
            keys.push(key);
        }
        let mut joint_keys = Vec::with_capacity(scene.joints.len());
        for (i, joint) in scene.joints.iter().enumerate() {
            let refused = |e| {
                let path = format!("joints[{i}]{}", crate::file::suffix_of(&joint.joint, &e));
                SceneError::refused(&path, &e)
            };
            let key = if joint.joint.kind.couples_joints() {
                world.add_gear(joint_keys[joint.a], joint_keys[joint.b], joint.joint)
            } else {
                world.add_joint(keys[joint.a], keys[joint.b], joint.joint)
            };
            joint_keys.push(key.map_err(refused)?);
        }
        for (i, area) in scene.areas.iter().enumerate() {
            world.add_area(area.clone()).map_err(|e| SceneError::refused(&format!("areas[{i}]"), &e))?;
        }
        for (i, &[a, b]) in scene.ignored.iter().enumerate() {
            let end = |number: usize| keys.get(number).copied().unwrap_or_default();
            let set = world.ignore_pair(end(a), end(b), true);
            set.map_err(|e| SceneError::refused(&format!("ignored[{i}]"), &e))?;
        }
        let build_ms = clock.elapsed().as_secs_f64() * 1000.0;
        Ok(Self {
            world,
            keys,
            roster,
            script: scene.script.clone().map(Script::new),
            step: 0,
            build_ms,
            called: false,
        })
    }

    /// Sets the lanes of the machine.
    pub fn set_lanes(&mut self, width: LaneWidth) {
        self.world.set_lanes(width);
    }

    /// Sets the driver of the blocks of a step.
    pub fn set_driver(&mut self, driver: Driver) {
        self.world.set_driver(driver);
    }

    /// Traces each step, or no longer.
    pub fn set_trace(&mut self, on: bool) {
        set_trace(&mut self.world, on);
    }

    /// Time to build the world [ms].
    pub fn build_ms(&self) -> f64 {
        self.build_ms
    }

    /// The world.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// The world, to be changed by hand between two steps. Bodies that are added have no number.
    pub fn world_mut(&mut self) -> &mut World {
        &mut self.world
    }

    /// Continues with another world of the same bodies, such as a copy or a restored one.
    pub fn replace_world(&mut self, change: impl FnOnce(&World) -> World) {
        let world = change(&self.world);
        let now: HashMap<BodyKey, BodyKey> =
            self.world.bodies().zip(world.bodies()).map(|((old, _), (new, _))| (old, new)).collect();
        self.keys.iter_mut().for_each(|key| *key = now.get(key).copied().unwrap_or_default());
        self.world = world;
    }

    /// Numbers the present bodies anew, in the order of their creation, if a call made or removed some.
    fn take_stock(&mut self) {
        self.keys = self.world.bodies().map(|(key, _)| key).collect();
        self.roster = Roster::of(&self.world);
    }

    /// The definitions of the present bodies and joints.
    pub fn roster(&self) -> &Roster {
        &self.roster
    }

    /// Lets the script act before the next step.
    ///
    /// # Errors
    /// The world refuses a definition or a call.
    pub fn act(&mut self) -> Result<(), SceneError> {
        let step = self.step;
        self.step += 1;
        let Some(mut script) = self.script.take() else { return Ok(()) };
        let done = script.act(step, self);
        self.script = Some(script);
        if std::mem::take(&mut self.called) {
            self.take_stock();
        }
        done
    }

    /// Steps the world.
    pub fn step(&mut self) {
        self.world.step();
    }

    /// The pose of a body by number; the identity if it is absent.
    pub fn pose(&self, body: usize) -> Pose {
        self.keys.get(body).and_then(|key| self.world.body(*key)).map_or(Pose::IDENTITY, |b| b.pose())
    }

    /// All bodies by number; absent ones at the origin.
    pub fn samples(&self) -> Vec<Sample> {
        let sample = |key: &BodyKey| {
            self.world.body(*key).map_or_else(Sample::default, |b| {
                let lever = b.position() - b.center();
                Sample {
                    pose: b.pose(),
                    velocity: b.velocity() + cross_sv(b.angular_velocity(), lever),
                    angular_velocity: b.angular_velocity(),
                }
            })
        };
        self.keys.iter().map(sample).collect()
    }

    fn key(&self, body: usize) -> Result<BodyKey, SceneError> {
        self.keys.get(body).copied().ok_or_else(|| SceneError::at("", format!("body {body} is not there")))
    }
}

impl Stage for Play {
    fn add(&mut self, body: &BodyDef) -> Result<usize, SceneError> {
        self.keys.push(self.world.add_body(body.clone()).map_err(|e| SceneError::refused("script", &e))?);
        Ok(self.roster.add(body))
    }

    fn remove(&mut self, body: usize) -> Result<(), SceneError> {
        self.roster.remove(body)?;
        self.world.remove_body(self.key(body)?);
        Ok(())
    }

    fn join(&mut self, a: usize, b: usize, joint: &JointDef) -> Result<(), SceneError> {
        let (key_a, key_b) = (self.key(a)?, self.key(b)?);
        let joint = joint.in_frames(self.pose(a), self.pose(b));
        self.world.add_joint(key_a, key_b, joint).map_err(|e| SceneError::refused("script", &e))?;
        self.roster.join(a, b, &joint).map(|_| ())
    }

    fn move_to(&mut self, body: usize, pose: Pose) -> Result<(), SceneError> {
        let key = self.key(body)?;
        let Some(mut body) = self.world.body_mut(key) else {
            return Err(SceneError::at("script", format!("body {body} is not there")));
        };
        body.move_to(pose).map_err(|e| SceneError::refused("script", &e))
    }

    fn call(&mut self, call: &Call) -> Result<(), SceneError> {
        call.make(&mut self.world);
        self.called = true;
        Ok(())
    }
}
