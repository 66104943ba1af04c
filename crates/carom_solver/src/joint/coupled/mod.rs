//! Couplings of joints or lengths: gears, racks and pulleys. They are few, have up to four bodies each, and are solved
//! after the other joints of a pass, group after group on one thread.

mod group;
pub(crate) mod input;
mod matrix;
mod row;

use crate::joint::coupled::group::{CoupledPass, CouplingGroup};
use crate::joint::coupled::input::{CoupledValues, CouplingInput};
use crate::joint::input::JointInput;
use crate::lanes::finite_or_zero;
use crate::rows::{RowLimit, Rows, Shared};
use crate::stages::Pass;
use crate::{BodyMass, StepRules};
use carom_math::Pose;
use std::cmp::{max, min};

/// The most couplings that are solved at once: more of them are several groups, one after the other.
const MOST_IN_GROUP: usize = 64;

/// No group yet.
const NONE: u32 = u32::MAX;

/// All couplings.
#[derive(Clone, Debug, Default)]
pub(crate) struct Couplings {
    /// The groups; more may be there for reuse.
    groups: Shared<CouplingGroup>,
    count: usize,
    /// The group of each coupling, and its place in there.
    place_of: Vec<[u32; 2]>,
    /// Kept for reuse: rows that move with their couplings, the first coupling of those that hang together, and the
    /// group that it fills.
    ends: Vec<(u32, u32)>,
    first: Vec<u32>,
    group: Vec<u32>,
}

impl Couplings {
    /// Number of groups.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// The rows of a coupling's bodies.
    pub(crate) fn rows_of(coupling: &CouplingInput, joints: &[JointInput]) -> [[u32; 2]; 2] {
        match coupling.values {
            CoupledValues::Joints(sides) => {
                sides.map(|side| joints.get(side.joint as usize).map_or([u32::MAX; 2], |joint| joint.rows))
            }
            CoupledValues::Rope([one, two]) => [[one.row; 2], [two.row; 2]],
        }
    }

    /// Puts couplings that share bodies into groups.
    pub(crate) fn plan(
        &mut self,
        couplings: &[CouplingInput],
        joints: &[JointInput],
        masses: &[BodyMass],
        limit: RowLimit,
    ) {
        self.count = 0;
        self.place_of.clear();
        if couplings.is_empty() {
            return;
        }
        self.union_by_body(couplings, joints, masses);
        self.group.clear();
        self.group.resize(couplings.len(), NONE);
        for (index, coupling) in (0..).zip(couplings) {
            let first = find(&mut self.first, index) as usize;
            let full = self.groups.get(self.group[first] as usize).is_none_or(|group| group.len() >= MOST_IN_GROUP);
            if full {
                if self.groups.len() == self.count {
                    self.groups.push(CouplingGroup::default());
                }
                self.groups[self.count].clear();
                self.group[first] = self.count as u32;
                self.count += 1;
            }
            let group = &mut self.groups[self.group[first] as usize];
            self.place_of.push([self.group[first], group.len() as u32]);
            group.add(coupling, joints, limit);
        }
    }

    /// Finds the couplings that share bodies which can move: union-find in the order of the couplings.
    fn union_by_body(&mut self, couplings: &[CouplingInput], joints: &[JointInput], masses: &[BodyMass]) {
        self.ends.clear();
        self.first.clear();
        for (index, coupling) in (0..).zip(couplings) {
            self.first.push(index);
            let rows = Self::rows_of(coupling, joints).into_iter().flatten();
            let movers = rows.filter(|&row| masses.get(row as usize).is_some_and(BodyMass::moves));
            self.ends.extend(movers.map(|row| (row, index)));
        }
        self.ends.sort_unstable();
        for pair in self.ends.windows(2).filter(|pair| pair[0].0 == pair[1].0) {
            let [a, b] = [pair[0].1, pair[1].1].map(|index| find(&mut self.first, index));
            self.first[max(a, b) as usize] = min(a, b);
        }
    }

    /// Takes poses and masses at the beginning of a step; `counted` is the angle of a joint with its turns.
    pub(crate) fn place(&mut self, poses: &[Pose], masses: &[BodyMass], counted: impl Fn(u32) -> f32 + Copy) {
        for group in &mut self.groups[..self.count] {
            group.place(poses, masses, counted);
        }
    }

    /// One pass over all groups. They may share bodies, so they are one task.
    pub(crate) fn run(&self, rows: &Rows<'_>, pass: Pass, rules: &StepRules) {
        for group in self.groups.part(0..self.count) {
            match pass {
                Pass::WarmStart => group.warm_start(rows, true),
                Pass::Swing => group.warm_start(rows, false),
                Pass::Solve => group.solve(rows, CoupledPass { relaxes: false, rules }),
                Pass::Relax => group.solve(rows, CoupledPass { relaxes: true, rules }),
                Pass::Restitute => {}
            }
        }
    }

    /// The impulse of a coupling after a step.
    pub(crate) fn impulse(&self, index: usize) -> f32 {
        let impulse = self.place_of.get(index).and_then(|&[group, row]| self.groups.get(group as usize)?.impulse(row));
        finite_or_zero(impulse.unwrap_or_default() as f32)
    }
}

/// The first coupling of those that `index` hangs together with.
fn find(first: &mut [u32], mut index: u32) -> u32 {
    while first[index as usize] != index {
        first[index as usize] = first[first[index as usize] as usize];
        index = first[index as usize];
    }
    index
}
