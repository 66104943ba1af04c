//! Stage 6, finalize: poses from motions, sleep timers, and the rows that were fast.

use crate::def::WorldDef;
use crate::events::Events;
use crate::stage::ccd::{FAST, FAST_BY_A_TURN, Passed, Passing, ROWS_A_RUN, are_discs};
use crate::stage::narrow_phase::at_rest::at_rest_motion;
use crate::stage::solve::inputs::BODIES_A_TASK;
use crate::state::{Bodies, Motion};
use crate::step_scratch::{StepScratch, lists};
use carom_math::{
    LANES, Lanes, Pose, Posex16, Rot, Rotx16, Vec2x16, dispatch, lanes_to_rows, most, rows_to_lanes, vec2,
};
use carom_parallel::{Each, Executor};
use carom_solver::{BodyMass, BodyState};
use fearless_simd::{Select, Simd, SimdBase, SimdFloat, SimdMask, f32x16};

/// Moves the poses of the rows that move. It notes rows that moved far compared to the smallest body of the world, rows
/// over a limit, and rows that turned non-finite.
#[cfg_attr(feature = "profiling", profiling::function)]
pub(crate) fn finalize_bodies(tasks: &Executor, bodies: &mut Bodies, scratch: &mut StepScratch, def: &WorldDef) {
    let (awake, active) = (bodies.awake, bodies.active);
    let turns = bodies.states[bodies.awake..active].iter().any(|state| state.w() != 0.0);
    let least_far = if turns { FAST_BY_A_TURN } else { FAST } * bodies.least_min_extent;
    let far = lists(&mut scratch.far, active, BODIES_A_TASK);
    let bad = lists(&mut scratch.bad, active, BODIES_A_TASK);
    let slowed = lists(&mut scratch.slowed, active, BODIES_A_TASK);
    scratch.passed.resize(active.div_ceil(ROWS_A_RUN), Passed::NONE);
    let columns = (
        &mut bodies.states[..active],
        &mut bodies.poses[..active],
        &mut bodies.masses[..active],
        (&mut bodies.motions[..active], &bodies.min_extents[..active]),
        Each(BODIES_A_TASK, far),
        Each(BODIES_A_TASK, slowed),
        Each(BODIES_A_TASK, bad),
        Each(ROWS_A_RUN, &mut scratch.passed[..]),
    );
    let rest_speed = def.rest_speed();
    let max_speed = def.max_speed * def.length_unit;
    let rules = Finalize {
        dt: def.dt,
        rest_speed,
        most: least_far,
        at_rest: at_rest_motion(def),
        max_speed,
        max_spin: def.max_angular_speed(),
    };
    let level = scratch.level;
    tasks.blocks(BODIES_A_TASK, columns, |first, columns| {
        let (states, poses, masses, shapes, Each(_, far), Each(_, slowed), Each(_, bad), Each(_, passed)) = columns;
        let (motions, extents) = shapes;
        let count = states.len();
        let rows = states.chunks_mut(LANES).zip(poses.chunks_mut(LANES));
        let rows = rows.zip(masses.chunks_mut(LANES)).zip(motions.chunks_mut(LANES)).zip(extents.chunks(LANES));
        dispatch!(level, simd => {
            let mut bounds = Passing::new(simd);
            for (k, ((((states, poses), masses), motions), extents)) in rows.enumerate() {
                let first = first + k * LANES;
                let pushable = awake.saturating_sub(first).min(states.len());
                let noted = rules.advance(simd, states, poses, masses, (motions, extents), (pushable, &mut bounds));
                note(&mut far[0], first, noted.far);
                note(&mut slowed[0], first, noted.slowed);
                note(&mut bad[0], first, noted.bad);
                let done = (k + 1) * LANES;
                if done.is_multiple_of(ROWS_A_RUN) || done >= count {
                    passed[k * LANES / ROWS_A_RUN] = std::mem::replace(&mut bounds, Passing::new(simd)).all();
                }
            }
        });
    });
    for row in bodies.awake..bodies.active {
        reach_target(bodies, row);
    }
}

