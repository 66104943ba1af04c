//! Machines: a scene for each example of joints. Each shows one of them at work.

use crate::SceneDef;
use carom::math::{Vec2, sin_cos, vec2};
use carom::{
    BodyDef, Capsule, Chain, Circle, Distance, Error, Filter, Gear, Motor, Polygon, Prismatic, Pulley, Rack, Revolute,
    ShapeDef, Weld, Wheel,
};

/// Filter of bodies that pass each other.
fn ghostly() -> Filter {
    Filter { group: -1, ..Filter::default() }
}

/// An empty scene of 10 s whose bodies may sleep.
fn machine(name: &str, about: &str) -> SceneDef {
    SceneDef::new(name, about, 600, true)
}

/// A car with suspensions on hills.
pub(super) fn car() -> Result<SceneDef, Error> {
    let mut scene = machine("car", "a car on two suspensions drives over rough ground");
    let height = |x: f32| 0.25 * sin_cos(0.7 * x).0 + 0.1 * sin_cos(2.3 * x).0;
    let hills: Vec<Vec2> = (0..1_200).map(|i| 0.5 * i as f32 - 10.0).map(|x| vec2(x, height(x))).collect();
    scene.add(BodyDef::fixed().shape(ShapeDef::new(Chain::open(hills)?).friction(0.9)));
    let frame = ShapeDef::new(Polygon::rect(2.4, 0.5)?).density(150.0);
    let body = scene.add(BodyDef::dynamic().at(vec2(0.0, 1.6)).shape(frame));
    let tyre = ShapeDef::new(Circle::new(0.4)?).density(40.0).friction(1.0);
    for (x, torque) in [(-0.9, 400.0), (0.9, 0.0)] {
        let hub = vec2(x, 1.1);
        let wheel = scene.add(BodyDef::dynamic().at(hub).shape(tyre.clone()));
        let suspension = Wheel::at(hub, vec2(0.0, 1.0)).suspension(3.0, 0.7).limit(-0.3, 0.25);
        scene.join(body, wheel, suspension.motor(-20.0, torque));
    }
    Ok(scene)
}

/// A hundred planks between two pillars, and ten boxes that fall on them.
pub(super) fn bridge() -> Result<SceneDef, Error> {
    let mut scene = machine("bridge", "a bridge of 100 planks on hinges carries ten boxes");
    let (left, right) =
        (scene.add(BodyDef::fixed().at(vec2(-50.0, 0.0))), scene.add(BodyDef::fixed().at(vec2(50.0, 0.0))));
    let plank = ShapeDef::new(Polygon::rect(1.0, 0.25)?).density(20.0);
    let mut last = left;
    for k in 0..100_u16 {
        let x = -50.0 + f32::from(k);
        let next = scene.add(BodyDef::dynamic().at(vec2(x + 0.5, 0.0)).shape(plank.clone()));
        scene.join(last, next, Revolute::at(vec2(x, 0.0)));
        last = next;
    }
    scene.join(last, right, Revolute::at(vec2(50.0, 0.0)));
    let boxes = ShapeDef::new(Polygon::rect(1.0, 1.0)?).density(10.0);
    for k in 0..10_u16 {
        scene.add(BodyDef::dynamic().at(vec2(1.2 * f32::from(k) - 5.4, 2.0)).shape(boxes.clone()));
    }
    Ok(scene)
}

/// Fifty ragdolls fall into a pit.
pub(super) fn ragdolls() -> Result<SceneDef, Error> {
    let mut scene = machine("ragdolls", "50 ragdolls with limits fall into a pit and pile up");
    scene.add(BodyDef::fixed().at(vec2(0.0, -0.5)).shape(Polygon::rect(10.0, 1.0)?));
    for side in [-4.5, 4.5] {
        scene.add(BodyDef::fixed().at(vec2(side, 12.0)).shape(Polygon::rect(1.0, 24.0)?));
    }
    for k in 0..50_i16 {
        let at = vec2(1.6 * f32::from(k % 5) - 3.2, 2.0 + 2.2 * f32::from(k / 5));
        ragdoll(&mut scene, at, Filter { group: -1 - i32::from(k), ..Filter::default() })?;
    }
    Ok(scene)
}

