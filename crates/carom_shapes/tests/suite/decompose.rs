//! Outlines of any size and place, judged in f64: pieces are convex, inside, apart, and all of the area.

use crate::random::Random;
use carom_math::{Pose, Vec2, vec2};
use carom_shapes::{Cut, MassProperties, Outline, ShapeError};

/// The pieces may lose this besides 1e-5 of the area: this far along all rings [m].
const MIN_SIZE: f64 = carom_shapes::MIN_SIZE as f64;

const CUTS: [Cut; 2] = [Cut::Sweep, Cut::Ears];

fn turn(a: Vec2, b: Vec2, c: Vec2) -> f64 {
    let (ax, ay) = (f64::from(a.x), f64::from(a.y));
    (f64::from(b.x) - ax) * (f64::from(c.y) - ay) - (f64::from(b.y) - ay) * (f64::from(c.x) - ax)
}

fn edges(ring: &[Vec2]) -> impl Iterator<Item = (Vec2, Vec2)> + '_ {
    (0..ring.len()).map(|i| (ring[i], ring[(i + 1) % ring.len()]))
}

fn area(ring: &[Vec2]) -> f64 {
    edges(ring).map(|(a, b)| 0.5 * turn(ring[0], a, b)).sum()
}

fn length(ring: &[Vec2]) -> f64 {
    edges(ring).map(|(a, b)| f64::from((b - a).length())).sum()
}

/// Number of rings that hold a place.
fn depth(rings: &[Vec<Vec2>], [x, y]: [f64; 2]) -> usize {
    let passes = |ring: &Vec<Vec2>| {
        let crossings = edges(ring).filter(|(a, b)| {
            let [(ax, ay), (bx, by)] = [a, b].map(|p| (f64::from(p.x), f64::from(p.y)));
            (ay <= y) != (by <= y) && ax + (y - ay) / (by - ay) * (bx - ax) > x
        });
        crossings.count() % 2 == 1
    };
    rings.iter().filter(|ring| passes(ring)).count()
}

/// Checks all promises of an outline but the exact mass. `share` is the part of the area that may be lost.
fn check(random: &mut Random, rings: &[Vec<Vec2>], outline: &Outline, share: f64) {
    let wanted = area(&rings[0]).abs() - rings[1..].iter().map(|ring| area(ring).abs()).sum::<f64>();
    assert!((outline.area() - wanted).abs() <= 1e-12 * wanted, "{} {wanted}", outline.area());
    let pieces = outline.pieces();
    let sum: f64 = pieces.iter().map(|piece| area(piece.vertices())).sum();
    let lost = wanted - sum;
    let rim: f64 = rings.iter().map(|ring| length(ring)).sum();
    assert!(lost >= -1e-9 * wanted && lost <= 1e-5 * wanted + share * MIN_SIZE * rim, "{lost} of {wanted}");
    for (i, piece) in pieces.iter().enumerate() {
        let corners = piece.vertices();
        assert!(corners.iter().all(|corner| rings.iter().any(|ring| ring.contains(corner))), "a new corner");
        for (a, b) in edges(corners) {
            assert!(corners.iter().all(|c| *c == a || *c == b || turn(a, b, *c) > 0.0), "not convex");
        }
        let apart = |p: &[Vec2], q: &[Vec2]| edges(p).any(|(a, b)| q.iter().all(|c| turn(a, b, *c) <= 1e-14 * wanted));
        let clear =
            |other: &carom_shapes::Polygon| apart(corners, other.vertices()) || apart(other.vertices(), corners);
        assert!(pieces[..i].iter().all(clear), "pieces overlap");
        for _ in 0..3 {
            let weights: Vec<f64> = corners.iter().map(|_| f64::from(random.real(0.1, 1.0))).collect();
            let total: f64 = weights.iter().sum();
            let mean = |axis: fn(&Vec2) -> f32| {
                corners.iter().zip(&weights).map(|(c, w)| f64::from(axis(c)) * w).sum::<f64>() / total
            };
            assert_eq!(depth(rings, [mean(|c| c.x), mean(|c| c.y)]), 1, "a piece in a hole or outside");
        }
    }
}

