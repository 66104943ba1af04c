//! The lane kernels against `collide`. Every pair of forms, in both orders, on every instruction set of this machine,
//! gives the same bits: with as many lanes as fill a register, and with more on one of them. Batches are full and
//! partly filled.

use super::brute::{P, Solid, gap};
use super::random::{Random, regular, scaled};
use carom_math::{Floats, LANES, Lanes, Pose, Posex, Rot, Vec2, Vec2x, dispatch, natively, vec2};
use carom_narrowphase::{
    BoxCore, Form, ManifoldPointx, Quad, Route, Sidex, collide, collide_on_lanes, corner_count, place_of,
};
use carom_shapes::{Capsule, Circle, FeatureId, Manifold, Piece, Polygon, Segment};
use fearless_simd::{Level, Simd, SimdBase, f32x8, f32x16};

/// Pairs for each pair of forms.
const PAIRS: usize = 20_000;

/// The forms for the lanes: all but the last.
const FORMS: [Form; 7] =
    [Form::Circle, Form::Capsule, Form::Segment, Form::Box, Form::Polygon4, Form::Polygon6, Form::Polygon8];

struct Case {
    a: Piece,
    b: Piece,
    b_in_a: Pose,
    reach: f32,
}

/// Every instruction set of this machine. (The one without vectors is absent if a better one is certain.)
fn levels() -> Vec<Level> {
    let mut levels = Vec::new();
    #[cfg(target_arch = "x86_64")]
    {
        let best = Level::new();
        levels.extend(best.as_sse2().map(Level::Sse2));
        levels.extend(best.as_avx2().map(Level::Avx2));
        levels.extend(best.as_avx512().map(Level::Avx512));
    }
    #[cfg(not(target_arch = "x86_64"))]
    levels.push(Level::new());
    levels
}

/// A piece of the form.
fn piece(random: &mut Random, form: Form) -> Piece {
    let (a, b, r) = (random.place(1.0), random.place(1.0), random.real(0.05, 1.0));
    let piece = match form {
        Form::Circle => Piece::Circle(Circle::at(if r < 0.3 { Vec2::ZERO } else { a }, r).unwrap()),
        Form::Capsule => Piece::Capsule(Capsule::new(a, b, r).unwrap()),
        Form::Segment => Piece::Segment(Segment::new(a, b).unwrap()),
        Form::Box => Piece::Polygon(rectangle(random)),
        Form::Polygon4 => Piece::Polygon(polygon(random, 3, 4)),
        Form::Polygon6 => Piece::Polygon(polygon(random, 5, 6)),
        _ => Piece::Polygon(polygon(random, 7, 8)),
    };
    // Every fourth is much smaller or larger.
    let k = if random.below(4) == 0 { random.log_real(1.0e-3, 1.0e3) } else { 1.0 };
    let other = scaled(&piece, k).filter(|other| Form::of(other) == form);
    let piece = other.unwrap_or(piece);
    assert_eq!(Form::of(&piece), form);
    piece
}

/// A box, translated and turned or not; sharp or rounded.
fn rectangle(random: &mut Random) -> Polygon {
    let (w, h) = (random.log_real(0.05, 3.0), random.real(0.1, 3.0));
    let at = if random.below(2) == 0 { Vec2::ZERO } else { random.place(2.0) };
    let q = if random.below(2) == 0 { Rot::IDENTITY } else { Rot::from_angle(random.real(-3.2, 3.2)) };
    let radius = if random.below(2) == 0 { 0.0 } else { random.real(0.01, 0.5) };
    let polygon = Polygon::rect_at(Pose { p: at, q }, w, h).unwrap().rounded(radius).unwrap();
    assert!(BoxCore::of(&polygon).is_some(), "{polygon:?}");
    polygon
}

