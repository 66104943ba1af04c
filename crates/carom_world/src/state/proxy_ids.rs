//! Renumbering of proxies. Contacts are sorted by proxy ids, so all that is made of contacts follows.

use crate::state::State;
use crate::state::cycles::{go_round, route_of, swap_round};
use crate::state::proxies::Proxies;
use crate::state::proxy::NONE;
use carom_solver::ContactPair;

impl State {
    /// Gives each proxy another id. `order` has two numbers by id: the new id of its proxy, and the proxy that gets
    /// this id ([`invert`](super::invert) finds the first from the second). It is used up.
    pub(crate) fn renumber_proxies(&mut self, order: &mut [(u32, u32)]) {
        let new_of = |id: u32| order.get(id as usize).map_or(NONE, |&(new, _)| new);
        let sets = self.islands.list.iter_mut().map(|set| &mut set.contacts);
        for contacts in sets.chain([&mut self.contacts]) {
            contacts.iter_mut().for_each(|contact| contact.renumber(new_of));
            contacts.sort_unstable_by_key(ContactPair::key);
        }
        self.islands.supports.forget();
        let bodies = &mut self.bodies;
        for (&key, motion) in bodies.keys.iter().zip(&mut bodies.motions) {
            motion.proxy = new_of(motion.proxy);
            bodies.slots.get_mut(key).into_iter().for_each(|slot| slot.proxy = motion.proxy);
        }
        let Proxies { list, rows, now, old, flags, outlines, free, leaving, disturbed, renewed, .. } =
            &mut self.proxies;
        for id in [free, leaving, disturbed, renewed].into_iter().flatten() {
            *id = new_of(*id);
        }
        for proxy in &mut *list {
            proxy.next = new_of(proxy.next);
        }
        let route = route_of(order);
        swap_round(route, list);
        go_round(route, rows);
        go_round(route, now);
        go_round(route, old);
        go_round(route, flags);
        outlines.put_in_order(route);
        self.proxies.changed = true;
        self.unchanged = 0;
    }
}

#[cfg(test)]
mod tests {
    use crate::events::ShapePair;
    use crate::state::invert;
    use crate::{BodyDef, BodyKey, Revolute, ShapeDef, World, WorldDef};
    use carom_math::{Pose, Rot, Vec2, vec2};
    use carom_shapes::{Chain, Circle, Polygon};
    use std::collections::BTreeSet;

    struct Random(u64);

    impl Random {
        fn below(&mut self, end: u32) -> u32 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) as u32 % end
        }

        fn within(&mut self, low: f32, high: f32) -> f32 {
            low + (high - low) * self.below(1 << 20) as f32 / (1 << 20) as f32
        }
    }

    /// A body of one piece, of several, of none, a sensor, or a one-way platform for bodies from below.
    fn some_body(random: &mut Random) -> BodyDef {
        let (w, h) = (random.within(0.2, 1.0), random.within(0.2, 1.0));
        let bar = |x: f32| Polygon::rect_at(Pose::new(vec2(x, 0.0), 0.3), w, h).unwrap();
        let def = BodyDef::dynamic().at(vec2(random.within(-5.0, 5.0), random.within(0.5, 8.0)));
        match random.below(7) {
            0 => def.shape(bar(0.0)),
            1 => def.shape(bar(-0.3)).shape(bar(0.3)),
            2 => def.shape(ShapeDef::new(bar(0.0)).sensor()),
            3 => def,
            4 => BodyDef { kind: crate::BodyKind::Fixed, ..def }.shape(ShapeDef::new(bar(0.0)).one_way(Vec2::Y)),
            5 => def.shape(
                Polygon::new((0..7).map(|k| Rot::from_angle(0.9 * k as f32).rotate(vec2(w, 0.0))).collect::<Vec<_>>())
                    .unwrap(),
            ),
            _ => def.shape(ShapeDef::new(Circle::new(w).unwrap()).rolling_resistance(0.1)),
        }
    }

    /// One random change of a world.
    fn change(world: &mut World, bodies: &mut Vec<BodyKey>, random: &mut Random) {
        let key = bodies[random.below(bodies.len() as u32) as usize];
        let at = vec2(random.within(-5.0, 5.0), random.within(0.5, 8.0));
        match random.below(8) {
            0 if bodies.len() > 20 => {
                bodies.retain(|&other| other != key);
                assert!(world.remove_body(key));
            }
            0 | 1 => bodies.push(world.add_body(some_body(random)).unwrap()),
            2 => world.body_mut(key).unwrap().teleport(Pose::new(at, 1.0)).unwrap(),
            3 => drop(world.body_mut(key).unwrap().set_velocity(at)),
            4 => drop(world.body_mut(key).unwrap().add_shape(Circle::new(0.3).unwrap())),
            5 => drop(world.body_mut(key).unwrap().sleep()),
            6 => drop(world.add_joint(key, bodies[0], Revolute::new(Vec2::ZERO, at))),
            _ => {}
        }
    }

    /// A small world in which everything changes between steps, its proxy ids as well. Every invariant holds, events
    /// alternate, and an image of it goes on as it does.
    #[test]
    fn other_numbers_in_every_step_leave_every_invariant_intact() {
        for seed in 0..60 {
            let mut random = Random(seed);
            let sleep_time = random.within(0.02, 0.3);
            let mut world = World::new(WorldDef { sleep_time, ..WorldDef::default() }).unwrap();
            let floor = Chain::open([vec2(8.0, 0.0), vec2(3.0, 0.2), vec2(-3.0, 0.2), vec2(-8.0, 0.0)]).unwrap();
            let mut bodies = vec![world.add_body(BodyDef::fixed().shape(floor)).unwrap()];
            (0..25).for_each(|_| bodies.push(world.add_body(some_body(&mut random)).unwrap()));
            let mut touching = BTreeSet::<ShapePair>::new();
            for step in 0..80 {
                for _ in 0..random.below(4) {
                    change(&mut world, &mut bodies, &mut random);
                }
                let count = world.state.proxies.list.len() as u32;
                let mut order: Vec<(u32, u32)> = (0..count).map(|id| (0, id)).collect();
                (1..count).rev().for_each(|k| order.swap(k as usize, random.below(k + 1) as usize));
                invert(&mut order);
                world.query_index.forget();
                world.state.renumber_proxies(&mut order);
                let mut copy = World::new(world.def().clone()).unwrap();
                copy.restore(&world.snapshot()).unwrap();
                world.step();
                copy.step();
                assert_eq!(world.validate(), Ok(()), "seed {seed}, step {step}");
                assert_eq!(world.state_hash(), copy.state_hash(), "seed {seed}, step {step}");
                for pair in world.events().contact_ended() {
                    assert!(touching.remove(pair), "seed {seed}, step {step}: {pair:?} ended and had not begun");
                }
                for &pair in world.events().contact_began() {
                    assert!(touching.insert(pair), "seed {seed}, step {step}: {pair:?} began twice");
                }
            }
        }
    }
}
