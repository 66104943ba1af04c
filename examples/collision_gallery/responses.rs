//! Pushes and impulses.

use crate::basics::house;
use crate::canvas::{A, B, Canvas, DARK, FOUND, GOOD, THIN};
use carom::narrowphase::{ImpactBody, ImpactPoint, resolve};
use carom::{Polygon, Pose, Shape, Vec2, push_apart, vec2};
use std::error::Error;

/// Row 5.
pub fn response() -> Result<Canvas, Box<dyn Error>> {
    let mut c = Canvas::new(vec2(-3.2, -2.4), vec2(9.2, 2.8));
    let (a, b) = (Shape::from(house()?), Shape::from(Polygon::rect(1.6, 1.6)?));
    let (pose_a, pose_b) = (Pose::new(vec2(-1.3, 0.0), 0.0), Pose::new(vec2(0.0, 0.8), 0.5));
    let parted = push_apart(&a, pose_a, &b, pose_b, [1.0, 2.0]);
    c.shape(&a, pose_a, THIN, 0.12);
    c.shape(&b, pose_b, THIN, 0.12);
    c.shape(&a, parted.pose_a, A, 0.5);
    c.shape(&b, parted.pose_b, B, 0.5);
    c.arrow(pose_a.p, parted.pose_a.p, FOUND);
    c.arrow(pose_b.p, parted.pose_b.p, FOUND);
    c.words(vec2(-3.0, -2.1), "push_apart: orange is half as heavy");
    // A ball of 1 kg falls on the floor: elastic, half, inelastic; then with friction, which turns it.
    let kinds = [(1.0, 0.0, "e = 1"), (0.5, 0.0, "e = 0.5"), (0.0, 0.0, "e = 0"), (0.5, 0.4, "and f = 0.4")];
    c.line(&[vec2(2.4, -1.4), vec2(9.1, -1.4)], DARK, 3.0);
    for (i, (restitution, friction, words)) in kinds.into_iter().enumerate() {
        let at = vec2(3.0 + 1.7 * i as f32, -1.0);
        let ball = ImpactBody::new(vec2(0.9, -1.5), 0.0, 1.0, 0.08);
        let arms = (at + vec2(0.0, -0.4), vec2(0.0, -0.4));
        let touch = ImpactPoint { normal: Vec2::Y, arm_a: arms.0, arm_b: arms.1, restitution, friction };
        let after = resolve(ImpactBody::default(), ball, &touch);
        c.circle(at, 0.4, B, 0.4);
        c.arrow(at - ball.velocity, at, THIN);
        c.arrow(at, at + after.b.velocity, GOOD);
        c.arrow(at + arms.1, at + arms.1 + 0.5 * after.impulse, FOUND);
        let turn = after.b.angular_velocity;
        c.words(at + vec2(-0.5, -0.75), words);
        c.words(at + vec2(-0.5, -1.05), &format!("{turn:.1} rad/s"));
    }
    c.words(vec2(2.5, 2.4), "resolve: grey before, green after, red half of the impulse");
    Ok(c)
}
