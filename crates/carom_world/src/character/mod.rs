//! Character controller: a shape that a program moves itself, and that slides along obstacles. It is not a body; it
//! uses queries, and pushes bodies in its way.
//!
//! Move and slide: the shape is cast along the way and stops a skin before a hit. The rest of the way goes on along the
//! surface (P. Fauerby, Improved Collision Detection and Response, 2003). All surfaces that were hit are kept as planes
//! which the rest must not enter.

mod ground;
mod through;

pub use crate::character::ground::Ground;
use crate::events::BodyShape;
use crate::key::BodyKey;
use crate::query::{Cast, CastHit};
use crate::{Error, Filter, World};
use carom_math::{Pose, Rot, Vec2, max, min, vec2};
use carom_shapes::Shape;

/// Cosine of the steepest slope on which it keeps its horizontal speed.
const STEEPEST: f32 = 0.1;

/// The way that it went, and the obstacle that stopped it.
type Went = (Vec2, Option<MoverStop>);

/// A one-way shape that it passes through.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Through {
    pub shape: BodyShape,
    /// Whether the program asked for it: until the two are apart.
    pub told: bool,
}

/// An obstacle: a shape, a point on it, its normal.
#[derive(Clone, Copy)]
pub(crate) struct MoverStop {
    shape: BodyShape,
    point: Vec2,
    normal: Vec2,
}

/// Most surfaces that a move slides along.
const BENDS: usize = 5;

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
#[derive(Clone, Debug, PartialEq)]
pub struct Mover {
    /// Its outline, upright; one convex piece.
    pub shape: Shape,
    /// Filter of the shapes that stop it.
    pub filter: Filter,
    /// Its own body, if it has one: ignored by its queries.
    pub own: Option<BodyKey>,
    /// Up direction, of length 1.
    pub up: Vec2,
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
            max_slope: 0.87,
            step_height: 0.3,
            snap: 0.3,
            skin: 0.01,
            push_mass: 10.0,
            position,
            ground: None,
            through: Vec::new(),
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

    /// Moves the character by `velocity * dt` ([m/s], [s]), plus the motion of the ground under it since the last call.
    /// So call it once after each step. It slides along walls, walks up steps, and keeps its horizontal speed on slopes
    /// that it may walk. It snaps to the ground if it stood on some and does not rise. It pushes dynamic bodies.
    ///
    /// # Errors Names the field: a velocity that is not finite, a negative time, a shape or a position as in
    /// [`Mover::new`], an invalid `up`, a negative size.
    pub fn walk(&mut self, world: &mut World, velocity: Vec2, dt: f32) -> Result<Moved, Error> {
        Error::vector("velocity", velocity)?;
        Error::not_negative("dt", dt)?;
        self.check()?;
        let from = self.position;
        let mut moved = Moved::default();
        if let Some(ground) = &mut self.ground
            && let Some(body) = world.body(ground.shape.body)
        {
            let carried = body.pose().transform_point(ground.local) - ground.point;
            ground.point += carried;
            let body = ground.shape.body;
            self.position += self.advance(world, self.position, carried, Some(body))?.0;
        }
        self.look_through(world, dt)?;
        self.leave_overlaps(world)?;
        let way = velocity * dt;
        let rises = velocity.dot(self.up) > 1.0e-3;
        let stood = self.ground.is_some() && !rises;
        self.slide(world, way, stood, &mut moved)?;
        self.look_through(world, 0.0)?;
        if stood {
            self.snap_down(world)?;
        }
        self.ground = if rises { None } else { self.feel(world)? };
        self.push(world, velocity, &moved.hits)?;
        moved.way = self.position - from;
        moved.ground = self.ground;
        Ok(moved)
    }

    /// Goes along a way, up to a skin before the first obstacle. Returns the way that it went, and the hit.
    fn advance(&self, world: &World, from: Vec2, way: Vec2, but: Option<BodyKey>) -> Result<Went, Error> {
        let length = way.length();
        if length < 1.0e-7 {
            return Ok((Vec2::ZERO, None));
        }
        // The cast is longer by the skin, so that obstacles just beyond the end are found.
        let longer = way * ((length + self.skin) / length);
        let hits = self.cast(world, from, longer, but)?;
        // Shapes that it already overlaps do not hold it. A one-way shape holds it if it comes from the front.
        let against = |normal: Vec2| normal.dot(way) < -1.0e-6 * length;
        let holds = |hit: &CastHit| against(hit.normal) && Self::is_held(world, hit.shape, hit.normal);
        let Some(hit) = hits.into_iter().find(holds) else { return Ok((way, None)) };
        // The part of the way that keeps a skin to the plane.
        let closing = -hit.normal.dot(way) / length;
        let free = hit.fraction * (length + self.skin) - self.skin / max(closing, 0.1);
        let part = min(max(free / length, 0.0), 1.0);
        let stopped = hit.fraction * (length + self.skin) < length + self.skin;
        Ok((way * part, stopped.then_some(MoverStop { shape: hit.shape, point: hit.point, normal: hit.normal })))
    }

