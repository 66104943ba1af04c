//! The room of a character: it keeps its skin, leaves bodies that were moved into it, and may be crushed.

use crate::World;
use crate::character::Mover;
use crate::character::planes::{Limit, least_push};
use crate::character::surfaces::{Surface, slack};
use carom_math::{max, min};

/// Bound on the pushes: surfaces about a corner turn as it moves.
const ROUNDS: usize = 6;

impl Mover {
    /// Moves it a skin away from all surfaces, by the least push. Between surfaces that leave no room it stays off the
    /// firm ones, and off the others as far as that goes. `dt` is the time in which those may have moved [s].
    pub(crate) fn clear(&mut self, world: &World, dt: f32) {
        let slack = slack(self, world);
        for _ in 0..ROUNDS {
            let mut near = self.surfaces(world, 2.0 * self.skin, None);
            let Some(first) = near.first().map(|surface| surface.gap).filter(|&gap| gap < self.skin - slack) else {
                return;
            };
            let far = 2.0 * (self.skin - min(first, 0.0)) + slack;
            if first < 0.0 {
                near = self.surfaces(world, far, None);
            }
            let limits: Vec<Limit> = near.iter().map(|surface| self.limit(world, surface, slack, dt)).collect();
            let before = self.position;
            let push = least_push(&limits, self.skin, far);
            self.position += push;
            if push.length() < 0.1 * slack || self.position == before {
                return;
            }
        }
    }

    /// Its limit by a surface. One that crushed it before, and is now farther in than it moved, goes on over it.
    fn limit(&self, world: &World, surface: &Surface, slack: f32, dt: f32) -> Limit {
        let &Surface { shape, normal, gap, point, firm, .. } = surface;
        let moved = world.body(shape.body).map_or(0.0, |body| max(normal.dot(body.velocity_at(point)), 0.0) * dt);
        let held = gap < -(self.skin + moved) && self.crushed.contains(&shape);
        // A surface nearly a skin away is far enough.
        let gap = if gap < self.skin - slack { gap } else { gap + slack };
        Limit { normal, gap, firm, held }
    }

    /// Notes the shapes that it could not get away from, in the order of their keys.
    pub(crate) fn note_crushed(&mut self, world: &World, passed: Vec<crate::BodyShape>) {
        let deep = -slack(self, world);
        let inside = self.surfaces(world, 0.0, None);
        self.crushed = passed;
        self.crushed.extend(inside.iter().filter(|surface| surface.gap < deep).map(|surface| surface.shape));
        self.crushed.sort_unstable();
        self.crushed.dedup();
    }
}
