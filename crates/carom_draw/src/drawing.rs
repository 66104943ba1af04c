//! The picture of a world as a list of marks, back to front.

use crate::{Figure, Frame, Look, Mark};
use carom::math::Aabb;
use carom::{BodyKind, World};

/// The picture of a world.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// The part of the world shown.
    pub frame: Frame,
    /// The marks, back to front: fixed bodies, the others, sensors, joints.
    pub marks: Vec<Mark>,
}

impl Drawing {
    /// The picture of the current state of a world, fitted to the bodies that move.
    pub fn of(world: &World) -> Self {
        Self::framed(world, Frame::of(world))
    }

    /// The picture of the current state of a world, in a frame. Pictures of a series have one frame.
    pub fn framed(world: &World, frame: Frame) -> Self {
        let (mut marks, mut front, mut sensors) = (Vec::new(), Vec::new(), Vec::new());
        for (number, (_, body)) in world.bodies().enumerate() {
            let look = Look::of(body.kind(), body.is_awake());
            for shape in body.shapes() {
                let list = match body.kind() {
                    _ if shape.sensor => &mut sensors,
                    BodyKind::Fixed => &mut marks,
                    _ => &mut front,
                };
                let form = Figure::of(&shape.shape, body.pose());
                list.push(Mark { look, number, is_sensor: shape.sensor, form });
            }
        }
        marks.append(&mut front);
        marks.append(&mut sensors);
        marks.extend(world.joints().enumerate().map(|(number, (_, joint))| {
            let (a, b) = joint.bodies();
            let (anchor_a, anchor_b) = joint.anchors();
            // From each body's centre to the anchor, if the body moves: the arms show how the bodies are linked.
            let arm = |key| world.body(key).filter(|body| body.kind() != BodyKind::Fixed).map(|body| body.center());
            let points = [arm(a), Some(anchor_a), Some(anchor_b), arm(b)].into_iter().flatten().collect();
            Mark { look: Look::Joint, number, is_sensor: false, form: Figure::Line { points } }
        }));
        marks.retain(|mark| {
            let aabb: Aabb = mark.form.aabb();
            aabb.is_finite() && aabb.overlaps(&frame.view)
        });
        Self { frame, marks }
    }
}
