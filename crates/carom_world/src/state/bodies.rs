//! Bodies: a cold slot by key, and hot rows by temperature. Rows of awake dynamic bodies come first, then kinematic
//! ones, then fixed and sleeping ones. The row of a body changes speed only.

use crate::def::{BodyKind, Locks, Material, ShapeDef};
use crate::key::{BodyKey, JointKey, ShapeKey};
use crate::slots::{KeyParts, Slots};
use crate::state::proxies::Proxies;
use crate::state::proxy::{NONE, flag};
use carom_math::{Pose, Vec2};
use carom_shapes::MassProperties;
use carom_solver::{BodyMass, BodyState};

/// Restitution from which on a bounce must be on time. Below it, contacts do the bounce: they stop a fast body and let
/// it go again in the next step.
pub(crate) const BOUNCY: f32 = 0.25;

/// The cold part of a body.
#[derive(Clone, Debug)]
pub(crate) struct Slot {
    pub row: u32,
    pub kind: BodyKind,
    /// Boxed slices take no spare memory: there are many bodies.
    pub shapes: Box<[ShapeDef]>,
    /// The keys of the shapes.
    pub shape_keys: Box<[ShapeKey]>,
    /// The first of its proxies, or [`NONE`].
    pub proxy: u32,
    pub joints: Box<[JointKey]>,
    /// The sleeping island that it is in, or [`NONE`].
    pub set: u32,
    /// Mass given by the user.
    pub explicit_mass: Option<Box<MassProperties>>,
    pub frozen: bool,
    /// Whether it takes part in the world.
    pub enabled: bool,
    pub user_data: u64,
    /// Pose of a kinematic body at the end of the next step.
    pub target: Option<Box<Pose>>,
    /// Slots of the neighbours in the order of creation, or [`NONE`].
    pub before: u32,
    pub after: u32,
}

impl Slot {
    /// Its mass: set by the user, or that of its shapes.
    pub(crate) fn mass(&self) -> MassProperties {
        let solid = self.shapes.iter().filter(|def| !def.sensor);
        let summed = || MassProperties::sum(solid.map(|def| def.shape.mass(def.density)));
        let mass = self.explicit_mass.as_deref().copied().unwrap_or_else(summed);
        match self.kind {
            // A dynamic body needs a mass to respond to forces: one kilogram, as if at a point.
            BodyKind::Dynamic if mass.mass <= 0.0 => MassProperties { mass: 1.0, center: mass.center, inertia: 0.0 },
            BodyKind::Dynamic => mass,
            BodyKind::Fixed | BodyKind::Kinematic => MassProperties { mass: 0.0, inertia: 0.0, ..mass },
        }
    }

    /// Whether it takes part in nothing: it is frozen or disabled.
    pub(crate) fn is_out(&self) -> bool {
        self.frozen || !self.enabled
    }

    /// Whether any of its shapes with a piece bounces so much that impacts must be on time.
    pub(crate) fn bounces(&self) -> bool {
        let mut solid = self.shapes.iter().filter(|def| def.shape.piece_count() > 0);
        let bouncy = |material: &Material| material.restitution >= BOUNCY;
        solid.any(|def| match &def.link_materials[..] {
            [] => bouncy(&def.material),
            links => links.iter().any(bouncy),
        })
    }
}

/// Whether a body bounces so much that impacts must be on time ([`BOUNCY`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bounce {
    No,
    Bouncy,
    /// It does, in a chain that is hit in this step: [`crate::stage::mark_bounce_chains`].
    InAChain,
}

impl Bounce {
    pub(crate) fn of(bounces: bool) -> Self {
        if bounces { Self::Bouncy } else { Self::No }
    }

    /// Whether it bounces at all.
    pub(crate) fn is_bouncy(self) -> bool {
        self != Self::No
    }
}

/// The part of a body that the end of a step reads and writes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Motion {
    /// Centre of mass in the body's frame [m].
    pub local_center: Vec2,
    /// Max extent: distance of the farthest point from the centre of mass [m].
    pub max_extent: f32,
    /// Time that it has rested [s].
    pub timer: f32,
    /// The first of its proxies, a copy of its slot's: see [`Bodies::note`].
    pub proxy: u32,
    /// Whether it has joints.
    pub jointed: bool,
    pub can_sleep: bool,
    /// Whether continuous collision follows it when it is fast.
    pub continuous: bool,
    pub bounce: Bounce,
    /// Whether it was driven to a target in the last step and has to stop.
    pub stop: bool,
    /// Whether its velocity is the one by which it moved in the last step: no overlap was pushed out, and no sweep put
    /// it elsewhere.
    pub steady: bool,
    /// Whether a call placed it elsewhere since the last step.
    pub placed: bool,
    /// Whether it ignores some other body.
    pub ignores: bool,
}

/// Forces on a body, and its locks. They are read once a step, and written only if the user changes them or a force
/// ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Forces {
    pub force: Vec2,
    pub torque: f32,
    pub linear_damping: f32,
    pub angular_damping: f32,
    pub gravity_scale: f32,
    /// The locked motions.
    pub locks: Locks,
    /// Of two bodies that touch, the one with the greater dominance is not pushed.
    pub dominance: i8,
}

