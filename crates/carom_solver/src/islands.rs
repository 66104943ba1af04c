//! Islands: bodies that touch or are joined, which can only sleep together. Union-find with path halving
//! (Tarjan and van Leeuwen 1984), the smaller row as the root, so that the roots do not depend on the order of links.

/// A partition of rows into islands, kept for reuse.
#[derive(Clone, Debug, Default)]
pub struct Islands {
    parent: Vec<u32>,
}

impl Islands {
    /// Starts anew with `rows` islands of one row each.
    pub fn reset(&mut self, rows: usize) {
        self.parent.clear();
        self.parent.extend(0..rows as u32);
    }

    /// The root of the island of `row`.
    #[inline]
    pub fn root(&mut self, mut row: u32) -> u32 {
        loop {
            let parent = self.parent[row as usize];
            if parent == row {
                return row;
            }
            let grand = self.parent[parent as usize];
            self.parent[row as usize] = grand;
            row = grand;
        }
    }

    /// Joins the islands of two rows.
    #[inline]
    pub fn link(&mut self, a: u32, b: u32) {
        let (a, b) = (self.root(a), self.root(b));
        if a < b {
            self.parent[b as usize] = a;
        } else {
            self.parent[a as usize] = b;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_join() {
        let mut islands = Islands::default();
        islands.reset(6);
        for (a, b) in [(4, 5), (1, 2), (2, 4)] {
            islands.link(a, b);
        }
        let roots: Vec<u32> = (0..6).map(|row| islands.root(row)).collect();
        assert_eq!(roots, [0, 1, 1, 3, 1, 1]);
    }
}
