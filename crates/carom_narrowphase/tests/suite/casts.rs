//! Thick rays, rays at whole shapes, and moving shapes, against f64; at every size, and far from the origin.

use crate::brute::{P, Solid, core_distance};
use crate::gaps::rounding;
use crate::impacts::{at, check as check_impact};
use crate::random::{Random, regular, scaled};
use carom_math::{Pose, Rot, Vec2, vec2};
use carom_narrowphase::{
    Impact, Sweep, circle_cast, circle_cast_shape, ray_cast, ray_cast_each, ray_cast_shape, shape_cast,
    time_of_impact_shapes,
};
use carom_shapes::{Capsule, Chain, Circle, Link, Piece, Polygon, Segment, Shape};

/// The first fraction at which a point is within `radius` of the solid's surface: a march that cannot miss, and a
/// bisection.
fn first(solid: &Solid, from: P, to: P, radius: f64) -> Option<f64> {
    let way = to - from;
    let length = way.length();
    let room = |t: f64| solid.core_distance_to(from + way * t) - solid.radius - radius;
    let mut t = 0.0;
    for _ in 0..100_000 {
        let d = room(t);
        if d <= 1.0e-9 * length {
            return Some(t);
        }
        t += d / length;
        if t > 1.0 {
            return None;
        }
    }
    None
}

#[test]
fn thick_rays_are_as_a_march_says() {
    let mut random = Random::new(120);
    let (mut hits, mut worst) = (0, 0.0_f64);
    for case in 0..10_000 {
        let k = random.log_real(1.0e-3, 3.0e3);
        let Some(piece) = scaled(&random.piece(), k) else { continue };
        let from = k * random.place(4.0);
        let to = if case % 2 == 0 { k * random.place(0.5) } else { k * random.place(4.0) };
        let radius = k * random.real(0.01, 1.0);
        let solid = Solid::of(&piece, Pose::IDENTITY);
        let (p, q) = (P::of(from), P::of(to));
        let truth = first(&solid, p, q, f64::from(radius));
        let found = circle_cast(&piece, from, to, radius);
        let says = format!("{piece:?} {from} {to} {radius} {found:?} {truth:?}");
        let room = |t: f64| solid.core_distance_to(p + (q - p) * t) - solid.radius - f64::from(radius);
        match (found, truth) {
            (Some(hit), Some(_)) => {
                hits += 1;
                let t = f64::from(hit.fraction);
                // It touches there, and not before.
                if t > 0.0 {
                    worst = worst.max(room(t).abs() / f64::from(k));
                    assert!(room(t).abs() < 2.0e-6 * f64::from(k), "{says}");
                    let on = solid.core_distance_to(P::of(hit.point)) - solid.radius;
                    assert!(on.abs() < 4.0e-6 * f64::from(k), "{on} {says}");
                    let center = p + (q - p) * t + P::of(hit.normal) * -f64::from(radius);
                    assert!((center - P::of(hit.point)).length() < 4.0e-6 * f64::from(k), "{says}");
                } else {
                    assert!(room(0.0) < 1.0e-6 * f64::from(k), "{says}");
                }
                let early = truth.unwrap() - t;
                assert!(early.abs() < 1.0e-3 || room(truth.unwrap()).abs() < 1.0e-6 * f64::from(k), "{says}");
            }
            (None, None) => (),
            // Only by a hair.
            (found, _) => {
                let least = (0..=2_000).map(|i| room(f64::from(i) / 2_000.0)).fold(f64::INFINITY, f64::min);
                assert!(found.is_none() && least > -1.0e-6 * f64::from(k), "{least} {says}");
            }
        }
    }
    assert!(hits > 4_000, "{hits}");
    println!("worst error of a thick ray: {worst:.1e} of the size");
}

