//! Snapshots of links between bodies: joints, sleeping islands, and touching shapes of several pieces.

use crate::events::{BodyShape, SensorEvent, ShapePair};
use crate::key::{BodyKey, JointKey};
use crate::snapshot::bodies::JointLists;
use crate::snapshot::contacts::{read_contacts, write_contacts};
use crate::snapshot::joint_defs::joint_def;
use crate::snapshot::keys::{index_of, read_history, read_key, write_history, write_key};
use crate::snapshot::stream::{At, Reader, Stream, Writer, fault};
use crate::state::{Bodies, Ignored, JointRow, NONE, SleepingIsland, State, Stopped, Through};
use crate::{Error, Revolute};
use carom_solver::JointState;

type Result<T = ()> = std::result::Result<T, Error>;

fn joint_state(s: &mut impl Stream, state: &mut JointState) -> Result {
    s.vector(&mut state.linear)?;
    for axis in [&mut state.along, &mut state.about] {
        s.numbers([&mut axis.spring, &mut axis.motor, &mut axis.lower, &mut axis.upper])?;
    }
    s.numbers([&mut state.twist, &mut state.angle])
}

pub(crate) fn write_joints(s: &mut Writer, state: &State) -> Result {
    write_history(s, &state.joints.slots)?;
    for row in &state.joints.rows {
        let mut row = row.clone();
        [index_of(row.key), index_of(row.a), index_of(row.b)].iter_mut().try_for_each(|index| s.index(index))?;
        joint_def(s, &mut row.def)?;
        if row.def.kind.couples_joints() {
            row.links.map(index_of).iter_mut().try_for_each(|index| s.index(index))?;
        }
        joint_state(s, &mut row.state)?;
        s.number(&mut row.strained)?;
    }
    Ok(())
}

pub(crate) fn read_joints(s: &mut Reader<'_>, state: &mut State, lists: &JointLists) -> Result {
    let (slots, count) = read_history(s).at("joints")?;
    state.joints.slots = slots;
    for row in 0..count {
        let joint = read_joint(s, state).in_list("joints", row)?;
        if !state.joints.slots.put(joint.key, row as u32) {
            return Err(fault(&format!("joints[{row}]"), "has another joint's place"));
        }
        state.joints.couplings += usize::from(joint.def.kind.is_coupling());
        state.joints.tied.add(joint.kept_apart());
        state.joints.rows.push(joint);
    }
    for row in 0..state.joints.rows.len() {
        // That these joints can be coupled is an invariant of the state, which is checked in the end.
        let gear = state.joints.rows[row].clone();
        state.joints.count_gears(&gear, 1);
    }
    for (key, list) in lists {
        let joints = list.iter().map(|&index| state.joints.slots.key_at(index)).collect::<Option<_>>();
        if let Some(slot) = state.bodies.slots.get_mut(*key) {
            slot.joints = joints.ok_or_else(|| fault("bodies.joints", "names a joint that there is not"))?;
        }
        state.bodies.note(*key);
    }
    state.joints.changed = true;
    Ok(())
}

fn read_joint(s: &mut Reader<'_>, state: &State) -> Result<JointRow> {
    let mut indices = [0; 3];
    indices.iter_mut().try_for_each(|index| s.index(index))?;
    let key = state.joints.slots.key_at(indices[0]).ok_or_else(|| fault("key", "is no joint"))?;
    let (a, b) = (body_at(&state.bodies, indices[1])?, body_at(&state.bodies, indices[2])?);
    let mut joint = JointRow {
        key,
        a,
        b,
        def: Revolute::default().into(),
        state: JointState::default(),
        links: [JointKey::default(); 2],
        gears: 0,
        strained: 0.0,
    };
    joint_def(s, &mut joint.def)?;
    joint.def.check()?;
    if joint.def.kind.couples_joints() {
        for link in &mut joint.links {
            let mut index = 0;
            s.index(&mut index)?;
            *link = state.joints.slots.key_at(index).ok_or_else(|| fault("gear", format!("{index} is no joint")))?;
        }
        if joint.links[0] == joint.links[1] {
            return Err(fault("gear", "couples a joint with itself"));
        }
    }
    joint_state(s, &mut joint.state)?;
    s.number(&mut joint.strained)?;
    Error::not_negative("strained", joint.strained)?;
    if a == b || !joint.state.is_finite() {
        return Err(fault("", "joins a body with itself, or has an impulse that is not finite"));
    }
    Ok(joint)
}

fn body_at(bodies: &Bodies, index: u32) -> Result<BodyKey> {
    let key = bodies.slots.key_at(index).filter(|&key| bodies.slots.contains_key(key));
    key.ok_or_else(|| fault("body", format!("{index} is no body")))
}

pub(crate) fn write_sets(s: &mut Writer, state: &State) -> Result {
    s.count(state.islands.list.len())?;
    for set in &state.islands.list {
        s.indices(set.bodies.iter().map(|&key| index_of(key)))?;
        write_contacts(s, &set.contacts)?;
    }
    s.indices(state.islands.free.iter().copied())
}

pub(crate) fn read_sets(s: &mut Reader<'_>, state: &mut State) -> Result {
    for number in 0..s.count()? {
        read_set(s, state, number as u32).in_list("sets", number)?;
    }
    state.islands.free = s.indices().at("sets.free")?;
    state.islands.may_touch = true;
    let mut free: Vec<bool> = state.islands.list.iter().map(|set| !set.bodies.is_empty()).collect();
    for &number in &state.islands.free {
        match free.get_mut(number as usize) {
            Some(known) if !*known => *known = true,
            _ => return Err(fault("sets.free", format!("{number} is not free, or twice"))),
        }
    }
    if free.iter().all(|&known| known) { Ok(()) } else { Err(fault("sets.free", "a number is missing")) }
}

