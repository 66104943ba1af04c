//! A set of boxes that answers overlap queries without an engine. In: insert, move, remove. Out: pairs and answers.
//!
//! The structure is rebuilt whole, which takes some 20 ns a box. So changes wait in a short list that queries read
//! besides. The rebuild comes when the list exceeds eight times the square root of the number of boxes, or on
//! [`Index::refresh`]. Waiting and rebuilding then cost about the same.

use crate::boxes::{MOST_BOXES, Source, takes_part};
use crate::error::{BoxError, check};
use crate::grid::Grid;
use crate::layout::StructureCell;
use crate::pair::{Pair, join};
use crate::quadtree::Tree;
use crate::query::nearest::{Near, nearest};
use crate::query::swept::SweptBox;
use crate::structure::Structure;
use carom_math::{Aabb, Vec2};
use carom_parallel::Executor;
use fearless_simd::Level;

/// Boxes in grid levels with hashed cells: the faster of the two if sizes vary by less than about a hundred times.
pub type SpatialHash = Index<Grid>;

/// Boxes in a loose quadtree.
pub type QuadTree = Index<Tree>;

/// Boxes in an R-tree: slower to build, good if sizes differ wildly and little changes.
#[cfg(feature = "rtree")]
pub type RTree = Index<crate::bvh::rtree::Bulk>;

/// This many changes may always wait.
const PATIENCE: usize = 64;

/// A set of boxes with ids that answers overlap queries; [`SpatialHash`] or [`QuadTree`] (or `RTree`, with the feature
/// `rtree`).
#[derive(Clone, Debug)]
pub struct Index<T> {
    /// By id; empty for removed boxes.
    boxes: Vec<Aabb>,
    /// Ids to reuse, the last first.
    free: Vec<u32>,
    /// Ids that changed since the structure was built.
    waiting: Vec<u32>,
    is_waiting: Vec<bool>,
    built: T,
    none: T,
    ids: Vec<u32>,
    blocks: Vec<Vec<Pair>>,
    lanes: Level,
    tasks: Executor,
}

impl<T: Structure> Default for Index<T> {
    fn default() -> Self {
        Self {
            boxes: Vec::new(),
            free: Vec::new(),
            waiting: Vec::new(),
            is_waiting: Vec::new(),
            built: T::default(),
            none: T::default(),
            ids: Vec::new(),
            blocks: Vec::new(),
            lanes: Level::new(),
            tasks: Executor::default(),
        }
    }
}

impl<T: Structure> Index<T> {
    /// An empty set whose pairs and rebuilds run on `tasks` (the current rayon pool by default).
    pub fn new(tasks: Executor) -> Self {
        Self { tasks, ..Self::default() }
    }

    /// Adds a box and returns its id: that of the box removed last, or the next.
    ///
    /// # Errors
    /// [`BoxError::NotFinite`], [`BoxError::Inverted`]; [`BoxError::Full`] after [`MOST_BOXES`].
    pub fn insert(&mut self, b: Aabb) -> Result<u32, BoxError> {
        check(&b)?;
        let id = match self.free.pop() {
            Some(id) => id,
            None if self.boxes.len() >= MOST_BOXES => return Err(BoxError::Full),
            None => self.boxes.len() as u32,
        };
        if id as usize == self.boxes.len() {
            self.boxes.push(b);
            self.is_waiting.push(false);
        }
        self.change(id, b);
        Ok(id)
    }

    /// Gives a box other corners.
    ///
    /// # Errors
    /// [`BoxError::NotFinite`], [`BoxError::Inverted`]; [`BoxError::Unknown`] for an id that no box has.
    pub fn move_to(&mut self, id: u32, b: Aabb) -> Result<(), BoxError> {
        check(&b)?;
        self.get(id).ok_or(BoxError::Unknown { id })?;
        self.change(id, b);
        Ok(())
    }

    /// Removes a box and returns it; `None` for an id that no box has. The id is reused.
    pub fn remove(&mut self, id: u32) -> Option<Aabb> {
        let b = self.get(id)?;
        self.change(id, Aabb::EMPTY);
        self.free.push(id);
        Some(b)
    }

    /// The box with an id.
    pub fn get(&self, id: u32) -> Option<Aabb> {
        self.boxes.get(id as usize).copied().filter(takes_part)
    }

    /// Number of boxes.
    pub fn len(&self) -> usize {
        self.boxes.len() - self.free.len()
    }

    /// Whether there is no box.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Moves the waiting changes into the structure, for the fastest queries. It also happens by itself if many wait.
    pub fn refresh(&mut self) {
        if self.waiting.is_empty() {
            return;
        }
        self.ids.clear();
        self.ids.extend((0..self.boxes.len() as u32).filter(|&id| !self.boxes[id as usize].is_empty()));
        // No last step: every overlap is new.
        self.built.build(self.lanes, &self.tasks, &Source { ids: &self.ids, now: &self.boxes, old: &[] });
        for id in self.waiting.drain(..) {
            self.is_waiting[id as usize] = false;
        }
    }