    /// Moves along a way, sliding. If `steps` is set, it also climbs steps.
    fn slide(&mut self, world: &World, way: Vec2, steps: bool, moved: &mut Moved) -> Result<(), Error> {
        let (mut rest, mut planes) = (way, Vec::<Vec2>::new());
        let start = self.position;
        for _ in 0..BENDS {
            if rest.length() < 1.0e-6 {
                break;
            }
            let (went, hit) = self.advance(world, self.position, rest, None)?;
            self.position += went;
            rest -= went;
            let Some(stop) = hit else { break };
            let MoverStop { shape, normal, .. } = stop;
            if steps && !self.is_ground(normal) && self.step_up(world, rest, stop, self.position - start)? {
                break;
            }
            moved.hits.push((shape, normal));
            // A slope that is too steep acts as a wall.
            let steep = !self.is_ground(normal) && normal.dot(self.up) > 0.0 && self.ground.is_some();
            let flat = normal - self.up * normal.dot(self.up);
            planes.push(if steep && flat.length() > 1.0e-3 { flat / flat.length() } else { normal });
            let climbed = if steps && self.is_ground(normal) { self.climb(rest, normal, &planes) } else { None };
            rest = climbed.unwrap_or_else(|| along(rest, &planes));
            // A character that falls or walks is not lifted by a surface that it cannot stand on.
            if !self.is_ground(normal) && rest.dot(self.up) > 0.0 && way.dot(self.up) <= 0.0 {
                break;
            }
            if rest.dot(way) <= 0.0 && !planes.is_empty() && rest.dot(self.up) > 0.0 && way.dot(self.up) <= 0.0 {
                break;
            }
        }
        Ok(())
    }

    /// The rest of a way up a walkable slope, with the horizontal speed of flat ground. `None` if another plane that it
    /// hit is in the way, or if the slope is next to a wall: nobody runs up there as fast as on the level.
    fn climb(&self, way: Vec2, slope: Vec2, planes: &[Vec2]) -> Option<Vec2> {
        if slope.dot(self.up) < STEEPEST {
            return None;
        }
        let level = way - self.up * way.dot(self.up);
        let climbed = level - self.up * (slope.dot(level) / slope.dot(self.up));
        planes.iter().all(|plane| plane.dot(climbed) >= -1.0e-6).then_some(climbed)
    }

    /// All hits on a way, by fraction, except for one body and the shapes that it passes through.
    fn cast(&self, world: &World, from: Vec2, way: Vec2, but: Option<BodyKey>) -> Result<Vec<CastHit>, Error> {
        let pose = |p: Vec2| Pose { p, q: Rot::IDENTITY };
        if from + way == from {
            return Ok(Vec::new());
        }
        let cast = Cast::between(self.shape.clone(), pose(from), pose(from + way));
        let seen = |shape: BodyShape| but != Some(shape.body) && !self.goes_through(shape);
        self.query(world).only(&seen).cast_all(&cast)
    }

    /// Pushes the dynamic bodies that it ran into, as a mass at its speed would, without a bounce.
    fn push(&self, world: &mut World, velocity: Vec2, hits: &[(BodyShape, Vec2)]) -> Result<(), Error> {
        for &(shape, normal) in hits.iter().filter(|_| self.push_mass > 0.0) {
            let Some(mut body) = world.body_mut(shape.body) else { continue };
            let view = body.read();
            let (mass, center) = (view.mass().mass, view.center());
            let closing = -normal.dot(velocity - view.velocity());
            if view.kind() == crate::BodyKind::Dynamic && !view.is_frozen() && closing > 0.0 && !self.is_ground(normal)
            {
                let both = mass * self.push_mass / (mass + self.push_mass);
                body.apply_impulse_at(-normal * (closing * both), center)?;
            }
        }
        Ok(())
    }
}

/// The rest of a way along all planes that were hit; zero between two that close.
fn along(way: Vec2, planes: &[Vec2]) -> Vec2 {
    for (k, &plane) in planes.iter().enumerate() {
        let into = plane.dot(way);
        let slid = if into < 0.0 { way - plane * into } else { way };
        if planes.iter().enumerate().all(|(other, plane)| other == k || plane.dot(slid) >= -1.0e-6) {
            return slid;
        }
    }
    Vec2::ZERO
}
