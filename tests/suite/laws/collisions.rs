//! Conservation in collisions: momentum and angular momentum.

use crate::kit::*;
use carom::prelude::*;

/// Linear momentum, angular momentum about the origin, kinetic energy, and the sums of the magnitudes of the first two.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sums {
    pub px: f64,
    pub py: f64,
    pub angular: f64,
    pub energy: f64,
    pub linear_scale: f64,
    pub angular_scale: f64,
}

/// Sums over the dynamic bodies of a world.
pub fn sums(world: &World) -> Sums {
    let mut sum = Sums::default();
    for (_, body) in world.bodies() {
        let mass = body.mass();
        let (m, i, w) = (f64::from(mass.mass), f64::from(mass.inertia), f64::from(body.angular_velocity()));
        let (x, y) = (f64::from(body.center().x), f64::from(body.center().y));
        let (vx, vy) = (f64::from(body.velocity().x), f64::from(body.velocity().y));
        sum.px += m * vx;
        sum.py += m * vy;
        let orbit = m * (x * vy - y * vx);
        sum.angular += orbit + i * w;
        sum.energy += 0.5 * (m * (vx * vx + vy * vy) + i * w * w);
        sum.linear_scale += m * vx.hypot(vy);
        sum.angular_scale += orbit.abs() + (i * w).abs();
    }
    sum
}

/// A cloud of bodies in space that fly about and towards its middle.
pub fn cloud(seed: u64, restitution: f32, friction: f32, only_discs: bool) -> World {
    let mut random = SplitMix64::new(seed);
    let mut world = space();
    for i in 0..196 {
        let place = vec2((i % 14) as f32 - 6.5, (i / 14) as f32 - 6.5) * 1.6;
        let outline: carom::Shape = match if only_discs { 0 } else { i % 4 } {
            0 => disc(random.range(0.2, 0.5)).into(),
            1 => Capsule::horizontal(0.6, 0.25).unwrap().into(),
            2 => rect(random.range(0.4, 0.9), random.range(0.4, 0.9)).into(),
            _ => {
                Polygon::new([vec2(-0.5, -0.3), vec2(0.5, -0.3), vec2(0.0, 0.6)]).unwrap().rounded(0.05).unwrap().into()
            }
        };
        let shape = ShapeDef::new(outline).density(random.range(0.5, 3.0)).restitution(restitution).friction(friction);
        let velocity = -0.4 * place + vec2(random.range(-3.0, 3.0), random.range(-3.0, 3.0));
        let spin = if only_discs { 0.0 } else { random.range(-4.0, 4.0) };
        let body = BodyDef::dynamic().at(place).velocity(velocity).angular_velocity(spin).shape(shape);
        world.add_body(body.angle(random.range(-3.0, 3.0))).unwrap();
    }
    world
}

#[test]
fn momentum_is_kept_by_collisions() {
    for (seed, restitution, friction) in [(1, 0.0, 0.6), (2, 0.8, 0.6), (3, 0.3, 0.0)] {
        let mut world = cloud(seed, restitution, friction, false);
        let before = sums(&world);
        let mut contacts = 0;
        for _ in 0..300 {
            world.step();
            contacts += world.events().contact_began().len();
        }
        checked(&world);
        assert!(contacts > 300, "they collide: {contacts}");
        let after = sums(&world);
        // Impulses come in opposite pairs, so only rounding is left.
        near(after.px, before.px, 1e-5 * before.linear_scale);
        near(after.py, before.py, 1e-5 * before.linear_scale);
        // Levers are constant within a step while the bodies slide by each other: a small part of each impulse's
        // moment, of either sign.
        near(after.angular, before.angular, 2e-3 * before.angular_scale);
    }
}

#[test]
fn a_spinning_pair_keeps_its_angular_momentum() {
    let mut world = space();
    let a =
        world.add_body(BodyDef::dynamic().at(vec2(-3.0, 0.4)).velocity(vec2(4.0, 0.0)).shape(rect(1.0, 1.0))).unwrap();
    let b =
        world.add_body(BodyDef::dynamic().at(vec2(3.0, -0.4)).velocity(vec2(-4.0, 0.0)).shape(rect(1.0, 1.0))).unwrap();
    let before = sums(&world);
    play(&mut world, 120);
    assert!(spin(&world, a).abs() > 0.1 && spin(&world, b).abs() > 0.1, "they spin after the hit");
    near(sums(&world).angular, before.angular, 2e-3 * before.angular_scale);
    near(sums(&world).px, 0.0, 1e-5 * before.linear_scale);
}

#[test]
fn joints_keep_momentum() {
    let mut world = space();
    let links: Vec<BodyKey> = (0..12)
        .map(|i| {
            let link = BodyDef::dynamic().at(vec2(i as f32, 0.0)).velocity(vec2(0.0, if i < 6 { 3.0 } else { -2.0 }));
            world.add_body(link.shape(Capsule::horizontal(0.6, 0.2).unwrap())).unwrap()
        })
        .collect();
    for pair in links.windows(2) {
        world.add_joint(pair[0], pair[1], Revolute::new(vec2(0.5, 0.0), vec2(-0.5, 0.0))).unwrap();
    }
    let before = sums(&world);
    play(&mut world, 300);
    let after = sums(&world);
    near(after.px, before.px, 1e-4 * before.linear_scale);
    near(after.py, before.py, 1e-4 * before.linear_scale);
    near(after.angular, before.angular, 0.02 * before.angular_scale);
    assert!(after.energy <= before.energy * 1.001, "{} grew to {}", before.energy, after.energy);
}
