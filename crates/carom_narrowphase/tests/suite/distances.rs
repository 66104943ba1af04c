//! Distance against brute force.

use crate::brute::{P, Solid, core_distance, gap};
use crate::random::{Random, regular};
use carom_math::{Pose, Vec2, vec2};
use carom_narrowphase::{contains_point, distance};
use carom_shapes::{Circle, Piece, Polygon};

fn check(a: &Piece, b: &Piece, pose: Pose) {
    let d = distance(a, b, pose);
    let (sa, sb) = (Solid::of(a, Pose::IDENTITY), Solid::of(b, pose));
    let truth = core_distance(&sa, &sb);
    let radii = sa.radius + sb.radius;
    let tolerance = 1.0e-6 * (sa.size() + sb.size() + truth);
    let says = format!("{a:?} {b:?} {pose:?} {d:?} {truth}");
    assert!((f64::from(d.distance) - (truth - radii)).abs() < tolerance, "{says}");
    if truth > 1.0e-9 {
        let n = P::of(d.normal);
        assert!((n.length() - 1.0).abs() < 1.0e-6, "{says}");
        assert!((gap(&sa, &sb, n) - (truth - radii)).abs() < tolerance, "{says}");
        assert!(((P::of(d.point_b) - P::of(d.point_a)).dot(n) - (truth - radii)).abs() < 2.0 * tolerance, "{says}");
        assert!((sa.core_distance_to(P::of(d.point_a)) - sa.radius).abs() < tolerance, "{says}");
        assert!((sb.core_distance_to(P::of(d.point_b)) - sb.radius).abs() < tolerance, "{says}");
    } else if d.normal == Vec2::ZERO {
        assert!(sa.core_distance_to(P::of(d.point_a)) < tolerance, "{says}");
        assert!(sb.core_distance_to(P::of(d.point_b)) < tolerance, "{says}");
    }
}

#[test]
fn distance_is_as_brute_force_says() {
    let mut random = Random::new(30);
    for _ in 0..10_000 {
        let (a, b, pose) = random.pair();
        check(&a, &b, pose);
        check(&a, &b, random.pose(10.0));
        check(&Piece::Link(random.link()), &b, random.pose(2.0));
    }
}

#[test]
fn distance_of_needles_and_rings() {
    let needle = Piece::Polygon(Polygon::new([vec2(0.0, 0.0), vec2(100.0, -0.005), vec2(100.0, 0.005)]).unwrap());
    let ring = Piece::Polygon(regular(360, 5.0));
    let mut random = Random::new(31);
    for _ in 0..300 {
        let pose = random.pose(8.0);
        check(&needle, &needle, pose);
        check(&ring, &needle, pose);
        check(&ring, &ring, Pose { p: 2.0 * pose.p, q: pose.q });
    }
}

#[test]
fn touching_exactly() {
    let square = Piece::Polygon(Polygon::rect(1.0, 1.0).unwrap());
    for p in [vec2(1.0, 0.0), vec2(1.0, 0.5), vec2(1.0, 1.0), vec2(0.0, 0.0), vec2(0.25, -1.0)] {
        assert_eq!(distance(&square, &square, Pose { p, ..Pose::IDENTITY }).distance, 0.0, "{p}");
    }
    let ball = Piece::Circle(Circle::new(0.5).unwrap());
    assert_eq!(distance(&ball, &ball, Pose::IDENTITY).distance, -1.0);
    assert_eq!(distance(&ball, &ball, Pose::new(vec2(1.0, 0.0), 0.0)).distance, 0.0);
}

#[test]
fn contains_what_brute_force_holds() {
    let mut random = Random::new(32);
    let mut inside = 0;
    for _ in 0..10_000 {
        let piece = random.piece();
        let p = random.place(1.5);
        let solid = Solid::of(&piece, Pose::IDENTITY);
        let off = solid.core_distance_to(P::of(p)) - solid.radius;
        if off.abs() > 1.0e-6 {
            let expected = off < 0.0 && !matches!(piece, Piece::Segment(_));
            // A sharp polygon: inside means no distance from the core.
            let expected = expected || (solid.radius == 0.0 && solid.core_contains(P::of(p)));
            assert_eq!(contains_point(&piece, p), expected, "{piece:?} {p}");
            inside += usize::from(expected);
        }
    }
    assert!(inside > 1_500, "{inside}");
}