fn size(random: &mut Random) -> f32 {
    (0..random.below(8)).fold(1.0e-3, |size, _| size * 10.0)
}

/// A star with up to four holes that lie apart, each in its quarter of the core.
fn stars(random: &mut Random, center: Vec2, size: f32) -> Vec<Vec<Vec2>> {
    let count = 3 + random.below(30);
    // A ray between two neighbours stays outside the core: with few corners it is small.
    let core = if count < 8 { 0.1 } else { 0.4 };
    let mut rings = vec![random.star(center, 0.5 * size, 2.0 * size, count)];
    for (x, y) in [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)] {
        if random.below(3) == 0 && count >= 5 {
            let middle = center + 0.5 * core * size * vec2(x, y);
            let corners = 3 + random.below(9);
            rings.push(random.star(middle, 0.1 * core * size, 0.3 * core * size, corners));
        }
    }
    rings
}

#[test]
fn outlines_of_every_size_are_kept() {
    let mut random = Random::new(11);
    for _ in 0..10_000 {
        let size = size(&mut random);
        let center = random.place(carom_math::min(1.0e3 * size, 1.0e5));
        let rings = stars(&mut random, center, size);
        for cut in CUTS {
            let made = Outline::with_cut(&rings[0], &rings[1..], cut);
            let outline = made.unwrap_or_else(|e| panic!("{e}: {rings:?}"));
            // An outline larger than a hand loses nothing but rounding.
            check(&mut random, &rings, &outline, if size >= 0.1 { 0.0 } else { 1.0 });
        }
    }
}

#[test]
fn far_outlines_are_judged_as_they_are_rounded() {
    // At 100 km two numbers are 8 mm apart: many stars of a few of these touch or cross themselves there.
    let mut random = Random::new(12);
    let (mut good, mut bad) = (0, 0);
    for _ in 0..10_000 {
        let size = random.real(0.02, 0.2);
        let rings = stars(&mut random, vec2(1.0e5, -1.0e5), size);
        let [by_sweep, by_ears] = CUTS.map(|cut| Outline::with_cut(&rings[0], &rings[1..], cut));
        match (by_sweep, by_ears) {
            (Ok(by_sweep), Ok(by_ears)) => {
                good += 1;
                check(&mut random, &rings, &by_sweep, 1.0);
                check(&mut random, &rings, &by_ears, 1.0);
            }
            (Err(_), Err(_)) => bad += 1,
            // The cut decides which pieces are too thin to be kept.
            (by_sweep, by_ears) => {
                let thin = |made| matches!(made, Err(ShapeError::TooThin { .. }));
                assert!(thin(by_sweep) || thin(by_ears), "{rings:?}");
            }
        }
    }
    assert!(good > 2_000 && bad > 500, "{good} {bad}");
}

/// The area of the triangles of `earcutr`, and the right one.
fn by_earcutr(ring: &[Vec2], hole: &[Vec2]) -> [f64; 2] {
    let all: Vec<Vec2> = ring.iter().chain(hole).copied().collect();
    let flat: Vec<f64> = all.iter().flat_map(|p| [f64::from(p.x), f64::from(p.y)]).collect();
    let found = earcutr::earcut(&flat, &[ring.len()], 2).unwrap();
    let covered = found.chunks(3).map(|t| 0.5 * turn(all[t[0]], all[t[1]], all[t[2]]).abs()).sum();
    [covered, area(ring).abs() - area(hole).abs()]
}

fn points(list: &[(f32, f32)]) -> Vec<Vec2> {
    list.iter().map(|&(x, y)| vec2(x, y)).collect()
}

