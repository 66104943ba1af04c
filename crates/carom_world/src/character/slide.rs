//! Move and slide. The wish is projected on the planes that the character touches, it moves until the next surface, and
//! the rest of the wish is projected again. (P. Fauerby, Improved Collision Detection and Response, 2003; the planes
//! anew at each place as in E. Catto's Box2D 3.1, `mover.c`.)

use crate::World;
use crate::character::gait::Gait;
use crate::character::planes::along;
use crate::character::surfaces::{Surface, WayHit, slack};
use crate::character::{Mover, MoverStop, Went};
use crate::events::BodyShape;
use crate::key::BodyKey;
use carom_math::{Vec2, max, min};

/// Cosine of the steepest slope on which it keeps its horizontal speed.
const STEEPEST: f32 = 0.1;

/// Cosine between the way of a try and the normal of a surface that faces it.
const FACES: f32 = 0.5;

/// Most surfaces that a move slides along.
const BENDS: usize = 12;

/// Part of the skin below which a way is none.
const NOTHING: f32 = 1.0e-4;

impl Mover {
    /// Moves along a way, sliding, past one body. Adds the surfaces that were in the way to `hits`.
    pub(crate) fn slide(
        &mut self,
        world: &World,
        way: Vec2,
        gait: Gait,
        but: Option<BodyKey>,
        hits: &mut Vec<(BodyShape, Vec2)>,
    ) {
        let (start, mut wish, mut met) = (self.position, way, Vec::<Surface>::new());
        let (touch, nothing) = (self.skin + slack(self, world), max(NOTHING * self.skin, 1.0e-7));
        for _ in 0..BENDS {
            let length = wish.length();
            if length < nothing {
                break;
            }
            let mut touches = self.surfaces(world, touch, but);
            touches.extend(&met);
            for Surface { shape, normal, point, .. } in &touches {
                if normal.dot(wish) >= -1.0e-6 * length {
                    continue;
                }
                let stop = MoverStop { point: *point, normal: *normal };
                if gait == Gait::Walk
                    && !self.is_ground(*normal)
                    && self.step_up(world, wish, stop, self.position - start)
                {
                    return;
                }
                note(hits, *shape, *normal);
            }
            let step = self.projected(wish, way, gait, &touches);
            if step.length() < nothing {
                break;
            }
            // The way is longer by a skin, to see what is just beyond its end.
            let longer = 1.0 + self.skin / step.length();
            let Some(hit) = self.first_on(world, step * longer, but) else {
                self.position += step;
                break;
            };
            // Back to a skin before its plane. A round surface is a bit farther away there, so its plane is kept.
            let back = max(self.skin - hit.gap, 0.0) / -hit.normal.dot(step);
            let part = max(hit.fraction * longer - back, 0.0);
            if part >= 1.0 {
                self.position += step;
                break;
            }
            self.position += step * part;
            wish *= 1.0 - part;
            if part * step.length() > self.skin {
                met.clear();
            }
            let WayHit { shape, normal, point, gap, .. } = hit;
            met.push(Surface { shape, normal, gap, point, firm: false, surface_speed: 0.0 });
            // Without any of the wish left, nothing else names it.
            if wish.length() < nothing {
                note(hits, hit.shape, hit.normal);
            }
        }
    }

    /// The part of a wish that the surfaces allow.
    fn projected(&self, wish: Vec2, way: Vec2, gait: Gait, touches: &[Surface]) -> Vec2 {
        if gait == Gait::Float {
            let planes: Vec<Vec2> = touches.iter().map(|surface| surface.normal).collect();
            return along(wish, &planes, |_, _| true);
        }
        // A slope that is too steep is a wall for a character that stands.
        let plane = |surface: &Surface| {
            let normal = surface.normal;
            let is_steep = !self.is_ground(normal) && normal.dot(self.up) > 0.0 && self.ground.is_some();
            let flat = normal - self.up * normal.dot(self.up);
            if is_steep && flat.length() > 1.0e-3 { flat / flat.length() } else { normal }
        };
        let planes: Vec<Vec2> = touches.iter().map(plane).collect();
        if gait == Gait::Walk {
            let slopes = touches.iter().map(|surface| surface.normal).filter(|&normal| self.is_ground(normal));
            for slope in slopes.filter(|slope| slope.dot(wish) < 0.0) {
                if let Some(climbed) = self.climb(wish, slope, &planes) {
                    return climbed;
                }
            }
        }
        // A character that falls or walks is not lifted by a surface that it cannot stand on.
        let falls = way.dot(self.up) <= 0.0;
        let rises = |slid: Vec2| slid.dot(self.up) > 1.0e-6 * wish.length();
        along(wish, &planes, |k, slid| !falls || self.is_ground(planes[k]) || !rises(slid))
    }

    /// A wish up a walkable slope, with the horizontal speed of flat ground. `None` if another plane is in the way: for
    /// one, if the slope is next to a wall, nobody runs up there as fast as on the level.
    fn climb(&self, wish: Vec2, slope: Vec2, planes: &[Vec2]) -> Option<Vec2> {
        if slope.dot(self.up) < STEEPEST {
            return None;
        }
        let level = wish - self.up * wish.dot(self.up);
        let climbed = level - self.up * (slope.dot(level) / slope.dot(self.up));
        planes.iter().all(|plane| plane.dot(climbed) >= -1.0e-3 * wish.length()).then_some(climbed)
    }

    /// Goes along a way from a place, up to a skin before the first obstacle: for tries. Returns the way that it went,
    /// and the obstacle.
    pub(crate) fn advance(&self, world: &World, from: Vec2, way: Vec2) -> Went {
        let length = way.length();
        if length < 1.0e-7 {
            return (Vec2::ZERO, None);
        }
        // The way is longer by the skin, so that obstacles just beyond the end are found.
        let longer = length + self.skin;
        let hits = self.hits_on(world, from, way * (longer / length));
        // The parts of the way that keep a skin to the planes of the first one and of all that face the way.
        let free = |hit: &WayHit| {
            let closing = -hit.normal.dot(way) / length;
            hit.fraction * longer - self.skin / max(closing, STEEPEST)
        };
        let mut stop: Option<(f32, WayHit)> = None;
        for hit in hits {
            let free = free(&hit);
            if stop.is_none_or(|(least, _)| free < least && hit.normal.dot(way) < -FACES * length) {
                stop = Some((free, hit));
            }
        }
        let Some((free, hit)) = stop else { return (way, None) };
        let part = min(max(free / length, 0.0), 1.0);
        (way * part, Some(MoverStop { point: hit.point, normal: hit.normal }))
    }
}

/// Adds an obstacle, once.
fn note(hits: &mut Vec<(BodyShape, Vec2)>, shape: BodyShape, normal: Vec2) {
    if !hits.iter().any(|&(known, n)| known == shape && (n - normal).length() < 1.0e-3) {
        hits.push((shape, normal));
    }
}