/// A polygon with a number of corners in a range: boxes, needles, regular and random ones, sharp and rounded.
fn polygon(random: &mut Random, least: usize, most: usize) -> Polygon {
    loop {
        let (w, h) = (random.real(0.1, 3.0), random.real(0.1, 3.0));
        let made = match random.below(4) {
            0 => Polygon::new([Vec2::ZERO, vec2(w, 0.0), vec2(1.1 * w, h), vec2(0.0, h)]),
            1 => Polygon::new([Vec2::ZERO, vec2(w, 0.0), vec2(random.real(0.0, w), 1.0e-3 * h)]),
            2 => Ok(regular(least + random.below(most + 1 - least), w)),
            _ => Polygon::hull((0..most + 2).map(|_| vec2(random.real(-w, w), random.real(-h, h))).collect::<Vec<_>>()),
        };
        let Ok(polygon) = made else { continue };
        if (least..=most).contains(&polygon.vertices().len()) && BoxCore::of(&polygon).is_none() {
            let radius = if random.below(2) == 0 { 0.0 } else { random.real(0.01, 0.5) };
            return polygon.rounded(radius).unwrap();
        }
    }
}

/// The pose of b: touching, deep, apart, far, on top of a, at right angles, and not finite.
fn pose(random: &mut Random, a: &Piece, b: &Piece) -> Pose {
    let quarter = [Rot::IDENTITY, Rot { c: 0.0, s: 1.0 }, Rot { c: -1.0, s: 0.0 }][random.below(3)];
    let q = if random.below(3) == 0 { quarter } else { Rot::from_angle(random.real(-3.2, 3.2)) };
    let step = |random: &mut Random| 0.5 * random.below(9) as f32 - 2.0;
    match random.below(16) {
        0 => Pose::IDENTITY,
        1 => Pose { p: Vec2::ZERO, q },
        2 => Pose { p: vec2(step(random), step(random)), q: quarter },
        3 => Pose { p: random.place(1.0e4), q },
        4 => {
            let far = [1.0e10, 1.0e20, 1.0e38, f32::INFINITY, f32::NAN, f32::MIN_POSITIVE][random.below(6)];
            Pose { p: far * random.direction(), q }
        }
        _ => {
            let n = random.direction();
            let turned = Pose { p: Vec2::ZERO, q };
            let gap = gap(&Solid::of(a, Pose::IDENTITY), &Solid::of(b, turned), P::of(n)) as f32;
            let depth = match random.below(4) {
                0 => 0.0,
                1 => random.real(-0.05, 0.05),
                2 => random.real(0.0, 2.0),
                _ => random.real(-1.0, 0.0),
            };
            Pose { p: n * (-gap - depth) + vec2(-n.y, n.x) * random.real(-0.5, 0.5), q }
        }
    }
}

/// The manifolds of as many pairs as there are lanes, or fewer. The other lanes must not matter: they hold the last
/// pair again, or nothing.
#[inline(always)]
fn on_lanes<F: Floats>(simd: F::Level, route: Route, cases: &[Case], repeat: bool) -> [Manifold; LANES] {
    let case = |lane: usize| cases.get(lane).or(if repeat { cases.last() } else { None });
    let number =
        |f: &dyn Fn(&Case) -> f32| F::load(simd, &Lanes(std::array::from_fn(|lane| case(lane).map_or(0.0, f))), 0);
    let quads = |of: &dyn Fn(&Case) -> &Piece, first: usize| -> [Quad; LANES] {
        std::array::from_fn(|lane| case(lane).map_or(*Quad::EMPTY, |case| Quad::of(of(case), first)))
    };
    let (a0, a1) = (quads(&|case| &case.a, 0), quads(&|case| &case.a, 4));
    let (b0, b1) = (quads(&|case| &case.b, 0), quads(&|case| &case.b, 4));
    let place = |of: &dyn Fn(&Case) -> &Piece| -> [Pose; LANES] {
        std::array::from_fn(|lane| case(lane).map_or(Pose::IDENTITY, |case| place_of(of(case))))
    };
    let (places_a, places_b) = (place(&|case| &case.a), place(&|case| &case.b));
    let side_a = Sidex {
        quads: &[std::array::from_fn(|lane| &a0[lane]), std::array::from_fn(|lane| &a1[lane])],
        radius: number(&|case| case.a.radius()),
        count: number(&|case| corner_count(&case.a) as f32),
        half: Vec2x::new(number(&|case| core(&case.a).half.x), number(&|case| core(&case.a).half.y)),
        places: &std::array::from_fn(|lane| &places_a[lane]),
    };
    let side_b = Sidex {
        quads: &[std::array::from_fn(|lane| &b0[lane]), std::array::from_fn(|lane| &b1[lane])],
        radius: number(&|case| case.b.radius()),
        count: number(&|case| corner_count(&case.b) as f32),
        half: Vec2x::new(number(&|case| core(&case.b).half.x), number(&|case| core(&case.b).half.y)),
        places: &std::array::from_fn(|lane| &places_b[lane]),
    };
    let poses = Posex::gather(simd, |lane| case(lane).map_or(Pose::IDENTITY, |case| case.b_in_a));
    let m = collide_on_lanes(simd, route, &side_a, &side_b, poses, number(&|case| case.reach));
    let (x, y, count) = (stored(m.normal.x), stored(m.normal.y), stored(m.count));
    let points = m.points.map(|point| stored_point(&point));
    std::array::from_fn(|lane| {
        let mut out = Manifold { normal: vec2(x[lane], y[lane]), count: count[lane] as u32, ..Manifold::NONE };
        for (to, from) in out.points.iter_mut().zip(&points) {
            let [x, y, separation, id_a, id_b] = from.map(|numbers| numbers[lane]);
            (to.point, to.separation) = (vec2(x, y), separation);
            to.id = FeatureId::new(id_a as usize, id_b as usize);
        }
        out
    })
}

