//! carom: a 2D rigid-body physics engine. Many threads, wide lanes, and the same answer every time.
//!
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub use carom_broadphase as broadphase;
pub use carom_math as math;
pub use carom_math::{Aabb, Interval, Pose, Rot, Vec2, vec2};
pub use carom_narrowphase as narrowphase;
pub use carom_narrowphase::{
    Sat, Trajectory, ballistic_cast_shape, collide, collide_shapes, overlap_shapes, push_apart, ray_cast_shape, sat,
    separation_shapes, shape_cast,
};
pub use carom_shapes as shapes;
pub use carom_shapes::{
    Capsule, Cell, Chain, Circle, Cut, Manifold, Mask, MassProperties, OrientedBox, Outline, Piece, Polygon, Segment,
    Shape, ShapeError, Tile, TileGrid, hull,
};
pub use carom_world::{
    AngleLimit, AngleSpring, AreaDef, AreaKey, Body, BodyDef, BodyKey, BodyKind, BodyMut, BroadPhaseKind, Cast,
    CastHit, Closest, Contact, ContactEvent, ContactPoint, Counts, Driver, Error, Events, Explosion, Falloff, Filter,
    Ground, Hit, Joint, JointDef, JointKey, JointMut, Locks, Material, Motor, Moved, Mover, Pull, Query, Ray, RayHit,
    Revolute, SensorEvent, ShapeDef, ShapeKey, StepTimes, Stepper, Swept, Violation, World, WorldDef,
};

/// What most programs need: `use carom::prelude::*;`
pub mod prelude {
    pub use crate::{
        AngleLimit, AngleSpring, AreaDef, Body, BodyDef, BodyKey, BodyKind, BodyMut, Capsule, Cast, Chain, Circle,
        Contact, ContactEvent, Events, Explosion, Filter, Hit, Joint, JointDef, JointKey, JointMut, Locks,
        MassProperties, Material, Motor, Mover, Outline, Polygon, Pose, Ray, Revolute, Rot, Segment, ShapeDef,
        ShapeKey, Stepper, TileGrid, Vec2, World, WorldDef, vec2,
    };
}