/// Torque that the hinges of a doll rub with [N m]: a sixtieth of what holds a stretched arm up.
const RUB: f32 = 5.0;

/// A doll of ten capsules with its hips at a point. Its parts pass each other by the filter's group. Its hinges rub:
/// without that an arm is a pendulum, which swings for minutes and keeps the pile awake.
fn ragdoll(scene: &mut SceneDef, at: Vec2, filter: Filter) -> Result<(), Error> {
    let mut bone = |low: Vec2, high: Vec2, radius: f32| -> Result<usize, Error> {
        let middle = 0.5 * (low + high);
        let limb = ShapeDef::new(Capsule::new(low - middle, high - middle, radius)?).density(1000.0);
        Ok(scene.add(BodyDef::dynamic().at(at + middle).shape(limb.filter(filter))))
    };
    let trunk = bone(vec2(0.0, 0.0), vec2(0.0, 0.55), 0.13)?;
    let head = bone(vec2(0.0, 0.82), vec2(0.0, 0.86), 0.11)?;
    let mut limbs = Vec::new();
    for side in [-1.0, 1.0] {
        for (joint, reach, limits) in [(0.5, 0.35, [-2.0, 2.0]), (-0.05, 0.45, [-1.0, 1.0])] {
            let x = 0.16 * side;
            let [upper, middle, lower] = [joint, joint - reach, joint - 2.0 * reach].map(|y| vec2(x, y));
            limbs.push((bone(middle, upper, 0.06)?, bone(lower, middle, 0.05)?, upper, middle, limits));
        }
    }
    scene.join(trunk, head, Weld::at(at + vec2(0.0, 0.7)).soft_angle(4.0, 0.8));
    for (thigh, shin, upper, middle, [least, most]) in limbs {
        scene.join(trunk, thigh, Revolute::at(at + upper).limit(least, most).motor(0.0, RUB));
        scene.join(thigh, shin, Revolute::at(at + middle).limit(-1.5, 0.1).motor(0.0, RUB));
    }
    Ok(())
}

/// A ball on a rope of links swings into a wall of bricks.
pub(super) fn wrecking_ball() -> Result<SceneDef, Error> {
    let mut scene = machine("wrecking_ball", "a ball on a rope of links swings into a wall of bricks");
    scene.add(BodyDef::fixed().shape(Polygon::rect(40.0, 1.0)?));
    scene.add(BodyDef::fixed().at(vec2(19.5, 4.5)).shape(Polygon::rect(1.0, 8.0)?));
    let (mut last, mut at) = (scene.add(BodyDef::fixed().at(vec2(0.0, 12.0))), vec2(0.0, 12.0));
    let link = ShapeDef::new(Polygon::rect(1.0, 0.15)?).density(20.0);
    for _ in 0..8 {
        let next = scene.add(BodyDef::dynamic().at(at - vec2(0.5, 0.0)).shape(link.clone()));
        scene.join(last, next, Revolute::at(at));
        (last, at) = (next, at - vec2(1.0, 0.0));
    }
    let ball = ShapeDef::new(Circle::new(1.0)?).density(40.0);
    let ball = scene.add(BodyDef::dynamic().at(at - vec2(1.0, 0.0)).shape(ball));
    scene.join(last, ball, Revolute::at(at));
    let brick = ShapeDef::new(Polygon::rect(0.8, 0.5)?).density(8.0);
    for (row, column) in (0..10_u16).flat_map(|row| (0..5_u16).map(move |column| (row, column))) {
        let place = vec2(3.0 + 0.8 * f32::from(column), 0.75 + 0.5 * f32::from(row));
        scene.add(BodyDef::dynamic().at(place).shape(brick.clone()));
    }
    Ok(scene)
}

