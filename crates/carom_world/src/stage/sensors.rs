//! Stage 7, continued: sensors. Finds the shapes inside each sensor at the end of the step, and those that crossed it
//! within the step.
//!
//! Sensors have boxes and no pairs. Each searches the boxes of the beginning of the step, grown by the motion of bodies
//! that are in no list. Bodies that moved farther have an index of their own. Ways are straight from the pose before
//! the step to the one after it.

use crate::def::WorldDef;
use crate::events::{BodyShape, Events, SensorEvent};
use crate::stage::ccd::FAST;
use crate::stage::sensor_scratch::SensorScratch;
use crate::state::{Bodies, State, flag};
use crate::step_scratch::{StepScratch, lists};
use carom_broadphase::{Among, Boxes, BroadPhase, StillSet};
use carom_math::{Aabb, Pose};
use carom_narrowphase::{Impact, Sweep, distance, time_of_impact};
use carom_parallel::{Each, Executor};
use carom_shapes::Piece;

/// Sensors in a task.
const SENSORS_A_TASK: usize = 8;

/// Finds the shapes inside sensors, and reports those that entered and left.
#[cfg_attr(feature = "profiling", profiling::function)]
pub(crate) fn update_sensors(
    tasks: &Executor,
    state: &mut State,
    scratch: &mut StepScratch,
    def: &WorldDef,
    events: &mut Events,
) {
    let count = state.proxies.sensors().len();
    if count == 0 && state.sensed.is_empty() {
        return;
    }
    gather_far(tasks, state, scratch);
    let StepScratch { sensors: sensing, broad_phase, bad, .. } = scratch;
    let SensorScratch { far, near, inside, crossed, now, passed, .. } = sensing;
    let slack = if state.bodies.least_min_extent == f32::MAX { 0.0 } else { FAST * state.bodies.least_min_extent };
    let tolerance = 0.25 * def.slop * def.length_unit;
    let query = SensorQuery { state, all: broad_phase, far, near, slack, tolerance, bad };
    let inside = lists(inside, count, SENSORS_A_TASK);
    let crossed = lists(crossed, count, SENSORS_A_TASK);
    let columns = (state.proxies.sensors(), Each(SENSORS_A_TASK, &mut *inside), Each(SENSORS_A_TASK, &mut *crossed));
    tasks.blocks(SENSORS_A_TASK, columns, |_, (sensors, Each(_, inside), Each(_, crossed))| {
        for &sensor in sensors {
            query.look(sensor, &mut inside[0], &mut crossed[0]);
        }
    });
    join(inside, now);
    join(crossed, passed);
    passed.retain(|pair| now.binary_search(pair).is_err() && state.sensed.binary_search(pair).is_err());
    events.sensor_entered.extend(now.iter().filter(|pair| state.sensed.binary_search(pair).is_err()));
    events.sensor_exited.extend(state.sensed.iter().filter(|pair| now.binary_search(pair).is_err()));
    for list in [&mut events.sensor_entered, &mut events.sensor_exited] {
        list.extend_from_slice(passed);
        list.sort_unstable();
    }
    std::mem::swap(&mut state.sensed, now);
}

/// All lists in one, sorted, each pair once.
fn join(lists: &[Vec<SensorEvent>], all: &mut Vec<SensorEvent>) {
    all.clear();
    all.extend(lists.iter().flatten());
    all.sort_unstable();
    all.dedup();
}

/// Lists the rows that moved by more than half the min extent of the smallest body, or that sweeps moved, and builds
/// the index of their ways. Kinematic bodies may be placed at a target, so each that moved is listed.
fn gather_far(tasks: &Executor, state: &State, scratch: &mut StepScratch) {
    let bodies = &state.bodies;
    let SensorScratch { far, numbers, boxes, near, .. } = &mut scratch.sensors;
    far.clear();
    let driven = |row: u32| (row as usize) >= bodies.awake;
    far.extend(scratch.far.iter().flatten().copied().filter(|&row| !driven(row)));
    far.extend((bodies.awake..bodies.active).filter(|&row| moved(bodies, row)).map(|row| row as u32));
    far.extend(scratch.ccd.moved());
    far.sort_unstable();
    far.dedup();
    boxes.clear();
    boxes.extend(far.iter().map(|&row| {
        let slot = bodies.slots.get(bodies.keys[row as usize]);
        let ids = state.proxies.of_body(slot.map_or(crate::state::NONE, |slot| slot.proxy));
        ids.fold(Aabb::EMPTY, |all, id| all.union(&way_box(state, id)))
    }));
    numbers.clear();
    numbers.extend(0..far.len() as u32);
    near.update(tasks, &Boxes { now: boxes, old: &[], active: numbers, still: StillSet::Same, follows: false });
}

/// Whether a row is elsewhere than at the beginning of the step.
fn moved(bodies: &Bodies, row: usize) -> bool {
    row < bodies.active && bodies.starts[row].pose != bodies.poses[row]
}

/// Way of a row through the step. A body that was still stays at its current pose.
fn way(bodies: &Bodies, row: usize) -> Sweep {
    if moved(bodies, row) {
        Sweep::between(bodies.motions[row].local_center, bodies.starts[row].pose, bodies.poses[row])
    } else {
        Sweep::still(bodies.poses[row])
    }
}

