//! Batches on lanes: pairs in columns of sixteen, and manifolds in columns too.

use crate::pairs::Pair;
use carom::math::{LANES, Lanes, Posex16, Rotx16, Vec2x16};
use carom::narrowphase::{BoxCore, Form, Quad, Route, Sidex16, collide_x16, corner_count, place_of};
use carom::{Piece, Pose};
use fearless_simd::{Level, SimdBase, dispatch, f32x16};

/// Sixteen pieces of pairs.
struct Side {
    radius: Lanes,
    count: Lanes,
    half: [Lanes; 2],
}

/// Sixteen manifolds: the normal, how many points, and of each point its place and separation.
#[derive(Clone, Copy, Default)]
struct Out {
    normal: [Lanes; 2],
    count: Lanes,
    points: [[Lanes; 3]; 2],
}

/// Pairs in columns.
pub struct Columns {
    quads: [[Vec<Quad>; 2]; 2],
    places: [Vec<Pose>; 2],
    sides: Vec<[Side; 2]>,
    /// Sixteen poses each: x, y, cosine, sine.
    poses: Vec<[Lanes; 4]>,
    route: Route,
    out: Vec<Out>,
    level: Level,
}

impl Columns {
    /// The pairs in the order in which they come, with the pieces that `sides` takes of each; all go the route of `forms`.
    pub fn new(pairs: &[Pair], forms: [Form; 2], sides: impl Fn(&Pair) -> [Piece; 2]) -> Option<Self> {
        let pieces: Vec<[Piece; 2]> = pairs.iter().map(sides).collect();
        let quads = |side: usize, first| pieces.iter().map(|p| Quad::of(&p[side], first)).collect();
        let core = |piece: &Piece| match piece {
            Piece::Polygon(polygon) => BoxCore::of(polygon),
            _ => None,
        };
        let places = |side: usize| pieces.iter().map(|p| place_of(&p[side])).collect();
        let side = |sixteen: &[[Piece; 2]], side: usize| Side {
            radius: lanes(sixteen, |p| p[side].radius()),
            count: lanes(sixteen, |p| corner_count(&p[side]) as f32),
            half: [
                lanes(sixteen, |p| core(&p[side]).map_or(0.0, |c| c.half.x)),
                lanes(sixteen, |p| core(&p[side]).map_or(0.0, |c| c.half.y)),
            ],
        };
        let pose = |sixteen: &[Pair]| {
            [
                lanes(sixteen, |p| p.ours.p.x),
                lanes(sixteen, |p| p.ours.p.y),
                lanes(sixteen, |p| p.ours.q.c),
                lanes(sixteen, |p| p.ours.q.s),
            ]
        };
        Some(Self {
            quads: [[quads(0, 0), quads(0, 4)], [quads(1, 0), quads(1, 4)]],
            places: [places(0), places(1)],
            sides: pieces.chunks_exact(LANES).map(|sixteen| [side(sixteen, 0), side(sixteen, 1)]).collect(),
            poses: pairs.chunks_exact(LANES).map(pose).collect(),
            route: Route::of(forms[0], forms[1])?,
            out: vec![Out::default(); pairs.len() / LANES],
            level: Level::new(),
        })
    }

    /// Collides all pairs.
    pub fn collide(&mut self, reach: f32) {
        let level = self.level;
        dispatch!(level, simd => self.collide_on(simd, reach));
    }

    #[inline(always)]
    fn collide_on<S: fearless_simd::Simd>(&mut self, simd: S, reach: f32) {
        let reach = f32x16::splat(simd, reach);
        for (number, out) in self.out.iter_mut().enumerate() {
            let [x, y, c, s] = &self.poses[number];
            let b_in_a = Posex16 { p: Vec2x16::load(simd, x, y), q: Rotx16 { c: c.load(simd), s: s.load(simd) } };
            let mut both = [0, 1].map(|k| {
                let Side { radius, count, half: [width, height] } = &self.sides[number][k];
                Sidex16 {
                    quads: [[&Quad::EMPTY; LANES]; 2],
                    radius: radius.load(simd),
                    count: count.load(simd),
                    half: Vec2x16::load(simd, width, height),
                    places: [const { &Pose::IDENTITY }; LANES],
                }
            });
            for (k, side) in both.iter_mut().enumerate() {
                let lanes = number * LANES..(number + 1) * LANES;
                for (to, from) in side.quads.iter_mut().zip(&self.quads[k]).take(self.route.quads()[k]) {
                    to.iter_mut().zip(&from[lanes.clone()]).for_each(|(to, from)| *to = from);
                }
                side.places.iter_mut().zip(&self.places[k][lanes]).for_each(|(to, from)| *to = from);
            }
            let m = collide_x16(simd, self.route, &both[0], &both[1], b_in_a, reach);
            let [x, y] = &mut out.normal;
            (x.store(m.normal.x), y.store(m.normal.y));
            out.count.store(m.count);
            for (point, [x, y, separation]) in m.points.iter().zip(&mut out.points).take(self.route.points()) {
                x.store(point.point.x);
                y.store(point.point.y);
                separation.store(point.separation);
            }
        }
    }
}

/// A number of each of sixteen things.
fn lanes<T>(sixteen: &[T], number: impl Fn(&T) -> f32) -> Lanes {
    let mut lanes = Lanes::default();
    lanes.0.iter_mut().zip(sixteen).for_each(|(lane, thing)| *lane = number(thing));
    lanes
}