#[test]
fn rays_along_edges_through_corners_and_without_length() {
    let square = Piece::Polygon(Polygon::rect(2.0, 2.0).unwrap());
    // Along an edge: it enters at the corner, from either end, and from the middle of the edge.
    for (from, to) in
        [(vec2(-3.0, 1.0), vec2(3.0, 1.0)), (vec2(3.0, -1.0), vec2(-3.0, -1.0)), (vec2(1.0, -3.0), vec2(1.0, 3.0))]
    {
        let hit = ray_cast(&square, from, to).unwrap();
        assert!((hit.fraction - 1.0 / 3.0).abs() < 1.0e-6, "{hit:?}");
    }
    assert_eq!(ray_cast(&square, vec2(0.0, 1.0), vec2(5.0, 1.0)).unwrap().fraction, 0.0);
    assert!(ray_cast(&square, vec2(-3.0, 1.001), vec2(3.0, 1.001)).is_none());
    // Over a corner, without entering.
    assert!(ray_cast(&square, vec2(0.0, 2.001), vec2(2.001, 0.0)).is_none());
    assert!(ray_cast(&square, vec2(-1.0, 3.0), vec2(3.0, -1.0)).is_some());
    // No length: a hit only from inside.
    assert_eq!(circle_cast(&square, vec2(1.5, 0.0), vec2(1.5, 0.0), 0.6).unwrap().fraction, 0.0);
    assert!(circle_cast(&square, vec2(1.5, 0.0), vec2(1.5, 0.0), 0.4).is_none());
    assert!(circle_cast(&square, vec2(3.0, 0.0), vec2(0.0, 0.0), -1.0).is_none());
    for bad in [f32::NAN, f32::INFINITY] {
        assert!(circle_cast(&square, vec2(3.0, 0.0), vec2(0.0, 0.0), bad).is_none());
        assert!(circle_cast(&square, vec2(bad, 0.0), vec2(0.0, 0.0), 1.0).is_none());
    }
    // A ball that falls on a one-sided ground lands; one from below passes.
    let ground = Link {
        before: vec2(5.0, 0.0),
        a: vec2(2.0, 0.0),
        b: vec2(-2.0, 0.0),
        after: vec2(-5.0, 0.0),
        one_sided: true,
        ends: [false; 2],
    };
    let hit = circle_cast(&Piece::Link(ground), vec2(0.0, 3.0), vec2(0.0, -3.0), 0.5).unwrap();
    assert!((hit.point.y).abs() < 1.0e-6 && hit.normal == Vec2::Y);
    assert!(circle_cast(&Piece::Link(ground), vec2(0.0, -3.0), vec2(0.0, 3.0), 0.5).is_none());
}

#[test]
fn rays_at_whole_shapes() {
    let mut random = Random::new(121);
    let mut hits = 0;
    for case in 0..10_000 {
        let n = 3 + random.below(9);
        let points: Vec<Vec2> = (0..n).map(|i| vec2(i as f32, random.real(-1.0, 1.0))).collect();
        let chain = Shape::Chain(Chain::open(&points).unwrap());
        let far = if case % 2 == 0 { 10.0 } else { 1.0e5 };
        let pose = random.pose(far);
        let from = pose.transform_point(vec2(random.real(-2.0, n as f32), 3.0));
        let to = pose.transform_point(vec2(random.real(-2.0, n as f32), -3.0));
        let radius = if case % 3 == 0 { random.real(0.01, 0.5) } else { 0.0 };
        let found = circle_cast_shape(&chain, pose, from, to, radius);
        let solids: Vec<Solid> = (0..n - 1).map(|i| Solid::of(&chain.piece(i), pose)).collect();
        let truths = solids.iter().filter_map(|s| first(s, P::of(from), P::of(to), f64::from(radius)));
        let truth = truths.fold(f64::INFINITY, f64::min);
        let says = format!("{chain:?} {pose:?} {from} {to} {radius} {found:?} {truth}");
        match found {
            Some(f) => {
                hits += 1;
                // A ray that passes a free end within the rounding of places hits it, as derived at `rounding`.
                let beside = |s: &Solid| first(s, P::of(from), P::of(to), rounding(pose, from, to)).is_some();
                let right = (f64::from(f.hit.fraction) - truth).abs() < 1.0e-4;
                let grazes = truth == f64::INFINITY && radius == 0.0 && beside(&solids[f.piece]);
                assert!(right || grazes, "{says}");
                let mut all = Vec::new();
                ray_cast_each(&chain, pose, from, to, |h| all.push(h));
                assert!(radius > 0.0 || all.contains(&f), "{says}");
                assert!(radius > 0.0 || all.iter().all(|h| h.hit.fraction >= f.hit.fraction), "{says}");
                assert_eq!(ray_cast_shape(&chain, pose, from, to).is_some(), !all.is_empty());
            }
            None => assert!(truth > 1.0, "{says}"),
        }
    }
    assert!(hits > 6_000, "{hits}");
}