/// [`on_lanes`] with as many lanes as fill a register.
#[inline(always)]
fn on_native_lanes<S: Simd>(simd: S, route: Route, cases: &[Case], repeat: bool) -> [Manifold; LANES] {
    natively!(S, on_lanes(simd, route, cases, repeat))
}

/// Number of lanes that fill a register.
fn native_lanes<S: Simd>(_: S) -> usize {
    <S::f32s as SimdBase<S>>::LEN
}

/// The vectors for a batch.
#[derive(Clone, Copy, Debug)]
enum Taken {
    /// As many lanes as fill a register of this instruction set.
    Natively(Level),
    /// More lanes than fill one of SSE2 or NEON. (All widths on all instruction sets take minutes to compile.)
    #[cfg(target_arch = "x86_64")]
    Wider(fearless_simd::Sse2, usize),
    #[cfg(target_arch = "aarch64")]
    Wider(fearless_simd::Neon, usize),
}

impl Taken {
    /// All that this machine can do.
    fn all() -> Vec<Self> {
        let mut all: Vec<Self> = levels().into_iter().map(Self::Natively).collect();
        #[cfg(target_arch = "x86_64")]
        all.extend(
            Level::new().as_sse2().into_iter().flat_map(|simd| [8, LANES].map(|lanes| Self::Wider(simd, lanes))),
        );
        #[cfg(target_arch = "aarch64")]
        all.extend(
            Level::new().as_neon().into_iter().flat_map(|simd| [8, LANES].map(|lanes| Self::Wider(simd, lanes))),
        );
        all
    }

    fn lanes(self) -> usize {
        match self {
            Self::Natively(level) => dispatch!(level, simd => native_lanes(simd)),
            #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
            Self::Wider(_, lanes) => lanes,
        }
    }

    fn collide(self, route: Route, cases: &[Case], repeat: bool) -> [Manifold; LANES] {
        match self {
            Self::Natively(level) => dispatch!(level, simd => on_native_lanes(simd, route, cases, repeat)),
            #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
            Self::Wider(simd, 8) => simd.vectorize(
                #[inline(always)]
                || on_lanes::<f32x8<_>>(simd, route, cases, repeat),
            ),
            #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
            Self::Wider(simd, _) => simd.vectorize(
                #[inline(always)]
                || on_lanes::<f32x16<_>>(simd, route, cases, repeat),
            ),
        }
    }
}

/// A piece as a box; `None` if it is none.
fn core(piece: &Piece) -> BoxCore {
    let nothing = BoxCore { pose: Pose::IDENTITY, half: Vec2::ZERO, radius: 0.0 };
    if let Piece::Polygon(polygon) = piece { BoxCore::of(polygon).unwrap_or(nothing) } else { nothing }
}

#[inline(always)]
fn stored<F: Floats>(x: F) -> [f32; LANES] {
    let mut lanes = Lanes::default();
    x.store(&mut lanes, 0);
    lanes.0
}

#[inline(always)]
fn stored_point<F: Floats>(p: &ManifoldPointx<F>) -> [[f32; LANES]; 5] {
    [p.point.x, p.point.y, p.separation, p.id[0], p.id[1]].map(stored)
}

/// The same bits, or both not a number.
fn same(a: f32, b: f32) -> bool {
    a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan())
}

