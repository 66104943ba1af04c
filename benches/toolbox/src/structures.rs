//! Neighbour queries: our three structures beside `rstar`, used as its own users do, on 10,000 boxes.

use crate::pairs::random;
use crate::rows::{BATCH, Caller, Rows, batch, caller};
use carom::broadphase::{Index, Near, QuadTree, RTree, SpatialHash, Structure};
use carom::{Aabb, Vec2, vec2};
use rand::RngExt;
use rstar::primitives::{GeomWithData, Rectangle};
use rstar::{AABB, RTree as Peer, SelectionFunction};
use std::hint::black_box;

/// Number of boxes.
const COUNT: usize = 10_000;

/// Number of neighbours wanted.
const NEAREST: usize = 8;

type Row = GeomWithData<Rectangle<[f32; 2]>, u32>;

/// The boxes that a segment meets.
struct OnRay(Vec2, Vec2);

impl OnRay {
    fn meets(&self, envelope: &AABB<[f32; 2]>) -> bool {
        let ([x0, y0], [x1, y1]) = (envelope.lower(), envelope.upper());
        Aabb::new(vec2(x0, y0), vec2(x1, y1)).clip_segment(self.0, self.1).is_some()
    }
}

impl SelectionFunction<Row> for OnRay {
    fn should_unpack_parent(&self, envelope: &AABB<[f32; 2]>) -> bool {
        self.meets(envelope)
    }
    fn should_unpack_leaf(&self, leaf: &Row) -> bool {
        self.meets(&rstar::RTreeObject::envelope(leaf))
    }
}

fn boxes() -> Vec<Aabb> {
    let random = &mut random(41);
    let mut draw = |low: f32, high: f32| random.random_range(low..high);
    let mut one = |_| {
        let at = vec2(draw(0.0, 100.0), draw(0.0, 100.0));
        Aabb::new(at, at + vec2(draw(0.2, 2.0), draw(0.2, 2.0)))
    };
    (0..COUNT).map(&mut one).collect()
}

fn point(v: Vec2) -> [f32; 2] {
    [v.x, v.y]
}

fn filled<T: Structure>(boxes: &[Aabb]) -> Index<T> {
    let mut index = Index::<T>::default();
    for b in boxes {
        let _ = index.insert(*b);
    }
    index.refresh();
    index
}

/// Number of boxes that a query visits.
fn count(query: impl FnOnce(&mut dyn FnMut(u32) -> bool)) -> u32 {
    let mut found = 0;
    query(&mut |_| {
        found += 1;
        true
    });
    found
}

pub fn ask(rows: &mut Rows) {
    let boxes = boxes();
    let (hash, quad, tree): (SpatialHash, QuadTree, RTree) = (filled(&boxes), filled(&boxes), filled(&boxes));
    let row = |(i, b): (usize, &Aabb)| GeomWithData::new(Rectangle::from_corners(point(b.min), point(b.max)), i as u32);
    let list: Vec<Row> = boxes.iter().enumerate().map(row).collect();
    let peer = Peer::bulk_load(list.clone());
    let asked = &boxes[..BATCH];
    fn in_box<'a, T: Structure>(name: &'static str, index: &'a Index<T>, asked: &'a [Aabb]) -> Caller<'a> {
        caller(name, |i| count(|mut visit| _ = index.query_box(&asked[i], &mut visit)))
    }
    fn on_ray<'a, T: Structure>(name: &'static str, index: &'a Index<T>, asked: &'a [Aabb]) -> Caller<'a> {
        caller(name, |i| {
            let b = &asked[i];
            count(|mut visit| _ = index.query_ray(b.min, b.min + 10.0 * b.size(), &mut visit))
        })
    }
    fn near<'a, T: Structure>(name: &'static str, index: &'a Index<T>, asked: &'a [Aabb]) -> Caller<'a> {
        let mut out: Vec<Near> = Vec::new();
        caller(name, move |i| {
            index.nearest(asked[i].min, NEAREST, &mut out);
            out.last().map(|last| last.id)
        })
    }
    fn paired<'a, T: Structure>(name: &'static str, mut index: Index<T>, boxes: &'a [Aabb]) -> Caller<'a>
    where
        T: 'a,
    {
        let mut out = Vec::new();
        batch(name, move || {
            let _ = index.move_to(0, boxes[0]);
            index.pairs(&mut out);
            black_box(out.len());
        })
    }
    let their_box = |i: usize| {
        let area = AABB::from_corners(point(asked[i].min), point(asked[i].max));
        peer.locate_in_envelope_intersecting(&area).count()
    };
    let callers = vec![
        in_box("carom RTree", &tree, asked),
        in_box("carom QuadTree", &quad, asked),
        in_box("carom hash", &hash, asked),
        caller("rstar", their_box),
    ];
    rows.row("structure: box", BATCH, callers);
    let their_ray = |i: usize| {
        let b = &asked[i];
        peer.locate_with_selection_function(OnRay(b.min, b.min + 10.0 * b.size())).count()
    };
    let callers = vec![
        on_ray("carom RTree", &tree, asked),
        on_ray("carom QuadTree", &quad, asked),
        on_ray("carom hash", &hash, asked),
        caller("rstar", their_ray),
    ];
    rows.row("structure: ray", BATCH, callers);
    let their_near =
        |i: usize| peer.nearest_neighbor_iter(&point(asked[i].min)).take(NEAREST).last().map(|last| last.data);
    let callers = vec![
        near("carom RTree", &tree, asked),
        near("carom QuadTree", &quad, asked),
        near("carom hash", &hash, asked),
        caller("rstar", their_near),
    ];
    rows.row("structure: nearest 8", BATCH, callers);
    let their_pairs = || {
        let peer = Peer::bulk_load(list.clone());
        black_box(peer.intersection_candidates_with_other_tree(&peer).filter(|(a, b)| a.data < b.data).count());
    };
    let callers = vec![
        paired("carom RTree", tree.clone(), &boxes),
        paired("carom QuadTree", quad.clone(), &boxes),
        paired("carom hash", hash.clone(), &boxes),
        batch("rstar", their_pairs),
    ];
    rows.row("structure: build and pairs", COUNT, callers);
}
