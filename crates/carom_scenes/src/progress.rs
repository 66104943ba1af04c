//! A run between two steps, and the row of a step.

use crate::Play;
use carom::{BodyKind, World};

/// A run between two steps.
#[derive(Clone, Copy)]
pub struct Progress<'a> {
    /// Number of steps taken.
    pub step: u32,
    /// Time of the last step alone [ms]; 0 before the first.
    pub ms: f64,
    /// The scene as it is now.
    pub play: &'a Play,
}

/// The record of a step.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Number of the step, from 1.
    pub step: u32,
    /// Time of the step alone [ms].
    pub ms: f64,
    /// Manifolds that the solver saw.
    pub contacts: usize,
    /// Bodies awake after it.
    pub awake: usize,
    /// Kinetic energy of the dynamic bodies after it [J].
    pub kinetic_energy: f64,
}

impl Progress<'_> {
    /// The record of the last step.
    pub fn row(&self) -> Row {
        let world = self.play.world();
        let counts = world.counts();
        Row {
            step: self.step,
            ms: self.ms,
            contacts: counts.contacts,
            awake: counts.awake,
            kinetic_energy: kinetic_energy(world),
        }
    }
}

/// The kinetic energy of the dynamic bodies [J].
fn kinetic_energy(world: &World) -> f64 {
    let energy = |(_, body): (_, carom::Body<'_>)| {
        if body.kind() != BodyKind::Dynamic {
            return 0.0;
        }
        let mass = body.mass();
        let (vx, vy) = (f64::from(body.velocity().x), f64::from(body.velocity().y));
        let w = f64::from(body.angular_velocity());
        0.5 * (f64::from(mass.mass) * (vx * vx + vy * vy) + f64::from(mass.inertia) * w * w)
    };
    world.bodies().map(energy).sum()
}
