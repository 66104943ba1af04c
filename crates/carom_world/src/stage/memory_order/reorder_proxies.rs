//! Stage 1, continued: proxy ids that follow space. Contacts are sorted by these ids, chunks and regions are runs of
//! contacts, and boxes and outlines are read by id. If bodies were made in no order of space, or mixed since, all of
//! that is scattered over memory.

use crate::stage::memory_order::curve::{Curve, as_number};
use crate::stage::memory_order::scattered::{count_scattered, curve_through};
use crate::state::{State, flag, invert};
use crate::step_scratch::StepScratch;
use carom_math::max;
use carom_parallel::Executor;
use carom_solver::ContactPair;

/// Least number of proxies. Fewer are in the caches anyway.
const LEAST: usize = 2048;

/// Interval at which the ids are checked [steps].
const EVERY: u64 = 32;

/// Number of consecutive ids that should be near each other.
const GROUP: u32 = 1024;

/// One in this many contacts is checked.
const SAMPLE: usize = 16;

/// A proxy this many times as long as the one it touches is left out. It may touch more than a group, whatever the ids.
const LARGER: f32 = 32.0;

/// Most proxies for each contact. New ids are work for all of them, also if most sleep.
const MOST_A_CONTACT: usize = 4;

/// Ids change if at least one in `APART` contacts is between two groups. At most the part `STILL_APART` of those may be
/// left then.
const APART: usize = 4;
const STILL_APART: f32 = 0.6;

/// Proxies in a task.
const PROXIES_A_TASK: usize = 1024;

/// Renumbers the proxies if contacts are mostly between near ids then, and are not now. Ids of dynamic bodies go along
/// a [`Curve`], the others come behind them. The decision and the ids depend on the state without its rows. If rows are
/// sorted at all (`spatial_sort_interval`), they take the order of the ids.
#[cfg_attr(feature = "profiling", profiling::function)]
pub(crate) fn reorder_proxies(tasks: &Executor, state: &mut State, scratch: &mut StepScratch, renumber_every: u32) {
    let count = state.proxies.list.len();
    if state.proxies.live() < LEAST {
        return;
    }
    // Reserved now, so that a later step allocates nothing.
    scratch.places.reserve(count.saturating_sub(scratch.places.len()));
    if !state.steps.is_multiple_of(EVERY) {
        return;
    }
    let (apart, all) = count_apart(state, |id| id);
    if APART * apart < all || all * SAMPLE * MOST_A_CONTACT < count {
        return;
    }
    sort_along_curve(tasks, state, &mut scratch.places);
    invert(&mut scratch.places);
    let (then, _) = count_apart(state, |id| scratch.places[id as usize].0);
    if then as f32 <= STILL_APART * apart as f32 {
        state.renumber_proxies(&mut scratch.places);
        if renumber_every != 0 {
            sort_rows(tasks, state, scratch);
        }
    }
}

/// Whether a proxy belongs to a dynamic body, asleep or awake.
fn is_mover(state: &State, id: usize) -> bool {
    let flags = state.proxies.flags[id];
    flags & flag::LIVE != 0 && (flags & flag::ASLEEP != 0 || (state.proxies.rows[id] as usize) < state.bodies.awake)
}

/// Lists the ids in the order of space.
fn sort_along_curve(tasks: &Executor, state: &State, places: &mut Vec<(u32, u32)>) {
    let boxes = &state.proxies.now[..];
    let movers = (0..boxes.len()).filter(|&id| is_mover(state, id));
    let curve = Curve::through(movers.map(|id| boxes[id].center()));
    places.resize(boxes.len(), (0, 0));
    tasks.blocks(PROXIES_A_TASK, (&mut places[..], boxes), |first, (places, boxes)| {
        for ((place, fat), id) in places.iter_mut().zip(boxes).zip(first..) {
            let behind = if is_mover(state, id) { 0 } else { 1 << 31 };
            *place = (curve.place_of(fat.center()) >> 1 | behind, id as u32);
        }
    });
    tasks.sort(places, as_number);
}

