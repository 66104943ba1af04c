//! Continuous collision: impacts within a step at the right time, with use of the remaining time, between all moving
//! bodies.

use crate::kit::*;
use carom::prelude::*;

/// Two walls 10 m apart (inner faces at +-5 m).
fn walls(world: &mut World) {
    for side in [-1.0, 1.0] {
        world.add_body(BodyDef::fixed().at(vec2(5.5 * side, 0.0)).shape(rect(1.0, 50.0))).unwrap();
    }
}

/// Position of a ball of `radius` that starts in the middle at `speed` after `time`, and the number of its bounces.
fn closed_form(radius: f64, speed: f64, time: f64) -> (f64, f64) {
    let gap = 10.0 - 2.0 * radius;
    let way = 0.5 * gap + speed * time;
    let bounces = (way / gap).floor();
    let part = way - bounces * gap;
    let from_left = if bounces as i64 % 2 == 0 { part } else { gap - part };
    (from_left - 0.5 * gap, bounces)
}

#[test]
fn a_ball_between_two_walls_is_where_the_closed_form_says() {
    for (radius, speed, dt) in
        [(0.1, 300.0, 1.0 / 60.0), (0.5, 300.0, 1.0 / 60.0), (0.05, 57.0, 1.0 / 240.0), (0.2, 390.0, 0.02)]
    {
        let mut world = World::new(WorldDef::default().gravity(Vec2::ZERO).sleep(false).dt(dt)).unwrap();
        walls(&mut world);
        let ball = ShapeDef::new(disc(radius)).restitution(1.0).friction(0.0);
        let ball = world.add_body(BodyDef::dynamic().velocity(vec2(speed, 0.0)).shape(ball)).unwrap();
        let steps = (10.0 / dt).round() as usize;
        let (mut worst, mut bounces) = (0.0_f64, 0.0);
        for step in 1..=steps {
            world.step();
            checked(&world);
            let (wanted, n) = closed_form(radius.into(), speed.into(), step as f64 * f64::from(dt));
            let error = (f64::from(at(&world, ball).x) - wanted).abs();
            worst = worst.max(error / n.max(1.0));
            assert!(error <= 0.01 * n.max(1.0), "step {step}: {error} after {n} bounces of {radius} at {speed}");
            assert_eq!(world.events().ccd_stats().dropped_ns, 0);
            bounces = n;
        }
        near(velocity(&world, ball).x.abs(), speed, 0.01);
        println!("{radius} m at {speed} m/s: {bounces} bounces, at most {:.3} mm a bounce", 1000.0 * worst);
    }
}

/// A room of 20 m by 20 m: polygon walls, a ring of chain, or four thick boxes.
fn room(kind: usize) -> BodyDef {
    let corners = [vec2(-10.0, -10.0), vec2(-10.0, 10.0), vec2(10.0, 10.0), vec2(10.0, -10.0)];
    let room = BodyDef::fixed();
    if kind == 1 {
        let chain = Chain::closed(corners).unwrap().one_sided();
        return room.shape(ShapeDef::new(chain).friction(0.0).restitution(1.0));
    }
    let thick = if kind == 0 { 0.1 } else { 4.0 };
    (0..4).fold(room, |room, i| {
        let middle = 0.5 * (corners[i] + corners[(i + 1) % 4]);
        let middle = middle * (1.0 + 0.5 * thick / 10.0);
        let (long, wide) = (20.0 + 2.0 * thick, thick);
        let (width, height) = if i % 2 == 0 { (wide, long) } else { (long, wide) };
        let wall = Polygon::rect_at(Pose::new(middle, 0.0), width, height).unwrap();
        room.shape(ShapeDef::new(wall).friction(0.0).restitution(1.0))
    })
}

