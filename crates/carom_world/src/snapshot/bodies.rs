//! Snapshots of bodies and their proxies, in the order of the rows: 80 to 130 bytes each. Shapes that are equal bit for
//! bit are written once.

use crate::Error;
use crate::def::{BodyKind, Locks, ShapeDef};
use crate::key::BodyKey;
use crate::snapshot::defs;
use crate::snapshot::keys::{index_of, read_history, write_history};
use crate::snapshot::proxies::{Places, read_places, read_rest, write_proxies, write_rest};
use crate::snapshot::stream::{At, Reader, Stream, Writer, fault};
use crate::state::{Forces, Motion, NONE, Slot, Start, State};
use carom_broadphase::MOST_BOXES;
use carom_math::{Pose, Vec2};
use carom_shapes::MassProperties;
use carom_solver::{BodyMass, BodyState};
use std::collections::HashMap;

type Result<T = ()> = std::result::Result<T, Error>;

/// Flags of a body in an image: its optional parts, and yes-or-no values.
mod there {
    pub const FROZEN: u32 = 1;
    pub const CAN_SLEEP: u32 = 1 << 1;
    pub const STOP: u32 = 1 << 2;
    pub const LOCK_X: u32 = 1 << 3;
    pub const LOCK_Y: u32 = 1 << 4;
    pub const LOCK_ROTATION: u32 = 1 << 5;
    pub const MASS: u32 = 1 << 6;
    pub const TARGET: u32 = 1 << 7;
    pub const JOINTS: u32 = 1 << 8;
    pub const FORCE: u32 = 1 << 9;
    pub const DAMPING: u32 = 1 << 10;
    pub const GRAVITY: u32 = 1 << 11;
    pub const VELOCITY: u32 = 1 << 12;
    pub const TIMER: u32 = 1 << 13;
    pub const COLORS: u32 = 1 << 14;
    pub const NOT_SWEPT: u32 = 1 << 15;
    pub const USER_DATA: u32 = 1 << 16;
    pub const NOT_STEADY: u32 = 1 << 17;
    pub const DISABLED: u32 = 1 << 18;
    pub const DOMINANCE: u32 = 1 << 19;
    pub const ALL: u32 = crate::bits::all_of(&[
        FROZEN,
        CAN_SLEEP,
        STOP,
        LOCK_X,
        LOCK_Y,
        LOCK_ROTATION,
        MASS,
        TARGET,
        JOINTS,
        FORCE,
        DAMPING,
        GRAVITY,
        VELOCITY,
        TIMER,
        COLORS,
        NOT_SWEPT,
        USER_DATA,
        NOT_STEADY,
        DISABLED,
        DOMINANCE,
    ]);
}

/// Usual size of a body with one proxy [bytes].
const USUAL: usize = 100;

/// A body's own numbers, without lists.
#[derive(Clone, Debug)]
struct Own {
    kind: BodyKind,
    flags: u32,
    mass: MassProperties,
    target: Pose,
    pose: Pose,
    center: Vec2,
    velocity: Vec2,
    spin: f32,
    motion: Motion,
    forces: Forces,
    colors: u32,
    user_data: u64,
}

fn own(s: &mut impl Stream, own: &mut Own) -> Result {
    defs::kind(s, &mut own.kind)?;
    s.index(&mut own.flags)?;
    let flags = own.flags;
    if flags & !there::ALL != 0 {
        return Err(fault("flags", format!("{flags} has bits that mean nothing")));
    }
    s.pose(&mut own.pose)?;
    s.vector(&mut own.center)?;
    let part = |mask: u32, read: &mut dyn FnMut() -> Result| if flags & mask != 0 { read() } else { Ok(()) };
    let f = &mut own.forces;
    part(there::MASS, &mut || defs::mass(s, &mut own.mass))?;
    part(there::TARGET, &mut || s.pose(&mut own.target))?;
    part(there::FORCE, &mut || s.numbers([&mut f.force.x, &mut f.force.y, &mut f.torque]))?;
    part(there::DAMPING, &mut || s.numbers([&mut f.linear_damping, &mut f.angular_damping]))?;
    part(there::GRAVITY, &mut || s.number(&mut f.gravity_scale))?;
    part(there::DOMINANCE, &mut || signed(s, &mut f.dominance))?;
    part(there::VELOCITY, &mut || s.numbers([&mut own.velocity.x, &mut own.velocity.y, &mut own.spin]))?;
    part(there::TIMER, &mut || s.number(&mut own.motion.timer))?;
    part(there::COLORS, &mut || s.word(&mut own.colors))?;
    part(there::USER_DATA, &mut || s.whole(&mut own.user_data))
}

