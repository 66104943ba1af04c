//! Neighborhoods: what the first layer of still boxes has around each active box, remembered until the active box
//! leaves the area or the layer is built anew. So a moving box looks into a large structure, whose lines no cache
//! holds, once in several steps. In: active boxes and still layers. Out: their new pairs, the same as by looking.

use crate::boxes::{Boxes, box_at, takes_part};
use crate::pair::Pair;
use crate::rows::HIDDEN;
use crate::still_layers::StillLayers;
use crate::structure::Flat;
use carom_math::{Aabb, Vec2};
use carom_parallel::{Each, Executor};
use fearless_simd::Level;
use std::cmp::{max, min};

/// Boxes that a neighborhood holds: as many as fit into two lines of memory.
const ROOM: usize = 5;

/// The first layer has at least so many boxes for each active one. So neighborhoods take at most 8 bytes a still box.
const STILL_TO_ACTIVE: usize = 16;

/// An area is made for at most, and at least, so many steps of the motion of its box: half as many after an area had
/// more boxes than there is room for, twice as many after one that had few.
const MOST_STEPS: u16 = 32;
const LEAST_STEPS: u16 = 4;

/// It is longer than the box by at most so many of its sides.
const MOST_AHEAD: f32 = 3.0;

/// It is wider than the box by this part of its greater side, to all sides.
const MARGIN: f32 = 0.125;

/// Steps in which a box only looks, after an area had more boxes than there is room for.
const WAIT: u16 = 7;

/// Active boxes in a task.
const BOXES_A_TASK: usize = 256;

/// Initial capacity of a task's list.
const PAIRS: usize = 32;

/// The boxes of the first layer that overlap an area. Some of them may have left it since.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Neighborhood {
    area: Aabb,
    boxes: [Aabb; ROOM],
    ids: [u32; ROOM],
    count: u32,
    /// Steps for which an area is made.
    steps: u16,
    /// Steps in which none is tried.
    wait: u16,
}

const _: () = assert!(size_of::<Neighborhood>() == 128);

impl Default for Neighborhood {
    fn default() -> Self {
        Self {
            area: Aabb::EMPTY,
            boxes: [Aabb::EMPTY; ROOM],
            ids: [HIDDEN; ROOM],
            count: 0,
            steps: MOST_STEPS,
            wait: 0,
        }
    }
}

/// The neighborhoods of the active boxes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Neighborhoods {
    /// The active boxes of the last call.
    ids: Vec<u32>,
    /// One for each of them.
    list: Vec<Neighborhood>,
    /// The memory of the next list.
    spare: Vec<Neighborhood>,
    /// Number of times that the first layer had been built.
    builds: u64,
    blocks: Vec<Vec<Pair>>,
}

impl Neighborhoods {
    /// Adds the new pairs of the active boxes with the first layer of still ones to `out`. Returns false, and does
    /// nothing, if the caller has to look for them: the layer is new, or not far larger than the list of active boxes.
    pub fn new_pairs<T: Flat>(
        &mut self,
        lanes: Level,
        tasks: &Executor,
        (boxes, still): (&Boxes<'_>, &StillLayers<T>),
        out: &mut Vec<Pair>,
    ) -> bool {
        if !still.is_first_settled() || still.first_len() < STILL_TO_ACTIVE * boxes.active.len() {
            self.forget();
            return false;
        }
        self.follow(boxes.active, still.first_builds());
        let count = boxes.active.len().div_ceil(BOXES_A_TASK);
        if self.blocks.len() < count {
            self.blocks.resize_with(count, || Vec::with_capacity(PAIRS));
        }
        let blocks = &mut self.blocks[..count];
        let columns = (boxes.active, &mut self.list[..], Each(BOXES_A_TASK, &mut *blocks));
        tasks.blocks(BOXES_A_TASK, columns, |_, (ids, list, Each(_, out))| {
            for (&id, near) in ids.iter().zip(list) {
                let (now, old) = (box_at(boxes.now, id), box_at(boxes.old, id));
                if now != old && takes_part(&now) {
                    let mover = Mover { id, now, old, all: boxes.now };
                    mover.find(lanes, near, still, &mut out[0]);
                }
            }
        });
        blocks.iter_mut().for_each(|block| out.append(block));
        true
    }

    fn forget(&mut self) {
        self.ids.clear();
        self.list.clear();
    }

    /// Takes the list of active boxes. What is known of boxes that stay on it goes along.
    fn follow(&mut self, active: &[u32], builds: u64) {
        if std::mem::replace(&mut self.builds, builds) != builds {
            self.forget();
        }
        if self.ids == active {
            return;
        }
        self.spare.clear();
        self.spare.reserve(active.len());
        let mut known = self.ids.iter().zip(&self.list).peekable();
        for &id in active {
            while known.next_if(|known| *known.0 < id).is_some() {}
            self.spare.push(known.next_if(|known| *known.0 == id).map_or_else(Neighborhood::default, |known| *known.1));
        }
        std::mem::swap(&mut self.list, &mut self.spare);
        self.ids.clear();
        self.ids.extend_from_slice(active);
    }
}

/// An active box that changed.
struct Mover<'a> {
    id: u32,
    now: Aabb,
    old: Aabb,
    /// All boxes by index.
    all: &'a [Aabb],
}

