//! A body's shapes: proxies added and removed, keys, and mass.

use crate::def::{BodyKind, WorldDef};
use crate::key::BodyKey;
use crate::stage::fat_box;
use crate::state::{BodySet, Bounce, Motion, NONE, Proxy, Start, State, flag};
use carom_math::{Vec2, cross_sv, max, normalize};
use carom_solver::BodyMass;

impl State {
    /// Gives a key to each shape of a body that has none.
    pub(crate) fn give_shape_keys(&mut self, key: BodyKey) {
        let Some(slot) = self.bodies.slots.get_mut(key) else { return };
        let without = slot.shapes.len().saturating_sub(slot.shape_keys.len());
        let new = (0..without).map(|_| self.shapes.insert(key));
        slot.shape_keys = slot.shape_keys.iter().copied().chain(new).collect();
    }

    /// Removes the keys of a body's shapes, so that the next body with as many gets their slots in the same order.
    pub(crate) fn take_shape_keys(&mut self, key: BodyKey) {
        let Some(slot) = self.bodies.slots.get_mut(key) else { return };
        for shape in std::mem::take(&mut slot.shape_keys).into_iter().rev() {
            self.shapes.remove(shape);
        }
    }

    /// Adds the proxies of all shapes of a body.
    pub(crate) fn add_proxies(&mut self, key: BodyKey, def: &WorldDef) {
        let Some(slot) = self.bodies.slots.get_mut(key) else { return };
        let (row, pose) = (slot.row, self.bodies.poses[slot.row as usize]);
        let asleep = if slot.set == NONE { 0 } else { flag::ASLEEP };
        let out = if slot.is_out() { flag::OUT } else { 0 };
        let active = if (row as usize) < self.bodies.active { flag::ACTIVE } else { 0 };
        // The list is made from its end, so that it is in the order of the shapes; ids ascend with the pieces.
        let mut ids = Vec::new();
        for (shape, shape_def) in slot.shapes.iter().enumerate() {
            let pieces = shape_def.shape.piece_count();
            for (number, piece) in (0..pieces).map(|i| shape_def.shape.piece(i)).enumerate() {
                let fat = fat_box(piece.aabb(pose), def);
                let proxy = Proxy {
                    piece,
                    filter: shape_def.filter,
                    body: key,
                    key: slot.shape_keys[shape],
                    next: NONE,
                    shared: pieces > 1,
                    sensor: shape_def.sensor,
                    full_kinematic_contacts: shape_def.full_kinematic_contacts,
                    one_way: shape_def.one_way.map_or(Vec2::ZERO, |up| normalize(up).0),
                };
                ids.push(self.proxies.add(proxy, shape_def.material_of(number), row, active | asleep | out, fat));
            }
        }
        slot.proxy = ids.first().copied().unwrap_or(NONE);
        self.bodies.note(key);
        for pair in ids.windows(2) {
            self.proxies.list[pair[0] as usize].next = pair[1];
        }
    }

    /// Removes the proxies of a body.
    pub(crate) fn remove_proxies(&mut self, key: BodyKey) {
        let Some(slot) = self.bodies.slots.get_mut(key) else { return };
        let mut id = std::mem::replace(&mut slot.proxy, NONE);
        self.bodies.note(key);
        while id != NONE {
            let next = self.proxies.list[id as usize].next;
            self.proxies.remove(id);
            id = next;
        }
    }

    /// Sums the mass of a body again. The velocity of its points stays as it is.
    pub(crate) fn update_mass(&mut self, key: BodyKey) {
        let row = self.bodies.slots.get(key).map(|slot| slot.row as usize);
        let center = row.map(|row| self.bodies.masses[row].center);
        self.set_mass(key);
        let (Some(row), Some(before)) = (row, center) else { return };
        let moved = self.bodies.masses[row].center - before;
        let state = &mut self.bodies.states[row];
        state.set_velocity(state.v() + cross_sv(state.w(), moved), state.w());
    }

    /// Sums the mass of a body and derives the rest from its shapes. The velocity of its centre of mass stays as it is.
    pub(crate) fn set_mass(&mut self, key: BodyKey) {
        let Some(slot) = self.bodies.slots.get_mut(key) else { return };
        let row = slot.row as usize;
        let dynamic = slot.kind == BodyKind::Dynamic;
        let mass = slot.mass();
        let bounce = Bounce::of(slot.bounces());
        let pose = self.bodies.poses[row];
        let center = pose.transform_point(mass.center);
        // A body too light to have an inverse is neither turned nor moved.
        let inverse = |x: f32, locked: bool| if x >= f32::MIN_POSITIVE && !locked { 1.0 / x } else { 0.0 };
        let locks = self.bodies.forces[row].locks;
        self.bodies.masses[row] = BodyMass {
            center,
            inv_mass: inverse(mass.mass, slot.frozen || (locks.x && locks.y)),
            inv_inertia: inverse(mass.inertia, slot.frozen || locks.rotation),
        };
        let mut least = f32::MAX;
        let mut reach = 0.0;
        let mut id = slot.proxy;
        while id != NONE {
            let proxy = &self.proxies.list[id as usize];
            if !proxy.sensor {
                let extent = proxy.piece.least_extent();
                least = if extent < least { extent } else { least };
                reach = max(reach, proxy.piece.reach(mass.center));
            }
            id = proxy.next;
        }
        self.bodies.min_extents[row] = if dynamic { least } else { f32::MAX };
        if dynamic && least < self.bodies.least_min_extent {
            self.bodies.least_min_extent = least;
        }
        let motion = &mut self.bodies.motions[row];
        *motion = Motion { local_center: mass.center, max_extent: reach, bounce, ..*motion };
        let still = row >= self.bodies.active;
        let start = if still { pose } else { self.bodies.starts[row].pose };
        self.bodies.starts[row] = Start { pose: start, center };
    }

    /// Moves a body to the set of its kind, awake.
    pub(crate) fn update_set(&mut self, key: BodyKey) {
        let Some(slot) = self.bodies.slots.get(key) else { return };
        let set = match slot.kind {
            _ if slot.is_out() => BodySet::Still,
            BodyKind::Dynamic => BodySet::Awake,
            BodyKind::Kinematic => BodySet::Kinematic,
            BodyKind::Fixed => BodySet::Still,
        };
        self.bodies.move_to_set(key, set, &mut self.proxies);
        self.joints.changed = true;
    }
}
