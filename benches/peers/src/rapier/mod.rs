//! Scenes on Rapier.
//!
//! It is set up as users do: `PhysicsWorld` with default parameters (4 solver iterations, each of which is a substep),
//! boxes as cuboids, one-sided chains as oriented polylines. Friction is combined by the geometric mean and restitution
//! by the maximum. A hinge with a spring has it as the one motor of its angle (acceleration-based position motor); a
//! motor beside the spring is left out. Restitution has no threshold in Rapier.

mod joints;

use crate::engine::{Counts, Engine, PeerWorld, as_box, lacks};
use carom::math::{Pose as CaromPose, Rot, Vec2 as CaromVec2};
use carom::{BodyDef, BodyKind, JointDef, Polygon, Shape, ShapeDef};
use carom_scenes::{Sample, SceneDef, SceneError};
use rapier2d::prelude::*;

/// Gain of a motor towards its speed; Rapier's own scenes with motors have this factor.
const MOTOR_FACTOR: f32 = 1.0e5;

/// A world of Rapier.
pub struct RapierWorld {
    world: PhysicsWorld,
    /// Bodies by number; `None` if the body was removed.
    bodies: Vec<Option<RigidBodyHandle>>,
    sleep: bool,
}

impl RapierWorld {
    /// An empty world with the rules of `scene`. It steps in the rayon pool of the caller.
    ///
    /// # Errors
    /// Rules that Rapier does not support.
    pub fn new(scene: &SceneDef) -> Result<Self, SceneError> {
        let rules = &scene.world;
        let mut world = PhysicsWorld::new();
        world.gravity = vector(rules.gravity);
        world.integration_parameters.dt = rules.dt;
        world.integration_parameters.num_solver_iterations = rules.substeps as usize;
        if !rules.continuous {
            world.integration_parameters.max_ccd_substeps = 0;
        }
        Ok(Self { world, bodies: Vec::new(), sleep: rules.sleep })
    }

    /// The world.
    pub fn world(&self) -> &PhysicsWorld {
        &self.world
    }

    fn handle(&self, body: usize) -> Option<RigidBodyHandle> {
        self.bodies.get(body).copied().flatten()
    }
}

impl PeerWorld for RapierWorld {
    fn add(&mut self, def: &BodyDef) -> Result<(), SceneError> {
        if def.mass.is_some() {
            return Err(lacks(Engine::Rapier, "mass override in this program"));
        }
        let moves = def.velocity != CaromVec2::ZERO || def.angular_velocity != 0.0;
        let kind = match def.kind {
            BodyKind::Fixed => RigidBodyType::Fixed,
            BodyKind::Dynamic => RigidBodyType::Dynamic,
            // Rapier has two kinds: one moves by its velocity, the other by its next position.
            BodyKind::Kinematic if moves => RigidBodyType::KinematicVelocityBased,
            BodyKind::Kinematic => RigidBodyType::KinematicPositionBased,
        };
        let mut body = RigidBodyBuilder::new(kind)
            .pose(pose(def.pose()))
            .linvel(vector(def.velocity))
            .angvel(def.angular_velocity)
            .linear_damping(def.linear_damping)
            .angular_damping(def.angular_damping)
            .gravity_scale(def.gravity_scale)
            .can_sleep(def.can_sleep && self.sleep)
            .sleeping(!def.awake)
            .enabled_translations(!def.locks.x, !def.locks.y);
        if def.locks.rotation {
            body = body.lock_rotations();
        }
        let handle = self.world.insert_body(body);
        for shape in &def.shapes {
            self.world.insert_collider(collider(shape)?, Some(handle));
        }
        self.bodies.push(Some(handle));
        Ok(())
    }

    fn remove(&mut self, body: usize) {
        if let Some(handle) = self.bodies.get_mut(body).and_then(Option::take) {
            self.world.remove_body(handle);
        }
    }

    fn join(&mut self, a: usize, b: usize, joint: &JointDef) -> Result<(), SceneError> {
        let (Some(a), Some(b)) = (self.handle(a), self.handle(b)) else {
            return Err(SceneError::at("", "a joint of a body that is not there"));
        };
        self.world.insert_impulse_joint(a, b, joints::joint(joint)?);
        Ok(())
    }

    fn move_to(&mut self, body: usize, to: CaromPose) {
        if let Some(handle) = self.handle(body) {
            self.world.bodies[handle].set_next_kinematic_position(pose(to));
        }
    }

    fn step(&mut self) {
        self.world.step();
    }

