//! The engines that are compared, and the interface by which each plays a scene.

use carom::math::Pose;
use carom::{BodyDef, JointDef, Polygon, Vec2};
use carom_scenes::{Roster, Sample, SceneDef, SceneError, Script, Stage};

/// An engine that can be asked for by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, clap::ValueEnum)]
pub enum Engine {
    /// carom as anybody builds it, without compiler flags. Run by the ordinary `carom` program.
    Carom,
    /// carom built with `-C target-cpu=native`, as the peers are.
    CaromNative,
    /// Rapier.
    Rapier,
    /// Box2D.
    Box2d,
}

impl Engine {
    /// All engines, in the order of a round.
    pub const ALL: [Self; 4] = [Self::Carom, Self::CaromNative, Self::Rapier, Self::Box2d];

    /// The name on the command line and in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Carom => "carom",
            Self::CaromNative => "carom-native",
            Self::Rapier => "rapier",
            Self::Box2d => "box2d",
        }
    }
}

/// Numbers of things in a world.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    /// Bodies.
    pub bodies: usize,
    /// Shapes.
    pub shapes: usize,
    /// Joints.
    pub joints: usize,
    /// Bodies awake.
    pub awake: usize,
    /// Manifolds in the solver.
    pub contacts: usize,
    /// The points in them.
    pub contact_points: usize,
}

/// A scene in play, by any engine.
pub trait Player {
    /// Lets the script act before the next step.
    ///
    /// # Errors
    /// Anything that the engine refuses.
    fn act(&mut self) -> Result<(), SceneError>;

    /// Takes a step.
    fn step(&mut self);

    /// The definitions of the bodies and joints that are there.
    fn roster(&self) -> &Roster;

    /// The pose of a body by number.
    fn pose(&self, body: usize) -> Pose;

    /// All bodies by number; removed ones are at the origin.
    fn samples(&self) -> Vec<Sample>;

    /// Numbers of things in the world.
    fn counts(&self) -> Counts;
}

/// A world of a peer. Bodies have the numbers of the scene: 0, 1, 2, ... in the order of creation.
pub trait PeerWorld {
    /// Makes the next body.
    ///
    /// # Errors
    /// Something that this engine does not have.
    fn add(&mut self, body: &BodyDef) -> Result<(), SceneError>;

    /// Removes a body with its joints.
    fn remove(&mut self, body: usize);

    /// Joins two bodies.
    ///
    /// # Errors
    /// Something that this engine does not have.
    fn join(&mut self, a: usize, b: usize, joint: &JointDef) -> Result<(), SceneError>;

    /// Moves a kinematic body so that it is at `pose` at the end of the next step.
    fn move_to(&mut self, body: usize, pose: Pose);

    /// Takes a step.
    fn step(&mut self);

    /// A body: pose and velocity of its origin; the default if it was removed.
    fn sample(&self, body: usize) -> Sample;

    /// Numbers of things; shapes and joints are counted by [`Stand`].
    fn counts(&self) -> Counts;
}

/// A peer's world, with the definitions of its content and the script that acts in it.
pub struct Stand<W> {
    world: W,
    roster: Roster,
    script: Option<Script>,
    step: u32,
}

impl<W: PeerWorld> Stand<W> {
    /// The world.
    pub fn world(&self) -> &W {
        &self.world
    }

    /// Builds a scene in an empty world.
    ///
    /// # Errors
    /// Something that this engine does not have.
    pub fn new(mut world: W, scene: &SceneDef) -> Result<Self, SceneError> {
        for body in &scene.bodies {
            world.add(body)?;
        }
        let roster = Roster::new(scene)?;
        for joint in roster.joints() {
            world.join(joint.a, joint.b, &joint.joint)?;
        }
        Ok(Self { world, roster, script: scene.script.clone().map(Script::new), step: 0 })
    }
}

impl<W: PeerWorld> Stage for Stand<W> {
    fn add(&mut self, body: &BodyDef) -> Result<usize, SceneError> {
        self.world.add(body)?;
        Ok(self.roster.add(body))
    }

