//! The broad phase of an engine: one of the two structures, chosen by a value. In: [`Boxes`]. Out: new pairs and
//! answers, the same from either.

use crate::active_static::{ActiveStatic, Among};
use crate::boxes::Boxes;
use crate::grid::Grid;
use crate::pair::Pair;
use crate::quadtree::Tree;
use carom_math::{Aabb, Vec2};
use carom_parallel::Executor;
use fearless_simd::Level;

/// Structure of the broad phase, which finds the pairs. It changes speed only, never the answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum BroadPhaseKind {
    /// Spatial hash: a grid with levels, its cells hashed.
    #[default]
    Hash,
    /// A loose quadtree.
    QuadTree,
}

/// Overlapping boxes, for an engine. The answers follow from the boxes of the step alone, whatever was kept of earlier
/// ones; the order in which a query visits them does not.
#[derive(Clone, Debug)]
pub enum BroadPhase {
    /// Grid levels with hashed cells.
    Hash(Box<ActiveStatic<Grid>>),
    /// A loose quadtree.
    Tree(Box<ActiveStatic<Tree>>),
}

impl Default for BroadPhase {
    fn default() -> Self {
        Self::new(BroadPhaseKind::default())
    }
}

/// Calls a method of either structure.
macro_rules! either {
    ($self:expr, $both:ident => $call:expr) => {
        match $self {
            BroadPhase::Hash($both) => $call,
            BroadPhase::Tree($both) => $call,
        }
    };
}

impl BroadPhase {
    /// An empty broad phase.
    pub fn new(kind: BroadPhaseKind) -> Self {
        match kind {
            BroadPhaseKind::Hash => Self::Hash(Box::default()),
            BroadPhaseKind::QuadTree => Self::Tree(Box::default()),
        }
    }

    /// The structure.
    pub fn kind(&self) -> BroadPhaseKind {
        match self {
            Self::Hash(_) => BroadPhaseKind::Hash,
            Self::Tree(_) => BroadPhaseKind::QuadTree,
        }
    }

    /// See [`ActiveStatic::set_lanes`].
    pub fn set_lanes(&mut self, lanes: Level) {
        either!(self, both => both.set_lanes(lanes));
    }

    /// See [`ActiveStatic::update`].
    pub fn update(&mut self, tasks: &Executor, boxes: &Boxes<'_>) -> bool {
        either!(self, both => both.update(tasks, boxes))
    }

    /// See [`ActiveStatic::spread`].
    pub fn spread(&self) -> Vec2 {
        either!(self, both => both.spread())
    }

    /// See [`ActiveStatic::occupied`].
    pub fn occupied(&self) -> (Vec<Aabb>, Vec<Aabb>) {
        either!(self, both => both.occupied())
    }

    /// See [`ActiveStatic::new_pairs`].
    pub fn new_pairs(&mut self, tasks: &Executor, boxes: &Boxes<'_>, out: &mut Vec<Pair>) {
        either!(self, both => both.new_pairs(tasks, boxes, out));
    }

    /// See [`ActiveStatic::query_box`].
    pub fn query_box(&self, among: Among, area: &Aabb, visit: &mut impl FnMut(u32) -> bool) -> bool {
        either!(self, both => both.query_box(among, area, visit))
    }

    /// See [`ActiveStatic::query_point`].
    pub fn query_point(&self, among: Among, point: Vec2, visit: &mut impl FnMut(u32) -> bool) -> bool {
        either!(self, both => both.query_point(among, point, visit))
    }

    /// See [`ActiveStatic::query_ray`].
    pub fn query_ray(&self, among: Among, from: Vec2, to: Vec2, visit: &mut impl FnMut(u32) -> bool) -> bool {
        either!(self, both => both.query_ray(among, from, to, visit))
    }

    /// See [`ActiveStatic::query_swept`].
    pub fn query_swept(&self, among: Among, area: &Aabb, by: Vec2, visit: &mut impl FnMut(u32) -> bool) -> bool {
        either!(self, both => both.query_swept(among, area, by, visit))
    }

    /// See [`ActiveStatic::measure`].
    pub fn measure(&mut self) {
        either!(self, both => both.measure());
    }

    /// See [`ActiveStatic::walk_ray`].
    pub fn walk_ray(&self, from: Vec2, to: Vec2, visit: &mut impl FnMut(u32, f32) -> f32) {
        either!(self, both => both.walk_ray(from, to, visit));
    }

    /// See [`ActiveStatic::walk_swept`].
    pub fn walk_swept(&self, area: &Aabb, by: Vec2, visit: &mut impl FnMut(u32, f32) -> f32) {
        either!(self, both => both.walk_swept(area, by, visit));
    }
}