fn read_set(s: &mut Reader<'_>, state: &mut State, number: u32) -> Result {
    let mut set = SleepingIsland::default();
    for index in s.indices().at("bodies")? {
        let key = body_at(&state.bodies, index)?;
        let slot = state.bodies.slots.get_mut(key).filter(|slot| slot.set == NONE);
        slot.ok_or_else(|| fault("bodies", format!("{index} sleeps twice")))?.set = number;
        set.bodies.push(key);
    }
    set.contacts = read_contacts(s, state.proxies.list.len())?;
    state.islands.list.push(set);
    Ok(())
}

pub(crate) fn write_pairs(s: &mut Writer, pairs: &[ShapePair]) -> Result {
    s.count(pairs.len())?;
    pairs.iter().flat_map(|event| [event.a, event.b]).try_for_each(|end| write_end(s, end))
}

pub(crate) fn read_pairs(s: &mut Reader<'_>) -> Result<Vec<ShapePair>> {
    let count = s.count()?;
    let pairs: Vec<ShapePair> =
        (0..count).map(|_| Ok(ShapePair { a: read_end(s)?, b: read_end(s)? })).collect::<Result<_>>()?;
    if pairs.is_sorted_by(|one, next| one < next) { Ok(pairs) } else { Err(fault("", "is not sorted")) }
}

/// The shapes inside sensors.
pub(crate) fn write_sensed(s: &mut Writer, pairs: &[SensorEvent]) -> Result {
    s.count(pairs.len())?;
    pairs.iter().flat_map(|event| [event.sensor, event.visitor]).try_for_each(|end| write_end(s, end))
}

pub(crate) fn read_sensed(s: &mut Reader<'_>) -> Result<Vec<SensorEvent>> {
    let count = s.count()?;
    let pairs: Vec<SensorEvent> =
        (0..count).map(|_| Ok(SensorEvent { sensor: read_end(s)?, visitor: read_end(s)? })).collect::<Result<_>>()?;
    if pairs.is_sorted_by(|one, next| one < next) { Ok(pairs) } else { Err(fault("", "is not sorted")) }
}

/// Bodies: those that woke since the last step, and those that are embedded.
pub(crate) fn write_keys(s: &mut Writer, keys: &[BodyKey]) -> Result {
    s.count(keys.len())?;
    keys.iter().try_for_each(|&key| write_key(s, key))
}

pub(crate) fn read_keys(s: &mut Reader<'_>) -> Result<Vec<BodyKey>> {
    (0..s.count()?).map(|_| read_key(s)).collect()
}

/// Bodies that were made inside others.
pub(crate) fn read_embedded(s: &mut Reader<'_>) -> Result<Vec<BodyKey>> {
    let list = read_keys(s)?;
    if list.is_sorted_by(|one, next| one < next) { Ok(list) } else { Err(fault("", "is not sorted")) }
}

/// Bodies that continuous collision stopped in the last step.
pub(crate) fn write_stopped(s: &mut Writer, list: &[Stopped]) -> Result {
    s.count(list.len())?;
    list.iter().try_for_each(|stopped| {
        write_key(s, stopped.body)?;
        s.word(&mut { stopped.steps })
    })
}

pub(crate) fn read_stopped(s: &mut Reader<'_>) -> Result<Vec<Stopped>> {
    let mut list = Vec::new();
    for _ in 0..s.count()? {
        let mut stopped = Stopped { body: read_key(s)?, steps: 0 };
        s.word(&mut stopped.steps)?;
        list.push(stopped);
    }
    if list.is_sorted_by(|one, next| one.body < next.body) { Ok(list) } else { Err(fault("", "is not sorted")) }
}

/// Bodies on their way through one-way shapes.
pub(crate) fn write_through(s: &mut Writer, list: &[Through]) -> Result {
    s.count(list.len())?;
    list.iter().try_for_each(|through| {
        write_end(s, through.platform)?;
        write_key(s, through.body)?;
        s.flag(&mut { through.requested })
    })
}

pub(crate) fn read_through(s: &mut Reader<'_>) -> Result<Vec<Through>> {
    let mut list = Vec::new();
    for _ in 0..s.count()? {
        let platform = read_end(s)?;
        let mut through = Through { platform, body: read_key(s)?, requested: false };
        s.flag(&mut through.requested)?;
        list.push(through);
    }
    if list.is_sorted_by(|one, next| one.key() < next.key()) { Ok(list) } else { Err(fault("", "is not sorted")) }
}

/// Pairs of bodies that ignore each other.
pub(crate) fn write_ignored(s: &mut Writer, ignored: &Ignored) -> Result {
    s.count(ignored.iter().count())?;
    ignored.iter().flat_map(|(a, b)| [a, b]).try_for_each(|key| write_key(s, key))
}

pub(crate) fn read_ignored(s: &mut Reader<'_>, state: &mut State) -> Result {
    for _ in 0..s.count()? {
        let (a, b) = (read_key(s)?, read_key(s)?);
        let known = |key: BodyKey| state.bodies.slots.contains_key(key);
        if !(a < b && known(a) && known(b) && state.ignored.set(a, b, true)) {
            return Err(fault("", "is no pair of two bodies, or stands there twice"));
        }
        [a, b].into_iter().for_each(|key| state.note_ignored(key));
    }
    Ok(())
}

fn write_end(s: &mut Writer, end: BodyShape) -> Result {
    write_key(s, end.body)?;
    write_key(s, end.shape)
}

fn read_end(s: &mut Reader<'_>) -> Result<BodyShape> {
    Ok(BodyShape { body: read_key(s)?, shape: read_key(s)? })
}