    fn remove(&mut self, body: usize) -> Result<(), SceneError> {
        self.roster.remove(body)?;
        self.world.remove(body);
        Ok(())
    }

    fn join(&mut self, a: usize, b: usize, joint: &JointDef) -> Result<(), SceneError> {
        let [pose_a, pose_b] = [a, b].map(|body| self.world.sample(body).pose);
        let joint = joint.in_frames(pose_a, pose_b);
        self.world.join(a, b, &joint)?;
        self.roster.join(a, b, &joint).map(|_| ())
    }

    fn move_to(&mut self, body: usize, pose: Pose) -> Result<(), SceneError> {
        self.world.move_to(body, pose);
        Ok(())
    }
}

impl<W: PeerWorld> Player for Stand<W> {
    fn act(&mut self) -> Result<(), SceneError> {
        let step = self.step;
        self.step += 1;
        let Some(mut script) = self.script.take() else { return Ok(()) };
        let done = script.act(step, self);
        self.script = Some(script);
        done
    }

    fn step(&mut self) {
        self.world.step();
    }

    fn roster(&self) -> &Roster {
        &self.roster
    }

    fn pose(&self, body: usize) -> Pose {
        self.world.sample(body).pose
    }

    fn samples(&self) -> Vec<Sample> {
        (0..self.roster.len()).map(|body| self.world.sample(body)).collect()
    }

    fn counts(&self) -> Counts {
        let bodies = self.roster.bodies();
        let (count, shapes) = bodies.fold((0, 0), |(n, shapes), (_, body)| (n + 1, shapes + body.shapes.len()));
        Counts { bodies: count, shapes, joints: self.roster.joints().count(), ..self.world.counts() }
    }
}

impl Player for carom_scenes::Play {
    fn act(&mut self) -> Result<(), SceneError> {
        self.act()
    }

    fn step(&mut self) {
        self.step();
    }

    fn roster(&self) -> &Roster {
        self.roster()
    }

    fn pose(&self, body: usize) -> Pose {
        self.pose(body)
    }

    fn samples(&self) -> Vec<Sample> {
        self.samples()
    }

    fn counts(&self) -> Counts {
        let counts = self.world().counts();
        Counts {
            bodies: counts.bodies,
            shapes: counts.shapes,
            joints: counts.joints,
            awake: counts.awake,
            contacts: counts.contacts,
            contact_points: counts.contact_points,
        }
    }
}

/// The error for a feature that a scene needs and an engine does not have.
pub fn lacks(engine: Engine, what: &str) -> SceneError {
    SceneError::at("", format!("{} has no {what}", engine.name()))
}

/// Centre and half extents of a polygon whose four sides lie along the axes. Both peers have a shape of its own for
/// such a box, which their users (and their own benchmark programs) take.
pub fn as_box(polygon: &Polygon) -> Option<(Vec2, Vec2)> {
    let vertices = polygon.vertices();
    if vertices.len() != 4 {
        return None;
    }
    let (mut min, mut max) = (vertices[0], vertices[0]);
    for v in vertices {
        min = min.min(*v);
        max = max.max(*v);
    }
    let at_corner = |v: &Vec2| (v.x == min.x || v.x == max.x) && (v.y == min.y || v.y == max.y);
    vertices.iter().all(at_corner).then(|| (0.5 * (min + max), 0.5 * (max - min)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom::ShapeError;
    use carom::vec2;

    #[test]
    fn boxes_are_told_from_other_polygons() -> Result<(), ShapeError> {
        let at = Pose::new(vec2(3.0, 4.0), 0.0);
        assert_eq!(as_box(&Polygon::rect_at(at, 2.0, 1.0)?), Some((vec2(3.0, 4.0), vec2(1.0, 0.5))));
        assert_eq!(as_box(&Polygon::rect_at(Pose::new(vec2(0.0, 0.0), 0.5), 2.0, 1.0)?), None);
        assert_eq!(as_box(&Polygon::new([vec2(0.0, 0.0), vec2(1.0, 0.0), vec2(0.0, 1.0)])?), None);
        Ok(())
    }
}
