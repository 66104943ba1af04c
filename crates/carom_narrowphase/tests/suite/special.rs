//! Cases that random pieces miss: touching exactly, parallel, huge, thin, many corners, not finite.

use crate::brute::{Solid, separation};
use crate::pairs::{check, least};
use crate::random::{Random, regular};
use carom_math::{Pose, Rot, Vec2, vec2};
use carom_narrowphase::{collide, contains_point, distance, ray_cast};
use carom_shapes::{Capsule, Circle, Link, Piece, Polygon, Segment};

fn at(x: f32, y: f32) -> Pose {
    Pose { p: vec2(x, y), q: Rot::IDENTITY }
}

fn square(size: f32) -> Piece {
    Piece::Polygon(Polygon::rect(size, size).unwrap())
}

fn ball(radius: f32) -> Piece {
    Piece::Circle(Circle::new(radius).unwrap())
}

/// One of each kind.
fn zoo() -> Vec<Piece> {
    let link = |one_sided| {
        let (before, a, b, after) = (vec2(-2.0, 0.1), vec2(-1.0, 0.0), vec2(1.0, 0.0), vec2(2.0, -0.5));
        Piece::Link(Link { before, a, b, after, one_sided, ends: [false; 2] })
    };
    vec![
        ball(0.5),
        Piece::Capsule(Capsule::horizontal(1.0, 0.2).unwrap()),
        Piece::Capsule(Capsule::horizontal(0.0, 0.2).unwrap()),
        Piece::Segment(Segment::new(vec2(-1.0, 0.0), vec2(1.0, 0.2)).unwrap()),
        square(1.0),
        Piece::Polygon(Polygon::rect(1.0, 0.5).unwrap().rounded(0.1).unwrap()),
        Piece::Polygon(regular(360, 1.0)),
        link(false),
        link(true),
    ]
}

#[test]
fn stacked_boxes_touch_in_two_points() {
    for (gap, expected) in [(0.0, 0.0), (-0.01, -0.01), (0.015, 0.015)] {
        for shift in [0.0, 0.3, -0.9] {
            let m = collide(&square(1.0), &square(1.0), at(shift, 1.0 + gap), 0.02);
            assert_eq!((m.count, m.normal), (2, vec2(0.0, 1.0)), "{m:?}");
            let width = (m.points[0].point.x - m.points[1].point.x).abs();
            assert!((width - (1.0 - shift.abs())).abs() < 1.0e-6, "{m:?}");
            for p in m.points() {
                assert!((p.separation - expected).abs() < 1.0e-6 && (p.point.y - (0.5 + 0.5 * gap)).abs() < 1.0e-6);
            }
        }
    }
}

#[test]
fn ids_do_not_depend_on_the_reference_face() {
    let ids = |tilt: f32, shift: f32| {
        let m = collide(&square(1.0), &square(1.0), Pose::new(vec2(shift, 0.997), tilt), 0.02);
        assert_eq!(m.count, 2);
        m.points.map(|p| p.id)
    };
    let first = ids(0.0, 0.3);
    for tilt in [-0.01, -1.0e-3, -1.0e-6, 1.0e-6, 1.0e-3, 0.01] {
        for shift in [0.3, 0.1, 0.0, -0.1] {
            assert_eq!(ids(tilt, shift), first, "{tilt} {shift}");
        }
    }
}

#[test]
fn on_top_of_each_other() {
    for piece in zoo() {
        for other in zoo() {
            let m = collide(&piece, &other, Pose::IDENTITY, 0.02);
            let link = matches!((&piece, &other), (Piece::Link(_), _) | (_, Piece::Link(_)));
            assert!(link || m.count > 0, "{piece:?} {other:?}");
            assert!(m.count == 0 || (m.normal.length() - 1.0).abs() < 1.0e-6, "{piece:?} {other:?} {m:?}");
            assert!(m.points().iter().all(|p| p.point.is_finite() && p.separation.is_finite()));
        }
    }
    let m = collide(&ball(0.5), &ball(0.25), Pose::IDENTITY, 0.02);
    assert_eq!((m.normal, m.points[0].separation), (vec2(0.0, 1.0), -0.75));
    assert_eq!(collide(&ball(0.5), &ball(0.5), at(1.0, 0.0), 0.0).points[0].separation, 0.0);
}

