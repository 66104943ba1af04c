//! Each invariant of `validate` fires: a healthy world is damaged in one place, and the intended name comes back.

use crate::state::tied::Tied;
use crate::state::{Bounce, NONE, flag};
use crate::{BodyDef, BodyKey, BodyKind, Gear, Material, Prismatic, Revolute, World};
use carom_math::{Aabb, Vec2, vec2};
use carom_shapes::{Circle, Polygon};
use carom_solver::ContactPair;

/// A ground, three boxes on each other, two balls on a joint, one box asleep; and their keys in that order.
fn healthy() -> (World, Vec<BodyKey>) {
    let mut world = World::default();
    let square = Polygon::rect(1.0, 1.0).unwrap();
    let mut keys =
        vec![world.add_body(BodyDef::fixed().at(vec2(0.0, -0.5)).shape(Polygon::rect(50.0, 1.0).unwrap())).unwrap()];
    for i in 0..3 {
        keys.push(world.add_body(BodyDef::dynamic().at(vec2(0.0, 0.5 + i as f32)).shape(square.clone())).unwrap());
    }
    for i in 0..2 {
        keys.push(
            world.add_body(BodyDef::dynamic().at(vec2(5.0 + i as f32, 3.0)).shape(Circle::new(0.3).unwrap())).unwrap(),
        );
    }
    world.add_joint(keys[4], keys[5], Revolute::new(vec2(0.5, 0.0), vec2(-0.5, 0.0))).unwrap();
    keys.push(world.add_body(BodyDef::dynamic().at(vec2(-9.0, 0.5)).shape(square).asleep()).unwrap());
    for _ in 0..5 {
        world.step();
        assert_eq!(world.validate(), Ok(()));
    }
    (world, keys)
}

fn row(world: &World, key: BodyKey) -> usize {
    world.state.bodies.slots[key].row as usize
}

fn proxy(world: &World, key: BodyKey) -> usize {
    world.state.bodies.slots[key].proxy as usize
}

/// Damages a world, given its keys.
type Spoil = fn(&mut World, &[BodyKey]);

