//! An index of the moving bodies that left the solver's motion: a tree over their rows, sixteen to a node, of swept
//! boxes. Rows follow a curve through space, so a node covers a small area. It grows as bodies get new segments;
//! nothing is rebuilt.

use crate::stage::ccd::areas::Areas;
use crate::stage::ccd::moving_body::MovingBodies;
use carom_math::{Aabb, LANES};
use fearless_simd::Simd;

/// Levels of the tree; all nodes of the last one are tested.
const LEVELS: usize = 3;

/// The tree.
#[derive(Clone, Debug, Default)]
pub(crate) struct Index {
    /// Boxes of rows, of sixteen rows, and so on.
    levels: [Vec<Areas>; LEVELS],
    /// The rows that it has, some more than once.
    rows: Vec<u32>,
}

impl Index {
    /// Makes room for `rows` rows.
    pub fn make_room(&mut self, rows: usize) {
        let mut count = rows;
        for nodes in &mut self.levels {
            count = count.div_ceil(LANES);
            if nodes.len() < count {
                nodes.resize(count, Areas::NONE);
            }
        }
    }

    /// Empties it.
    pub fn clear(&mut self) {
        for (level, nodes) in self.levels.iter_mut().enumerate() {
            for &row in &self.rows {
                nodes[node_of(row, level).0] = Areas::NONE;
            }
        }
        self.rows.clear();
    }

    /// Adds the moving bodies whose motion changed.
    pub fn update(&mut self, moving: &mut MovingBodies) {
        while let Some(number) = moving.bent.pop() {
            let moving_body = &moving.list[number as usize];
            self.rows.push(moving_body.row);
            for (level, nodes) in self.levels.iter_mut().enumerate() {
                let (node, lane) = node_of(moving_body.row, level);
                nodes[node].grow(lane, &moving_body.area);
            }
        }
    }

    /// Calls `visit` with each row near `area`.
    #[inline(always)]
    pub fn each_near<S: Simd>(&self, simd: S, area: &Aabb, visit: &mut impl FnMut(u32)) {
        let [rows, groups, nodes] = &self.levels;
        for (node, areas) in nodes.iter().enumerate() {
            each(areas.overlapping(simd, area), node, |group| {
                each(groups[group].overlapping(simd, area), group, |sixteen| {
                    each(rows[sixteen].overlapping(simd, area), sixteen, |row| visit(row as u32));
                });
            });
        }
    }
}

/// Calls `visit` with the children of a node whose bits are set.
#[inline(always)]
fn each(mut bits: u32, node: usize, mut visit: impl FnMut(usize)) {
    while bits != 0 {
        visit(node * LANES + bits.trailing_zeros() as usize);
        bits &= bits - 1;
    }
}

/// The node of a level that a row is in, and the lane there.
fn node_of(row: u32, level: usize) -> (usize, usize) {
    let child = row as usize / LANES.pow(level as u32);
    (child / LANES, child % LANES)
}