#[test]
fn what_ears_alone_get_wrong_is_right() {
    // `earcutr` 0.5.0 gets this one wrong: the hole touches the ring three times. It gets the faces of the sweep's cuts
    // right.
    let ring = [(2.0, 1.0), (3.0, 1.0), (3.0, 0.0), (5.0, 0.0), (5.0, 4.0), (4.0, 4.0)];
    let ring = points(&[&ring[..], &[(4.0, 5.0), (0.0, 5.0), (0.0, 2.0), (1.0, 2.0), (1.0, 0.0), (2.0, 0.0)]].concat());
    let hole = points(&[(0.0, 4.0), (3.0, 5.0), (5.0, 3.0)]);
    let [covered, wanted] = by_earcutr(&ring, &hole);
    assert!((covered - wanted).abs() > 0.1, "{covered} {wanted}");
    let [by_sweep, by_ears] = CUTS.map(|cut| Outline::with_cut(&ring, &[&hole], cut).unwrap());
    assert_eq!(by_ears.area(), wanted);
    assert_ne!(by_ears.pieces(), by_sweep.pieces());
    check(&mut Random::new(15), &[ring, hole], &by_ears, 0.0);
}

#[test]
fn where_ears_are_wrong_the_sweep_takes_over() {
    // Along these bridges `earcutr` 0.5.0 fails.
    let ring = [(0.0, 0.0), (8.0, 0.0), (8.0, 6.0), (7.0, 6.0), (7.0, 7.0), (6.0, 7.0)];
    let ring = points(&[&ring[..], &[(6.0, 8.0), (0.0, 8.0), (0.0, 5.0), (1.0, 5.0), (1.0, 4.0), (0.0, 4.0)]].concat());
    let square = |x: f32, y: f32, height: f32| points(&[(x, y), (x + 1.0, y), (x + 1.0, y + height), (x, y + height)]);
    let holes = [square(3.0, 2.0, 2.0), square(5.0, 1.0, 1.0), square(2.0, 5.0, 1.0)];
    let [by_sweep, by_ears] = CUTS.map(|cut| Outline::with_cut(&ring, &holes, cut).unwrap());
    assert_eq!((by_ears.area(), by_ears.pieces()), (area(&ring) - 4.0, by_sweep.pieces()));
    let rings: Vec<Vec<Vec2>> = std::iter::once(ring).chain(holes).collect();
    check(&mut Random::new(16), &rings, &by_ears, 0.0);
}

#[test]
fn mass_is_that_of_the_pieces() {
    let mut random = Random::new(13);
    for _ in 0..10_000 {
        let rings = stars(&mut random, vec2(3.0, -2.0), 1.0);
        let outline = Outline::with_holes(&rings[0], &rings[1..]).unwrap();
        let whole = outline.mass(2.5);
        let parts = MassProperties::sum(outline.pieces().iter().map(|piece| piece.mass(2.5)));
        assert!((whole.mass - parts.mass).abs() <= 1e-5 * whole.mass);
        assert!((whole.center - parts.center).length() <= 1e-5);
        assert!((whole.inertia - parts.inertia).abs() <= 1e-4 * whole.inertia);
        let (center, reach) = (outline.aabb(Pose::IDENTITY).center(), outline.aabb(Pose::IDENTITY).size());
        assert!((center - vec2(3.0, -2.0)).length() < 2.0 && reach.x < 4.0);
    }
}

#[test]
fn any_order_and_direction_is_the_same_outline() {
    let mut random = Random::new(14);
    for _ in 0..10_000 {
        let rings = stars(&mut random, Vec2::ZERO, 1.0);
        let first = Outline::with_holes(&rings[0], &rings[1..]).unwrap();
        // The output as input gives the same pieces bit for bit.
        for cut in CUTS {
            let first = Outline::with_cut(&rings[0], &rings[1..], cut).unwrap();
            let again = Outline::with_cut(first.outer(), first.holes(), cut).unwrap();
            assert_eq!(first, again);
            assert_eq!(first.pieces(), again.pieces());
        }
        let turned: Vec<Vec<Vec2>> = rings.iter().map(|ring| ring.iter().rev().copied().collect()).collect();
        let turned = Outline::with_holes(&turned[0], &turned[1..]).unwrap();
        assert_eq!(turned.area().to_bits(), turned.area().to_bits());
        assert!((turned.area() - first.area()).abs() < 1e-12);
        assert!(area(turned.outer()) > 0.0 && turned.holes().iter().all(|hole| area(hole) < 0.0));
        assert_eq!(turned.pieces().len(), first.pieces().len());
    }
}
