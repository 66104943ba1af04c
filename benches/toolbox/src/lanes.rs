//! Batches on lanes: pairs in columns of sixteen, and manifolds in columns too.

use crate::pairs::Pair;
use carom::math::{Floats, LANES, Lanes, Posex, Rotx, Vec2x, natively};
use carom::narrowphase::{BoxCore, Form, Quad, Route, Sidex, collide_on_lanes, corner_count, place_of};
use carom::{Piece, Pose};
use fearless_simd::{Level, Simd, dispatch};

/// Sixteen pieces of pairs.
struct Side {
    radius: Lanes,
    count: Lanes,
    half: [Lanes; 2],
}

/// Sixteen manifolds: the normal, the number of points, and position and separation of each point.
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
    /// The pairs in their order, with the pieces that `sides` takes of each. All go the route of `forms`.
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
        dispatch!(level, simd => collide_natively(simd, self, reach));
    }
}

/// As many at once as fill a register.
#[inline(always)]
fn collide_natively<S: Simd>(simd: S, columns: &mut Columns, reach: f32) {
    natively!(S, collide_columns(simd, columns, reach));
}

#[inline(always)]
fn collide_columns<F: Floats>(simd: F::Level, columns: &mut Columns, reach: f32) {
    let reach = F::splat(simd, reach);
    let (mut quads, mut places) = ([[[Quad::EMPTY; LANES]; 2]; 2], [[const { &Pose::IDENTITY }; LANES]; 2]);
    for first in (0..columns.out.len() * LANES).step_by(F::LEN) {
        let (number, lane) = (first / LANES, first % LANES);
        let pairs = first..first + F::LEN;
        for k in 0..2 {
            for (to, from) in quads[k].iter_mut().zip(&columns.quads[k]).take(columns.route.quads()[k]) {
                to.iter_mut().zip(&from[pairs.clone()]).for_each(|(to, from)| *to = from);
            }
            places[k].iter_mut().zip(&columns.places[k][pairs.clone()]).for_each(|(to, from)| *to = from);
        }
        let [a, b] = [0, 1].map(|k| {
            let Side { radius, count, half: [width, height] } = &columns.sides[number][k];
            Sidex {
                quads: &quads[k],
                radius: F::load(simd, radius, lane),
                count: F::load(simd, count, lane),
                half: Vec2x::load_part(simd, [width, height], lane),
                places: &places[k],
            }
        });
        let [x, y, c, s] = &columns.poses[number];
        let q = Rotx { c: F::load(simd, c, lane), s: F::load(simd, s, lane) };
        let b_in_a = Posex { p: Vec2x::load_part(simd, [x, y], lane), q };
        let m = collide_on_lanes(simd, columns.route, &a, &b, b_in_a, reach);
        let out = &mut columns.out[number];
        let [x, y] = &mut out.normal;
        (m.normal.x.store(x, lane), m.normal.y.store(y, lane));
        m.count.store(&mut out.count, lane);
        for (point, [x, y, separation]) in m.points.iter().zip(&mut out.points).take(columns.route.points()) {
            point.point.x.store(x, lane);
            point.point.y.store(y, lane);
            point.separation.store(separation, lane);
        }
    }
}

/// A number of each of sixteen things.
fn lanes<T>(sixteen: &[T], number: impl Fn(&T) -> f32) -> Lanes {
    let mut lanes = Lanes::default();
    lanes.0.iter_mut().zip(sixteen).for_each(|(lane, thing)| *lane = number(thing));
    lanes
}
