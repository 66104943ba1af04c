//! The broad phase that an engine holds: one of the two structures, chosen by a value. In: [`Boxes`]. Out: new pairs
//! and answers, the same from either.

use crate::active_static::{ActiveStatic, Among};
use crate::boxes::Boxes;
use crate::grid::Grid;
use crate::pair::Pair;
use crate::quadtree::Tree;
use carom_math::{Aabb, Vec2};
use carom_parallel::Executor;
use fearless_simd::Level;

/// Which structure. It changes speed only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BroadPhaseKind {
    /// Grid levels with hashed cells.
    #[default]
    Hash,
    /// A loose quadtree.
    QuadTree,
}

/// Who is near whom, for an engine. What it answers follows from the boxes of the step alone, whatever it kept of earlier ones;
/// in which order a query visits them does not.
#[derive(Clone, Debug)]
pub enum BroadPhase {
    /// Grid levels with hashed cells.
    Hash(ActiveStatic<Grid>),
    /// A loose quadtree.
    Tree(ActiveStatic<Tree>),
}

impl Default for BroadPhase {
    fn default() -> Self {
        Self::new(BroadPhaseKind::default())
    }
}

/// Calls a method of whichever structure it is.
macro_rules! either {
    ($self:expr, $sides:ident => $call:expr) => {
        match $self {
            BroadPhase::Hash($sides) => $call,
            BroadPhase::Tree($sides) => $call,
        }
    };
}

impl BroadPhase {
    /// An empty broad phase.
    pub fn new(kind: BroadPhaseKind) -> Self {
        match kind {
            BroadPhaseKind::Hash => Self::Hash(ActiveStatic::default()),
            BroadPhaseKind::QuadTree => Self::Tree(ActiveStatic::default()),
        }
    }

    /// Which structure it is.
    pub fn kind(&self) -> BroadPhaseKind {
        match self {
            Self::Hash(_) => BroadPhaseKind::Hash,
            Self::Tree(_) => BroadPhaseKind::QuadTree,
        }
    }

    /// See [`Sides::set_lanes`].
    pub fn set_lanes(&mut self, lanes: Level) {
        either!(self, sides => sides.set_lanes(lanes));
    }

    /// See [`Sides::update`].
    pub fn update(&mut self, tasks: &Executor, boxes: &Boxes<'_>) -> bool {
        either!(self, sides => sides.update(tasks, boxes))
    }

    /// See [`Sides::new_pairs`].
    pub fn new_pairs(&mut self, tasks: &Executor, boxes: &Boxes<'_>, out: &mut Vec<Pair>) {
        either!(self, sides => sides.new_pairs(tasks, boxes, out));
    }

    /// See [`Sides::query_box`].
    pub fn query_box(&self, among: Among, area: &Aabb, visit: &mut impl FnMut(u32) -> bool) -> bool {
        either!(self, sides => sides.query_box(among, area, visit))
    }

    /// See [`Sides::query_point`].
    pub fn query_point(&self, among: Among, point: Vec2, visit: &mut impl FnMut(u32) -> bool) -> bool {
        either!(self, sides => sides.query_point(among, point, visit))
    }

    /// See [`Sides::query_ray`].
    pub fn query_ray(&self, among: Among, from: Vec2, to: Vec2, visit: &mut impl FnMut(u32) -> bool) -> bool {
        either!(self, sides => sides.query_ray(among, from, to, visit))
    }

    /// See [`Sides::query_swept`].
    pub fn query_swept(&self, among: Among, area: &Aabb, by: Vec2, visit: &mut impl FnMut(u32) -> bool) -> bool {
        either!(self, sides => sides.query_swept(among, area, by, visit))
    }

    /// See [`Sides::measure`].
    pub fn measure(&mut self) {
        either!(self, sides => sides.measure());
    }

    /// See [`Sides::walk_ray`].
    pub fn walk_ray(&self, from: Vec2, to: Vec2, visit: &mut impl FnMut(u32, f32) -> f32) {
        either!(self, sides => sides.walk_ray(from, to, visit));
    }

    /// See [`Sides::walk_swept`].
    pub fn walk_swept(&self, area: &Aabb, by: Vec2, visit: &mut impl FnMut(u32, f32) -> f32) {
        either!(self, sides => sides.walk_swept(area, by, visit));
    }
}
