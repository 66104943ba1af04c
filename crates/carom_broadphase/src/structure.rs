//! The common interface of the structures, so that everything above is written once. In: boxes. Out: new pairs and
//! answers, the same from each.

use crate::boxes::Source;
use crate::grid::Grid;
use crate::layout::StructureCell;
use crate::pair::Pair;
use crate::quadtree::Tree;
use crate::query::swept::SweptBox;
use carom_math::{Aabb, Vec2};
use carom_parallel::Executor;
use fearless_simd::Level;

/// A spatial structure over a set of boxes, rebuilt whole: [`Grid`] or [`Tree`] (or `Bulk`, with the feature `rtree`).
/// Sealed; [`Index`](crate::Index) is written once over it.
pub trait Structure: Clone + std::fmt::Debug + Default + Send + Sync + sealed::Sealed {
    /// Rebuilds it over the boxes of `source`.
    #[doc(hidden)]
    fn build(&mut self, lanes: Level, tasks: &Executor, source: &Source<'_>);

    /// Width and height that most of the boxes fill [m]. A guide only.
    #[doc(hidden)]
    fn spread(&self) -> Vec2;

    /// Fills `blocks` with the new pairs among these boxes and between these and the `others`.
    #[doc(hidden)]
    fn new_pairs(&self, lanes: Level, tasks: &Executor, others: &[&Self], blocks: &mut Vec<Vec<Pair>>);

    /// Calls `visit` for each box that overlaps `area`, until it returns false. Returns whether it never did.
    #[doc(hidden)]
    fn each_overlapping(&self, lanes: Level, area: &Aabb, visit: &mut impl FnMut(u32) -> bool) -> bool;

    /// Calls `visit` for each box that `sweep` meets, until it returns false. Returns whether it never did.
    #[doc(hidden)]
    fn each_met(&self, sweep: &SweptBox, visit: &mut impl FnMut(u32) -> bool) -> bool;

    /// Calls `visit` with each cell.
    #[doc(hidden)]
    fn each_cell(&self, visit: &mut impl FnMut(StructureCell));

    /// The number of pairs of boxes in cells so near that they have to be tested.
    #[doc(hidden)]
    fn near_pairs(&self) -> u64;

    /// Makes [`Structure::each_along`] fast until it is rebuilt.
    #[doc(hidden)]
    fn measure(&mut self) {}

    /// Calls `visit` for each box that `sweep` meets before `limit`, with the fraction of entry or less; it returns the
    /// fraction that still counts.
    #[doc(hidden)]
    fn each_along(&self, _: Level, sweep: &SweptBox, limit: &mut f32, visit: &mut impl FnMut(u32, f32) -> f32) {
        self.each_met(sweep, &mut |id| {
            *limit = carom_math::min(visit(id, 0.0), *limit);
            *limit >= 0.0
        });
    }
}

/// A structure whose boxes lie in rows, each of which can be hidden without building it anew: [`Grid`] or [`Tree`].
/// Sealed; [`ActiveStatic`](crate::ActiveStatic) is written once over it.
pub trait Flat: Structure {
    /// The index of the box in each row.
    #[doc(hidden)]
    fn ids(&self) -> &[u32];

    /// Notes that nothing moved since it was built: last step's boxes are this step's.
    #[doc(hidden)]
    fn settle(&mut self);

    /// Sets last step's box in a row of a structure that is not settled.
    #[doc(hidden)]
    fn set_old(&mut self, row: usize, old: Aabb);

    /// Hides the box in a row. A walk may still meet it, and finds `HIDDEN`.
    #[doc(hidden)]
    fn hide(&mut self, row: usize);

    /// Makes room for so many boxes in all.
    #[doc(hidden)]
    fn reserve(&mut self, boxes: usize);
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for crate::grid::Grid {}
    impl Sealed for crate::quadtree::Tree {}
    #[cfg(feature = "rtree")]
    impl Sealed for crate::bvh::rtree::Bulk {}
}

macro_rules! structure {
    ($name:ident) => {
        impl Structure for $name {
            fn build(&mut self, lanes: Level, tasks: &Executor, source: &Source<'_>) {
                $name::build(self, lanes, tasks, source);
            }
            fn spread(&self) -> Vec2 {
                self.spread
            }
            fn new_pairs(&self, lanes: Level, tasks: &Executor, others: &[&Self], out: &mut Vec<Vec<Pair>>) {
                $name::new_pairs(self, lanes, tasks, others, out);
            }
            fn each_overlapping(&self, lanes: Level, area: &Aabb, visit: &mut impl FnMut(u32) -> bool) -> bool {
                $name::each_overlapping(self, lanes, area, visit)
            }
            fn each_met(&self, sweep: &SweptBox, visit: &mut impl FnMut(u32) -> bool) -> bool {
                $name::each_met(self, sweep, visit)
            }
            fn each_cell(&self, visit: &mut impl FnMut(StructureCell)) {
                $name::each_cell(self, visit);
            }
            fn near_pairs(&self) -> u64 {
                $name::near_pairs(self)
            }
            fn measure(&mut self) {
                $name::measure(self);
            }
            fn each_along(
                &self,
                lanes: Level,
                sweep: &SweptBox,
                limit: &mut f32,
                visit: &mut impl FnMut(u32, f32) -> f32,
            ) {
                $name::each_along(self, lanes, sweep, limit, visit);
            }
        }

        impl Flat for $name {
            fn ids(&self) -> &[u32] {
                &self.rows.ids
            }
            fn settle(&mut self) {
                self.rows.settle();
            }
            fn set_old(&mut self, row: usize, old: Aabb) {
                self.rows.set_old(row, old);
            }
            fn hide(&mut self, row: usize) {
                self.rows.hide(row);
            }
            fn reserve(&mut self, boxes: usize) {
                $name::reserve(self, boxes);
            }
        }
    };
}
structure!(Grid);
structure!(Tree);

#[cfg(feature = "rtree")]
impl Structure for crate::bvh::rtree::Bulk {
    fn build(&mut self, _: Level, _: &Executor, source: &Source<'_>) {
        Self::build(self, source);
    }
    fn spread(&self) -> Vec2 {
        Self::spread(self)
    }
    fn new_pairs(&self, _: Level, tasks: &Executor, others: &[&Self], out: &mut Vec<Vec<Pair>>) {
        Self::new_pairs(self, tasks, others, out);
    }
    fn each_overlapping(&self, _: Level, area: &Aabb, visit: &mut impl FnMut(u32) -> bool) -> bool {
        Self::each_overlapping(self, area, visit)
    }
    fn each_met(&self, sweep: &SweptBox, visit: &mut impl FnMut(u32) -> bool) -> bool {
        Self::each_met(self, sweep, visit)
    }
    fn each_cell(&self, visit: &mut impl FnMut(StructureCell)) {
        Self::each_cell(self, visit);
    }
    fn near_pairs(&self) -> u64 {
        Self::near_pairs(self)
    }
}
