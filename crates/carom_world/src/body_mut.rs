//! A mutable view of a body: [`BodyMut`].

use crate::def::{BodyKind, Filter, LinkMaterials, Locks, Material, ShapeDef, pieces_of};
use crate::key::{BodyKey, ShapeKey};
use crate::state::{Bounce, Forces, Motion, Proxy, Slot, Start};
use crate::{Error, World, stage};
use carom_math::{Pose, Vec2};
use carom_shapes::MassProperties;
use carom_solver::BodyState;

/// A mutable view of a body. A call that is refused changes nothing.
#[derive(Debug)]
pub struct BodyMut<'a> {
    pub(crate) world: &'a mut World,
    pub(crate) key: BodyKey,
}

impl World {
    /// A mutable view of a body; `None` if the key is stale.
    pub fn body_mut(&mut self, key: BodyKey) -> Option<BodyMut<'_>> {
        if !self.has_body(key) {
            return None;
        }
        self.edits += 1;
        Some(BodyMut { world: self, key })
    }
}

impl BodyMut<'_> {
    fn cold(&mut self) -> &mut Slot {
        &mut self.world.state.bodies.slots[self.key]
    }

    pub(crate) fn row(&self) -> usize {
        self.world.state.bodies.slots[self.key].row as usize
    }

    pub(crate) fn motion(&mut self) -> &mut Motion {
        let row = self.row();
        &mut self.world.state.bodies.motions[row]
    }

    pub(crate) fn forces(&mut self) -> &mut Forces {
        let row = self.row();
        &mut self.world.state.bodies.forces[row]
    }

    pub(crate) fn hot(&mut self) -> &mut BodyState {
        let row = self.row();
        &mut self.world.state.bodies.states[row]
    }

    /// Refuses a call for a frozen body, and one that does not fit its kind.
    fn needs(&self, fits: bool, call: &'static str, needed: &'static str) -> Result<(), Error> {
        self.not_frozen(call)?;
        let found = match self.kind() {
            BodyKind::Fixed => "fixed",
            BodyKind::Kinematic => "kinematic",
            BodyKind::Dynamic => "dynamic",
        };
        if fits { Ok(()) } else { Err(Error::WrongKind { call, found, needed }) }
    }

    fn not_frozen(&self, call: &'static str) -> Result<(), Error> {
        if self.is_frozen() { Err(Error::Frozen { call }) } else { Ok(()) }
    }

    pub(crate) fn needs_dynamic(&self, call: &'static str) -> Result<(), Error> {
        self.needs(self.kind() == BodyKind::Dynamic, call, "dynamic")
    }

    fn needs_moving(&self, call: &'static str) -> Result<(), Error> {
        self.needs(self.kind() != BodyKind::Fixed, call, "dynamic or kinematic")
    }

    /// Wakes the body and its sleeping island.
    pub fn wake(&mut self) {
        self.world.state.wake(self.key);
    }

    /// Puts an awake dynamic body to sleep, with all bodies that joints tie to it. Bodies that touch it stay awake, and
    /// wake it if they move.
    ///
    /// # Errors
    ///
    /// The body is not dynamic, or one of these bodies may not sleep.
    pub fn sleep(&mut self) -> Result<(), Error> {
        self.needs_dynamic("sleep")?;
        let awake = |may: bool, found| {
            if may { Ok(()) } else { Err(Error::WrongKind { call: "sleep", found, needed: "one that may sleep" }) }
        };
        awake(self.world.def.sleep, "in a world without sleep")?;
        awake(self.can_sleep(), "kept awake")?;
        if self.is_awake() {
            let group = self.world.state.joined_awake(self.key);
            let row = |key: &BodyKey| self.world.state.bodies.slots[*key].row as usize;
            let may = group.iter().all(|key| self.world.state.bodies.motions[row(key)].can_sleep);
            awake(may, "joined to one that is kept awake")?;
            let World { state, events, .. } = &mut *self.world;
            stage::put_to_sleep(state, group, events);
            stage::take_contacts(state);
            state.joints.changed = true;
        }
        Ok(())
    }

    /// Sets the velocity of the centre of mass [m/s] and wakes the body.
    ///
    /// # Errors
    ///
    /// A number that is not finite, or a fixed body.
    pub fn set_velocity(&mut self, velocity: Vec2) -> Result<(), Error> {
        Error::vector("velocity", velocity)?;
        self.needs_moving("set_velocity")?;
        self.wake();
        self.motion().stop = false;
        self.cold().target = None;
        let w = self.hot().w();
        self.hot().set_velocity(velocity, w);
        self.unsteady();
        self.started();
        Ok(())
    }

    /// Sets the angular velocity [rad/s] and wakes the body. The upper limits are `WorldDef::max_rotation_per_step`,
    /// and an eighth of a turn in a substep.
    ///
    /// # Errors
    ///
    /// A number that is not finite, or a fixed body.
    pub fn set_angular_velocity(&mut self, angular_velocity: f32) -> Result<(), Error> {
        Error::finite("angular_velocity", angular_velocity)?;
        self.needs_moving("set_angular_velocity")?;
        self.wake();
        self.motion().stop = false;
        self.cold().target = None;
        let v = self.hot().v();
        self.hot().set_velocity(v, angular_velocity);
        self.unsteady();
        self.started();
        Ok(())
    }

    /// Notes that the velocity is no longer the one that moved the body in the last step.
    pub(crate) fn unsteady(&mut self) {
        self.motion().steady = false;
    }

    /// Wakes the sleepers on a kinematic body that is set in motion, and the bodies joined to it.
    pub(crate) fn started(&mut self) {
        let state = &mut self.world.state;
        if state.bodies.slots[self.key].kind == BodyKind::Kinematic && !state.islands.is_empty() {
            state.disturb_body(self.key);
            self.wake_joined();
        }
    }

    /// Wakes the bodies that joints tie to it.
    pub(crate) fn wake_joined(&mut self) {
        for key in self.world.state.joined_to(self.key) {
            self.world.state.wake(key);
        }
    }

    /// Places the body elsewhere at once, without a sweep. Wakes it and the bodies that it touched; a fixed body also
    /// wakes those that it lands in. The velocity stays.
    ///
    /// # Errors
    ///
    /// A position that is not finite or too far from the origin.
    pub fn teleport(&mut self, pose: Pose) -> Result<(), Error> {
        Error::place("position", pose.p)?;
        check_rotation(pose)?;
        self.not_frozen("teleport")?;
        self.wake();
        self.wake_joined();
        if self.cold().target.take().is_some() {
            self.hot().set_velocity(Vec2::ZERO, 0.0);
        }
        let pose = Pose { p: pose.p, q: pose.q.normalized() };
        let World { state, def, .. } = &mut *self.world;
        let slot = &state.bodies.slots[self.key];
        let row = slot.row as usize;
        state.bodies.poses[row] = pose;
        let center = pose.transform_point(state.bodies.motions[row].local_center);
        state.bodies.masses[row].center = center;
        state.bodies.starts[row] = Start { pose, center };
        stage::fatten(&mut state.proxies, slot.proxy, pose, def);
        if slot.kind == BodyKind::Dynamic {
            state.disturb_body(self.key);
        } else {
            state.renew_body(self.key);
        }
        self.world.note_boxes(self.key);
        self.world.note_placed(self.key);
        Ok(())
    }

    /// Moves a kinematic body so that it is at `pose` at the end of the next step, and stops there. It pushes bodies in
    /// its way.
    ///
    /// # Errors
    ///
    /// A position that is not finite or too far from the origin, a rotation that is not finite, or a body that
    /// is not kinematic.
    pub fn move_to(&mut self, pose: Pose) -> Result<(), Error> {
        Error::place("position", pose.p)?;
        check_rotation(pose)?;
        self.needs(self.kind() == BodyKind::Kinematic, "move_to", "kinematic")?;
        let now = self.pose();
        let center = self.center();
        let local = self.motion().local_center;
        let q = pose.q.normalized();
        let inv_dt = 1.0 / self.world.def.dt;
        let velocity = (Pose { p: pose.p, q }.transform_point(local) - center) * inv_dt;
        let angular_velocity = now.q.inv_mul(q).angle() * inv_dt;
        self.hot().set_velocity(velocity, angular_velocity);
        self.unsteady();
        self.motion().stop = false;
        self.cold().target = Some(Box::new(Pose { p: pose.p, q }));
        if velocity != Vec2::ZERO || angular_velocity != 0.0 {
            self.started();
        }
        Ok(())
    }

    /// Sets the factor on gravity and wakes the body.
    ///
    /// # Errors
    ///
    /// A number that is not finite.
    pub fn set_gravity_scale(&mut self, scale: f32) -> Result<(), Error> {
        Error::finite("gravity_scale", scale)?;
        self.wake();
        self.forces().gravity_scale = scale;
        Ok(())
    }

    /// Sets linear and angular damping [1/s].
    ///
    /// # Errors
    ///
    /// A number that is not finite, or negative.
    pub fn set_damping(&mut self, linear: f32, angular: f32) -> Result<(), Error> {
        Error::not_negative("linear_damping", linear)?;
        Error::not_negative("angular_damping", angular)?;
        (self.forces().linear_damping, self.forces().angular_damping) = (linear, angular);
        Ok(())
    }

    /// Sets whether continuous collision follows it when it is fast.
    pub fn set_continuous(&mut self, continuous: bool) {
        self.motion().continuous = continuous;
    }

    /// Sets whether the body may fall asleep. Wakes it if it may not.
    pub fn set_can_sleep(&mut self, can_sleep: bool) {
        if !can_sleep {
            self.wake();
        }
        self.motion().can_sleep = can_sleep;
    }

    /// Sets the locked motions, and removes the velocity along them.
    pub fn set_locks(&mut self, locks: Locks) {
        self.wake();
        self.forces().locks = locks;
        self.world.state.update_mass(self.key);
        self.world.state.renew_body(self.key);
        let free = self.forces().free();
        let (v, w) = (self.hot().v(), self.hot().w());
        self.hot().set_velocity(Vec2::new(v.x * free[0], v.y * free[1]), w * free[2]);
        self.world.state.joints.changed = true;
    }

    /// Sets its dominance: of two dynamic bodies that touch, the one with the greater number is not pushed. Wakes the
    /// body.
    pub fn set_dominance(&mut self, dominance: i8) {
        self.wake();
        self.forces().dominance = dominance;
        self.world.state.bodies.note_dominance(dominance);
        self.world.state.renew_body(self.key);
    }

    /// Sets whether it is fixed, kinematic or dynamic. A body that becomes fixed loses its velocity.
    pub fn set_kind(&mut self, kind: BodyKind) {
        if self.kind() == kind {
            return;
        }
        self.wake();
        self.wake_joined();
        self.world.note_if_moved(self.key);
        self.cold().kind = kind;
        self.motion().stop = false;
        (self.forces().force, self.forces().torque) = (Vec2::ZERO, 0.0);
        self.cold().target = None;
        self.motion().timer = 0.0;
        if kind == BodyKind::Fixed {
            self.hot().set_velocity(Vec2::ZERO, 0.0);
            // No step does this for a still body: its contacts would see the last step's motion for ever.
            self.hot().clear_motion();
            // No step renews its fat boxes either, and those of a small body that moved are small.
            let World { state, def, .. } = &mut *self.world;
            let slot = &state.bodies.slots[self.key];
            stage::fatten(&mut state.proxies, slot.proxy, state.bodies.poses[slot.row as usize], def);
        }
        self.world.state.update_set(self.key);
        self.world.state.update_mass(self.key);
        self.world.state.renew_body(self.key);
        self.world.note_boxes(self.key);
    }

    /// Sets mass, centre of mass and inertia; with `None`, they follow from the shapes.
    ///
    /// # Errors
    /// A mass that is not positive, an inertia below zero, a centre that is not finite.
    pub fn set_mass(&mut self, mass: Option<MassProperties>) -> Result<(), Error> {
        if let Some(mass) = &mass {
            crate::def::check_mass(mass)?;
        }
        self.wake();
        self.cold().explicit_mass = mass.map(Box::new);
        self.world.state.update_mass(self.key);
        self.world.state.renew_body(self.key);
        self.world.state.joints.changed = true;
        Ok(())
    }

    /// Replaces all shapes. The mass follows, unless it was set explicitly.
    ///
    /// # Errors
    ///
    /// A shape that is out of range, with its index; [`Error::Full`].
    pub fn set_shapes(&mut self, shapes: Vec<ShapeDef>) -> Result<(), Error> {
        for (index, shape) in shapes.iter().enumerate() {
            shape.check().map_err(|e| e.inside("shapes", index))?;
        }
        self.world.room_for(0, pieces_of(&shapes))?;
        self.world.state.take_shape_keys(self.key);
        self.replace_shapes(shapes);
        Ok(())
    }

    /// Replaces the shapes by these, which are checked. The first ones take the keys that are left.
    fn replace_shapes(&mut self, shapes: Vec<ShapeDef>) {
        self.wake();
        let World { state, def, .. } = &mut *self.world;
        state.remove_proxies(self.key);
        state.bodies.slots[self.key].shapes = shapes.into();
        state.give_shape_keys(self.key);
        // All contacts of the old shapes end in the next step. They could not give their colors back then.
        let row = state.bodies.slots[self.key].row as usize;
        state.bodies.colors[row] = 0;
        state.add_proxies(self.key, def);
        state.update_mass(self.key);
        state.joints.changed = true;
        self.world.note_boxes(self.key);
    }

    /// Adds a shape and returns its key. The keys of its other shapes stay.
    ///
    /// # Errors
    ///
    /// A shape that is out of range; [`Error::Full`].
    pub fn add_shape(&mut self, shape: impl Into<ShapeDef>) -> Result<ShapeKey, Error> {
        let mut shapes = self.shapes().to_vec();
        let shape = shape.into();
        shape.check().map_err(|e| e.inside("shapes", shapes.len()))?;
        shapes.push(shape);
        self.world.room_for(0, pieces_of(&shapes))?;
        self.replace_shapes(shapes);
        self.shape_keys().last().copied().ok_or(Error::Full)
    }

    /// Removes a shape; false if the body has none with this key. The keys of its other shapes stay.
    pub fn remove_shape(&mut self, shape: ShapeKey) -> bool {
        let Some(index) = self.shape_index(shape) else { return false };
        let mut shapes = self.shapes().to_vec();
        shapes.remove(index);
        let left = self.shape_keys().iter().copied().filter(|&key| key != shape).collect();
        self.cold().shape_keys = left;
        self.world.state.shapes.remove(shape);
        self.replace_shapes(shapes);
        true
    }

    /// Lets the body fall through all one-way shapes that hold it now, until it is apart from them, and wakes it.
    /// Returns the number of those shapes.
    pub fn drop_through(&mut self) -> usize {
        self.wake();
        stage::drop_through(&mut self.world.state, self.key)
    }

    /// Sets the surface of a shape, of a chain with all its links.
    ///
    /// # Errors
    ///
    /// A number that is out of range, or a key of no shape of this body.
    pub fn set_material(&mut self, shape: ShapeKey, material: Material) -> Result<(), Error> {
        material.check()?;
        let def = self.shape_mut(shape)?;
        (def.material, def.link_materials) = (material, LinkMaterials::default());
        self.renew_materials(shape)
    }

    /// Sets the surfaces of the links of a chain, one each; an empty list gives all links the one of the shape.
    ///
    /// # Errors
    ///
    /// A list of another length, a number that is out of range, or a key of no shape of this body.
    pub fn set_link_materials(&mut self, shape: ShapeKey, materials: impl Into<LinkMaterials>) -> Result<(), Error> {
        let materials = materials.into();
        let def = self.shape_mut(shape)?;
        materials.check(&def.shape)?;
        def.link_materials = materials;
        self.renew_materials(shape)
    }

    /// Gives the pieces of a shape the surfaces of its definition.
    fn renew_materials(&mut self, shape: ShapeKey) -> Result<(), Error> {
        self.wake();
        let def = self.shape_mut(shape)?.clone();
        let proxies = &mut self.world.state.proxies;
        let ids: Vec<u32> = proxies.of_body(self.world.state.bodies.slots[self.key].proxy).collect();
        let own = ids.into_iter().filter(|&id| proxies.list[id as usize].key == shape).collect::<Vec<_>>();
        for (number, id) in own.into_iter().enumerate() {
            proxies.outlines.set_material(id, def.material_of(number));
            proxies.disturb(id);
        }
        let bounce = Bounce::of(self.world.state.bodies.slots[self.key].bounces());
        self.motion().bounce = bounce;
        Ok(())
    }

    /// Sets which shapes a shape may touch. Contacts that the new filter forbids end in the next step.
    ///
    /// # Errors
    /// A key of no shape of this body.
    pub fn set_filter(&mut self, shape: ShapeKey, filter: Filter) -> Result<(), Error> {
        self.shape_mut(shape)?.filter = filter;
        self.wake();
        self.change_proxies(shape, true, |proxy| proxy.filter = filter);
        Ok(())
    }

    /// Sets whether a shape touches fixed and kinematic bodies too, while its body is kinematic: see
    /// [`ShapeDef::full_kinematic_contacts`]. Contacts begin or end in the next step. Bodies that sleep on it wake.
    ///
    /// # Errors
    /// A key of no shape of this body.
    pub fn set_full_kinematic_contacts(&mut self, shape: ShapeKey, on: bool) -> Result<(), Error> {
        let was = std::mem::replace(&mut self.shape_mut(shape)?.full_kinematic_contacts, on);
        let counts = was != on && self.kind() == BodyKind::Kinematic;
        self.change_proxies(shape, counts, |proxy| proxy.full_kinematic_contacts = on);
        Ok(())
    }

    /// Changes the proxies of a shape. If they are `disturbed`, their pairs are found again in the next step.
    fn change_proxies(&mut self, shape: ShapeKey, disturbed: bool, change: impl Fn(&mut Proxy)) {
        let proxies = &mut self.world.state.proxies;
        let ids: Vec<u32> = proxies.of_body(self.world.state.bodies.slots[self.key].proxy).collect();
        for id in ids {
            if proxies.list[id as usize].key == shape {
                change(&mut proxies.list[id as usize]);
                if disturbed {
                    proxies.disturb(id);
                }
            }
        }
    }

    /// Sets the number that the user attaches to a shape.
    ///
    /// # Errors
    /// A key of no shape of this body.
    pub fn set_shape_user_data(&mut self, shape: ShapeKey, user_data: u64) -> Result<(), Error> {
        self.shape_mut(shape)?.user_data = user_data;
        Ok(())
    }

    /// Sets the number that the user attaches to the body.
    pub fn set_user_data(&mut self, user_data: u64) {
        self.cold().user_data = user_data;
    }

    fn shape_index(&self, shape: ShapeKey) -> Option<usize> {
        self.shape_keys().iter().position(|&own| own == shape)
    }

    fn shape_mut(&mut self, shape: ShapeKey) -> Result<&mut ShapeDef, Error> {
        let index = self.shape_index(shape);
        index.and_then(|index| self.cold().shapes.get_mut(index)).ok_or(Error::StaleKey { name: "shape" })
    }
}

fn check_rotation(pose: Pose) -> Result<(), Error> {
    let value = || format!("({}, {})", pose.q.c, pose.q.s);
    if pose.q.is_finite() { Ok(()) } else { Err(Error::value("rotation", value(), "a rotation of finite numbers")) }
}