    fn sample(&self, body: usize) -> Sample {
        let Some(body) = self.handle(body).and_then(|handle| self.world.bodies.get(handle)) else {
            return Sample::default();
        };
        let at = body.position();
        let velocity = body.velocity_at_point(at.translation);
        Sample {
            pose: CaromPose {
                p: CaromVec2::new(at.translation.x, at.translation.y),
                q: Rot { c: at.rotation.re, s: at.rotation.im },
            },
            velocity: CaromVec2::new(velocity.x, velocity.y),
            angular_velocity: body.angvel(),
        }
    }

    fn counts(&self) -> Counts {
        let bodies = &self.world.bodies;
        let is_awake = |handle: Option<RigidBodyHandle>| {
            handle
                .and_then(|handle| bodies.get(handle))
                .is_some_and(|b| b.is_dynamic_or_kinematic() && !b.is_sleeping())
        };
        let awake = bodies.iter().filter(|(_, b)| b.is_dynamic() && !b.is_sleeping()).count();
        let mut counts = Counts { awake, ..Counts::default() };
        for pair in self.world.contact_pairs() {
            for manifold in pair.manifolds() {
                let data = &manifold.data;
                let seen = is_awake(data.rigid_body1) || is_awake(data.rigid_body2);
                if seen && data.num_active_contacts() > 0 {
                    counts.contacts += 1;
                    counts.contact_points += data.num_active_contacts();
                }
            }
        }
        counts
    }
}

/// The collider of a shape.
fn collider(def: &ShapeDef) -> Result<ColliderBuilder, SceneError> {
    if def.material.rolling_resistance != 0.0 || def.material.surface_speed != 0.0 {
        return Err(lacks(Engine::Rapier, "rolling resistance or surface speed"));
    }
    if def.filter.group != 0 {
        return Err(lacks(Engine::Rapier, "group that overrules the masks"));
    }
    let collider = match &def.shape {
        Shape::Circle(s) => ColliderBuilder::ball(s.radius()).translation(vector(s.center())),
        Shape::Capsule(s) => ColliderBuilder::capsule_from_endpoints(vector(s.a()), vector(s.b()), s.radius()),
        Shape::Segment(s) => ColliderBuilder::segment(vector(s.a()), vector(s.b())),
        Shape::Polygon(s) => match (as_box(s), s.radius()) {
            (Some((center, half)), 0.0) => ColliderBuilder::cuboid(half.x, half.y).translation(vector(center)),
            (Some((center, half)), radius) => {
                ColliderBuilder::round_cuboid(half.x, half.y, radius).translation(vector(center))
            }
            (None, radius) => {
                let points: Vec<Vector> = s.vertices().iter().map(|v| vector(*v)).collect();
                let collider = if radius == 0.0 {
                    ColliderBuilder::convex_polyline(points)
                } else {
                    ColliderBuilder::round_convex_polyline(points, radius)
                };
                collider.ok_or_else(|| lacks(Engine::Rapier, "polygon with these vertices"))?
            }
        },
        Shape::TileGrid(_) => return Err(lacks(Engine::Rapier, "tile grid with slopes")),
        Shape::Outline(s) => {
            let pieces: Option<Vec<_>> = s.pieces().iter().map(convex).collect();
            ColliderBuilder::compound(pieces.ok_or_else(|| lacks(Engine::Rapier, "outline with these pieces"))?)
        }
        Shape::Chain(s) => {
            let points: Vec<Vector> = s.points().iter().map(|v| vector(*v)).collect();
            let count = points.len() as u32;
            let indices: Vec<[u32; 2]> = (0..s.len() as u32).map(|i| [i, (i + 1) % count]).collect();
            if s.is_one_sided() {
                ColliderBuilder::oriented_polyline(points, Some(indices))
            } else {
                ColliderBuilder::polyline(points, Some(indices))
            }
        }
    };
    // Rapier has only 32 groups; no scene uses more.
    let bits = |bits: u64| Group::from_bits_truncate(bits as u32);
    let groups = InteractionGroups::new(bits(def.filter.category), bits(def.filter.mask), InteractionTestMode::And);
    Ok(collider
        .density(def.density)
        .friction(def.material.friction)
        .friction_combine_rule(CoefficientCombineRule::GeometricMean)
        .restitution(def.material.restitution)
        .restitution_combine_rule(CoefficientCombineRule::Max)
        .collision_groups(groups))
}

/// A piece of an outline, in the frame of its body.
fn convex(piece: &Polygon) -> Option<(Pose, SharedShape)> {
    let points: Vec<Vector> = piece.vertices().iter().map(|v| vector(*v)).collect();
    Some((Pose::IDENTITY, SharedShape::convex_polyline(points)?))
}

/// A vector.
pub fn vector(v: CaromVec2) -> Vector {
    Vector::new(v.x, v.y)
}

/// A pose.
pub fn pose(at: CaromPose) -> Pose {
    Pose::from_parts(vector(at.p), Rotation::from_cos_sin_unchecked(at.q.c, at.q.s))
}
