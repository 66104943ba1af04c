//! Broad phase: spatial hash and quadtree over axis-aligned boxes.
//!
//! In: boxes by index, this step's and last step's. Out: the pairs that began to overlap, sorted, and answers to box,
//! point, ray, swept and nearest-box queries. Knows no shapes and no bodies. Both structures are flat arrays, rebuilt
//! in each step in which more than a few boxes change; that costs less than updating a tree. Still boxes lie in layers,
//! of which a small one is rebuilt. Both structures answer by the same predicates, so they agree exactly.
//!
//! An engine holds a [`BroadPhase`]. A program that only finds boxes holds a [`SpatialHash`] or a [`QuadTree`] (or an
//! `RTree`, with the feature `rtree`):
//!
//! ```
//! use carom::broadphase::SpatialHash;
//! use carom::{Aabb, vec2};
//!
//! let mut near = SpatialHash::default();
//! let a = near.insert(Aabb::new(vec2(0.0, 0.0), vec2(1.0, 1.0)))?;
//! let b = near.insert(Aabb::new(vec2(0.5, 0.5), vec2(1.5, 1.5)))?;
//! let mut pairs = Vec::new();
//! near.pairs(&mut pairs);
//! assert_eq!((pairs[0].a, pairs[0].b), (a, b));
//! # Ok::<(), carom::broadphase::BoxError>(())
//! ```
#![forbid(unsafe_code)]

mod active_static;
mod boxes;
mod broad_phase;
mod bvh;
mod error;
mod grid;
mod index;
mod layout;
mod moved;
mod neighborhoods;
mod occupied;
mod pair;
mod partition;
mod quadtree;
mod query;
mod robust_bounds;
mod rows;
mod still_layers;
mod structure;

pub use active_static::{ActiveStatic, Among};
pub use boxes::{Boxes, MOST_BOXES, StillSet};
pub use broad_phase::{BroadPhase, BroadPhaseKind};
pub use bvh::packed::Packed;
#[cfg(feature = "rtree")]
pub use bvh::rtree::Bulk;
pub use error::BoxError;
pub use grid::Grid;
#[cfg(feature = "rtree")]
pub use index::RTree;
pub use index::{Index, QuadTree, SpatialHash};
pub use layout::StructureCell;
pub use pair::Pair;
pub use quadtree::Tree;
pub use query::cells::Cells;
pub use query::cells_walk::CellsWalk;
pub use query::nearest::{Near, distance_to};
pub use query::swept::swept_meets;
pub use structure::{Flat, Structure};