/// Sorts the awake rows by their first proxies.
fn sort_rows(tasks: &Executor, state: &mut State, scratch: &mut StepScratch) {
    let State { bodies, proxies, .. } = &mut *state;
    let awake = bodies.awake;
    let places = &mut scratch.places;
    places.clear();
    places.extend(bodies.motions[..awake].iter().zip(0..).map(|(motion, row)| (motion.proxy, row)));
    tasks.sort(places, as_number);
    bodies.reorder(tasks, places, proxies);
    state.joints.changed = true;
    let masses = &state.bodies.masses[..awake];
    scratch.scattered = Some((count_scattered(tasks, &curve_through(tasks, masses), masses), awake));
}

/// Number of contacts between two groups of ids, among the contacts that are checked, and number of these. Checked are
/// contacts between two dynamic bodies of sizes not too different.
fn count_apart(state: &State, number_of: impl Fn(u32) -> u32) -> (usize, usize) {
    let (proxies, awake) = (&state.proxies, state.bodies.awake);
    // A removed proxy still has contacts, but its row means nothing any more.
    let is_live = |id: u32| proxies.flags[id as usize] & flag::LIVE != 0;
    let is_pushed = |id: u32| is_live(id) && (proxies.rows[id as usize] as usize) < awake;
    let side = |id: u32| {
        let size = proxies.now[id as usize].size();
        max(size.x, size.y)
    };
    let are_alike = |a: f32, b: f32| a <= LARGER * b && b <= LARGER * a;
    let counts = |contact: &&ContactPair| {
        let ContactPair { a, b, .. } = **contact;
        is_pushed(a) && is_pushed(b) && are_alike(side(a), side(b))
    };
    let (mut apart, mut all) = (0, 0);
    for contact in state.contacts.iter().step_by(SAMPLE).filter(counts) {
        all += 1;
        apart += usize::from(number_of(contact.a) / GROUP != number_of(contact.b) / GROUP);
    }
    (apart, all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BodyDef, BodyKey, ShapeDef, World, WorldDef};
    use carom_math::{Pose, Rot, vec2};
    use carom_parallel::Driver;
    use carom_shapes::{Capsule, Circle, Polygon};

    /// Columns of all kinds of bodies on a floor.
    const COLUMNS: u32 = 210;
    const ROWS: u32 = 12;
    /// The middle of the floor is at the origin, where coordinates are finest: nowhere beyond 64 m.
    const MIDDLE: f32 = 0.3 * COLUMNS as f32;

    /// The heap, made column after column (step 1), or with this step between those that are made one after the other.
    fn heap(step: u32, renumber_every: u32) -> (World, Vec<BodyKey>) {
        // Nothing falls asleep by itself.
        let def = WorldDef { spatial_sort_interval: renumber_every, sleep_time: 1e6, ..WorldDef::default() };
        let mut world = World::new(def).unwrap();
        let width = 0.6 * COLUMNS as f32;
        let floor = |x, y, w, h| Polygon::rect_at(Pose::new(vec2(x - MIDDLE, y), 0.0), w, h).unwrap();
        let walls = [-0.5, width + 0.5].map(|x| floor(x, 5.0, 1.0, 12.0));
        let ground = BodyDef::fixed().shape(floor(0.5 * width, -0.5, width + 2.0, 1.0));
        world.add_body(walls.into_iter().fold(ground, BodyDef::shape)).unwrap();
        let keys = (0..COLUMNS * ROWS).map(|k| k * step % (COLUMNS * ROWS)).map(|k| {
            let at = vec2(0.3 + 0.6 * (k / ROWS) as f32 - MIDDLE, 0.3 + 0.55 * (k % ROWS) as f32);
            let def = BodyDef::dynamic().at(at);
            let around = |corners: u32| {
                let ring = (0..corners).map(|k| Rot::from_angle(std::f32::consts::TAU * k as f32 / corners as f32));
                Polygon::new(ring.map(|rot| rot.rotate(vec2(0.26, 0.0))).collect::<Vec<_>>()).unwrap()
            };
            let body = match k % 7 {
                0 => def.shape(ShapeDef::new(Circle::new(0.25).unwrap()).rolling_resistance(0.1)),
                1 => def.shape(Polygon::rect(0.5, 0.5).unwrap()),
                2 => def.shape(Capsule::horizontal(0.5, 0.15).unwrap()),
                3 => def.shape(Polygon::rect(0.4, 0.4).unwrap().rounded(0.05).unwrap()),
                4 => def.shape(around(6)),
                5 => def.shape(around(11)),
                _ => [-0.12, 0.12]
                    .map(|x| Polygon::rect_at(Pose::new(vec2(x, 0.0), 0.0), 0.24, 0.5).unwrap())
                    .into_iter()
                    .fold(def, BodyDef::shape),
            };
            (k, world.add_body(body).unwrap())
        });
        let mut keys: Vec<_> = keys.collect();
        keys.sort_by_key(|&(k, _)| k);
        (world, keys.into_iter().map(|(_, key)| key).collect())
    }

    fn apart(world: &World) -> f32 {
        let (apart, all) = count_apart(&world.state, |id| id);
        apart as f32 / all as f32
    }

    #[test]
    fn scattered_numbers_are_dealt_anew_and_others_stay() {
        for (step, before, dealt) in [(1, 0.0..=0.2, false), (701, 0.4..=1.0, true)] {
            let (mut world, _) = heap(step, 8);
            (0..EVERY).for_each(|_| world.step());
            assert!(before.contains(&apart(&world)), "{}", apart(&world));
            let bodies = |world: &World| world.state.proxies.list.iter().map(|one| one.body).collect::<Vec<_>>();
            let was = bodies(&world);
            world.step();
            assert_eq!(bodies(&world) != was, dealt);
            assert!(apart(&world) < 0.1, "{}", apart(&world));
            assert_eq!(world.validate(), Ok(()));
            // Immovable proxies are behind all that can be pushed.
            let fixed = world.state.proxies.rows.iter().map(|&row| row as usize >= world.state.bodies.awake);
            assert!(!dealt || fixed.is_sorted());
        }
    }

    #[test]
    fn numbers_follow_from_the_state_alone() {
        let after = |driver: Driver, renumber_every: u32, restored: bool| {
            let (mut world, keys) = heap(701, renumber_every);
            world.set_driver(driver);
            // Some are far off on all sides, some are asleep, and some were removed, so that others have their ids.
            for (k, &key) in keys.iter().enumerate().step_by(150) {
                let away = Rot::from_angle(k as f32).rotate(vec2(2000.0 + k as f32, 0.0));
                world.body_mut(key).unwrap().teleport(Pose::new(away, 0.0)).unwrap();
            }
            keys.iter().skip(75).step_by(150).for_each(|&key| assert!(world.remove_body(key)));
            for k in 0..5 {
                let disc = Circle::new(0.25).unwrap();
                world.add_body(BodyDef::dynamic().at(vec2(k as f32, 9.0)).shape(disc)).unwrap();
            }
            for step in 0..2 * EVERY {
                if step == 20 {
                    keys.iter().step_by(300).for_each(|&key| world.body_mut(key).unwrap().sleep().unwrap());
                }
                if step == EVERY {
                    let centers: Vec<_> = world.state.bodies.masses.iter().map(|mass| mass.center).collect();
                    let area = Curve::through(centers.iter().copied()).area;
                    assert!(!centers.iter().all(|&center| area.contains_point(center)));
                    assert!(apart(&world) > 0.4);
                }
                if restored && step == EVERY {
                    world.restore(&world.snapshot()).unwrap();
                }
                world.step();
            }
            world.state_hash()
        };
        let wanted = after(Driver::Inline, 8, false);
        for (driver, every, restored) in
            [(Driver::Seeded(3), 8, false), (Driver::Threads(3), 0, false), (Driver::Inline, 1, true)]
        {
            assert_eq!(after(driver, every, restored), wanted, "{driver:?} {every} {restored}");
        }
    }

    /// A plank on a row of discs: ids that cannot be improved are not sorted in vain, again and again.
    #[test]
    fn what_touches_more_than_a_group_is_left_out() {
        let counted = |plank: bool, step: u32| {
            let mut world = World::new(WorldDef::default().sleep(false)).unwrap();
            let width = 1000.0;
            let bar = |y: f32| Polygon::rect_at(Pose::new(vec2(0.5 * width, y), 0.0), width, 1.0).unwrap();
            world.add_body(BodyDef::fixed().shape(bar(-0.5))).unwrap();
            if plank {
                world.add_body(BodyDef::dynamic().shape(bar(0.89))).unwrap();
            }
            for k in (0..4000).map(|k| k * step % 4000) {
                let disc = BodyDef::dynamic().at(vec2(0.25 * k as f32, 0.25));
                world.add_body(disc.shape(Circle::new(0.13).unwrap())).unwrap();
            }
            world.step();
            (count_apart(&world.state, |id| id), world.counts().contacts)
        };
        let ((apart, all), contacts) = counted(false, 1);
        assert!(all > 200 && APART * apart < all);
        let ((apart, among), more) = counted(true, 1);
        assert!(more >= contacts + 4000 && among < all + 20 && APART * apart < among);
        let ((apart, among), _) = counted(true, 1999);
        assert!(APART * apart > among);
    }

    /// Proxies removed since the last step count the same for a world, for its image, and for any order of the rows.
    #[test]
    fn what_was_taken_away_decides_nothing() {
        let counts = [0, 1].map(|renumber_every| {
            let (mut world, keys) = heap(701, renumber_every);
            (0..EVERY).for_each(|_| world.step());
            let ground = world.bodies().next().unwrap().0;
            for key in keys.into_iter().step_by(5).chain([ground]) {
                assert!(world.remove_body(key));
            }
            let mut copy = world.clone();
            copy.restore(&world.snapshot()).unwrap();
            [&world, &copy].map(|world| count_apart(&world.state, |id| id))
        });
        assert!(counts[0][0].1 > 20);
        assert!(counts.iter().flatten().all(|count| *count == counts[0][0]), "{counts:?}");
    }

    /// The step in which ids change does the same as without: the same contacts, with what they carry over.
    #[test]
    fn other_numbers_change_no_motion() {
        let (mut dealt, keys) = heap(701, 8);
        // Only work at intervals depends on the number of steps: first at rest, then both kinds of a step. (Chunks are
        // made anew by that number as well: with the same one in each step some never would be.)
        // The columns fall at once, where one after the other would go on for a thousand steps.
        for (k, &key) in keys.iter().enumerate() {
            dealt.body_mut(key).unwrap().set_velocity(vec2((k * 7 % 13) as f32 / 6.0 - 1.0, 0.0)).unwrap();
        }
        for _ in 0..8 * EVERY {
            (dealt.state.steps, dealt.state.unchanged) = (1, 0);
            dealt.step();
        }
        let mut kept = dealt.clone();
        (dealt.state.steps, kept.state.steps) = (EVERY, EVERY + 1);
        let contacts = |world: &World| {
            let mut contacts: Vec<_> = world.contacts().collect();
            contacts.sort_by_key(|contact| (contact.a, contact.b));
            contacts
        };
        for steps in 1..4 {
            dealt.step();
            kept.step();
            assert!(apart(&dealt) < 0.1 && apart(&kept) > 0.4);
            let began = [&dealt, &kept].map(|world| world.events().contact_began().to_vec());
            assert_eq!(began, [[], []]);
            for &key in &keys {
                let [one, other] = [&dealt, &kept].map(|world| world.body(key).unwrap());
                let (by, v) = (one.position() - other.position(), one.velocity() - other.velocity());
                let w = one.angular_velocity() - other.angular_velocity();
                assert!(by.length() < 1e-5 && v.length() < 4e-4 && w.abs() < 4e-4, "{steps}: {by} {v} {w}");
            }
        }
        // The shape with the smaller key comes first, whichever id is the smaller one now.
        let (one, other) = (contacts(&dealt), contacts(&kept));
        assert!(one.len() == other.len() && one.iter().all(|contact| contact.a < contact.b));
        for (one, other) in one.iter().zip(&other) {
            assert_eq!((one.a, one.b, one.points().len()), (other.a, other.b, other.points().len()));
            // The normal may be that of a face of the other one now.
            assert!(one.normal.dot(other.normal) > 0.99, "{one:?} {other:?}");
        }
    }
}
