//! Character controller: a shape that a program moves itself, and that slides along obstacles. It is not a body; it
//! uses queries, and pushes bodies in its way.
//!
//! A call of [`Mover::walk`]: `carry.rs` takes it along with its ground and makes it give way to kinematic bodies,
//! `slide.rs` moves it, `clear.rs` keeps it a skin away from everything, `ground.rs` finds steps and ground, and
//! `through.rs` knows one-way platforms. `surfaces.rs` and `planes.rs` have the geometry.

mod carry;
mod clear;
mod gait;
mod ground;
mod planes;
mod slide;
mod surfaces;
mod through;

use crate::character::gait::Gait;
pub use crate::character::ground::Ground;
use crate::events::BodyShape;
use crate::key::BodyKey;
use crate::{BodyKind, Error, Filter, World};
use carom_math::{Pose, Vec2, vec2};
use carom_shapes::Shape;

/// The way that it went, and the obstacle that stopped it.
type Went = (Vec2, Option<MoverStop>);

/// A one-way shape that it passes through.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Through {
    pub shape: BodyShape,
    /// Whether the program asked for it: until the two are apart.
    #[cfg_attr(feature = "serde", serde(rename = "told"))]
    pub requested: bool,
}

/// An obstacle: a point on it, and its normal.
#[derive(Clone, Copy)]
pub(crate) struct MoverStop {
    pub point: Vec2,
    pub normal: Vec2,
}

/// A character controller with its settings. Lengths and speeds are for metres.
///
/// Each frame, after the step, the program sets the velocity. Running, gravity and jumps are the program's:
///
/// ```
/// # use carom_shapes::{Capsule, Polygon};
/// # use carom_world::{BodyDef, Error, Mover, World};
/// # use carom_math::vec2;
/// # fn main() -> Result<(), Error> {
/// let mut world = World::default();
/// world.add_body(BodyDef::fixed().shape(Polygon::rect(40.0, 1.0)?))?;
/// let mut hero = Mover::new(Capsule::vertical(1.0, 0.3)?, vec2(0.0, 1.4))?;
/// let mut fall = 0.0;
/// for frame in 0..120 {
///     world.step();
///     let dt = world.def().dt;
///     let (run, jumps) = (3.0, frame == 60);
///     fall = match hero.ground() {
///         Some(_) if jumps => 5.0,
///         Some(_) => 0.0,
///         None => fall - 9.81 * dt,
///     };
///     let moved = hero.walk(&mut world, vec2(run, fall), dt)?;
///     // It ran into a ceiling.
///     if moved.hits.iter().any(|(_, normal)| normal.y < -0.5) {
///         fall = fall.min(0.0);
///     }
/// }
/// assert!(hero.position.x > 5.9);
/// # Ok(())
/// # }
/// ```
///
/// One-way shapes hold it if it comes from their front. [`Mover::drop_through`] lets it down through those that it
/// stands on.
///
/// A mover is no part of a world or of its snapshots. A clone of it beside an image goes on as it did, since keys go
/// along with the image; with the feature `serde` it can be written and read.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Mover {
    /// Its outline, upright; one convex piece.
    pub shape: Shape,
    /// Filter of the shapes that stop it.
    pub filter: Filter,
    /// Its own body, if it has one, so that others see and touch it. Its queries ignore that body. A kinematic one goes
    /// along: each walk sends it to the new position, where it is after the next step. Where it is gone, the mover goes
    /// on without one.
    pub own: Option<BodyKey>,
    /// Up direction, of length 1. It does not matter if the mover floats.
    pub up: Vec2,
    /// Whether it has no up and down, as in a game seen from above: no ground, slopes or steps. It slides along all
    /// surfaces alike. Default: false.
    pub floats: bool,
    /// Steepest slope that it stands on [rad]. It slides down steeper ones, and does not climb them.
    pub max_slope: f32,
    /// Highest step that it walks up [m], over the ground or edge that it stands on. It is the same at any speed and
    /// for any shape. A round foot of radius r also passes edges that act as a walkable slope. Those are up to (r +
    /// skin) (1 - cos `max_slope`) high, whatever this height.
    pub step_height: f32,
    /// Distance below its feet at which it finds ground while it walks [m], so that it does not take off on slopes and
    /// steps.
    pub snap: f32,
    /// Distance that it keeps from surfaces [m].
    pub skin: f32,
    /// Impulse per speed by which it pushes dynamic bodies [kg]; 0 for none.
    pub push_mass: f32,
    /// Its position [m].
    pub position: Vec2,
    ground: Option<Ground>,
    /// The one-way shapes that it passes through.
    through: Vec<Through>,
    /// The shapes that crushed it in the last move, by key.
    crushed: Vec<BodyShape>,
}

/// Result of a move.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Moved {
    /// The distance that it moved, as a vector [m].
    pub way: Vec2,
    /// Obstacles in the order of the way, with the surface normals.
    pub hits: Vec<(BodyShape, Vec2)>,
    /// The ground that it stands on now.
    pub ground: Option<Ground>,
    /// Shapes that it could not get away from, by key; mostly empty. It overlaps them, or they passed over it in one
    /// step. It stays out of what does not move, and overlaps the others as little as that allows.
    pub crushed: Vec<BodyShape>,
}

