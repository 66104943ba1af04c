//! [`World`], the object that a user holds.

use crate::def::{BodyDef, BodyKind, JointDef, ShapeDef, WorldDef, pieces_of};
use crate::events::{Events, JointEndCause};
use crate::key::{BodyKey, JointKey, ShapeKey, next_tag};
use crate::query::query_index::QueryIndex;
use crate::state::Violation;
use crate::state::{Forces, Motion, NONE, Slot, State};
use crate::step_scratch::StepScratch;
use crate::{Error, stage};
use carom_broadphase::MOST_BOXES;
use carom_math::{LaneWidth, Pose};
use carom_parallel::{Driver, Executor, StageClock};
use carom_solver::{BodyMass, BodyState, joint_angle};

/// A simulation. `World: Send + Sync + Clone`; a clone goes on exactly as the original does, with the same keys.
///
/// ```
/// use carom::{BodyDef, Circle, World};
///
/// let mut world = World::default();
/// let ball = world.add_body(BodyDef::dynamic().shape(Circle::new(0.5)?))?;
/// world.step();
/// assert!(world.body(ball).is_some_and(|ball| ball.velocity().y < 0.0));
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Debug)]
pub struct World {
    pub(crate) def: WorldDef,
    pub(crate) state: State,
    pub(crate) scratch: StepScratch,
    pub(crate) events: Events,
    pub(crate) clock: StageClock,
    pub(crate) tasks: Executor,
    pub(crate) query_index: QueryIndex,
    /// Number of calls so far that may have changed a body: see [`crate::diagnostics::edit_count`].
    pub(crate) edits: u64,
}

impl Default for World {
    fn default() -> Self {
        let def = WorldDef::default();
        Self::from_checked(def)
    }
}

impl Clone for World {
    /// Copies state, keys, driver and lanes. Scratch memory is not copied, except for the measurements of the tuners.
    fn clone(&self) -> Self {
        let mut state = self.state.clone();
        state.proxies.changed = true;
        state.joints.changed = true;
        let mut scratch = self.scratch.renewed(self.def.broad_phase);
        let contacts = state.contacts.len();
        scratch.solver.resume(contacts, self.scratch.solver.cached_chunks(contacts, state.unchanged));
        Self {
            def: self.def.clone(),
            state,
            scratch,
            events: self.events.clone(),
            clock: StageClock::default(),
            tasks: self.tasks.clone(),
            query_index: QueryIndex::default(),
            edits: self.edits,
        }
    }
}

/// Numbers of things in a world.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Bodies.
    pub bodies: usize,
    /// Shapes of all bodies.
    pub shapes: usize,
    /// Joints.
    pub joints: usize,
    /// Dynamic bodies that are awake.
    pub awake: usize,
    /// Contacts that the solver sees: pairs of pieces within the speculative distance, one of them awake.
    /// [`World::contacts`] has those of sleepers too.
    pub contacts: usize,
    /// Points in them.
    pub contact_points: usize,
    /// Pairs of pieces whose fat boxes overlap, one of them awake.
    pub pairs: usize,
}

impl World {
    /// A world with these rules.
    ///
    /// # Errors
    ///
    /// The first field that is out of range.
    pub fn new(def: WorldDef) -> Result<Self, Error> {
        def.check()?;
        Ok(Self::from_checked(def))
    }

    fn from_checked(def: WorldDef) -> Self {
        let scratch = StepScratch::new(def.broad_phase);
        let mut state = State::new(next_tag());
        state.proxies.outlines.mixing = def.mixing_rules();
        Self {
            def,
            state,
            scratch,
            events: Events::default(),
            clock: StageClock::default(),
            tasks: Executor::default(),
            query_index: QueryIndex::default(),
            edits: 0,
        }
    }

    /// Sets the driver, which runs the blocks of a stage. It changes speed only.
    pub fn set_driver(&mut self, driver: Driver) {
        let trace = self.tasks.trace.take();
        self.tasks = Executor::new(driver);
        self.tasks.trace = trace;
    }

    /// Sets the number of SIMD lanes; the default is the most that the machine has. It changes speed only.
    pub fn set_lanes(&mut self, width: LaneWidth) {
        self.scratch.set_lanes(width.level(), width == LaneWidth::One);
    }

    /// Adds a body. It is simulated from the next step on.
    ///
    /// # Errors
    ///
    /// The first field that is out of range; the world stays as it was.
    pub fn add_body(&mut self, def: BodyDef) -> Result<BodyKey, Error> {
        def.check()?;
        self.room_for(1, pieces_of(&def.shapes))?;
        Ok(self.add_checked(def))
    }

