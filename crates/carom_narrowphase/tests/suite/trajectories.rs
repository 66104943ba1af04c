//! Hits of a throw, against a fine march in f64.

use crate::brute::{P, Solid};
use crate::random::{Random, scaled};
use carom_math::{Pose, Rot, Vec2, vec2};
use carom_narrowphase::{Trajectory, ballistic_cast, ballistic_cast_shape};
use carom_shapes::{Chain, Circle, Link, Piece, Polygon, Segment, Shape};

fn center(throw: &Trajectory, t: f64) -> P {
    P::of(throw.from) + P::of(throw.velocity) * t + P::of(throw.gravity) * (0.5 * t * t)
}

/// The first time at which the ball touches: steps that its speed cannot outrun.
fn march(solids: &[Solid], throw: &Trajectory, least: f64) -> Option<f64> {
    let (g, v) = (P::of(throw.gravity).length(), P::of(throw.velocity).length());
    let (end, radius) = (f64::from(throw.duration), f64::from(throw.radius));
    let mut t = 0.0;
    loop {
        let p = center(throw, t);
        let room = solids.iter().map(|s| s.core_distance_to(p) - s.radius - radius).fold(f64::INFINITY, f64::min);
        if room <= 0.0 {
            return Some(t);
        }
        let room = room.max(least);
        // From now on it is slower than v + g t + g h for a time h: v h + g h^2 <= room.
        let fast = v + g * t + 1.0e-300;
        t += 2.0 * room / (fast + (fast * fast + 4.0 * g * room).sqrt());
        if t > end {
            return None;
        }
    }
}

fn check(pieces: &[Piece], pose: Pose, shape: Option<&Shape>, throw: &Trajectory, k: f64) -> bool {
    let solids: Vec<Solid> = pieces.iter().map(|p| Solid::of(p, pose)).collect();
    let found = match shape {
        Some(shape) => ballistic_cast_shape(shape, pose, throw),
        None => ballistic_cast(&pieces[0], pose, throw),
    };
    let least = 1.0e-4 * k;
    let truth = march(&solids, throw, least);
    let radius = f64::from(throw.radius);
    let room = |t: f64| {
        let p = center(throw, t);
        solids.iter().map(|s| s.core_distance_to(p) - s.radius - radius).fold(f64::INFINITY, f64::min)
    };
    let says = format!("{pieces:?} {pose:?} {throw:?} {found:?} {truth:?}");
    let Some(hit) = found else {
        // A hit deeper than the march's step is never missed.
        assert!(truth.is_none_or(|t| room(t) > -1.1 * least), "missed: {says}");
        let deep = (0..=400).map(|i| room(f64::from(throw.duration) * f64::from(i) / 400.0));
        let radii = radius + solids[0].radius;
        assert!(radii == 0.0 || deep.fold(f64::INFINITY, f64::min) > -2.0e-6 * k, "missed: {says}");
        return false;
    };
    let t = f64::from(hit.time);
    // The time is an f32: the ball's motion in half a unit of its last place.
    let speed = P::of(throw.velocity).length() + P::of(throw.gravity).length() * t;
    let grid = 1.0e-7 * t * speed + 1.0e-6 * k;
    assert!(room(t) < grid, "not there: {} {says}", room(t));
    assert!(t == 0.0 || room(t) > -grid, "too deep: {} {says}", room(t));
    assert!(
        truth.is_some_and(|u| u > t - 3.0 * least / speed.max(1.0e-9) - 1.0e-6 * t) || truth.is_none(),
        "late: {says}"
    );
    let n = P::of(hit.normal);
    assert!((n.length() - 1.0).abs() < 1.0e-6, "{says}");
    let moving = P::of(throw.velocity) + P::of(throw.gravity) * t;
    assert!(t == 0.0 || n.dot(moving) <= 1.0e-4 * speed, "{says}");
    assert!((P::of(hit.center) - center(throw, t)).length() < 2.0 * grid, "{says}");
    assert!((P::of(hit.point) + n * radius - P::of(hit.center)).length() < 1.0e-6 * k, "{says}");
    true
}

