//! Ear clipping step by step, triangles, fewer corners, and round shapes as polygons: laws over seeded random rings.

use crate::exact::{Point, clean, edges, judge, overlap, pierces};
use crate::grid::rings;
use crate::random::Random;
use carom_math::{PI, Pose, Vec2, sin_cos, vec2};
use carom_shapes::{
    Capsule, Circle, Cut, EarClipping, MAX_CORNERS, NoEar, Outline, Polygon, Segment, Shape, ShapeError, clip_ears,
    simplify, triangulate,
};

fn vectors(ring: &[Point]) -> Vec<Vec2> {
    ring.iter().map(|p| vec2(p[0] as f32, p[1] as f32)).collect()
}

/// Twice the signed area of a triangle.
fn twice(points: &[Vec2], [a, b, c]: [u32; 3]) -> f64 {
    let at = |i: u32| points[i as usize];
    let (a, b, c) = (at(a), at(b), at(c));
    let wide = |v: Vec2| (f64::from(v.x), f64::from(v.y));
    let ((ux, uy), (vx, vy)) = (wide(b - a), wide(c - a));
    ux * vy - uy * vx
}

/// Every step is an ear of the ring that it names, and the next ring is that ring without it.
fn check_steps(ears: &EarClipping) {
    let mut last: Option<(Vec<u32>, usize)> = None;
    for step in &ears.steps {
        let count = step.ring.len();
        if let Some((mut ring, corner)) = last.take() {
            ring.remove(corner);
            assert_eq!(ring, step.ring, "a corner at a time");
        }
        let near = |by: usize| step.ring[(step.corner + by) % count];
        if let Some(ear) = step.ear {
            assert_eq!(ear, [near(count - 1), near(0), near(1)]);
            assert!(twice(&ears.points, ear) > 0.0, "an ear turns left");
            // No other corner lies strictly within.
            for &other in &step.ring {
                let inside = [[ear[0], ear[1]], [ear[1], ear[2]], [ear[2], ear[0]]]
                    .iter()
                    .all(|&[a, b]| twice(&ears.points, [a, b, other]) > 0.0);
                assert!(!inside, "corner {other} lies in the ear {ear:?}");
            }
        }
        for (place, why) in &step.refused {
            let [before, after] = [place + count - 1, place + 1].map(|i| step.ring[i % count]);
            let turn = twice(&ears.points, [before, step.ring[*place], after]);
            match why {
                NoEar::Reflex => assert!(turn < 0.0),
                NoEar::Holds(other) => {
                    assert!(turn > 0.0);
                    let corners = [before, step.ring[*place], after];
                    let on = (0..3).all(|i| twice(&ears.points, [corners[i], corners[(i + 1) % 3], *other]) >= 0.0);
                    assert!(on, "the corner that is in the way lies in the triangle");
                }
            }
        }
        last = (count > 3).then(|| (step.ring.clone(), step.corner));
    }
}

/// The ears lie inside the rings and do not overlap; since their areas add up, they leave nothing out.
fn cover_once(rings: &[Vec<Point>], ears: &EarClipping) {
    let whole = |i: u32| [ears.points[i as usize].x as i64, ears.points[i as usize].y as i64];
    let triangles: Vec<Vec<Point>> = ears.triangles().map(|ear| ear.map(whole).to_vec()).collect();
    for (i, triangle) in triangles.iter().enumerate() {
        assert!(triangles[..i].iter().all(|other| !overlap(triangle, other)), "ears overlap: {rings:?}");
        assert!(!rings.iter().flat_map(|ring| edges(ring)).any(|edge| pierces(edge, triangle)), "{rings:?}");
    }
}

