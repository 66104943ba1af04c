//! Bodies that take no part: disable and enable.

use crate::def::BodyKind;
use crate::state::{Start, flag};
use crate::{BodyMut, World, stage};

impl BodyMut<'_> {
    /// Takes the body out of the world, or puts it back. A disabled body touches nothing, no query and no sensor finds
    /// it, and its joints hold nothing. It keeps its key, shapes and joints, and stands still at its pose with the
    /// velocity that it had. With that it goes on when it is enabled. Forces on it have no effect.
    ///
    /// Bodies that touched it or are joined to it wake, and so do sleepers that it is put into. In the next step come
    /// the events [`contact_ended`](crate::Events::contact_ended) and [`sensor_exited`](crate::Events::sensor_exited),
    /// or those of the other direction. A frozen body takes no part, enabled or not.
    ///
    /// ```
    /// use carom::{BodyDef, Circle, World, vec2};
    ///
    /// let mut world = World::default();
    /// let coin = world.add_body(BodyDef::fixed().shape(Circle::new(0.5)?))?;
    /// if let Some(mut coin) = world.body_mut(coin) {
    ///     coin.set_enabled(false);
    /// }
    /// assert!(world.query().overlap_point(vec2(0.0, 0.0))?.is_empty());
    /// # Ok::<(), carom::Error>(())
    /// ```
    pub fn set_enabled(&mut self, enabled: bool) {
        if self.is_enabled() == enabled {
            return;
        }
        self.wake();
        self.wake_joined();
        self.world.note_if_moved(self.key);
        let World { state, def, .. } = &mut *self.world;
        let Some(slot) = state.bodies.slots.get_mut(self.key) else { return };
        slot.enabled = enabled;
        let (row, first, out) = (slot.row as usize, slot.proxy, slot.is_out());
        let bodies = &mut state.bodies;
        bodies.states[row].clear_motion();
        bodies.forces[row].end();
        bodies.motions[row].timer = 0.0;
        bodies.starts[row] = Start { pose: bodies.poses[row], center: bodies.masses[row].center };
        if !out {
            stage::fatten(&mut state.proxies, first, bodies.poses[row], def);
        }
        let ids: Vec<u32> = state.proxies.of_body(first).collect();
        for id in ids {
            state.proxies.set_flags(id, flag::OUT, if out { flag::OUT } else { 0 });
        }
        state.update_set(self.key);
        state.renew_body(self.key);
        state.rest_joints(self.key);
        self.world.note_boxes(self.key);
        // Bodies at rest on a kinematic body that goes on, and those jointed to it, start with it.
        if enabled && self.kind() == BodyKind::Kinematic {
            self.started();
        }
    }
}
