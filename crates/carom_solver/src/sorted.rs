//! Rows sorted by the regions that they are at home in, for a part of all rows. In come the homes of rows that follow each other; out come the
//! rows of each region, ascending (counting sort, H. Seward 1954).

use crate::rows::Row;

/// Rows of one region after the other, and where each region's end.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sorted {
    rows: Vec<Row>,
    ends: Vec<u32>,
}

impl Sorted {
    /// Sorts `rows`, of which these are the homes, by those.
    pub(crate) fn sort(&mut self, regions: usize, homes: &[u16], rows: impl Iterator<Item = Row>) {
        self.ends.clear();
        self.ends.resize(regions, 0);
        homes.iter().for_each(|&home| self.ends[usize::from(home)] += 1);
        let mut first = 0;
        for end in &mut self.ends {
            first += std::mem::replace(end, first);
        }
        self.rows.resize(homes.len(), Row::default());
        for (row, &home) in rows.zip(homes) {
            let end = &mut self.ends[usize::from(home)];
            self.rows[*end as usize] = row;
            *end += 1;
        }
    }

    /// The rows of a region.
    pub(crate) fn of(&self, region: usize) -> &[Row] {
        let first = if region == 0 { 0 } else { self.ends[region - 1] };
        &self.rows[first as usize..self.ends[region] as usize]
    }
}
