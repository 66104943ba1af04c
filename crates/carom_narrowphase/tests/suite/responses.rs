//! The laws of one impact: momentum, energy, restitution, the friction cone; and shapes pushed apart.

use crate::brute::P;
use crate::random::{Random, scaled};
use carom_math::{Pose, Rot, Vec2, vec2};
use carom_narrowphase::{ImpactBody, ImpactPoint, push_apart, resolve, separation_shapes, share_push};
use carom_shapes::{Chain, Circle, Piece, Polygon, Shape};

fn mover(random: &mut Random) -> ImpactBody {
    let (mass, inertia) = (random.log_real(1.0e-2, 1.0e2), random.log_real(1.0e-2, 1.0e2));
    // A body that cannot move is at rest: a driven wheel has energy without end to give.
    let fixed = random.below(6);
    let (velocity, spin) = (random.place(5.0), random.real(-5.0, 5.0));
    match fixed {
        0 => ImpactBody::default(),
        1 => ImpactBody::new(velocity, 0.0, mass, 0.0),
        _ => ImpactBody::new(velocity, spin, mass, inertia),
    }
}

fn energy(m: &ImpactBody) -> f64 {
    let of = |inverse: f32, twice: f64| if inverse > 0.0 { 0.5 * twice / f64::from(inverse) } else { 0.0 };
    let (v, w) = (P::of(m.velocity), f64::from(m.angular_velocity));
    of(m.inverse_mass, v.dot(v)) + of(m.inverse_inertia, w * w)
}

fn velocity_at(m: &ImpactBody, arm: Vec2) -> P {
    let r = P::of(arm);
    P::of(m.velocity) + P(-r.1, r.0) * f64::from(m.angular_velocity)
}

#[test]
fn impacts_obey_the_laws() {
    let mut random = Random::new(100);
    let (mut hits, mut sliding, mut sticking) = (0, 0, 0);
    let mut worst = 0.0_f64;
    for _ in 0..10_000 {
        let (a, b) = (mover(&mut random), mover(&mut random));
        let touch = ImpactPoint {
            normal: random.direction(),
            arm_a: random.place(2.0),
            arm_b: random.place(2.0),
            restitution: [0.0, 1.0, random.real(0.0, 1.0)][random.below(3)],
            friction: [0.0, random.real(0.0, 1.0), 3.0, f32::INFINITY][random.below(4)],
        };
        let after = resolve(a, b, &touch);
        let n = P::of(touch.normal);
        let t = P(-n.1, n.0);
        let before = velocity_at(&b, touch.arm_b) - velocity_at(&a, touch.arm_a);
        let left = velocity_at(&after.b, touch.arm_b) - velocity_at(&after.a, touch.arm_a);
        let says = format!("{a:?} {b:?} {touch:?} {after:?}");
        if before.dot(n) >= 0.0 || (a.inverse_mass + b.inverse_mass == 0.0) {
            if before.dot(n) >= 1.0e-5 {
                assert_eq!((after.a, after.b, after.impulse), (a, b, Vec2::ZERO), "{says}");
            }
            continue;
        }
        hits += 1;
        // They part with e times the speed of approach, friction or not.
        let parting = (left.dot(n) + f64::from(touch.restitution) * before.dot(n)).abs();
        worst = worst.max(parting);
        assert!(parting < 1.0e-4, "{says}");
        // The impulse lies in the cone, pushes, and acts against the slip.
        let (pn, pt) = (P::of(after.impulse).dot(n), P::of(after.impulse).dot(t));
        let size = P::of(after.impulse).length();
        assert!(pn > -1.0e-6 * size, "{says}");
        let limit = if touch.friction.is_finite() { f64::from(touch.friction) * pn } else { f64::INFINITY };
        assert!(pt.abs() <= limit + 1.0e-6 * size, "{says}");
        // Either it slides, at the edge of the cone, or it sticks.
        let slips = (pt.abs() - limit).abs() < 1.0e-5 * pn || pn < 1.0e-6 * size;
        sliding += usize::from(slips);
        sticking += usize::from(!slips && left.dot(t).abs() < 1.0e-3);
        // Momentum, linear and about the contact point.
        let change = |m: &ImpactBody, k: &ImpactBody| {
            if m.inverse_mass > 0.0 {
                (P::of(k.velocity) - P::of(m.velocity)) * (1.0 / f64::from(m.inverse_mass))
            } else {
                P(0.0, 0.0)
            }
        };
        if a.inverse_mass > 0.0 && b.inverse_mass > 0.0 {
            let sum = change(&a, &after.a) + change(&b, &after.b);
            assert!(sum.length() < 1.0e-5 * (1.0 + P::of(after.impulse).length()) * 100.0, "{sum:?} {says}");
        }
        for (m, k, arm, sign) in [(&a, &after.a, touch.arm_a, -1.0), (&b, &after.b, touch.arm_b, 1.0)] {
            if m.inverse_inertia > 0.0 {
                let spin = f64::from(k.angular_velocity - m.angular_velocity) / f64::from(m.inverse_inertia);
                let torque = sign * P::of(arm).cross(P::of(after.impulse));
                assert!((spin - torque).abs() < 1.0e-3 + 1.0e-4 * torque.abs(), "{says}");
            } else {
                assert_eq!(m.angular_velocity, k.angular_velocity);
            }
        }
        // Energy never grows; if elastic and smooth, it stays.
        let (old, new) = (energy(&a) + energy(&b), energy(&after.a) + energy(&after.b));
        assert!(new <= old * (1.0 + 1.0e-5) + 1.0e-6, "{old} {new} {says}");
        if touch.restitution == 1.0 && touch.friction == 0.0 {
            assert!((new - old).abs() < 1.0e-5 * old + 1.0e-6, "{old} {new} {says}");
        }
    }
    assert!(hits > 4_000 && sliding > 800 && sticking > 800, "{hits} {sliding} {sticking}");
    println!("worst error of the speed of parting: {worst:.1e} m/s");
}

