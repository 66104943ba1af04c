//! A character: a shape that a program moves itself, and that slides along what is in its way. It is no body; it asks
//! the world by queries and pushes what it runs into.
//!
//! Move and slide: the shape is cast along the way; where it hits, it stops a skin before, and what is left of the way
//! goes on along the surface (P. Fauerby, Improved Collision Detection and Response, 2003), with all surfaces that were
//! met kept as planes that the rest must not go into.

use crate::events::ShapeKey;
use crate::key::BodyKey;
use crate::query::{Cast, CastHit, Ray};
use crate::{Error, Filter, Query, World};
use carom_math::{Pose, Rot, Vec2, max, min, vec2};
use carom_narrowphase::collide;
use carom_shapes::Shape;

/// How far it went, and what stopped it.
type Went = (Vec2, Option<Stop>);

/// What stops it: a shape, a point on it, its normal.
#[derive(Clone, Copy)]
struct Stop {
    shape: ShapeKey,
    point: Vec2,
    normal: Vec2,
}

/// How far behind an edge its surface is looked at [m].
const EDGE: f32 = 0.01;

/// The most surfaces that a move slides along.
const BENDS: usize = 5;

/// What a character is like. Lengths and speeds are for metres.
#[derive(Clone, Debug, PartialEq)]
pub struct Mover {
    /// Its outline, upright; convex.
    pub shape: Shape,
    /// What it is stopped by.
    pub filter: Filter,
    /// A body that is its own, which it does not see.
    pub own: Option<BodyKey>,
    /// Which way is up, of length 1.
    pub up: Vec2,
    /// The steepest slope that it stands on [rad]: on steeper ones it slides down, and up them it does not go.
    pub max_slope: f32,
    /// The highest step that it walks up [m].
    pub step_height: f32,
    /// How far below its feet it finds ground while it walks, so that it does not take off down slopes and steps [m].
    pub snap: f32,
    /// How far from surfaces it stays [m].
    pub skin: f32,
    /// The impulse per speed with which it pushes what moves [kg]; 0 for none.
    pub push_mass: f32,
    /// Where it is.
    pub position: Vec2,
    ground: Option<Ground>,
}

/// What a character stands on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ground {
    /// The shape.
    pub shape: ShapeKey,
    /// The unit normal of its surface.
    pub normal: Vec2,
    /// Where it stands [m].
    pub point: Vec2,
    /// Velocity of the ground there [m/s].
    pub velocity: Vec2,
    /// The point in the frame of the ground's body [m].
    local: Vec2,
}

/// What a move met.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Moved {
    /// By how much it moved [m].
    pub way: Vec2,
    /// What it ran into, in the order of the way, with the surface normals.
    pub hits: Vec<(ShapeKey, Vec2)>,
    /// What it stands on now.
    pub ground: Option<Ground>,
}

impl Mover {
    /// A character at a place: slopes up to 50 degrees, steps of 0.3 m, a skin of 1 cm, a push of 10 kg.
    pub fn new(shape: impl Into<Shape>, position: Vec2) -> Self {
        Self {
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
        }
    }

    /// What it stood on after the last move.
    pub fn ground(&self) -> Option<Ground> {
        self.ground
    }

    /// Moves it by a velocity [m/s] for a time [s], and on with the ground that it stood on, as far as that went since the
    /// last call (so call it after each step). It slides along what it
    /// meets, walks up steps, keeps to the ground where it stood on some and does not rise, and pushes what moves.
    ///
    /// # Errors
    /// Names the field: a velocity that is not finite, a negative time, a direction `up` that is none, a negative size.
    pub fn walk(&mut self, world: &mut World, velocity: Vec2, dt: f32) -> Result<Moved, Error> {
        Error::vector("velocity", velocity)?;
        Error::not_negative("dt", dt)?;
        Error::place("position", self.position)?;
        Error::within("up", self.up.length(), 0.999, 1.001)?;
        let sizes = [("step_height", self.step_height), ("snap", self.snap), ("skin", self.skin)];
        for (field, value) in sizes.into_iter().chain([("max_slope", self.max_slope), ("push_mass", self.push_mass)]) {
            Error::not_negative(field, value)?;
        }
        let from = self.position;
        let mut moved = Moved::default();
        if let Some(ground) = self.ground
            && let Some(body) = world.body(ground.shape.body)
        {
            let carried = body.pose().apply(ground.local) - ground.point;
            self.position += self.advance(world, self.position, carried, Some(ground.shape.body))?.0;
        }
        self.leave_overlaps(world)?;
        let way = velocity * dt;
        let rises = velocity.dot(self.up) > 1.0e-3;
        let stood = self.ground.is_some() && !rises;
        self.slide(world, way, stood, &mut moved)?;
        if stood {
            self.snap_down(world)?;
        }
        self.ground = if rises { None } else { self.feel(world, self.skin * 2.0)? };
        self.push(world, velocity, &moved.hits)?;
        moved.way = self.position - from;
        moved.ground = self.ground;
        Ok(moved)
    }

