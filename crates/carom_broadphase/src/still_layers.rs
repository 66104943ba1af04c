//! Still boxes in layers of falling size, so that a change costs in proportion to itself. A box that comes goes into
//! the smallest layer that has room, and only that layer is built anew. A box that goes is hidden where it is. (Bentley
//! and Saxe, "Decomposable searching problems I: static-to-dynamic transformation", 1980.) In: [`StillSet`]. Out:
//! structures that together have each still box once.

use crate::boxes::{MOST_BOXES, Source, StillSet, box_at};
use crate::structure::Flat;
use carom_math::Aabb;
use carom_parallel::Executor;
use fearless_simd::Level;

/// Number of layers.
pub(crate) const LAYERS: usize = 4;

/// A layer has at most one box for so many of the layer before it. With c the time of a box in a structure that is
/// built, a box that comes takes 14 c in the mean if a thousand come in each step among a million. It is 20 c with
/// three layers and eight in place of five, 17 c with four and eight (counted, not measured).
const RATIO: usize = 5;

/// The first layer is built anew when one in so many of its rows is hidden.
const HIDDEN_PART: usize = 4;

/// Bits of a place that are the row. The layer is in the bits above.
const ROW_BITS: u32 = 30;

/// The place of a box that is in no layer.
const NOWHERE: u32 = u32::MAX;

const _: () = assert!(MOST_BOXES < 1 << ROW_BITS && LAYERS <= 1 << (u32::BITS - ROW_BITS));

/// The layer of a place.
fn layer_of(place: u32) -> Option<usize> {
    (place != NOWHERE).then_some((place >> ROW_BITS) as usize)
}

/// The row of a place in its layer.
fn row_of(place: u32) -> usize {
    (place & !(NOWHERE << ROW_BITS)) as usize
}

/// A structure over some of the still boxes.
#[derive(Clone, Debug, Default)]
struct Layer<T> {
    /// Its indices, ascending; also some that have left it.
    ids: Vec<u32>,
    boxes: T,
    /// Number of indices that have left it.
    gone: usize,
    /// Whether the structure knows that its boxes have not moved since it was built.
    is_settled: bool,
}

/// The still boxes.
#[derive(Clone, Debug, Default)]
pub(crate) struct StillLayers<T> {
    layers: [Layer<T>; LAYERS],
    /// The place of each box, by index. In a first layer of an all new list it is noted when a box first leaves.
    places: Vec<u32>,
    is_first_placed: bool,
    /// Number of times that the first layer was built.
    first_builds: u64,
}

impl<T: Flat> StillLayers<T> {
    /// Takes the still boxes of this step. Returns whether they may differ from those of the call before.
    pub fn update(
        &mut self,
        lanes: Level,
        tasks: &Executor,
        (now, old): (&[Aabb], &[Aabb]),
        still: StillSet<'_>,
    ) -> bool {
        let built = match still {
            StillSet::Same => None,
            StillSet::All(ids) => {
                self.layers.iter_mut().for_each(|layer| layer.ids.clear());
                self.layers[0].ids.extend_from_slice(ids);
                self.build(lanes, tasks, 0, (now, old));
                self.is_first_placed = false;
                Some(0)
            }
            StillSet::Changed { gone, new } => {
                self.place_first();
                gone.iter().for_each(|&id| self.hide(id));
                (!new.is_empty() || self.must_shrink()).then(|| {
                    let number = self.add(new);
                    // The others have not moved: their boxes of the last step, far apart in memory, need not be read.
                    self.build(lanes, tasks, number, (now, now));
                    self.place(number);
                    new.iter().for_each(|&id| self.set_old(id, box_at(old, id)));
                    number
                })
            }
        };
        self.first_builds += u64::from(built == Some(0));
        for (number, layer) in self.layers.iter_mut().enumerate() {
            if !layer.is_settled && built.is_none_or(|built| number < built) {
                layer.boxes.settle();
                layer.is_settled = true;
            }
        }
        !matches!(still, StillSet::Same)
    }

    /// Builds a layer over its list, and those after it, which were poured into it.
    fn build(&mut self, lanes: Level, tasks: &Executor, number: usize, (now, old): (&[Aabb], &[Aabb])) {
        for layer in &mut self.layers[number..] {
            if !layer.ids.is_empty() || !layer.boxes.ids().is_empty() {
                layer.boxes.build(lanes, tasks, &Source { ids: &layer.ids, now, old });
            }
            (layer.gone, layer.is_settled) = (0, false);
        }
    }