/// Pose and centre of a body at the beginning of its last step. They are the current ones if it is still, except in
/// the step in which it falls asleep.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Start {
    pub pose: Pose,
    /// Its centre of mass [m].
    pub center: Vec2,
}

impl Forces {
    /// Clears forces that last for a step. Mostly there are none, and nothing is written.
    #[inline(always)]
    pub(crate) fn end(&mut self) {
        if self.force != Vec2::ZERO || self.torque != 0.0 {
            (self.force, self.torque) = (Vec2::ZERO, 0.0);
        }
    }

    /// The part of a way along the free axes.
    pub(crate) fn along_free(&self, way: Vec2) -> Vec2 {
        let [x, y, _] = self.free();
        Vec2::new(x * way.x, y * way.y)
    }

    /// Factors of the motions: 0 if locked, else 1; x, y, rotation.
    #[inline(always)]
    pub(crate) fn free(&self) -> [f32; 3] {
        let free = |locked: bool| if locked { 0.0 } else { 1.0 };
        [free(self.locks.x), free(self.locks.y), free(self.locks.rotation)]
    }
}

impl Default for Motion {
    fn default() -> Self {
        Self {
            local_center: Vec2::ZERO,
            max_extent: 0.0,
            timer: 0.0,
            proxy: NONE,
            jointed: false,
            can_sleep: true,
            continuous: true,
            bounce: Bounce::No,
            stop: false,
            steady: true,
            placed: false,
            ignores: false,
        }
    }
}

impl Default for Forces {
    fn default() -> Self {
        Self {
            force: Vec2::ZERO,
            torque: 0.0,
            linear_damping: 0.0,
            angular_damping: 0.0,
            gravity_scale: 1.0,
            locks: Locks::default(),
            dominance: 0,
        }
    }
}

/// The three ranges of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BodySet {
    /// Dynamic and awake.
    Awake,
    /// Kinematic.
    Kinematic,
    /// Fixed, asleep, frozen or disabled.
    Still,
}

/// All bodies.
#[derive(Clone, Debug)]
pub(crate) struct Bodies {
    pub slots: Slots<BodyKey, Slot>,
    /// Slots of the first and the last body in the order of creation, or [`NONE`].
    pub first: u32,
    pub last: u32,
    /// Rows before `awake` are dynamic and awake, those before `active` kinematic, the rest still.
    pub awake: usize,
    pub active: usize,
    pub keys: Vec<BodyKey>,
    pub poses: Vec<Pose>,
    pub masses: Vec<BodyMass>,
    pub motions: Vec<Motion>,
    pub forces: Vec<Forces>,
    pub starts: Vec<Start>,
    /// Colors in use, a bit each.
    pub colors: Vec<u32>,
    /// Min extents: the motion in a step beyond which a body may jump over something [m]. Unlimited for bodies that are
    /// not dynamic.
    pub min_extents: Vec<f32>,
    /// The smallest min extent so far [m].
    pub least_min_extent: f32,
    /// Whether some body has or had a dominance.
    pub any_dominance: bool,
    /// One row more than the others: the solver's dummy row.
    pub states: Vec<BodyState>,
    /// Number of times that a row got another body. Anything that stores rows is out of date when this changes.
    pub moves: u64,
}

impl Default for Bodies {
    fn default() -> Self {
        Self {
            slots: Slots::default(),
            first: NONE,
            last: NONE,
            awake: 0,
            active: 0,
            keys: Vec::new(),
            poses: Vec::new(),
            masses: Vec::new(),
            motions: Vec::new(),
            forces: Vec::new(),
            starts: Vec::new(),
            colors: Vec::new(),
            min_extents: Vec::new(),
            least_min_extent: f32::MAX,
            any_dominance: false,
            states: vec![BodyState::default()],
            moves: 0,
        }
    }
}

impl Bodies {
    /// Makes room for `more` bodies.
    pub(crate) fn reserve(&mut self, more: usize) {
        self.slots.reserve(more);
        self.keys.reserve(more);
        self.poses.reserve(more);
        self.masses.reserve(more);
        self.motions.reserve(more);
        self.forces.reserve(more);
        self.starts.reserve(more);
        self.colors.reserve(more);
        self.min_extents.reserve(more);
        self.states.reserve(more);
    }

    /// Adds a body at the end of the rows, in the still set.
    pub(crate) fn add(
        &mut self,
        mut slot: Slot,
        pose: Pose,
        mass: BodyMass,
        (motion, forces): (Motion, Forces),
        state: BodyState,
    ) -> BodyKey {
        self.moves += 1;
        let row = self.keys.len();
        slot.row = row as u32;
        slot.before = self.last;
        let key = self.slots.insert(slot);
        match self.neighbour(self.last) {
            Some(last) => last.after = key.index(),
            None => self.first = key.index(),
        }
        self.last = key.index();
        self.keys.push(key);
        self.poses.push(pose);
        self.masses.push(mass);
        self.motions.push(motion);
        self.forces.push(forces);
        self.starts.push(Start { pose, center: mass.center });
        self.colors.push(0);
        self.min_extents.push(f32::MAX);
        self.states.truncate(row);
        self.states.push(state);
        self.states.push(BodyState::default());
        key
    }

