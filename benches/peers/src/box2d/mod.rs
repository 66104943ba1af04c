//! Scenes on Box2D v3, through its C interface. With `pool`, the only room of this package with unsafe code.
//!
//! It is set up as users do: default tuning of contacts and joints, boxes by `b2MakeOffsetRoundedBox`, other polygons
//! by `b2MakePolygon`, one-sided chains as chains.
#![allow(unsafe_code, reason = "Box2D is a C library")]

mod joints;
mod pool;
mod queries;
mod shapes;

use crate::engine::{Counts, Engine, PeerWorld, lacks};
use crate::hail::has_bullets;
use boxdd_sys::ffi::*;
use carom::math::{Pose, Rot, Vec2};
use carom::{BodyDef, BodyKind, JointDef};
use carom_scenes::{Sample, SceneDef, SceneError};
use pool::Pool;
use std::collections::HashSet;

/// The scheduler of Box2D's tasks if there are several threads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Tasks {
    /// The scheduler that comes with Box2D.
    BuiltIn,
    /// A pool of ours behind its task callbacks, with workers that spin a little before they sleep. It is 1 to 4 %
    /// faster on two threads.
    #[default]
    Callbacks,
}

/// A world of Box2D.
pub struct Box2dWorld {
    id: b2WorldId,
    /// Bodies by number; `None` if the body was removed.
    bodies: Vec<Option<b2BodyId>>,
    dt: f32,
    substeps: i32,
    /// Whether every dynamic body is a bullet.
    bullets: bool,
    /// The pool that runs its tasks. The world points to it, so it must outlive the world.
    _pool: Option<Box<Pool>>,
}

impl Box2dWorld {
    /// An empty world with the rules of `scene`, on this many threads.
    ///
    /// # Errors
    /// Threads that cannot be started.
    pub fn new(scene: &SceneDef, threads: usize, tasks: Tasks) -> Result<Self, SceneError> {
        let rules = &scene.world;
        // SAFETY: it returns a plain struct.
        let mut def = unsafe { b2DefaultWorldDef() };
        def.gravity = vec2(rules.gravity);
        def.enableSleep = rules.sleep;
        def.enableContinuous = rules.continuous;
        let pool = if threads > 1 {
            def.workerCount = threads as i32;
            match tasks {
                Tasks::BuiltIn => None,
                Tasks::Callbacks => {
                    let pool = Pool::new(threads - 1).map_err(|e| SceneError::at("", format!("threads: {e}")))?;
                    pool.install(&mut def);
                    Some(pool)
                }
            }
        } else {
            None
        };
        // SAFETY: `def` is filled in; the pool that it points to lives as long as the world, see `drop`.
        let id = unsafe { b2CreateWorld(&raw const def) };
        let bullets = has_bullets(scene);
        Ok(Self { id, bodies: Vec::new(), dt: rules.dt, substeps: rules.substeps as i32, bullets, _pool: pool })
    }

    fn id(&self, body: usize) -> Option<b2BodyId> {
        self.bodies.get(body).copied().flatten()
    }
}

impl Drop for Box2dWorld {
    fn drop(&mut self) {
        // SAFETY: the world was made in `new` and is destroyed only here, before its pool.
        unsafe { b2DestroyWorld(self.id) };
    }
}

