//! Batches on lanes: pairs in columns of sixteen, and manifolds in columns too.

use crate::pairs::Pair;
use carom::math::{LANES, Lanes, Posex, Rotx, Vec2x, Wide};
use carom::narrowphase::{BoxCore, Form, Quad, Route, Sidex, collide_wide, corner_count, place_of};
use carom::{Piece, Pose};
use fearless_simd::{Level, Simd, SimdBase, dispatch, f32x4, f32x8, f32x16};

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
        dispatch!(level, simd => self.collide_natively(simd, reach));
    }

    /// As many at once as a register holds.
    #[inline(always)]
    fn collide_natively<S: Simd>(&mut self, simd: S, reach: f32) {
        match const { <S::f32s as SimdBase<S>>::LEN } {
            4 => self.collide_on::<f32x4<S>>(simd, reach),
            8 => self.collide_on::<f32x8<S>>(simd, reach),
            _ => self.collide_on::<f32x16<S>>(simd, reach),
        }
    }

    #[inline(always)]
    fn collide_on<F: Wide>(&mut self, simd: F::Level, reach: f32) {
        let reach = F::splat(simd, reach);
        for first in (0..self.out.len() * LANES).step_by(F::LEN) {
            let (number, lane) = (first / LANES, first % LANES);
            let load = |lanes: &Lanes| F::load(simd, lanes, lane);
            let [x, y, c, s] = &self.poses[number];
            let b_in_a = Posex { p: Vec2x::new(load(x), load(y)), q: Rotx { c: load(c), s: load(s) } };
            let mut both = [0, 1].map(|k| {
                let Side { radius, count, half: [width, height] } = &self.sides[number][k];
                Sidex {
                    quads: [[Quad::EMPTY; LANES]; 2],
                    radius: load(radius),
                    count: load(count),
                    half: Vec2x::new(load(width), load(height)),
                    places: [const { &Pose::IDENTITY }; LANES],
                }
            });
            for (k, side) in both.iter_mut().enumerate() {
                let pairs = first..first + F::LEN;
                for (to, from) in side.quads.iter_mut().zip(&self.quads[k]).take(self.route.quads()[k]) {
                    to.iter_mut().zip(&from[pairs.clone()]).for_each(|(to, from)| *to = from);
                }
                side.places.iter_mut().zip(&self.places[k][pairs]).for_each(|(to, from)| *to = from);
            }
            let m = collide_wide(simd, self.route, &both[0], &both[1], b_in_a, reach);
            let out = &mut self.out[number];
            let [x, y] = &mut out.normal;
            (m.normal.x.store(x, lane), m.normal.y.store(y, lane));
            m.count.store(&mut out.count, lane);
            for (point, [x, y, separation]) in m.points.iter().zip(&mut out.points).take(self.route.points()) {
                point.point.x.store(x, lane);
                point.point.y.store(y, lane);
                point.separation.store(separation, lane);
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
