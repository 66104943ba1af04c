//! Hubs: bodies that joints hold from many sides, and that are light beside what hangs on them.
//!
//! In a pass each joint takes the part s = k / (k + k') of its error from the hub. Here k and k' are the inverse masses
//! of the hub and of the other body at the anchor. The next joint sees a hub that has moved, and undoes it. With S the
//! sum of all s, errors grow from substep to substep where S is about 3 or more: one pass of Gauss-Seidel with warm
//! starting is then no contraction. A group of joints with a hub is solved as a tree ([`crate::joint::forest`]). Joints
//! in the lanes ease off there: they take a part w = EASED / S of their error as a velocity, with w times the effective
//! mass (successive under-relaxation: D. Young, 1950).
//!
//! Springs have rivals too: S of them at a body, with springs counted like rigid joints. Of their frequency counts at
//! most that of one alone over the root of S ([`crate::softness::MOST_OF_RATE`]), and of their damping over S. So the
//! stiffness and the damping of all of them together have a bound.

use crate::BodyMass;
use crate::joint::axis_rows::NO_LIMIT;
use crate::joint::input::{AxisInput, Hold, JointInput};
use carom_math::{Rot, Vec2};

/// The sum of parts from which a body is a hub. It is a bound for all poses: of 1,000 stars with less, or with this
/// rule, none gained more than 0.3 % of its energy. Without it six equal bodies hinged to the middle of one, with 3,
/// stood, and eight, with 4, flew apart.
const MOST: f32 = 3.0;

/// The sum down to which joints of a hub, and those of what hangs on it, ease off. With 2 one of
/// 1,000 stars gains 2 % of its energy in 5 s, with 1.5 none more than 0.3 %.
const EASED: f32 = 1.5;

/// The same as [`MOST`] for meshes. The hinges of `joint_grid` have 3.2, and their errors shrink. A wheel of four
/// spokes at 3.75 turned itself to pieces.
const MOST_OF_MESHES: f32 = 3.5;

/// Ends of a line that are so far away stand for none [m].
const LONGEST_WAY: f32 = 1.0e6;

/// The hubs of a step.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hubs {
    /// The sum of each row, and the part of each joint; none if there is no hub.
    sums: Vec<f32>,
    eases: Vec<f32>,
    /// The rivals of each joint's springs; none if no joint has springs. And the sums for them.
    rivals: Vec<f32>,
    spring_sums: Vec<f32>,
}

impl Hubs {
    /// Sums up the parts of all joints, with substeps of `h` [s].
    pub(crate) fn plan(&mut self, joints: &[JointInput], masses: &[BodyMass], rows: usize, h: f32) {
        self.sums.clear();
        self.count_rivals(joints, masses, rows, h);
        // A world of a million fixed bodies and no joint is not read.
        if joints.is_empty() {
            return;
        }
        sum_up(&mut self.sums, rows, joints, |input| parts(input, masses, h, false));
        if self.sums.iter().all(|&sum| sum <= MOST) {
            self.sums.clear();
        }
    }

    /// Counts the rivals of springs.
    fn count_rivals(&mut self, joints: &[JointInput], masses: &[BodyMass], rows: usize, h: f32) {
        self.rivals.clear();
        if !joints.iter().any(has_spring) {
            return;
        }
        sum_up(&mut self.spring_sums, rows, joints, |input| parts(input, masses, h, true));
        self.rivals.extend(joints.iter().map(|input| {
            let sum = greater_sum(&self.spring_sums, input);
            if sum > 1.0 { sum } else { 1.0 }
        }));
    }

    /// The number of rivals of a joint's springs, themselves included: 1 or more.
    pub(crate) fn rivals(&self, joint: usize) -> f32 {
        self.rivals.get(joint).copied().unwrap_or(1.0)
    }

    /// Whether a row is a hub.
    pub(crate) fn has(&self, row: u32) -> bool {
        self.sums.get(row as usize).is_some_and(|&sum| sum > MOST)
    }

    /// Whether a row is a hub for a mesh, whose paths hold more of it at once.
    pub(crate) fn has_great(&self, row: u32) -> bool {
        self.sums.get(row as usize).is_some_and(|&sum| sum > MOST_OF_MESHES)
    }

    /// Sets the part of its error that each joint takes. `has_hub` tells of a joint whether its tree or mesh has a hub.
    pub(crate) fn ease_off(&mut self, joints: &[JointInput], mut has_hub: impl FnMut(&JointInput) -> bool) {
        let Self { sums, eases, .. } = self;
        eases.clear();
        if sums.is_empty() {
            return;
        }
        eases.extend(joints.iter().map(|input| {
            let sum = greater_sum(sums, input);
            if sum > MOST || sum > EASED && has_hub(input) { EASED / sum } else { 1.0 }
        }));
    }

