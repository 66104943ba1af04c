//! Shape casts: the first shape that a moving and turning shape meets on its way.

use crate::Error;
use crate::events::BodyShape;
use crate::query::obb_proxy::{Course, ObbProxy};
use crate::query::query_index::Way;
use crate::query::{Query, by_point};
use carom_math::{Aabb, Pose, Rot, Vec2};
use carom_narrowphase::{Impact, Sweep, collide, distance, is_behind, piece_cast, time_of_impact};
use carom_shapes::{Piece, Shape};

/// Distance below which a cast counts as touching [length units].
const TOLERANCE: f32 = 1.0e-4;

/// A shape on its way from one pose to another.
#[derive(Clone, Debug, PartialEq)]
pub struct Cast {
    /// The shape.
    pub shape: Shape,
    /// Pose at the start.
    pub from: Pose,
    /// Pose at the end. The shape turns the shorter way round about its origin, by less than half a turn.
    pub to: Pose,
}

/// A hit of a cast.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CastHit {
    /// The shape that is hit.
    pub shape: BodyShape,
    /// Part of the way before the hit, 0..=1. It is never late, and early by no more than a ten thousandth of a length
    /// unit of motion. 0 if they touch at the start.
    pub fraction: f32,
    /// Pose of the moving shape at the hit.
    pub pose: Pose,
    /// A point where they touch, on the surface of the shape that is hit [m].
    pub point: Vec2,
    /// Unit normal from the shape that is hit to the moving one. It is zero if neither is on one side of the other.
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

/// Refuses a pose without a valid position, or without a rotation of length one.
#[inline]
pub(crate) fn check_pose(field: &str, pose: Pose) -> Result<(), Error> {
    Error::place("p", pose.p).map_err(|e| e.of(field))?;
    let Rot { c, s } = pose.q;
    let unit = (c * c + s * s - 1.0).abs() < 1.0e-3;
    if unit { Ok(()) } else { Err(Error::value(&format!("{field}.q"), format!("({c}, {s})"), "a rotation")) }
}

/// Refuses a shape without pieces.
pub(crate) fn check_pieces(field: &str, shape: &Shape) -> Result<(), Error> {
    if shape.piece_count() > 0 { Ok(()) } else { Err(Error::value(field, "a shape without pieces", "one with some")) }
}

/// The pieces of a shape.
pub(crate) fn pieces(shape: &Shape) -> impl Iterator<Item = Piece> + '_ {
    (0..shape.piece_count()).map(|i| shape.piece(i))
}

