//! Walks along a sweep, about in the order of meeting, for queries that want only the first hit: the walk ends as soon
//! as its end is known. In: a structure and a [`SweptBox`]. Out: calls with an index and the fraction at which the box
//! is entered; each returns the fraction that still counts.
//!
//! In a grid the sweep is cut into pieces of a few cells (as by a line drawn cell by cell: Amanatides and Woo 1987, but
//! with runs of cells tested on lanes). The first pieces are short, since most sweeps in a crowd are.

use crate::grid::Grid;
use crate::grid::levels::Level;
use crate::grid::occupancy::Occupancy;
use crate::quadtree::Tree;
use crate::query::swept::{Slabs, SweptBox};
use carom_math::{Aabb, dispatch, min};
use fearless_simd::Simd;

/// Most columns and rows that a piece of the sweep crosses.
const MOST: [f64; 2] = [8.0, 2.0];

/// The first piece is this part of that.
const FIRST: f64 = 0.25;

/// Boxes that are put in order at once.
const ROOM: usize = 32;

/// Boxes found on a piece of the sweep, with the fraction of entry of each.
struct Found {
    list: [(f32, u32); ROOM],
    count: usize,
}

impl Found {
    const NONE: Self = Self { list: [(0.0, 0); ROOM], count: 0 };

    /// Inserts a box behind those that are entered before.
    #[inline(always)]
    fn add(&mut self, entered: f32, id: u32) {
        let mut at = self.count;
        while at > 0 && self.list[at - 1].0 > entered {
            self.list[at] = self.list[at - 1];
            at -= 1;
        }
        self.list[at] = (entered, id);
        self.count += 1;
    }

    /// Visits the boxes up to the limit.
    #[inline(always)]
    fn visit(&mut self, limit: &mut f32, visit: &mut impl FnMut(u32, f32) -> f32) {
        for &(entered, id) in &self.list[..self.count] {
            if entered > *limit {
                break;
            }
            *limit = min(visit(id, entered), *limit);
        }
        self.count = 0;
    }
}

impl Grid {
    /// Notes the occupied cells of each level, for [`Grid::each_along`].
    pub(crate) fn measure(&mut self) {
        if !self.occupancy.is_empty() {
            // Nothing came since they were noted: a build forgets them.
            return;
        }
        let mut list = std::mem::take(&mut self.occupancy);
        list.extend(self.levels.list.iter().map(|level| {
            let bounds = self.rows.bounds(level.first, level.end);
            Occupancy::new(level, bounds, |bucket, count| {
                let [(from, to), _] = self.runs(level, bucket, count);
                from < to
            })
        }));
        self.occupancy = list;
    }

    /// Calls `visit` for each box that `sweep` meets before `limit`.
    pub(crate) fn each_along(
        &self,
        lanes: fearless_simd::Level,
        sweep: &SweptBox,
        limit: &mut f32,
        visit: &mut impl FnMut(u32, f32) -> f32,
    ) {
        let slabs = Slabs::of(sweep);
        dispatch!(lanes, simd => {
            for (number, level) in self.levels.list.iter().enumerate() {
                let occupancy = self.occupancy.get(number);
                let part = occupancy.map_or(Some((0.0, 1.0)), |occupancy| slabs.span(&occupancy.bounds));
                if let Some(part) = part {
                    self.along_level(simd, (level, occupancy), part, (sweep, &slabs), limit, visit);
                }
            }
        });
    }

    #[inline(always)]
    fn along_level<S: Simd>(
        &self,
        simd: S,
        (level, occupancy): (&Level, Option<&Occupancy>),
        (first, last): (f32, f32),
        (sweep, slabs): (&SweptBox, &Slabs),
        limit: &mut f32,
        visit: &mut impl FnMut(u32, f32) -> f32,
    ) {
        let (view, mut found) = (self.rows.view_now(), Found::NONE);
        let most = sweep.step(level.cell, MOST);
        let pieces = f64::from(last - first) / most;
        if slabs.is_huge || pieces * 6.0 > (level.end - level.first) as f64 + 24.0 {
            for at in level.first..level.end {
                if let Some(entered) = slabs.entered(&view.now(at)) {
                    found.add(entered, view.ids[at]);
                    if found.count == ROOM {
                        found.visit(limit, visit);
                    }
                }
            }
            return found.visit(limit, visit);
        }
        let (mut from, mut step, mut before) = (f64::from(first), FIRST * most, Aabb::EMPTY);
        loop {
            let to = if from + step < f64::from(last) { from + step } else { f64::from(last) };
            let area = sweep.part(from, to);
            let cells = level.cells_of(&area).filter(|&cells| occupancy.is_none_or(|occupancy| occupancy.holds(cells)));
            if let Some(cells) = cells {
                self.each_in_cells(simd, level, &area, cells, |at| {
                    let near = view.now(at);
                    if !before.overlaps(&near)
                        && let Some(entered) = slabs.entered(&near)
                        && entered <= *limit
                    {
                        found.add(entered, view.ids[at]);
                        if found.count == ROOM {
                            found.visit(limit, visit);
                        }
                    }
                    true
                });
                found.visit(limit, visit);
            }
            if f64::from(*limit) < to || to >= f64::from(last) {
                return;
            }
            (from, before) = (to, area);
            step = if 2.0 * step < most { 2.0 * step } else { most };
        }
    }
}

impl Tree {
    /// Nothing: its nodes have their bounds.
    pub(crate) fn measure(&mut self) {}

    /// Calls `visit` for each box that `sweep` meets before `limit`.
    pub(crate) fn each_along(
        &self,
        _: fearless_simd::Level,
        sweep: &SweptBox,
        limit: &mut f32,
        visit: &mut impl FnMut(u32, f32) -> f32,
    ) {
        let view = self.rows.view_now();
        let (slabs, limit) = (Slabs::of(sweep), std::cell::Cell::from_mut(limit));
        let meets = |bounds: &Aabb| slabs.entered(bounds).is_some_and(|entered| entered <= limit.get());
        self.each_node(0, &meets, &mut |node| {
            for at in node.first as usize..node.end as usize {
                if let Some(entered) = slabs.entered(&view.now(at)).filter(|&entered| entered <= limit.get()) {
                    limit.set(min(visit(view.ids[at], entered), limit.get()));
                }
            }
            true
        });
    }
}