/// A tower crane: two chords of beams with struts and braces, a mast of 30 bays and a jib of 45, 300 beams of 1 m in
/// all. All that meet at a node are welded to the first of them. A load hangs on a rope from the middle of the jib.
pub(super) fn crane() -> Result<SceneDef, Error> {
    let mut scene = machine("crane", "a crane of 300 welded beams lifts a load by a winch");
    let ground = scene.add(BodyDef::fixed().at(vec2(0.0, -0.5)).shape(Polygon::rect(20.0, 1.0)?));
    // Nodes with the first beam at each; the ground holds the feet.
    let mut nodes: Vec<(Vec2, usize)> = vec![(vec2(0.0, 0.0), ground), (vec2(1.0, 0.0), ground)];
    let mut beam = |scene: &mut SceneDef, from: Vec2, to: Vec2| -> Result<usize, Error> {
        let (half, middle) = (0.5 * (to - from), 0.5 * (from + to));
        let shape = ShapeDef::new(Capsule::new(-half, half, 0.04)?).density(100.0).filter(ghostly());
        let beam = scene.add(BodyDef::dynamic().at(middle).shape(shape));
        for end in [from, to] {
            match nodes.iter().find(|(node, _)| (*node - end).length() < 0.1) {
                Some(&(node, first)) => {
                    scene.join(first, beam, Weld::at(node));
                }
                None => nodes.push((end, beam)),
            }
        }
        Ok(beam)
    };
    for k in 0..30_u16 {
        let (y, up) = (f32::from(k), f32::from(k) + 1.0);
        beam(&mut scene, vec2(0.0, y), vec2(0.0, up))?;
        beam(&mut scene, vec2(1.0, y), vec2(1.0, up))?;
        beam(&mut scene, vec2(0.0, up), vec2(1.0, up))?;
        let (from, to) = if k % 2 == 0 { (0.0, 1.0) } else { (1.0, 0.0) };
        beam(&mut scene, vec2(from, y), vec2(to, up))?;
    }
    // The jib goes 30 m to the right and, as a counterweight's arm, 15 m to the left.
    let mut middle = ground;
    for k in 0..45_u16 {
        let is_right = k < 30;
        let x = if is_right { 1.0 + f32::from(k) } else { 30.0 - f32::from(k) };
        let next = if is_right { x + 1.0 } else { x - 1.0 };
        let lower = beam(&mut scene, vec2(x, 29.0), vec2(next, 29.0))?;
        beam(&mut scene, vec2(x, 30.0), vec2(next, 30.0))?;
        beam(&mut scene, vec2(next, 29.0), vec2(next, 30.0))?;
        let (from, to) = if k % 2 == 0 { (29.0, 30.0) } else { (30.0, 29.0) };
        beam(&mut scene, vec2(x, from), vec2(next, to))?;
        middle = if k == 15 { lower } else { middle };
    }
    let load = ShapeDef::new(Polygon::rect(1.5, 1.0)?).density(50.0);
    let load = scene.add(BodyDef::dynamic().at(vec2(16.5, 0.5)).shape(load));
    // The winch takes the rope in by a metre a second.
    let rope = Distance::rope(Vec2::ZERO, vec2(0.0, 0.5), 28.2).range(12.0, 28.2).motor(-1.0, 2_000.0);
    scene.join(middle, load, rope);
    Ok(scene)
}

/// Five balls on rods side by side: one falls, and the one at the other end leaves.
pub(super) fn cradle() -> Result<SceneDef, Error> {
    let mut scene = machine("cradle", "Newton's cradle: five balls on rods, of which one is lifted");
    scene.world.restitution_threshold = 0.0;
    let (radius, length, lift) = (0.5, 4.0, 0.8);
    let bar = scene.add(BodyDef::fixed().at(vec2(0.0, 0.2)).shape(Polygon::rect(6.0, 0.4)?));
    let ball = ShapeDef::new(Circle::new(radius)?).restitution(1.0).friction(0.0);
    for k in 0..5_i8 {
        // A gap of 2 mm: each two meet on their own.
        let top = vec2(f32::from(k - 2) * (2.0 * radius + 0.002), 0.0);
        let (sin, cos) = sin_cos(if k == 0 { -lift } else { 0.0 });
        let body = BodyDef { can_sleep: false, ..BodyDef::dynamic().at(top + length * vec2(sin, -cos)) };
        let body = scene.add(body.shape(ball.clone()));
        scene.join(bar, body, Distance::between(top, top + length * vec2(sin, -cos)));
    }
    Ok(scene)
}

