//! Trees against a dense solve, and which joints are trees.
#![allow(clippy::needless_range_loop)] // Indices of matrices.

use crate::joint::forest::Forest;
use crate::joint::hubs::Hubs;
use crate::joint::input::{AxisInput, Hold, JointInput};
use crate::joint::tree::axis::AxisSeen;
use crate::rows::{RowLimit, Rows};
use crate::stages::Pass;
use crate::{BodyMass, BodyState, Spring, StepRules, TreeChoice};
use carom_math::{Pose, Rot, Vec2, vec2};
use carom_parallel::{Driver, Executor};
use fearless_simd::Level;

pub(super) const RULES: StepRules = StepRules { trees: TreeChoice::All, ..StepRules::RIGID };

/// Random numbers, in -1..1 (an LCG: D. Knuth).
pub(super) struct Dice(pub u64);

impl Dice {
    pub(super) fn roll(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as f32 / 8_388_608.0 - 1.0
    }

    pub(super) fn below(&mut self, end: u32) -> u32 {
        self.roll();
        (self.0 >> 33) as u32 % end
    }

    pub(super) fn arrow(&mut self) -> Vec2 {
        vec2(self.roll(), self.roll())
    }
}

/// Random bodies, of which the first one is fixed, and joints of all kinds to one before each; some to the first.
pub(super) fn scene(dice: &mut Dice, bodies: u32) -> (Vec<JointInput>, Vec<BodyMass>, Vec<Pose>, Vec<BodyState>) {
    let (mut joints, mut masses, mut poses, mut states) = (vec![], vec![], vec![], vec![]);
    for row in 0..bodies {
        let center = dice.arrow() * 3.0;
        let mass = [0.01, 0.1, 1.0, 10.0, 100.0][dice.below(5) as usize];
        let (inv_mass, inv_inertia) = if row == 0 { (0.0, 0.0) } else { (1.0 / mass, 3.0 / mass) };
        masses.push(BodyMass { center, inv_mass, inv_inertia });
        poses.push(Pose { p: center, q: Rot::from_angle(3.0 * dice.roll()) });
        let v = if row == 0 { Vec2::ZERO } else { dice.arrow() };
        states.push(BodyState::new(v, if row == 0 { 0.0 } else { dice.roll() }));
        let mut join = |dice: &mut Dice, parent: u32| {
            let rows = if dice.roll() < 0.0 { [parent, row] } else { [row, parent] };
            let hold = match dice.below(4) {
                0 => Hold::Line(vec2(0.6, 0.8)),
                1 => Hold::Length(1.0 + dice.roll()),
                _ => Hold::Point { max_force: f32::INFINITY, velocity: Vec2::ZERO },
            };
            let holds_angle = dice.roll() < 0.0 && !matches!(hold, Hold::Length(_));
            let turns = !holds_angle && matches!(hold, Hold::Point { .. }) && dice.roll() < 0.0;
            let slides = matches!(hold, Hold::Line(_)) && dice.roll() < 0.0;
            let reference = (holds_angle || turns).then_some(dice.roll());
            let spring =
                Spring { hertz: [0.1, 5.0, 30.0, 1.0e3][dice.below(4) as usize], damping_ratio: dice.roll().abs() };
            let mut axis = AxisInput { rest: dice.roll(), ..AxisInput::FREE };
            let acting = dice.below(8);
            axis.spring = if acting & 1 == 0 { spring } else { Spring::NONE };
            if acting & 2 == 0 {
                (axis.lower, axis.upper) = (-0.2 * dice.roll().abs(), 0.2 * dice.roll().abs());
            }
            if acting & 4 == 0 {
                (axis.motor_speed, axis.max_motor) = (dice.roll(), [0.1, 10.0, f32::INFINITY][dice.below(3) as usize]);
            }
            let about = if turns { axis } else { AxisInput::FREE };
            let along = if slides { axis } else { AxisInput::FREE };
            let point = JointInput::point(rows, [dice.arrow(), dice.arrow()]);
            joints.push(JointInput { hold, holds_angle, reference, about, along, ..point });
        };
        if row > 0 {
            let parent = dice.below(row);
            join(dice, parent);
            if parent != 0 && dice.roll() < -0.8 {
                join(dice, 0);
            }
        }
    }
    // The dummy.
    states.push(BodyState::default());
    (joints, masses, poses, states)
}

/// Solves A x = b by elimination. A is symmetric and positive, so the pivots are on its diagonal.
fn dense(mut a: Vec<Vec<f64>>, mut b: Vec<f64>) -> Vec<f64> {
    let n = b.len();
    for column in 0..n {
        for row in column + 1..n {
            let factor = a[row][column] / a[column][column];
            let (above, below) = a.split_at_mut(row);
            for (x, y) in below[0][column..].iter_mut().zip(&above[column][column..]) {
                *x -= factor * y;
            }
            b[row] -= factor * b[column];
        }
    }
    for row in (0..n).rev() {
        let rest: f64 = (row + 1..n).map(|column| a[row][column] * b[column]).sum();
        b[row] = (b[row] - rest) / a[row][row];
    }
    b
}