fn gas(kind: usize, count: usize, discs: bool) -> World {
    // Some become much faster than the others, and must not be slowed down.
    let def = WorldDef { max_speed: 10_000.0, ..WorldDef::default().gravity(Vec2::ZERO).sleep(false) };
    let mut world = World::new(def).unwrap();
    world.add_body(room(kind)).unwrap();
    let mut random = SplitMix64::new(7 + kind as u64);
    let side = (count as f32).sqrt().ceil() as usize;
    for i in 0..count {
        let cell = 18.0 / side as f32;
        let place = vec2((i % side) as f32 + 0.5, (i / side) as f32 + 0.5) * cell - vec2(9.0, 9.0);
        let (sin, cos) = carom::math::sin_cos(random.range(-3.1, 3.1));
        let shape: carom::Shape = match i % 3 {
            _ if discs => disc(0.05).into(),
            0 => disc(0.05).into(),
            1 => rect(0.15, 0.1).into(),
            _ => Capsule::horizontal(0.2, 0.03).unwrap().into(),
        };
        let shape = ShapeDef::new(shape).friction(0.0).restitution(1.0);
        let body = BodyDef::dynamic().at(place).velocity(vec2(cos, sin) * 399.0);
        world.add_body(body.shape(shape)).unwrap();
    }
    world
}

fn energy(world: &World) -> f64 {
    world
        .bodies()
        .map(|(_, body)| {
            let mass = body.mass();
            let v = body.velocity();
            0.5 * f64::from(mass.mass * v.dot(v) + mass.inertia * body.angular_velocity() * body.angular_velocity())
        })
        .sum()
}

/// Steps of the long run. `CAROM_GAS_STEPS` and `CAROM_GAS_BODIES` set its length and its bodies, `CAROM_GAS_ROOM`
/// selects one of the three rooms.
fn gas_steps() -> usize {
    std::env::var("CAROM_GAS_STEPS").ok().and_then(|n| n.parse().ok()).unwrap_or(if LONG { 60 } else { 10 })
}

#[test]
fn nothing_leaves_a_closed_container() {
    let count = if LONG { 400 } else { 100 };
    let count = std::env::var("CAROM_GAS_BODIES").ok().and_then(|n| n.parse().ok()).unwrap_or(count);
    let room: Option<usize> = std::env::var("CAROM_GAS_ROOM").ok().and_then(|n| n.parse().ok());
    for kind in (0..3).filter(|&kind| room.is_none_or(|room| room == kind)) {
        for discs in [true, false] {
            let mut world = gas(kind, count, discs);
            let before = energy(&world);
            let (mut dropped, mut hits) = (0, 0);
            for step in 0..gas_steps() {
                world.step();
                dropped += world.events().ccd_stats().dropped_ns;
                hits += world.events().hits().len();
                if step % 50 == 0 {
                    checked(&world);
                }
                for (i, (_, body)) in world.bodies().enumerate().skip(1) {
                    let c = body.center();
                    let inside = c.x.abs() < 10.0 && c.y.abs() < 10.0;
                    assert!(inside, "room {kind}, step {step}: body {i} at {c}, {:?}", body.shapes()[0].shape);
                }
            }
            let change = energy(&world) / before - 1.0;
            println!(
                "room {kind}, discs {discs}: energy {:+.3} %, {hits} hits, {} us dropped",
                100.0 * change,
                dropped / 1000
            );
            assert!(hits > count);
            let bound = 2.0e-6 * gas_steps().max(50) as f64;
            assert!(!discs || change.abs() < bound, "room {kind}: energy changed by {change}");
        }
    }
}

fn hashes(mut world: World, steps: usize) -> Vec<u64> {
    (0..steps)
        .map(|_| {
            world.step();
            checked(&world);
            world.state_hash()
        })
        .collect()
}