/// A byte with a sign.
fn signed(s: &mut impl Stream, n: &mut i8) -> Result {
    let mut byte = n.cast_unsigned();
    s.byte(&mut byte)?;
    *n = byte.cast_signed();
    Ok(())
}

fn own_of(state: &State, slot: &Slot) -> Own {
    let row = slot.row as usize;
    let (motion, forces, velocity) = (state.bodies.motions[row], state.bodies.forces[row], state.bodies.states[row]);
    let (v, w, colors) = (velocity.v(), velocity.w(), state.bodies.colors[row]);
    let any = |list: &[f32]| list.iter().any(|x| x.to_bits() != 0);
    let bits = [
        (there::FROZEN, slot.frozen),
        (there::CAN_SLEEP, motion.can_sleep),
        (there::STOP, motion.stop),
        (there::LOCK_X, forces.locks.x),
        (there::LOCK_Y, forces.locks.y),
        (there::LOCK_ROTATION, forces.locks.rotation),
        (there::MASS, slot.explicit_mass.is_some()),
        (there::TARGET, slot.target.is_some()),
        (there::JOINTS, !slot.joints.is_empty()),
        (there::FORCE, any(&[forces.force.x, forces.force.y, forces.torque])),
        (there::DAMPING, any(&[forces.linear_damping, forces.angular_damping])),
        (there::GRAVITY, forces.gravity_scale.to_bits() != 1.0_f32.to_bits()),
        (there::VELOCITY, any(&[v.x, v.y, w])),
        (there::TIMER, any(&[motion.timer])),
        (there::COLORS, colors != 0),
        (there::NOT_SWEPT, !motion.continuous),
        (there::USER_DATA, slot.user_data != 0),
        (there::NOT_STEADY, !motion.steady),
        (there::DISABLED, !slot.enabled),
        (there::DOMINANCE, forces.dominance != 0),
    ];
    Own {
        kind: slot.kind,
        flags: bits.into_iter().filter(|(_, set)| *set).fold(0, |flags, (bit, _)| flags | bit),
        mass: slot.explicit_mass.as_deref().copied().unwrap_or_default(),
        target: slot.target.as_deref().copied().unwrap_or_default(),
        pose: state.bodies.poses[row],
        center: state.bodies.masses[row].center,
        velocity: v,
        spin: w,
        motion,
        forces,
        colors,
        user_data: slot.user_data,
    }
}

pub(crate) fn write_bodies(s: &mut Writer, state: &State) -> Result {
    let bodies = &state.bodies;
    write_history(s, &bodies.slots)?;
    write_history(s, &state.shapes)?;
    s.count(bodies.awake)?;
    s.count(bodies.active)?;
    s.number(&mut { bodies.least_min_extent })?;
    s.indices(bodies.keys_in_order().map(index_of).collect::<Vec<_>>().into_iter())?;
    // The different shapes, in the order of their first use.
    let (mut table, mut known, mut one) = (Writer::default(), HashMap::new(), Writer::default());
    let mut rows = Writer { bytes: Vec::with_capacity(bodies.keys.len() * USUAL) };
    for (row, &key) in bodies.keys.iter().enumerate() {
        let Some(slot) = bodies.slots.get(key) else { continue };
        debug_assert_eq!(slot.row as usize, row);
        rows.index(&mut index_of(key))?;
        own(&mut rows, &mut own_of(state, slot))?;
        if !slot.joints.is_empty() {
            rows.indices(slot.joints.iter().map(|&joint| index_of(joint)))?;
        }
        rows.count(slot.shapes.len())?;
        for shape in &slot.shapes {
            one.bytes.clear();
            defs::write_shape(&mut one, shape)?;
            let number = known.get(&one.bytes[..]).copied();
            let number = number.unwrap_or_else(|| {
                table.bytes.extend_from_slice(&one.bytes);
                known.insert(one.bytes.clone(), known.len() as u64);
                known.len() as u64 - 1
            });
            rows.whole(&mut { number })?;
        }
        slot.shape_keys.iter().try_for_each(|&key| rows.index(&mut index_of(key)))?;
        write_proxies(&mut rows, &state.proxies, slot.proxy)?;
    }
    s.count(known.len())?;
    s.bytes.append(&mut table.bytes);
    s.bytes.append(&mut rows.bytes);
    write_rest(s, &state.proxies)
}

