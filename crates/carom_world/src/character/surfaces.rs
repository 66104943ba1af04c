//! Surfaces around a character: those near it, and the first one on a way.

use crate::World;
use crate::character::Mover;
use crate::events::BodyShape;
use crate::key::BodyKey;
use crate::query::pieces::SeenPiece;
use carom_math::{Aabb, Pose, Rot, Vec2, max, min};
use carom_narrowphase::{PieceHit, piece_cast, separation};
use carom_shapes::{Capsule, Circle, Piece};
use std::cmp::Ordering;

/// Part of its skin down to which a character may come while it moves.
const THIN: f32 = 0.5;

/// A surface near a character.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Surface {
    pub shape: BodyShape,
    /// Unit normal towards the character.
    pub normal: Vec2,
    /// Distance, negative if they overlap [m].
    pub gap: f32,
    /// The nearest point of it [m].
    pub point: Vec2,
    /// Whether nothing moves its body now.
    pub firm: bool,
    /// Speed of the surface to the right of the normal, as on a belt [m/s].
    pub surface_speed: f32,
}

/// The first surface on a way.
#[derive(Clone, Copy)]
pub(crate) struct WayHit {
    pub fraction: f32,
    pub shape: BodyShape,
    /// A point on the surface [m].
    pub point: Vec2,
    /// Unit normal towards the character.
    pub normal: Vec2,
    /// Distance of the surfaces then [m].
    pub gap: f32,
}

impl Mover {
    /// Its piece.
    pub(crate) fn piece(&self) -> Piece {
        self.shape.piece(0)
    }

    /// The pieces that it sees in a box on its way, without those that it passes through.
    pub(crate) fn pieces_on<'a>(&self, world: &'a World, area: &Aabb, by: Vec2) -> Vec<SeenPiece<'a>> {
        let middle = self.piece().aabb(upright(self.position)).center();
        let mut seen = self.query(world).pieces_on(area, by);
        seen.retain(|piece| !self.goes_through(piece.shape) && !piece.is_passed_from(middle));
        seen
    }

    /// The surfaces within a distance of it, nearest first.
    pub(crate) fn surfaces(&self, world: &World, within: f32, but: Option<BodyKey>) -> Vec<Surface> {
        let (own, pose) = (self.piece(), upright(self.position));
        let area = own.aabb(pose).grown(within);
        let mut found = Vec::new();
        for seen in self.pieces_on(world, &area, Vec2::ZERO) {
            if but == Some(seen.shape.body) || !seen.piece.aabb(seen.pose).overlaps(&area) {
                continue;
            }
            let surface = surface(&seen, &own, pose);
            if surface.gap <= within && seen.holds(surface.normal) {
                found.push(surface);
            }
        }
        found.sort_unstable_by(Surface::before);
        found
    }

    /// The first surface against which a way runs. It is nearer than [`THIN`] of the skin there. What it overlaps at
    /// the start is not seen: planes hold it there.
    pub(crate) fn first_on(&self, world: &World, way: Vec2, but: Option<BodyKey>) -> Option<WayHit> {
        let (own, pose) = (self.piece(), upright(self.position));
        let thin = THIN * self.skin;
        let wide = grown(&own, thin);
        let area = wide.aabb(pose);
        let mut first: Option<WayHit> = None;
        for seen in self.pieces_on(world, &area, way) {
            if but == Some(seen.shape.body) {
                continue;
            }
            let near =
                if seen.piece.aabb(seen.pose).overlaps(&area) { surface(&seen, &own, pose).gap } else { f32::MAX };
            if near <= 0.0 {
                continue;
            }
            let gap = min(0.5 * near, thin);
            let closer = (gap < thin).then(|| grown(&own, gap));
            if let Some(hit) = meet(closer.as_ref().unwrap_or(&wide), &seen, self.position, way, 0.01 * self.skin)
                .map(|hit| WayHit { gap, ..hit })
                && seen.holds(hit.normal)
                && first.is_none_or(|first| hit.before(&first).is_lt())
            {
                first = Some(hit);
            }
        }
        first
    }

    /// All surfaces on a way from a place, each piece once, in the order of the way: for tries. A surface that it
    /// touches at the start is at fraction 0.
    pub(crate) fn hits_on(&self, world: &World, from: Vec2, way: Vec2) -> Vec<WayHit> {
        let own = self.piece();
        let area = own.aabb(upright(from));
        let meets =
            |seen: &SeenPiece<'_>| meet(&own, seen, from, way, 0.01 * self.skin).filter(|h| seen.holds(h.normal));
        let mut hits: Vec<WayHit> = self.pieces_on(world, &area, way).iter().filter_map(meets).collect();
        hits.sort_unstable_by(WayHit::before);
        hits
    }
}