    /// Adds many bodies, with the same result as calls of [`World::add_body`]. If one is refused, none is added.
    ///
    /// # Errors
    ///
    /// As [`World::add_body`], with the index of the body.
    pub fn add_bodies(&mut self, defs: impl IntoIterator<Item = BodyDef>) -> Result<Vec<BodyKey>, Error> {
        let defs: Vec<BodyDef> = defs.into_iter().collect();
        for (index, def) in defs.iter().enumerate() {
            def.check().map_err(|e| e.inside("bodies", index))?;
        }
        let pieces = defs.iter().map(|def| pieces_of(&def.shapes)).sum();
        self.room_for(defs.len(), pieces)?;
        self.state.bodies.reserve(defs.len());
        self.state.proxies.reserve(pieces);
        self.state.shapes.reserve(defs.iter().map(|def| def.shapes.len()).sum());
        Ok(defs.into_iter().map(|def| self.add_checked(def)).collect())
    }

    /// Whether there is room for so many bodies, with so many pieces in all.
    pub(crate) fn room_for(&self, bodies: usize, pieces: usize) -> Result<(), Error> {
        let fits = self.state.bodies.len() + bodies <= MOST_BOXES && pieces <= self.state.proxies.room();
        if fits { Ok(()) } else { Err(Error::Full) }
    }

    fn add_checked(&mut self, def: BodyDef) -> BodyKey {
        self.edits += 1;
        let awake = def.awake || !self.def.sleep;
        let (kind, enabled) = (def.kind, def.enabled);
        let pose = def.pose();
        let still = kind == BodyKind::Fixed;
        let state = if still { BodyState::default() } else { BodyState::new(def.velocity, def.angular_velocity) };
        let motion = Motion { can_sleep: def.can_sleep, continuous: def.continuous, ..Motion::default() };
        let forces = Forces {
            linear_damping: def.linear_damping,
            angular_damping: def.angular_damping,
            gravity_scale: def.gravity_scale,
            locks: def.locks,
            dominance: def.dominance,
            ..Forces::default()
        };
        let slot = Slot {
            row: 0,
            kind,
            shapes: def.shapes.into(),
            shape_keys: Box::default(),
            proxy: NONE,
            joints: Box::default(),
            set: NONE,
            explicit_mass: def.mass.map(Box::new),
            frozen: false,
            enabled: def.enabled,
            user_data: def.user_data,
            target: None,
            before: NONE,
            after: NONE,
        };
        self.state.bodies.note_dominance(def.dominance);
        let key = self.state.bodies.add(slot, pose, BodyMass::default(), (motion, forces), state);
        self.state.update_set(key);
        self.state.give_shape_keys(key);
        self.state.add_proxies(key, &self.def);
        self.note_boxes(key);
        self.state.set_mass(key);
        if kind == BodyKind::Dynamic && !awake && enabled {
            stage::put_to_sleep(&mut self.state, vec![key], &mut Events::default());
        }
        key
    }

    /// Removes a body with its joints and wakes the bodies that it touched. False if the key names nothing. The joints
    /// are listed in [`Events::joint_ends`].
    pub fn remove_body(&mut self, key: BodyKey) -> bool {
        let Some(slot) = self.state.bodies.slots.get(key) else { return false };
        let joints = slot.joints.clone();
        self.edits += 1;
        self.state.wake(key);
        for joint in joints {
            self.state.end_joint(joint, Some(JointEndCause::BodyRemoved), &mut self.events.unjoined);
        }
        self.state.remove_proxies(key);
        self.state.take_shape_keys(key);
        self.state.forget_ignored(key);
        self.state.bodies.remove(key, &mut self.state.proxies).is_some()
    }

    /// Joins two bodies.
    ///
    /// # Errors
    ///
    /// A stale key, the same body twice, or a field that is out of range.
    pub fn add_joint(&mut self, a: BodyKey, b: BodyKey, joint: impl Into<JointDef>) -> Result<JointKey, Error> {
        let mut def = joint.into();
        def.check()?;
        if def.kind.couples_joints() {
            return Err(Error::value("kind", def.kind.name(), "a kind of two bodies: add_gear couples two joints"));
        }
        for (key, name) in [(a, "a"), (b, "b")] {
            if !self.has_body(key) {
                return Err(Error::StaleKey { name });
            }
        }
        if a == b {
            return Err(Error::SameBody);
        }
        let pose = |key| self.body(key).map_or(Pose::IDENTITY, |body| body.pose());
        let (pose_a, pose_b) = (pose(a), pose(b));
        def.resolve(pose_a, pose_b);
        let angle = joint_angle(pose_a.q, pose_b.q, def.reference_angle());
        let key = self.state.joints.add([a, b], def, angle);
        self.state.tie(key);
        Ok(key)
    }

    /// Couples two joints by a [`crate::Gear`] or a [`crate::Rack`]. The bodies of both are tied: they sleep and wake
    /// together. If one of the joints ends, the gear ends too: see [`Events::joint_ends`].
    ///
    /// # Errors
    ///
    /// A stale key, the same joint twice, a joint without an angle or a place, a field that is out of range.
    pub fn add_gear(
        &mut self,
        joint_1: JointKey,
        joint_2: JointKey,
        gear: impl Into<JointDef>,
    ) -> Result<JointKey, Error> {
        let def = gear.into();
        def.check()?;
        let key = self.state.add_gear([joint_1, joint_2], def)?;
        self.state.tie(key);
        Ok(key)
    }

