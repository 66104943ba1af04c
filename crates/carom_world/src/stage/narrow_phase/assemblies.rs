//! Assemblies: bodies that rigid joints tie to each other, directly or through others that move.

use crate::state::{Bodies, Joints};
use carom_solver::Islands;
use std::sync::OnceLock;

/// The assemblies of all awake bodies, found when somebody asks.
pub(crate) struct Assemblies<'a> {
    joints: &'a Joints,
    bodies: &'a Bodies,
    roots: OnceLock<Vec<u32>>,
}

impl<'a> Assemblies<'a> {
    pub fn new(joints: &'a Joints, bodies: &'a Bodies) -> Self {
        Self { joints, bodies, roots: OnceLock::new() }
    }

    /// Whether there may be others than in the last step.
    pub fn changed(&self) -> bool {
        self.joints.changed || self.joints.edited
    }

    /// Whether two awake dynamic rows are in one assembly.
    pub fn are_one(&self, [a, b]: [usize; 2]) -> bool {
        let roots = self.roots.get_or_init(|| self.find());
        roots[a] == roots[b]
    }

    /// A row of the assembly of each awake row: the same for all of an assembly. Ropes, springs and motors tie
    /// nothing, and a body that cannot move is no link between two others.
    fn find(&self) -> Vec<u32> {
        let awake = self.bodies.awake;
        let mut islands = Islands::default();
        islands.reset(awake);
        for joint in &self.joints.rows {
            let rows = [joint.a, joint.b].map(|key| self.bodies.slots.get(key).map(|slot| slot.row));
            let [Some(a), Some(b)] = rows else { continue };
            let ties = joint.def.parts().is_some_and(|parts| parts.hold.is_rigid() && parts.spring.is_none());
            if ties && a.max(b) < awake as u32 {
                islands.link(a, b);
            }
        }
        (0..awake as u32).map(|row| islands.root(row)).collect()
    }
}
