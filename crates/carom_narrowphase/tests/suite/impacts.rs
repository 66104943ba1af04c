//! Time of impact against a march in f64 whose step no motion can outrun.

use crate::brute::{P, Solid, core_distance};
use crate::random::{Random, regular};
use carom_math::{Pose, Rot, Vec2, lowest_of_parabola, vec2};
use carom_narrowphase::{Impact, Sweep, time_of_impact};
use carom_shapes::{Capsule, Circle, Piece, Polygon, Segment};

/// The core of `piece` at time `t`, in f64 throughout.
fn placed(piece: &Piece, sweep: &Sweep, t: f64) -> Solid {
    let mix = |p: f32, q: f32| f64::from(p) * (1.0 - t) + f64::from(q) * t;
    let (c, s) = (mix(sweep.q0.c, sweep.q1.c), mix(sweep.q0.s, sweep.q1.s));
    let length = (c * c + s * s).sqrt();
    let (c, s) = (c / length, s / length);
    let center = P(mix(sweep.c0.x, sweep.c1.x), mix(sweep.c0.y, sweep.c1.y));
    let mut solid = Solid::of(piece, Pose::IDENTITY);
    for p in &mut solid.corners {
        let r = *p - P::of(sweep.local_center);
        *p = center + P(c * r.0 - s * r.1, s * r.0 + c * r.1);
    }
    solid
}

pub fn at(a: &Piece, sa: &Sweep, b: &Piece, sb: &Sweep, t: f64) -> f64 {
    let (a, b) = (placed(a, sa, t), placed(b, sb, t));
    core_distance(&a, &b) - a.radius - b.radius
}

/// Bound on the speed of a point of the piece, in lengths per sweep.
fn speed(piece: &Piece, sweep: &Sweep) -> f64 {
    let (q0, q1) = (sweep.q0, sweep.q1);
    let half_cos2 = 0.5 * (1.0 + f64::from(q0.c * q1.c + q0.s * q1.s));
    let turn = f64::from(q0.c * q1.s - q0.s * q1.c).abs() / half_cos2;
    f64::from((sweep.c1 - sweep.c0).length()) + turn * f64::from(piece.reach(sweep.local_center))
}

/// The first time, up to `until`, at which they are as near as `target`: conservative advancement, which cannot miss.
fn march(a: &Piece, sa: &Sweep, b: &Piece, sb: &Sweep, target: f64, until: f64) -> Option<f64> {
    let fast = speed(a, sa) + speed(b, sb) + 1.0e-9;
    let mut t = 0.0;
    loop {
        let d = at(a, sa, b, sb, t);
        if d <= target {
            return Some(t);
        }
        let room = d - target;
        t += (if room > 2.0e-5 { room } else { 2.0e-5 }) / fast;
        if t > until {
            return None;
        }
    }
}

fn sweep(random: &mut Random, from: Vec2, to: Vec2, turn: f32) -> Sweep {
    let angle = random.real(-3.1, 3.1);
    Sweep {
        local_center: 0.3 * random.place(1.0),
        c0: from,
        c1: to,
        q0: Rot::from_angle(angle),
        q1: Rot::from_angle(angle + turn * random.real(-1.0, 1.0)),
    }
}

pub fn check(a: &Piece, sa: &Sweep, b: &Piece, sb: &Sweep, target: f32, tolerance: f32) -> Impact {
    let impact = time_of_impact(a, sa, b, sb, target, tolerance);
    let says = format!("{a:?} {sa:?}\n{b:?} {sb:?}\n{impact:?}");
    // The cores keep half a tolerance.
    let least = 0.5 * f64::from(tolerance) - f64::from(a.radius()) - f64::from(b.radius());
    let goal = f64::from(target).max(least);
    let ulp = 4.0
        * f64::from(
            f32::EPSILON
                * [sa.c0, sa.c1, sb.c0, sb.c1].map(|c| c.abs().max_element()).into_iter().fold(0.0, carom_math::max),
        );
    match impact {
        Impact::Overlapped => assert!(at(a, sa, b, sb, 0.0) <= goal + 1.0e-6, "not overlapped: {says}"),
        Impact::Separated => {
            let late = march(a, sa, b, sb, goal - 1.0e-5, 1.0);
            assert!(late.is_none(), "missed at {late:?}: {says}");
        }
        Impact::Hit { time, normal } => {
            let time = f64::from(time);
            assert!((0.0..=1.0).contains(&time), "{says}");
            let late = march(a, sa, b, sb, goal - 1.0e-5, time - 1.0e-9);
            assert!(late.is_none(), "late, {late:?}: {says}");
            let left = at(a, sa, b, sb, time);
            // With a target of 0 or more, the whole tolerance at most; the time has 24 bits.
            let rounded = f64::from(f32::EPSILON) * (speed(a, sa) + speed(b, sb));
            let most = goal + (0.5 * f64::from(tolerance)).max(ulp) + rounded;
            assert!(left <= most, "early, {left}: {says}");
            assert!((P::of(normal).length() - 1.0).abs() < 1.0e-5, "{says}");
        }
    }
    impact
}

