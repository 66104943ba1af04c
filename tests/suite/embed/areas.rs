//! Areas: buoyancy, drag, wind, gravity of planets; and explosions. Each against its formula.

use crate::kit::*;
use carom::diagnostics::Driver;
use carom::prelude::*;
use carom::{AreaDef, Explosion, Falloff, FieldGravity, Shape};

/// Water below y = 0, 100 m wide and 50 m deep.
fn water(density: f32, drag: f32) -> AreaDef {
    AreaDef::new(rect(100.0, 50.0)).at(vec2(0.0, -25.0)).fluid(density).drag(drag, drag)
}

fn in_water(density: f32, drag: f32) -> World {
    let mut world = World::new(WorldDef::default().sleep(false)).unwrap();
    world.add_area(water(density, drag)).unwrap();
    world
}

/// The part of a body's box that is below y = 0.
fn depth(world: &World, key: BodyKey) -> f32 {
    let area = world.body(key).unwrap().aabb();
    -area.min.y / area.size().y
}

#[test]
fn what_floats_displaces_its_weight() {
    for density in [0.1_f32, 0.25, 0.5, 0.75, 0.9] {
        for fluid in [1.0_f32, 1000.0] {
            let mut world = in_water(fluid, 5.0);
            let plank = ShapeDef::new(rect(3.0, 1.0)).density(density * fluid);
            let plank = world.add_body(BodyDef::dynamic().at(vec2(0.0, 1.0)).shape(plank)).unwrap();
            let ball = ShapeDef::new(disc(0.5)).density(density * fluid);
            let ball = world.add_body(BodyDef::dynamic().at(vec2(9.0, 1.0)).shape(ball)).unwrap();
            let sunk = ShapeDef::new(rect(1.0, 1.0)).density(1.5 * fluid);
            let sunk = world.add_body(BodyDef::dynamic().at(vec2(-9.0, 1.0)).shape(sunk)).unwrap();
            play(&mut world, 2000);
            near(depth(&world, plank), density, 0.02 * f64::from(density));
            // The segment of a circle below the surface: r^2 (t - sin t cos t), with the surface r cos t above the
            // centre.
            let cos = (f64::from(at(&world, ball).y) / 0.5).clamp(-1.0, 1.0);
            let t = cos.acos();
            near((t - t.sin() * cos) / std::f64::consts::PI, density, 0.02 * f64::from(density));
            assert!(at(&world, sunk).y < -10.0);
        }
    }
}

#[test]
fn a_box_of_half_the_density_floats_half_under() {
    let mut world = in_water(1.0, 1.0);
    let shape = |shape: Shape| ShapeDef::new(shape).density(0.5);
    let shapes: [Shape; 4] = [
        rect(2.0, 0.5).into(),
        Capsule::horizontal(2.0, 0.3).unwrap().into(),
        rect(2.0, 0.4).rounded(0.1).unwrap().into(),
        Outline::new([vec2(-1.0, -0.3), vec2(1.0, -0.3), vec2(1.0, 0.3), vec2(0.0, 0.3), vec2(-1.0, 0.3)])
            .unwrap()
            .into(),
    ];
    let keys: Vec<BodyKey> = shapes
        .into_iter()
        .zip(0..)
        .map(|(s, i)| {
            world.add_body(BodyDef::dynamic().at(vec2(5.0 * i as f32, 0.4)).angle(0.3).shape(shape(s))).unwrap()
        })
        .collect();
    play(&mut world, 1200);
    for key in keys {
        near(depth(&world, key), 0.5, 0.01);
        near(world.body(key).unwrap().angle(), 0.0, 0.01);
    }
}

#[test]
fn without_drag_it_swings_for_ever_and_no_farther() {
    for density in [0.02, 0.5] {
        let mut world = in_water(1.0, 0.0);
        let shape = ShapeDef::new(rect(2.0, 1.0)).density(density);
        let key =
            world.add_body(BodyDef::dynamic().at(vec2(0.0, 0.5 - density + 0.01)).no_rotation().shape(shape)).unwrap();
        let mut swing = [0.0_f32; 2];
        for step in 0..2400 {
            world.step();
            let away = (depth(&world, key) - density).abs();
            let half = usize::from(step >= 1200);
            swing[half] = swing[half].max(away);
        }
        assert!(swing[1] < 1.05 * swing[0] && swing[1] > 0.3 * swing[0], "density {density}: {swing:?}");
    }
}

