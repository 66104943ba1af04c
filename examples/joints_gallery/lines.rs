//! Joints along a line, distances and drives.

use crate::canvas::{Canvas, GOOD};
use crate::{Picture, film, sleepless};
use carom::prelude::*;

/// A lift on a slanted line.
pub fn prismatic() -> Picture {
    let mut c = Canvas::new(vec2(-3.2, -0.9), vec2(4.6, 2.4));
    let mut words = Vec::new();
    for (x, head, axis, motor) in
        [(-2.0, "limit 0 to 1.5 m", vec2(0.4, 1.0), 2.0), (1.4, "motor 0.8 m/s", vec2(1.0, 0.35), 0.8)]
    {
        let mut world = sleepless()?;
        let wall = world.add_body(BodyDef::fixed())?;
        let car = world.add_body(BodyDef::dynamic().at(vec2(x, 0.0)).shape(Polygon::rect(0.8, 0.5)?))?;
        let def = Prismatic::at(vec2(x, 0.0), axis).limit(0.0, 1.5).motor(motor, 50.0);
        let joint = world.add_joint(wall, car, def)?;
        film(&mut c, &mut world, 60, 15);
        let joint = world.joint(joint).map_or((0.0, 0.0), |joint| (joint.place(), joint.motor_force()));
        words.push((x - 1.1, format!("{head}: now at {:.2} m, by {:.1} N", joint.0, joint.1)));
    }
    words.into_iter().for_each(|(x, text)| c.words(vec2(x, 2.15), &text));
    c.words(vec2(-3.1, -0.8), "a second, from pale to full: t . d = 0, and the angle is kept");
    Ok(c)
}

/// A rod, a rope, a spring and a winch.
pub fn distance() -> Picture {
    let mut c = Canvas::new(vec2(-4.6, -3.2), vec2(4.6, 0.6));
    let place = |x: f32| vec2(x, -2.0);
    let joints: [(f32, &str, Vec2, Distance); 4] = [
        (-3.6, "rod", vec2(-3.6 + 1.2, -1.6), Distance::between(vec2(-3.6, 0.0), vec2(-3.6 + 1.2, -1.6))),
        (-0.9, "rope of 2 m", vec2(-0.3, -0.5), Distance::rope(vec2(-0.9, 0.0), Vec2::ZERO, 2.0)),
        (1.3, "spring", place(1.3), Distance::between(vec2(1.3, 0.0), place(1.3)).spring(1.5, 0.2)),
        (3.4, "winch", place(3.4), Distance::between(vec2(3.4, 0.0), place(3.4)).range(0.5, 3.0).motor(-1.0, 99.0)),
    ];
    let mut words = Vec::new();
    for (x, head, start, joint) in joints {
        let mut world = sleepless()?;
        let ceiling = world.add_body(BodyDef::fixed())?;
        let ball = world.add_body(BodyDef::dynamic().at(start).shape(Circle::new(0.22)?))?;
        let joint = world.add_joint(ceiling, ball, joint)?;
        film(&mut c, &mut world, 44, 11);
        let length = world.joint(joint).map_or(0.0, |joint| joint.place());
        words.push((x - 0.9, format!("{head}: {length:.2} m")));
    }
    words.into_iter().for_each(|(x, text)| c.words(vec2(x, 0.3), &text));
    c.words(vec2(-4.5, -3.1), "44 steps, from pale to full: |d| is a length, in a range, on a spring, or driven");
    Ok(c)
}

/// A body driven to a pose, and one that is dragged by a point.
pub fn motor() -> Picture {
    let mut c = Canvas::new(vec2(-3.6, -1.5), vec2(4.4, 2.5));
    let shape = Polygon::rect(0.9, 0.5)?;
    let mut world = sleepless()?;
    let ground = world.add_body(BodyDef::fixed())?;
    let driven = world.add_body(BodyDef::dynamic().at(vec2(-3.0, -0.7)).shape(shape.clone()))?;
    world.add_joint(ground, driven, Motor::to_pose(vec2(-1.0, 0.6), 1.0).limits(200.0, 50.0).spring(1.0, 1.0))?;
    let held = world.add_body(BodyDef::dynamic().at(vec2(0.9, -0.6)).shape(shape.clone()))?;
    world.add_joint(ground, held, Motor::drag(vec2(2.8, 0.9), vec2(0.4, 0.2), 200.0).spring(1.5, 0.7))?;
    film(&mut c, &mut world, 60, 10);
    c.shape(&shape.into(), Pose::new(vec2(-1.0, 0.6), 1.0), GOOD, 0.1);
    let off = (crate::place(&world, driven) - vec2(-1.0, 0.6)).length();
    c.words(
        vec2(-3.5, 2.25),
        &format!("to_pose: after a second {off:.2} m off its target (green), as its weight pulls"),
    );
    c.words(vec2(-3.5, 1.95), "drag: a point of the right one is drawn to its target");
    c.words(
        vec2(-3.5, -1.4),
        "every 10 steps, from pale to full; the springs have 1 and 1.5 Hz here, so that the way is seen",
    );
    Ok(c)
}

/// A pin that slides in its slot and turns.
pub fn pin_slot() -> Picture {
    let mut c = Canvas::new(vec2(-2.6, -1.7), vec2(3.4, 1.3));
    let mut world = sleepless()?;
    let ground = world.add_body(BodyDef::fixed())?;
    let plate = Polygon::rect_at(Pose::new(vec2(0.0, -0.5), 0.0), 0.5, 1.2)?;
    let plate = world.add_body(BodyDef::dynamic().at(vec2(-1.2, 0.4)).angle(-0.9).shape(plate))?;
    let joint = world.add_joint(ground, plate, PinSlot::at(vec2(-1.2, 0.4), vec2(1.0, -0.25)).limit(0.0, 2.5))?;
    c.dashes(&[vec2(-1.2, 0.4), vec2(-1.2, 0.4) + 2.5 * vec2(0.970_1, -0.242_5)], GOOD);
    film(&mut c, &mut world, 75, 15);
    let joint = world.joint(joint).map_or((0.0, 0.0), |joint| (joint.place(), joint.angle()));
    c.words(
        vec2(-2.5, 1.05),
        &format!("t . d = 0: the pin is at {:.2} m of its slot of 2.5 m, turned by {:.2} rad", joint.0, joint.1),
    );
    c.words(vec2(-2.5, -1.6), "every 15 steps, from pale to full");
    Ok(c)
}
