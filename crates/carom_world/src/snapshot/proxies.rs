//! Snapshots of proxies: ids, flags and boxes. Their pieces follow from the shapes.

use crate::Error;
use crate::def::{Filter, Material};
use crate::key::{BodyKey, ShapeKey};
use crate::snapshot::keys::{read_key, write_key};
use crate::snapshot::stream::{At, Reader, Stream, Writer, fault};
use crate::state::{NONE, Proxies, Proxy, State, flag};
use carom_broadphase::MOST_BOXES;
use carom_math::{Aabb, Vec2, normalize};
use carom_shapes::{Link, Piece};

type Result<T = ()> = std::result::Result<T, Error>;

/// Flag of a proxy: its last box is not the one that the other flags imply.
const OLD_BOX: u8 = 128;

const _: () = assert!(OLD_BOX & flag::ALL == 0, "its bit is no other mark's");

/// The proxies of a body: ids, flags, boxes.
pub(crate) fn write_proxies(s: &mut Writer, proxies: &Proxies, first: u32) -> Result {
    let mut expected = 0;
    for id in proxies.of_body(first) {
        let i = id as usize;
        s.index(&mut id.wrapping_sub(expected))?;
        expected = id.wrapping_add(1);
        let (now, old) = (proxies.now[i], proxies.old[i]);
        let odd = bits(old) != bits(usual_old(proxies.flags[i], now));
        s.byte(&mut (proxies.flags[i] | if odd { OLD_BOX } else { 0 }))?;
        s.area(&mut { now })?;
        if odd {
            s.area(&mut { old })?;
        }
    }
    Ok(())
}

fn bits(b: Aabb) -> [u32; 4] {
    [b.min.x, b.min.y, b.max.x, b.max.y].map(f32::to_bits)
}

/// The last box of a proxy in the usual case.
fn usual_old(flags: u8, now: Aabb) -> Aabb {
    if flags & flag::DISTURBED != 0 { Aabb::EMPTY } else { now }
}

/// Ids that no body has, and the lists of those to be handled in the next step.
pub(crate) fn write_rest(s: &mut Writer, proxies: &Proxies) -> Result {
    s.count(proxies.list.len())?;
    s.indices(proxies.free.iter().copied())?;
    s.indices(proxies.disturbed.iter().copied())?;
    s.indices(proxies.renewed.iter().copied())?;
    // Proxies that were removed, but may have contacts that end in the next step.
    s.count(proxies.leaving.len())?;
    for &id in &proxies.leaving {
        let proxy = &proxies.list[id as usize];
        s.index(&mut { id })?;
        s.byte(&mut { proxies.flags[id as usize] })?;
        write_key(s, proxy.body)?;
        write_key(s, proxy.key)?;
        s.flag(&mut { proxy.shared })?;
    }
    Ok(())
}

/// A proxy before it is put into its place.
#[derive(Debug)]
struct Place {
    body: BodyKey,
    id: u32,
    flags: u8,
    now: Aabb,
    old: Aabb,
}

/// The proxies of all bodies, body by body.
#[derive(Debug, Default)]
pub(crate) struct Places(Vec<Place>);

/// Reads the proxies of a body with this many pieces.
pub(crate) fn read_places(s: &mut Reader<'_>, body: BodyKey, pieces: usize, places: &mut Places) -> Result {
    let mut expected = 0_u32;
    for _ in 0..pieces {
        let mut place = Place { body, id: 0, flags: 0, now: Aabb::EMPTY, old: Aabb::EMPTY };
        s.index(&mut place.id)?;
        place.id = place.id.wrapping_add(expected);
        expected = place.id.wrapping_add(1);
        s.byte(&mut place.flags)?;
        s.area(&mut place.now)?;
        place.old = usual_old(place.flags, place.now);
        if place.flags & OLD_BOX != 0 {
            s.area(&mut place.old)?;
        }
        place.flags &= !OLD_BOX;
        places.0.push(place);
    }
    Ok(())
}

