//! Batches on lanes: pairs laid out as a step of the world has them, sixteen at a time.

use crate::pairs::Pair;
use carom::math::{LANES, Lanes, Posex16, Vec2x16, lanes_to_rows};
use carom::narrowphase::{BoxCore, Form, Quad, Route, Sidex16, collide_x16, corner_count};
use carom::{Piece, Pose};
use fearless_simd::{Level, SimdBase, dispatch, f32x16};

/// Pairs in columns.
pub struct Columns {
    quads: [[Vec<Quad>; 2]; 2],
    radius: [Vec<f32>; 2],
    count: [Vec<f32>; 2],
    half: [[Vec<f32>; 2]; 2],
    places: [Vec<Pose>; 2],
    poses: Vec<Pose>,
    route: Route,
    out: Vec<[[f32; 4]; 2]>,
    level: Level,
}

impl Columns {
    /// The pairs in the order in which they come, with the pieces that `sides` takes of each; all go the route of forms
    /// with up to eight corners, or that of the first pair where `alike`.
    pub fn new(pairs: &[Pair], forms: [Form; 2], sides: impl Fn(&Pair) -> [Piece; 2]) -> Option<Self> {
        let pieces: Vec<[Piece; 2]> = pairs.iter().map(sides).collect();
        let quads = |side: usize, first| pieces.iter().map(|p| Quad::of(&p[side], first)).collect();
        let number = |side: usize, f: &dyn Fn(&Piece) -> f32| pieces.iter().map(|p| f(&p[side])).collect();
        let core = |p: &[Piece; 2], side: usize| match &p[side] {
            Piece::Polygon(polygon) => BoxCore::of(polygon),
            _ => None,
        };
        let half = |side: usize, size: &dyn Fn(BoxCore) -> f32| {
            pieces.iter().map(|p| core(p, side).map_or(0.0, size)).collect()
        };
        let halves = |side: usize| [half(side, &|core| core.half.x), half(side, &|core| core.half.y)];
        let places = |side: usize| pieces.iter().map(|p| core(p, side).map_or(Pose::IDENTITY, |core| core.pose)).collect();
        Some(Self {
            quads: [[quads(0, 0), quads(0, 4)], [quads(1, 0), quads(1, 4)]],
            radius: [number(0, &Piece::radius), number(1, &Piece::radius)],
            count: [number(0, &|p| corner_count(p) as f32), number(1, &|p| corner_count(p) as f32)],
            half: [halves(0), halves(1)],
            places: [places(0), places(1)],
            poses: pairs.iter().map(|pair| pair.ours).collect(),
            route: Route::of(forms[0], forms[1])?,
            out: vec![[[0.0; 4]; 2]; pairs.len()],
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
        for first in (0..self.poses.len()).step_by(LANES) {
            let side = |k: usize| {
                let number = |list: &[f32]| {
                    let mut lanes = Lanes::default();
                    lanes.0.copy_from_slice(&list[first..first + LANES]);
                    lanes.load(simd)
                };
                let quads = [0, 1].map(|half| std::array::from_fn(|lane| &self.quads[k][half][first + lane]));
                Sidex16 {
                    quads,
                    radius: number(&self.radius[k]),
                    count: number(&self.count[k]),
                    half: Vec2x16::new(number(&self.half[k][0]), number(&self.half[k][1])),
                    places: std::array::from_fn(|lane| &self.places[k][first + lane]),
                }
            };
            let b_in_a = Posex16::gather(simd, |lane| self.poses[first + lane]);
            let (a, b) = (side(0), side(1));
            let m = collide_x16(simd, self.route, &a, &b, b_in_a, reach);
            let [p, q] = m.points;
            let out = &mut self.out;
            lanes_to_rows(simd, [m.normal.x, m.normal.y, p.separation, m.count], |lane, row| {
                out[first + lane][0] = row.into();
            });
            lanes_to_rows(simd, [p.point.x, p.point.y, q.point.x, q.point.y], |lane, row| {
                out[first + lane][1] = row.into();
            });
        }
    }
}