#[test]
fn fast_worlds_are_the_same_for_all() {
    for (kind, discs) in [(0, true), (1, false)] {
        let world = gas(kind, 280, discs);
        let steps = if LONG { 10 } else { 5 };
        let mut inline = world.clone();
        inline.set_driver(carom::diagnostics::Driver::Inline);
        let wanted = hashes(inline, steps);
        for threads in [1, 2, 3, 8] {
            let mut copy = world.clone();
            copy.set_driver(carom::diagnostics::Driver::Eager);
            let found = within(240, move || pool(threads).install(|| hashes(copy, steps)));
            assert_eq!(found, wanted, "pool of {threads}");
        }
        let mut seeded = world.clone();
        seeded.set_driver(carom::diagnostics::Driver::Seeded(5));
        assert_eq!(hashes(seeded, steps), wanted, "seeded");
        for (tree, renumber) in [(true, 64), (false, 1), (false, 0), (true, 1)] {
            let kind_of = if tree { carom::BroadPhaseKind::QuadTree } else { carom::BroadPhaseKind::Hash };
            let def = WorldDef { spatial_sort_interval: renumber, ..world.def().clone().broad_phase(kind_of) };
            let mut other = World::new(def).unwrap();
            for (_, body) in world.bodies() {
                let def = BodyDef {
                    kind: body.kind(),
                    position: body.position(),
                    velocity: body.velocity(),
                    shapes: body.shapes().to_vec(),
                    ..BodyDef::default()
                };
                other.add_body(def).unwrap();
            }
            assert_eq!(hashes(other, steps), wanted, "tree {tree}, renumbered {renumber}");
        }
    }
}

#[test]
fn a_swarm_about_one_body_is_the_same_for_all() {
    // Every pair comes near each other: far more than are listed before they are tested.
    let mut world = space();
    let mut bar = BodyDef::dynamic().angular_velocity(9.0);
    for k in 0..12 {
        let place = vec2(0.4 * k as f32 - 2.2, 0.0);
        bar = bar.shape(Polygon::rect_at(Pose { p: place, ..Pose::default() }, 0.4, 0.2).unwrap());
    }
    world.add_body(bar).unwrap();
    for k in 0..300 {
        let way = Rot::from_angle(2.4 * k as f32).rotate(vec2(1.0, 0.0));
        let body =
            BodyDef::dynamic().at((0.3 + 0.002 * k as f32) * way).velocity(-(60.0 + (k % 7) as f32 * 20.0) * way);
        world.add_body(body.shape(disc(0.05))).unwrap();
    }
    let mut inline = world.clone();
    inline.set_driver(carom::diagnostics::Driver::Inline);
    let wanted = hashes(inline, 2);
    for driver in [
        carom::diagnostics::Driver::Seeded(5),
        carom::diagnostics::Driver::Threads(3),
        carom::diagnostics::Driver::Threads(0),
        carom::diagnostics::Driver::Eager,
    ] {
        let mut copy = world.clone();
        copy.set_driver(driver);
        let found = within(240, move || pool(4).install(|| hashes(copy, 2)));
        assert_eq!(found, wanted, "{driver:?}");
    }
}

#[test]
fn a_kinematic_body_pushes_what_it_meets() {
    for (speed, restitution) in [(30.0, 0.0), (120.0, 0.0), (300.0, 0.0), (120.0, 1.0)] {
        let mut world = space();
        let plate = ShapeDef::new(rect(0.01, 4.0)).restitution(restitution).friction(0.0);
        let plate =
            world.add_body(BodyDef::kinematic().at(vec2(-3.0, 0.0)).velocity(vec2(speed, 0.0)).shape(plate)).unwrap();
        let ball = world.add_body(BodyDef::dynamic().shape(ShapeDef::new(disc(0.1)).friction(0.0))).unwrap();
        let asleep = BodyDef::dynamic().at(vec2(1.0, 1.0)).shape(rect(0.2, 0.2));
        let block = world.add_body(asleep).unwrap();
        for step in 0..30 {
            world.step();
            checked(&world);
            let front = at(&world, plate).x;
            for key in [ball, block] {
                let x = at(&world, key).x;
                assert!(x > front, "at {speed}, step {step}: {x} behind {front}");
            }
        }
        let wanted = speed * (1.0 + restitution);
        near(velocity(&world, ball).x, wanted, 0.02 * f64::from(wanted));
    }
}

