//! The broad phase of an engine over one kind of structure. One structure holds boxes that may have moved; it is
//! rebuilt in each step in which more than a few did or anything else changed. Layers of others hold still boxes
//! (`still_layers.rs`). In: [`Boxes`]. Out: new pairs, sorted; answers.

use crate::boxes::{Boxes, Source, takes_part};
use crate::moved::Moved;
use crate::neighborhoods::Neighborhoods;
use crate::pair::{Pair, join};
use crate::query::swept::SweptBox;
use crate::rows::HIDDEN;
use crate::still_layers::{LAYERS, StillLayers};
use crate::structure::Flat;
use carom_math::{Aabb, Vec2};
use carom_parallel::Executor;
use fearless_simd::Level;

/// The boxes that a query tests.
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

/// Active and still boxes.
#[derive(Clone, Debug)]
pub struct ActiveStatic<T> {
    active: T,
    /// The active boxes that changed since their structure was built, and whether it was not built in this step.
    moved: Moved<T>,
    kept: bool,
    still: StillLayers<T>,
    neighborhoods: Neighborhoods,
    blocks: Vec<Vec<Pair>>,
    lanes: Level,
}

impl<T: Flat> Default for ActiveStatic<T> {
    fn default() -> Self {
        Self {
            active: T::default(),
            moved: Moved::default(),
            kept: false,
            still: StillLayers::default(),
            neighborhoods: Neighborhoods::default(),
            blocks: Vec::new(),
            lanes: Level::new(),
        }
    }
}

impl<T: Flat> ActiveStatic<T> {
    /// Sets the instruction set; [`Level::new`], the best of this machine, by default. No result depends on it.
    pub fn set_lanes(&mut self, lanes: Level) {
        self.lanes = lanes;
    }

    /// Takes the boxes of this step. Returns whether any may differ from those of the call before. Allocates only to
    /// grow.
    pub fn update(&mut self, tasks: &Executor, boxes: &Boxes<'_>) -> bool {
        let others = self.still.update(self.lanes, tasks, (boxes.now, boxes.old), boxes.still);
        let few = self.moved.note_changed(tasks, boxes);
        self.kept = few && !others && self.moved.leave(&mut self.active, self.lanes, tasks, boxes);
        if !self.kept {
            self.active.build(self.lanes, tasks, &Source { ids: boxes.active, now: boxes.now, old: boxes.old });
            self.moved.begin(boxes, few);
        }
        !self.kept || self.moved.some_changed()
    }

    /// Width and height that most of the boxes fill, whatever a few runaways do [m]. A guide only.
    pub fn spread(&self) -> Vec2 {
        let [first, ..] = self.still.parts();
        if first.ids().len() > self.active.ids().len() { first.spread() } else { self.active.spread() }
    }

    /// Fills `out`, cleared first, with the pairs that began this step, ascending, each once: at least one of the two
    /// is active, `now[i].overlaps(&now[j])` and not `old[i].overlaps(&old[j])`. `boxes` are those of the last
    /// [`ActiveStatic::update`].
    pub fn new_pairs(&mut self, tasks: &Executor, boxes: &Boxes<'_>, out: &mut Vec<Pair>) {
        out.clear();
        if boxes.active.is_empty() {
            return;
        }
        if self.kept && !self.moved.some_changed() {
            return;
        }
        let knows_first = self.neighborhoods.new_pairs(self.lanes, tasks, (boxes, &self.still), out);
        let mut others = [&self.active; LAYERS + 1];
        others[..LAYERS].copy_from_slice(&self.still.parts());
        let (looking, end) = if self.kept { (&self.moved.among, LAYERS + 1) } else { (&self.active, LAYERS) };
        looking.new_pairs(self.lanes, tasks, &others[usize::from(knows_first)..end], &mut self.blocks);
        join(tasks, &mut self.blocks, out);
    }

    /// Calls `visit(index)` once for each box that [overlaps](Aabb::overlaps) `area`, until it returns false. Returns
    /// whether it never did. The order is unspecified, the same for the same calls. Nothing is allocated; an empty or
    /// not finite `area` finds nothing. The same holds for the other queries.
    pub fn query_box(&self, among: Among, area: &Aabb, visit: &mut impl FnMut(u32) -> bool) -> bool {
        !takes_part(area)
            || self
                .parts(among)
                .all(|part| part.each_overlapping(self.lanes, area, &mut |id| id == HIDDEN || visit(id)))
    }

    /// [`ActiveStatic::query_box`] for the boxes that hold the point ([`Aabb::contains_point`]).
    pub fn query_point(&self, among: Among, point: Vec2, visit: &mut impl FnMut(u32) -> bool) -> bool {
        self.query_box(among, &Aabb::new(point, point), visit)
    }

