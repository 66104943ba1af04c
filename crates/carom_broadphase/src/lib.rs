//! Who is near whom: spatial hash and quadtree over axis-aligned boxes.
//!
//! In: boxes by index, this step's and last step's. Out: the pairs that began to overlap, sorted, and answers to box,
//! point, ray, swept and nearest-box queries. Knows no shapes and no bodies. Both structures are flat arrays, rebuilt in each step
//! in which more than a few boxes change, which costs less than keeping a tree up to date, and both answer by the same predicates, so they agree exactly.
//!
//! An engine holds a [`BroadPhase`]; someone who only wants to find boxes holds a [`SpatialHash`] or a [`QuadTree`]
//! (or an `RTree`, with the feature `rtree`):
//!
//! ```
//! use carom_broadphase::SpatialHash;
//! use carom_math::{Aabb, vec2};
//!
//! let mut near = SpatialHash::default();
//! let a = near.insert(Aabb::new(vec2(0.0, 0.0), vec2(1.0, 1.0)))?;
//! let b = near.insert(Aabb::new(vec2(0.5, 0.5), vec2(1.5, 1.5)))?;
//! let mut pairs = Vec::new();
//! near.pairs(&mut pairs);
//! assert_eq!((pairs[0].a, pairs[0].b), (a, b));
//! # Ok::<(), carom_broadphase::BoxError>(())
//! ```
#![forbid(unsafe_code)]

mod along;
mod boxes;
mod broad_phase;
mod cells;
mod cells_walk;
mod error;
mod grid;
mod grid_pairs;
mod grid_queries;
mod index;
mod levels;
mod nearest;
mod packed;
mod pair;
mod partition;
mod rows;
#[cfg(feature = "rtree")]
mod rtree;
mod sides;
mod spread;
mod strays;
mod structure;
mod sweep;
mod tree;
mod tree_pairs;

pub use boxes::{Boxes, MOST_BOXES};
pub use broad_phase::{BroadPhase, BroadPhaseKind};
pub use cells::Cells;
pub use cells_walk::CellsWalk;
pub use error::BoxError;
pub use grid::Grid;
#[cfg(feature = "rtree")]
pub use index::RTree;
pub use index::{Index, QuadTree, SpatialHash};
pub use nearest::{Near, distance_to};
pub use packed::Packed;
pub use pair::Pair;
#[cfg(feature = "rtree")]
pub use rtree::Bulk;
pub use sides::{ActiveStatic, Among};
pub use structure::{Flat, Structure};
pub use sweep::swept_meets;
pub use tree::Tree;
