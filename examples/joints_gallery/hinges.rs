//! Hinges, welds and wheels.

use crate::canvas::{Canvas, DARK};
use crate::{Picture, film, sleepless};
use carom::prelude::*;

/// An arm falls from one end of its range and is lifted again by a motor.
pub fn revolute() -> Picture {
    let mut c = Canvas::new(vec2(-4.6, -1.6), vec2(4.6, 2.1));
    let mut words = Vec::new();
    for (x, head, hinge) in [
        (-2.9, "limit 0.6 rad", Revolute::at(vec2(-2.9, 0.0)).limit(-0.6, 0.6)),
        (0.0, "motor 2 rad/s", Revolute::at(vec2(0.0, 0.0)).motor(2.0, 200.0)),
        (2.9, "spring of 1 Hz", Revolute::at(vec2(2.9, 0.0)).spring(1.0, 0.3)),
    ] {
        let mut world = sleepless()?;
        let pin = world.add_body(BodyDef::fixed())?;
        let arm = Polygon::rect_at(Pose::new(vec2(0.65, 0.0), 0.0), 1.5, 0.25)?;
        let arm = world.add_body(BodyDef::dynamic().at(vec2(x, 0.0)).shape(arm))?;
        let joint = world.add_joint(pin, arm, hinge)?;
        film(&mut c, &mut world, 40, 8);
        let angle = world.joint(joint).map_or(0.0, |joint| joint.angle());
        words.push((x - 1.0, format!("{head}: {angle:.2} rad")));
    }
    words.into_iter().for_each(|(x, text)| c.words(vec2(x, 1.8), &text));
    c.words(vec2(-4.5, -1.5), "from pale to full: 40 steps; red: the point that both bodies keep, d = 0");
    Ok(c)
}

/// A rigid cantilever and a springboard.
pub fn weld() -> Picture {
    let mut c = Canvas::new(vec2(-4.6, -3.4), vec2(4.6, 1.3));
    let mut tips = [0.0; 2];
    for (side, tip) in tips.iter_mut().enumerate() {
        let mut world = sleepless()?;
        let x = if side == 0 { -4.3 } else { 0.4 };
        let wall = world.add_body(BodyDef::fixed().at(vec2(x, 0.0)).shape(Polygon::rect(0.3, 1.2)?))?;
        let mut last = wall;
        for k in 0..3 {
            let from = vec2(x + 0.15 + 1.2 * k as f32, 0.0);
            let plank = BodyDef { angular_damping: 3.0, ..BodyDef::dynamic() }.at(from + vec2(0.6, 0.0));
            let plank = world.add_body(plank.shape(Polygon::rect(1.2, 0.2)?))?;
            let weld = Weld::at(from);
            world.add_joint(last, plank, if side == 0 { weld } else { weld.soft_angle(3.0, 0.3) })?;
            last = plank;
        }
        film(&mut c, &mut world, 120, 15);
        *tip = -crate::place(&world, last).y;
    }
    c.words(vec2(-4.4, 1.0), &format!("rigid: the last plank is {:.2} mm lower", 1000.0 * tips[0]));
    c.words(vec2(0.3, 1.0), &format!("soft_angle(3.0, 0.3): {:.2} m lower", tips[1]));
    c.words(vec2(-4.4, -3.3), "after 2 s; red: the points that both bodies keep, d = 0, at an angle that is kept too");
    Ok(c)
}

/// Two wheels on their suspensions under a body.
pub fn wheel() -> Picture {
    let mut c = Canvas::new(vec2(-2.6, -0.9), vec2(6.2, 2.3));
    let mut world = sleepless()?;
    let ground = [vec2(7.0, 0.0), vec2(3.6, 0.0), vec2(2.6, 0.45), vec2(1.6, 0.0), vec2(-3.0, 0.0)];
    let mut ground = ground.to_vec();
    // From right to left by what is written: a chain collides on the right of its direction.
    ground.reverse();
    c.line(&ground, DARK, 2.0);
    world.add_body(BodyDef::fixed().shape(ShapeDef::new(Chain::open(ground)?).friction(1.0)))?;
    let frame = ShapeDef::new(Polygon::rect(2.2, 0.4)?).density(50.0);
    let car = world.add_body(BodyDef::dynamic().at(vec2(-1.2, 1.1)).velocity(vec2(2.5, 0.0)).shape(frame))?;
    let tyre = ShapeDef::new(Circle::new(0.35)?).density(20.0).friction(1.0);
    let mut wheels = Vec::new();
    for (x, torque) in [(-2.0, 60.0), (-0.4, 0.0)] {
        let hub = vec2(x, 0.4);
        let wheel = world.add_body(BodyDef::dynamic().at(hub).velocity(vec2(2.5, 0.0)).shape(tyre.clone()))?;
        let def = Wheel::at(hub, Vec2::Y).suspension(4.0, 0.7).limit(-0.2, 0.2).motor(-8.0, torque);
        wheels.push(world.add_joint(car, wheel, def)?);
    }
    film(&mut c, &mut world, 105, 35);
    let places: Vec<f32> = wheels.iter().filter_map(|&key| world.joint(key)).map(|joint| joint.place()).collect();
    c.words(
        vec2(-2.5, 2.05),
        &format!(
            "t . d = 0: along the dashed line the rear wheel is at {:.2} m, the front one at {:.2} m",
            places[0], places[1]
        ),
    );
    c.words(vec2(-2.5, -0.75), "every 35 steps from pale to full; a positive speed of the motor turns to the left");
    Ok(c)
}