    /// Fills `out`, cleared first, with all pairs of boxes that overlap, ascending, each once.
    pub fn pairs(&mut self, out: &mut Vec<Pair>) {
        self.refresh();
        out.clear();
        self.built.new_pairs(self.lanes, &self.tasks, &[&self.none], &mut self.blocks);
        join(&self.tasks, &mut self.blocks, out);
    }

    /// The cells that hold boxes, or the nodes of the tree, for pictures and lessons. Waiting changes are moved in
    /// first. Sorted: the coarsest first.
    pub fn cells(&mut self) -> Vec<StructureCell> {
        self.refresh();
        let mut cells = Vec::new();
        self.built.each_cell(&mut |cell| cells.push(cell));
        cells
    }

    /// The number of pairs of boxes that lie near enough in the structure to be compared by [`Index::pairs`]; without a
    /// structure it would be n (n - 1) / 2. It says how well the structure separates. Pairs within one cell count, and
    /// pairs in cells that may hold boxes of each other.
    pub fn near_pairs(&mut self) -> u64 {
        self.refresh();
        self.built.near_pairs()
    }

    /// Calls `visit(id)` once for each box that [overlaps](Aabb::overlaps) `area`, until it returns false. Returns
    /// whether it never did. The order is unspecified, the same for the same calls. Nothing is allocated; an empty or
    /// not finite `area` finds nothing. The same holds for the other queries.
    pub fn query_box(&self, area: &Aabb, visit: &mut impl FnMut(u32) -> bool) -> bool {
        !takes_part(area)
            || (self.built.each_overlapping(self.lanes, area, &mut |id| self.is_waiting[id as usize] || visit(id))
                && self.each_waiting(|b| b.overlaps(area), visit))
    }

    /// [`Index::query_box`] for the boxes that hold the point ([`Aabb::contains_point`]).
    pub fn query_point(&self, point: Vec2, visit: &mut impl FnMut(u32) -> bool) -> bool {
        self.query_box(&Aabb::new(point, point), visit)
    }

    /// [`Index::query_box`] for the boxes that the segment meets (by [`Aabb::clip_segment`]).
    pub fn query_ray(&self, from: Vec2, to: Vec2, visit: &mut impl FnMut(u32) -> bool) -> bool {
        SweptBox::ray(from, to).is_none_or(|sweep| self.each_met(&sweep, visit))
    }

    /// [`Index::query_box`] for the boxes that `area`, moved along `by` [m], meets (by
    /// [`swept_meets`](crate::swept_meets)).
    pub fn query_swept(&self, area: &Aabb, by: Vec2, visit: &mut impl FnMut(u32) -> bool) -> bool {
        SweptBox::new(area, by).is_none_or(|sweep| self.each_met(&sweep, visit))
    }

    /// Fills `out`, cleared first, with the `count` boxes nearest to the point, or all if there are fewer: sorted by
    /// distance (by [`distance_to`](crate::distance_to)), those at the same distance by id. A point that is not finite
    /// finds nothing. Allocates only to grow.
    pub fn nearest(&self, point: Vec2, count: usize, out: &mut Vec<Near>) {
        let visit = |area: &Aabb, found: &mut dyn FnMut(u32, &Aabb)| {
            self.query_box(area, &mut |id| {
                found(id, &self.boxes[id as usize]);
                true
            });
        };
        nearest((point, count, self.len()), self.built.spread(), visit, out);
    }

    fn each_met(&self, sweep: &SweptBox, visit: &mut impl FnMut(u32) -> bool) -> bool {
        self.built.each_met(sweep, &mut |id| self.is_waiting[id as usize] || visit(id))
            && self.each_waiting(|b| sweep.meets(b), visit)
    }

    fn each_waiting(&self, meets: impl Fn(&Aabb) -> bool, visit: &mut impl FnMut(u32) -> bool) -> bool {
        self.waiting.iter().all(|&id| {
            let b = &self.boxes[id as usize];
            b.is_empty() || !meets(b) || visit(id)
        })
    }

    /// Sets a box and notes that the structure does not have it.
    fn change(&mut self, id: u32, b: Aabb) {
        self.boxes[id as usize] = b;
        if !self.is_waiting[id as usize] {
            self.is_waiting[id as usize] = true;
            self.waiting.push(id);
        }
        let waiting = self.waiting.len();
        if waiting > PATIENCE && waiting * waiting > PATIENCE * self.boxes.len() {
            self.refresh();
        }
    }
}