#[test]
fn a_sleeper_is_pushed_by_a_driven_plate() {
    let mut world = World::new(WorldDef::default().gravity(Vec2::ZERO)).unwrap();
    let plate = world.add_body(BodyDef::kinematic().at(vec2(-3.0, 0.0)).shape(rect(0.01, 4.0))).unwrap();
    let block = world.add_body(BodyDef::dynamic().shape(rect(0.2, 0.2)).asleep()).unwrap();
    play(&mut world, 3);
    assert!(!awake(&world, block));
    world.body_mut(plate).unwrap().move_to(Pose::new(vec2(3.0, 0.0), 0.0)).unwrap();
    play(&mut world, 1);
    assert!(awake(&world, block));
    assert!(at(&world, block).x > 3.0, "{}", at(&world, block));
    assert_eq!(world.events().contact_began().len(), 1);
    assert!(world.events().hits()[0].approach_speed > 300.0);
}

#[test]
fn a_paddle_that_spins_hits_and_not_jumps_over() {
    for w in [5.0, 20.0, 60.0, 150.0] {
        let mut world = space();
        world.add_body(BodyDef::kinematic().angular_velocity(w).shape(rect(4.0, 0.02))).unwrap();
        let ball = world.add_body(BodyDef::dynamic().at(vec2(0.0, 1.7)).shape(disc(0.05))).unwrap();
        let mut hits = 0;
        for _ in 0..60 {
            world.step();
            checked(&world);
            hits += world.events().hits().len() + world.events().contact_began().len();
        }
        assert!(hits > 0 && velocity(&world, ball).length() > 1.0, "at {w} rad/s: {hits} hits");
    }
}

#[test]
fn an_impact_within_a_step_is_told() {
    let mut world = space();
    let wall = world.add_body(BodyDef::fixed().shape(rect(0.2, 10.0))).unwrap();
    let ball = ShapeDef::new(disc(0.1)).restitution(1.0).friction(0.0);
    let ball = world.add_body(BodyDef::dynamic().at(vec2(-2.0, 0.5)).velocity(vec2(200.0, 0.0)).shape(ball)).unwrap();
    world.step();
    checked(&world);
    let hits = world.events().hits();
    assert_eq!((hits.len(), world.events().contact_began().len(), world.events().contact_ended().len()), (1, 1, 0));
    let hit = hits[0];
    assert_eq!(hit.pair, world.events().contact_began()[0]);
    assert_eq!((hit.pair.a.body, hit.pair.b.body), (wall, ball));
    near(hit.approach_speed, 200.0, 0.1);
    near(hit.point.x, -0.1, 0.002);
    near(hit.point.y, 0.5, 0.002);
    near(hit.normal.x, -1.0, 1.0e-5);
    let mass = world.body(ball).unwrap().mass().mass;
    near(hit.impulse, 400.0 * mass, 0.1 * f64::from(mass));
    // 1.8 m to the wall, and back the rest of 3.33 m.
    near(at(&world, ball).x, -0.2 - (200.0 / 60.0 - 1.8), 0.005);
    world.step();
    assert_eq!((world.events().contact_began().len(), world.events().contact_ended().len()), (0, 1));
    world.step();
    assert_eq!((world.events().contact_began().len(), world.events().contact_ended().len()), (0, 0));
}

#[test]
fn who_opts_out_is_not_swept_and_filters_count() {
    let shot = || BodyDef::dynamic().at(vec2(-2.0, 0.0)).velocity(vec2(300.0, 0.0));
    let ghost = Filter { mask: 0, ..Filter::default() };
    for (body, passes) in [
        (shot().shape(disc(0.1)), false),
        (shot().continuous(false).shape(disc(0.1)), true),
        (shot().shape(ShapeDef::new(disc(0.1)).filter(ghost)), true),
    ] {
        let mut world = space();
        world.add_body(BodyDef::fixed().shape(rect(0.05, 10.0))).unwrap();
        let key = world.add_body(body).unwrap();
        play(&mut world, 4);
        assert_eq!(at(&world, key).x > 0.0, passes);
    }
    // A swept body still meets one that is not swept.
    let mut world = space();
    let a = world.add_body(shot().shape(disc(0.1))).unwrap();
    let b = world
        .add_body(BodyDef::dynamic().at(vec2(2.0, 0.0)).velocity(vec2(-300.0, 0.0)).continuous(false).shape(disc(0.1)));
    play(&mut world, 2);
    assert!(at(&world, a).x < at(&world, b.unwrap()).x);
}