/// The box around the way of a proxy. A point at distance r from the centre that turns by an angle below half a turn is
/// off the chord by at most r (1 - cos(angle / 2)) <= r min(sin^2(angle) / 2, 1).
fn way_box(state: &State, id: u32) -> Aabb {
    let (piece, row) = (&state.proxies.list[id as usize].piece, state.proxies.rows[id as usize] as usize);
    let end = piece.aabb(state.bodies.poses[row]);
    if !moved(&state.bodies, row) {
        return end;
    }
    let (start, local) = (state.bodies.starts[row].pose, state.bodies.motions[row].local_center);
    let turn = start.q.inv_mul(state.bodies.poses[row].q);
    let bend = if turn.c > 0.0 { 0.5 * turn.s * turn.s } else { 1.0 };
    end.union(&piece.aabb(start)).grown(bend * piece.reach(local))
}

/// Context of the sensors of a step.
struct SensorQuery<'a> {
    state: &'a State,
    all: &'a BroadPhase,
    far: &'a [u32],
    near: &'a BroadPhase,
    /// Greatest motion out of its box of a body that is not in `far` [m].
    slack: f32,
    /// Distance within which two ways cross [m].
    tolerance: f32,
    bad: &'a [Vec<u32>],
}

impl SensorQuery<'_> {
    /// Notes the shapes inside the sensor, and those that crossed it.
    fn look(&self, sensor: u32, inside: &mut Vec<SensorEvent>, crossed: &mut Vec<SensorEvent>) {
        let proxies = &self.state.proxies;
        let row = proxies.rows[sensor as usize];
        if !self.is_sane(row) {
            return;
        }
        let area = way_box(self.state, sensor);
        let mut meet = |id: u32| {
            let pair = || SensorEvent { sensor: self.key(sensor), visitor: self.key(id) };
            match self.meeting(sensor, id) {
                SensorCrossing::Inside => inside.push(pair()),
                SensorCrossing::Crossed => crossed.push(pair()),
                SensorCrossing::Apart => {}
            }
        };
        self.all.query_box(Among::All, &area.grown(self.slack), &mut |id| {
            meet(id);
            true
        });
        self.near.query_box(Among::All, &area, &mut |number| {
            let bodies = &self.state.bodies;
            if let Some(slot) = bodies.slots.get(bodies.keys[self.far[number as usize] as usize]) {
                proxies.of_body(slot.proxy).for_each(&mut meet);
            }
            true
        });
    }

    /// Whether a body takes part, and did not turn non-finite in this step.
    fn is_sane(&self, row: u32) -> bool {
        !self.bad.iter().any(|rows| rows.binary_search(&row).is_ok())
    }

    fn key(&self, id: u32) -> BodyShape {
        let proxy = &self.state.proxies.list[id as usize];
        proxy.body_shape()
    }

    fn meeting(&self, sensor: u32, id: u32) -> SensorCrossing {
        let (proxies, bodies) = (&self.state.proxies, &self.state.bodies);
        let (own, other) = (&proxies.list[sensor as usize], &proxies.list[id as usize]);
        let here = proxies.flags[id as usize] & (flag::LIVE | flag::OUT) == flag::LIVE;
        if other.sensor || own.body == other.body || !here || !own.filter.admits(&other.filter) {
            return SensorCrossing::Apart;
        }
        let rows = [sensor, id].map(|id| proxies.rows[id as usize] as usize);
        let ignores = rows.iter().all(|&row| bodies.motions[row].ignores);
        if ignores && self.state.ignored.has(own.body, other.body) {
            return SensorCrossing::Apart;
        }
        let poses: [Pose; 2] = rows.map(|row| bodies.poses[row]);
        if !self.is_sane(rows[1] as u32) {
            return SensorCrossing::Apart;
        }
        if distance(&own.piece, &other.piece, poses[0].inv_mul(poses[1])).distance <= 0.0 {
            return SensorCrossing::Inside;
        }
        if !rows.iter().any(|&row| moved(bodies, row)) {
            return SensorCrossing::Apart;
        }
        let crossed = self.crossed([&own.piece, &other.piece], &rows.map(|row| way(bodies, row)));
        if crossed { SensorCrossing::Crossed } else { SensorCrossing::Apart }
    }

    /// Whether two pieces that are apart at the end overlap on their ways. Passing within the tolerance of sharp shapes
    /// does not count: it would come and go in each step.
    fn crossed(&self, [a, b]: [&Piece; 2], ways: &[Sweep; 2]) -> bool {
        let near_at = |t: f32| {
            let poses = [ways[0].pose_at(t), ways[1].pose_at(t)];
            (distance(a, b, poses[0].inv_mul(poses[1])), poses)
        };
        match time_of_impact(a, &ways[0], b, &ways[1], -self.tolerance, self.tolerance) {
            Impact::Separated => false,
            Impact::Overlapped => near_at(0.0).0.distance <= 0.0,
            Impact::Hit { time, normal } => {
                let (near, poses) = near_at(time);
                let ends = [ways[0].pose_at(1.0), ways[1].pose_at(1.0)];
                // Both points are in a's frame.
                let points = [near.point_a, near.point_b].map(|p| poses[0].transform_point(p));
                let on = |k: usize| ends[k].transform_point(poses[k].inverse_transform_point(points[k])) - points[k];
                normal.dot(on(0) - on(1)) > self.tolerance
            }
        }
    }
}

/// Relation of a visitor to a sensor.
enum SensorCrossing {
    /// They overlap at the end of the step.
    Inside,
    /// They do not, but did within it.
    Crossed,
    /// They were apart all the time.
    Apart,
}
