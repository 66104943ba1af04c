//! The hand: it takes the body under the cursor, drags it along by a mouse joint, and lets it go.

use carom::prelude::*;

/// The hand of the mouse.
pub struct Hand {
    /// A fixed body that the joint hangs on.
    ground: BodyKey,
    /// The joint, if a body is held.
    grip: Option<JointKey>,
}

impl Hand {
    pub fn new(ground: BodyKey) -> Self {
        Self { ground, grip: None }
    }

    /// The joint that holds a body, if there is one. It may have gone with its body.
    pub fn grip<'a>(&self, world: &'a World) -> Option<Joint<'a>> {
        self.grip.and_then(|grip| world.joint(grip))
    }

    /// Takes, drags or lets go; `cursor` is in the world [m].
    pub fn drag(&mut self, world: &mut World, cursor: Vec2, is_down: bool) -> Result<(), carom::Error> {
        match self.grip.and_then(|grip| world.joint_mut(grip)) {
            Some(mut joint) if is_down => joint.set_target(cursor)?,
            Some(_) => self.release(world),
            None if is_down && self.grip.is_none() => self.take(world, cursor)?,
            None if !is_down => self.grip = None,
            None => {}
        }
        Ok(())
    }

    fn take(&mut self, world: &mut World, cursor: Vec2) -> Result<(), carom::Error> {
        for shape in world.query().overlap_point(cursor)? {
            let Some(body) = world.body(shape.body).filter(|body| body.kind() == BodyKind::Dynamic) else { continue };
            // A hundred times its weight: enough to fling it, not enough to pull it through a wall.
            let most = 100.0 * 9.81 * body.mass().mass;
            let drag = Motor::drag(cursor, body.pose().inverse_transform_point(cursor), most);
            // Without `collide`, bodies that a joint links pass through each other: here it and the ground.
            self.grip = Some(world.add_joint(self.ground, shape.body, drag.collide())?);
            break;
        }
        Ok(())
    }

    fn release(&mut self, world: &mut World) {
        if let Some(grip) = self.grip.take() {
            world.remove_joint(grip);
        }
    }
}