    /// Removes a body. Its proxies must be gone already.
    pub(crate) fn remove(&mut self, key: BodyKey, proxies: &mut Proxies) -> Option<Slot> {
        self.move_to_set(key, BodySet::Still, proxies);
        let slot = self.slots.remove(key)?;
        match self.neighbour(slot.before) {
            Some(before) => before.after = slot.after,
            None => self.first = slot.after,
        }
        match self.neighbour(slot.after) {
            Some(after) => after.before = slot.before,
            None => self.last = slot.before,
        }
        self.moves += 1;
        let (row, end) = (slot.row as usize, self.keys.len() - 1);
        self.keys.swap_remove(row);
        self.poses.swap_remove(row);
        self.masses.swap_remove(row);
        self.motions.swap_remove(row);
        self.forces.swap_remove(row);
        self.starts.swap_remove(row);
        self.colors.swap_remove(row);
        self.min_extents.swap_remove(row);
        self.states.swap(row, end);
        self.states.truncate(end);
        self.states.push(BodyState::default());
        if row < end {
            self.place(row, proxies);
        }
        Some(slot)
    }

    /// The set that a row is in.
    pub(crate) fn set_of(&self, row: u32) -> BodySet {
        match row as usize {
            row if row < self.awake => BodySet::Awake,
            row if row < self.active => BodySet::Kinematic,
            _ => BodySet::Still,
        }
    }

    /// Moves a body to another set: at most two swaps of rows.
    pub(crate) fn move_to_set(&mut self, key: BodyKey, set: BodySet, proxies: &mut Proxies) {
        let Some(slot) = self.slots.get(key) else { return };
        let mut row = slot.row as usize;
        let first = slot.proxy;
        let was = self.set_of(row as u32);
        if was == set {
            return;
        }
        if was == BodySet::Awake {
            self.awake -= 1;
            row = self.swap(row, self.awake, proxies);
        }
        if set == BodySet::Still {
            self.active -= 1;
            row = self.swap(row, self.active, proxies);
        }
        if was == BodySet::Still {
            row = self.swap(row, self.active, proxies);
            self.active += 1;
        }
        if set == BodySet::Awake {
            self.swap(row, self.awake, proxies);
            self.awake += 1;
        }
        let active = if set == BodySet::Still { 0 } else { flag::ACTIVE };
        let mut id = first;
        while id != NONE {
            proxies.set_flags(id, flag::ACTIVE | flag::ASLEEP, active);
            id = proxies.list[id as usize].next;
        }
    }

    /// Copies proxy and joints of a slot to the row of its body, so that readers of rows need no slot.
    pub(crate) fn note(&mut self, key: BodyKey) {
        if let Some(slot) = self.slots.get(key) {
            let motion = &mut self.motions[slot.row as usize];
            (motion.proxy, motion.jointed) = (slot.proxy, !slot.joints.is_empty());
        }
    }

    /// Swaps two rows; returns the row that the first one has now.
    fn swap(&mut self, a: usize, b: usize, proxies: &mut Proxies) -> usize {
        if a != b {
            self.swap_columns(a, b);
            self.place(a, proxies);
            self.place(b, proxies);
        }
        b
    }

    fn swap_columns(&mut self, a: usize, b: usize) {
        self.moves += 1;
        self.keys.swap(a, b);
        self.poses.swap(a, b);
        self.masses.swap(a, b);
        self.motions.swap(a, b);
        self.forces.swap(a, b);
        self.starts.swap(a, b);
        self.colors.swap(a, b);
        self.min_extents.swap(a, b);
        self.states.swap(a, b);
    }

    /// Writes the row of the body in `row` to its slot and its proxies.
    fn place(&mut self, row: usize, proxies: &mut Proxies) {
        if let Some(slot) = self.slots.get_mut(self.keys[row]) {
            slot.row = row as u32;
            let mut id = slot.proxy;
            while id != NONE {
                proxies.rows[id as usize] = row as u32;
                id = proxies.list[id as usize].next;
            }
        }
    }

    /// Whether a row is a kinematic body that moves.
    pub(crate) fn is_driven(&self, row: usize) -> bool {
        let moves = || self.states[row].v() != Vec2::ZERO || self.states[row].w() != 0.0;
        (self.awake..self.active).contains(&row) && moves()
    }

    /// Keys in the order of creation.
    pub(crate) fn keys_in_order(&self) -> impl Iterator<Item = BodyKey> + '_ {
        let next = |&key: &BodyKey| self.slots.get(key).and_then(|slot| self.slots.key_at(slot.after));
        std::iter::successors(self.slots.key_at(self.first), next)
    }

    /// The body of a slot in the order of creation.
    pub(crate) fn neighbour(&mut self, place: u32) -> Option<&mut Slot> {
        let key = self.slots.key_at(place)?;
        self.slots.get_mut(key)
    }

    /// Number of bodies.
    pub(crate) fn len(&self) -> usize {
        self.keys.len()
    }
}