fn throw(random: &mut Random, k: f32, case: usize) -> Trajectory {
    // Half of them aimed at something near the origin.
    let (from, target) = (k * random.place(5.0), k * random.place(1.5));
    let gravity = if case.is_multiple_of(7) { Vec2::ZERO } else { vec2(0.0, -9.81) };
    let time = k.sqrt() * random.real(0.3, 1.5);
    let aimed = (target - from) / time - 0.5 * time * gravity;
    let speed = k.sqrt() * random.real(0.0, 12.0);
    Trajectory {
        from,
        velocity: if case.is_multiple_of(2) { aimed } else { speed * random.direction() },
        gravity,
        radius: if case.is_multiple_of(3) { 0.0 } else { k * random.real(0.01, 0.5) },
        duration: k.sqrt() * random.real(0.5, 3.0),
    }
}

#[test]
fn throws_are_as_a_march_says() {
    let mut random = Random::new(130);
    let mut hits = 0;
    for case in 0..10_000 {
        let k = random.log_real(1.0e-3, 3.0e3);
        let Some(piece) = scaled(&random.piece(), k) else { continue };
        let throw = throw(&mut random, k, case);
        let pose = Pose::new(k * random.place(1.0), random.real(-3.0, 3.0));
        hits += usize::from(check(&[piece], pose, None, &throw, 10.0 * f64::from(k)));
    }
    assert!(hits > 3_000, "{hits}");
}

#[test]
fn throws_at_chains() {
    let mut random = Random::new(131);
    let mut hits = 0;
    for case in 0..10_000 {
        let n = 3 + random.below(9);
        let points: Vec<Vec2> = (0..n).map(|i| vec2(2.0 * i as f32 - 5.0, random.real(-2.0, 2.0))).collect();
        let shape = Shape::Chain(Chain::open(&points).unwrap());
        let pieces: Vec<Piece> = (0..n - 1).map(|i| shape.piece(i)).collect();
        let throw = throw(&mut random, 1.0, case);
        let pose = Pose::new(random.place(2.0), random.real(-0.5, 0.5));
        hits += usize::from(check(&pieces, pose, Some(&shape), &throw, 10.0));
    }
    assert!(hits > 4_000, "{hits}");
}

#[test]
fn points_do_not_slip_through_corners() {
    let mut random = Random::new(132);
    for _ in 0..10_000 {
        let polygon = random.polygon().rounded(0.0).unwrap();
        let corner = polygon.vertices()[random.below(polygon.vertices().len())];
        let middle = polygon.vertices().iter().fold(Vec2::ZERO, |s, v| s + *v) / polygon.vertices().len() as f32;
        // Without gravity, over the corner into the middle.
        let out = corner - middle;
        let throw = Trajectory { gravity: Vec2::ZERO, ..Trajectory::new(corner + 3.0 * out, -4.0 * out, 0.0) };
        let hit = ballistic_cast(&Piece::Polygon(polygon.clone()), Pose::IDENTITY, &throw);
        assert!(hit.is_some_and(|h| (h.time - 0.75).abs() < 1.0e-3), "{polygon:?} {corner} {hit:?}");
    }
}