#[test]
fn a_bullet_wakes_what_it_hits_and_momentum_stays() {
    let mut world = World::new(WorldDef::default().gravity(Vec2::ZERO)).unwrap();
    let bullet =
        world.add_body(BodyDef::dynamic().at(vec2(-3.0, 0.0)).velocity(vec2(250.0, 0.0)).shape(disc(0.05))).unwrap();
    let block = world.add_body(BodyDef::dynamic().shape(rect(0.5, 0.5)).asleep()).unwrap();
    let momentum = |world: &World| {
        [bullet, block].iter().map(|&key| velocity(world, key) * world.body(key).unwrap().mass().mass).sum::<Vec2>()
    };
    let before = momentum(&world);
    play(&mut world, 1);
    assert!(awake(&world, block));
    assert!(velocity(&world, block).x > 1.0);
    near(momentum(&world).x, before.x, 1.0e-3 * f64::from(before.x));
}

/// Wheels with spokes, thin as needles, spun as fast as they go, between pegs.
#[test]
fn wheels_with_spokes_do_not_pass_pegs() {
    let mut world = space();
    world.add_body(room(0)).unwrap();
    let mut random = SplitMix64::new(3);
    for i in 0..40 {
        let place = vec2((i % 8) as f32 * 2.4 - 8.4, (i / 8) as f32 * 3.0 - 6.0);
        let spokes = (0..3).fold(BodyDef::dynamic(), |body, k| {
            let spoke =
                Polygon::rect_at(Pose::new(Vec2::ZERO, k as f32 * std::f32::consts::FRAC_PI_3), 1.6, 0.01).unwrap();
            body.shape(ShapeDef::new(spoke).restitution(0.5))
        });
        let velocity = vec2(random.range(-100.0, 100.0), random.range(-100.0, 100.0));
        world.add_body(spokes.at(place).velocity(velocity).angular_velocity(random.range(-180.0, 180.0))).unwrap();
    }
    for step in 0..if LONG { 600 } else { 60 } {
        world.step();
        checked(&world);
        for (i, (_, body)) in world.bodies().enumerate().skip(1) {
            let c = body.center();
            assert!(c.x.abs() < 10.0 && c.y.abs() < 10.0, "step {step}: wheel {i} at {c}");
        }
    }
}

#[test]
fn sticks_that_fall_into_a_bin_are_not_held_up() {
    // Slender ones in contact are swept against each other, except if a heap of them holds them.
    let mut world = World::default();
    let bin = [
        (vec2(0.0, -0.5), vec2(22.0, 1.0)),
        (vec2(-11.0, 50.0), vec2(1.0, 102.0)),
        (vec2(11.0, 50.0), vec2(1.0, 102.0)),
    ];
    for (at, size) in bin {
        world.add_body(BodyDef::fixed().at(at).shape(rect(size.x, size.y))).unwrap();
    }
    let mut random = SplitMix64::new(5);
    let count = if LONG { 1000 } else { 300 };
    for k in 0..count {
        let at = vec2(2.1 * (k % 9) as f32 - 8.4, 1.0 + 0.6 * (k / 9) as f32);
        let stick = BodyDef::dynamic().at(at).angle(random.range(-0.2, 0.2));
        world.add_body(stick.shape(rect(2.0, 0.05))).unwrap();
    }
    let mut stopped = 0;
    for _ in 0..if LONG { 600 } else { 240 } {
        world.step();
        stopped += world.events().ccd_stats().stopped;
    }
    assert!(stopped < count / 5, "{stopped} stopped of {count} sticks");
    for (_, body) in world.bodies().skip(3) {
        let c = body.center();
        assert!(c.x.abs() < 10.5 && c.y > 0.0, "{c}");
    }
}