/// A counterweight lifts a crate over two pulleys, and a tackle of ratio 4 holds four times as much.
pub(super) fn pulley_lift() -> Result<SceneDef, Error> {
    let mut scene =
        machine("pulley_lift", "a counterweight lifts a crate, and a tackle of ratio 4 holds four times as much");
    scene.add(BodyDef::fixed().at(vec2(2.0, -0.5)).shape(Polygon::rect(20.0, 1.0)?));
    let mut weight = |x: f32, y: f32, mass: f32| -> Result<usize, Error> {
        let shape = ShapeDef::new(Polygon::rect(1.0, 1.0)?).density(mass);
        Ok(scene.add(BodyDef::dynamic().at(vec2(x, y)).shape(shape)))
    };
    let (counterweight, load) = (weight(-2.0, 5.0, 12.0)?, weight(2.0, 0.5, 10.0)?);
    let (light, heavy) = (weight(5.0, 3.0, 10.0)?, weight(8.0, 3.0, 40.0)?);
    let rope = Pulley::between(vec2(-2.0, 5.5), vec2(-2.0, 8.0), vec2(2.0, 8.0), vec2(2.0, 1.0));
    scene.join(counterweight, load, rope);
    let tackle = Pulley::between(vec2(5.0, 3.5), vec2(5.0, 8.0), vec2(8.0, 8.0), vec2(8.0, 3.5));
    scene.join(light, heavy, tackle.ratio(4.0));
    Ok(scene)
}

/// A motor turns a train of wheels, the last of which moves a rack down.
pub(super) fn gear_train() -> Result<SceneDef, Error> {
    let mut scene = machine("gear_train", "a motor turns a train of four wheels and a rack");
    let frame = scene.add(BodyDef::fixed());
    let radii = [0.5, 1.0, 0.6, 1.5];
    let mut x = 0.0;
    let mut last = None;
    for (k, radius) in radii.into_iter().enumerate() {
        x += if k > 0 { radii[k - 1] + radius } else { 0.0 };
        // A spoke shows how it turns. The bodies of a frame do not collide with it, and gears' wheels pass each other.
        let wheel = BodyDef::dynamic().at(vec2(x, 0.0)).shape(ShapeDef::new(Circle::new(radius)?).filter(ghostly()));
        let wheel = scene.add(wheel);
        let hinge = Revolute::at(vec2(x, 0.0));
        let hinge = scene.join(frame, wheel, if k == 0 { hinge.motor(2.0, 400.0) } else { hinge });
        if let Some((before, smaller)) = last {
            scene.join(before, hinge, Gear::new(radius / smaller));
        }
        last = Some((hinge, radius));
    }
    x += 1.6;
    let bar = ShapeDef::new(Polygon::rect(0.2, 8.0)?).filter(ghostly());
    let bar = scene.add(BodyDef::dynamic().at(vec2(x, 0.0)).shape(bar));
    let slider = scene.join(frame, bar, Prismatic::at(vec2(x, 0.0), vec2(0.0, 1.0)));
    if let Some((wheel, radius)) = last {
        scene.join(wheel, slider, Rack::new(radius));
    }
    Ok(scene)
}

/// A cursor that goes round takes the topmost box of a stack along.
pub(super) fn mouse() -> Result<SceneDef, Error> {
    let mut scene = machine("mouse", "a mouse joint takes a box from a stack and carries it round");
    scene.add(BodyDef::fixed().at(vec2(0.0, -0.5)).shape(Polygon::rect(30.0, 1.0)?));
    // The cursor is a point that turns about this body: a circle of 4 m, once in 8 s.
    let turn = 0.78;
    let cursor = scene.add(BodyDef::kinematic().at(vec2(-4.0, 6.0)).angular_velocity(turn));
    let mut taken = cursor;
    for i in 0..5_u16 {
        taken = scene.add(BodyDef::dynamic().at(vec2(0.0, 0.5 + f32::from(i))).shape(Polygon::rect(1.0, 1.0)?));
    }
    let start = vec2(4.0, -1.3);
    scene.join(cursor, taken, Motor::drag(start, vec2(0.3, 0.2), 500.0));
    Ok(scene)
}
