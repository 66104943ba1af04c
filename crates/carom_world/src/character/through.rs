//! One-way platforms of a character.
//!
//! A one-way shape is neither ground nor obstacle if the character is deeper in it than a skin, or did not enter from
//! its front. That lasts until the two are apart, or its feet are before the surface again.

use crate::character::surfaces::upright;
use crate::character::{Mover, Through};
use crate::events::BodyShape;
use crate::query::pieces::SeenPiece;
use crate::state::HOLDS;
use crate::{Error, Query, World};
use carom_math::{Pose, Vec2, max, min, normalize};
use carom_narrowphase::collide;
use carom_shapes::Piece;

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
        for (shape, (normal, _)) in self.one_way_touches(world) {
            if Self::is_held(world, shape, normal) && !self.goes_through(shape) {
                self.through.push(Through { shape, requested: true });
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
    pub(crate) fn look_through(&mut self, world: &World, dt: f32) {
        let mut through = Vec::new();
        for (shape, (normal, apart)) in self.one_way_touches(world) {
            let known = self.through.iter().find(|through| through.shape == shape).copied();
            // A platform that moved against it in the last step is no deeper than that motion.
            let came = match (known, world.body(shape.body)) {
                (None, Some(body)) => max(normal.dot(body.velocity_at(self.position)) * dt, 0.0),
                _ => 0.0,
            };
            let is_before = Self::is_held(world, shape, normal) && apart >= -self.skin - came;
            let requested = known.is_some_and(|known| known.requested);
            if requested || (apart < 0.0 && !is_before) {
                through.push(Through { shape, requested });
            }
        }
        self.through = through;
    }

    /// The one-way shapes near it, with the deepest contact of each.
    fn one_way_touches(&self, world: &World) -> Vec<(BodyShape, Touch)> {
        let (own, pose) = (self.piece(), upright(self.position));
        let margin = APART * self.skin;
        let area = own.aabb(pose).grown(margin);
        let mut touches: Vec<(BodyShape, Touch)> = Vec::new();
        for seen in self.query(world).pieces_on(&area, Vec2::ZERO) {
            if !seen.is_one_way() || !area.overlaps(&seen.piece.aabb(seen.pose)) {
                continue;
            }
            let Some(touch) = touch(&seen, &own, pose, margin) else { continue };
            match touches.last_mut().filter(|(shape, _)| *shape == seen.shape) {
                Some((_, deepest)) if touch.1 < deepest.1 => *deepest = touch,
                Some(_) => {}
                None => touches.push((seen.shape, touch)),
            }
        }
        touches
    }
}

/// Contact of a piece with a character, if it is no farther than `margin`.
fn touch(seen: &SeenPiece<'_>, own: &Piece, pose: Pose, margin: f32) -> Option<Touch> {
    let found = collide(seen.piece, own, seen.pose.inv_mul(pose), margin);
    let apart = found.points().iter().map(|point| point.separation).reduce(min)?;
    Some((seen.pose.q.rotate(found.normal), apart))
}
