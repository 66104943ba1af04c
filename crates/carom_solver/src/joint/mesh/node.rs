//! A body of a mesh: what goes from its row to the mesh and back.

use crate::rows::{Row, Rows};
use crate::{BodyMass, BodyState, ForceUpdate};

/// A body of a mesh, or a body that cannot move, once for each path that it ends.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct MeshNode {
    /// Its row among all bodies.
    pub row: Row,
    /// One over its rotational inertia [1/(kg m^2)].
    pub inv_inertia: f32,
    /// Whether it is the end of one path, and another node may have the same row.
    pub is_fixed_end: bool,
    /// Whether an impulse changes its velocity.
    pub moves: bool,
    /// The change of its velocity by the paths in the last substep: less what it was when they began, and each time
    /// that contacts had changed it, more what it was when they ended.
    pub given: [f32; 3],
}

impl MeshNode {
    /// Takes its mass and locks at the beginning of a step.
    pub(crate) fn place(&mut self, masses: &[BodyMass]) {
        let mass = masses.get(self.row.index()).copied().unwrap_or_default();
        (self.inv_inertia, self.moves) = (mass.inv_inertia, mass.moves() && !self.is_fixed_end);
    }

    /// Takes what the paths gave it in the last substep from its row.
    #[inline(always)]
    pub(crate) fn forget(&self, rows: &Rows<'_>) {
        if self.moves {
            let [x, y, w, flag] = *rows.velocity(self.row);
            let [px, py, pw] = self.given;
            rows.set_velocity(self.row, &[x - px, y - py, w - pw, flag]);
        }
    }

    /// Takes the velocity and motion of its row. With `weighs` the state has room to sum up the stiffness in rotation.
    #[inline(always)]
    pub(crate) fn load(&mut self, state: &mut BodyState, rows: &Rows<'_>, weighs: bool) {
        let [x, y, w, _] = *rows.velocity(self.row);
        self.given = [-x, -y, -w];
        let (velocity, motion) = state.halves();
        velocity.copy_from_slice(&[x, y, w, if weighs { 0.0 } else { self.inv_inertia }]);
        motion.copy_from_slice(rows.motion(self.row));
    }

    /// Makes its inertia at least so many times its stiffness in rotation, which its velocity has summed up.
    #[inline(always)]
    pub(crate) fn stiffen(&self, state: &mut BodyState, least: f32) {
        let last = &mut state.halves().0[3];
        let over = least * *last * self.inv_inertia;
        *last = if over > 1.0 { self.inv_inertia / over } else { self.inv_inertia };
    }

    /// Takes the velocity of its row again.
    #[inline(always)]
    pub(crate) fn take(&mut self, state: &mut BodyState, rows: &Rows<'_>) {
        let velocity = state.halves().0;
        for ((v, now), given) in velocity.iter_mut().zip(rows.velocity(self.row)).zip(&mut self.given) {
            *v = *now;
            *given -= now;
        }
    }

    /// Writes its velocity to its row, if all of it is finite. Returns whether it did.
    #[inline(always)]
    pub(crate) fn show(&mut self, state: &mut BodyState, rows: &Rows<'_>) -> bool {
        if !self.moves {
            return false;
        }
        let [x, y, w, _] = state.velocity_row();
        let motion: f32 = state.motion_row().iter().sum();
        let flag = rows.velocity(self.row)[3];
        if !(x + y + w + motion).is_finite() {
            // The row goes on as if there were no paths.
            self.given = [0.0; 3];
            return false;
        }
        for (given, v) in self.given.iter_mut().zip([x, y, w]) {
            *given += v;
        }
        rows.set_velocity(self.row, &[x, y, w, flag]);
        true
    }

    /// Writes its velocity and its motion to its row, except for what is locked.
    #[inline(always)]
    pub(crate) fn end(&mut self, state: &mut BodyState, rows: &Rows<'_>, updates: &[ForceUpdate]) {
        let locks = updates.get(self.row.index()).map_or([false; 2], ForceUpdate::locks);
        if locks != [false; 2] {
            let ((velocity, motion), kept) = (state.halves(), rows.motion(self.row));
            for axis in (0..2).filter(|&axis| locks[axis]) {
                (velocity[axis], motion[axis]) = (0.0, kept[axis]);
            }
        }
        let shown = self.show(state, rows);
        for axis in (0..2).filter(|&axis| locks[axis]) {
            // The row forgot what the first pass showed there.
            self.given[axis] = 0.0;
        }
        if shown {
            rows.set_motion(self.row, &state.motion_row());
        }
    }
}