#[test]
fn what_falls_ends_at_the_terminal_speed() {
    for drag in [0.5_f32, 2.0, 40.0] {
        let mut world = space();
        world.set_gravity(vec2(0.0, -G)).unwrap();
        let wind = vec2(3.0, 1.0);
        world.add_area(AreaDef::everywhere().drag(drag, 0.0).wind(wind)).unwrap();
        let key = world.add_body(crate_at(0.0, 0.0)).unwrap();
        play(&mut world, 1200);
        near((velocity(&world, key) - wind).length(), G / drag, 0.01 * f64::from(G / drag));
        near(velocity(&world, key).x, 3.0, 0.01);
    }
    for drag in [0.01_f32, 0.3, 5.0] {
        let mut world = space();
        world.set_gravity(vec2(0.0, -G)).unwrap();
        world.add_area(AreaDef::everywhere().quadratic_drag(drag)).unwrap();
        let key = world.add_body(crate_at(0.0, 0.0)).unwrap();
        play(&mut world, 1500);
        let wanted = (G / drag).sqrt();
        near(-velocity(&world, key).y, wanted, 0.01 * f64::from(wanted));
    }
}

#[test]
fn a_moon_goes_round() {
    for falloff in [Falloff::Constant, Falloff::Inverse, Falloff::InverseSquare] {
        let mut world = World::new(WorldDef::default().sleep(false)).unwrap();
        let (point, distance, acceleration) = (vec2(3.0, -2.0), 10.0_f32, 4.0_f32);
        let pull = Some(FieldGravity::Point { point, acceleration, distance, falloff });
        world.add_area(AreaDef { gravity: pull, replaces_gravity: true, ..AreaDef::default() }).unwrap();
        for r in [5.0_f32, 10.0, 20.0] {
            let g = match falloff {
                Falloff::Constant => acceleration,
                Falloff::Inverse => acceleration * distance / r,
                Falloff::InverseSquare => acceleration * (distance / r) * (distance / r),
            };
            let moon = BodyDef::dynamic().at(point + vec2(r, 0.0)).velocity(vec2(0.0, (g * r).sqrt()));
            let moon = world.add_body(moon.shape(disc(0.3))).unwrap();
            for _ in 0..600 {
                world.step();
                near((at(&world, moon) - point).length(), r, 0.01 * f64::from(r));
            }
            world.remove_body(moon);
        }
    }
}

#[test]
fn an_area_acts_where_it_is_and_on_what_it_admits() {
    let mut world = World::new(WorldDef::default().sleep(false)).unwrap();
    let lift = AreaDef::new(rect(2.0, 100.0)).at(vec2(0.0, 0.0)).uniform_gravity(vec2(0.0, 2.0 * G));
    let lift = world.add_area(lift.filter(Filter { category: 1, mask: 1, group: 0 })).unwrap();
    let still = world.add_area(AreaDef::new(disc(5.0)).at(vec2(20.0, 0.0)).replaces_gravity()).unwrap();
    let of = |category: u64| ShapeDef::new(disc(0.1)).filter(Filter { category, ..Filter::default() });
    let add = |world: &mut World, x: f32, category: u64| {
        world.add_body(BodyDef::dynamic().at(vec2(x, 0.0)).shape(of(category))).unwrap()
    };
    let keys = [(0.0, 1), (0.5, 2), (1.5, 1), (20.0, 1)].map(|(x, category)| add(&mut world, x, category));
    play(&mut world, 60);
    let speeds = keys.map(|key| velocity(&world, key).y);
    for (speed, wanted) in speeds.into_iter().zip([G, -G, -G, 0.0]) {
        near(speed, wanted, 1e-3);
    }
    assert_eq!(world.areas().count(), 2);
    let image = world.snapshot();
    let mut copy = World::from_snapshot(&image).unwrap();
    assert_eq!(copy.snapshot(), image);
    assert!(world.remove_area(lift) && !world.remove_area(lift));
    world.set_area(still, AreaDef::everywhere().uniform_gravity(vec2(1.0, 0.0))).unwrap();
    play(&mut world, 60);
    near(velocity(&world, keys[0]).x, 1.0, 1e-3);
    near(velocity(&world, keys[0]).y, 0.0, 1e-3);
    world.restore(&image).unwrap();
    for _ in 0..30 {
        world.step();
        copy.step();
        assert_eq!(world.state_hash(), copy.state_hash());
    }
    assert!(world.area(lift).is_some());
}

#[test]
fn many_float_the_same_on_every_thread() {
    let run = |driver: Driver| {
        let mut world = in_water(1.0, 0.5);
        world.set_driver(driver);
        world.add_area(AreaDef::everywhere().quadratic_drag(0.01).wind(vec2(2.0, 0.0))).unwrap();
        let mut random = SplitMix64::new(5);
        for i in 0..1200 {
            let at = vec2((i % 60) as f32 - 30.0, (i / 60) as f32 - 8.0);
            let size = random.range(0.2, 0.7);
            let shape: Shape = match i % 3 {
                0 => disc(0.5 * size).into(),
                1 => rect(size, 0.4).into(),
                _ => Capsule::horizontal(size, 0.15).unwrap().into(),
            };
            world
                .add_body(BodyDef::dynamic().at(at).shape(ShapeDef::new(shape).density(random.range(0.1, 1.5))))
                .unwrap();
        }
        (0..60).for_each(|_| world.step());
        world.state_hash()
    };
    let wanted = run(Driver::Inline);
    assert_eq!(run(Driver::Threads(4)), wanted);
    assert_eq!(run(Driver::Seeded(7)), wanted);
}