#[test]
fn a_motor_drives_its_bar_through_a_heap() {
    // The tip goes 0.8 m in a step, through stones of 0.3 m that fall and pile up: nothing may hold it up.
    let mut world = World::new(WorldDef::default().sleep(false)).unwrap();
    let room = world.add_body(room(1)).unwrap();
    let bar = world.add_body(BodyDef::dynamic().angle(0.5).shape(rect(19.0, 0.6))).unwrap();
    let hinge = Revolute::default().motor(5.0, f32::MAX);
    world.add_joint(room, bar, hinge).unwrap();
    for i in 0..1000 {
        let place = vec2((i % 40) as f32 - 19.5, (i / 40) as f32 - 19.5) * 0.45;
        let stone = BodyDef::dynamic().at(place);
        let stone = if i % 2 == 0 { stone.shape(disc(0.15)) } else { stone.shape(rect(0.3, 0.3)) };
        world.add_body(stone).unwrap();
    }
    let (mut turned, mut last, mut stopped) = (0.0, world.body(bar).unwrap().angle(), 0);
    for _ in 0..240 {
        world.step();
        let angle = world.body(bar).unwrap().angle();
        let part = f64::from(angle - last);
        turned += part - (part / std::f64::consts::TAU).round() * std::f64::consts::TAU;
        last = angle;
        stopped += world.events().ccd_stats().stopped;
    }
    near(turned, 20.0, 0.6);
    assert!(stopped < 1000, "{stopped} bodies stopped in 240 steps");
    for (_, body) in world.bodies().skip(1) {
        let c = body.center();
        assert!(c.x.abs() < 10.0 && c.y.abs() < 10.0, "{c}");
    }
}

#[test]
fn what_follows_another_to_a_wall_meets_it_first() {
    // The one in front is thrown back, or stays, before the one behind is there.
    let mut random = SplitMix64::new(3);
    for i in 0..if LONG { 2_000 } else { 200 } {
        let restitution = [0.0, 0.3, 1.0][i % 3];
        let most = [30.0, 60.0, 120.0, 300.0][i % 4];
        let mut world = space();
        world.add_body(BodyDef::fixed().at(vec2(0.0, -11.0)).shape(rect(50.0, 2.0))).unwrap();
        let keys = [-9.0, -9.7].map(|y| {
            let shape: carom::Shape = if i % 2 == 0 { disc(0.2).into() } else { rect(0.4, 0.4).into() };
            let body = BodyDef::dynamic().at(vec2(random.range(-0.05, 0.05), y));
            let body = body.velocity(vec2(0.0, -random.range(0.5 * most, most)));
            world.add_body(body.shape(ShapeDef::new(shape).restitution(restitution).friction(0.0))).unwrap()
        });
        for step in 0..3 {
            world.step();
            let apart = (at(&world, keys[0]) - at(&world, keys[1])).length();
            // Contacts handle pairs that do not bounce and enter each other by less than their extent.
            let bound = if restitution == 0.0 { 0.2 } else { 0.25 };
            assert!(apart > bound, "{i}, {restitution}, {most} m/s: {apart} m after step {step}");
        }
    }
}

#[test]
fn what_bounces_is_not_lost_in_a_driven_body() {
    for (speed, part) in [(8.0, 0.55), (20.0, 0.7), (50.0, 0.9), (150.0, 0.55), (20.0, 0.2)] {
        for of_polygon in [false, true] {
            let mut world = space();
            let plate = BodyDef::kinematic().velocity(vec2(speed, 0.0)).shape(rect(1.0, 4.0));
            let plate = world.add_body(plate).unwrap();
            let shape: carom::Shape = if of_polygon { rect(0.4, 0.4).into() } else { disc(0.2).into() };
            // Its front is that part of its extent inside the plate.
            let body = BodyDef::dynamic().at(vec2(0.5 + 0.2 - 0.2 * part, 0.0));
            let body = world.add_body(body.shape(ShapeDef::new(shape).restitution(0.6).friction(0.0))).unwrap();
            for _ in 0..30 {
                world.step();
            }
            let ahead = at(&world, body).x - at(&world, plate).x;
            assert!(ahead > 0.6, "{part} of its extent inside, {speed} m/s: {ahead} m ahead");
        }
    }
}