#[test]
fn casts_of_every_size_and_place() {
    let mut random = Random::new(122);
    let mut hits = 0;
    for case in 0..10_000 {
        let k = random.log_real(1.0e-3, 3.0e3);
        let (Some(a), Some(b)) = (scaled(&random.piece(), k), scaled(&random.piece(), k)) else { continue };
        let place = if case % 2 == 0 { k } else { 1.0e5 } * random.place(1.0);
        let mut sweep = |turn: f32| Sweep {
            local_center: 0.3 * k * random.place(1.0),
            c0: place + k * random.place(5.0),
            c1: place + k * random.place(5.0),
            q0: Rot::from_angle(0.5),
            q1: Rot::from_angle(0.5 + turn * random.real(-2.5, 2.5)),
        };
        let turn = (case % 3) as f32 * 0.5;
        let (sa, sb) = (sweep(turn), if case % 5 == 0 { sweep(turn) } else { Sweep::still(Pose::new(place, 1.0)) });
        // 1 mm, or less for small ones; and 4 units in the last place, which the check includes.
        let tolerance = carom_math::min(1.0e-3, 1.0e-3 * k);
        hits += usize::from(matches!(check_impact(&a, &sa, &b, &sb, 0.0, tolerance), Impact::Hit { .. }));
    }
    assert!(hits > 2_000, "{hits}");
}

#[test]
fn far_and_fast() {
    // 200 km in one sweep, at 100 km from the origin: the time has 24 bits.
    let mut random = Random::new(123);
    let mut worst = 0.0_f64;
    for _ in 0..1_000 {
        let (a, b) = (random.piece(), random.piece());
        let turn = random.real(-1.0, 1.0);
        let angle = random.real(-3.0, 3.0);
        let mid = 1.0e5 * random.direction();
        let (from, to) = (-1.0e5 * random.direction(), mid);
        let sweep = Sweep {
            local_center: Vec2::ZERO,
            c0: from,
            c1: to + random.place(1.0),
            q0: Rot::from_angle(angle),
            q1: Rot::from_angle(angle + turn),
        };
        let wall = Sweep::still(Pose::new(0.25 * from + 0.75 * to, 0.3));
        if let Impact::Hit { time, .. } = check_impact(&a, &sweep, &b, &wall, 0.0, 1.0e-3) {
            worst = worst.max(at(&a, &sweep, &b, &wall, f64::from(time)));
        }
    }
    println!("over 200 km, stopped at most {:.1} mm early", 1.0e3 * worst);
}

#[test]
fn gears_and_needles() {
    let mut random = Random::new(124);
    let needle = Piece::Polygon(Polygon::new([vec2(-50.0, 0.0), vec2(50.0, -0.005), vec2(50.0, 0.005)]).unwrap());
    let (ring, square) = (Piece::Polygon(regular(360, 1.0)), Piece::Polygon(Polygon::rect(1.0, 1.0).unwrap()));
    for _ in 0..150 {
        let mut sweep = |far: f32| {
            let angle = random.real(-3.0, 3.0);
            Sweep {
                local_center: Vec2::ZERO,
                c0: random.place(far),
                c1: random.place(far),
                q0: Rot::from_angle(angle),
                q1: Rot::from_angle(angle + random.real(-3.0, 3.0)),
            }
        };
        let (s, t) = (sweep(10.0), sweep(10.0));
        check_impact(&needle, &s, &square, &t, 0.0, 1.0e-3);
        check_impact(&ring, &s, &needle, &t, 0.0, 1.0e-3);
        check_impact(&ring, &s, &square, &t, 0.0, 1.0e-3);
    }
}