impl Mover {
    /// A character at a position [m]: slopes up to 50 degrees, steps of 0.3 m, a skin of 1 cm, a push of 10 kg.
    ///
    /// # Errors
    /// Names the field: a shape that is not one convex piece (a chain, a tile grid, an outline of several pieces), a
    /// position that is not finite or too far away.
    pub fn new(shape: impl Into<Shape>, position: Vec2) -> Result<Self, Error> {
        let mover = Self {
            shape: shape.into(),
            filter: Filter::default(),
            own: None,
            up: vec2(0.0, 1.0),
            floats: false,
            max_slope: 0.87,
            step_height: 0.3,
            snap: 0.3,
            skin: 0.01,
            push_mass: 10.0,
            position,
            ground: None,
            through: Vec::new(),
            crushed: Vec::new(),
        };
        mover.check()?;
        Ok(mover)
    }

    /// Checks all settings.
    fn check(&self) -> Result<(), Error> {
        let kind = match &self.shape {
            Shape::Chain(_) => Some("a chain"),
            Shape::TileGrid(_) => Some("a tile grid"),
            Shape::Outline(outline) if outline.pieces().len() != 1 => Some("an outline of several pieces"),
            _ => None,
        };
        if let Some(kind) = kind {
            return Err(Error::value("shape", kind, "one convex piece"));
        }
        Error::place("position", self.position)?;
        Error::within("up", self.up.length(), 0.999, 1.001)?;
        let sizes = [("step_height", self.step_height), ("snap", self.snap), ("skin", self.skin)];
        for (field, value) in sizes.into_iter().chain([("max_slope", self.max_slope), ("push_mass", self.push_mass)]) {
            Error::not_negative(field, value)?;
        }
        Ok(())
    }

    /// The ground that it stood on after the last move.
    pub fn ground(&self) -> Option<Ground> {
        self.ground
    }

    /// Moves the character by `velocity * dt` ([m/s], [s]), plus the motion of the ground under it since the last call:
    /// a platform, which may turn, or a belt. It slides along walls, walks up steps, and keeps its horizontal speed on
    /// slopes that it may walk. It snaps to the ground if it stood on some and does not rise. It pushes dynamic bodies.
    /// Kinematic bodies that came at it push it ahead.
    ///
    /// Call it once after each step with the time of the step, before the velocities of bodies are changed: the way of
    /// a kinematic body is known by its velocity.
    ///
    /// # Errors
    ///
    /// Names the field: a velocity that is not finite or leads too far away, a negative time, a shape or a
    /// position as in [`Mover::new`], an invalid `up`, a negative size.
    pub fn walk(&mut self, world: &mut World, velocity: Vec2, dt: f32) -> Result<Moved, Error> {
        Error::vector("velocity", velocity)?;
        Error::not_negative("dt", dt)?;
        self.check()?;
        let (from, way) = (self.position, velocity * dt);
        Error::place("velocity", from + way)?;
        let mut moved = Moved::default();
        self.carry(world, dt);
        self.look_through(world, dt);
        let passed = self.give_way(world, dt);
        let rises = velocity.dot(self.up) > 1.0e-3;
        let stood = self.ground.is_some() && !rises;
        let gait = match (self.floats, stood) {
            (true, _) => Gait::Float,
            (_, true) => Gait::Walk,
            _ => Gait::Fall,
        };
        self.slide(world, way, gait, None, &mut moved.hits);
        self.look_through(world, 0.0);
        self.clear(world, 0.0);
        let level = way - self.up * way.dot(self.up);
        let heading = if level.length() > 1.0e-3 * self.skin { level } else { Vec2::ZERO };
        if gait == Gait::Walk {
            self.snap_down(world, heading);
        }
        self.ground = if rises || self.floats { None } else { self.feel(world, heading) };
        self.note_crushed(world, passed);
        self.push(world, velocity, &moved.hits)?;
        self.take_own(world, from)?;
        moved.way = self.position - from;
        moved.ground = self.ground;
        moved.crushed.clone_from(&self.crushed);
        Ok(moved)
    }

    /// Sends its own kinematic body after it: from where the mover was, to where it is at the end of the next step.
    fn take_own(&self, world: &mut World, from: Vec2) -> Result<(), Error> {
        let Some(mut body) = self.own.and_then(|own| world.body_mut(own)) else { return Ok(()) };
        if body.kind() != BodyKind::Kinematic
            || body.is_frozen()
            || !body.is_enabled()
            || Error::place("position", self.position).is_err()
        {
            return Ok(());
        }
        let q = body.rotation();
        // It was put elsewhere, or never was where the mover is.
        if (body.position() - from).length() > self.skin {
            body.teleport(Pose { p: from, q })?;
        }
        body.move_to(Pose { p: self.position, q })
    }

    /// Pushes the dynamic bodies that it ran into, as a mass at its speed would, without a bounce.
    fn push(&self, world: &mut World, velocity: Vec2, hits: &[(BodyShape, Vec2)]) -> Result<(), Error> {
        for &(shape, normal) in hits.iter().filter(|_| self.push_mass > 0.0) {
            let Some(body) = world.body(shape.body) else { continue };
            let closing = -normal.dot(velocity - body.velocity());
            let stands = !self.floats && self.is_ground(normal);
            // The mass of a body that is not dynamic is none, and of many pieces it is slow to say so.
            if body.kind() == BodyKind::Dynamic && !body.is_frozen() && closing > 0.0 && !stands {
                let (mass, center) = (body.mass().mass, body.center());
                // The two masses in series, without a product that overflows.
                let both = mass / (1.0 + mass / self.push_mass);
                if let Some(mut body) = world.body_mut(shape.body) {
                    body.apply_impulse_at(-normal * (closing * both), center)?;
                }
            }
        }
        Ok(())
    }
}