impl Query<'_> {
    /// The first shape that a moving shape hits. Of several at the same fraction, it is the one with the least key.
    /// Shapes that it touches or overlaps at the start are hit at fraction 0. Lines are hit from both sides, one-sided
    /// ones only from the side that collides.
    ///
    /// # Errors
    ///
    /// Names the field: a pose that is not finite or too far away, an invalid rotation, no motion, no pieces.
    pub fn cast(&self, cast: &Cast) -> Result<Option<CastHit>, Error> {
        cast.check()?;
        Ok(self.first_met(cast, CastShape::default().of(&cast.shape)))
    }

    /// All shapes that a moving shape hits, each once, at the first touch; by fraction, then by key.
    ///
    /// # Errors
    ///
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

    /// [`Query::cast`] for many casts, in parallel; the hits are in their order.
    ///
    /// # Errors
    ///
    /// As [`Query::cast`], with the index of the cast: `casts[3].to`.
    pub fn cast_batch(&self, casts: &[Cast]) -> Result<Vec<Option<CastHit>>, Error> {
        let ask = |last: &mut CastShape, cast: &Cast| self.first_met(cast, last.of(&cast.shape));
        self.batch_near("casts", casts, Cast::check, |cast| cast.from.p, ask)
    }

    fn first_met(&self, cast: &Cast, movers: &[CastPiece]) -> Option<CastHit> {
        let mut first: Option<First<'_>> = None;
        let motion = Motion::of(cast, self.world.def.length_unit);
        let glances = self.world.query_index.glances();
        for CastPiece { piece: mover, outline } in movers {
            let course = motion.course(mover, outline);
            let area = course.area();
            let way = Way::Swept(&area, cast.to.p - cast.from.p);
            self.world.query_index.walk(&self.world.state.proxies, self.kind(), (way, &course), &mut |id, entered| {
                let most = first.as_ref().map_or(1.0, |best| best.meeting.fraction);
                if entered > most + SLACK {
                    return most + SLACK;
                }
                let (piece, pose) = self.piece_of(glances, id);
                if let Some(meeting) = motion.meets(mover, piece, pose)
                    && meeting.fraction <= most
                    && let Some(shape) = self.admits(id)
                {
                    let this = First { shape, mover, id, meeting };
                    if first.as_ref().is_none_or(|best| self.is_before(&motion, &this, best)) {
                        first = Some(this);
                    }
                }
                first.as_ref().map_or(1.0, |best| best.meeting.fraction + SLACK)
            });
        }
        first.map(|first| self.hit_of_first(&motion, &first))
    }

    /// As [`before`]; the point of contact is computed only if it decides.
    fn is_before(&self, motion: &Motion<'_>, a: &First<'_>, b: &First<'_>) -> bool {
        let first = a.meeting.fraction.total_cmp(&b.meeting.fraction).then(a.shape.cmp(&b.shape));
        let points = || before(&self.hit_of_first(motion, a), &self.hit_of_first(motion, b));
        first.then_with(points).is_lt()
    }

    fn hit_of_first(&self, motion: &Motion<'_>, first: &First<'_>) -> CastHit {
        let (piece, pose) = self.piece(first.id);
        motion.hit(first.shape, first.mover, piece, pose, first.meeting)
    }

    fn each_cast(&self, cast: &Cast, found: &mut impl FnMut(CastHit)) {
        let motion = Motion::of(cast, self.world.def.length_unit);
        for mover in pieces(&cast.shape) {
            let area = motion.area(&mover);
            let way = Way::Swept(&area, cast.to.p - cast.from.p);
            self.world.query_index.each_met(&self.world.state.proxies, self.kind(), way, &mut |id| {
                let (piece, pose) = self.piece(id);
                if let Some(meeting) = motion.meets(&mover, piece, pose)
                    && let Some(shape) = self.admits(id)
                {
                    found(motion.hit(shape, &mover, piece, pose, meeting));
                }
                true
            });
        }
    }
}

/// Part of the way by which a fat box may be entered later than the best hit so far: more than rounding can do.
const SLACK: f32 = 1.0e-4;

/// A cast, prepared for tests against pieces.
struct Motion<'a> {
    cast: &'a Cast,
    tolerance: f32,
    straight: bool,
}

/// The pieces of the last shape that was cast. Casts of one shape share them.
#[derive(Default)]
struct CastShape {
    shape: Option<Shape>,
    pieces: Vec<CastPiece>,
}

/// A piece, and its box in its own frame.
struct CastPiece {
    piece: Piece,
    outline: ObbProxy,
}

impl CastShape {
    fn of(&mut self, shape: &Shape) -> &[CastPiece] {
        if self.shape.as_ref() != Some(shape) {
            self.pieces.clear();
            let mover = |piece| CastPiece { outline: ObbProxy::of(&piece, Pose::IDENTITY), piece };
            self.pieces.extend(pieces(shape).map(mover));
            self.shape = Some(shape.clone());
        }
        &self.pieces
    }
}

/// The first hit so far.
struct First<'a> {
    shape: BodyShape,
    /// The piece of the moving shape.
    mover: &'a Piece,
    /// The proxy that is hit.
    id: u32,
    meeting: CastContact,
}

/// Time at which a piece hits another. If known, also the unit normal from the one that is hit to the moving one, and
/// the point.
#[derive(Clone, Copy)]
struct CastContact {
    fraction: f32,
    normal: Option<Vec2>,
    point: Option<Vec2>,
}

