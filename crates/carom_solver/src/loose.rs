//! Which rows no constraint holds, sixteen at a time: they go through all substeps at once, while they are in the cache. In come the
//! colours of the rows and the constraints without a colour; out come runs of rows that are alike.

use crate::contact::Touch;
use carom_math::LANES;
use std::ops::Range;

/// Of fewer rows nobody is said to be loose: a second cache holds them all through the substeps.
const LARGE: usize = 16_384;

/// The sixteens of rows, and which of them are loose.
#[derive(Clone, Debug, Default)]
pub(crate) struct Loose {
    /// None where nobody is.
    is_loose: Vec<bool>,
    /// The sixteens that have a joint, ascending.
    jointed: Vec<u32>,
}

impl Loose {
    /// Notes which rows have joints.
    pub(crate) fn take_joints(&mut self, rows: impl Iterator<Item = [u32; 2]>) {
        self.jointed.clear();
        self.jointed.extend(rows.flatten().map(|row| row / LANES as u32));
        self.jointed.sort_unstable();
        self.jointed.dedup();
    }

    /// Says of `rows` rows which are loose: `colours` has the colours of the contacts of the first ones, none for what no contact with a
    /// colour touches; `rest` are the contacts without one. Rows without colours said are not loose.
    pub(crate) fn settle<'a>(&mut self, rows: usize, colours: &[u32], rest: impl Iterator<Item = &'a Touch>) {
        self.is_loose.clear();
        if rows >= LARGE {
            self.look(rows, colours, rest);
        }
    }

    fn look<'a>(&mut self, rows: usize, colours: &[u32], rest: impl Iterator<Item = &'a Touch>) {
        self.is_loose.extend(colours.as_chunks::<LANES>().0.iter().map(|sixteen| *sixteen == [0; LANES]));
        self.is_loose.resize(rows.div_ceil(LANES), false);
        let held = rest.flat_map(|touch| touch.rows).map(|row| row / LANES as u32);
        for sixteen in held.chain(self.jointed.iter().copied()) {
            if let Some(is_loose) = self.is_loose.get_mut(sixteen as usize) {
                *is_loose = false;
            }
        }
    }

    /// Rows that begin with a sixteen, cut into such as are alike: which, and whether they are loose.
    pub(crate) fn runs(&self, rows: Range<usize>) -> impl Iterator<Item = (Range<usize>, bool)> {
        let sixteens = self.is_loose.get(rows.start / LANES..rows.end.div_ceil(LANES)).unwrap_or_default();
        let whole = (sixteens.is_empty() && !rows.is_empty()).then(|| (rows.clone(), false));
        let mut from = rows.start;
        let runs = sixteens.chunk_by(|one, next| one == next).map(move |alike| {
            let run = from..rows.end.min(from + alike.len() * LANES);
            from = run.end;
            (run, alike[0])
        });
        whole.into_iter().chain(runs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows 16 to 31 have a contact with a colour, 48 to 63 one without, 80 to 95 a joint; of the last ones nothing is said.
    #[test]
    fn only_what_nothing_holds_is_loose() {
        let mut colours = [0; 7 * LANES + 3];
        colours[17] = 4;
        let rest = [Touch { rows: [3 * LANES as u32 + 5, 1_000], ..Touch::default() }];
        let joint = [5 * LANES as u32, 1_000];
        let mut loose = Loose::default();
        loose.take_joints([joint, joint].into_iter());
        loose.settle(8 * LANES + 2, &colours, rest.iter());
        assert_eq!(Vec::from_iter(loose.runs(16..40)), [(16..40, false)], "a small world");
        loose.look(8 * LANES + 2, &colours, rest.iter());
        let runs = Vec::from_iter(loose.runs(0..8 * LANES + 2));
        let ends = runs.iter().map(|(rows, is_loose)| (rows.end, *is_loose));
        let wanted =
            [(16, true), (32, false), (48, true), (64, false), (80, true), (96, false), (112, true), (130, false)];
        assert!(ends.eq(wanted), "{runs:?}");
        assert!(runs.iter().zip(runs.iter().skip(1)).all(|((one, _), (next, _))| one.end == next.start));
        // A part of them, and nobody.
        assert_eq!(Vec::from_iter(loose.runs(64..100)), [(64..80, true), (80..96, false), (96..100, true)]);
        assert_eq!(loose.runs(0..0).count(), 0);
    }
}