    /// Removes a joint and wakes its bodies. Its gears end with it. False if the key names nothing.
    pub fn remove_joint(&mut self, key: JointKey) -> bool {
        self.state.end_joint(key, None, &mut self.events.unjoined)
    }

    /// Notes for queries that the proxies of a body are new or elsewhere.
    pub(crate) fn note_boxes(&mut self, key: BodyKey) {
        let Some(slot) = self.state.bodies.slots.get(key) else { return };
        self.query_index.note(&self.state.proxies, self.state.proxies.of_body(slot.proxy));
    }

    pub(crate) fn has_body(&self, key: BodyKey) -> bool {
        self.state.bodies.slots.contains_key(key)
    }

    /// The definition of a shape.
    pub fn shape(&self, key: ShapeKey) -> Option<&ShapeDef> {
        let slot = self.state.bodies.slots.get(self.body_of(key)?)?;
        slot.shape_keys.iter().position(|&own| own == key).and_then(|index| slot.shapes.get(index))
    }

    /// The body of a shape.
    pub fn body_of(&self, shape: ShapeKey) -> Option<BodyKey> {
        self.state.shapes.get(shape).copied()
    }

    /// Events of the last step.
    pub fn events(&self) -> &Events {
        &self.events
    }

    /// Number of steps so far.
    pub fn step_count(&self) -> u64 {
        self.state.steps
    }

    /// A hash of poses, velocities, sleep, boxes, contacts and joint impulses. Worlds made by the same sequence of
    /// calls have equal hashes, on any machine and any number of threads (determinism).
    pub fn state_hash(&self) -> u64 {
        self.state.hash()
    }

    /// Times of the stages of the last step.
    pub fn times(&self) -> StepTimes<'_> {
        StepTimes { clock: &self.clock, shared_ns: self.tasks.shared_ns() }
    }

    /// Numbers of bodies, shapes, joints and contacts.
    pub fn counts(&self) -> Counts {
        let state = &self.state;
        let (mut contacts, mut points) = (0, 0);
        for contact in state.contacts.iter().filter(|contact| contact.has_points()) {
            contacts += 1;
            points += usize::from(contact.count);
        }
        Counts {
            bodies: state.bodies.len(),
            shapes: state.shapes.len(),
            joints: state.joints.rows.len(),
            awake: state.bodies.awake,
            contacts,
            contact_points: points,
            pairs: state.contacts.len(),
        }
    }

    /// Checks all invariants of the state. It scans everything, so it is meant for tests.
    ///
    /// # Errors
    ///
    /// The first invariant that does not hold.
    pub fn validate(&self) -> Result<(), Violation> {
        self.state.validate(&self.def)
    }
}

/// Times of the stages of the last step.
#[derive(Clone, Copy, Debug)]
pub struct StepTimes<'a> {
    clock: &'a StageClock,
    shared_ns: u64,
}

impl StepTimes<'_> {
    /// The whole step [ms].
    pub fn step_ms(&self) -> f64 {
        1e3 * self.clock.total().as_secs_f64()
    }

    /// Name and time [ms] of each stage.
    pub fn stages(&self) -> impl Iterator<Item = (&'static str, f64)> + '_ {
        self.clock.laps().map(|(name, time)| (name, 1e3 * time.as_secs_f64()))
    }

    /// Time of the step that more threads cannot shorten [ms]: all but stages of two blocks or more, and stages cut
    /// into parts. Work so small that one thread takes it all counts as shared.
    pub fn serial_ms(&self) -> f64 {
        let serial = self.step_ms() - 1e-6 * self.shared_ns as f64;
        if serial > 0.0 { serial } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ShapeDef;
    use carom_math::vec2;
    use carom_shapes::{Chain, Circle};

    /// Chains share their points, so a few lines demand more pieces than there are ids.
    #[test]
    fn more_pieces_than_there_are_numbers_are_refused_wherever_they_come_from() {
        let points: Vec<_> = (0..1_000_001).map(|i| vec2(0.5 * i as f32, 0.0)).collect();
        let shape = ShapeDef::new(Chain::open(points).unwrap());
        let (some, many) = (vec![shape.clone(); 600], vec![shape; 1_001]);
        let fixed = |shapes: &[ShapeDef]| BodyDef { shapes: shapes.to_vec(), ..BodyDef::fixed() };
        let mut world = World::default();
        let key = world.add_body(BodyDef::fixed().shape(Circle::new(0.5).unwrap())).unwrap();
        let image = world.snapshot();
        assert!(matches!(world.add_body(fixed(&many)), Err(Error::Full)));
        assert!(matches!(world.add_bodies([fixed(&many)]), Err(Error::Full)));
        // There is room for each, but not for both.
        assert!(matches!(world.add_bodies([fixed(&some), fixed(&some)]), Err(Error::Full)));
        assert!(matches!(world.body_mut(key).unwrap().set_shapes(many), Err(Error::Full)));
        assert!(world.snapshot() == image, "the world stays as it was");
    }
}