impl Mover<'_> {
    /// Adds its new pairs.
    fn find<T: Flat>(&self, lanes: Level, near: &mut Neighborhood, still: &StillLayers<T>, out: &mut Vec<Pair>) {
        if !near.area.contains(&self.now) && !self.remember(lanes, near, still.first()) {
            still.first().each_overlapping(lanes, &self.now, &mut |id| {
                if id != HIDDEN && self.is_new(&box_at(self.all, id)) {
                    self.add(id, out);
                }
                true
            });
            return;
        }
        for (b, &id) in near.boxes.iter().zip(&near.ids).take(near.count as usize) {
            if self.is_new(b) && still.is_in_first(id) {
                self.add(id, out);
            }
        }
    }

    fn is_new(&self, other: &Aabb) -> bool {
        self.now.overlaps(other) && !self.old.overlaps(other)
    }

    /// A box listed as active and as still is no pair with itself.
    fn add(&self, other: u32, out: &mut Vec<Pair>) {
        if other != self.id {
            out.push(Pair::new(self.id, other));
        }
    }

    /// Looks at the area ahead. Returns whether all that overlaps it is now known.
    fn remember<T: Flat>(&self, lanes: Level, near: &mut Neighborhood, first: &T) -> bool {
        near.area = Aabb::EMPTY;
        if near.wait > 0 {
            near.wait -= 1;
            return false;
        }
        let area = self.area_ahead(f32::from(near.steps));
        near.count = 0;
        let fits = first.each_overlapping(lanes, &area, &mut |id| {
            let at = near.count as usize;
            let has_room = id == HIDDEN || at < ROOM;
            if id != HIDDEN && has_room {
                (near.boxes[at], near.ids[at]) = (box_at(self.all, id), id);
                near.count += 1;
            }
            has_room
        });
        if !fits || !takes_part(&area) {
            (near.steps, near.wait) = (max(near.steps / 2, LEAST_STEPS), WAIT);
            return false;
        }
        if 2 * near.count as usize <= ROOM {
            near.steps = min(2 * near.steps, MOST_STEPS);
        }
        near.area = area;
        true
    }

    /// The area that it will not leave within so many steps, if it moves on as it did.
    fn area_ahead(&self, steps: f32) -> Aabb {
        let size = self.now.size();
        let side = carom_math::max(size.x, size.y);
        let way = if takes_part(&self.old) { self.now.center() - self.old.center() } else { Vec2::ZERO };
        let length = steps * way.length();
        let part = if length > MOST_AHEAD * side { MOST_AHEAD * side / length } else { 1.0 };
        let ahead = self.now.moved(way * (steps * part));
        self.now.union(&ahead).grown(MARGIN * side)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boxes::StillSet;
    use crate::grid::Grid;
    use crate::quadtree::Tree;
    use carom_math::vec2;
    use carom_parallel::Driver;
    use rand::{RngExt, SeedableRng, rngs::StdRng};

    /// Boxes that fly among still ones, of which some go, come and change places.
    struct Flight {
        now: Vec<Aabb>,
        old: Vec<Aabb>,
        ways: Vec<Vec2>,
        active: Vec<u32>,
        still: Vec<u32>,
        field: f32,
    }

    impl Flight {
        fn new(rng: &mut StdRng) -> Self {
            let count: usize = rng.random_range(300..1200);
            let field = (count as f32).sqrt() * [0.8, 2.0, 6.0][rng.random_range(0..3)];
            let mut flight = Self {
                now: Vec::new(),
                old: vec![Aabb::EMPTY; count],
                ways: (0..count).map(|_| vec2(rng.random_range(-0.2..0.2), rng.random_range(-0.2..0.2))).collect(),
                active: (0..count as u32).step_by(rng.random_range(STILL_TO_ACTIVE + 2..80)).collect(),
                still: Vec::new(),
                field,
            };
            flight.now = (0..count).map(|_| flight.place(rng)).collect();
            flight.still = (0..count as u32).filter(|id| !flight.active.contains(id)).collect();
            flight
        }

        fn place(&self, rng: &mut StdRng) -> Aabb {
            let at = vec2(rng.random_range(0.0..self.field), rng.random_range(0.0..self.field));
            let side = if rng.random_bool(0.02) { 5.0 } else { 1.0 };
            Aabb::new(at, at + vec2(side, rng.random_range(0.2..1.0)))
        }

        /// Moves the active boxes. Returns the still ones that leave, and those that come.
        fn go_on(&mut self, rng: &mut StdRng) -> [Vec<u32>; 2] {
            self.old.clone_from(&self.now);
            for &id in &self.active {
                let at = id as usize;
                self.now[at] = self.now[at].moved(self.ways[at]);
                match rng.random_range(0..60) {
                    0 => (self.now[at], self.old[at]) = (self.place(rng), Aabb::EMPTY),
                    1 => self.ways[at] *= -1.0,
                    2 => self.old[at] = Aabb::EMPTY,
                    3 => self.now[at] = self.old[at],
                    _ => {}
                }
            }
            if rng.random_bool(0.7) {
                return [Vec::new(), Vec::new()];
            }
            // Some leave, some are placed elsewhere; one becomes active, and an active one still.
            let mut gone: Vec<u32> =
                (0..rng.random_range(1..20)).map(|_| self.still[rng.random_range(0..self.still.len())]).collect();
            gone.sort_unstable();
            gone.dedup();
            let mut new: Vec<u32> = gone.iter().copied().filter(|_| rng.random_bool(0.6)).collect();
            let woken = gone.iter().copied().find(|id| !new.contains(id));
            self.still.retain(|id| gone.binary_search(id).is_err());
            if let Some(woken) = woken.filter(|_| self.active.len() > 1) {
                let asleep = self.active.remove(rng.random_range(0..self.active.len()));
                self.active.push(woken);
                self.active.sort_unstable();
                gone.push(asleep);
                gone.sort_unstable();
                new.push(asleep);
                new.sort_unstable();
            }
            for &id in &new {
                self.now[id as usize] = self.place(rng);
                self.old[id as usize] = Aabb::EMPTY;
            }
            self.still.extend(&new);
            self.still.sort_unstable();
            [gone, new]
        }

        /// The new pairs of active and still boxes.
        fn pairs(&self) -> Vec<Pair> {
            let of = |&i: &u32| self.still.iter().map(move |&j| (i, j));
            let overlap = |boxes: &[Aabb], (i, j): (u32, u32)| boxes[i as usize].overlaps(&boxes[j as usize]);
            let all = self.active.iter().flat_map(of);
            all.filter(|&ij| overlap(&self.now, ij) && !overlap(&self.old, ij)).map(|(i, j)| Pair::new(i, j)).collect()
        }
    }

    fn check<T: Flat>() {
        let (mut known, mut remembered) = ([0, 0], 0);
        for seed in 0..40 {
            let rng = &mut StdRng::seed_from_u64(seed);
            let (lanes, tasks) = (Level::new(), Executor::new(Driver::Threads(2)));
            let (mut layers, mut near) = (StillLayers::<T>::default(), Neighborhoods::default());
            let mut flight = Flight::new(rng);
            for step in 0..60 {
                let [gone, new] = flight.go_on(rng);
                let Flight { now, old, active, still, .. } = &flight;
                let still = match (step, gone.is_empty()) {
                    (0 | 40, _) => StillSet::All(still),
                    (_, true) => StillSet::Same,
                    (_, false) => StillSet::Changed { gone: &gone, new: &new },
                };
                layers.update(lanes, &tasks, (now, old), still);
                let boxes = Boxes { now, old, active, still, follows: false };
                let mut found = Vec::new();
                let knows = near.new_pairs(lanes, &tasks, (&boxes, &layers), &mut found);
                known[usize::from(knows)] += 1;
                remembered += near.list.iter().filter(|near| takes_part(&near.area)).count();
                for part in layers.parts().into_iter().skip(usize::from(knows)) {
                    for &i in active {
                        part.each_overlapping(lanes, &now[i as usize], &mut |j| {
                            if j != HIDDEN && !old[i as usize].overlaps(&old[j as usize]) {
                                found.push(Pair::new(i, j));
                            }
                            true
                        });
                    }
                }
                found.sort_unstable();
                let mut wanted = flight.pairs();
                wanted.sort_unstable();
                assert_eq!(found, wanted, "seed {seed}, step {step}");
            }
        }
        assert!(known[1] > 4 * known[0] && remembered > 20_000, "{known:?}, {remembered}");
    }

    #[test]
    fn remembered_boxes_give_the_pairs_of_brute_force() {
        check::<Grid>();
        check::<Tree>();
    }
}
