//! A read-only view of a body: [`Body`].

use crate::World;
use crate::def::{BodyKind, Locks, ShapeDef};
use crate::key::{BodyKey, JointKey, ShapeKey};
use crate::state::{Forces, Motion, Slot};
use carom_math::{Aabb, Pose, Rot, Vec2, cross_sv};
use carom_shapes::MassProperties;
use carom_solver::BodyState;

/// A read-only view of a body.
#[derive(Clone, Copy, Debug)]
pub struct Body<'a> {
    pub(crate) world: &'a World,
    slot: &'a Slot,
    pub(crate) key: BodyKey,
}

impl World {
    /// A read-only view of a body; `None` if the key is stale.
    #[inline]
    pub fn body(&self, key: BodyKey) -> Option<Body<'_>> {
        self.state.bodies.slots.get(key).map(|slot| Body { world: self, slot, key })
    }

    /// All bodies, in the order of creation.
    pub fn bodies(&self) -> impl Iterator<Item = (BodyKey, Body<'_>)> {
        self.state.bodies.keys_in_order().map(|key| (key, self.known_body(key)))
    }

    /// The body of a key from inside the state, which is always there.
    pub(crate) fn known_body(&self, key: BodyKey) -> Body<'_> {
        Body { world: self, slot: &self.state.bodies.slots[key], key }
    }
}

impl<'a> Body<'a> {
    #[inline]
    fn row(&self) -> usize {
        self.slot.row as usize
    }

    fn motion(&self) -> &'a Motion {
        &self.world.state.bodies.motions[self.row()]
    }

    /// The first of its proxies.
    pub(crate) fn first_proxy(&self) -> u32 {
        self.slot.proxy
    }

    fn forces(&self) -> &'a Forces {
        &self.world.state.bodies.forces[self.row()]
    }

    #[inline]
    fn hot(&self) -> &'a BodyState {
        &self.world.state.bodies.states[self.row()]
    }

    /// Its key.
    #[inline]
    pub fn key(&self) -> BodyKey {
        self.key
    }

    /// Whether it is fixed, kinematic or dynamic.
    #[inline]
    pub fn kind(&self) -> BodyKind {
        self.slot.kind
    }

    /// Position of its origin [m], and its rotation.
    #[inline]
    pub fn pose(&self) -> Pose {
        self.world.state.bodies.poses[self.row()]
    }

    /// Position of its origin [m].
    #[inline]
    pub fn position(&self) -> Vec2 {
        self.pose().p
    }

    /// Its rotation.
    #[inline]
    pub fn rotation(&self) -> Rot {
        self.pose().q
    }

    /// Its angle [rad], in -pi..=pi.
    #[inline]
    pub fn angle(&self) -> f32 {
        self.pose().q.angle()
    }

    /// Position of its centre of mass [m].
    #[inline]
    pub fn center(&self) -> Vec2 {
        self.world.state.bodies.masses[self.row()].center
    }

    /// Velocity of its centre of mass [m/s].
    #[inline]
    pub fn velocity(&self) -> Vec2 {
        self.hot().v()
    }

    /// Velocity of the body's point at `place` in the world [m/s].
    pub fn velocity_at(&self, place: Vec2) -> Vec2 {
        self.velocity() + cross_sv(self.angular_velocity(), place - self.center())
    }

    /// Angular velocity [rad/s].
    #[inline]
    pub fn angular_velocity(&self) -> f32 {
        self.hot().w()
    }

    /// Its mass, its centre of mass in its own frame, and its inertia about that centre. Mass and inertia are 0 if it
    /// is not dynamic.
    pub fn mass(&self) -> MassProperties {
        self.slot.mass()
    }

    /// Linear damping [1/s].
    pub fn linear_damping(&self) -> f32 {
        self.forces().linear_damping
    }

    /// Angular damping [1/s].
    pub fn angular_damping(&self) -> f32 {
        self.forces().angular_damping
    }

    /// Factor on gravity.
    pub fn gravity_scale(&self) -> f32 {
        self.forces().gravity_scale
    }

    /// The motions that are locked.
    pub fn locks(&self) -> Locks {
        self.forces().locks
    }

    /// Its dominance: of two dynamic bodies that touch, the one with the greater number is not pushed.
    pub fn dominance(&self) -> i8 {
        self.forces().dominance
    }

    /// Whether it may fall asleep.
    pub fn can_sleep(&self) -> bool {
        self.motion().can_sleep
    }

    /// Whether continuous collision follows it when it is fast.
    pub fn is_continuous(&self) -> bool {
        self.motion().continuous
    }

    /// Whether it is simulated now. Fixed and disabled bodies are never awake; other kinematic ones always are.
    #[inline]
    pub fn is_awake(&self) -> bool {
        self.row() < self.world.state.bodies.active
    }

    /// Whether it turned non-finite once, and is frozen since: it takes part in nothing.
    pub fn is_frozen(&self) -> bool {
        self.slot.frozen
    }

    /// Whether it takes part in the world: see [`crate::BodyMut::set_enabled`].
    pub fn is_enabled(&self) -> bool {
        self.slot.enabled
    }

    /// The number that its user attached to it.
    #[inline]
    pub fn user_data(&self) -> u64 {
        self.slot.user_data
    }

    /// Its shapes.
    pub fn shapes(&self) -> &'a [ShapeDef] {
        &self.slot.shapes
    }

    /// The keys of its shapes, in the order of [`Body::shapes`].
    pub fn shape_keys(&self) -> &'a [ShapeKey] {
        &self.slot.shape_keys
    }

    /// The smallest box around all its shapes; empty without shapes.
    pub fn aabb(&self) -> Aabb {
        let proxies = &self.world.state.proxies;
        proxies
            .of_body(self.slot.proxy)
            .fold(Aabb::EMPTY, |all, id| all.union(&proxies.list[id as usize].piece.aabb(self.pose())))
    }

    /// Its joints.
    pub fn joints(&self) -> impl Iterator<Item = JointKey> + use<'a> {
        self.slot.joints.iter().copied()
    }
}