#[test]
fn time_of_impact_is_never_late_and_hardly_early() {
    let mut random = Random::new(40);
    let mut hits = 0;
    let cases = if cfg!(debug_assertions) { 10_000 } else { 100_000 };
    for case in 0..cases {
        let (a, b) = (random.piece(), random.piece());
        // Far and fast, or near and grazing.
        let far = if case % 3 == 0 { 20.0 } else { 4.0 };
        let turn = [0.0, 0.3, 1.5, 2.5][case % 4];
        let (from, to) = (random.place(far), random.place(far));
        let sa = sweep(&mut random, from, to, turn);
        let still = case % 2 == 0;
        let from = random.place(1.0);
        let to = if still { from } else { random.place(far) };
        let sb = sweep(&mut random, from, to, if still { 0.0 } else { turn });
        let target = [0.005, 0.0, -0.004, 0.02][(case / 5) % 4];
        hits += usize::from(matches!(check(&a, &sa, &b, &sb, target, 1.0e-3), Impact::Hit { .. }));
    }
    println!("{hits} hits of {cases}");
    assert!(hits > cases / 5, "{hits}");
}

/// Two cores that are points have a closed form: near and 1e5 m away, grazing, within the tolerance, separating, and
/// overlapping.
#[test]
fn discs_about_their_own_centres_meet_in_time() {
    let mut random = Random::new(44);
    let mut hits = 0;
    let cases = 10_000;
    for case in 0..cases {
        let (ra, rb) = (random.real(0.01, 1.0), random.real(0.01, 1.0));
        let target = [0.005, 0.0, -0.004, -0.5 * (ra + rb), -2.0][case % 5];
        let center = random.place([1.0, 100.0, 1.0e5][case % 3]);
        // The lateral distance at which they pass each other, and the start of the motion.
        let side = ra + rb + target + random.real(-1.0, 1.0) * [1.0e-4, 1.0e-3, 0.1, ra + rb][(case / 3) % 4];
        let start = [random.real(1.0, 20.0), random.real(0.0, 1.5), 1.0e-3, -1.0][(case / 12) % 4];
        let along = random.direction();
        let across = vec2(-along.y, along.x) * side;
        let still = Sweep { c0: center, c1: center, ..sweep(&mut random, center, center, 2.0) };
        let (from, to) = (center + across - along * start, center + across + along * random.real(0.0, 20.0));
        let moving = sweep(&mut random, from, to, 2.0);
        let disc = |sweep: &Sweep, radius| Piece::Circle(Circle::at(sweep.local_center, radius).unwrap());
        let (a, b) = (disc(&still, ra), disc(&moving, rb));
        let impact = check(&a, &still, &b, &moving, target, 1.0e-3);
        hits += usize::from(matches!(impact, Impact::Hit { .. }));
    }
    println!("{hits} hits of {cases}");
    assert!(hits > cases / 10, "{hits}");
}

#[test]
fn bullet_stops_at_a_thin_wall() {
    let wall = Piece::Segment(Segment::new(vec2(0.0, -5.0), vec2(0.0, 5.0)).unwrap());
    let ball = Piece::Circle(Circle::new(0.1).unwrap());
    let sweep = Sweep::between(Vec2::ZERO, Pose::new(vec2(-1000.0, 0.0), 0.0), Pose::new(vec2(1000.0, 0.0), 0.0));
    let impact = time_of_impact(&ball, &sweep, &wall, &Sweep::still(Pose::IDENTITY), 0.0, 1.0e-3);
    let Impact::Hit { time, normal } = impact else { panic!("{impact:?}") };
    let left = -0.1 - sweep.pose_at(time).p.x;
    assert!((-1.3e-4..1.2e-3).contains(&left), "{left}");
    assert!(normal.x > 0.999);
}