/// Bodies by key, each with the indices of its joints.
pub(crate) type JointLists = Vec<(BodyKey, Vec<u32>)>;

/// Fills an empty state with bodies and proxies. The joints are read later.
pub(crate) fn read_bodies(s: &mut Reader<'_>, state: &mut State) -> Result<JointLists> {
    let (slots, count) = read_history(s).at("bodies")?;
    if count > MOST_BOXES {
        return Err(fault("bodies", format!("{count} are more than a world holds")));
    }
    state.bodies.slots = slots;
    let (slots, shapes_in_all) = read_history(s).at("shapes")?;
    state.shapes = slots;
    let (mut awake, mut active) = (0, 0);
    s.whole(&mut awake)?;
    s.whole(&mut active)?;
    if !(awake <= active && active <= count as u64) {
        return Err(fault("bodies.zones", format!("{awake} awake and {active} active of {count} bodies")));
    }
    (state.bodies.awake, state.bodies.active) = (awake as usize, active as usize);
    let mut least_extent = 0.0;
    s.number(&mut least_extent)?;
    Error::not_negative("bodies.least_extent", least_extent)?;
    let order = s.indices().at("bodies.order")?;
    let shape_count = s.count().at("shapes")?;
    let shapes: Vec<ShapeDef> =
        (0..shape_count).map(|i| defs::read_shape(s).in_list("shapes", i)).collect::<Result<_>>()?;
    state.bodies.states.clear();
    let (mut places, mut joints) = (Places::default(), Vec::new());
    for row in 0..count {
        read_body(s, state, &shapes, (&mut places, &mut joints)).in_list("bodies", row)?;
    }
    if state.shapes.len() != shapes_in_all {
        return Err(fault("shapes", format!("{} of {shapes_in_all} belong to a body", state.shapes.len())));
    }
    state.bodies.states.push(BodyState::default());
    link_order(state, &order).at("bodies.order")?;
    read_rest(s, state, places).at("pieces")?;
    state.bodies.least_min_extent = least_extent;
    for row in 0..count {
        let (key, center) = (state.bodies.keys[row], state.bodies.masses[row].center);
        // The mass follows from the shapes, but the position of its centre was summed up step by step.
        state.bodies.masses[row] = BodyMass::default();
        state.set_mass(key);
        state.bodies.masses[row].center = center;
        state.bodies.starts[row].center = center;
    }
    Ok(joints)
}

