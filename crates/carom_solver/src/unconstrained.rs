//! Rows that no constraint holds, sixteen at a time: they go through all substeps at once, while they are in the cache.
//! In: the colors and masses of the rows and the constraints without a color. Out: runs of rows that are alike.

use crate::BodyMass;
use crate::contact::ContactManifold;
use carom_math::LANES;
use carom_parallel::Executor;
use std::ops::Range;

/// Below this number of rows none is treated as unconstrained: a second cache holds them all through the substeps.
const LARGE: usize = 16_384;

/// Sixteens to a task.
const SIXTEENS_A_TASK: usize = 256;

/// The sixteens of rows, and whether each is unconstrained.
#[derive(Clone, Debug, Default)]
pub(crate) struct Unconstrained {
    /// Empty if no row is.
    is_unconstrained: Vec<bool>,
    /// Whether each sixteen has a joint; empty in a small world.
    has_joint: Vec<bool>,
}

impl Unconstrained {
    /// Marks the rows, of `states`, that have joints.
    pub(crate) fn take_joints(&mut self, states: usize, rows: impl Iterator<Item = [u32; 2]>) {
        self.has_joint.clear();
        if states >= LARGE {
            self.has_joint.resize(states.div_ceil(LANES), false);
            for row in rows.flatten() {
                self.has_joint[row as usize / LANES] = true;
            }
        }
    }

