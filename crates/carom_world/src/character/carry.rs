//! Motion of a character by bodies that move: its ground, belts, and kinematic bodies that come at it.

use crate::World;
use crate::character::gait::Gait;
use crate::character::surfaces::{Surface, before_plane, slack, upright};
use crate::character::{Ground, Mover};
use crate::events::BodyShape;
use crate::query::pieces::MovedPiece;
use carom_math::{Pose, Vec2, max, min, right};
use carom_narrowphase::{Impact, Sweep, separation, time_of_impact};

/// Part of the skin at which a body that comes at it meets it.
const MEETS: f32 = 0.25;

/// A body that came at it.
struct Push {
    time: f32,
    shape: BodyShape,
    /// Pose of the body at that time.
    pose: Pose,
}

impl Ground {
    /// The ground at a surface, with the normal there, on which a point `anchor` of the character stands still.
    pub(crate) fn at(world: &World, surface: &Surface, normal: Vec2, anchor: Vec2) -> Option<Self> {
        let Surface { shape, point, surface_speed, .. } = *surface;
        let body = world.body(shape.body)?;
        let belt = right(normal) * surface_speed;
        let local = body.pose().inverse_transform_point(anchor);
        Some(Self { shape, normal, point, velocity: body.velocity_at(point) + belt, belt, anchor, local })
    }
}

impl Mover {
    /// Goes on with its ground, as far as that went since the last call, and with a belt.
    pub(crate) fn carry(&mut self, world: &World, dt: f32) {
        let Some(mut ground) = self.ground else { return };
        let Some(body) = world.body(ground.shape.body) else { return };
        let carried = body.pose().transform_point(ground.local) - ground.anchor + ground.belt * dt;
        ground.point += carried;
        ground.anchor += carried;
        self.ground = Some(ground);
        self.slide(world, carried, Gait::Float, Some(body.key()), &mut Vec::new());
    }

    /// Kinematic bodies that came at it in the last step push it ahead of them, and it leaves what was moved into it.
    /// Returns the shapes that came and passed over it.
    pub(crate) fn give_way(&mut self, world: &World, dt: f32) -> Vec<BodyShape> {
        let area = self.piece().aabb(upright(self.position)).grown(self.skin);
        let ground = self.ground.map(|ground| ground.shape.body);
        let moved = self.query(world).moved_pieces(&area, dt, ground);
        let mut pushes: Vec<(Push, &MovedPiece<'_>)> =
            moved.iter().filter_map(|piece| Some((self.push_of(world, piece)?, piece))).collect();
        pushes.sort_by(|(a, _), (b, _)| a.time.total_cmp(&b.time).then(a.shape.cmp(&b.shape)));
        let mut met = Vec::new();
        for (_, piece) in &pushes {
            // Others may have pushed it elsewhere.
            let Some(push) = self.push_of(world, piece) else { continue };
            let (own, now) = (self.piece(), piece.seen.pose);
            let near = separation(piece.seen.piece, &own, push.pose.inv_mul(upright(self.position)));
            let (normal, point) = (now.q.rotate(near.normal), now.transform_point(near.point_a));
            let need = self.skin - before_plane(&own, self.position, point, normal);
            if need > 0.0 {
                self.slide(world, normal * need, Gait::Float, Some(push.shape.body), &mut Vec::new());
                met.push((push.shape, point, normal));
            }
        }
        self.clear(world, dt);
        let (own, deep) = (self.piece(), -slack(self, world));
        met.retain(|&(_, point, normal)| before_plane(&own, self.position, point, normal) < deep);
        met.into_iter().map(|(shape, ..)| shape).collect()
    }

    /// The time at which a piece that moved met it, if it did.
    fn push_of(&self, world: &World, moved: &MovedPiece<'_>) -> Option<Push> {
        let (seen, own, pose) = (&moved.seen, self.piece(), upright(self.position));
        let sweep = Sweep::between(moved.local_center, moved.before, seen.pose);
        if self.goes_through(seen.shape) || !sweep.is_finite() {
            return None;
        }
        let start = separation(seen.piece, &own, moved.before.inv_mul(pose)).distance;
        let target = min(MEETS * self.skin, 0.5 * start);
        let tolerance = max(min(0.1 * self.skin, 0.25 * start), 1.0e-6);
        if start <= 0.0 {
            return None;
        }
        match time_of_impact(seen.piece, &sweep, &own, &Sweep::still(pose), target, tolerance) {
            Impact::Hit { time, normal } if seen.holds(normal) => {
                Some(Push { time, shape: seen.shape, pose: sweep.pose_at(time) })
            }
            _ => None,
        }
        .filter(|_| world.body(seen.shape.body).is_some_and(|body| !body.is_frozen()))
    }
}
