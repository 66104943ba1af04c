//! The rules of a world while it runs.

use crate::def::WorldDef;
use crate::{Error, World, stage};
use carom_math::Vec2;

impl World {
    /// The rules, as they are now.
    pub fn def(&self) -> &WorldDef {
        &self.def
    }

    /// Sets all rules, from the next step on, and wakes everything. All of them may change while a world runs.
    ///
    /// Warm-starting impulses of contacts are scaled to the new length of a substep; those of joints converge again in
    /// a step or two. It costs work in proportion to the world, so it is not meant for every step: see
    /// [`World::set_gravity`] and [`World::set_dt`].
    ///
    /// ```
    /// use carom::{World, WorldDef};
    ///
    /// let mut world = World::default();
    /// world.set_def(WorldDef { substeps: 8, max_speed: 100.0, ..world.def().clone() })?;
    /// assert_eq!(world.def().substeps, 8);
    /// assert!(world.set_def(WorldDef { substeps: 0, ..WorldDef::default() }).is_err());
    /// # Ok::<(), carom::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The first field that is out of range. The rules stay as they were.
    pub fn set_def(&mut self, def: WorldDef) -> Result<(), Error> {
        def.check()?;
        if def == self.def {
            return Ok(());
        }
        let substep = |def: &WorldDef| def.dt / def.substeps as f32;
        let ratio = substep(&def) / substep(&self.def);
        if def.broad_phase != self.def.broad_phase {
            self.scratch = self.scratch.renewed(def.broad_phase);
            self.query_index = Default::default();
            (self.state.proxies.changed, self.state.joints.changed) = (true, true);
            self.scratch.solver.resume(self.state.contacts.len(), Vec::new());
        }
        let room = |def: &WorldDef| def.speculative_distance * def.length_unit;
        let wider = room(&def) > room(&self.def);
        self.def = def;
        self.state.proxies.outlines.mixing = self.def.mixing_rules();
        self.scale_impulses(ratio);
        self.state.joints.edited = true;
        self.wake_all();
        if wider {
            self.fatten_all();
        }
        Ok(())
    }

    /// Sets gravity [m/s^2] and wakes everything, if it is another one.
    ///
    /// # Errors
    ///
    /// A vector that is not finite.
    pub fn set_gravity(&mut self, gravity: Vec2) -> Result<(), Error> {
        Error::vector("gravity", gravity)?;
        if gravity != self.def.gravity {
            self.def.gravity = gravity;
            self.wake_all();
        }
        Ok(())
    }

    /// Sets the length of the next steps [s]: [`WorldDef::dt`]. Warm-starting impulses of contacts are scaled; those of
    /// joints converge again in a step or two. The stiffness of contacts and joints follows the length of a substep. It
    /// may be called in every step, but a world with equal steps is quieter, and the same on slow and fast machines:
    /// see [`crate::Stepper`].
    ///
    /// # Errors
    ///
    /// A time outside of 1e-6 to 10 s.
    pub fn set_dt(&mut self, dt: f32) -> Result<(), Error> {
        Error::within("dt", dt, 1.0e-6, 10.0)?;
        let ratio = dt / self.def.dt;
        self.def.dt = dt;
        self.scale_impulses(ratio);
        // Bodies on their way to a place arrive at the end of the next step, however long it is.
        for slot in self.state.bodies.slots.values() {
            if slot.target.is_some() {
                let state = &mut self.state.bodies.states[slot.row as usize];
                state.set_velocity(state.v() / ratio, state.w() / ratio);
            }
        }
        Ok(())
    }

    /// Scales the warm-starting impulses of contacts, and forgets the blocks of contacts at rest.
    fn scale_impulses(&mut self, ratio: f32) {
        self.state.unchanged = 0;
        let asleep = self.state.islands.list.iter_mut().flat_map(|set| &mut set.contacts);
        for contact in self.state.contacts.iter_mut().chain(asleep) {
            for impulse in contact.normal_impulse.iter_mut().chain(&mut contact.tangent_impulse) {
                *impulse *= ratio;
            }
            contact.rolling_impulse *= ratio;
        }
    }

    /// Wakes everything.
    pub(crate) fn wake_all(&mut self) {
        let sets: Vec<u32> = self.state.islands.iter().map(|(number, _)| number).collect();
        self.state.wake_sets(&self.tasks, &sets);
    }

    /// Gives all boxes the margin of the rules, so that contacts are found as far as these say.
    fn fatten_all(&mut self) {
        let Self { state, def, query_index, .. } = self;
        for slot in state.bodies.slots.values() {
            stage::fatten(&mut state.proxies, slot.proxy, state.bodies.poses[slot.row as usize], def);
            state.proxies.disturb_body(slot.proxy);
        }
        query_index.forget();
    }
}