#[test]
fn shapes_cast_at_shapes() {
    let mut random = Random::new(125);
    let mut hits = 0;
    for _ in 0..10_000 {
        let n = 3 + random.below(9);
        let points: Vec<Vec2> = (0..n).map(|i| vec2(i as f32, random.real(-1.0, 1.0))).collect();
        let chain = Shape::Chain(Chain::open(&points).unwrap());
        let mover = Shape::Polygon(random.polygon());
        let pose = random.pose(100.0);
        let from = pose.compose(Pose::new(vec2(random.real(0.0, n as f32), 6.0), random.real(-3.0, 3.0)));
        let way = pose.q.rotate(vec2(random.real(-3.0, 3.0), random.real(-12.0, 2.0)));
        let found = shape_cast(&mover, from, way, &chain, pose);
        let apart = |t: f32| {
            let there = Solid::of(&mover.piece(0), Pose { p: from.p + t * way, q: from.q });
            let all = (0..n - 1).map(|i| core_distance(&there, &Solid::of(&chain.piece(i), pose)) - there.radius);
            all.fold(f64::INFINITY, f64::min)
        };
        let says = format!("{chain:?} {mover:?} {pose:?} {from:?} {way} {found:?}");
        let end = found.map_or(1.0, |f| f.fraction);
        for i in 0..20 {
            let t = end * (i as f32 / 20.0);
            assert!(apart(t) > -2.0e-5, "late: {says}");
        }
        if let Some(f) = found.filter(|f| f.fraction > 0.0) {
            hits += 1;
            assert!(apart(f.fraction) < 1.02e-3, "early: {} {says}", apart(f.fraction));
            let n = P::of(f.normal);
            assert!((n.length() - 1.0).abs() < 1.0e-6, "{says}");
            let on = Solid::of(&chain.piece(f.piece_b), pose).core_distance_to(P::of(f.point));
            assert!(on < 1.1e-3, "{on} {says}");
        } else if found.is_none() {
            assert!(apart(1.0) > 0.0, "{says}");
        }
    }
    assert!(hits > 3_300, "{hits}");
}

#[test]
fn special_casts() {
    let at = |x: f32, y: f32| Pose { p: vec2(x, y), q: Rot::IDENTITY };
    let ball = Shape::from(Circle::new(1.0).unwrap());
    let wall = Shape::from(Segment::new(vec2(0.0, -5.0), vec2(0.0, 5.0)).unwrap());
    let hit = shape_cast(&ball, at(-6.0, 0.0), vec2(10.0, 0.0), &wall, Pose::IDENTITY).unwrap();
    assert!((hit.fraction - 0.5).abs() < 1.1e-4 && hit.normal.x > 0.9999 && hit.point.length() < 1.1e-3, "{hit:?}");
    // No motion, no hit; on the wall, at once; starting inside, with the way out.
    assert!(shape_cast(&ball, at(-6.0, 0.0), Vec2::ZERO, &wall, Pose::IDENTITY).is_none());
    assert_eq!(shape_cast(&ball, at(-1.0, 0.0), vec2(1.0, 0.0), &wall, Pose::IDENTITY).unwrap().fraction, 0.0);
    let inside = shape_cast(&ball, at(-0.5, 0.0), vec2(-1.0, 0.0), &wall, Pose::IDENTITY).unwrap();
    assert_eq!((inside.fraction, inside.normal), (0.0, Vec2::X));
    let bar = Shape::from(Capsule::horizontal(4.0, 0.1).unwrap());
    let mut turning = Sweep::still(at(0.0, 0.0));
    turning.q1 = Rot::from_angle(1.5);
    let hit = time_of_impact_shapes(&bar, &turning, &ball, &Sweep::still(at(0.0, 2.5)), 0.0, 1.0e-3).unwrap();
    assert!((0.5..1.0).contains(&hit.fraction), "{hit:?}");
    for bad in [f32::NAN, f32::INFINITY, 1.0e38] {
        shape_cast(&ball, at(bad, 0.0), vec2(1.0, 0.0), &wall, Pose::IDENTITY);
        shape_cast(&ball, at(0.0, 0.0), vec2(bad, 0.0), &wall, Pose::IDENTITY);
        circle_cast_shape(&wall, at(0.0, bad), vec2(bad, 0.0), Vec2::ZERO, bad);
    }
}