    /// The structures.
    pub fn parts(&self) -> [&T; LAYERS] {
        self.layers.each_ref().map(|layer| &layer.boxes)
    }

    /// The structure of the first layer, which is seldom built.
    pub fn first(&self) -> &T {
        &self.layers[0].boxes
    }

    /// Number of boxes that the first layer was built over.
    pub fn first_len(&self) -> usize {
        self.layers[0].ids.len()
    }

    /// Number of times that the first layer was built: while this stays, boxes only leave it.
    pub fn first_builds(&self) -> u64 {
        self.first_builds
    }

    /// Whether the boxes of the first layer have not moved since it was built.
    pub fn is_first_settled(&self) -> bool {
        self.layers[0].is_settled
    }

    /// Whether a box, which was in the first layer when that was built, still is.
    pub fn is_in_first(&self, id: u32) -> bool {
        !self.is_first_placed || self.places.get(id as usize).is_some_and(|&place| layer_of(place) == Some(0))
    }

    /// The structures, mutable.
    pub fn parts_mut(&mut self) -> [&mut T; LAYERS] {
        self.layers.each_mut().map(|layer| &mut layer.boxes)
    }

    /// Puts the indices into the smallest layer that has room for them and for all smaller layers. Returns its number;
    /// it has to be built.
    fn add(&mut self, new: &[u32]) -> usize {
        let live = |layer: &Layer<T>| layer.ids.len() - layer.gone;
        let (mut number, mut count) = (LAYERS - 1, new.len());
        while number > 0 {
            count += live(&self.layers[number]);
            if count * RATIO <= live(&self.layers[number - 1]) {
                break;
            }
            number -= 1;
        }
        if self.must_shrink() {
            number = 0;
        }
        self.pour(number);
        let ids = &mut self.layers[number].ids;
        ids.extend_from_slice(new);
        // A few ascending runs, which this sort merges.
        ids.sort();
        number
    }

    /// Whether so much of the first layer is hidden that it should be built anew.
    fn must_shrink(&self) -> bool {
        self.layers[0].gone * HIDDEN_PART > self.layers[0].ids.len()
    }

    /// Takes what is left in the layers after this one into its list, and drops from that what has left it.
    fn pour(&mut self, number: usize) {
        let (layers, places) = (&mut self.layers, &self.places);
        let is_in = |id: u32, layer: usize| layer_of(places[id as usize]) == Some(layer);
        if layers[number].gone > 0 {
            layers[number].ids.retain(|&id| is_in(id, number));
        }
        let (first, after) = layers.split_at_mut(number + 1);
        for (layer, emptied) in (number + 1..).zip(after) {
            first[number].ids.extend(emptied.ids.drain(..).filter(|&id| is_in(id, layer)));
        }
    }

    /// Hides a box, wherever it is.
    fn hide(&mut self, id: u32) {
        let place = self.places.get_mut(id as usize).map_or(NOWHERE, |place| std::mem::replace(place, NOWHERE));
        if let Some(number) = layer_of(place) {
            self.layers[number].boxes.hide(row_of(place));
            self.layers[number].gone += 1;
        }
    }

    /// Sets last step's box of one whose layer was built in this step.
    fn set_old(&mut self, id: u32, old: Aabb) {
        let place = self.places.get(id as usize).copied().unwrap_or(NOWHERE);
        if let Some(number) = layer_of(place) {
            self.layers[number].boxes.set_old(row_of(place), old);
        }
    }

    fn place_first(&mut self) {
        if !self.is_first_placed {
            self.places.clear();
            self.place(0);
            self.is_first_placed = true;
        }
    }

    /// Notes where the boxes of a layer are. A box that takes no part is nowhere.
    fn place(&mut self, number: usize) {
        let layer = &self.layers[number];
        let end = layer.ids.last().map_or(0, |&last| last as usize + 1);
        if self.places.len() < end {
            self.places.resize(end, NOWHERE);
        }
        for (row, &id) in (0..).zip(layer.boxes.ids()) {
            self.places[id as usize] = (number as u32) << ROW_BITS | row;
        }
    }
}