#[test]
fn special_throws() {
    let floor = Piece::Polygon(Polygon::rect(100.0, 2.0).unwrap());
    let at = |x: f32, y: f32| Pose { p: vec2(x, y), q: Rot::IDENTITY };
    // A fall of 4.905 m takes a second.
    let drop = Trajectory::new(vec2(0.0, 5.405), Vec2::ZERO, 0.5);
    let hit = ballistic_cast(&floor, at(0.0, -1.0), &drop).unwrap();
    assert!((hit.time - 1.0).abs() < 1.0e-6 && hit.normal == Vec2::Y && hit.point.length() < 1.0e-5, "{hit:?}");
    assert!((drop.place_at(1.0).y - 0.5).abs() < 1.0e-6 && (drop.velocity_at(1.0).y + 9.81).abs() < 1.0e-6);
    // Not for long enough; not at all.
    assert!(ballistic_cast(&floor, at(0.0, -1.0), &Trajectory { duration: 0.9, ..drop }).is_none());
    assert!(ballistic_cast(&floor, at(0.0, -1.0), &Trajectory { duration: 0.0, ..drop }).is_none());
    assert!(ballistic_cast(&floor, at(0.0, -1.0), &Trajectory { gravity: Vec2::ZERO, ..drop }).is_none());
    // From the floor up and down again: it leaves, and lands.
    let jump = Trajectory::new(vec2(0.0, 0.5), vec2(0.0, 9.81), 0.5);
    let hit = ballistic_cast(&floor, at(0.0, -1.0), &jump).unwrap();
    assert!((hit.time - 2.0).abs() < 1.0e-6, "{hit:?}");
    // Starting deep inside.
    assert_eq!(ballistic_cast(&floor, Pose::IDENTITY, &Trajectory { from: vec2(0.0, 0.5), ..jump }).unwrap().time, 0.0);
    // Exactly onto the upper end of a wall without width, and along it from below.
    let wall = Piece::Segment(Segment::new(vec2(0.0, 0.0), vec2(0.0, 3.0)).unwrap());
    let hit = ballistic_cast(&wall, Pose::IDENTITY, &Trajectory::new(vec2(0.0, 7.905), Vec2::ZERO, 0.0)).unwrap();
    assert!((hit.time - 1.0).abs() < 1.0e-6 && hit.normal == Vec2::Y);
    let up = Trajectory::new(vec2(0.0, -1.0), vec2(0.0, 9.0), 0.0);
    assert_eq!(ballistic_cast(&wall, Pose::IDENTITY, &up).unwrap().normal, Vec2::NEG_Y);
    // Up through a one-sided floor, and down on it.
    let link = Link {
        before: vec2(9.0, 0.0),
        a: vec2(5.0, 0.0),
        b: vec2(-5.0, 0.0),
        after: vec2(-9.0, 0.0),
        one_sided: true,
        ends: [false; 2],
    };
    for radius in [0.0, 0.25] {
        let through = Trajectory::new(vec2(0.0, -1.0), vec2(1.0, 9.0), radius);
        let hit = ballistic_cast(&Piece::Link(link), Pose::IDENTITY, &through).unwrap();
        assert!((hit.center.y - radius).abs() < 1.0e-6 && hit.normal == Vec2::Y && hit.time > 1.0, "{hit:?}");
    }
    // The top of the flight just touches.
    let ball = Piece::Circle(Circle::new(1.0).unwrap());
    let top = Trajectory::new(vec2(0.0, -6.905), vec2(0.0, 9.81), 1.001);
    assert!(ballistic_cast(&ball, Pose::IDENTITY, &top).is_some_and(|h| (h.time - 1.0).abs() < 0.02));
    assert!(ballistic_cast(&ball, Pose::IDENTITY, &Trajectory { radius: 0.999, ..top }).is_none());
    for bad in [f32::NAN, f32::INFINITY, 1.0e38] {
        for piece in [&floor, &wall, &ball, &Piece::Link(link)] {
            ballistic_cast(piece, at(bad, 0.0), &drop);
            for throw in [
                Trajectory { from: vec2(bad, 0.0), ..drop },
                Trajectory { velocity: vec2(bad, bad), ..drop },
                Trajectory { gravity: vec2(bad, 0.0), ..drop },
                Trajectory { radius: bad, ..drop },
                Trajectory { duration: bad, ..drop },
            ] {
                ballistic_cast(piece, Pose::IDENTITY, &throw);
            }
        }
    }
    assert!(ballistic_cast(&ball, Pose::IDENTITY, &Trajectory { radius: -1.0, ..drop }).is_none());
}
