//! Thousands of boxes that move in a square, and the structure that finds the pairs.

use carom::broadphase::{Index, Pair, QuadTree, RTree, SpatialHash, Structure, StructureCell};
use carom::{Aabb, Vec2, vec2};
use carom_scenes::SplitMix64;

/// The structure that is asked.
#[derive(Debug)]
enum Way {
    Brute,
    Hash(SpatialHash),
    Tree(QuadTree),
    R(RTree),
}

/// Boxes in motion, and a structure over them.
#[derive(Debug)]
pub struct Crowd {
    way: Way,
    /// Middle, velocity and full size of each.
    boxes: Vec<(Vec2, Vec2, Vec2)>,
    side: f32,
    pairs: Vec<Pair>,
}

/// The most boxes.
pub const MOST: usize = 50_000;

/// Side of the square that holds the boxes [m].
pub const SIDE: f32 = 100.0;

impl Crowd {
    /// Boxes from a seed. `way` is `brute`, `hash`, `quadtree` or `rtree`; `spread` is how much more the largest
    /// measures than the smallest.
    ///
    /// # Errors
    /// An unknown way, no boxes or more than `MOST`, a spread below 1 or over 100: in words.
    pub fn new(way: &str, count: usize, spread: f32, seed: u32) -> Result<Self, String> {
        if !(1..=MOST).contains(&count) || !(1.0..=100.0).contains(&spread) {
            return Err(format!(
                "{count} boxes of sizes up to {spread} times apart: 1 to {MOST} and 1 to 100 can be had."
            ));
        }
        let way = match way {
            "brute" => Way::Brute,
            "hash" => Way::Hash(SpatialHash::default()),
            "quadtree" => Way::Tree(QuadTree::default()),
            "rtree" => Way::R(RTree::default()),
            _ => return Err(format!("There is no way {way:?}: brute, hash, quadtree or rtree.")),
        };
        let mut random = SplitMix64::new(u64::from(seed));
        let mut unit = || random.unit();
        // Boxes cover about a tenth of the square.
        let least = SIDE * (0.1 / count as f32).sqrt() * 2.0 / (1.0 + spread.sqrt());
        let boxes = (0..count)
            .map(|_| {
                let (at, by, large) = ([unit(), unit()], [unit(), unit()], unit());
                // Few large, many small.
                let size = least * (1.0 + (spread - 1.0) * large * large * large * large);
                let place = vec2(at[0], at[1]) * SIDE;
                (place, (vec2(by[0], by[1]) - Vec2::splat(0.5)) * 8.0, vec2(size, size * (0.6 + 0.8 * unit())))
            })
            .collect();
        let mut crowd = Self { way, boxes, side: SIDE, pairs: Vec::new() };
        crowd.fill().map(|()| crowd)
    }

    fn aabb(&self, i: usize) -> Aabb {
        let (place, _, size) = self.boxes[i];
        Aabb::new(place - 0.5 * size, place + 0.5 * size)
    }

    fn fill(&mut self) -> Result<(), String> {
        let all: Vec<Aabb> = (0..self.boxes.len()).map(|i| self.aabb(i)).collect();
        match &mut self.way {
            Way::Brute => Ok(()),
            Way::Hash(index) => insert(index, &all),
            Way::Tree(index) => insert(index, &all),
            Way::R(index) => insert(index, &all),
        }
    }

    /// Moves all boxes for `time` [s]; they turn round at the walls.
    pub fn step(&mut self, time: f32) {
        for (place, velocity, _) in &mut self.boxes {
            *place += *velocity * time;
            for axis in 0..2 {
                if (place[axis] < 0.0 && velocity[axis] < 0.0) || (place[axis] > self.side && velocity[axis] > 0.0) {
                    velocity[axis] = -velocity[axis];
                }
            }
        }
    }

    /// Tells the structure where the boxes are, and finds all pairs; returns their number.
    pub fn find_pairs(&mut self) -> usize {
        let all: Vec<Aabb> = (0..self.boxes.len()).map(|i| self.aabb(i)).collect();
        match &mut self.way {
            Way::Brute => {
                self.pairs.clear();
                for (a, box_a) in all.iter().enumerate() {
                    for (b, box_b) in all.iter().enumerate().skip(a + 1) {
                        if box_a.overlaps(box_b) {
                            self.pairs.push(Pair { a: a as u32, b: b as u32 });
                        }
                    }
                }
            }
            Way::Hash(index) => renew(index, &all, &mut self.pairs),
            Way::Tree(index) => renew(index, &all, &mut self.pairs),
            Way::R(index) => renew(index, &all, &mut self.pairs),
        }
        self.pairs.len()
    }

    /// The number of pairs that had to be compared for that.
    pub fn tested(&mut self) -> u64 {
        let count = self.boxes.len() as u64;
        match &mut self.way {
            Way::Brute => count * (count - 1) / 2,
            Way::Hash(index) => index.near_pairs(),
            Way::Tree(index) => index.near_pairs(),
            Way::R(index) => index.near_pairs(),
        }
    }

    /// The cells of the structure.
    pub fn cells(&mut self) -> Vec<StructureCell> {
        match &mut self.way {
            Way::Brute => Vec::new(),
            Way::Hash(index) => index.cells(),
            Way::Tree(index) => index.cells(),
            Way::R(index) => index.cells(),
        }
    }

    /// The corners of all boxes, four numbers each: least x and y, greatest x and y [m].
    pub fn corners(&self) -> Vec<f32> {
        (0..self.boxes.len()).flat_map(|i| [self.aabb(i).min, self.aabb(i).max]).flat_map(|p| [p.x, p.y]).collect()
    }

    /// The pairs of the last search, two indices each.
    pub fn pairs(&self) -> Vec<u32> {
        self.pairs.iter().flat_map(|pair| [pair.a, pair.b]).collect()
    }
}

fn insert<T: Structure>(index: &mut Index<T>, all: &[Aabb]) -> Result<(), String> {
    all.iter().try_for_each(|b| index.insert(*b).map(|_| ())).map_err(|e| e.to_string())
}

/// Ids are the boxes' numbers, since none was removed; a box that is refused stays where it was.
fn renew<T: Structure>(index: &mut Index<T>, all: &[Aabb], pairs: &mut Vec<Pair>) {
    for (id, b) in (0..).zip(all) {
        let _ = index.move_to(id, *b);
    }
    index.pairs(pairs);
}
