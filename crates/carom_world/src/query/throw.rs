//! Throws: the first shape that a ball in free flight meets. The flight is cut into spans of time. The broad phase is
//! asked for the box of one span after the other, and the pieces found are tested exactly.

use crate::Error;
use crate::events::BodyShape;
use crate::query::Query;
use carom_math::{Aabb, Vec2};
use carom_narrowphase::{Trajectory, TrajectoryHit, ballistic_cast};

/// Spans of a flight. The box of a bent span is larger than the span needs, so several small ones find fewer pieces.
const SPANS: usize = 16;

/// A hit of a throw.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ThrowHit {
    /// The shape.
    pub shape: BodyShape,
    /// Time of the hit [s].
    pub time: f32,
    /// The ball's centre then [m].
    pub center: Vec2,
    /// The point on the surface that is hit [m].
    pub point: Vec2,
    /// Outward unit normal of the surface there.
    pub normal: Vec2,
}

impl Query<'_> {
    /// The first shape that a thrown ball meets in free flight, all shapes at rest where they are now. Of several at
    /// the same time, it is the one with the least key. A throw that starts inside a shape hits it at time 0; one-sided
    /// chains are hit from their right.
    ///
    /// ```
    /// use carom::toolbox::Trajectory;
    /// use carom::{BodyDef, Polygon, World, vec2};
    ///
    /// let mut world = World::default();
    /// let ground = world.add_body(BodyDef::fixed().shape(Polygon::rect(40.0, 2.0)?))?;
    /// let throw = Trajectory::new(vec2(-5.0, 2.0), vec2(6.0, 6.0), 0.25);
    /// let hit = world.query().throw(&throw)?;
    /// assert!(hit.is_some_and(|hit| hit.shape.body == ground && (hit.center.y - 1.25).abs() < 1.0e-5));
    /// # Ok::<(), carom::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Names the field: a start out of range, a velocity or gravity that is not finite, a negative radius or
    /// duration.
    pub fn throw(&self, throw: &Trajectory) -> Result<Option<ThrowHit>, Error> {
        Error::place("from", throw.from)?;
        Error::place("velocity", throw.velocity)?;
        Error::place("gravity", throw.gravity)?;
        Error::not_negative("radius", throw.radius)?;
        Error::not_negative("duration", throw.duration)?;
        let mut first: Option<ThrowHit> = None;
        for span in 0..SPANS {
            let time = |end: usize| throw.duration * (end as f32 / SPANS as f32);
            // Hits of earlier spans are the earlier ones.
            if first.is_some_and(|hit| hit.time < time(span)) {
                break;
            }
            let area = span_box(throw, time(span), time(span + 1)).grown(throw.radius);
            self.world.query_index.each_in_box(&self.world.state.proxies, self.kind(), &area, &mut |id| {
                let (piece, pose) = self.piece(id);
                if let Some(hit) = ballistic_cast(piece, pose, throw)
                    && first.is_none_or(|f| hit.time <= f.time)
                    && let Some(shape) = self.admits(id)
                {
                    let hit = hit_of(shape, &hit);
                    if first.is_none_or(|f| is_before(&hit, &f)) {
                        first = Some(hit);
                    }
                }
                true
            });
        }
        Ok(first)
    }
}

fn hit_of(shape: BodyShape, hit: &TrajectoryHit) -> ThrowHit {
    ThrowHit { shape, time: hit.time, center: hit.center, point: hit.point, normal: hit.normal }
}

/// By time, then by key, then by any order of points: the order of ids must not decide.
fn is_before(a: &ThrowHit, b: &ThrowHit) -> bool {
    let first = a.time.total_cmp(&b.time).then(a.shape.cmp(&b.shape));
    first.then_with(|| super::by_point(a.point, b.point)).then_with(|| super::by_point(a.normal, b.normal)).is_lt()
}

/// The box around the centre's path between two times: its ends, and its turning points if they lie between. A hair
/// larger, since the pieces' times are rounded.
fn span_box(throw: &Trajectory, start: f32, end: f32) -> Aabb {
    let turn = |v: f32, g: f32| if g == 0.0 { start } else { carom_math::clamp(-v / g, start, end) };
    let (v, g) = (throw.velocity, throw.gravity);
    let area = Aabb::around([start, end, turn(v.x, g.x), turn(v.y, g.y)].map(|time| throw.place_at(time)));
    area.grown(1.0e-5 * (area.size().x + area.size().y + throw.from.length()))
}
