//! Overlap queries: the shapes in a box, a circle, any shape at a pose, or at a point.

use crate::Error;
use crate::events::BodyShape;
use crate::query::Query;
use crate::query::cast::{check_pieces, check_pose, pieces};
use crate::query::obb_proxy::ObbProxy;
use carom_math::{Aabb, Pose, Rot, Vec2, max};
use carom_narrowphase::{contains_point, distance, plainly_overlaps};
use carom_shapes::{Circle, MIN_SIZE, Piece, Polygon, Shape};

impl Query<'_> {
    /// All shapes that touch or overlap `shape` at `pose`, by key.
    ///
    /// # Errors
    ///
    /// Names the field: a pose that is not finite or too far away, an invalid rotation, a shape without
    /// pieces.
    pub fn overlap(&self, shape: &Shape, pose: Pose) -> Result<Vec<BodyShape>, Error> {
        check_area(&(shape, pose))?;
        Ok(self.touching(shape, pose))
    }

    /// [`Query::overlap`] for many areas, in parallel; the answers are in their order.
    ///
    /// # Errors
    ///
    /// As [`Query::overlap`], with the index of the area: `areas[3].pose.p`.
    pub fn overlap_batch(&self, areas: &[(Shape, Pose)]) -> Result<Vec<Vec<BodyShape>>, Error> {
        let check = |(shape, pose): &(Shape, Pose)| check_area(&(shape, *pose));
        self.batch_near("areas", areas, check, |(_, pose)| pose.p, |(), (shape, pose)| self.touching(shape, *pose))
    }

    /// All shapes that touch or overlap the box, by key.
    ///
    /// # Errors
    ///
    /// A box whose corners are out of order, or not finite.
    pub fn overlap_box(&self, area: &Aabb) -> Result<Vec<BodyShape>, Error> {
        Error::place("area.min", area.min)?;
        Error::place("area.max", area.max)?;
        // A box without width or height is as thin as a shape may be.
        let [width, height] = area.size().to_array().map(|size| if size < 0.0 { size } else { max(size, MIN_SIZE) });
        let shape = Polygon::rect(width, height)?.into();
        Ok(self.touching(&shape, Pose { p: area.center(), q: Rot::IDENTITY }))
    }

    /// All shapes that touch or overlap the circle about `center` [m] with `radius` [m], by key.
    ///
    /// # Errors
    ///
    /// A centre or a radius out of range.
    pub fn overlap_circle(&self, center: Vec2, radius: f32) -> Result<Vec<BodyShape>, Error> {
        Error::place("center", center)?;
        let shape = Circle::new(radius)?.into();
        Ok(self.touching(&shape, Pose { p: center, q: Rot::IDENTITY }))
    }

    /// All shapes that contain the point [m], by key. Lines contain none.
    ///
    /// # Errors
    ///
    /// A point out of range.
    pub fn overlap_point(&self, point: Vec2) -> Result<Vec<BodyShape>, Error> {
        Error::place("point", point)?;
        Ok(self.sorted(&Aabb::new(point, point), |id| {
            let (piece, pose) = self.piece(id);
            contains_point(piece, pose.inverse_transform_point(point))
        }))
    }

    fn touching(&self, shape: &Shape, pose: Pose) -> Vec<BodyShape> {
        let mut all = Vec::new();
        let (boxes, glances) = (&self.world.state.proxies.now, self.world.query_index.glances());
        for own in pieces(shape) {
            let inside = inside_of(&own, pose);
            let look = ObbProxy::of_asked(&own, pose);
            let found = self.sorted(&own.aabb(pose), |id| {
                if let (Some(look), Some(obb)) = (&look, glances.of(id))
                    && let Some(plain) = look.overlaps(obb)
                {
                    return plain;
                }
                // A proxy whose box is inside needs no further test.
                if inside.is_some_and(|inside| inside.contains(&boxes[id as usize])) {
                    return true;
                }
                let (piece, at) = self.piece_of(glances, id);
                if let Piece::Polygon(area) = &own
                    && let Some(plain) = plainly_overlaps(area, piece, pose.inv_mul(at))
                {
                    return plain;
                }
                distance(piece, &own, at.inv_mul(pose)).distance <= 0.0
            });
            if all.is_empty() {
                all = found;
            } else {
                all.extend(found);
                all.sort_unstable();
                all.dedup();
            }
        }
        all
    }

    /// The shapes of the proxies in a box for which `holds` is true, by key, each once.
    fn sorted(&self, area: &Aabb, holds: impl Fn(u32) -> bool) -> Vec<BodyShape> {
        let mut found = Vec::new();
        self.world.query_index.each_in_box(&self.world.state.proxies, self.kind(), area, &mut |id| {
            if holds(id) {
                found.extend(self.admits(id));
            }
            true
        });
        found.sort_unstable();
        found.dedup();
        found
    }
}

/// The area as a box, if it is one along the axes.
fn inside_of(own: &Piece, pose: Pose) -> Option<Aabb> {
    let Piece::Polygon(polygon) = own else { return None };
    let area = polygon.aabb(pose);
    let at_corner = |v: &Vec2| {
        let p = pose.transform_point(*v);
        (p.x == area.min.x || p.x == area.max.x) && (p.y == area.min.y || p.y == area.max.y)
    };
    (polygon.radius() == 0.0 && polygon.vertices().len() == 4 && polygon.vertices().iter().all(at_corner))
        .then_some(area)
}

fn check_area((shape, pose): &(&Shape, Pose)) -> Result<(), Error> {
    check_pose("pose", *pose)?;
    check_pieces("shape", shape)
}
