//! The cells of a level that hold boxes.

use crate::grid::levels::Level;
use carom_math::Aabb;

/// The occupied cells of a level.
#[derive(Clone, Debug)]
pub(crate) struct Occupancy {
    /// The box around all.
    pub(crate) bounds: Aabb,
    /// A bit for each block of cells, by rows of blocks, set if it holds a box; empty if cells share buckets.
    blocks: Vec<u64>,
    /// Blocks in a row.
    width: u32,
}

/// Cells along the side of a block, as a power of two.
const BLOCK: u32 = 3;

impl Occupancy {
    /// Of the level whose boxes have these bounds. `is_used(bucket, count)` says whether some of so many buckets hold a
    /// box.
    pub(crate) fn new(level: &Level, bounds: Aabb, is_used: impl Fn(u32, u32) -> bool) -> Self {
        let width = (level.last[0] >> BLOCK) + 1;
        let mut blocks = Vec::new();
        if !level.wraps {
            let height = (level.last[1] >> BLOCK) + 1;
            blocks.resize((width as usize * height as usize).div_ceil(64), 0_u64);
            for row in 0..=level.last[1] {
                for block in 0..width {
                    let first = block << BLOCK;
                    let columns = (level.last[0] + 1 - first).min(1 << BLOCK);
                    let bit = (row >> BLOCK) as usize * width as usize + block as usize;
                    blocks[bit / 64] |= u64::from(is_used(level.bucket(first, row), columns)) << (bit % 64);
                }
            }
        }
        Self { bounds, blocks, width }
    }

    /// Whether some of these cells may hold a box.
    #[inline(always)]
    pub(crate) fn holds(&self, (columns, rows): ((u32, u32), (u32, u32))) -> bool {
        let mut any = self.blocks.is_empty();
        for row in rows.0 >> BLOCK..=rows.1 >> BLOCK {
            for block in columns.0 >> BLOCK..=columns.1 >> BLOCK {
                let bit = row as usize * self.width as usize + block as usize;
                any |= self.blocks.get(bit / 64).is_some_and(|word| word >> (bit % 64) & 1 != 0);
            }
        }
        any
    }
}