#[test]
fn flipped_points_are_in_the_frame_of_a() {
    let pose = Pose::new(vec2(10.0, 5.49), 1.0);
    let m = collide(&ball(0.5), &Piece::Polygon(Polygon::rect(1.0, 10.0).unwrap()), pose.inverse(), 0.1);
    let k = collide(&Piece::Polygon(Polygon::rect(1.0, 10.0).unwrap()), &ball(0.5), pose, 0.1);
    for (p, q) in m.points().iter().zip(k.points()) {
        assert!((pose.transform_point(p.point) - q.point).length() < 1.0e-5);
    }
    let link = Link {
        before: vec2(2.0, 0.0),
        a: vec2(1.0, 0.0),
        b: vec2(-1.0, 0.0),
        after: vec2(-2.0, 0.0),
        one_sided: true,
        ends: [false; 2],
    };
    let m = collide(&square(1.0), &Piece::Link(link), at(0.0, -0.49), 0.02);
    assert_eq!((m.count, m.normal), (2, vec2(0.0, -1.0)));
    assert!(m.points().iter().all(|p| (p.point.y + 0.495).abs() < 1.0e-6), "{m:?}");
}

#[test]
fn capsules_along_across_and_end_to_end() {
    let bar = Piece::Capsule(Capsule::horizontal(2.0, 0.1).unwrap());
    assert_eq!(check(&bar, &bar, at(0.5, 0.2), 0.02).count, 2);
    assert_eq!(check(&bar, &bar, Pose::new(vec2(0.5, 0.2), 1.0e-3), 0.02).count, 2);
    // Crossing: the way out along the shorter arm.
    let m = check(&bar, &bar, Pose::new(vec2(0.9, 0.3), 0.5 * carom_math::PI), 0.02);
    assert!((m.normal.x - 1.0).abs() < 1.0e-6 && (least(&m) + 0.3).abs() < 1.0e-5, "{m:?}");
    // On one line, apart and touching.
    for gap in [0.015_f32, 0.0, -0.05, -0.15] {
        let m = check(&bar, &bar, at(2.2 + gap, 0.0), 0.02);
        assert!((m.normal.x - 1.0).abs() < 1.0e-6 && (least(&m) - f64::from(gap)).abs() < 1.0e-6, "{m:?}");
    }
    let line = Piece::Segment(Segment::new(vec2(-1.0, 0.3), vec2(1.0, 0.7)).unwrap());
    check(&line, &line, Pose { p: vec2(2.01, 0.402), ..Pose::IDENTITY }, 0.02);
    let dot = Piece::Capsule(Capsule::horizontal(0.0, 0.1).unwrap());
    for other in [&bar, &dot, &line, &square(1.0)] {
        check(&dot, other, at(0.1, 0.15), 0.02);
        check(other, &dot, at(0.1, 0.15), 0.02);
    }
}

#[test]
fn needles() {
    let mut random = Random::new(60);
    let needle = Piece::Polygon(Polygon::new([vec2(0.0, 0.0), vec2(100.0, -0.005), vec2(100.0, 0.005)]).unwrap());
    // Tip to tip, and seen from the tip: the normals of both long sides say next to nothing.
    let back = Pose::new(vec2(-0.01, 0.0), carom_math::PI);
    assert!((least(&check(&needle, &needle, back, 0.02)) - 0.01).abs() < 1.0e-5);
    assert!((least(&check(&needle, &ball(0.5), at(-0.51, 0.0), 0.02)) - 0.01).abs() < 1.0e-5);
    for _ in 0..2_000 {
        let pose = Pose::new(random.place(1.0), random.real(-3.1, 3.1));
        for other in [square(0.5), ball(0.3), needle.clone(), Piece::Capsule(Capsule::vertical(1.0, 0.1).unwrap())] {
            check(&needle, &other, pose, 0.02);
            check(&other, &needle, pose, 0.02);
        }
    }
}

#[test]
fn rings_of_360_corners() {
    let mut random = Random::new(61);
    for _ in 0..300 {
        let (r, s) = (random.real(0.5, 5.0), random.real(0.5, 5.0));
        let (a, b) = (Piece::Polygon(regular(360, r)), Piece::Polygon(regular(360, s)));
        let p = random.direction() * (r + s + random.real(-1.0, 0.03));
        check(&a, &b, Pose::new(p, random.real(-3.0, 3.0)), 0.02);
        check(&a, &square(s), Pose::new(random.direction() * (r + 0.6 * s), random.real(-3.0, 3.0)), 0.02);
        check(&square(s), &a, Pose::new(random.direction() * (r + 0.6 * s), random.real(-3.0, 3.0)), 0.02);
    }
}