const CASES: &[(&str, Spoil)] = &[
    ("columns have one row a body", |w, _| w.state.bodies.poses.truncate(1)),
    ("the states end with the dummy row", |w, _| w.state.bodies.states.truncate(1)),
    ("zones follow each other", |w, _| w.state.bodies.awake = w.state.bodies.active + 1),
    ("a row's body is in that row", |w, k| w.state.bodies.slots[k[1]].row += 1),
    ("a row knows its proxies and joints", |w, _| w.state.bodies.motions[0].jointed ^= true),
    ("a row knows its proxies and joints", |w, _| w.state.bodies.motions[0].proxy = NONE),
    ("the order of creation names each body once", |w, k| w.state.bodies.slots[k[1]].after = NONE),
    ("a body is in the zone of its kind", |w, k| w.state.bodies.slots[k[1]].kind = BodyKind::Fixed),
    ("poses and velocities are finite", |w, k| {
        let row = row(w, k[1]);
        w.state.bodies.poses[row].p.x = f32::NAN;
    }),
    ("rotations are units", |w, k| {
        let row = row(w, k[1]);
        w.state.bodies.poses[row].q.c = 2.0;
    }),
    ("the centre of mass belongs to the pose", |w, k| {
        let row = row(w, k[1]);
        w.state.bodies.masses[row].center.x += 1.0;
    }),
    ("inverse masses are not negative", |w, k| {
        let row = row(w, k[1]);
        w.state.bodies.masses[row].inv_mass = -1.0;
    }),
    ("only dynamic bodies can be pushed", |w, k| {
        let row = row(w, k[0]);
        w.state.bodies.masses[row].inv_mass = 1.0;
    }),
    ("what is still has no velocity", |w, k| {
        let row = row(w, k[0]);
        w.state.bodies.states[row].set_velocity(Vec2::ONE, 0.0);
    }),
    ("nothing sleeps where sleep is off", |w, _| w.def.sleep = false),
    ("embedded bodies are sorted", |w, k| w.state.embedded.extend([k[1], k[1]])),
    ("bounce chains end with their step", |w, _| w.state.bodies.motions[0].bounce = Bounce::InAChain),
    ("bodies of embedded contacts are listed", |w, _| {
        let touching = w.state.contacts.iter_mut().find(|contact| contact.has_points());
        touching.unwrap().set(ContactPair::EMBEDDED, true);
    }),
    ("a body's proxies are live", |w, k| {
        let id = proxy(w, k[1]);
        w.state.proxies.flags[id] &= !flag::LIVE;
    }),
    ("a proxy knows its body's row", |w, k| {
        let id = proxy(w, k[1]);
        w.state.proxies.rows[id] += 1;
    }),
    ("active proxies are of active bodies", |w, k| {
        let id = proxy(w, k[1]);
        w.state.proxies.flags[id] &= !flag::ACTIVE;
    }),
    ("sleeping proxies are of sleepers", |w, k| {
        let id = proxy(w, k[1]);
        w.state.proxies.flags[id] |= flag::ASLEEP;
    }),
    ("a disabled body does not sleep", |w, k| w.state.bodies.slots[k[6]].enabled = false),
    ("a row knows whether it ignores others", |w, k| {
        w.state.ignored.set(k[1], k[4], true);
    }),
    ("proxies that are out are of bodies that are", |w, k| {
        let id = proxy(w, k[1]);
        w.state.proxies.flags[id] |= flag::OUT;
    }),
    ("a fat box holds its shape", |w, k| {
        let id = proxy(w, k[1]);
        w.state.proxies.now[id] = Aabb::new(Vec2::ZERO, Vec2::ZERO);
    }),
    ("a body has a proxy for each piece", |w, k| {
        w.state.bodies.slots[k[1]].proxy = NONE;
        w.state.bodies.note(k[1]);
    }),
    ("each live proxy belongs to a body", |w, k| {
        let id = proxy(w, k[1]);
        let orphan = w.state.proxies.list[id].clone();
        w.state.proxies.add(orphan, &Material::default(), 0, 0, Aabb::EMPTY);
    }),
    ("contacts are sorted by their pairs, each once", |w, _| w.state.contacts.reverse()),
    ("a is the smaller of the two", |w, _| {
        w.state.contacts.truncate(1);
        let c = &mut w.state.contacts[0];
        (c.a, c.b) = (c.b, c.a);
    }),
    ("a contact has at most two points", |w, _| w.state.contacts[0].count = 3),
    ("impulses are finite", |w, _| w.state.contacts[0].tangent_impulse[0] = f32::INFINITY),
    ("normal impulses push", |w, _| w.state.contacts[0].normal_impulse[0] = -1.0),
    ("only what touches has a color", |w, _| w.state.contacts[0].count = 0),
    ("boxes that overlap have a contact", |w, _| w.state.contacts.clear()),
    ("a contact's boxes overlap", |w, k| {
        let (a, b) = (proxy(w, k[1]) as u32, proxy(w, k[4]) as u32);
        w.state.contacts.push(ContactPair::new(a, b));
        w.state.contacts.sort_by_key(ContactPair::key);
    }),
    ("a color never repeats a body", |w, _| {
        let color = w.state.contacts[0].color;
        w.state.contacts.iter_mut().for_each(|c| c.color = color);
    }),
    ("a body knows its colors", |w, k| {
        let row = row(w, k[1]);
        w.state.bodies.colors[row] = 0;
    }),
    ("a set's contacts are sorted", |w, k| {
        let number = w.state.bodies.slots[k[6]].set;
        let (a, b) = (proxy(w, k[0]) as u32, proxy(w, k[6]) as u32);
        let twice = vec![ContactPair::new(a, b), ContactPair::new(a, b)];
        w.state.islands.get_mut(number).unwrap().contacts = twice;
    }),
    ("a sleeper is in its set", |w, k| {
        let number = w.state.bodies.slots[k[6]].set;
        w.state.islands.get_mut(number).unwrap().bodies.push(k[1]);
    }),
    ("the bodies of a joint know it", |w, k| {
        w.state.bodies.slots[k[4]].joints = Box::default();
        w.state.bodies.note(k[4]);
    }),
    ("joint impulses are finite", |w, _| w.state.joints.rows[0].state.linear.x = f32::NAN),
    ("each joint has its ends", |w, k| {
        let joint = w.state.joints.rows[0].key;
        w.state.bodies.slots[k[1]].joints = [joint].into();
        w.state.bodies.note(k[1]);
    }),
    ("joints know whom they keep apart", |w, _| w.state.joints.tied = Tied::default()),
    ("couplings are counted", |w, _| w.state.joints.couplings = 1),
    ("a gear has two joints that it can couple", |w, k| {
        let hinge = w.state.joints.rows[0].key;
        let slider = w.add_joint(k[4], k[5], Prismatic::default()).unwrap();
        let gear = w.add_gear(hinge, slider, Gear::new(1.0)).unwrap();
        w.state.joints.get_mut(gear).unwrap().links[1] = gear;
    }),
];

#[test]
fn each_invariant_fires() {
    for (name, spoil) in CASES {
        let (mut world, keys) = healthy();
        spoil(&mut world, &keys);
        assert_eq!(world.validate().err().map(|violation| violation.invariant), Some(*name));
    }
}