impl Surface {
    fn before(&self, other: &Self) -> Ordering {
        let first = self.gap.total_cmp(&other.gap).then(self.shape.cmp(&other.shape));
        first.then(by_place(self.normal, other.normal))
    }
}

impl WayHit {
    fn before(&self, other: &Self) -> Ordering {
        let first = self.fraction.total_cmp(&other.fraction).then(self.shape.cmp(&other.shape));
        first.then(by_place(self.normal, other.normal)).then(by_place(self.point, other.point))
    }
}

fn by_place(a: Vec2, b: Vec2) -> Ordering {
    a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y))
}

/// The pose of a character at a place.
pub(crate) fn upright(p: Vec2) -> Pose {
    Pose { p, q: Rot::IDENTITY }
}

/// The surface of a piece that is nearest to a character.
fn surface(seen: &SeenPiece<'_>, own: &Piece, pose: Pose) -> Surface {
    let near = separation(seen.piece, own, seen.pose.inv_mul(pose));
    Surface {
        shape: seen.shape,
        normal: seen.pose.q.rotate(near.normal),
        gap: near.distance,
        point: seen.pose.transform_point(near.point_a),
        firm: seen.firm,
        surface_speed: seen.surface_speed,
    }
}

/// The place at which a piece runs into another on its way, if it does.
fn meet(own: &Piece, seen: &SeenPiece<'_>, from: Vec2, way: Vec2, tolerance: f32) -> Option<WayHit> {
    let hit = piece_cast(own, seen.piece, upright(from).inv_mul(seen.pose), way, tolerance)?;
    let PieceHit { fraction, normal, point } = hit;
    let found = WayHit { fraction, shape: seen.shape, point: from + point, normal: -normal, gap: 0.0 };
    (found.normal.dot(way) < -1.0e-6 * way.length()).then_some(found)
}

/// A piece with more radius. A line too thin to be a capsule stays as it is.
fn grown(piece: &Piece, by: f32) -> Piece {
    let more = match piece {
        Piece::Circle(s) => Circle::at(s.center(), s.radius() + by).map(Piece::Circle),
        Piece::Capsule(s) => Capsule::new(s.a(), s.b(), s.radius() + by).map(Piece::Capsule),
        Piece::Segment(s) => Capsule::new(s.a(), s.b(), by).map(Piece::Capsule),
        Piece::Polygon(s) => s.clone().rounded(s.radius() + by).map(Piece::Polygon),
        Piece::Link(s) => Capsule::new(s.a, s.b, by).map(Piece::Capsule),
    };
    more.unwrap_or_else(|_| piece.clone())
}

/// Distance of a piece before the plane through `point` with a normal [m].
pub(crate) fn before_plane(own: &Piece, place: Vec2, point: Vec2, normal: Vec2) -> f32 {
    let mut least = f32::MAX;
    own.core(|core| least = min(least, normal.dot(place + core - point)));
    least - own.radius()
}

/// The tolerance of distances [m]: a part of the skin, or rounding if there is none.
pub(crate) fn slack(mover: &Mover, world: &World) -> f32 {
    max(0.02 * mover.skin, 2.0e-5 * world.def().length_unit)
}
