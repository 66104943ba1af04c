//! Joints: a slot by key, and a dense row each.

use crate::def::JointDef;
use crate::events::{JointEnd, JointEndCause};
use crate::key::{BodyKey, JointKey};
use crate::slots::Slots;
use crate::state::State;
use crate::state::tied::Tied;
use carom_solver::JointState;

/// A joint.
#[derive(Clone, Debug)]
pub(crate) struct JointRow {
    pub key: JointKey,
    pub a: BodyKey,
    pub b: BodyKey,
    pub def: JointDef,
    pub state: JointState,
    /// The two joints of a gear; null keys for other kinds.
    pub links: [JointKey; 2],
    /// Number of gears that count its angle or place.
    pub gears: u32,
    /// The time that it has been open by more than its tolerance [s].
    pub strained: f32,
}

impl JointRow {
    /// Whether its angle has turns: a limit, a spring, a hold or a gear needs them.
    pub(crate) fn counts_turns(&self) -> bool {
        self.gears > 0 || self.def.parts().is_some_and(|parts| parts.reference.is_some())
    }

    /// Its bodies, if it keeps them from colliding.
    pub(crate) fn kept_apart(&self) -> Option<[BodyKey; 2]> {
        (!self.def.collides()).then_some([self.a, self.b])
    }

    /// The event of its end.
    pub(crate) fn ended(&self, cause: JointEndCause) -> JointEnd {
        JointEnd { joint: self.key, bodies: [self.a, self.b], user_data: self.def.options.user_data, cause }
    }
}

/// All joints.
#[derive(Clone, Debug, Default)]
pub(crate) struct Joints {
    pub slots: Slots<JointKey, u32>,
    pub rows: Vec<JointRow>,
    /// Whether joints were added or removed, or one of their bodies fell asleep or woke.
    pub changed: bool,
    /// Whether one of them got other values.
    pub edited: bool,
    /// Number of gears, racks and pulleys.
    pub couplings: usize,
    /// The pairs that they keep from colliding.
    pub tied: Tied,
}

impl Joints {
    /// Adds a joint whose angle is `angle` at first [rad].
    pub(crate) fn add(&mut self, [a, b]: [BodyKey; 2], def: JointDef, angle: f32) -> JointKey {
        let key = self.slots.insert(self.rows.len() as u32);
        let row = JointRow {
            key,
            a,
            b,
            def,
            state: JointState { angle, ..JointState::default() },
            links: [JointKey::default(); 2],
            gears: 0,
            strained: 0.0,
        };
        self.tied.add(row.kept_apart());
        self.rows.push(row);
        self.changed = true;
        self.couplings += usize::from(def.kind.is_coupling());
        key
    }

    pub(crate) fn remove(&mut self, key: JointKey) -> Option<JointRow> {
        let row = self.slots.remove(key)? as usize;
        let joint = self.rows.swap_remove(row);
        if let Some(moved) = self.rows.get(row)
            && let Some(slot) = self.slots.get_mut(moved.key)
        {
            *slot = row as u32;
        }
        self.changed = true;
        self.tied.remove(joint.kept_apart());
        self.couplings -= usize::from(joint.def.kind.is_coupling());
        self.count_gears(&joint, -1);
        Some(joint)
    }

    /// Replaces what a joint is.
    pub(crate) fn set_def(&mut self, key: JointKey, def: JointDef) {
        let Some(&row) = self.slots.get(key) else { return };
        let Some(joint) = self.rows.get_mut(row as usize) else { return };
        let holds = |def: &JointDef| std::mem::discriminant(&def.kind);
        let is_coupling = |def: &JointDef| usize::from(def.kind.is_coupling());
        self.changed |= holds(&def) != holds(&joint.def);
        self.edited = true;
        self.couplings = self.couplings + is_coupling(&def) - is_coupling(&joint.def);
        self.tied.remove(joint.kept_apart());
        joint.def = def;
        self.tied.add(joint.kept_apart());
    }

    /// Counts a gear at its two joints, or takes it back.
    pub(crate) fn count_gears(&mut self, gear: &JointRow, more: i32) {
        if gear.def.kind.couples_joints() {
            for link in gear.links {
                if let Some(joint) = self.get_mut(link) {
                    joint.gears = joint.gears.saturating_add_signed(more);
                }
            }
        }
    }

    pub(crate) fn get(&self, key: JointKey) -> Option<&JointRow> {
        self.rows.get(*self.slots.get(key)? as usize)
    }

    /// A joint, to be edited.
    pub(crate) fn get_mut(&mut self, key: JointKey) -> Option<&mut JointRow> {
        self.edited = true;
        self.rows.get_mut(*self.slots.get(key)? as usize)
    }
}

impl State {
    /// Removes a joint and wakes its bodies. Its gears have to go with it: see [`State::end_joint`].
    pub(crate) fn remove_joint(&mut self, key: JointKey) -> Option<JointRow> {
        let bodies = self.bodies_of(self.joints.get(key)?);
        let joint = self.joints.remove(key)?;
        for body in bodies {
            self.wake(body);
            self.disturb_body(body);
            if let Some(slot) = self.bodies.slots.get_mut(body) {
                slot.joints = slot.joints.iter().copied().filter(|&other| other != key).collect();
            }
            self.bodies.note(body);
        }
        Some(joint)
    }

    /// Notes a joint in all bodies that it ties, and wakes them.
    pub(crate) fn tie(&mut self, key: JointKey) {
        let Some(bodies) = self.joints.get(key).map(|joint| self.bodies_of(joint)) else { return };
        for body in bodies {
            self.wake(body);
            self.disturb_body(body);
            if let Some(slot) = self.bodies.slots.get_mut(body) {
                slot.joints = slot.joints.iter().copied().chain([key]).collect();
            }
            self.bodies.note(body);
        }
    }

    /// Takes the impulses from the joints of a body, as these hold it no more.
    pub(crate) fn rest_joints(&mut self, key: BodyKey) {
        self.joints.changed = true;
        let Some(slot) = self.bodies.slots.get(key) else { return };
        for &joint in &slot.joints {
            if let Some(joint) = self.joints.get_mut(joint) {
                joint.state = joint.state.without_impulses();
            }
        }
    }
}
