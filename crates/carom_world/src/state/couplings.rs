//! Couplings: gears and racks, which tie two joints, and pulleys. Their bodies, their values, and their ends.

use crate::Error;
use crate::def::{BodyKind, JointDef, JointKind, Pulley};
use crate::events::{JointEnd, JointEndCause};
use crate::key::{BodyKey, JointKey};
use crate::state::State;
use crate::state::joints::JointRow;
use carom_math::{Pose, Vec2, normalize};
use carom_solver::{JointState, joint_angle};
use smallvec::SmallVec;

/// A whole turn [rad].
const TURN: f64 = 2.0 * std::f64::consts::PI;

impl State {
    /// The bodies that a joint ties: two, or those of both joints of a gear, each once.
    pub(crate) fn bodies_of(&self, joint: &JointRow) -> SmallVec<[BodyKey; 4]> {
        let mut bodies = SmallVec::from_slice(&[joint.a, joint.b]);
        if joint.def.kind.couples_joints() {
            let links = joint.links.iter().filter_map(|&link| self.joints.get(link));
            for body in links.flat_map(|link| [link.a, link.b]) {
                if !bodies.contains(&body) {
                    bodies.push(body);
                }
            }
        }
        bodies
    }

    /// The gears of a joint, in the order of its first body's joints.
    pub(crate) fn gears_of(&self, key: JointKey) -> Vec<JointKey> {
        let Some(joint) = self.joints.get(key).filter(|joint| joint.gears > 0) else { return Vec::new() };
        let listed = self.bodies.slots.get(joint.a).map_or(&[][..], |slot| &slot.joints);
        let joint = |key: &JointKey| self.joints.get(*key);
        let has = |gear: &JointRow| gear.def.kind.couples_joints() && gear.links.contains(&key);
        listed.iter().copied().filter(|other| joint(other).is_some_and(has)).collect()
    }

    /// Removes a joint with its gears, and lists their ends. Nothing is listed for a joint without a cause.
    pub(crate) fn end_joint(&mut self, key: JointKey, cause: Option<JointEndCause>, ends: &mut Vec<JointEnd>) -> bool {
        // A gear finds its bodies by its joints, so it goes first.
        let gears: Vec<JointRow> = self.gears_of(key).into_iter().filter_map(|gear| self.remove_joint(gear)).collect();
        let Some(joint) = self.remove_joint(key) else { return false };
        ends.extend(cause.map(|cause| joint.ended(cause)));
        let of_gear = match cause {
            Some(JointEndCause::BodyRemoved) => JointEndCause::BodyRemoved,
            _ => JointEndCause::JointEnded { joint: key },
        };
        ends.extend(gears.iter().map(|gear| gear.ended(of_gear)));
        true
    }

    /// Adds a gear, which is not tied yet. It holds the two joints as they stand, if it has no offset.
    pub(crate) fn add_gear(&mut self, links: [JointKey; 2], mut def: JointDef) -> Result<JointKey, Error> {
        let names = ["joint_1", "joint_2"];
        let wanted = match def.kind {
            JointKind::Gear(_) => [None; 2],
            JointKind::Rack(_) => [Some(true), Some(false)],
            other => return Err(Error::value("kind", other.name(), "a gear or a rack")),
        };
        for ((link, name), wanted) in links.into_iter().zip(names).zip(wanted) {
            let Some(joint) = self.joints.get(link) else { return Err(Error::StaleKey { name }) };
            let found = joint.def.kind.coupled_by_angle();
            if found.is_none() || wanted.is_some() && found != wanted {
                let kinds = match wanted {
                    None => "a revolute, a wheel or a prismatic",
                    Some(true) => "a revolute or a wheel",
                    Some(false) => "a prismatic",
                };
                return Err(Error::value(name, joint.def.kind.name(), kinds));
            }
        }
        if links[0] == links[1] {
            return Err(Error::SameJoint);
        }
        // Of each joint the body that moves, or else b: these two do not collide, and pictures show them.
        let moving = links.map(|link| {
            let ends = self.joints.get(link).map_or_else(Default::default, |joint| [joint.b, joint.a]);
            let is_fixed = |key| self.bodies.slots.get(key).is_none_or(|slot| slot.kind == BodyKind::Fixed);
            if is_fixed(ends[0]) && !is_fixed(ends[1]) { [ends[1], ends[0]] } else { ends }
        });
        let a = moving[0][0];
        let b = if moving[1][0] == a { moving[1][1] } else { moving[1][0] };
        self.begin_to_count(links);
        self.engage(links, &mut def);
        let key = self.joints.add([a, b], def, 0.0);
        if let Some(gear) = self.joints.get_mut(key) {
            gear.links = links;
            let gear = gear.clone();
            self.joints.count_gears(&gear, 1);
        }
        Ok(key)
    }

