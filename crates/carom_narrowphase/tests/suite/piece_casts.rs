//! Straight casts of pieces and nearest points of outlines, against f64.

use crate::brute::{P, Solid, core_distance, point_edge};
use crate::random::{Random, scaled};
use carom_math::{Pose, Rot, Vec2, vec2};
use carom_narrowphase::{closest_point_shape, contains_point_shape, piece_cast};
use carom_shapes::{Circle, Outline, Piece, Polygon, Shape};

#[test]
fn straight_casts_are_as_a_march_says() {
    let mut random = Random::new(140);
    let (mut hits, mut earliest) = (0, 0.0_f64);
    for case in 0..10_000 {
        let k = random.log_real(1.0e-2, 1.0e3);
        let (Some(a), Some(b)) = (scaled(&random.piece(), k), scaled(&random.piece(), k)) else { continue };
        let b_in_a = Pose { p: k * random.place(6.0), q: Rot::from_angle(random.real(-3.2, 3.2)) };
        let way = if case % 2 == 0 { 2.0 * b_in_a.p } else { k * random.place(12.0) };
        let tolerance = 1.0e-3 * k;
        let found = piece_cast(&a, &b, b_in_a, way, tolerance);
        let (still, radii) = (Solid::of(&a, Pose::IDENTITY), f64::from(a.radius()) + f64::from(b.radius()));
        let core = Solid::of(&b, b_in_a);
        // In the frame of the moving a, b goes the other way.
        let room = |t: f64| {
            let by = P::of(way) * -t;
            let there = Solid { corners: core.corners.iter().map(|v| *v + by).collect(), radius: core.radius };
            core_distance(&still, &there) - radii
        };
        let (size, length) = (f64::from(k), P::of(way).length());
        let says = format!("{a:?} {b:?} {b_in_a:?} {way} {found:?}");
        let mut t = 0.0;
        for _ in 0..100_000 {
            let d = room(t);
            if d <= 1.0e-7 * size || t > 1.0 {
                break;
            }
            t += d / length;
        }
        match found {
            Some(hit) => {
                hits += 1;
                let early = (t - f64::from(hit.fraction)) * length / size;
                // They overlap nowhere before. (A grazing motion approaches slowly, so `early` says little then.)
                let before = |i: i32| room(f64::from(hit.fraction) * f64::from(i) / 20.0);
                assert!(hit.fraction == 0.0 || (0..=20).all(|i| before(i) > -1.0e-6 * size), "late {says}");
                // Early by the tolerance along the motion, or if the surfaces are that near already.
                let near = room(f64::from(hit.fraction)) / size;
                assert!(early < 1.3e-3 || near < 1.0e-3, "{early} {near} {says}");
                if hit.fraction > 0.0 {
                    earliest = earliest.max(near);
                    assert!((hit.normal.length() - 1.0).abs() < 1.0e-6, "{says}");
                }
            }
            None => assert!(t > 1.0 - 1.0e-6 || room(t) / size > -1.0e-6 && t <= 1.0, "missed at {t} {says}"),
        }
    }
    assert!(hits > 3_000, "{hits}");
    println!("a straight cast stops at most {earliest:.1e} of the size before the surface");
}

#[test]
fn special_straight_casts() {
    let disc = Piece::Circle(Circle::new(1.0).unwrap());
    let square = Piece::Polygon(Polygon::rect(2.0, 2.0).unwrap());
    let at = |x: f32, y: f32| Pose { p: vec2(x, y), q: Rot::IDENTITY };
    let hit = piece_cast(&square, &square, at(5.0, 1.0), vec2(6.0, 0.0), 1.0e-3).unwrap();
    assert_eq!((hit.fraction, hit.normal), (0.5, Vec2::X));
    // Past each other, away, without a motion, and not far enough.
    for (x, y, way) in [(5.0, 2.1, 6.0), (5.0, 0.0, -6.0), (5.0, 0.0, 0.0), (5.0, 0.0, 2.9)] {
        assert_eq!(piece_cast(&square, &square, at(x, y), vec2(way, 0.0), 1.0e-3), None);
    }
    // Pieces that overlap or touch hit at once, wherever they go.
    for (x, way) in [(1.0, 1.0), (1.0, -1.0), (1.0, 0.0), (2.0, 1.0), (2.0, -1.0), (2.0, 0.0)] {
        assert_eq!(piece_cast(&disc, &square, at(x, 0.0), vec2(way, 0.0), 1.0e-3).unwrap().fraction, 0.0);
    }
    for bad in [f32::NAN, f32::INFINITY, f32::MAX] {
        piece_cast(&disc, &square, at(bad, 0.0), vec2(1.0, 0.0), 1.0e-3);
        piece_cast(&disc, &square, at(3.0, 0.0), vec2(bad, bad), 1.0e-3);
    }
}

#[test]
fn nearest_points_of_outlines_are_on_their_rings() {
    let mut random = Random::new(141);
    for _ in 0..1_000 {
        let corner = |random: &mut Random, i: usize, count: usize, low: f32, high: f32| {
            let angle = 2.0 * carom_math::PI * i as f32 / count as f32;
            random.real(low, high) * Rot::from_angle(angle).rotate(Vec2::X)
        };
        let outer: Vec<Vec2> = (0..12).map(|i| corner(&mut random, i, 12, 1.0, 3.0)).collect();
        let hole: Vec<Vec2> = (0..5).map(|i| corner(&mut random, i, 5, 0.2, 0.6)).collect();
        let shape = Shape::from(Outline::with_holes(&outer, &[&hole]).unwrap());
        let pose = random.pose(10.0);
        for _ in 0..10 {
            let local = random.place(3.5);
            let point = pose.transform_point(local);
            let near = closest_point_shape(&shape, pose, point);
            let edges = |ring: &[Vec2]| {
                let ring: Vec<P> = ring.iter().map(|v| P::of(pose.transform_point(*v))).collect();
                (0..ring.len()).map(|i| (ring[i], ring[(i + 1) % ring.len()])).collect::<Vec<_>>()
            };
            let all = edges(&outer).into_iter().chain(edges(&hole));
            let truth = all.map(|(v, w)| point_edge(P::of(point), v, w)).fold(f64::INFINITY, f64::min);
            let inside = contains_point_shape(&shape, pose, point);
            let signed = if inside { -truth } else { truth };
            assert!((f64::from(near.distance) - signed).abs() < 1.0e-5, "{near:?} {signed}");
            let back = near.point + near.distance * near.normal;
            assert!((back - point).length() < 1.0e-4, "{near:?} {point}");
        }
    }
}
