//! Queries by `&World`, from any number of threads at once: ray casts, shape casts, overlaps, closest points. In: rays,
//! casts, shapes, points, and a filter. Out: shapes by key, in an order that does not depend on any structure.
//!
//! Queries see every body where it is now, also those added, moved or removed since the last step. They do not see
//! frozen bodies. Chains and the borders of tile grids are lines: the far side of a line is empty.

mod cast;
mod closest;
mod columns;
mod obb_proxy;
mod overlap;
pub(crate) mod pieces;
pub(crate) mod query_index;
mod ray;
mod throw;

pub use crate::query::cast::{Cast, CastHit};
pub use crate::query::closest::Closest;
pub use crate::query::ray::{Ray, RayHit};
pub use crate::query::throw::ThrowHit;

use crate::def::Filter;
use crate::events::BodyShape;
use crate::key::BodyKey;
use crate::query::query_index::Glances;
use crate::{Error, World};
use carom_broadphase::BroadPhaseKind;
use carom_math::{Aabb, Pose, Vec2, max2, min2};
use carom_shapes::Piece;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

/// Queries in a task.
const QUERIES_A_TASK: usize = 32;

/// A test of shapes that the user gives.
type Predicate<'a> = &'a (dyn Fn(BodyShape) -> bool + Sync);

/// The shapes that a query sees, by their filters.
#[derive(Clone, Copy, Debug)]
enum Admitted {
    All,
    /// Shapes with a category in the mask.
    Mask(u64),
    /// Shapes that this filter and their own admit.
    Both(Filter),
}

/// Queries of a world through a filter, made by [`World::query`]. It is cheap to copy and may be shared by threads.
///
/// ```
/// use carom::{BodyDef, Circle, Ray, World, vec2};
///
/// let mut world = World::default();
/// let ball = world.add_body(BodyDef::fixed().at(vec2(5.0, 0.0)).shape(Circle::new(1.0)?))?;
/// let hit = world.query().ray(&Ray::new(vec2(0.0, 0.0), vec2(10.0, 0.0)))?;
/// assert_eq!(hit.map(|hit| (hit.shape.body, hit.point)), Some((ball, vec2(4.0, 0.0))));
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Query<'a> {
    world: &'a World,
    admitted: Admitted,
    exclude: Option<BodyKey>,
    exclude_all: &'a [BodyKey],
    only: Option<Predicate<'a>>,
    sensors: bool,
}

impl fmt::Debug for Query<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let only = self.only.is_some();
        f.debug_struct("Query")
            .field("admitted", &self.admitted)
            .field("exclude", &self.exclude)
            .field("exclude_all", &self.exclude_all)
            .field("only", &only)
            .finish_non_exhaustive()
    }
}

impl World {
    /// Starts a query: rays, casts, overlaps, closest points. It sees all shapes but sensors, unless a filter is set.
    ///
    /// The first query after a step costs some 20 ns a shape that may move. Changes between two queries of one step
    /// cost little.
    pub fn query(&self) -> Query<'_> {
        Query { world: self, admitted: Admitted::All, exclude: None, exclude_all: &[], only: None, sensors: false }
    }
}

impl<'a> Query<'a> {
    /// Sees only shapes that a shape with this filter may touch: categories and masks both ways, and groups.
    #[must_use]
    pub fn filter(mut self, filter: Filter) -> Self {
        self.admitted = Admitted::Both(filter);
        self
    }

    /// Sees only shapes with a category in `mask`; their own masks do not matter.
    #[must_use]
    pub fn mask(mut self, mask: u64) -> Self {
        self.admitted = Admitted::Mask(mask);
        self
    }

    /// Leaves out this body, mostly the one that asks. The last call counts: [`Query::exclude_all`] leaves out several.
    #[must_use]
    pub fn exclude(mut self, body: BodyKey) -> Self {
        self.exclude = Some(body);
        self
    }

    /// Leaves out these bodies: the parts of a car that looks ahead, say.
    #[must_use]
    pub fn exclude_all(mut self, bodies: &'a [BodyKey]) -> Self {
        self.exclude_all = bodies;
        self
    }

    /// Sees only shapes for which this is true. It may be called in any order, and from several threads in batches.
    #[must_use]
    pub fn only(mut self, only: &'a (dyn Fn(BodyShape) -> bool + Sync)) -> Self {
        self.only = Some(only);
        self
    }

    /// Sees sensors too; other queries pass through them.
    #[must_use]
    pub fn sensors(mut self) -> Self {
        self.sensors = true;
        self
    }

    /// The shape of a proxy, if the filter admits it.
    fn admits(&self, id: u32) -> Option<BodyShape> {
        let proxy = &self.world.state.proxies.list[id as usize];
        let admitted = match &self.admitted {
            Admitted::All => true,
            Admitted::Mask(mask) => proxy.filter.category & mask != 0,
            Admitted::Both(filter) => filter.admits(&proxy.filter),
        };
        let shape = proxy.body_shape();
        let wanted = admitted
            && (self.sensors || !proxy.sensor)
            && self.exclude != Some(shape.body)
            && !self.exclude_all.contains(&shape.body)
            && self.only.is_none_or(|only| only(shape));
        wanted.then_some(shape)
    }