    /// The part of its error that a joint takes: less than 1 at a hub.
    pub(crate) fn ease(&self, joint: usize) -> f32 {
        self.eases.get(joint).copied().unwrap_or(1.0)
    }
}

/// Fills `sums` with the sum of the parts of all joints of each row.
fn sum_up(sums: &mut Vec<f32>, rows: usize, joints: &[JointInput], parts: impl Fn(&JointInput) -> [f32; 2]) {
    sums.clear();
    sums.resize(rows, 0.0);
    for input in joints {
        for (row, part) in input.rows.into_iter().zip(parts(input)) {
            if let Some(sum) = sums.get_mut(row as usize) {
                *sum += part;
            }
        }
    }
}

/// The greater one of the sums of a joint's two rows.
fn greater_sum(sums: &[f32], input: &JointInput) -> f32 {
    let [a, b] = input.rows.map(|row| sums.get(row as usize).copied().unwrap_or_default());
    if a > b { a } else { b }
}

/// The greatest part of its error that a joint takes from each of its two bodies, at any pose; of a line without
/// limits, where its anchors are together. What holds a body to one that does not move is nobody's rival. For `springs`
/// it is, and springs count like rigid joints; else a spring that holds counts as its part of one.
fn parts(input: &JointInput, masses: &[BodyMass], h: f32, springs: bool) -> [f32; 2] {
    let [a, b] = input.rows.map(|row| masses.get(row as usize).copied().unwrap_or_default());
    if !(a.moves() && b.moves()) {
        // A spring takes its whole error from the body that moves; what is rigid there gives way to the others.
        return [&a, &b].map(|one| f32::from(u8::from(springs && one.moves())));
    }
    let counts = |axis: &AxisInput| springs && axis.spring.hertz > 0.0;
    let holds = input.hold != Hold::Nothing || is_rigid(&input.along) || counts(&input.along);
    let holds_angle = input.holds_angle || counts(&input.about);
    let of = |one: &BodyMass, other: &BodyMass, arm: f32| {
        let ratio = match (holds, holds_angle) {
            (true, true) => placed(one, other, input),
            (true, false) => (one.inv_mass + arm * arm * one.inv_inertia) / other.inv_mass,
            (false, _) => 0.0,
        };
        let turns = holds_angle || is_rigid(&input.about);
        let turned = if turns && one.inv_inertia > 0.0 { one.inv_inertia / other.inv_inertia } else { 0.0 };
        let ratio = if turned > ratio { turned } else { ratio };
        if ratio < f32::MAX { ratio / (1.0 + ratio) } else { 1.0 }
    };
    // A rigid angle beside a soft place is as firm as any.
    let is_soft = !springs && (!input.holds_angle || input.turn_spring.is_some());
    let own = input.spring.filter(|_| is_soft);
    let soft = own.map_or(1.0, |spring| spring.softness(h).mass_scale);
    let [arm_a, arm_b] = input.anchors.map(Vec2::length);
    [of(&a, &b, arm_a + way(input)), of(&b, &a, arm_b)].map(|part| soft * part)
}

fn has_spring(input: &JointInput) -> bool {
    let all = [Some(input.along.spring), Some(input.about.spring), input.spring, input.turn_spring];
    all.into_iter().flatten().any(|spring| spring.hertz > 0.0)
}

/// The greatest ratio of the inverse masses of two bodies that are held in place and angle. It does not depend on the
/// anchor: at the centre of `other` the matrix of that one is diagonal.
fn placed(one: &BodyMass, other: &BodyMass, input: &JointInput) -> f32 {
    if one.inv_inertia == 0.0 {
        return one.inv_mass / other.inv_mass;
    }
    let turned = input.reference.map_or(Rot::IDENTITY, Rot::from_angle);
    let apart = (input.anchors[0] - turned.rotate(input.anchors[1])).length() + way(input);
    let moved = (one.inv_mass + apart * apart * one.inv_inertia) / other.inv_mass;
    let turned = one.inv_inertia / other.inv_inertia;
    let coupled = apart * one.inv_inertia / (other.inv_mass * other.inv_inertia).sqrt();
    0.5 * (moved + turned + ((moved - turned) * (moved - turned) + 4.0 * coupled * coupled).sqrt())
}

/// Whether an axis has a motor or a limit.
fn is_rigid(axis: &AxisInput) -> bool {
    axis.max_motor > 0.0 || axis.lower > -NO_LIMIT || axis.upper < NO_LIMIT
}

/// The greatest way of b's anchor along a line of a [m], 0 if nothing limits it.
fn way(input: &JointInput) -> f32 {
    let (low, high) = (input.along.lower.abs(), input.along.upper.abs());
    let way = if low > high { low } else { high };
    if matches!(input.hold, Hold::Line(_)) && way < LONGEST_WAY { way } else { 0.0 }
}