#[test]
fn an_explosion_pushes_by_distance_and_walls_shield() {
    let mut world = space();
    let add =
        |world: &mut World, x: f32| world.add_body(BodyDef::dynamic().at(vec2(x, 0.0)).shape(rect(1.0, 1.0))).unwrap();
    let keys = [-2.0, 3.0, 5.0, 30.0].map(|x| add(&mut world, x));
    world.add_body(BodyDef::fixed().at(vec2(-1.2, 0.0)).shape(rect(0.2, 5.0))).unwrap();
    let blast = Explosion::new(Vec2::ZERO, 10.0, 8.0);
    assert_eq!(world.clone().explode(&blast).unwrap().len(), 3);
    assert_eq!(world.explode(&blast.line_of_sight()).unwrap(), [keys[1]]);
    near(velocity(&world, keys[1]).x, 8.0 * 0.75, 1e-4);
    assert_eq!(velocity(&world, keys[0]), Vec2::ZERO);
    let mut open = world.clone();
    open.explode(&blast).unwrap();
    near(velocity(&open, keys[2]).x, 8.0 * 0.55, 1e-4);
    near(velocity(&open, keys[0]).x, -8.0 * 0.85, 1e-4);
    assert_eq!(velocity(&open, keys[3]), Vec2::ZERO);
    for wrong in [
        Explosion { radius: -1.0, ..blast },
        Explosion { center: vec2(f32::NAN, 0.0), ..blast },
        Explosion { impulse: f32::INFINITY, ..blast },
    ] {
        assert!(world.explode(&wrong).is_err());
    }
}

#[test]
fn what_is_wrong_with_an_area_is_named() {
    let mut world = space();
    let wrong = |world: &mut World, def: AreaDef| world.add_area(def).unwrap_err().to_string();
    let line = Segment::new(Vec2::ZERO, vec2(1.0, 0.0)).unwrap();
    for (start, def) in [
        ("region:", AreaDef::new(line)),
        ("region:", AreaDef::everywhere().fluid(1.0)),
        ("region:", AreaDef::new(disc(1.0)).fluid(1.0)),
        ("drag:", AreaDef::everywhere().drag(-1.0, 0.0)),
        ("fluid_density:", AreaDef::new(rect(1.0, 1.0)).fluid(-1.0)),
        ("wind:", AreaDef::everywhere().wind(vec2(f32::NAN, 0.0))),
        ("gravity.point.distance:", AreaDef::everywhere().point_gravity(Vec2::ZERO, 1.0, 0.0)),
        ("position:", AreaDef::new(disc(1.0)).at(vec2(f32::INFINITY, 0.0))),
    ] {
        let reason = wrong(&mut world, def);
        assert!(reason.starts_with(start), "{reason} is not {start}");
    }
    assert_eq!(world.areas().count(), 0);
}

#[test]
fn an_explosion_that_is_too_much_for_one_pushes_nobody() {
    let mut world = space();
    let near = world.add_body(crate_at(1.0, 0.0)).unwrap();
    let speck = ShapeDef::new(disc(0.001)).density(1e-4);
    world.add_body(BodyDef::dynamic().at(vec2(0.0, 1.0)).shape(speck)).unwrap();
    let problem = world.explode(&Explosion::new(Vec2::ZERO, 3.0, 1e32)).unwrap_err().to_string();
    assert!(problem.starts_with("impulse"), "{problem}");
    assert_eq!(velocity(&world, near), Vec2::ZERO);
    assert_eq!(world.explode(&Explosion::new(Vec2::ZERO, 3.0, 1.0)).unwrap().len(), 2);
}

/// A fluid's gravity acts by the part that is in it: a box dipped in by a hundredth falls on.
#[test]
fn gravity_is_replaced_by_the_part_that_is_in() {
    let mut world = World::default();
    let moon = AreaDef::new(rect(10.0, 10.0)).at(vec2(0.0, -5.0));
    world.add_area(moon.fluid(1.0e-6).replaces_gravity().uniform_gravity(vec2(0.0, -2.0))).unwrap();
    let one = world.add_body(BodyDef::dynamic().at(vec2(0.0, 0.49)).shape(rect(1.0, 1.0))).unwrap();
    let in_it = world.add_body(BodyDef::dynamic().at(vec2(3.0, -5.0)).shape(rect(1.0, 1.0))).unwrap();
    world.step();
    near(velocity(&world, one).y, -(0.99 * 9.81 + 0.01 * 2.0) / 60.0, 1e-3);
    near(velocity(&world, in_it).y, -2.0 / 60.0, 1e-4);
}