#[test]
fn impacts_that_everybody_knows() {
    let ball = |v: f32| ImpactBody::new(vec2(v, 0.0), 0.0, 1.0, 1.0);
    let touch = |e: f32| ImpactPoint { normal: Vec2::X, restitution: e, ..ImpactPoint::default() };
    let newton = resolve(ball(2.0), ball(0.0), &touch(1.0));
    assert_eq!((newton.a.velocity.x, newton.b.velocity.x), (0.0, 2.0));
    let clay = resolve(ball(2.0), ball(0.0), &touch(0.0));
    assert_eq!((clay.a.velocity.x, clay.b.velocity.x), (1.0, 1.0));
    let wall = ImpactBody::default();
    assert_eq!(resolve(ball(2.0), wall, &touch(0.5)).a.velocity.x, -1.0);
    assert_eq!(resolve(ball(-2.0), wall, &touch(0.5)).a.velocity.x, -2.0);
    // A hoop that slides onto a rough floor leaves rolling, with half its speed.
    let hoop = ImpactBody::new(vec2(4.0, -1.0), 0.0, 1.0, 1.0);
    let floor =
        ImpactPoint { normal: Vec2::NEG_Y, arm_a: Vec2::NEG_Y, friction: f32::INFINITY, ..ImpactPoint::default() };
    let rolling = resolve(hoop, wall, &floor).a;
    assert!((rolling.velocity - vec2(2.0, 0.0)).length() < 1.0e-6 && (rolling.angular_velocity + 2.0).abs() < 1.0e-6);
    for bad in [f32::NAN, f32::INFINITY] {
        let wrong = resolve(ball(bad), wall, &touch(1.0));
        assert_eq!(wrong.impulse, Vec2::ZERO);
        resolve(
            ball(1.0),
            wall,
            &ImpactPoint { normal: vec2(bad, bad), friction: bad, restitution: bad, ..touch(0.0) },
        );
    }
}