impl PeerWorld for Box2dWorld {
    fn add(&mut self, body: &BodyDef) -> Result<(), SceneError> {
        if body.mass.is_some() {
            return Err(lacks(Engine::Box2d, "mass override in this program"));
        }
        let pose = body.pose();
        // SAFETY: it returns a plain struct.
        let mut def = unsafe { b2DefaultBodyDef() };
        def.type_ = match body.kind {
            BodyKind::Fixed => b2BodyType_b2_staticBody,
            BodyKind::Kinematic => b2BodyType_b2_kinematicBody,
            BodyKind::Dynamic => b2BodyType_b2_dynamicBody,
        };
        def.position = vec2(pose.p);
        def.rotation = b2Rot { c: pose.q.c, s: pose.q.s };
        def.linearVelocity = vec2(body.velocity);
        def.angularVelocity = body.angular_velocity;
        def.linearDamping = body.linear_damping;
        def.angularDamping = body.angular_damping;
        def.gravityScale = body.gravity_scale;
        def.motionLocks = b2MotionLocks { linearX: body.locks.x, linearY: body.locks.y, angularZ: body.locks.rotation };
        def.enableSleep = body.can_sleep;
        def.isAwake = body.awake;
        def.isBullet = self.bullets && body.kind == BodyKind::Dynamic;
        // SAFETY: the world is alive and `def` is filled in.
        let id = unsafe { b2CreateBody(self.id, &raw const def) };
        for shape in &body.shapes {
            shapes::add(id, shape)?;
        }
        self.bodies.push(Some(id));
        Ok(())
    }

    fn remove(&mut self, body: usize) {
        if let Some(id) = self.bodies.get_mut(body).and_then(Option::take) {
            // SAFETY: the body is alive: its id is taken out of the list with it.
            unsafe { b2DestroyBody(id) };
        }
    }

    fn join(&mut self, a: usize, b: usize, joint: &JointDef) -> Result<(), SceneError> {
        let (Some(a), Some(b)) = (self.id(a), self.id(b)) else {
            return Err(SceneError::at("", "a joint of a body that is not there"));
        };
        joints::add(self.id, [a, b], joint)
    }

    fn move_to(&mut self, body: usize, pose: Pose) {
        if let Some(id) = self.id(body) {
            let target = b2Transform { p: vec2(pose.p), q: b2Rot { c: pose.q.c, s: pose.q.s } };
            // SAFETY: the body is alive.
            unsafe { b2Body_SetTargetTransform(id, target, self.dt, true) };
        }
    }

    fn step(&mut self) {
        // SAFETY: the world is alive, and nobody else touches it: `&mut self`.
        unsafe { b2World_Step(self.id, self.dt, self.substeps) };
    }

    fn sample(&self, body: usize) -> Sample {
        let Some(id) = self.id(body) else { return Sample::default() };
        // SAFETY: the body is alive.
        let (pose, velocity, spin) = unsafe {
            let origin = b2Vec2 { x: 0.0, y: 0.0 };
            (b2Body_GetTransform(id), b2Body_GetLocalPointVelocity(id, origin), b2Body_GetAngularVelocity(id))
        };
        Sample {
            pose: Pose { p: Vec2::new(pose.p.x, pose.p.y), q: Rot { c: pose.q.c, s: pose.q.s } },
            velocity: Vec2::new(velocity.x, velocity.y),
            angular_velocity: spin,
        }
    }

    fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        let mut seen = HashSet::new();
        let mut contacts: Vec<b2ContactData> = Vec::new();
        for id in self.bodies.iter().flatten() {
            // SAFETY: the body is alive, and the list has the room that it is said to have. Its length says how much of
            // it was written.
            unsafe {
                if b2Body_GetType(*id) == b2BodyType_b2_staticBody || !b2Body_IsAwake(*id) {
                    continue;
                }
                counts.awake += usize::from(b2Body_GetType(*id) == b2BodyType_b2_dynamicBody);
                let capacity = b2Body_GetContactCapacity(*id);
                contacts.clear();
                contacts.reserve(capacity as usize);
                let count = b2Body_GetContactData(*id, contacts.as_mut_ptr(), capacity);
                contacts.set_len(count as usize);
            }
            // Each contact is seen from both of its bodies.
            for contact in contacts.iter().filter(|contact| seen.insert(contact.contactId.index1)) {
                counts.contacts += 1;
                counts.contact_points += contact.manifold.pointCount as usize;
            }
        }
        counts
    }
}

fn vec2(v: Vec2) -> b2Vec2 {
    b2Vec2 { x: v.x, y: v.y }
}
