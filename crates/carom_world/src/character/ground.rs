//! Ground of a character: walkable surfaces, their edges, and steps.

use crate::World;
use crate::character::surfaces::Surface;
use crate::character::{Mover, MoverStop};
use crate::events::BodyShape;
use crate::query::Ray;
use carom_math::{Pose, Rot, Vec2, max};

/// Distances behind an edge at which its surface is sought [m]: for sharp edges, and for rounded ones.
const EDGES: [f32; 2] = [0.01, 0.04];

/// Greatest slope of the surface from the edge to there.
const STEEP_EDGE: f32 = 4.0;

/// The ground under a character.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Ground {
    /// The shape.
    pub shape: BodyShape,
    /// The unit normal of its surface; at an edge, of the surface behind the edge.
    pub normal: Vec2,
    /// The point on which it stands [m].
    pub point: Vec2,
    /// Velocity of the ground there, that of a belt included [m/s].
    pub velocity: Vec2,
    /// The part of a belt in that [m/s].
    pub(crate) belt: Vec2,
    /// A point of the character that stands still on the ground [m], also in the frame of the ground's body.
    pub(crate) anchor: Vec2,
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

    /// The normal of the ground at a hit, if that is ground. At an edge no higher over its feet than a step it is that
    /// of the surface behind the edge. An edge too steep to stand on carries it only while it walks: up onto the edge,
    /// or down from it to ground that it can snap to.
    fn ground_at(&self, world: &World, position: Vec2, hit: MoverStop, heading: Vec2) -> Option<Vec2> {
        let MoverStop { point, normal } = hit;
        if self.is_ground(normal) {
            return Some(normal);
        }
        let high = (point - position).dot(self.up) - self.sole();
        if heading == Vec2::ZERO || normal.dot(self.up) < 1.0e-3 || high > self.step_height {
            return None;
        }
        let at = point.dot(self.up);
        let is_down = heading.dot(normal) >= 0.0;
        if is_down && self.surface_behind(world, point, -normal, EDGES[1], at - self.snap, at - EDGES[0]).is_none() {
            return None;
        }
        let surface =
            |behind: f32| self.surface_behind(world, point, normal, behind, at - EDGES[0], at + STEEP_EDGE * behind);
        EDGES.into_iter().find_map(surface).map(|(_, normal)| normal)
    }

    /// Height and normal of the ground at this distance behind a hit, if it is between two heights.
    fn surface_behind(
        &self,
        world: &World,
        point: Vec2,
        normal: Vec2,
        behind: f32,
        low: f32,
        high: f32,
    ) -> Option<(f32, Vec2)> {
        let flat = normal - self.up * normal.dot(self.up);
        if flat.length() < 1.0e-3 {
            return None;
        }
        let over = point - flat * (behind / flat.length());
        let at = |height: f32| over + self.up * (height - over.dot(self.up));
        let seen = |shape: BodyShape| !self.goes_through(shape);
        // A ray of no length, or from beyond the world, is an error. There is no ground then.
        let hit = self.query(world).only(&seen).ray(&Ray::new(at(high), at(low))).ok()?;
        let ground = hit.filter(|hit| hit.fraction > 0.0 && self.is_ground(hit.normal));
        ground.map(|hit| (hit.point.dot(self.up), hit.normal))
    }

    /// Tries to go the rest of a way up a step that it ran into, after a slide. False if the step is too high over the
    /// point that it stood on, if it gets no farther, or if it finds no ground there.
    pub(crate) fn step_up(&mut self, world: &World, rest: Vec2, stop: MoverStop, slid: Vec2) -> bool {
        let level = rest - self.up * rest.dot(self.up);
        let length = level.length();
        let Some(ground) = self.ground.filter(|_| self.step_height > 0.0 && length >= 1.0e-6) else {
            return false;
        };
        let base = (ground.point + slid).dot(self.up);
        let most = base + self.step_height + 0.1 * self.skin;
        let low = base - self.skin - EDGES[0];
        let surface = |behind: f32| self.surface_behind(world, stop.point, stop.normal, behind, low, most);
        let Some((top, _)) = EDGES.into_iter().find_map(surface) else { return false };
        let feet = self.position.dot(self.up) + self.sole();
        let (rise, _) = self.advance(world, self.position, self.up * (max(top - feet, 0.0) + 2.0 * self.skin));
        let high = self.position + rise;
        // The whole rest; or far enough onto the step to reach its edge, before which it stands by a skin.
        for forward in [length, 2.0 * self.skin] {
            let (over, _) = self.advance(world, high, level * (forward / length));
            if over.length() < 0.5 * forward {
                continue;
            }
            let (drop, landed) = self.advance(world, high + over, -self.up * (rise.length() + self.skin));
            let target = high + over + drop;
            let Some(landed) = landed else { continue };
            let rose = (target - self.position).dot(self.up);
            // On the step, and not on what it stood on before.
            let beyond = (landed.point - stop.point).dot(level) > -0.1 * self.skin * length;
            let is_over = rose > 0.1 * self.skin || (rose > -self.skin && forward > 2.0 * self.skin);
            if beyond && is_over && self.ground_at(world, target, landed, level).is_some() {
                self.position = target;
                return true;
            }
        }
        false
    }

    /// Goes down to ground within the snap distance, to a skin above it, while it walks towards `heading`.
    pub(crate) fn snap_down(&mut self, world: &World, heading: Vec2) {
        // Starts a skin higher, since a character that grazes an edge may be nearer to it than a skin.
        let (lift, _) = self.advance(world, self.position, self.up * self.skin);
        let high = self.position + lift;
        let (drop, landed) = self.advance(world, high, -self.up * (self.snap + lift.length()));
        if let Some(stop) = landed
            && self.ground_at(world, high + drop, stop, heading).is_some()
        {
            self.position = high + drop;
        }
    }

    /// The ground within two skins of its feet, while it walks towards `heading`: a surface that it can stand on, or
    /// else an edge.
    pub(crate) fn feel(&self, world: &World, heading: Vec2) -> Option<Ground> {
        let near = self.surfaces(world, 2.0 * self.skin, None);
        let (flat, steep): (Vec<Surface>, Vec<Surface>) =
            near.into_iter().partition(|surface| self.is_ground(surface.normal));
        for surface in flat.into_iter().chain(steep) {
            let Surface { normal, gap, point, .. } = surface;
            if let Some(ground) = self.ground_at(world, self.position, MoverStop { point, normal }, heading) {
                // A point of its core that stands still on the ground while that turns.
                let anchor = point + normal * (gap + self.piece().radius());
                return Ground::at(world, &surface, ground, anchor);
            }
        }
        None
    }
}
