//! carom: a 2D rigid-body physics engine. Many threads, wide lanes, and the same answer every time.
//!
//! ```
//! use carom::prelude::*;
//!
//! let mut world = World::default();
//! world.add_body(BodyDef::fixed().shape(Polygon::rect(40.0, 1.0)?))?;
//! let ball = world.add_body(BodyDef::dynamic().at(vec2(0.0, 5.0)).shape(Circle::new(0.5)?))?;
//! for _ in 0..120 {
//!     world.step();
//! }
//! assert!((world.body(ball).map_or(0.0, |ball| ball.position().y) - 1.0).abs() < 0.01);
//! # Ok::<(), carom::Error>(())
//! ```
//!
//! Queries: [`World::query`]. Events and contacts of a step: [`World::events`], [`World::contacts`]. Bodies in bulk:
//! [`World::moved`]. Frames of any length: [`Stepper`]. A character: [`Mover`]. Snapshots: [`World::snapshot`]. Without
//! a world: contacts, distances and casts in [`toolbox`], more of them in [`narrowphase`], spatial hash and quadtree in
//! [`broadphase`], outlines, masks and tile grids in [`shapes`]. The repository's README has more examples, figures and
//! the documents.
#![forbid(unsafe_code)]

#[doc(inline)]
pub use carom_broadphase as broadphase;
#[doc(inline)]
pub use carom_math as math;
pub use carom_math::{Aabb, Interval, LaneWidth, Pose, Rot, Vec2, vec2};
#[doc(inline)]
pub use carom_narrowphase as narrowphase;
#[doc(inline)]
pub use carom_shapes as shapes;
pub use carom_shapes::{
    Capsule, Cell, Chain, Circle, Cut, Manifold, Mask, MassProperties, OrientedBox, Outline, Piece, Polygon, Segment,
    Shape, ShapeError, Tile, TileGrid, hull,
};
pub use carom_world::{
    AngleLimit, AngleMotor, AngleSpring, AreaDef, AreaKey, AwakeBodies, Body, BodyDef, BodyKey, BodyKind, BodyMut,
    BodyShape, BroadPhaseKind, Cast, CastHit, CcdStats, Closest, Contact, ContactPoint, Counts, Distance, Error,
    Events, Explosion, Falloff, FieldGravity, Filter, FilterJoint, Gear, Ground, Hit, Joint, JointDef, JointEnd,
    JointEndCause, JointKey, JointKind, JointMut, JointOptions, JointSolver, LineLimit, LineMotor, LineSpring,
    LinkMaterials, Locks, Material, Mixing, Motor, Moved, Mover, PinSlot, Prismatic, Pulley, Query, Rack, Ray, RayHit,
    Revolute, SensorEvent, ShapeDef, ShapeKey, ShapePair, Stepper, Stiffness, StrainedJoint, ThrowHit, Weld, Wheel,
    World, WorldDef, diagnostics, slotmap,
};

/// Shapes without a world: contacts, distances, separating axes, triangles, casts and flights. The modules
/// [`narrowphase`] and [`shapes`] have more.
pub mod toolbox {
    pub use carom_narrowphase::{
        Sat, Trajectory, ballistic_cast_shape, clip_steps, collide, collide_shapes, is_separating_axis, overlap_shapes,
        project_on_line, push_apart, ray_cast_shape, sat, sat_axes, sat_circle_axes, separation_shapes, shape_cast,
    };
    pub use carom_shapes::{clip_ears, simplify, triangulate};
}
// These were names of the door before the module was.
#[doc(hidden)]
pub use toolbox::*;

/// The items that most programs need: `use carom::prelude::*;`
pub mod prelude {
    pub use crate::{
        Aabb, AngleLimit, AngleMotor, AngleSpring, AreaDef, Body, BodyDef, BodyKey, BodyKind, BodyMut, BodyShape,
        BroadPhaseKind, Capsule, Cast, Cell, Chain, Circle, Contact, Distance, Events, Explosion, Filter, FilterJoint,
        Gear, Hit, Joint, JointDef, JointEnd, JointEndCause, JointKey, JointKind, JointMut, JointSolver, LineLimit,
        LineMotor, LineSpring, Locks, Mask, MassProperties, Material, Motor, Mover, Outline, PinSlot, Polygon, Pose,
        Prismatic, Pulley, Rack, Ray, RayHit, Revolute, Rot, Segment, SensorEvent, Shape, ShapeDef, ShapeKey,
        ShapePair, Stepper, Stiffness, Tile, TileGrid, Vec2, Weld, Wheel, World, WorldDef, vec2,
    };
}

/// The examples of the README and the documents are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[doc = include_str!("../docs/CCD.md")]
#[doc = include_str!("../docs/EMBEDDING.md")]
#[doc = include_str!("../docs/JOINTS.md")]
pub struct Readme;