#[test]
fn small_box_on_a_wide_ground_far_from_the_origin() {
    let mut random = Random::new(62);
    for turn in [0.0, 0.5, 2.0] {
        for _ in 0..1_000 {
            let ground = Pose::new(random.place(2_000.0), turn);
            let x = random.real(-99.0, 99.0);
            let sunk = random.real(-0.01, 0.01);
            let floor = Piece::Polygon(Polygon::rect(200.0, 1.0).unwrap());
            let on_floor = Pose::new(vec2(x, 0.6 - sunk), 0.0);
            let m = collide(&floor, &square(0.2), on_floor, 0.02);
            assert_eq!((m.count, m.normal), (2, vec2(0.0, 1.0)));
            for p in m.points() {
                assert!((p.separation + sunk).abs() < 1.0e-6, "{sunk} {m:?}");
            }
            // The same from world poses: the loss is in the poses, a few units in their last place.
            let seen = ground.inv_mul(ground.compose(on_floor));
            let m = collide(&floor, &square(0.2), seen, 0.02);
            let truth = separation(&Solid::of(&floor, Pose::IDENTITY), &Solid::of(&square(0.2), seen));
            assert!((least(&m) - truth).abs() < 4.0e-5, "{truth} {m:?}");
            // The ground turned in its own frame.
            let tilted = Piece::Polygon(Polygon::rect_at(Pose::new(Vec2::ZERO, turn), 200.0, 1.0).unwrap());
            let m = collide(&tilted, &square(0.2), Pose::new(Vec2::ZERO, turn).compose(on_floor), 0.02);
            assert_eq!(m.count, 2);
            assert!((least(&m) + f64::from(sunk)).abs() < 4.0e-5, "{sunk} {m:?}");
        }
    }
}

#[test]
fn circle_and_polygon_in_every_region() {
    let mut random = Random::new(63);
    for _ in 0..10_000 {
        let polygon = Piece::Polygon(random.polygon());
        let circle = ball(random.real(0.01, 2.0));
        let pose = Pose { p: random.place(4.0), q: Rot::IDENTITY };
        check(&polygon, &circle, pose, 0.5);
        check(&circle, &polygon, pose, 0.5);
    }
}

#[test]
fn poses_that_are_not_numbers_make_no_contact() {
    let bad = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 1.0e38, 3.0e20];
    for a in zoo() {
        for b in zoo() {
            for x in bad {
                let poses = [
                    Pose { p: vec2(x, 0.0), q: Rot::IDENTITY },
                    Pose { p: vec2(x, x), q: Rot::IDENTITY },
                    Pose { p: vec2(0.3, 0.2), q: Rot { c: x, s: 0.0 } },
                    Pose { p: vec2(0.3, x), q: Rot { c: x, s: x } },
                ];
                for (i, pose) in poses.into_iter().enumerate() {
                    let m = collide(&a, &b, pose, 0.02);
                    assert!(i > 1 || m.count == 0, "{a:?} {b:?} {pose:?} {m:?}");
                    distance(&a, &b, pose);
                }
            }
        }
        for x in bad {
            contains_point(&a, vec2(x, x));
            ray_cast(&a, vec2(x, 0.0), vec2(0.0, x));
        }
    }
}

#[test]
fn the_same_bits_in_every_build() {
    let mut random = Random::new(64);
    let mut hash = carom_math::Hasher64::default();
    for _ in 0..10_000 {
        let (a, b, pose) = random.pair();
        let m = collide(&a, &b, pose, 0.02);
        hash.number(m.normal.x);
        hash.number(m.normal.y);
        for p in m.points() {
            hash.number(p.point.x);
            hash.number(p.point.y);
            hash.number(p.separation);
            hash.word(u64::from(p.id.0));
        }
        hash.number(distance(&a, &b, pose).distance);
    }
    // Changes with the method, and with the generator of `rand`; never with the build or the machine.
    assert_eq!(hash.finish(), 14_727_989_112_058_083_926);
}
