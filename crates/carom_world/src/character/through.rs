//! One-way platforms of a character, and how it leaves shapes that were moved into it.
//!
//! A one-way shape is neither ground nor obstacle if the character is deeper in it than a skin, or did not enter from
//! its front. That lasts until the two are apart, or its feet are before the surface again.

use crate::character::{BENDS, Mover, Through};
use crate::events::BodyShape;
use crate::{Body, Error, Query, World};
use carom_math::{Aabb, Pose, Rot, Vec2, max, min, normalize};
use carom_narrowphase::collide;
use carom_shapes::{Piece, Shape};

/// Least cosine between the normal and the direction of a one-way shape that holds it.
const HOLDS: f32 = 0.5;

/// Distance in skins at which it counts as apart from a one-way shape that it drops through.
const APART: f32 = 3.0;

/// Normal of a contact, towards the character, and the separation there [m].
type Touch = (Vec2, f32);

impl Mover {
    /// Lets it fall through the one-way shapes that it stands on, until it is apart from them; returns their number.
    /// They are no ground any more, so the next [`Mover::walk`] falls by the velocity.
    ///
    /// # Errors
    /// Names the field, as [`Mover::walk`].
    pub fn drop_through(&mut self, world: &World) -> Result<usize, Error> {
        self.check()?;
        let mut count = 0;
        for (shape, (normal, _)) in self.one_way_touches(world)? {
            if Self::is_held(world, shape, normal) && !self.goes_through(shape) {
                self.through.push(Through { shape, told: true });
                self.ground = self.ground.filter(|ground| ground.shape != shape);
                count += 1;
            }
        }
        Ok(count)
    }

    /// A query of everything that it sees, including the one-way shapes that it passes through.
    pub(crate) fn query<'a>(&self, world: &'a World) -> Query<'a> {
        let query = world.query().filter(self.filter);
        match self.own {
            Some(own) => query.exclude(own),
            None => query,
        }
    }

    /// Whether it passes through a shape.
    pub(crate) fn goes_through(&self, shape: BodyShape) -> bool {
        self.through.iter().any(|through| through.shape == shape)
    }

    /// Whether a hit holds it; a hit on a one-way shape may not.
    pub(crate) fn is_held(world: &World, shape: BodyShape, normal: Vec2) -> bool {
        let Some(body) = world.body(shape.body) else { return false };
        let up = world.shape(shape.shape).and_then(|def| def.one_way);
        up.is_none_or(|up| body.rotation().rotate(normalize(up).0).dot(normal) > HOLDS)
    }

    /// Updates the one-way shapes that it passes through. `dt` is the time of the world since the last call.
    pub(crate) fn look_through(&mut self, world: &World, dt: f32) -> Result<(), Error> {
        let mut through = Vec::new();
        for (shape, (normal, apart)) in self.one_way_touches(world)? {
            let known = self.through.iter().find(|through| through.shape == shape).copied();
            // A platform that moved against it in the last step is no deeper than that motion.
            let came = match (known, world.body(shape.body)) {
                (None, Some(body)) => max(normal.dot(body.velocity_at(self.position)) * dt, 0.0),
                _ => 0.0,
            };
            let is_before = Self::is_held(world, shape, normal) && apart >= -self.skin - came;
            let told = known.is_some_and(|known| known.told);
            if told || (apart < 0.0 && !is_before) {
                through.push(Through { shape, told });
            }
        }
        self.through = through;
        Ok(())
    }

    /// The one-way shapes near it, with the deepest contact of each.
    fn one_way_touches(&self, world: &World) -> Result<Vec<(BodyShape, Touch)>, Error> {
        let (own, pose) = (self.shape.piece(0), Pose { p: self.position, q: Rot::IDENTITY });
        let margin = APART * self.skin;
        let area = own.aabb(pose).grown(margin);
        let near = if area.size().x > 0.0 && area.size().y > 0.0 {
            self.query(world).overlap_box(&area)?
        } else {
            self.query(world).overlap(&self.shape, pose)?
        };
        let mut touches = Vec::new();
        for shape in near {
            let Some(body) = world.body(shape.body) else { continue };
            let Some(def) = world.shape(shape.shape) else { continue };
            if def.one_way.is_some()
                && let Some(touch) = deepest(&def.shape, body, &own, pose, (&area, margin))
            {
                touches.push((shape, touch));
            }
        }
        Ok(touches)
    }

    /// Moves it out of shapes that were moved into it.
    pub(crate) fn leave_overlaps(&mut self, world: &World) -> Result<(), Error> {
        let own = self.shape.piece(0);
        for _ in 0..BENDS {
            let pose = Pose { p: self.position, q: Rot::IDENTITY };
            let mut out = Vec2::ZERO;
            for shape in self.query(world).overlap(&self.shape, pose)? {
                let Some(body) = world.body(shape.body).filter(|_| !self.goes_through(shape)) else { continue };
                let Some(def) = world.shape(shape.shape) else { continue };
                for piece in (0..def.shape.piece_count()).map(|i| def.shape.piece(i)) {
                    let Some((normal, apart)) = touch(&piece, body, &own, pose, 0.0) else { continue };
                    let more = 0.5 * self.skin - apart - out.dot(normal);
                    let leaves = apart < 0.0 && more > 0.0 && Self::is_held(world, shape, normal);
                    out += if leaves { normal * more } else { Vec2::ZERO };
                }
            }
            if out == Vec2::ZERO {
                break;
            }
            self.position += out;
        }
        Ok(())
    }
}

/// Contact of a piece with a character, if it is no farther than `margin`.
fn touch(piece: &Piece, body: Body<'_>, own: &Piece, pose: Pose, margin: f32) -> Option<Touch> {
    let found = collide(piece, own, body.pose().inv_mul(pose), margin);
    let apart = found.points().iter().map(|point| point.separation).reduce(min)?;
    Some((body.rotation().rotate(found.normal), apart))
}

/// The deepest contact of all pieces of a shape that are within an area.
fn deepest(shape: &Shape, body: Body<'_>, own: &Piece, pose: Pose, (area, margin): (&Aabb, f32)) -> Option<Touch> {
    let mut deepest: Option<Touch> = None;
    for piece in (0..shape.piece_count()).map(|i| shape.piece(i)) {
        if area.overlaps(&piece.aabb(body.pose()))
            && let Some(touch) = touch(&piece, body, own, pose, margin)
            && deepest.is_none_or(|least| touch.1 < least.1)
        {
            deepest = Some(touch);
        }
    }
    deepest
}
