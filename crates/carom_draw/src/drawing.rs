//! The picture of a world as a list of marks, back to front.

use crate::{Figure, Frame, Look, Mark};
use carom::math::Aabb;
use carom::{BodyKind, World};

/// The picture of a world.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// The part of the world shown.
    pub frame: Frame,
    /// The marks, back to front: fixed bodies, the others, joints.
    pub marks: Vec<Mark>,
}

impl Drawing {
    /// The picture of the current state of a world, fitted to the bodies that move.
    pub fn of(world: &World) -> Self {
        let (mut marks, mut front) = (Vec::new(), Vec::new());
        let (mut moving, mut fixed) = (Vec::new(), Vec::new());
        for (number, (_, body)) in world.bodies().enumerate() {
            let look = Look::of(body.kind(), body.is_awake());
            let still = body.kind() == BodyKind::Fixed;
            let (list, boxes) = if still { (&mut marks, &mut fixed) } else { (&mut front, &mut moving) };
            for shape in body.shapes() {
                let form = Figure::of(&shape.shape, body.pose());
                boxes.push(form.aabb());
                list.push(Mark { look, number, form });
            }
        }
        marks.append(&mut front);
        marks.extend(world.joints().enumerate().map(|(number, (_, joint))| {
            let (a, b) = joint.bodies();
            let (anchor_a, anchor_b) = joint.anchors();
            // From each body's centre to the anchor, if the body moves: the arms show how the bodies are linked.
            let arm = |key| world.body(key).filter(|body| body.kind() != BodyKind::Fixed).map(|body| body.center());
            let points = [arm(a), Some(anchor_a), Some(anchor_b), arm(b)].into_iter().flatten().collect();
            Mark { look: Look::Joint, number, form: Figure::Line { points } }
        }));
        let frame = Frame::fit(&moving, &fixed);
        marks.retain(|mark| {
            let aabb: Aabb = mark.form.aabb();
            aabb.is_finite() && aabb.overlaps(&frame.view)
        });
        Self { frame, marks }
    }
}