    /// [`Query::piece`], from the scratch of a batch if it is there.
    #[inline(always)]
    fn piece_of(&self, glances: Glances<'_>, id: u32) -> (&'a Piece, Pose) {
        match glances.pose(id) {
            Some(pose) => (&self.world.state.proxies.list[id as usize].piece, pose),
            None => self.piece(id),
        }
    }

    /// The piece of a proxy, and its body's pose.
    fn piece(&self, id: u32) -> (&'a Piece, Pose) {
        let state = &self.world.state;
        (&state.proxies.list[id as usize].piece, state.bodies.poses[state.proxies.rows[id as usize] as usize])
    }

    fn kind(&self) -> BroadPhaseKind {
        self.world.def.broad_phase
    }

    /// [`Query::batch`] for questions that read much around a place. They are answered in the order of squares along a
    /// curve, so that neighbours share caches. Each is checked when it is answered, so that threads share that work
    /// too.
    fn batch_near<Q: Sync, A: Send + Default, S: Default>(
        &self,
        name: &str,
        list: &[Q],
        check: impl Fn(&Q) -> Result<(), Error> + Sync,
        place: impl Fn(&Q) -> Vec2,
        ask: impl Fn(&mut S, &Q) -> A + Sync,
    ) -> Result<Vec<A>, Error> {
        let senseless = AtomicBool::new(false);
        let ask = |state: &mut S, question: &Q| {
            if check(question).is_ok() {
                return ask(state, question);
            }
            senseless.store(true, Ordering::Relaxed);
            A::default()
        };
        let mut sorted: Vec<A>;
        if list.len() <= QUERIES_A_TASK {
            sorted = self.batch(list, ask);
        } else {
            let bounds = self.world.query_index.bounds(&self.world.state, self.kind());
            let asked = Aabb::around(list.iter().map(&place).filter(|place| place.is_finite()));
            let bounds = Aabb::new(max2(bounds.min, asked.min), min2(bounds.max, asked.max));
            let order = along_curve(list, place, &bounds);
            let answers = self.batch(&order, |state, &at| ask(state, &list[at as usize]));
            sorted = Vec::new();
            sorted.resize_with(list.len(), A::default);
            for (answer, at) in answers.into_iter().zip(order) {
                sorted[at as usize] = answer;
            }
        }
        if senseless.into_inner() {
            check_all(name, list, check)?;
        }
        Ok(sorted)
    }

    /// Answers many questions, in the pool if there are enough. The next question of the same task gets the state that
    /// the last one left.
    fn batch<Q: Sync, A: Send + Default, S: Default>(
        &self,
        list: &[Q],
        ask: impl Fn(&mut S, &Q) -> A + Sync,
    ) -> Vec<A> {
        let mut answers: Vec<A> = Vec::new();
        answers.resize_with(list.len(), A::default);
        let run = |(list, answers): (&[Q], &mut [A])| {
            let mut state = S::default();
            for (question, answer) in list.iter().zip(answers) {
                *answer = ask(&mut state, question);
            }
        };
        if list.len() <= QUERIES_A_TASK {
            run((list, &mut answers));
        } else {
            // Before the pool is entered: see `query_index.rs`.
            self.world.query_index.prepare(&self.world.state, self.kind(), list.len());
            let tasks = &self.world.tasks;
            let columns = (list, &mut answers[..]);
            tasks.enter(0, || tasks.blocks(QUERIES_A_TASK, columns, |_, columns| run(columns)));
        }
        answers
    }
}

/// Squares each way, as a power of two.
const SQUARES: u32 = 6;

const _: () = assert!(2 * SQUARES <= u16::BITS, "a square's number is a u16");

/// Indices of the questions in the order of squares along Morton's curve, by one counting sort.
fn along_curve<Q>(list: &[Q], place: impl Fn(&Q) -> Vec2, bounds: &Aabb) -> Vec<u32> {
    let scale = (1 << SQUARES) as f32 / bounds.size();
    let squares: Vec<u16> = list.iter().map(|q| square((place(q) - bounds.min) * scale)).collect();
    let mut starts = [0_u32; (1 << (2 * SQUARES)) + 1];
    squares.iter().for_each(|&square| starts[usize::from(square) + 1] += 1);
    let mut sum = 0;
    for start in &mut starts {
        sum += *start;
        *start = sum;
    }
    let mut order = vec![0; list.len()];
    for (&square, number) in squares.iter().zip(0..) {
        let start = &mut starts[usize::from(square)];
        order[*start as usize] = number;
        *start += 1;
    }
    order
}

/// Index of a square along the curve. Points outside count as on the edge.
fn square(at: Vec2) -> u16 {
    let spread = |x: f32| {
        let x = (x as u16).min((1 << SQUARES) - 1);
        let x = (x | x << 4) & 0x0f0f;
        let x = (x | x << 2) & 0x3333;
        (x | x << 1) & 0x5555
    };
    spread(at.x) | spread(at.y) << 1
}

/// Any total order of points. A tie between two pieces of a shape must not depend on an id from a structure.
fn by_point(a: Vec2, b: Vec2) -> std::cmp::Ordering {
    a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y))
}

/// Checks each entry of a list, and names the first one that is wrong.
fn check_all<Q>(name: &str, list: &[Q], check: impl Fn(&Q) -> Result<(), Error>) -> Result<(), Error> {
    for (index, question) in list.iter().enumerate() {
        check(question).map_err(|e| e.inside(name, index))?;
    }
    Ok(())
}