/// Emits events for bodies that were over a limit in this step.
#[cfg_attr(feature = "profiling", profiling::function)]
pub(crate) fn emit_slowed_events(bodies: &Bodies, scratch: &StepScratch, events: &mut Events) {
    let key = |&row: &u32| bodies.keys[row as usize];
    events.slowed.extend(scratch.slowed.iter().flatten().chain(&scratch.ccd.slowed).map(key));
    events.slowed.sort_unstable();
    events.slowed.dedup();
}

/// Puts a kinematic body that was driven to a target exactly there. It stops before the next step.
fn reach_target(bodies: &mut Bodies, row: usize) {
    let Some(target) = bodies.slots.get_mut(bodies.keys[row]).and_then(|slot| slot.target.take()) else { return };
    let target = *target;
    bodies.poses[row] = target;
    bodies.masses[row].center = target.transform_point(bodies.motions[row].local_center);
    bodies.motions[row].stop = true;
}

/// Adds the rows of a group that have a bit to a list; `first` is the row of bit 0.
#[inline(always)]
fn note(list: &mut Vec<u32>, first: usize, mut bits: u32) {
    while bits != 0 {
        list.push(first as u32 + bits.trailing_zeros());
        bits &= bits - 1;
    }
}

/// Findings in a group of rows: a bit for each row.
struct Noted {
    far: u32,
    slowed: u32,
    bad: u32,
}

/// Constants of the end of a step.
#[derive(Clone, Copy)]
struct Finalize {
    /// Time of a step [s].
    dt: f32,
    /// Speed below which a body rests [m/s].
    rest_speed: f32,
    /// Motion beyond which a row is far [m].
    most: f32,
    /// A row is steady if its motion differs from its velocity by less than this [m].
    at_rest: f32,
    /// Greatest speed [m/s] and angular velocity [rad/s]. The cap holds for any cause.
    max_speed: f32,
    max_spin: f32,
}

