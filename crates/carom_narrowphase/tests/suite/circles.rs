//! A polygon and a circle in every region, against the distance to all edges in f64; whole shapes against each other.

use crate::brute::{P, Solid, point_edge, separation};
use crate::random::{Random, scaled};
use carom_math::{Pose, Rot, Vec2, vec2};
use carom_narrowphase::{Sat, SatFeature, collide, collide_polygon_circle, collide_shapes, sat_circle};
use carom_shapes::{Chain, Circle, Piece, Polygon, Shape};

#[test]
fn sat_circle_is_right_in_every_region() {
    let mut random = Random::new(140);
    let (mut edges, mut corners, mut inside) = (0, 0, 0);
    let mut worst = 0.0_f64;
    for _ in 0..10_000 {
        let k = random.log_real(1.0e-3, 3.0e3);
        let Some(Piece::Polygon(polygon)) = scaled(&Piece::Polygon(random.polygon()), k) else { continue };
        let circle = Circle::at(0.1 * k * random.place(1.0), k * random.real(0.01, 1.5)).unwrap();
        let pose = Pose::new(k * random.place(3.0), random.real(-3.0, 3.0));
        let solid = Solid::of(&Piece::Polygon(polygon.clone()), Pose::IDENTITY);
        let center = Solid::of(&Piece::Circle(circle), pose).corners[0];
        let to_edges = solid.edges().map(|(v, w)| point_edge(center, v, w)).fold(f64::INFINITY, f64::min);
        let held = solid.core_contains(center);
        let truth = if held { -to_edges } else { to_edges } - solid.radius - f64::from(circle.radius());
        let found = sat_circle(&polygon, &circle, pose);
        let says = format!("{polygon:?} {circle:?} {pose:?} {found:?} {truth}");
        let tolerance = 2.0e-6 * f64::from(k);
        // The feature is as far as the nearest edge.
        let (v, w) = match found {
            Sat::Touching { depth, feature, .. } => {
                let error = (f64::from(depth) + truth).abs();
                worst = worst.max(error / f64::from(k));
                assert!(error < tolerance, "{says}");
                match feature {
                    SatFeature::EdgeOfA { edge, .. } => {
                        edges += usize::from(!held);
                        inside += usize::from(held);
                        solid.edges().nth(edge).unwrap()
                    }
                    SatFeature::CornerOfA(corner) => {
                        corners += 1;
                        (solid.corners[corner], solid.corners[corner])
                    }
                    _ => panic!("{says}"),
                }
            }
            Sat::Separated { axis, gap, .. } => {
                assert!(f64::from(gap) <= truth + tolerance && truth > -tolerance, "{says}");
                let n = P::of(axis);
                let proof = n.dot(center) - solid.highest(n) - solid.radius - f64::from(circle.radius());
                assert!((proof - f64::from(gap)).abs() < tolerance, "{says}");
                continue;
            }
        };
        assert!((point_edge(center, v, w) - to_edges).abs() < tolerance, "{says}");
        // The manifold says the same.
        let m = collide_polygon_circle(&polygon, &circle, pose, 0.0);
        let Sat::Touching { normal, depth, .. } = found else { unreachable!() };
        assert!(m.count == 1 && (m.points[0].separation + depth).abs() < 1.0e-6 * k, "{says} {m:?}");
        assert!(m.normal.dot(normal) > 0.9999 || depth < 1.0e-5 * k, "{says} {m:?}");
    }
    assert!(edges > 500 && corners > 300 && inside > 500, "{edges} {corners} {inside}");
    println!("worst error of a circle's depth: {worst:.1e} of the size");
}