fn same_manifold(a: &Manifold, b: &Manifold) -> bool {
    let same_vec = |a: Vec2, b: Vec2| same(a.x, b.x) && same(a.y, b.y);
    let mut points = a.points().iter().zip(b.points());
    a.count == b.count
        && (a.count == 0 || same_vec(a.normal, b.normal))
        && points.all(|(p, q)| same_vec(p.point, q.point) && same(p.separation, q.separation) && p.id == q.id)
}

/// Checks cases of one pair of forms, and returns how many touch.
fn check(route: Route, cases: &[Case]) -> usize {
    let wanted: Vec<Manifold> = cases.iter().map(|case| collide(&case.a, &case.b, case.b_in_a, case.reach)).collect();
    for taken in Taken::all() {
        let (mut first, mut size) = (0, taken.lanes());
        while first < cases.len() {
            let last = cases.len().min(first + size);
            let batch = &cases[first..last];
            let found = taken.collide(route, batch, size % 2 == 0);
            for ((case, wanted), found) in batch.iter().zip(&wanted[first..last]).zip(&found) {
                let Case { a, b, b_in_a, reach } = case;
                let text = format_args!("{taken:?}\n{a:?}\n{b:?}\n{b_in_a:?} {reach}\n{wanted:?}\n{found:?}");
                assert!(same_manifold(wanted, found), "{text}");
            }
            // Full batches and all smaller ones take turns.
            (first, size) = (last, if size == 1 { taken.lanes() } else { size - 1 });
        }
    }
    wanted.iter().filter(|m| m.count > 0).count()
}

#[test]
fn every_pair_of_forms() {
    let mut random = Random::new(91);
    for form_a in FORMS {
        for form_b in FORMS {
            let cases: Vec<Case> = (0..PAIRS)
                .map(|i| {
                    let a = piece(&mut random, form_a);
                    let b = if i % 16 == 0 && form_a == form_b { a.clone() } else { piece(&mut random, form_b) };
                    let b_in_a = pose(&mut random, &a, &b);
                    let reach = [0.0, 0.02, 0.02, 1.0, -0.01, f32::MAX][random.below(6)];
                    Case { a, b, b_in_a, reach }
                })
                .collect();
            let touching = check(Route::of(form_a, form_b).unwrap(), &cases);
            assert!((PAIRS / 4..PAIRS).contains(&touching), "{form_a:?} {form_b:?}: {touching} touch");
        }
    }
}

#[test]
fn boxes_in_a_grid() {
    // Everything that is exact at once: equal boxes in eight turns on a grid of quarters.
    let square = Piece::Polygon(Polygon::rect(1.0, 1.0).unwrap());
    let (wide, disc) = (Piece::Polygon(Polygon::rect(2.0, 0.5).unwrap()), Piece::Circle(Circle::new(0.5).unwrap()));
    let line = Piece::Segment(Segment::new(vec2(-0.5, 0.0), vec2(0.5, 0.0)).unwrap());
    let turn = |k: i32| Rot::from_angle(k as f32 * (0.25 * carom_math::PI));
    for a in [&square, &wide, &disc, &line] {
        for b in [&square, &wide, &disc, &line] {
            let mut cases = Vec::new();
            for (x, y, k) in (-8..=8).flat_map(|x| (-8..=8).flat_map(move |y| (0..8).map(move |k| (x, y, k)))) {
                // Zeros of both signs.
                for side in [0.25, -0.25] {
                    let b_in_a = Pose { p: side * vec2(x as f32, y as f32), q: turn(k) };
                    cases.push(Case { a: a.clone(), b: b.clone(), b_in_a, reach: 0.02 });
                }
            }
            check(Route::of(Form::of(a), Form::of(b)).unwrap(), &cases);
        }
    }
}

#[test]
fn what_the_lanes_do_not_take_has_no_route() {
    let mut random = Random::new(92);
    let link = Piece::Link(random.link());
    let point = Piece::Capsule(Capsule::new(Vec2::ONE, Vec2::ONE, 0.5).unwrap());
    let many = Piece::Polygon(regular(9, 1.0));
    for other in [link, point, many] {
        assert_eq!(Form::of(&other), Form::Other);
        for form in Form::ALL {
            assert_eq!(Route::of(Form::Other, form), None);
            assert_eq!(Route::of(form, Form::Other), None);
        }
    }
}