#[test]
fn long_spinning_bar_and_sliding_on_the_ground() {
    let ground = Piece::Polygon(Polygon::rect(200.0, 1.0).unwrap());
    let still = Sweep::still(Pose::new(vec2(0.0, -0.5), 0.0));
    let bar = Piece::Capsule(Capsule::horizontal(10.0, 0.05).unwrap());
    let mut random = Random::new(41);
    for _ in 0..200 {
        let (from, to) = (vec2(0.0, random.real(0.1, 8.0)), vec2(30.0, random.real(-3.0, 8.0)));
        let mut moving = sweep(&mut random, from, to, 3.0);
        moving.local_center = Vec2::ZERO;
        check(&bar, &moving, &ground, &still, 0.005, 1.0e-3);
    }
    // Just above the ground, never nearer: no hit.
    let square = Piece::Polygon(Polygon::rect(1.0, 1.0).unwrap());
    let slide = Sweep::between(Vec2::ZERO, Pose::new(vec2(-50.0, 0.5055), 0.0), Pose::new(vec2(50.0, 0.5055), 0.0));
    assert_eq!(check(&square, &slide, &ground, &still, 0.005, 1.0e-3), Impact::Separated);
    let ring = Piece::Polygon(regular(360, 0.5));
    let mut roll = slide;
    roll.q1 = Rot::from_angle(2.0);
    check(&ring, &roll, &ground, &still, 0.005, 1.0e-3);
}

#[test]
fn starts_and_numbers_that_are_none() {
    let ball = Piece::Circle(Circle::new(0.5).unwrap());
    let there = Sweep::still(Pose::new(vec2(0.9, 0.0), 0.0));
    let here = Sweep::still(Pose::IDENTITY);
    assert_eq!(time_of_impact(&ball, &here, &ball, &there, 0.0, 1.0e-3), Impact::Overlapped);
    let mut bad = here;
    bad.c1.x = f32::NAN;
    assert_eq!(time_of_impact(&ball, &bad, &ball, &there, 0.0, 1.0e-3), Impact::Separated);
    // Half a turn, and no turn at all, end as well.
    let mut half = here;
    half.q1 = Rot { c: -1.0, s: 0.0 };
    let bar = Piece::Capsule(Capsule::horizontal(2.0, 0.05).unwrap());
    let near = Sweep::still(Pose::new(vec2(0.0, 0.8), 0.0));
    assert!(matches!(time_of_impact(&bar, &half, &ball, &near, 0.0, 1.0e-3), Impact::Hit { .. }));
}

#[test]
fn lowest_is_the_least_of_the_parabola() {
    let mut random = Random::new(31);
    for _ in 0..10_000 {
        let mut number = |least, most| f64::from(random.real(least, most));
        let (first, last, sag) = (number(-2.0, 2.0), number(-2.0, 2.0), number(-0.5, 1.0));
        let sag = if sag > 0.0 { sag } else { 0.0 };
        let at = |u: f64| first + (last - first) * u - 4.0 * sag * u * (1.0 - u);
        let least =
            (0..=1_000).map(|k| at(f64::from(k) / 1_000.0)).fold(f64::INFINITY, |a, b| if a < b { a } else { b });
        let found = lowest_of_parabola(first, last, sag);
        assert!(
            found <= least + 1.0e-12 && found >= least - 4.0e-6 * sag - 1.0e-12,
            "{first} {last} {sag}: {found} {least}"
        );
    }
}

/// Half a turn between exact opposites goes through no rotation at all: its curvature is no number.
#[test]
fn half_a_turn_far_away_hits_nothing() {
    let square = Piece::Polygon(Polygon::rect(1.0, 1.0).unwrap());
    let sweep = |x: f32, q1: Rot| {
        let c = vec2(x, 0.0);
        Sweep { local_center: Vec2::ZERO, c0: c, c1: c, q0: Rot::IDENTITY, q1 }
    };
    let half = Rot { c: -1.0, s: 0.0 };
    for (own, other) in [(half, Rot::IDENTITY), (Rot::IDENTITY, half), (half, half)] {
        let impact = time_of_impact(&square, &sweep(0.0, own), &square, &sweep(5.0, other), 1.0e-3, 1.0e-3);
        assert_eq!(impact, Impact::Separated);
    }
}
