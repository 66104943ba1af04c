//! Ground of a character: walkable surfaces, their edges, and steps.

use crate::character::{Mover, MoverStop};
use crate::events::BodyShape;
use crate::query::Ray;
use crate::{Error, World};
use carom_math::{Pose, Rot, Vec2, max};

/// Distances behind an edge at which its surface is sought [m]: for sharp edges, and for rounded ones.
const EDGES: [f32; 2] = [0.01, 0.04];

/// Greatest slope of the surface from the edge to there.
const STEEP_EDGE: f32 = 4.0;

/// The ground under a character.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ground {
    /// The shape.
    pub shape: BodyShape,
    /// The unit normal of its surface.
    pub normal: Vec2,
    /// The point on which it stands [m].
    pub point: Vec2,
    /// Velocity of the ground there [m/s].
    pub velocity: Vec2,
    /// The point in the frame of the ground's body [m].
    pub(crate) local: Vec2,
}

impl Mover {
    /// Whether a surface with this normal can be stood on.
    pub(crate) fn is_ground(&self, normal: Vec2) -> bool {
        normal.dot(self.up) >= Rot::from_angle(self.max_slope).c - 1.0e-4
    }

    /// Height of the lowest point of the shape over its position.
    fn sole(&self) -> f32 {
        // Turned so that up is along y.
        let turned = Pose { p: Vec2::ZERO, q: Rot { c: self.up.y, s: self.up.x } };
        self.shape.piece(0).aabb(turned).min.y
    }

    /// Whether a hit is ground for the character at a position. The normal decides. At an edge no higher over its feet
    /// than a step, the surface behind the edge decides.
    fn is_ground_at(&self, world: &World, position: Vec2, point: Vec2, normal: Vec2) -> Result<bool, Error> {
        if self.is_ground(normal) {
            return Ok(true);
        }
        let high = (point - position).dot(self.up) - self.sole();
        if normal.dot(self.up) < 1.0e-3 || high > self.step_height {
            return Ok(false);
        }
        let at = point.dot(self.up);
        for behind in EDGES {
            let found = self.surface_behind(world, point, normal, behind, at - EDGES[0], at + STEEP_EDGE * behind)?;
            if found.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Height of the ground at this distance behind a hit, if it is between two heights.
    fn surface_behind(
        &self,
        world: &World,
        point: Vec2,
        normal: Vec2,
        behind: f32,
        low: f32,
        high: f32,
    ) -> Result<Option<f32>, Error> {
        let flat = normal - self.up * normal.dot(self.up);
        if flat.length() < 1.0e-3 {
            return Ok(None);
        }
        let over = point - flat * (behind / flat.length());
        let at = |height: f32| over + self.up * (height - over.dot(self.up));
        let seen = |shape: BodyShape| !self.goes_through(shape);
        let hit = self.query(world).only(&seen).ray(&Ray::new(at(high), at(low)))?;
        Ok(hit.filter(|hit| hit.fraction > 0.0 && self.is_ground(hit.normal)).map(|hit| hit.point.dot(self.up)))
    }

    /// Tries to go the rest of a way up a step that it ran into, after a slide. False if the step is too high over the
    /// point that it stood on, if it gets no farther, or if it finds no ground there.
    pub(crate) fn step_up(&mut self, world: &World, rest: Vec2, stop: MoverStop, slid: Vec2) -> Result<bool, Error> {
        let level = rest - self.up * rest.dot(self.up);
        let length = level.length();
        let Some(ground) = self.ground.filter(|_| self.step_height > 0.0 && length >= 1.0e-6) else {
            return Ok(false);
        };
        let base = (ground.point + slid).dot(self.up);
        let most = base + self.step_height + 0.1 * self.skin;
        let mut top = None;
        for behind in EDGES {
            if top.is_none() {
                top = self.surface_behind(world, stop.point, stop.normal, behind, base - self.skin - EDGES[0], most)?;
            }
        }
        let Some(top) = top else { return Ok(false) };
        let feet = self.position.dot(self.up) + self.sole();
        let (rise, _) = self.advance(world, self.position, self.up * (max(top - feet, 0.0) + 2.0 * self.skin), None)?;
        let high = self.position + rise;
        // The whole rest; or far enough onto the step to reach its edge, before which it stands by a skin.
        for forward in [length, 2.0 * self.skin] {
            let (over, _) = self.advance(world, high, level * (forward / length), None)?;
            if over.length() < 0.5 * forward {
                continue;
            }
            let (drop, landed) = self.advance(world, high + over, -self.up * (rise.length() + self.skin), None)?;
            let target = high + over + drop;
            let Some(landed) = landed else { continue };
            let rose = (target - self.position).dot(self.up);
            let is_over = rose > 0.0 || (rose > -self.skin && forward > 2.0 * self.skin);
            if is_over && self.is_ground_at(world, target, landed.point, landed.normal)? {
                self.position = target;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Goes down to ground within the snap distance, to a skin above it.
    pub(crate) fn snap_down(&mut self, world: &World) -> Result<(), Error> {
        // Starts a skin higher, since a character that grazes an edge may be nearer to it than a skin.
        let (lift, _) = self.advance(world, self.position, self.up * self.skin, None)?;
        let high = self.position + lift;
        let (drop, landed) = self.advance(world, high, -self.up * (self.snap + lift.length()), None)?;
        if let Some(stop) = landed
            && self.is_ground_at(world, high + drop, stop.point, stop.normal)?
        {
            self.position = high + drop;
        }
        Ok(())
    }

    /// The ground within two skins of its feet.
    pub(crate) fn feel(&self, world: &World) -> Result<Option<Ground>, Error> {
        // A steep edge is farther down than it is away.
        let reach = 20.0 * self.skin;
        for hit in self.cast(world, self.position, -self.up * reach, None)? {
            let apart = hit.fraction * reach * hit.normal.dot(self.up);
            if apart <= 2.0 * self.skin
                && Self::is_held(world, hit.shape, hit.normal)
                && self.is_ground_at(world, self.position, hit.point, hit.normal)?
                && let Some(body) = world.body(hit.shape.body)
            {
                let (velocity, local) = (body.velocity_at(hit.point), body.pose().inverse_transform_point(hit.point));
                return Ok(Some(Ground { shape: hit.shape, normal: hit.normal, point: hit.point, velocity, local }));
            }
        }
        Ok(None)
    }
}
