//! The contacts of a pile on scales: shapes, points and impulses.

use carom::prelude::*;

fn main() -> Result<(), carom::Error> {
    let mut world = World::default();
    let scales = world.add_body(BodyDef::fixed().at(vec2(0.0, -0.1)).shape(Polygon::rect(4.0, 0.2)?))?;
    let mut weight = 0.0;
    for i in 0..6 {
        let key = world
            .add_body(BodyDef::dynamic().at(vec2(0.1 * i as f32, 0.5 + i as f32)).shape(Polygon::rect(1.0, 1.0)?))?;
        weight += world.body(key).map_or(0.0, |body| body.mass().mass) * 9.81;
    }
    (0..200).for_each(|_| world.step());
    let mut push = Vec2::ZERO;
    for contact in world.body(scales).into_iter().flat_map(|scales| scales.contacts()) {
        let on_scales = if contact.b.body == scales { contact.impulse() } else { -contact.impulse() };
        push += on_scales / world.def().dt;
        for point in contact.points() {
            println!("touched at {:.3}, {:.2} N s, normal {}", point.point, point.normal_impulse, contact.normal);
        }
    }
    println!("the scales say {:.2} N, the pile weighs {weight:.2} N", -push.y);
    Ok(())
}
