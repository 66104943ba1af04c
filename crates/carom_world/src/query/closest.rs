//! Closest point queries: the nearest surface, or the nearest bodies, to a point.
//!
//! Squares about the point grow until one holds enough. Everything within half a side is in the square.

use crate::Error;
use crate::events::BodyShape;
use crate::query::{Query, by_point, check_all};
use carom_math::{Aabb, Pose, Rot, Vec2, max, max2};
use carom_narrowphase::{contains_point, distance};
use carom_shapes::{Circle, MIN_SIZE, Piece};

/// Factor by which a square grows.
const GROWTH: f32 = 3.0;

/// Number of boxes in the first square, if they lie evenly.
const FIRST: f32 = 4.0;

/// The point of a body that is nearest to a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Closest {
    /// The shape.
    pub shape: BodyShape,
    /// Its nearest point [m]; the place itself if that is inside.
    pub point: Vec2,
    /// Distance of that point, 0 inside [m].
    pub distance: f32,
}

impl Query<'_> {
    /// The nearest point of all shapes within `within` [m] (infinite for no bound) of `place` [m]. At the same
    /// distance, the shape with the least key counts.
    ///
    /// # Errors
    ///
    /// Names the field: a place that is not finite or too far away, a negative bound.
    pub fn closest(&self, place: Vec2, within: f32) -> Result<Option<Closest>, Error> {
        check(place, within)?;
        Ok(self.nearest(place, within, 1).pop())
    }

    /// The `count` bodies nearest to `place` [m], no farther than `within` [m], each with its nearest shape; by
    /// distance, then by key.
    ///
    /// # Errors
    /// As [`Query::closest`].
    pub fn closest_bodies(&self, place: Vec2, within: f32, count: usize) -> Result<Vec<Closest>, Error> {
        check(place, within)?;
        Ok(self.nearest(place, within, count))
    }

    /// [`Query::closest`] for many places, in parallel; the answers are in their order.
    ///
    /// # Errors
    ///
    /// As [`Query::closest`], with the index of the place: `places[3].place`.
    pub fn closest_batch(&self, places: &[Vec2], within: f32) -> Result<Vec<Option<Closest>>, Error> {
        check_all("places", places, |&place| check(place, within))?;
        Ok(self.batch(places, |(), &place| self.nearest(place, within, 1).pop()))
    }

    fn nearest(&self, place: Vec2, within: f32, count: usize) -> Vec<Closest> {
        let state = &self.world.state;
        let bounds = self.world.query_index.bounds(state, self.kind());
        let Ok(point) = Circle::new(MIN_SIZE).map(Piece::Circle) else { return Vec::new() };
        if count == 0 || bounds.is_empty() {
            return Vec::new();
        }
        // Nothing is farther away than the far corner of the box around everything.
        let far = max2((bounds.min - place).abs(), (bounds.max - place).abs());
        let farthest = 1.001 * far.length() + MIN_SIZE;
        let limit = if within < farthest { within } else { farthest };
        let share = (FIRST * count as f32 + FIRST) / state.proxies.live().max(1) as f32;
        let size = self.world.query_index.spread(state, self.kind());
        let mut reach = 0.5 * max((share * size.x * size.y).sqrt(), share * max(size.x, size.y)) + MIN_SIZE;
        loop {
            reach = if reach < limit { reach } else { limit };
            let mut found = self.within(&point, place, reach);
            if found.len() >= count || reach >= limit {
                found.truncate(count);
                return found;
            }
            reach *= GROWTH;
        }
    }

    /// The bodies no farther than `reach`, nearest first.
    fn within(&self, point: &Piece, place: Vec2, reach: f32) -> Vec<Closest> {
        let area = Aabb::new(place, place).grown(reach);
        let mut found: Vec<Closest> = Vec::new();
        self.world.query_index.each_in_box(&self.world.state.proxies, self.kind(), &area, &mut |id| {
            let near = self.distance_of(id, point, place);
            if near.1 <= reach
                && let Some(shape) = self.admits(id)
            {
                found.push(Closest { shape, point: near.0, distance: near.1 });
            }
            true
        });
        found.sort_unstable_by(|a, b| a.shape.body.cmp(&b.shape.body).then(before(a, b)));
        found.dedup_by_key(|near| near.shape.body);
        found.sort_unstable_by(before);
        found
    }

    /// The nearest point of a proxy, and its distance.
    fn distance_of(&self, id: u32, point: &Piece, place: Vec2) -> (Vec2, f32) {
        let (piece, pose) = self.piece(id);
        let local = pose.inverse_transform_point(place);
        if contains_point(piece, local) {
            return (place, 0.0);
        }
        let near = distance(piece, point, Pose { p: local, q: Rot::IDENTITY });
        (pose.transform_point(near.point_a), max(near.distance + point.radius(), 0.0))
    }
}

fn check(place: Vec2, within: f32) -> Result<(), Error> {
    Error::place("place", place)?;
    if within >= 0.0 { Ok(()) } else { Err(Error::value("within", within, "0 or more")) }
}

fn before(a: &Closest, b: &Closest) -> std::cmp::Ordering {
    a.distance.total_cmp(&b.distance).then(a.shape.cmp(&b.shape)).then(by_point(a.point, b.point))
}