    /// Sets the angles of joints that counted no turns so far to what they are now.
    fn begin_to_count(&mut self, links: [JointKey; 2]) {
        for link in links {
            let angle = self.joints.get(link).filter(|joint| !joint.counts_turns()).map(|joint| {
                let [a, b] = self.poses_of(joint);
                joint_angle(a.q, b.q, joint.def.reference_angle())
            });
            if let (Some(angle), Some(joint)) = (angle, self.joints.get_mut(link)) {
                joint.state.angle = angle;
            }
        }
    }

    /// Has a gear without an offset hold its two joints as they stand.
    pub(crate) fn engage(&self, links: [JointKey; 2], def: &mut JointDef) {
        let Some(([one, two], _)) = def.kind.coupling() else { return };
        let [q1, q2] = links.map(|link| self.joints.get(link).map_or(0.0, |joint| self.coupled_value(joint)));
        if let Some(offset) = def.kind.offset_mut() {
            offset.get_or_insert((one * q1 + two * q2) as f32);
        }
    }

    /// Moves what the gears of a joint hold along with its zero, which went on by `more`.
    pub(crate) fn shift_gears(&mut self, key: JointKey, more: f64) {
        for gear in self.gears_of(key) {
            let Some(gear) = self.joints.get_mut(gear) else { continue };
            let Some((factors, held)) = gear.def.kind.coupling() else { continue };
            let sides = gear.links.iter().zip(factors).filter(|(link, _)| **link == key);
            let shifted = held + sides.map(|(_, factor)| factor * more).sum::<f64>();
            if let Some(offset) = gear.def.kind.offset_mut() {
                *offset = Some(shifted as f32);
            }
        }
    }

    fn pose_of(&self, key: BodyKey) -> Pose {
        self.bodies.slots.get(key).map_or(Pose::IDENTITY, |slot| self.bodies.poses[slot.row as usize])
    }

    /// The poses of a joint's bodies.
    fn poses_of(&self, joint: &JointRow) -> [Pose; 2] {
        [joint.a, joint.b].map(|key| self.pose_of(key))
    }

    /// The axis of a slider in the world.
    fn axis_of(&self, joint: &JointRow) -> Vec2 {
        match joint.def.kind {
            JointKind::Prismatic(slider) => self.pose_of(joint.a).q.rotate(normalize(slider.axis).0),
            _ => Vec2::ZERO,
        }
    }

    /// The value of a joint that a gear counts: the angle with its turns [rad], or the place [m].
    pub(crate) fn coupled_value(&self, joint: &JointRow) -> f64 {
        let [a, b] = self.poses_of(joint);
        if joint.def.kind.coupled_by_angle() == Some(true) {
            let angle = f64::from(joint_angle(a.q, b.q, joint.def.reference_angle()));
            let turns = (f64::from(joint.state.angle) - angle) / TURN;
            return if joint.counts_turns() { angle + TURN * turns.round_ties_even() } else { angle };
        }
        let [anchor_a, anchor_b] = joint.def.anchors();
        f64::from(self.axis_of(joint).dot(b.transform_point(anchor_b) - a.transform_point(anchor_a)))
    }

    /// The error of a coupling: how far f q1 + g q2 is from what is held, or by how much a rope is too long. `None` for
    /// other kinds.
    pub(crate) fn slip_of(&self, joint: &JointRow) -> Option<f64> {
        if let JointKind::Pulley(pulley) = joint.def.kind {
            let [a, b] = self.poses_of(joint);
            let [one, two] = pulley.lengths(a, b).map(f64::from);
            return Some(one + f64::from(pulley.ratio) * two - f64::from(pulley.length.unwrap_or(0.0)));
        }
        let ([one, two], held) = joint.def.kind.coupling()?;
        let [q1, q2] = joint.links.map(|link| self.joints.get(link).map_or(0.0, |joint| self.coupled_value(joint)));
        Some(one * q1 + two * q2 - held)
    }

    /// Impulse and angular impulse of a coupling with these impulses: of a pulley on b; of a gear on its second joint,
    /// such that the value of that grows. `None` for other kinds.
    pub(crate) fn coupling_reaction(&self, joint: &JointRow, given: &JointState) -> Option<(Vec2, f32)> {
        let impulse = given.linear.x;
        if let JointKind::Pulley(pulley) = joint.def.kind {
            return Some((rope_direction(&pulley, self.pose_of(joint.b)) * (impulse * pulley.ratio), 0.0));
        }
        let ([_, factor], _) = joint.def.kind.coupling()?;
        let second = self.joints.get(joint.links[1])?;
        let p = (f64::from(impulse) * factor) as f32;
        let turns = second.def.kind.coupled_by_angle() == Some(true);
        Some(if turns { (Vec2::ZERO, p) } else { (self.axis_of(second) * p, 0.0) })
    }
}

/// The direction in which a rope pulls b.
fn rope_direction(pulley: &Pulley, b: Pose) -> Vec2 {
    normalize(pulley.ground_anchor_b - b.transform_point(pulley.anchor_b)).0
}