/// (J M^-1 J^T + G) p = -(J v + bias), v' = v + M^-1 J^T p, over random trees: p within 1e-6 of the greatest, v'
/// within the rounding of single precision.
#[test]
fn a_tree_is_solved_as_a_dense_matrix_is() {
    let mut dice = Dice(5);
    for round in 0..200 {
        let (joints, masses, poses, mut states) = scene(&mut dice, 2 + round % 30);
        let (limit, mut forest) = (RowLimit::new(states.len()), Forest::default());
        forest.plan(&joints, &masses, &Hubs::default(), (limit, TreeChoice::All));
        assert!((0..joints.len()).all(|joint| forest.has(joint)), "no joint closes a loop");
        let begin: Vec<[f64; 3]> = states.iter().map(|s| [s.v().x, s.v().y, s.w()].map(f64::from)).collect();
        let updates = [];
        let rows = Rows::new(&mut states, &updates);
        let packs = &mut forest.packs;
        packs.place(&Executor::new(Driver::Inline), (&poses, &masses), |_, _| AxisSeen {
            value: 0.0,
            mass: 1.0,
            rivals: 1.0,
        });
        for pass in [Pass::WarmStart, Pass::Solve] {
            packs.run(Level::new(), 0..packs.count(), &rows, pass, &RULES);
        }
        let found = packs.equations(Level::new(), &RULES);
        let mass_of = |row: usize| masses.get(row).copied().unwrap_or_default();
        let inverse = |row: usize| {
            let BodyMass { inv_mass: m, inv_inertia: i, .. } = mass_of(row);
            [m, m, i].map(f64::from)
        };
        let times = |one: &[(usize, [f64; 3]); 2], other: &[(usize, [f64; 3]); 2]| -> f64 {
            let pairs = one.iter().flat_map(|a| other.iter().map(move |b| (a, b))).filter(|(a, b)| a.0 == b.0);
            pairs.map(|((row, a), (_, b))| (0..3).map(|k| a[k] * inverse(*row)[k] * b[k]).sum::<f64>()).sum()
        };
        let a = found.iter().enumerate().map(|(i, one)| {
            let row = found.iter().enumerate();
            row.map(|(j, other)| times(&one.j, &other.j) + if i == j { one.softness } else { 0.0 }).collect()
        });
        let b = found.iter().map(|one| {
            let speed = one.j.iter().map(|(row, j)| (0..3).map(|k| j[k] * begin[*row][k]).sum::<f64>());
            -(speed.sum::<f64>() + one.bias)
        });
        let wanted = dense(a.collect(), b.collect());
        let most = wanted.iter().fold(1.0e-3, |most: f64, p| most.max(p.abs()));
        for (one, wanted) in found.iter().zip(&wanted) {
            assert!((one.impulse - wanted).abs() < 1.0e-6 * most, "round {round}: {} {wanted}", one.impulse);
        }
        let mut v = begin.clone();
        for (one, p) in found.iter().zip(&wanted) {
            for (row, j) in &one.j {
                (0..3).for_each(|k| v[*row][k] += inverse(*row)[k] * j[k] * p);
            }
        }
        let most = v.iter().flatten().fold(1.0, |most: f64, v| most.max(v.abs()));
        for (state, v) in states.iter().zip(&v) {
            let now = [state.v().x, state.v().y, state.w()].map(f64::from);
            assert!((0..3).all(|k| (now[k] - v[k]).abs() < 1.0e-6 * most), "round {round}: {now:?} {v:?}");
        }
    }
}

/// Chains of twelve joints are trees, and chains of eleven are not; loops and the order of the rows do not count.
#[test]
fn long_and_heavy_trees_are_found() {
    let mass = |m: f32| BodyMass { center: Vec2::ZERO, inv_mass: 1.0 / m, inv_inertia: 1.0 / m };
    let plan = |joints: &[JointInput], masses: &[BodyMass], choice: TreeChoice| {
        let mut forest = Forest::default();
        let mut hubs = Hubs::default();
        hubs.plan(joints, masses, masses.len() + 1, 1.0 / 240.0);
        forest.plan(joints, masses, &hubs, (RowLimit::new(masses.len() + 1), choice));
        (0..joints.len()).map(|joint| forest.has(joint)).collect::<Vec<_>>()
    };
    let chain = |count: u32, turned: bool| -> (Vec<JointInput>, Vec<BodyMass>) {
        let row = |k: u32| if turned { count - k } else { k };
        let joints = (0..count).map(|k| JointInput::point([row(k), row(k + 1)], [Vec2::ZERO; 2])).collect();
        let mut masses = vec![mass(1.0); count as usize + 1];
        masses[row(0) as usize] = BodyMass::default();
        (joints, masses)
    };
    for turned in [false, true] {
        for (count, wanted) in [(11, false), (12, true)] {
            let (mut joints, mut masses) = chain(count, turned);
            assert_eq!(plan(&joints, &masses, TreeChoice::Hard), vec![wanted; count as usize]);
            assert_eq!(plan(&joints, &masses, TreeChoice::None), vec![false; count as usize]);
            // A loop is not part of the tree.
            let ends = joints[count as usize - 1].rows;
            joints.push(JointInput::point(ends, [Vec2::X; 2]));
            let all = [vec![wanted; count as usize], vec![false]].concat();
            assert_eq!(plan(&joints, &masses, TreeChoice::Hard), all);
            joints.pop();
            // The last one heavy.
            masses[ends[1] as usize] = mass(20.0);
            assert_eq!(plan(&joints, &masses, TreeChoice::Hard), vec![true; count as usize]);
            // Three welds in a row.
            let (mut joints, masses) = chain(count.min(3), turned);
            for joint in &mut joints {
                (joint.holds_angle, joint.reference) = (true, Some(0.0));
            }
            assert_eq!(plan(&joints, &masses, TreeChoice::Hard), [true; 3]);
        }
    }
}
