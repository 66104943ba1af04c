//! Trees side by side against the same trees alone.

use crate::joint::forest::Forest;
use crate::joint::forest_tests::{Dice, RULES, scene};
use crate::joint::hubs::Hubs;
use crate::joint::input::{Hold, JointInput, JointState};
use crate::joint::tree::axis::AxisSeen;
use crate::rows::{RowLimit, Rows};
use crate::stages::Pass;
use crate::{BodyMass, BodyState, TreeChoice};
use carom_math::{LaneWidth, Pose, Rot, vec2};
use carom_parallel::{Driver, Executor};
use fearless_simd::Level;

/// All passes of two substeps.
const PASSES: [Pass; 7] =
    [Pass::WarmStart, Pass::Solve, Pass::Relax, Pass::Swing, Pass::Solve, Pass::Relax, Pass::Restitute];

/// So many scenes with joints at the same places, all else different.
fn copies(dice: &mut Dice, bodies: u32, count: u32) -> (Vec<JointInput>, Vec<BodyMass>, Vec<Pose>, Vec<BodyState>) {
    let (shape, ..) = scene(dice, bodies);
    let (mut joints, mut masses, mut poses, mut states) = (vec![], vec![], vec![], vec![]);
    for copy in 0..count {
        let (_, mut other, places, mut velocities) = scene(dice, bodies);
        for mass in other.iter_mut().skip(1).filter(|mass| mass.inv_mass == 1.0) {
            // Neither moved nor turned, in turns.
            *if dice.roll() < 0.0 { &mut mass.inv_mass } else { &mut mass.inv_inertia } = 0.0;
        }
        velocities.pop();
        if count > 1 && copy + 1 == count && dice.roll() < -0.5 {
            velocities[bodies as usize - 1] = BodyState::new(vec2(f32::NAN, 0.0), 1.0);
        }
        joints.extend(shape.iter().map(|joint| JointInput {
            rows: joint.rows.map(|row| row + copy * bodies),
            anchors: [dice.arrow(), dice.arrow()],
            reference: joint.reference.map(|_| 3.0 * dice.roll()),
            hold: match joint.hold {
                Hold::Line(_) => Hold::Line(Rot::from_angle(3.0 * dice.roll()).rotate(vec2(1.0, 0.0))),
                Hold::Length(_) => Hold::Length(1.0 + dice.roll()),
                hold => hold,
            },
            state: JointState { linear: dice.arrow() * 1.0e3, twist: dice.roll(), ..JointState::default() },
            ..*joint
        }));
        masses.extend(other);
        poses.extend(places);
        states.extend(velocities);
    }
    // The dummy.
    states.push(BodyState::default());
    (joints, masses, poses, states)
}

/// One pass, then a kick and a motion of each body.
fn run(forests: &[Forest], level: Level, states: &mut [BodyState], pass: Pass, dice: &mut Dice) {
    let limit = RowLimit::new(states.len());
    for state in states.iter_mut() {
        let (v, w) = (state.v() + dice.arrow() * 0.1, state.w() + 0.1 * dice.roll());
        state.set_velocity(v, w);
    }
    let rows = Rows::new(states, &[]);
    for row in 0..limit.len() as u32 {
        let (moved, turned) = (dice.arrow() * 0.1, Rot::from_angle(dice.roll()));
        rows.set_motion(limit.row(row), &[moved.x, moved.y, turned.c, turned.s]);
    }
    for forest in forests {
        forest.packs.run(level, 0..forest.packs.count(), &rows, pass, &RULES);
    }
}

/// The velocities of all bodies, the rows of all joints and their states, to the last bit: no NaN is written.
fn answer(forests: &[Forest], level: Level, states: &[BodyState], joints: usize) -> String {
    let rows = Vec::from_iter(forests.iter().flat_map(|forest| forest.packs.equations(level, &RULES)));
    let mut answer = format!("{states:?}\n{rows:?}\n");
    for joint in 0..joints {
        let mut state = JointState::default();
        forests.iter().filter(|forest| forest.has(joint)).for_each(|forest| forest.store(joint, &mut state));
        answer += &format!("{state:?}\n");
    }
    answer
}

/// One to nine copies of a random scene, with other masses, poses, anchors, impulses and velocities. Each tree gets the
/// bits that it has alone, on wide and on narrow registers, also beside one that is not finite.
#[test]
fn a_tree_beside_others_has_the_bits_that_it_has_alone() {
    let (mut dice, mut packed) = (Dice(11), 0);
    for round in 0..90 {
        let count = 1 + round % 9;
        let bodies = 2 + dice.below(14);
        let (joints, masses, poses, states) = copies(&mut dice, bodies, count);
        let limit = RowLimit::new(states.len());
        let plan = |joints: &[JointInput]| {
            let mut forest = Forest::default();
            forest.plan(joints, &masses, &Hubs::default(), (limit, TreeChoice::All));
            forest.packs.place(&Executor::new(Driver::Inline), (&poses, &masses), |_, _| AxisSeen {
                value: 0.0,
                mass: 1.0,
                rivals: 1.0,
            });
            forest
        };
        let together = plan(&joints);
        let trees = together.packs.trees();
        // Each lone forest has one of the trees; its other joints hold nothing.
        let idle = |joint: &JointInput| JointInput { hold: Hold::Nothing, holds_angle: false, ..*joint };
        let alone = Vec::from_iter((0..trees).map(|tree| {
            let of = |(index, joint): (usize, &JointInput)| {
                if together.tree_of(index) == Some(tree) { *joint } else { idle(joint) }
            };
            plan(&Vec::from_iter(joints.iter().enumerate().map(of)))
        }));
        assert!(alone.iter().all(|forest| forest.packs.count() == 1), "round {round}");
        let scenes = trees as usize / count as usize;
        assert!(together.packs.count() <= scenes * count.div_ceil(4) as usize, "round {round}: {trees} trees");
        packed += trees as usize - together.packs.count();
        for level in [LaneWidth::Auto.level(), LaneWidth::Four.level()] {
            let (together, alone) = ([together.clone()], alone.clone());
            let (mut one, mut other, seed) = (states.clone(), states.clone(), dice.below(1_000_000));
            let (mut kicks, mut same) = (Dice(u64::from(seed)), Dice(u64::from(seed)));
            for pass in PASSES {
                run(&together, level, &mut one, pass, &mut kicks);
                run(&alone, level, &mut other, pass, &mut same);
                let wanted = answer(&alone, level, &other, joints.len());
                let found = answer(&together, level, &one, joints.len());
                assert_eq!(found, wanted, "round {round}, {pass:?}, {level:?}");
            }
        }
    }
    assert!(packed > 500, "{packed} trees had no run of their own");
}
