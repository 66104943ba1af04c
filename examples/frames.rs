//! Frames of 144 Hz over steps of 60 Hz: a stepper makes the steps and gives the poses to draw.

use carom::Stepper;
use carom::prelude::*;

fn main() -> Result<(), carom::Error> {
    let mut world = World::default();
    world.add_body(BodyDef::fixed().at(vec2(0.0, -1.0)).shape(Polygon::rect(40.0, 2.0)?))?;
    let ball = world.add_body(BodyDef::dynamic().at(vec2(0.0, 3.0)).shape(Circle::new(0.5)?))?;
    let mut stepper = Stepper::default();
    for frame in 0..24 {
        let mut met = 0;
        let steps = stepper.advance(&mut world, 1.0 / 144.0, |world| met += world.events().contact_began().len())?;
        if let Some(pose) = stepper.pose(&world, ball) {
            println!("frame {frame}: {steps} steps, {met} met, drawn at {:.4} m", pose.p.y);
        }
    }
    Ok(())
}
