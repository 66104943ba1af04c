//! Manifolds of all pairs without links against brute force.

use crate::brute::{P, Solid, gap, separation};
use crate::random::Random;
use carom_math::{Pose, vec2};
use carom_narrowphase::collide;
use carom_shapes::{Manifold, Piece};

pub fn least(m: &Manifold) -> f64 {
    m.points().iter().map(|p| f64::from(p.separation)).fold(f64::INFINITY, f64::min)
}

/// Everything that must hold of one manifold.
pub fn check(a: &Piece, b: &Piece, pose: Pose, reach: f32) -> Manifold {
    let m = collide(a, b, pose, reach);
    let (sa, sb) = (Solid::of(a, Pose::IDENTITY), Solid::of(b, pose));
    let truth = separation(&sa, &sb);
    let tolerance = 1.0e-4 * sa.size().max(sb.size());
    let says = format!("{a:?}\n{b:?}\n{pose:?}\n{m:?}\ntruth {truth}");
    if truth > f64::from(reach) + tolerance {
        assert_eq!(m.count, 0, "apart: {says}");
    }
    if truth < f64::from(reach) - tolerance {
        assert!(m.count > 0, "touching: {says}");
    }
    if m.count == 0 {
        return m;
    }
    let n = P::of(m.normal);
    assert!((n.length() - 1.0).abs() < 1.0e-5, "unit normal: {says}");
    // One of two axes that are nearly as good is preferred (see PREFER_A).
    let slack = tolerance + 1.0e-4 * truth.abs();
    assert!((least(&m) - truth).abs() < slack, "separation: {says}");
    assert!((gap(&sa, &sb, n) - truth).abs() < slack, "normal, gap {}: {says}", gap(&sa, &sb, n));
    for p in m.points() {
        assert!(p.separation <= reach, "reach: {says}");
        let half = n * (0.5 * f64::from(p.separation));
        let (on_a, on_b) = (P::of(p.point) - half, P::of(p.point) + half);
        assert!(sa.core_distance_to(on_a) < sa.radius + slack, "point on a: {says}");
        assert!(sb.core_distance_to(on_b) < sb.radius + slack, "point on b: {says}");
    }
    m
}

#[test]
fn every_pair_is_as_brute_force_says() {
    let mut random = Random::new(1);
    for _ in 0..10_000 {
        let (a, b, pose) = random.pair();
        check(&a, &b, pose, 0.02);
        check(&a, &b, pose, 1.0);
    }
}

#[test]
fn no_push_is_shorter() {
    let mut random = Random::new(2);
    for _ in 0..500 {
        let (a, b, pose) = random.pair();
        let m = collide(&a, &b, pose, 0.0);
        if m.count == 0 {
            continue;
        }
        let (sa, sb) = (Solid::of(&a, Pose::IDENTITY), Solid::of(&b, pose));
        for k in 0..3600 {
            let (s, c) = carom_math::sin_cos(k as f32 * (carom_math::PI / 1800.0));
            let push = -gap(&sa, &sb, P::of(vec2(c, s)));
            assert!(push > -least(&m) - 1.0e-3 * (1.0 + push.abs()), "{a:?} {b:?} {pose:?} {m:?} {push}");
        }
    }
}

#[test]
fn same_contact_from_both_sides() {
    let mut random = Random::new(3);
    for _ in 0..10_000 {
        let (a, b, pose) = random.pair();
        let there = collide(&a, &b, pose, 0.02);
        let back = check(&b, &a, pose.inverse(), 0.02);
        let (sa, sb) = (Solid::of(&a, Pose::IDENTITY), Solid::of(&b, pose));
        let size = sa.size().max(sb.size()) as f32;
        let normal = -pose.q.rotate(back.normal);
        if there.count == 0 || back.count == 0 || normal.dot(there.normal) < 0.9999 {
            continue; // Two axes as good as each other, or at the limit of the reach: `check` has judged both.
        }
        assert!((least(&there) - least(&back)).abs() < 2.0e-3 * f64::from(size), "{a:?} {b:?} {pose:?}");
        if there.count == 2 && back.count == 2 && normal.dot(there.normal) > 0.999_999_9 {
            for p in there.points() {
                let near = back.points().iter().map(|q| (pose.transform_point(q.point) - p.point).length());
                let near = near.fold(f32::INFINITY, carom_math::min);
                assert!(near < 5.0e-3 * size, "{near}\n{a:?}\n{b:?}\n{pose:?}\n{there:?}\n{back:?}");
                assert!(back.points().iter().any(|q| q.id.flipped() == p.id), "{there:?} {back:?}");
            }
        }
    }
}

#[test]
fn depth_does_not_depend_on_the_frame() {
    let mut random = Random::new(4);
    for _ in 0..10_000 {
        let (a, b, pose) = random.pair();
        let world = random.pose(10.0);
        let moved = world.inv_mul(world.compose(pose));
        let (m, k) = (collide(&a, &b, pose, 0.02), collide(&a, &b, moved, 0.02));
        if m.count > 0 && k.count > 0 {
            let size = 1.0 + least(&m).abs();
            assert!((least(&m) - least(&k)).abs() < 1.0e-4 * size, "{a:?} {b:?} {pose:?} {m:?} {k:?}");
        }
    }
}

#[test]
fn ids_stay_under_small_motion() {
    let mut random = Random::new(5);
    let (mut compared, mut candidates) = (0, 0);
    for _ in 0..10_000 {
        let (a, b, pose) = random.pair();
        let by = 1.0e-5 * random.place(1.0);
        let moved = Pose { p: pose.p + by, q: pose.q.turned(random.real(-1.0e-5, 1.0e-5)) };
        let (m, k) = (collide(&a, &b, pose, 0.02), collide(&a, &b, moved, 0.02));
        if m.count == 0 || m.count != k.count || m.normal.dot(k.normal) < 0.999_999 {
            continue;
        }
        candidates += 1;
        let ids = |m: &Manifold| m.points().iter().map(|p| p.id).collect::<Vec<_>>();
        if ids(&m) != ids(&k) {
            // Only if another feature has just become as near: a corner of a blunt outline.
            let near = |p: usize| (m.points[p].point - k.points[p].point).length();
            assert!(near(0) > 1.0e-3 || near(1) > 1.0e-3 || m.count == 1, "{a:?} {b:?} {pose:?} {m:?} {k:?}");
            continue;
        }
        compared += 1;
    }
    assert!(candidates > 2_000 && compared * 100 > candidates * 99, "{compared} of {candidates}");
}