impl Finalize {
    /// Moves up to sixteen poses; a pose whose result is not finite stays. The farthest point of a good body moved by
    /// at most |dp| + 2 r sin(angle / 2) < |dp| + 2 r |sin(angle)|. If it turned by more than a quarter of a turn, its
    /// diameter is the bound. The rotation of a disc moves no outline. A body rests if no point of it is faster than
    /// the speed of rest; motion by the solver counts too.
    #[inline(always)]
    fn advance<S: Simd>(
        self,
        simd: S,
        states: &mut [BodyState],
        poses: &mut [Pose],
        masses: &mut [BodyMass],
        (motions, extents): (&mut [Motion], &[f32]),
        (pushable, bounds): (usize, &mut Passing<S>),
    ) -> Noted {
        let count = states.len();
        let last = count - 1;
        let [mut vx, mut vy, mut w, mut flag]: [f32x16<S>; 4] =
            rows_to_lanes(simd, |lane| states[lane.min(last)].velocity_row());
        let [square, spin] = [self.max_speed * self.max_speed, self.max_spin].map(|most| f32x16::splat(simd, most));
        if ((vx * vx + vy * vy).simd_gt(square) | w.abs().simd_gt(spin)).any_true() {
            for state in states.iter_mut() {
                state.slow_down(self.max_speed, self.max_spin);
            }
            [vx, vy, w, flag] = rows_to_lanes(simd, |lane| states[lane.min(last)].velocity_row());
        }
        let [dx, dy, c, s] = rows_to_lanes(simd, |lane| states[lane.min(last)].motion_row());
        let [x, y, inv_mass, inv_inertia] = rows_to_lanes(simd, |lane| masses[lane.min(last)].row());
        let [local_x, local_y, reach, timer] = rows_to_lanes(simd, |lane| {
            let motion = &motions[lane.min(last)];
            [motion.local_center.x, motion.local_center.y, motion.max_extent, motion.timer]
        });
        let pose = Posex16::gather(simd, |lane| poses[lane.min(last)]);
        let (v, dp, turn) = (Vec2x16::new(vx, vy), Vec2x16::new(dx, dy), Rotx16 { c, s });
        let center = Vec2x16::new(x, y).add(dp);
        let q = turn.after(pose.q).normalized(simd);
        let p = center.sub(q.rotate(Vec2x16::new(local_x, local_y)));
        // Zero times a non-finite number is not zero.
        let zero = f32x16::splat(simd, 0.0);
        let velocity = vx + vy + w + (dx + dy + c + s);
        let nothing = (center.x * zero + center.y * zero) + (p.x * zero + p.y * zero) + (q.c * zero + q.s * zero);
        let fine = (nothing + velocity * zero).simd_eq(zero);
        let there = ALL >> (LANES - count);
        let mut found = Noted { far: 0, slowed: 0, bad: !(fine.to_bitmask() as u32) & there };
        let mut marked = !(flag.simd_eq(zero).to_bitmask() as u32) & there;
        while marked != 0 {
            let lane = marked.trailing_zeros();
            found.bad |= u32::from(states[lane as usize].is_bad()) << lane;
            found.slowed |= u32::from(states[lane as usize].was_slowed()) << lane;
            marked &= marked - 1;
        }
        let (two, half_rate) = (f32x16::splat(simd, 2.0), f32x16::splat(simd, 0.5 * (1.0 / self.dt)));
        let (went, turned) = (dp.dot(dp).sqrt(), s.abs());
        let fastest = v.dot(v).sqrt() + reach * w.abs();
        let moved = half_rate * (went + reach * turned);
        let rest = most(fastest, moved).simd_le(f32x16::splat(simd, self.rest_speed)).to_bitmask() as u32;
        let mut timers = Lanes::default();
        timers.store(timer + f32x16::splat(simd, self.dt));
        let mut extent = Lanes::default();
        extent.0[..count].copy_from_slice(extents);
        let discs = are_discs(simd, reach, extent.load(simd));
        let far = went + discs.select(zero, reach * c.simd_gt(zero).select(two * turned, two));
        let dt = f32x16::splat(simd, self.dt);
        let more = dp.sub(v.scale(dt));
        let steady = more.dot(more).sqrt() + reach * (s - w * dt).abs();
        let steady = steady.simd_lt(f32x16::splat(simd, self.at_rest)).to_bitmask() as u32;
        let good = there & !found.bad;
        found.far = far.simd_gt(f32x16::splat(simd, self.most)).to_bitmask() as u32 & good;
        found.slowed &= good;
        bounds.add(simd, pushable, [Vec2x16::new(x, y), center], (reach, far));
        let mut written = [Pose::IDENTITY; LANES];
        lanes_to_rows(simd, [p.x, p.y, q.c, q.s], |lane, row| {
            let [x, y, c, s]: [f32; 4] = row.into();
            written[lane] = Pose { p: vec2(x, y), q: Rot { c, s } };
        });
        let mut weights = [BodyMass::default(); LANES];
        lanes_to_rows(simd, [center.x, center.y, inv_mass, inv_inertia], |lane, row| {
            let [x, y, inv_mass, inv_inertia]: [f32; 4] = row.into();
            weights[lane] = BodyMass { center: vec2(x, y), inv_mass, inv_inertia };
        });
        let mut jointed = false;
        for (lane, motion) in motions.iter_mut().enumerate() {
            jointed |= motion.jointed;
            if good & 1 << lane != 0 {
                (poses[lane], masses[lane]) = (written[lane], weights[lane]);
                let rests = motion.can_sleep && rest & 1 << lane != 0;
                motion.timer = if rests { timers.0[lane] } else { 0.0 };
                motion.steady = steady & 1 << lane != 0;
            }
        }
        bounds.note(jointed, found.bad != 0);
        found
    }
}

/// A bit for each lane.
const ALL: u32 = (1 << LANES) - 1;