/// Puts all proxies into their places.
pub(crate) fn read_rest(s: &mut Reader<'_>, state: &mut State, places: Places) -> Result {
    let mut count = 0;
    s.whole(&mut count)?;
    let free = s.indices().at("free")?;
    let disturbed = s.indices().at("disturbed")?;
    let renewed = s.indices().at("renewed")?;
    let leaving = s.count().at("leaving")?;
    if count > MOST_BOXES as u64 {
        return Err(fault("", format!("{count} are more than a world holds")));
    }
    if count != (places.0.len() + free.len() + leaving) as u64 {
        return Err(fault("", format!("{count} are not the sum of those there, free and leaving")));
    }
    let proxies = &mut state.proxies;
    let nobody = Proxy {
        key: ShapeKey::default(),
        piece: Piece::Link(Link::default()),
        filter: Filter::default(),
        body: BodyKey::default(),
        next: NONE,
        shared: false,
        sensor: false,
        full_kinematic_contacts: false,
        one_way: Vec2::ZERO,
    };
    proxies.list = vec![nobody; count as usize];
    proxies.rows = vec![0; count as usize];
    (proxies.now, proxies.old) = (vec![Aabb::EMPTY; count as usize], vec![Aabb::EMPTY; count as usize]);
    proxies.flags = vec![0; count as usize];
    let mut taken = vec![false; count as usize];
    let mut take = |id: u32| match taken.get_mut(id as usize) {
        Some(taken) if !*taken => {
            *taken = true;
            Ok(())
        }
        _ => Err(fault("", format!("{id} is not there, or twice"))),
    };
    free.iter().try_for_each(|&id| take(id))?;
    for _ in 0..leaving {
        let (mut id, mut flags) = (0, 0);
        s.index(&mut id)?;
        take(id)?;
        s.byte(&mut flags)?;
        let proxy = &mut proxies.list[id as usize];
        proxy.body = read_key(s)?;
        proxy.key = read_key(s)?;
        s.flag(&mut proxy.shared)?;
        proxies.flags[id as usize] = flags & !(flag::LIVE | flag::ACTIVE | flag::ASLEEP);
        proxies.leaving.push(id);
    }
    places.0.iter().try_for_each(|place| take(place.id))?;
    let materials = put(state, &places.0)?;
    let proxies = &mut state.proxies;
    for (list, bit) in [(&disturbed, flag::DISTURBED), (&renewed, flag::RENEW)] {
        let marked = proxies.flags.iter().filter(|&&flags| flags & bit != 0).count();
        let fits = |&id: &u32| proxies.flags.get(id as usize).is_some_and(|flags| flags & bit != 0);
        if !list.iter().all(fits) || list.len() != marked {
            return Err(fault("", "lists of what changed are not what the marks say"));
        }
    }
    (proxies.free, proxies.disturbed, proxies.renewed) = (free, disturbed, renewed);
    proxies.changed = true;
    // The columns that lanes read are made in the order of the ids.
    for id in 0..count as u32 {
        let proxy = &proxies.list[id as usize];
        let piece = proxy.piece.clone();
        proxies.outlines.set(id, &piece, &materials[id as usize]);
    }
    Ok(())
}

/// Makes the proxies of the bodies; returns their surfaces, by id.
fn put(state: &mut State, places: &[Place]) -> Result<Vec<Material>> {
    let mut materials = vec![Material::default(); state.proxies.list.len()];
    for own in places.chunk_by(|a, b| a.body == b.body) {
        let Some(slot) = state.bodies.slots.get_mut(own[0].body) else { continue };
        slot.proxy = own[0].id;
        let pieces = slot.shapes.iter().enumerate().flat_map(|(number, def)| {
            let count = def.shape.piece_count();
            (0..count).map(move |i| (number, def, i, count > 1))
        });
        for (k, (place, (number, def, index, shared))) in own.iter().zip(pieces).enumerate() {
            let i = place.id as usize;
            if place.flags & flag::LIVE == 0 {
                return Err(fault("", format!("{i} is not alive")));
            }
            let next = own.get(k + 1).map_or(NONE, |next| next.id);
            let (body, key) = (place.body, slot.shape_keys[number]);
            state.proxies.sensor_count += usize::from(def.sensor);
            state.proxies.one_way_count += usize::from(def.one_way.is_some());
            let one_way = def.one_way.map_or(Vec2::ZERO, |up| normalize(up).0);
            state.proxies.list[i] = Proxy {
                piece: def.shape.piece(index),
                filter: def.filter,
                body,
                key,
                next,
                shared,
                sensor: def.sensor,
                full_kinematic_contacts: def.full_kinematic_contacts,
                one_way,
            };
            materials[i] = *def.material_of(index);
            state.proxies.rows[i] = slot.row;
            (state.proxies.now[i], state.proxies.old[i]) = (place.now, place.old);
            state.proxies.flags[i] = place.flags;
        }
        state.bodies.note(own[0].body);
    }
    Ok(materials)
}