#[test]
fn special_circles() {
    let square = Polygon::rect(2.0, 2.0).unwrap();
    let ball = Circle::new(0.5).unwrap();
    let at = |x: f32, y: f32| sat_circle(&square, &ball, Pose { p: vec2(x, y), q: Rot::IDENTITY });
    assert_eq!(at(1.5, 0.0).mtv(), Some(Vec2::ZERO));
    assert_eq!(at(0.0, 0.0).mtv().map(Vec2::length), Some(1.5));
    assert_eq!(at(0.75, 0.0).mtv(), Some(vec2(0.75, 0.0)));
    assert!(matches!(at(1.3, 1.3).feature(), SatFeature::CornerOfA(2)));
    assert!(!at(1.4, 1.4).is_touching());
    // The centre on a corner, exactly.
    assert_eq!(at(1.0, 1.0).mtv().map(Vec2::length), Some(0.5));
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        assert!(!at(bad, 0.0).is_touching() && !at(bad, bad).is_touching());
        sat_circle(&square, &ball, Pose { p: Vec2::ZERO, q: Rot { c: bad, s: 0.0 } });
    }
}

#[test]
fn shapes_collide_piece_by_piece() {
    let mut random = Random::new(141);
    let mut touching = 0;
    for _ in 0..10_000 {
        let n = 3 + random.below(9);
        let points: Vec<Vec2> = (0..n).map(|i| vec2(i as f32, random.real(-1.0, 1.0))).collect();
        let chain = Shape::Chain(Chain::open(&points).unwrap());
        let polygon = random.polygon();
        let pose = random.pose(10.0);
        let there =
            pose.compose(Pose::new(vec2(random.real(0.0, n as f32), random.real(-2.0, 2.0)), random.real(-3.0, 3.0)));
        let (mut seen, mut in_reach) = (Vec::new(), Vec::new());
        let any = collide_shapes(&chain, pose, &Shape::Polygon(polygon.clone()), there, 0.1, |i, k, m| {
            assert_eq!(k, 0);
            assert!((m.normal.length() - 1.0).abs() < 1.0e-5);
            seen.push(i);
        });
        for i in 0..n - 1 {
            let m = collide(&chain.piece(i), &Piece::Polygon(polygon.clone()), pose.inv_mul(there), 0.1);
            if m.count > 0 {
                in_reach.push(i);
            }
        }
        assert_eq!(seen, in_reach);
        assert_eq!(any, !seen.is_empty());
        touching += usize::from(any);
    }
    assert!(touching > 3_300, "{touching}");
    // In the world, at the contact point.
    let (a, b) = (Shape::from(Circle::new(1.0).unwrap()), Shape::from(Polygon::rect(2.0, 2.0).unwrap()));
    let (pa, pb) = (Pose::new(vec2(5.0, 5.0), 1.0), Pose::new(vec2(6.9, 5.0), 0.0));
    collide_shapes(&a, pa, &b, pb, 0.0, |_, _, m| {
        assert!(
            (m.normal - Vec2::X).length() < 1.0e-6 && (m.points[0].point - vec2(5.95, 5.0)).length() < 1.0e-5,
            "{m:?}"
        );
    });
    let deep = separation(&Solid::of(&a.piece(0), pa), &Solid::of(&b.piece(0), pb));
    assert!((deep + 0.1).abs() < 1.0e-6);
}

#[test]
fn manifolds_of_shapes_far_from_the_origin() {
    let mut random = Random::new(142);
    let (mut touching, mut worst) = (0, 0.0_f64);
    for _ in 0..10_000 {
        let (a, b, pose) = random.pair();
        let (Piece::Polygon(a), Piece::Polygon(b)) = (a, b) else { continue };
        let world = random.pose(1.0e5);
        let there = world.compose(pose);
        let truth =
            separation(&Solid::of(&Piece::Polygon(a.clone()), world), &Solid::of(&Piece::Polygon(b.clone()), there));
        collide_shapes(&Shape::Polygon(a), world, &Shape::Polygon(b), there, 0.1, |_, _, m| {
            touching += 1;
            let least = m.points().iter().map(|p| f64::from(p.separation)).fold(f64::INFINITY, f64::min);
            // a's axis is preferred if it is nearly as good: a ten-thousandth of the depth.
            worst = worst.max((least - truth).abs() - 1.0e-4 * truth.abs());
        });
    }
    assert!(touching > 1_000 && worst < 2.0e-5, "{touching} {worst}");
    println!("worst error of a separation, places to 1e5 m: {worst:.1e} m");
}