fn read_body(
    s: &mut Reader<'_>,
    state: &mut State,
    shapes: &[ShapeDef],
    (places, joints): (&mut Places, &mut JointLists),
) -> Result {
    let mut index = 0;
    s.index(&mut index)?;
    let key = state.bodies.slots.key_at(index).ok_or_else(|| fault("key", format!("{index} is no body")))?;
    let mut body = Own {
        kind: BodyKind::Fixed,
        flags: 0,
        mass: MassProperties::default(),
        target: Pose::IDENTITY,
        pose: Pose::IDENTITY,
        center: Vec2::ZERO,
        velocity: Vec2::ZERO,
        spin: 0.0,
        motion: Motion::default(),
        forces: Forces::default(),
        colors: 0,
        user_data: 0,
    };
    own(s, &mut body)?;
    let has = |flag: u32| body.flags & flag != 0;
    if has(there::JOINTS) {
        joints.push((key, s.indices().at("joints")?));
    }
    let shape = |&number: &u32| {
        shapes.get(number as usize).cloned().ok_or_else(|| fault("shapes", format!("there is no shape {number}")))
    };
    let own_shapes: Vec<ShapeDef> = s.indices().at("shapes")?.iter().map(shape).collect::<Result<_>>()?;
    let mut shape_keys = Vec::with_capacity(own_shapes.len());
    for _ in &own_shapes {
        let mut place = 0;
        s.index(&mut place).at("shapes")?;
        let shape = state.shapes.key_at(place).filter(|&shape| state.shapes.put(shape, key));
        shape_keys.push(shape.ok_or_else(|| fault("shapes", format!("{place} is no shape, or another body's")))?);
    }
    check(&body)?;
    let pieces: usize = own_shapes.iter().map(|def| def.shape.piece_count()).sum();
    read_places(s, key, pieces, places).at("pieces")?;
    let slot = Slot {
        row: state.bodies.keys.len() as u32,
        kind: body.kind,
        shapes: own_shapes.into(),
        shape_keys: shape_keys.into(),
        proxy: NONE,
        joints: Box::default(),
        set: NONE,
        explicit_mass: has(there::MASS).then(|| Box::new(body.mass)),
        frozen: has(there::FROZEN),
        enabled: !has(there::DISABLED),
        user_data: body.user_data,
        target: has(there::TARGET).then(|| Box::new(body.target)),
        before: NONE,
        after: NONE,
    };
    if !state.bodies.slots.put(key, slot) {
        return Err(fault("key", format!("{index} is another body's")));
    }
    let bodies = &mut state.bodies;
    bodies.keys.push(key);
    bodies.poses.push(body.pose);
    bodies.masses.push(BodyMass { center: body.center, ..BodyMass::default() });
    bodies.motions.push(Motion {
        can_sleep: has(there::CAN_SLEEP),
        continuous: !has(there::NOT_SWEPT),
        stop: has(there::STOP),
        steady: !has(there::NOT_STEADY),
        ..body.motion
    });
    let locks = Locks { x: has(there::LOCK_X), y: has(there::LOCK_Y), rotation: has(there::LOCK_ROTATION) };
    bodies.note_dominance(body.forces.dominance);
    bodies.forces.push(Forces { locks, ..body.forces });
    bodies.starts.push(Start { pose: body.pose, center: body.center });
    bodies.colors.push(body.colors);
    bodies.min_extents.push(f32::MAX);
    bodies.states.push(BodyState::new(body.velocity, body.spin));
    Ok(())
}

/// Checks a body's numbers.
fn check(body: &Own) -> Result {
    let f = &body.forces;
    Error::vector("pose", body.pose.p)?;
    Error::vector("velocity", body.velocity)?;
    Error::finite("angular_velocity", body.spin)?;
    Error::vector("center", body.center)?;
    Error::not_negative("linear_damping", f.linear_damping)?;
    Error::not_negative("angular_damping", f.angular_damping)?;
    Error::finite("gravity_scale", f.gravity_scale)?;
    Error::not_negative("timer", body.motion.timer)?;
    if !body.target.is_finite() {
        return Err(fault("target", "is not finite"));
    }
    if body.flags & there::MASS != 0 { crate::def::check_mass(&body.mass) } else { Ok(()) }
}

/// Links the bodies in the order of their creation.
fn link_order(state: &mut State, order: &[u32]) -> Result {
    let bodies = &mut state.bodies;
    if order.len() != bodies.keys.len() {
        return Err(fault("", format!("{} of {} bodies", order.len(), bodies.keys.len())));
    }
    let mut seen = vec![false; order.len()];
    let mut last = NONE;
    for &index in order {
        let key = bodies.slots.key_at(index).ok_or_else(|| fault("", format!("{index} is no body")))?;
        let slot = bodies.slots.get_mut(key).filter(|slot| !seen[slot.row as usize]);
        let slot = slot.ok_or_else(|| fault("", format!("{index} stands there twice")))?;
        seen[slot.row as usize] = true;
        slot.before = last;
        match bodies.neighbour(last) {
            Some(before) => before.after = index,
            None => bodies.first = index,
        }
        last = index;
    }
    bodies.last = last;
    Ok(())
}