/// Touching, to the resolution of the coordinates.
fn check_parted(a: &Shape, pa: Pose, b: &Shape, pb: Pose, masses: [f32; 2], size: f32) -> f32 {
    let parted = push_apart(a, pa, b, pb, masses);
    let far = [pa.p, pb.p].into_iter().map(|p| p.abs().max_element()).fold(size, carom_math::max);
    let says = format!("{a:?} {pa:?} {b:?} {pb:?} {masses:?} {parted:?}");
    assert!(parted.distance >= 0.0, "{says}");
    assert!(parted.distance <= 8.0 * f32::EPSILON * far, "{says}");
    let again = separation_shapes(a, parted.pose_a, b, parted.pose_b).distance.distance;
    assert_eq!(again, parted.distance);
    let moves = (parted.pose_a.p - pa.p, parted.pose_b.p - pb.p);
    // Each by its share.
    let (wa, wb) = (masses[0] / (masses[0] + masses[1]), masses[1] / (masses[0] + masses[1]));
    let whole = moves.1 - moves.0;
    let grid = 8.0 * f32::EPSILON * far;
    assert!((moves.0 + wa * whole).length() <= grid && (moves.1 - wb * whole).length() <= grid, "{says}");
    parted.distance / far
}

#[test]
fn pushed_apart_they_touch_and_do_not_overlap() {
    let mut random = Random::new(101);
    let mut pushed = 0;
    let mut worst = 0.0_f32;
    for case in 0..10_000 {
        let (a, b, mut pose) = random.pair();
        let k = random.log_real(1.0e-3, 3.0e3);
        let (Some(a), Some(b)) = (scaled(&a, k), scaled(&b, k)) else { continue };
        pose.p *= k;
        let far = if case % 2 == 0 { k } else { 1.0e5 };
        let world = random.pose(far);
        let there = world.compose(pose);
        let shape = |p: Piece| match p {
            Piece::Circle(s) => Shape::Circle(s),
            Piece::Capsule(s) => Shape::Capsule(s),
            Piece::Polygon(s) => Shape::Polygon(s),
            Piece::Segment(s) => Shape::Segment(s),
            Piece::Link(_) => unreachable!(),
        };
        let (a, b) = (shape(a), shape(b));
        if separation_shapes(&a, world, &b, there).distance.distance >= 0.0 {
            assert_eq!(push_apart(&a, world, &b, there, [1.0, 1.0]).pose_b, there);
            continue;
        }
        pushed += 1;
        let masses = [[1.0, 1.0], [0.0, 2.0], [3.0, 0.0], [0.1, 5.0]][random.below(4)];
        worst = carom_math::max(check_parted(&a, world, &b, there, masses, 6.0 * k), worst);
    }
    assert!(pushed > 2_000, "{pushed}");
    println!("{pushed} pushed apart, worst gap: {:.1} ulp of the greatest coordinate", worst / f32::EPSILON);
}

#[test]
fn special_pushes() {
    assert_eq!(share_push(vec2(3.0, 0.0), [1.0, 2.0]), [vec2(-1.0, 0.0), vec2(2.0, 0.0)]);
    assert_eq!(share_push(vec2(3.0, 0.0), [0.0, 0.0]), [Vec2::ZERO; 2]);
    let at = |x: f32, y: f32| Pose { p: vec2(x, y), q: Rot::IDENTITY };
    let (ball, square) = (Shape::from(Circle::new(1.0).unwrap()), Shape::from(Polygon::rect(2.0, 2.0).unwrap()));
    for (a, b) in [(&ball, &ball), (&square, &square), (&ball, &square), (&square, &ball)] {
        check_parted(a, at(5.0, 5.0), b, at(5.0, 5.0), [1.0, 1.0], 2.0);
    }
    // Into a corner of a chain: out of both its sides.
    let corner = Shape::from(Chain::open([vec2(-5.0, 5.0), vec2(0.0, 0.0), vec2(5.0, 5.0)]).unwrap());
    let parted = push_apart(&corner, Pose::IDENTITY, &ball, at(0.2, 1.0), [0.0, 1.0]);
    assert!((0.0..1.0e-5).contains(&parted.distance), "{parted:?}");
    // Nothing can move; not finite.
    let stuck = push_apart(&ball, at(0.0, 0.0), &ball, at(1.0, 0.0), [0.0, 0.0]);
    assert_eq!((stuck.pose_b, stuck.distance), (at(1.0, 0.0), -1.0));
    for bad in [f32::NAN, f32::INFINITY, 1.0e38] {
        push_apart(&square, at(bad, 0.0), &ball, at(0.0, 0.0), [1.0, 1.0]);
        push_apart(&square, at(0.0, 0.0), &ball, at(0.0, 0.0), [bad, 1.0]);
    }
}