#[test]
fn ears_of_dirty_rings_add_up_to_their_area() {
    let mut random = Random::new(41);
    let (mut valid, mut whole, mut with_holes, mut flat) = (0, 0, 0, 0);
    for _ in 0..10_000 {
        let rings = rings(&mut random);
        let places: Vec<Vec<Vec2>> = rings.iter().map(|ring| vectors(ring)).collect();
        let (ears, quick) = (clip_ears(&places[0], &places[1..]), triangulate(&places[0], &places[1..]));
        let Some(wanted) = judge(&rings) else {
            assert_eq!(ears.err(), quick.err());
            continue;
        };
        let (Ok(ears), Ok(quick)) = (ears, quick) else { continue };
        valid += 1;
        check_steps(&ears);
        let area = |triangles: &mut dyn Iterator<Item = [u32; 3]>| -> f64 {
            triangles.map(|triangle| twice(&ears.points, triangle)).sum()
        };
        assert_eq!(quick.points, ears.points);
        assert_eq!(area(&mut quick.triangles.iter().copied()), wanted as f64);
        let found = area(&mut ears.triangles());
        assert!(found <= wanted as f64, "{found} {wanted} {rings:?}");
        if ears.is_whole {
            whole += 1;
            assert_eq!(found, wanted as f64, "{rings:?}");
            cover_once(&rings.iter().map(|ring| clean(ring)).collect::<Vec<_>>(), &ears);
        }
        with_holes += u32::from(rings.len() > 1);
        flat += ears.steps.iter().filter(|step| step.ear.is_none()).count();
    }
    println!("{valid} valid, {with_holes} with holes, {whole} whole, {flat} flat corners");
    assert!(valid > 2000 && with_holes > 300 && flat > 100, "{valid} {with_holes} {flat}");
    // Rings that touch themselves may leave a rest without a strict ear; none was found.
    assert_eq!(whole, valid);
}

#[test]
fn ears_of_stars_are_as_many_as_earcutr_finds() {
    let mut random = Random::new(42);
    for _ in 0..300 {
        let count = 4 + random.below(30);
        let outer = random.star(Vec2::ZERO, 2.0, 5.0, count);
        let corners = 3 + random.below(8);
        let hole = random.star(vec2(0.1, -0.1), 0.4, 1.2, corners);
        let holes = if random.below(2) == 0 { vec![hole] } else { Vec::new() };
        let Ok(outline) = Outline::with_cut(&outer, &holes, Cut::Ears) else { continue };
        let ears = clip_ears(&outer, &holes).unwrap();
        check_steps(&ears);
        assert!(ears.is_whole && ears.bridges.len() == holes.len());
        let area: f64 = ears.triangles().map(|triangle| 0.5 * twice(&ears.points, triangle)).sum();
        assert!((area - outline.area()).abs() < 1.0e-5 * outline.area());
        // n corners and h holes: n + 2h - 2 triangles.
        let corners = outline.outer().len() + outline.holes().iter().map(Vec::len).sum::<usize>();
        assert_eq!(ears.triangles().count(), corners + 2 * holes.len() - 2);
        assert_eq!(triangulate(&outer, &holes).unwrap().triangles.len(), ears.triangles().count());
    }
}

#[test]
fn what_is_no_outline_has_no_ears() {
    let crossing = [(0.0, 0.0), (2.0, 2.0), (2.0, 0.0), (0.0, 2.0)].map(|(x, y)| vec2(x, y));
    let none = &[] as &[&[Vec2]];
    assert!(matches!(clip_ears(crossing, none), Err(ShapeError::EdgesCross { at, .. }) if at == vec2(1.0, 1.0)));
    assert!(matches!(triangulate(crossing, none), Err(ShapeError::EdgesCross { .. })));
    assert!(matches!(clip_ears([Vec2::ZERO; 5], none), Err(ShapeError::NoArea { .. })));
    assert!(matches!(clip_ears([vec2(f32::NAN, 0.0); 3], none), Err(ShapeError::BadVertex { vertex: 0, .. })));
}

