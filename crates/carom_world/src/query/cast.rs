//! Shapes on their way: what does this shape meet first, moving and turning from one pose to another?

use super::{Query, by_point, check_all};
use crate::Error;
use crate::events::ShapeKey;
use carom_math::{Aabb, Pose, Rot, Vec2};
use carom_narrowphase::{Impact, Sweep, collide, distance, is_behind, time_of_impact};
use carom_shapes::{Piece, Shape};

/// How near a cast comes to what it hits before it counts as touching [length units].
const TOLERANCE: f32 = 1.0e-4;

/// A shape on its way.
#[derive(Clone, Debug, PartialEq)]
pub struct Cast {
    /// The shape.
    pub shape: Shape,
    /// Where it starts.
    pub from: Pose,
    /// Where it ends. It turns the shorter way round about its origin, by less than half a turn.
    pub to: Pose,
}

/// What a cast meets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CastHit {
    /// The shape that is met.
    pub shape: ShapeKey,
    /// How far along the way, 0..=1: never late, and early by no more than takes it a ten thousandth of a length unit
    /// nearer. 0 where they touch already.
    pub fraction: f32,
    /// The pose of the moving shape then.
    pub pose: Pose,
    /// A point where they touch, on the surface of the shape that is met [m].
    pub point: Vec2,
    /// Unit normal from what is met to what moves; zero where neither is on one side of the other.
    pub normal: Vec2,
}

impl Cast {
    /// A shape moved straight from a pose by `by` [m] without turning.
    pub fn new(shape: impl Into<Shape>, from: Pose, by: Vec2) -> Self {
        Self { shape: shape.into(), from, to: Pose { p: from.p + by, ..from } }
    }

    /// A shape moved from one pose to another.
    pub fn between(shape: impl Into<Shape>, from: Pose, to: Pose) -> Self {
        Self { shape: shape.into(), from, to }
    }

    fn check(&self) -> Result<(), Error> {
        check_pose("from", self.from)?;
        check_pose("to", self.to)?;
        check_pieces("shape", &self.shape)?;
        if self.from == self.to {
            return Err(Error::value("to", format!("({}, {})", self.to.p.x, self.to.p.y), "another pose than `from`"));
        }
        Ok(())
    }
}

/// A pose with a place, and a rotation that is one.
pub(super) fn check_pose(field: &str, pose: Pose) -> Result<(), Error> {
    Error::place(&format!("{field}.p"), pose.p)?;
    let Rot { c, s } = pose.q;
    let unit = (c * c + s * s - 1.0).abs() < 1.0e-3;
    if unit { Ok(()) } else { Err(Error::value(&format!("{field}.q"), format!("({c}, {s})"), "a rotation")) }
}

/// A shape that has something to it.
pub(super) fn check_pieces(field: &str, shape: &Shape) -> Result<(), Error> {
    if shape.piece_count() > 0 { Ok(()) } else { Err(Error::value(field, "a shape without pieces", "one with some")) }
}

/// The pieces of a shape.
pub(super) fn pieces(shape: &Shape) -> impl Iterator<Item = Piece> + '_ {
    (0..shape.piece_count()).map(|i| shape.piece(i))
}

impl Query<'_> {
    /// The first shape that a moving shape meets; of several at the same fraction the one with the least key. What it
    /// touches or overlaps at the start is met at fraction 0. Lines are met from both sides, one-sided ones only from
    /// the side that collides.
    ///
    /// # Errors
    /// Names the field: a pose that is not finite or too far away, a rotation that is none, no motion, no pieces.
    pub fn cast(&self, cast: &Cast) -> Result<Option<CastHit>, Error> {
        cast.check()?;
        Ok(self.first_met(cast))
    }

    /// All shapes that a moving shape meets, each once, at the first touch; by fraction, then by key.
    ///
    /// # Errors
    /// As [`Query::cast`].
    pub fn cast_all(&self, cast: &Cast) -> Result<Vec<CastHit>, Error> {
        cast.check()?;
        let mut hits = Vec::new();
        self.each_cast(cast, &mut |hit| hits.push(hit));
        hits.sort_unstable_by(|a, b| a.shape.cmp(&b.shape).then(before(a, b)));
        hits.dedup_by_key(|hit| hit.shape);
        hits.sort_unstable_by(before);
        Ok(hits)
    }

    /// [`Query::cast`] for many at once, in parallel; the answers in their order.
    ///
    /// # Errors
    /// As [`Query::cast`], with the number of the cast: `casts[3].to`.
    pub fn cast_batch(&self, casts: &[Cast]) -> Result<Vec<Option<CastHit>>, Error> {
        check_all("casts", casts, Cast::check)?;
        Ok(self.batch(casts, |cast| self.first_met(cast)))
    }

    fn first_met(&self, cast: &Cast) -> Option<CastHit> {
        let mut first: Option<CastHit> = None;
        self.each_cast(cast, &mut |hit| {
            if first.is_none_or(|best| before(&hit, &best).is_lt()) {
                first = Some(hit);
            }
        });
        first
    }

    fn each_cast(&self, cast: &Cast, found: &mut impl FnMut(CastHit)) {
        let sweep = Sweep::between(Vec2::ZERO, cast.from, cast.to);
        let tolerance = TOLERANCE * self.world.def.length_unit;
        let proxies = &self.world.state.proxies;
        for mover in pieces(&cast.shape) {
            // What turns stays within the circle about the origin that holds it.
            let area = if cast.from.q == cast.to.q {
                mover.aabb(cast.from)
            } else {
                Aabb::new(cast.from.p, cast.from.p).grown(mover.reach(Vec2::ZERO))
            };
            let way = (&area.grown(tolerance), cast.to.p - cast.from.p);
            self.world.sight.each_on_way(proxies, self.kind(), way, &mut |id| {
                let (piece, pose) = self.piece(id);
                if let Some(hit) = meets(&mover, &sweep, piece, pose, tolerance)
                    && let Some(shape) = self.admits(id)
                {
                    found(CastHit { shape, ..hit });
                }
                true
            });
        }
    }
}

/// Where a piece on its way meets another; the shape is not known here.
fn meets(mover: &Piece, sweep: &Sweep, piece: &Piece, pose: Pose, tolerance: f32) -> Option<CastHit> {
    if let Piece::Link(link) = piece
        && is_behind(link, pose.unapply(mover.aabb(sweep.pose_at(0.0)).center()))
    {
        return None;
    }
    let (fraction, normal) = match time_of_impact(piece, &Sweep::still(pose), mover, sweep, 0.0, tolerance) {
        Impact::Separated => return None,
        Impact::Hit { time, normal } => (time, Some(normal)),
        Impact::Overlapped => (0.0, None),
    };
    let at = sweep.pose_at(fraction);
    let near = distance(piece, mover, at.seen_from(pose));
    let normal = normal.unwrap_or_else(|| {
        let apart = near.normal;
        let local =
            if apart == Vec2::ZERO { collide(piece, mover, at.seen_from(pose), tolerance).normal } else { apart };
        pose.q.rotate(local)
    });
    Some(CastHit { shape: ShapeKey::default(), fraction, pose: at, point: pose.apply(near.point_a), normal })
}

fn before(a: &CastHit, b: &CastHit) -> std::cmp::Ordering {
    let first = a.fraction.total_cmp(&b.fraction).then(a.shape.cmp(&b.shape));
    first.then(by_point(a.point, b.point)).then(by_point(a.normal, b.normal))
}