impl<'a> Motion<'a> {
    fn of(cast: &'a Cast, length_unit: f32) -> Self {
        Self { cast, tolerance: TOLERANCE * length_unit, straight: cast.from.q == cast.to.q }
    }

    /// Its motion, if it turns.
    fn sweep(&self) -> Sweep {
        Sweep::between(Vec2::ZERO, self.cast.from, self.cast.to)
    }

    /// Box around a piece at the start, for every angle on its way.
    fn area(&self, mover: &Piece) -> Aabb {
        // A turning piece stays within the circle about the origin that holds it.
        let from = self.cast.from;
        let area =
            if self.straight { mover.aabb(from) } else { Aabb::new(from.p, from.p).grown(mover.reach(Vec2::ZERO)) };
        area.grown(self.tolerance)
    }

    /// Its way for the coarse test. A turning piece is in the circle about the origin that holds it.
    fn course(&self, mover: &Piece, outline: &ObbProxy) -> Course {
        let Cast { from, to, .. } = *self.cast;
        let by = to.p - from.p;
        let straight = if self.straight { Course::of(outline, from, by, self.tolerance) } else { None };
        straight.unwrap_or_else(|| {
            // A rotation has length one to a thousandth.
            Course::of_disc(from.p, by, 1.001 * mover.reach(Vec2::ZERO) + self.tolerance)
        })
    }

    /// The contact of a piece on its way with another; `None` if there is none.
    fn meets(&self, mover: &Piece, piece: &Piece, pose: Pose) -> Option<CastContact> {
        let Cast { from, to, .. } = *self.cast;
        if let Piece::Link(link) = piece
            && is_behind(link, pose.inverse_transform_point(mover.aabb(from).center()))
        {
            return None;
        }
        if self.straight {
            let hit =
                piece_cast(mover, piece, from.inv_mul(pose), from.q.inverse_rotate(to.p - from.p), self.tolerance)?;
            let known = hit.fraction > 0.0;
            return Some(CastContact {
                fraction: hit.fraction,
                normal: known.then(|| -from.q.rotate(hit.normal)),
                point: known.then(|| from.transform_point(hit.point)),
            });
        }
        match time_of_impact(piece, &Sweep::still(pose), mover, &self.sweep(), 0.0, self.tolerance) {
            Impact::Separated => None,
            Impact::Hit { time, normal } => Some(CastContact { fraction: time, normal: Some(normal), point: None }),
            Impact::Overlapped => Some(CastContact { fraction: 0.0, normal: None, point: None }),
        }
    }

    fn hit(&self, shape: BodyShape, mover: &Piece, piece: &Piece, pose: Pose, meeting: CastContact) -> CastHit {
        let CastContact { fraction, normal, point } = meeting;
        let at = if self.straight {
            Pose { p: self.cast.from.p + (self.cast.to.p - self.cast.from.p) * fraction, ..self.cast.from }
        } else {
            self.sweep().pose_at(fraction)
        };
        if let (Some(normal), Some(point)) = (normal, point) {
            return CastHit { shape, fraction, pose: at, point, normal };
        }
        let near = distance(piece, mover, pose.inv_mul(at));
        let normal = normal.unwrap_or_else(|| {
            let apart = near.normal;
            let local = if apart == Vec2::ZERO {
                collide(piece, mover, pose.inv_mul(at), self.tolerance).normal
            } else {
                apart
            };
            pose.q.rotate(local)
        });
        CastHit { shape, fraction, pose: at, point: pose.transform_point(near.point_a), normal }
    }
}

fn before(a: &CastHit, b: &CastHit) -> std::cmp::Ordering {
    let first = a.fraction.total_cmp(&b.fraction).then(a.shape.cmp(&b.shape));
    first.then(by_point(a.point, b.point)).then(by_point(a.normal, b.normal))
}