#[test]
fn simple_outlines_stay_within_the_tolerance() {
    let mut random = Random::new(43);
    let mut fewer = 0;
    for _ in 0..400 {
        let (count, holes) = (20 + random.below(120), random.star(Vec2::ZERO, 0.5, 1.0, 12));
        let Ok(outline) = Outline::with_holes(random.star(Vec2::ZERO, 3.0, 3.2, count), &[holes]) else { continue };
        let tolerance = [0.0, 0.02, 0.1, 0.5, 3.0][random.below(5)];
        let simple = simplify(&outline, tolerance).unwrap();
        assert_eq!(simple.holes().len(), 1);
        fewer += u32::from(simple.outer().len() < outline.outer().len());
        for (old, new) in [(outline.outer(), simple.outer()), (&outline.holes()[0], &simple.holes()[0])] {
            // Corners are some of the old ones, in their order; every old one is near the new ring.
            assert!(new.iter().all(|corner| old.contains(corner)) && new.len() <= old.len());
            for corner in old {
                let near = (0..new.len()).map(|i| distance(*corner, new[i], new[(i + 1) % new.len()]));
                assert!(near.fold(f32::INFINITY, carom_math::min) <= tolerance + 1.0e-5);
            }
        }
        let length: f32 = (0..outline.outer().len())
            .map(|i| (outline.outer()[(i + 1) % outline.outer().len()] - outline.outer()[i]).length())
            .sum();
        assert!((simple.area() - outline.area()).abs() <= f64::from((tolerance + 1.0e-5) * (length + 8.0)));
    }
    assert!(fewer > 150, "{fewer}");
    let square = Outline::new([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)].map(|(x, y)| vec2(x, y))).unwrap();
    assert!(simplify(&square, 9.0).unwrap().outer().len() >= 3);
    assert_eq!(simplify(&square, 0.0).unwrap(), square);
    for bad in [-1.0, f32::NAN, f32::INFINITY] {
        assert!(matches!(simplify(&square, bad), Err(ShapeError::BadSize { field: "tolerance", .. })));
    }
}

fn distance(p: Vec2, a: Vec2, b: Vec2) -> f32 {
    let e = b - a;
    let t = ((p - a).dot(e) / e.length_squared()).clamp(0.0, 1.0);
    (a + e * t - p).length()
}

#[test]
fn round_shapes_are_polygons_within_the_tolerance() {
    let mut random = Random::new(44);
    for _ in 0..500 {
        let radius = random.real(0.1, 3.0);
        let place = random.place(5.0);
        let shape: Shape = match random.below(4) {
            0 => Circle::at(place, radius).unwrap().into(),
            1 => Capsule::new(place, place + vec2(radius, 0.7), radius).unwrap().into(),
            2 => Polygon::rect(2.0, 1.0).unwrap().rounded(radius).unwrap().into(),
            _ => Outline::new(random.star(place, 1.0, 2.0, 9)).unwrap().into(),
        };
        let tolerance = radius * [0.2, 0.03, 0.002][random.below(3)];
        let polygon = Polygon::approximate(&shape, tolerance).unwrap();
        assert_eq!(polygon.radius(), 0.0);
        for k in 0..256 {
            let (s, c) = sin_cos(2.0 * PI * k as f32 / 256.0 - PI);
            let out = vec2(c, s);
            // The greatest distance along any direction is that of the shape, less the tolerance at most.
            let of = |points: &mut dyn Iterator<Item = f32>| points.fold(f32::NEG_INFINITY, carom_math::max);
            let new = of(&mut polygon.vertices().iter().map(|v| out.dot(*v)));
            let old = of(&mut (0..shape.piece_count()).map(|i| {
                let piece = shape.piece(i);
                let turned = Pose { p: Vec2::ZERO, q: carom_math::Rot { c, s: -s } };
                piece.aabb(turned).max.x
            }));
            assert!(new <= old + 2.0e-5 && new >= old - tolerance - 2.0e-5, "{new} {old} {tolerance}");
        }
    }
    let sharp = Polygon::rect(2.0, 1.0).unwrap();
    assert_eq!(Polygon::approximate(&sharp.clone().into(), 0.1).unwrap().vertices().len(), 4);
    let line = Segment::new(Vec2::ZERO, Vec2::X).unwrap();
    assert!(Polygon::approximate(&line.into(), 0.1).is_err());
    let circle = Shape::from(Circle::new(1.0).unwrap());
    let large = Shape::from(Circle::new(1000.0).unwrap());
    let fine = Polygon::approximate(&large, 1.0e-5);
    assert_eq!(fine, Err(ShapeError::TooFine { value: 1.0e-5, most: MAX_CORNERS }));
    assert!(matches!(Polygon::approximate(&circle, 0.0), Err(ShapeError::BadSize { field: "tolerance", .. })));
}
