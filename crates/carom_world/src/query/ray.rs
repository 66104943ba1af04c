//! Ray casts, thin and thick. A thick ray is a circle on its way: a thin ray against shapes rounded by its radius.

use crate::Error;
use crate::events::BodyShape;
use crate::query::obb_proxy::Course;
use crate::query::query_index::Way;
use crate::query::{Query, by_point};
use carom_math::{Aabb, Pose, Vec2};
use carom_narrowphase::{circle_cast, is_behind, ray_cast_at};
use carom_shapes::Piece;

/// Part of the ray by which a fat box may be entered later than the best hit so far: more than rounding can do.
const SLACK: f32 = 1.0e-4;

/// A ray, thin or thick.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Ray {
    /// Start [m].
    pub from: Vec2,
    /// End [m].
    pub to: Vec2,
    /// Radius of the circle that goes along it [m]; 0 for a thin ray. Default: 0.
    pub radius: f32,
}

/// A hit of a ray.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit {
    /// The shape.
    pub shape: BodyShape,
    /// Part of the ray before the hit, 0..=1.
    pub fraction: f32,
    /// The point on the surface that is hit [m].
    pub point: Vec2,
    /// Outward unit normal of the surface there. A ray that starts inside has its own opposite direction here.
    pub normal: Vec2,
}

impl Ray {
    /// A thin ray between two points [m].
    pub fn new(from: Vec2, to: Vec2) -> Self {
        Self { from, to, radius: 0.0 }
    }

    /// A thin ray of `length` [m] along `direction`, a vector of any length. If `length` is negative,
    /// it goes the other way.
    pub fn along(from: Vec2, direction: Vec2, length: f32) -> Self {
        Self::new(from, from + carom_math::normalize(direction).0 * length)
    }

    /// Sets the radius of a thick ray [m].
    #[must_use]
    pub fn radius(mut self, radius: f32) -> Self {
        self.radius = radius;
        self
    }

    fn check(&self) -> Result<(), Error> {
        Error::place("from", self.from)?;
        Error::place("to", self.to)?;
        Error::not_negative("radius", self.radius)?;
        if self.from == self.to {
            return Err(Error::value("to", format!("({}, {})", self.to.x, self.to.y), "another place than `from`"));
        }
        Ok(())
    }

    /// The ray as a way for the broad phase; `area` is the box around its start.
    fn way<'a>(&self, area: &'a Aabb) -> Way<'a> {
        if self.radius > 0.0 { Way::Swept(area, self.to - self.from) } else { Way::Ray(self.from, self.to) }
    }

    /// The ray as a way for the coarse test.
    fn course(&self) -> Course {
        Course::of_disc(self.from, self.to - self.from, self.radius)
    }

    /// The hit on a piece: the fraction, the point and the normal in the world.
    fn meets(&self, piece: &Piece, pose: Pose) -> Option<(f32, Vec2, Vec2)> {
        if self.radius == 0.0 {
            return ray_cast_at(piece, pose, self.from, self.to).map(|hit| (hit.fraction, hit.point, hit.normal));
        }
        let (from, to) = (pose.inverse_transform_point(self.from), pose.inverse_transform_point(self.to));
        // A ray from behind passes, also where the circle around its start sticks out in front.
        if matches!(piece, Piece::Link(link) if is_behind(link, from)) {
            return None;
        }
        let hit = circle_cast(piece, from, to, self.radius)?;
        Some((hit.fraction, pose.transform_point(hit.point), pose.q.rotate(hit.normal)))
    }
}

impl Query<'_> {
    /// The first shape that the ray hits. Of several at the same fraction, it is the one with the least key. A ray that
    /// starts inside a shape hits it at fraction 0.
    ///
    /// # Errors
    ///
    /// Names the field: an end out of range, a negative radius, a ray without length.
    pub fn ray(&self, ray: &Ray) -> Result<Option<RayHit>, Error> {
        ray.check()?;
        Ok(self.first_hit(ray))
    }

    /// Whether the ray hits anything; cheaper than the other ray casts.
    ///
    /// # Errors
    /// As [`Query::ray`].
    pub fn ray_any(&self, ray: &Ray) -> Result<bool, Error> {
        ray.check()?;
        let mut any = false;
        self.walk(ray, |id, _| {
            let (piece, pose) = self.piece(id);
            any = ray.meets(piece, pose).is_some() && self.admits(id).is_some();
            if any { -1.0 } else { 1.0 }
        });
        Ok(any)
    }

    /// All shapes that the ray hits, each once, at the first entry; by fraction, then by key.
    ///
    /// # Errors
    /// As [`Query::ray`].
    pub fn ray_all(&self, ray: &Ray) -> Result<Vec<RayHit>, Error> {
        ray.check()?;
        let mut hits = Vec::new();
        let area = Aabb::new(ray.from, ray.from).grown(ray.radius);
        let mut visit = |id| {
            hits.extend(self.hit_of(ray, id, self.piece(id)));
            true
        };
        self.world.query_index.each_met(&self.world.state.proxies, self.kind(), ray.way(&area), &mut visit);
        hits.sort_unstable_by(|a, b| a.shape.cmp(&b.shape).then(before(a, b)));
        hits.dedup_by_key(|hit| hit.shape);
        hits.sort_unstable_by(before);
        Ok(hits)
    }

    /// [`Query::ray`] for many rays, in parallel; the hits are in their order.
    ///
    /// # Errors
    ///
    /// As [`Query::ray`], with the index of the ray: `rays[3].to`.
    pub fn ray_batch(&self, rays: &[Ray]) -> Result<Vec<Option<RayHit>>, Error> {
        self.batch_near("rays", rays, Ray::check, |ray| ray.from, |(), ray| self.first_hit(ray))
    }

    fn first_hit(&self, ray: &Ray) -> Option<RayHit> {
        let mut first: Option<RayHit> = None;
        let glances = self.world.query_index.glances();
        self.walk(ray, |id, entered| {
            if entered <= first.map_or(1.0, |best| best.fraction) + SLACK
                && let Some(hit) = self.hit_of(ray, id, self.piece_of(glances, id))
                && first.is_none_or(|best| before(&hit, &best).is_lt())
            {
                first = Some(hit);
            }
            first.map_or(1.0, |best| best.fraction + SLACK)
        });
        first
    }

    fn hit_of(&self, ray: &Ray, id: u32, (piece, pose): (&Piece, Pose)) -> Option<RayHit> {
        let (fraction, point, normal) = ray.meets(piece, pose)?;
        Some(RayHit { shape: self.admits(id)?, fraction, point, normal })
    }

    /// Calls `visit` with each proxy whose fat box the ray meets, and the part of the ray before it.
    fn walk(&self, ray: &Ray, mut visit: impl FnMut(u32, f32) -> f32) {
        let area = Aabb::new(ray.from, ray.from).grown(ray.radius);
        let way = (ray.way(&area), &ray.course());
        self.world.query_index.walk(&self.world.state.proxies, self.kind(), way, &mut visit);
    }
}

/// Order by fraction, then by key. It does not depend on any structure.
fn before(a: &RayHit, b: &RayHit) -> std::cmp::Ordering {
    let first = a.fraction.total_cmp(&b.fraction).then(a.shape.cmp(&b.shape));
    first.then(by_point(a.point, b.point)).then(by_point(a.normal, b.normal))
}
