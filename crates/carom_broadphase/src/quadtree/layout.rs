//! The nodes of the quadtree, for pictures and lessons.

use crate::layout::StructureCell;
use crate::quadtree::{DEPTH, DEPTH_BITS, Node, Tree};
use carom_math::{Aabb, vec2};

/// The bits at the even places of a number.
fn even_bits(code: u32) -> u32 {
    (0..16).fold(0, |bits, i| bits | (code >> (2 * i) & 1) << i)
}

impl Tree {
    /// Calls `visit` with each node, parents before children.
    pub(crate) fn each_cell(&self, visit: &mut impl FnMut(StructureCell)) {
        let mut depths: Vec<u32> = Vec::with_capacity(self.nodes.len());
        for (number, node) in self.nodes.iter().enumerate() {
            let depth = if number == 0 { 0 } else { depths[node.parent as usize] + 1 };
            depths.push(depth);
            let code = self.keys.get(node.first as usize).copied().unwrap_or(0) >> DEPTH_BITS;
            let within = 2 * (DEPTH - depth.min(DEPTH));
            let code = code >> within;
            let side = self.root.side / f64::from(1_u32 << depth.min(DEPTH));
            let low = |axis: usize, cell: u32| self.root.low[axis] + side * f64::from(cell);
            let (x, y) = (low(0, even_bits(code)), low(1, even_bits(code >> 1)));
            let area = Aabb::new(vec2(x as f32, y as f32), vec2((x + side) as f32, (y + side) as f32));
            visit(StructureCell { area, bounds: node.own, depth, boxes: (node.end - node.first) as usize });
        }
    }

    /// The number of pairs in one node, or in two whose boxes overlap.
    pub(crate) fn near_pairs(&self) -> u64 {
        let count = |node: &Node| u64::from(node.end - node.first);
        let mut near = 0;
        for (number, node) in self.nodes.iter().enumerate() {
            near += count(node) * count(node).saturating_sub(1) / 2;
            let mut at = number + 1;
            while let Some(other) = self.nodes.get(at) {
                if !other.bounds.overlaps(&node.own) {
                    at = other.skip as usize;
                    continue;
                }
                near += if other.own.overlaps(&node.own) { count(node) * count(other) } else { 0 };
                at += 1;
            }
        }
        near
    }
}