    /// [`ActiveStatic::query_box`] for the boxes that the segment meets (by [`Aabb::clip_segment`]).
    pub fn query_ray(&self, among: Among, from: Vec2, to: Vec2, visit: &mut impl FnMut(u32) -> bool) -> bool {
        SweptBox::ray(from, to).is_none_or(|sweep| self.each_met(among, &sweep, visit))
    }

    /// [`ActiveStatic::query_box`] for the boxes that `area`, moved along `by` [m], meets (by
    /// [`swept_meets`](crate::swept_meets)).
    pub fn query_swept(&self, among: Among, area: &Aabb, by: Vec2, visit: &mut impl FnMut(u32) -> bool) -> bool {
        SweptBox::new(area, by).is_none_or(|sweep| self.each_met(among, &sweep, visit))
    }

    /// Makes [`ActiveStatic::walk_ray`] and [`ActiveStatic::walk_swept`] fast until the next [`ActiveStatic::update`].
    pub fn measure(&mut self) {
        self.active.measure();
        self.moved.among.measure();
        self.still.parts_mut().into_iter().for_each(T::measure);
    }

    /// Calls `visit(index, entered)` for each box that the segment meets, each once and about in the order of meeting;
    /// perhaps also for some that it misses within rounding. `entered` is at most the fraction at which the segment
    /// enters the box. `visit` returns the fraction that still counts, and less than 0 ends it; boxes met beyond it may
    /// be left out.
    pub fn walk_ray(&self, from: Vec2, to: Vec2, visit: &mut impl FnMut(u32, f32) -> f32) {
        self.walk(SweptBox::ray(from, to), visit);
    }

    /// [`ActiveStatic::walk_ray`] for `area`, moved along `by` [m].
    pub fn walk_swept(&self, area: &Aabb, by: Vec2, visit: &mut impl FnMut(u32, f32) -> f32) {
        self.walk(SweptBox::new(area, by), visit);
    }

    fn walk(&self, sweep: Option<SweptBox>, visit: &mut impl FnMut(u32, f32) -> f32) {
        let (Some(sweep), mut limit) = (sweep, 1.0) else { return };
        for part in self.parts(Among::All) {
            part.each_along(self.lanes, &sweep, &mut limit, &mut |id, entered| {
                if id == HIDDEN { 1.0 } else { visit(id, entered) }
            });
        }
    }

    fn each_met(&self, among: Among, sweep: &SweptBox, visit: &mut impl FnMut(u32) -> bool) -> bool {
        self.parts(among).all(|part| part.each_met(sweep, &mut |id| id == HIDDEN || visit(id)))
    }

    pub(crate) fn parts(&self, among: Among) -> impl Iterator<Item = &T> {
        let (still, active) = (among != Among::Active, among != Among::Still);
        let moved = active && self.moved.len() > 0;
        let still = self.still.parts().into_iter().filter(move |_| still);
        still.chain(active.then_some(&self.active)).chain(moved.then_some(&self.moved.among))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boxes::StillSet;
    use crate::grid::Grid;
    use carom_math::vec2;
    use carom_parallel::Driver;

    #[test]
    fn a_structure_is_kept_while_few_of_its_boxes_change() {
        let tasks = Executor::new(Driver::Inline);
        let mut now: Vec<Aabb> =
            (0..128).map(|k| Aabb::new(Vec2::ZERO, Vec2::ONE).moved(vec2(2.0 * k as f32, 0.0))).collect();
        let mut old = vec![Aabb::EMPTY; 128];
        let mut active: Vec<u32> = (0..128).collect();
        let mut both = ActiveStatic::<Grid>::default();
        // The number of moving boxes, whether the structure is kept then, and the number of moved boxes.
        let steps = [
            (128, false, 0),
            (0, false, 0),
            (0, true, 0),
            (2, true, 2),
            (1, true, 2),
            (8, true, 8),
            (9, false, 0),
            (1, false, 0),
            (1, true, 1),
        ];
        for (step, (moving, kept, moved)) in steps.into_iter().enumerate() {
            now.iter_mut().take(moving).for_each(|b| *b = b.moved(vec2(0.0, 0.1)));
            let boxes = Boxes { now: &now, old: &old, active: &active, still: StillSet::Same, follows: true };
            let changed = both.update(&tasks, &boxes);
            assert_eq!((both.kept, both.moved.len()), (kept, moved), "step {step}");
            assert_eq!(changed, !kept || moving > 0, "step {step}");
            old.clone_from(&now);
        }
        active.pop();
        let boxes = Boxes { now: &now, old: &old, active: &active, still: StillSet::All(&[]), follows: false };
        assert!(both.update(&tasks, &boxes) && !both.kept, "another list");
    }
}
