//! The broad phase of an engine over one kind of structure: one structure for boxes that may have moved, rebuilt each
//! step, one for still boxes, kept while nothing about them changes. In: [`Boxes`]. Out: new pairs, sorted; answers.

use crate::boxes::{Boxes, Source, takes_part};
use crate::pair::{Pair, join};
use crate::structure::Structure;
use crate::sweep::Sweep;
use carom_math::{Aabb, Vec2};
use carom_tasks::Executor;
use fearless_simd::Level;

/// Which boxes a query looks at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Among {
    /// Active and still boxes.
    #[default]
    All,
    /// The active ones.
    Active,
    /// The still ones.
    Still,
}

/// Active and still boxes, a structure each.
#[derive(Clone, Debug)]
pub struct Sides<T> {
    active: T,
    still: T,
    /// How many still boxes there were when their structure was built; `None` before.
    built: Option<usize>,
    /// Whether it knows that they have not moved since.
    settled: bool,
    blocks: Vec<Vec<Pair>>,
    lanes: Level,
}

impl<T: Structure> Default for Sides<T> {
    fn default() -> Self {
        Self {
            active: T::default(),
            still: T::default(),
            built: None,
            settled: false,
            blocks: Vec::new(),
            lanes: Level::new(),
        }
    }
}

impl<T: Structure> Sides<T> {
    /// Sets the instruction set to use; [`Level::new`], the best of this machine, by default. No result depends on it.
    pub fn set_lanes(&mut self, lanes: Level) {
        self.lanes = lanes;
    }

    /// Takes in the boxes of this step. Allocates only to grow.
    pub fn update(&mut self, tasks: &Executor, boxes: &Boxes<'_>) {
        if boxes.still_changed || self.built != Some(boxes.still.len()) {
            self.still.build(self.lanes, tasks, &Source { ids: boxes.still, now: boxes.now, old: boxes.old });
            self.built = Some(boxes.still.len());
            self.settled = false;
        } else if !self.settled {
            self.still.settle();
            self.settled = true;
        }
        self.active.build(self.lanes, tasks, &Source { ids: boxes.active, now: boxes.now, old: boxes.old });
    }

    /// Fills `out`, cleared first, with the pairs that began this step, ascending, each once: at least one of the two
    /// is active, `now[i].overlaps(&now[j])` and not `old[i].overlaps(&old[j])`. `boxes` are those of the last
    /// [`Sides::update`].
    pub fn new_pairs(&mut self, tasks: &Executor, boxes: &Boxes<'_>, out: &mut Vec<Pair>) {
        out.clear();
        if boxes.active.is_empty() {
            return;
        }
        self.active.new_pairs(self.lanes, tasks, &self.still, &mut self.blocks);
        join(&mut self.blocks, out);
    }

    /// Calls `visit(index)` once for each box that [overlaps](Aabb::overlaps) `area`, until it says false. Gives
    /// whether it never did. The order is unspecified, the same for the same calls. Nothing is allocated; an empty or
    /// not finite `area` finds nothing. So are the other queries.
    pub fn query_box(&self, among: Among, area: &Aabb, visit: &mut impl FnMut(u32) -> bool) -> bool {
        !takes_part(area)
            || self.parts(among).into_iter().flatten().all(|part| part.each_overlapping(self.lanes, area, visit))
    }

    /// [`Sides::query_box`] for the boxes that hold the point ([`Aabb::contains_point`]).
    pub fn query_point(&self, among: Among, point: Vec2, visit: &mut impl FnMut(u32) -> bool) -> bool {
        self.query_box(among, &Aabb::new(point, point), visit)
    }

    /// [`Sides::query_box`] for the boxes that the segment meets (by [`Aabb::clip_segment`]).
    pub fn query_ray(&self, among: Among, from: Vec2, to: Vec2, visit: &mut impl FnMut(u32) -> bool) -> bool {
        Sweep::ray(from, to).is_none_or(|sweep| self.each_met(among, &sweep, visit))
    }

    /// [`Sides::query_box`] for the boxes that `area`, moved along `by` [m], meets (by
    /// [`swept_meets`](crate::swept_meets)).
    pub fn query_swept(&self, among: Among, area: &Aabb, by: Vec2, visit: &mut impl FnMut(u32) -> bool) -> bool {
        Sweep::new(area, by).is_none_or(|sweep| self.each_met(among, &sweep, visit))
    }

    /// Makes [`Sides::walk_ray`] and [`Sides::walk_swept`] fast until the next [`Sides::update`].
    pub fn measure(&mut self) {
        self.active.measure();
        self.still.measure();
    }

    /// Calls `visit(index, entered)` for each box that the segment meets (and perhaps for some that it misses by what
    /// rounding can do), each once and about in the order in which they are met. `entered` is at most the part of the way that is behind it then; the answer says how much of the way
    /// still counts, and less than 0 ends it. What is met beyond that may be left out.
    pub fn walk_ray(&self, from: Vec2, to: Vec2, visit: &mut impl FnMut(u32, f32) -> f32) {
        self.walk(Sweep::ray(from, to), visit);
    }

    /// [`Sides::walk_ray`] for `area`, moved along `by` [m].
    pub fn walk_swept(&self, area: &Aabb, by: Vec2, visit: &mut impl FnMut(u32, f32) -> f32) {
        self.walk(Sweep::new(area, by), visit);
    }

    fn walk(&self, sweep: Option<Sweep>, visit: &mut impl FnMut(u32, f32) -> f32) {
        let (Some(sweep), mut limit) = (sweep, 1.0) else { return };
        for part in [&self.still, &self.active] {
            part.each_along(self.lanes, &sweep, &mut limit, visit);
        }
    }

    fn each_met(&self, among: Among, sweep: &Sweep, visit: &mut impl FnMut(u32) -> bool) -> bool {
        self.parts(among).into_iter().flatten().all(|part| part.each_met(sweep, visit))
    }

    fn parts(&self, among: Among) -> [Option<&T>; 2] {
        [(among != Among::Still).then_some(&self.active), (among != Among::Active).then_some(&self.still)]
    }
}