    /// Finds the unconstrained ones of `rows` rows. `colors` has the colors of the contacts that can push each of the
    /// first rows; `overflow` are the contacts without a color. A row whose mass cannot move may have a contact and no
    /// color, and is not unconstrained. Neither are rows without an entry in `colors`.
    pub(crate) fn update<'a>(
        &mut self,
        tasks: &Executor,
        rows: usize,
        (colors, masses): (&[u32], &[BodyMass]),
        overflow: impl Iterator<Item = &'a ContactManifold>,
    ) {
        self.is_unconstrained.clear();
        if rows >= LARGE && !colors.is_empty() {
            self.find(tasks, rows, (colors, masses), overflow);
        }
    }

    fn find<'a>(
        &mut self,
        tasks: &Executor,
        rows: usize,
        (colors, masses): (&[u32], &[BodyMass]),
        overflow: impl Iterator<Item = &'a ContactManifold>,
    ) {
        let (colors, masses) = (colors.as_chunks::<LANES>().0, masses.as_chunks::<LANES>().0);
        self.is_unconstrained.resize(rows.div_ceil(LANES), false);
        let known = self.is_unconstrained.len().min(colors.len()).min(masses.len());
        let (has_joint, is_unconstrained) = (&self.has_joint, &mut self.is_unconstrained[..known]);
        let columns = (is_unconstrained, &colors[..known], &masses[..known]);
        tasks.blocks(SIXTEENS_A_TASK, columns, |first, (is_unconstrained, colors, masses)| {
            for (sixteen, is_unconstrained) in is_unconstrained.iter_mut().enumerate() {
                let has_joint = has_joint.get(first + sixteen).is_some_and(|&has| has);
                let is_held = colors[sixteen] != [0; LANES] || has_joint;
                *is_unconstrained = !is_held && masses[sixteen].iter().all(BodyMass::moves);
            }
        });
        for row in overflow.flat_map(|manifold| manifold.rows) {
            if let Some(is_unconstrained) = self.is_unconstrained.get_mut(row as usize / LANES) {
                *is_unconstrained = false;
            }
        }
    }

    /// Rows that begin with a sixteen, cut into runs that are alike: the rows, and whether they are unconstrained.
    pub(crate) fn runs(&self, rows: Range<usize>) -> impl Iterator<Item = (Range<usize>, bool)> {
        let sixteens = self.is_unconstrained.get(rows.start / LANES..rows.end.div_ceil(LANES)).unwrap_or_default();
        let whole = (sixteens.is_empty() && !rows.is_empty()).then(|| (rows.clone(), false));
        let mut from = rows.start;
        let runs = sixteens.chunk_by(|one, next| one == next).map(move |alike| {
            let run = from..rows.end.min(from + alike.len() * LANES);
            from = run.end;
            (run, alike[0])
        });
        whole.into_iter().chain(runs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        BodyState, ContactPair, ForceUpdate, JointInput, JointNews, PreparedPoint, Softness, Solver, StepRules,
    };
    use carom_math::{Pose, Vec2, sin_cos, vec2};
    use carom_parallel::{Driver, Executor, StageClock};

    const HEAVY: BodyMass = BodyMass { center: Vec2::ZERO, inv_mass: 0.5, inv_inertia: 2.0 };

    /// Rows 16 to 31 have a contact with a color, 48 to 63 one without, 80 to 95 a joint, 96 to 111 a mass that nothing
    /// moves; the last ones have no colors.
    #[test]
    fn only_what_nothing_holds_is_unconstrained() {
        let mut colors = [0; 7 * LANES + 3];
        colors[17] = 4;
        let mut masses = [HEAVY; 8 * LANES];
        masses[6 * LANES + 7] = BodyMass::default();
        let overflow = [ContactManifold { rows: [3 * LANES as u32 + 5, 1_000], ..ContactManifold::default() }];
        let mut unconstrained = Unconstrained::default();
        unconstrained.take_joints(LARGE, [[5 * LANES as u32, 1_000]; 2].into_iter());
        let tasks = Executor::new(Driver::Inline);
        unconstrained.update(&tasks, 8 * LANES + 2, (&colors, &masses), overflow.iter());
        assert_eq!(Vec::from_iter(unconstrained.runs(16..40)), [(16..40, false)], "a small world");
        unconstrained.find(&tasks, 8 * LANES + 2, (&colors, &masses), overflow.iter());
        let runs = Vec::from_iter(unconstrained.runs(0..8 * LANES + 2));
        let ends = runs.iter().map(|(rows, is_unconstrained)| (rows.end, *is_unconstrained));
        let wanted = [(16, true), (32, false), (48, true), (64, false), (80, true), (130, false)];
        assert!(ends.eq(wanted), "{runs:?}");
        assert!(runs.iter().zip(runs.iter().skip(1)).all(|((one, _), (next, _))| one.end == next.start));
        // A part of them, and nobody.
        assert_eq!(Vec::from_iter(unconstrained.runs(64..100)), [(64..80, true), (80..100, false)]);
        assert_eq!(unconstrained.runs(0..0).count(), 0);
    }

    /// Row `a` touches the next one, on its right.
    fn manifold(a: u32) -> ContactManifold {
        let point = PreparedPoint {
            anchor_a: vec2(0.5, 0.1),
            anchor_b: vec2(-0.5, 0.1),
            separation: -0.01,
            ..PreparedPoint::default()
        };
        ContactManifold::new([a, a + 1], Vec2::X, [0.6, 0.0, 0.0, 0.0], [0.0; 2], &[point])
    }

    /// 16,400 bodies of which most touch nothing: pairs with a color and one without, two on a joint, one that nothing
    /// moves but that spins beside another one, a kinematic one. They end as they do if no row is treated as
    /// unconstrained.
    #[test]
    fn what_is_unconstrained_ends_where_it_would_otherwise() {
        const DYNAMIC: usize = LARGE + 13;
        // The last of its sixteen, so that no row there has a color.
        const SPINS: u32 = 83 * 101;
        let rows = DYNAMIC + 1;
        let mut masses = vec![HEAVY; rows];
        masses[SPINS as usize] = BodyMass::default();
        masses[DYNAMIC] = BodyMass::default();
        let mut begin = Vec::from_iter((0..rows).map(|row| {
            let (sin, cos) = sin_cos(row as f32 * 0.01);
            BodyState::new(vec2(sin, -cos), 3.0 * sin * cos)
        }));
        begin[SPINS as usize] = BodyState::new(Vec2::ZERO, -40.0);
        begin[SPINS as usize + 1] = BodyState::new(vec2(-8.0, 0.0), 0.0);
        begin.push(BodyState::default());
        let touching = (0..DYNAMIC as u32 - 40).step_by(101);
        let mut contacts = Vec::from_iter(touching.clone().map(|a| ContactPair {
            color: 0,
            count: 1,
            touching: true,
            ..ContactPair::new(a, a + 1)
        }));
        let manifolds = Vec::from_iter(touching.map(manifold));
        contacts[7].color = ContactPair::NO_COLOR;
        let mut colors = vec![0; DYNAMIC];
        for contact in contacts.iter().filter(|contact| contact.color == 0) {
            for row in [contact.a as usize, contact.b as usize] {
                colors[row] = u32::from(masses[row].moves());
            }
        }
        assert_eq!((SPINS as usize % LANES, &colors[SPINS as usize..][..2]), (LANES - 1, &[0, 1][..]));
        let joint = JointInput::point([5_050, 5_090], [vec2(0.5, 0.0), vec2(-0.5, 0.0)]);
        let h = 1.0 / 240.0;
        let rules = StepRules {
            h,
            inv_h: 1.0 / h,
            contact: Softness::new(30.0, 10.0, h),
            fixed_contact: Softness::new(60.0, 10.0, h),
            joint: Softness::new(60.0, 2.0, h),
            ..StepRules::RIGID
        };
        let mut updates = vec![ForceUpdate::new(h * vec2(0.0, -10.0), 0.0, [0.99, 0.99, 1.0]); rows];
        updates[DYNAMIC] = ForceUpdate::default();
        updates[SPINS as usize] = ForceUpdate::new(Vec2::ZERO, 0.0, [0.0, 0.0, 1.0]);
        let play = |driver: Driver, colors: &[u32]| {
            let (tasks, mut solver, mut states) = (Executor::new(driver), Solver::default(), begin.clone());
            solver.prepare_contacts(&tasks, &contacts, &manifolds, &masses, &states);
            let poses = vec![Pose::IDENTITY; rows];
            let joints = (std::slice::from_ref(&joint), &[][..], JointNews::Others);
            solver.prepare_joints(&tasks, joints, (&poses, &masses, states.len()), &rules);
            solver.substeps(&tasks, &mut states, (&updates, colors, &masses), &rules, &mut StageClock::default());
            states
        };
        let wanted = play(Driver::Inline, &[]);
        assert!(wanted[SPINS as usize + 1].v() != wanted[SPINS as usize + 2].v());
        for driver in [Driver::Inline, Driver::Threads(3)] {
            assert!(play(driver, &colors) == wanted);
        }
    }
}