    /// What it sees.
    fn query<'a>(&self, world: &'a World) -> Query<'a> {
        let query = world.query().filter(self.filter);
        match self.own {
            Some(own) => query.exclude(own),
            None => query,
        }
    }

    /// Moves it out of what was moved into it.
    fn leave_overlaps(&mut self, world: &World) -> Result<(), Error> {
        let own: Vec<_> = (0..self.shape.piece_count()).map(|i| self.shape.piece(i)).collect();
        for _ in 0..BENDS {
            let pose = Pose { p: self.position, q: Rot::IDENTITY };
            let mut out = Vec2::ZERO;
            for shape in self.query(world).overlap(&self.shape, pose)? {
                let Some(body) = world.body(shape.body) else { continue };
                let def = &body.shapes()[shape.shape as usize];
                if def.one_way.is_some() {
                    continue;
                }
                for (piece, own) in (0..def.shape.piece_count()).flat_map(|i| own.iter().map(move |own| (i, own))) {
                    let found = collide(&def.shape.piece(piece), own, pose.seen_from(body.pose()), 0.0);
                    let normal = body.rotation().rotate(found.normal);
                    let deep = found.points().iter().fold(0.0, |deep, point| min(deep, point.separation));
                    let more = 0.5 * self.skin - deep - out.dot(normal);
                    out += if deep < 0.0 && more > 0.0 { normal * more } else { Vec2::ZERO };
                }
            }
            if out == Vec2::ZERO {
                break;
            }
            self.position += out;
        }
        Ok(())
    }

    /// Whether a hit holds it: one on a one-way shape may not.
    fn is_held(world: &World, shape: ShapeKey, normal: Vec2) -> bool {
        let Some(body) = world.body(shape.body) else { return false };
        let up = body.shapes().get(shape.shape as usize).and_then(|def| def.one_way);
        up.is_none_or(|up| body.rotation().rotate(carom_math::normalize(up).0).dot(normal) > 0.5)
    }

    /// Whether a surface is one to stand on.
    fn is_ground(&self, normal: Vec2) -> bool {
        normal.dot(self.up) >= Rot::from_angle(self.max_slope).c - 1.0e-4
    }

    /// Whether what was hit is ground: by the normal, or, at an edge, by the surface behind the edge.
    fn is_ground_at(&self, world: &World, point: Vec2, normal: Vec2) -> Result<bool, Error> {
        let flat = normal - self.up * normal.dot(self.up);
        if self.is_ground(normal) || flat.length() < 1.0e-3 || normal.dot(self.up) < 1.0e-3 {
            return Ok(self.is_ground(normal));
        }
        let over = point - flat * (EDGE / flat.length());
        let ray = Ray::new(over + self.up * (4.0 * EDGE), over - self.up * EDGE);
        let hit = self.query(world).ray(&ray)?;
        Ok(hit.is_some_and(|hit| hit.fraction > 0.0 && self.is_ground(hit.normal)))
    }

    /// Goes as far along a way as it can, up to a skin before what is there: the way that it went, and what it hit.
    fn advance(&self, world: &World, from: Vec2, way: Vec2, but: Option<BodyKey>) -> Result<Went, Error> {
        let length = way.length();
        if length < 1.0e-7 {
            return Ok((Vec2::ZERO, None));
        }
        // The skin is looked for beyond the end.
        let longer = way * ((length + self.skin) / length);
        let pose = |p: Vec2| Pose { p, q: Rot::IDENTITY };
        let cast = Cast::between(self.shape.clone(), pose(from), pose(from + longer));
        let seen = |shape: ShapeKey| but != Some(shape.body);
        let hits = self.query(world).only(&seen).cast_all(&cast)?;
        // What it is in already does not hold it; a one-way shape holds it where it comes from before it.
        let against = |normal: Vec2| normal.dot(way) < -1.0e-6 * length;
        let holds = |hit: &CastHit| against(hit.normal) && Self::is_held(world, hit.shape, hit.normal);
        let Some(hit) = hits.into_iter().find(holds) else { return Ok((way, None)) };
        // As far along the way as takes it a skin away from the plane.
        let closing = -hit.normal.dot(way) / length;
        let free = hit.fraction * (length + self.skin) - self.skin / max(closing, 0.1);
        let part = min(max(free / length, 0.0), 1.0);
        let stopped = hit.fraction * (length + self.skin) < length + self.skin;
        Ok((way * part, stopped.then_some(Stop { shape: hit.shape, point: hit.point, normal: hit.normal })))
    }

    /// Moves along a way, sliding; where it may step, over what is no higher than a step.
    fn slide(&mut self, world: &World, way: Vec2, steps: bool, moved: &mut Moved) -> Result<(), Error> {
        let (mut rest, mut planes) = (way, Vec::<Vec2>::new());
        for _ in 0..BENDS {
            if rest.length() < 1.0e-6 {
                break;
            }
            let (went, hit) = self.advance(world, self.position, rest, None)?;
            self.position += went;
            rest -= went;
            let Some(Stop { shape, normal, .. }) = hit else { break };
            if steps && !self.is_ground(normal) && self.step_up(world, rest)? {
                break;
            }
            moved.hits.push((shape, normal));
            // Up a slope that is too steep is as into a wall.
            let steep = !self.is_ground(normal) && normal.dot(self.up) > 0.0 && self.ground.is_some();
            let flat = normal - self.up * normal.dot(self.up);
            planes.push(if steep && flat.length() > 1.0e-3 { flat / flat.length() } else { normal });
            rest = along(rest, &planes);
            if rest.dot(way) <= 0.0 && !planes.is_empty() && rest.dot(self.up) > 0.0 && way.dot(self.up) <= 0.0 {
                break;
            }
        }
        Ok(())
    }

    /// Tries the rest of a way a step higher, and down again; false where it gets no farther, or finds no ground there.
    fn step_up(&mut self, world: &World, rest: Vec2) -> Result<bool, Error> {
        let level = rest - self.up * rest.dot(self.up);
        if self.step_height <= 0.0 || level.length() < 1.0e-6 {
            return Ok(false);
        }
        let (rise, _) = self.advance(world, self.position, self.up * self.step_height, None)?;
        let high = self.position + rise;
        // Far enough onto the step to feel its top.
        let least = level * max(1.0, 2.0 * self.skin / level.length());
        let (over, _) = self.advance(world, high, least, None)?;
        if over.length() < 0.5 * least.length() {
            return Ok(false);
        }
        let down = -self.up * (rise.length() + self.skin);
        let (drop, landed) = self.advance(world, high + over, down, None)?;
        let stands = match landed {
            Some(stop) => self.is_ground_at(world, stop.point, stop.normal)?,
            None => false,
        };
        let target = high + over + drop;
        if stands && (target - self.position).dot(self.up) > 0.0 {
            self.position = target;
            return Ok(true);
        }
        Ok(false)
    }

    /// Goes down to ground that is no farther than the snap.
    fn snap_down(&mut self, world: &World) -> Result<(), Error> {
        let (drop, landed) = self.advance(world, self.position, -self.up * self.snap, None)?;
        if let Some(stop) = landed
            && self.is_ground_at(world, stop.point, stop.normal)?
        {
            self.position += drop;
        }
        Ok(())
    }

    /// The ground within `reach` below the feet.
    fn feel(&self, world: &World, reach: f32) -> Result<Option<Ground>, Error> {
        let pose = |p: Vec2| Pose { p, q: Rot::IDENTITY };
        let to = self.position - self.up * reach;
        let hits = self.query(world).cast_all(&Cast::between(self.shape.clone(), pose(self.position), pose(to)))?;
        let mut found = None;
        for hit in hits {
            if found.is_none() && self.is_ground_at(world, hit.point, hit.normal)? {
                found = Some(hit);
            }
        }
        let Some((hit, body)) = found.and_then(|hit| Some((hit, world.body(hit.shape.body)?))) else { return Ok(None) };
        let (velocity, local) = (body.velocity_at(hit.point), body.pose().unapply(hit.point));
        Ok(Some(Ground { shape: hit.shape, normal: hit.normal, point: hit.point, velocity, local }))
    }

    /// Pushes the dynamic bodies that it ran into, as a mass at its speed would, without a bounce.
    fn push(&self, world: &mut World, velocity: Vec2, hits: &[(ShapeKey, Vec2)]) -> Result<(), Error> {
        for &(shape, normal) in hits.iter().filter(|_| self.push_mass > 0.0) {
            let Some(mut body) = world.body_mut(shape.body) else { continue };
            let view = body.view();
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

/// What is left of a way along all planes that it met; nothing between two that close.
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
