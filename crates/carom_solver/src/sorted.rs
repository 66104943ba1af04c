//! Rows sorted by the regions that own them, for a part of all rows. In: the owners of consecutive rows. Out: the rows
//! of each region, ascending (counting sort, H. Seward 1954).

use crate::rows::Row;

/// Rows region by region, and the end of each region's rows.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sorted {
    rows: Vec<Row>,
    ends: Vec<u32>,
}

impl Sorted {
    /// Sorts `rows` by their `owners`.
    pub(crate) fn sort(&mut self, regions: usize, owners: &[u16], rows: impl Iterator<Item = Row>) {
        self.ends.clear();
        self.ends.resize(regions, 0);
        owners.iter().for_each(|&owner| self.ends[usize::from(owner)] += 1);
        let mut first = 0;
        for end in &mut self.ends {
            first += std::mem::replace(end, first);
        }
        self.rows.resize(owners.len(), Row::default());
        for (row, &owner) in rows.zip(owners) {
            let end = &mut self.ends[usize::from(owner)];
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
