//! Laws of a character over random settings: ledges, walls that come at it, presses, platforms that turn, belts.

use crate::kit::*;
use carom::prelude::*;
use carom::{Mover, Shape};
use std::f32::consts::{FRAC_PI_2, TAU};

const DT: f32 = 1.0 / 60.0;

/// Number of seeded cases of each law.
const CASES: u64 = 1000;

/// A character of a capsule, a ball or a box, and the height of its middle over its ground.
fn hero(random: &mut SplitMix64) -> (Mover, f32) {
    let (shape, tall): (Shape, f32) = match random.int(0, 2) {
        0 => (Capsule::vertical(1.0, 0.3).unwrap().into(), 0.8),
        1 => (disc(0.4).into(), 0.4),
        _ => (rect(0.6, 1.6).into(), 0.8),
    };
    (Mover::new(shape, Vec2::ZERO).unwrap(), tall)
}

/// Steps and falls as a game does.
fn fall(world: &mut World, mover: &mut Mover, run: f32, speed: &mut f32) -> carom::Moved {
    world.step();
    *speed = if mover.ground().is_some() { 0.0 } else { *speed - G * DT };
    mover.walk(world, vec2(run, *speed), DT).unwrap()
}

/// The signed distance of a character from a body [m].
fn gap(world: &World, mover: &Mover, body: BodyKey) -> f32 {
    let (body, pose) = (world.body(body).unwrap(), Pose::new(mover.position, 0.0));
    let gaps = body.shapes().iter();
    let gaps = gaps.map(|def| carom::separation_shapes(&def.shape, body.pose(), &mover.shape, pose).distance.distance);
    gaps.fold(f32::MAX, f32::min)
}

#[test]
fn it_stands_on_nothing_steeper_than_its_slope() {
    let mut random = SplitMix64::new(11);
    for case in 0..CASES {
        let mut world = space();
        let corners: Vec<Vec2> =
            (0..random.int(3, 7)).map(|_| vec2(random.range(-2.0, 2.0), random.range(-2.0, 2.0))).collect();
        let Ok(hull) = Polygon::hull(corners) else { continue };
        let rock = world.add_body(BodyDef::fixed().shape(hull)).unwrap();
        let (mut mover, _) = hero(&mut random);
        mover.max_slope = random.range(0.3, 1.3);
        mover.position = vec2(random.range(-2.0, 2.0), 4.0);
        let mut speed = 0.0;
        for _ in 0..300 {
            let moved = fall(&mut world, &mut mover, 0.0, &mut speed);
            if moved.ground.is_some() {
                let rock = world.body(rock).unwrap();
                let pose = Pose::new(mover.position, 0.0);
                let near = carom::separation_shapes(&rock.shapes()[0].shape, rock.pose(), &mover.shape, pose).distance;
                let slope = near.normal.y.clamp(-1.0, 1.0).acos();
                assert!(slope < mover.max_slope + 0.01, "case {case}: it stands on {slope} rad");
            }
        }
        let end = mover.position.y;
        assert!(mover.ground().is_some() || end < -5.0, "case {case}: it hangs at {}", mover.position);
    }
}

#[test]
fn a_wall_that_comes_pushes_it_or_is_told_to_crush_it() {
    let mut random = SplitMix64::new(12);
    for case in 0..CASES {
        let mut world = sleepless();
        let (mut mover, tall) = hero(&mut random);
        mover.position.y = tall + 0.01;
        let speed = 10.0_f32.powf(random.range(0.0, 2.3));
        let thick = random.range(0.02, 1.0);
        let wall = BodyDef::kinematic().at(vec2(-1.0 - thick, 3.0)).velocity(vec2(speed, 0.0));
        let wall = world.add_body(wall.shape(rect(thick, 5.0))).unwrap();
        // In half of the cases a fixed wall is behind it.
        let end = if random.int(0, 1) == 0 { random.range(1.0, 4.0) } else { f32::MAX };
        if end < f32::MAX {
            world.add_body(BodyDef::fixed().at(vec2(end + 0.5, 3.0)).shape(rect(1.0, 6.0))).unwrap();
        }
        let (mut fell, mut told) = (0.0, false);
        for _ in 0..(40.0 + 300.0 / speed) as usize {
            told |= !fall(&mut world, &mut mover, 0.0, &mut fell).crushed.is_empty();
            let ahead = mover.position.x - at(&world, wall).x;
            assert!(told || ahead > 0.5 * thick + 0.3, "case {case}: {speed} m/s, {thick} m: {ahead} ahead");
            assert!(mover.position.x < end - 0.29, "case {case}: pushed into the fixed wall");
            near(mover.position.y, tall + 0.01, 0.02);
        }
        assert_eq!(
            told,
            end < f32::MAX,
            "case {case}: {speed} m/s, {thick} m, {end} {} {}",
            mover.position,
            at(&world, wall)
        );
    }
}

#[test]
fn a_bar_that_turns_pushes_it() {
    let mut random = SplitMix64::new(13);
    for case in 0..CASES {
        let mut world = space();
        let spin = random.range(0.5, 12.0);
        let bar = BodyDef::kinematic().angular_velocity(spin).shape(rect(12.0, random.range(0.05, 0.4)));
        let bar = world.add_body(bar).unwrap();
        let mut mover = Mover::new(disc(0.4), vec2(random.range(1.0, 3.0), 1.2)).unwrap();
        mover.floats = true;
        // The half of the bar that comes from the right side pushes it round; it is never behind that.
        for _ in 0..60 {
            world.step();
            let moved = mover.walk(&mut world, Vec2::ZERO, DT).unwrap();
            assert!(moved.crushed.is_empty(), "case {case}");
            let local = world.body(bar).unwrap().pose().inverse_transform_point(mover.position);
            assert!(gap(&world, &mover, bar) > 0.0, "case {case}: in the bar at {local}");
            assert!(local.y > 0.0 || local.length() > 6.0, "case {case}: it passed the bar, {local}");
        }
    }
}

#[test]
fn a_press_crushes_it_in_its_place() {
    let mut random = SplitMix64::new(14);
    for case in 0..CASES {
        let mut world = space();
        let (mut mover, tall) = hero(&mut random);
        mover.floats = random.int(0, 1) == 0;
        // The fixed side, as thin as a line or thick; the press comes from the other side, along `up`.
        let up = if mover.floats { Vec2::from_angle(random.range(-3.1, 3.1)) } else { vec2(0.0, 1.0) };
        let angle = up.y.atan2(up.x);
        let (piece, mut low) = (mover.shape.piece(0), 0.0_f32);
        piece.core(|core| low = low.max(-up.dot(core)));
        let tall = if mover.floats { low + piece.radius() } else { tall };
        let side = |near: f32, thick: f32| Polygon::rect_at(Pose::new((near + 0.5 * thick) * up, angle), thick, 20.0);
        let thick = [0.02, 2.0][random.int(0, 1) as usize];
        let floor = world.add_body(BodyDef::fixed().shape(side(-thick - tall - 0.01, thick).unwrap())).unwrap();
        let speed = 10.0_f32.powf(random.range(-0.5, 1.0));
        let press = BodyDef::kinematic().velocity(-up * speed).shape(side(1.5, random.range(0.2, 1.0)).unwrap());
        let press = world.add_body(press).unwrap();
        let (mut fell, mut told) = (0.0, 0);
        for step in 0..(1.5 * 60.0 * 2.0 / speed) as usize {
            let from = mover.position;
            let moved = fall(&mut world, &mut mover, 0.0, &mut fell);
            if mover.floats {
                fell = 0.0;
            }
            told += usize::from(!moved.crushed.is_empty());
            let inside = gap(&world, &mover, press) < -1.0e-3;
            assert!(!inside || !moved.crushed.is_empty(), "case {case}, step {step}: it is not told");
            assert!(gap(&world, &mover, floor) > -1.0e-3, "case {case}, step {step}: it is in the floor");
            let most = speed * DT + 4.0 * mover.skin + fell.abs() * DT;
            assert!((mover.position - from).length() < most, "case {case}, step {step}: from {from} {}", moved.way);
        }
        assert!(told > 0 || mover.floats, "case {case}: it never was crushed");
    }
}

#[test]
fn platforms_that_move_and_turn_and_belts_carry_it_without_slip() {
    let mut random = SplitMix64::new(15);
    for case in 0..CASES {
        let mut world = space();
        let belt = if random.int(0, 1) == 0 { random.range(-1.0, 1.0) } else { 0.0 };
        let deck = ShapeDef::new(rect(40.0, 0.5)).surface_speed(belt);
        let platform = world.add_body(BodyDef::kinematic().at(vec2(0.0, -0.25)).shape(deck)).unwrap();
        let (mut mover, tall) = hero(&mut random);
        mover.position = vec2(random.range(-3.0, 3.0), tall + 0.01);
        let [way, swing, rate, turn] = [1.0, 0.5, 3.0, 0.6].map(|most: f32| random.range(0.0, most));
        let is_flat = matches!(mover.shape, Shape::Polygon(_));
        let turn = if is_flat { 0.0 } else { turn };
        let pose = |time: f32| {
            let phase = rate * time;
            Pose::new(vec2(way * phase.sin(), -0.25 + swing * (1.3 * phase).sin()), turn * (0.9 * phase).sin())
        };
        let mut fell = 0.0;
        fall(&mut world, &mut mover, 0.0, &mut fell);
        let place = |world: &World, mover: &Mover| {
            let ground = mover.ground().unwrap_or_else(|| panic!("case {case}: it flies"));
            // The middle of a round foot stands still on the platform; a flat one has no rotation here.
            let foot =
                mover.position - vec2(0.0, if is_flat { 0.0 } else { tall - if tall > 0.5 { 0.3 } else { 0.4 } });
            assert!((ground.velocity - world.body(platform).unwrap().velocity_at(ground.point)).length() < 1.01);
            world.body(platform).unwrap().pose().inverse_transform_point(foot).x
        };
        let start = place(&world, &mover);
        for step in 1..=240 {
            world.body_mut(platform).unwrap().move_to(pose(step as f32 * DT)).unwrap();
            fall(&mut world, &mut mover, 0.0, &mut fell);
            let slip = place(&world, &mover) - start - belt * step as f32 * DT;
            assert!(slip.abs() < 0.03, "case {case}, step {step}: it slips {slip}");
        }
    }
}

/// A room about the origin: a closed chain with its solid outside, a hollow of tiles, or four thin walls.
fn room(random: &mut SplitMix64) -> World {
    let mut world = space();
    let half = random.range(2.5, 5.0);
    let pose = Pose::new(Vec2::ZERO, random.range(-3.1, 3.1));
    let body = BodyDef::fixed().angle(pose.q.angle());
    let shapes: Vec<Shape> = match random.int(0, 2) {
        0 => {
            let count = random.int(3, 12);
            // Clockwise, so that the room is on the right of the direction of travel.
            let corner = |k: u64| Vec2::from_angle(-TAU * k as f32 / count as f32) * 2.5 * half;
            let chain = Chain::closed((0..count).map(corner).collect::<Vec<_>>()).unwrap();
            vec![if random.int(0, 1) == 0 { chain.one_sided() } else { chain }.into()]
        }
        1 => {
            let row = |r: u64| {
                (0..14)
                    .map(|c| if [0, 13].contains(&r) || [0, 13].contains(&c) { '#' } else { '.' })
                    .collect::<String>()
            };
            let grid = TileGrid::from_rows(&(0..14).map(row).collect::<Vec<_>>(), 1.0).unwrap();
            vec![grid.at(vec2(-7.0, -7.0)).unwrap().into()]
        }
        _ => {
            let side = |k: u32| Pose::new(Vec2::from_angle(FRAC_PI_2 * k as f32) * half, FRAC_PI_2 * k as f32);
            (0..4).map(|k| Polygon::rect_at(side(k), 0.02, 2.2 * half).unwrap().into()).collect()
        }
    };
    world.add_body(shapes.into_iter().fold(body, |body, shape| body.shape(shape))).unwrap();
    world
}

#[test]
fn no_dash_leaves_a_room() {
    let mut random = SplitMix64::new(16);
    for case in 0..CASES {
        let mut world = room(&mut random);
        let (mut mover, _) = hero(&mut random);
        mover.floats = random.int(0, 1) == 0;
        for step in 0..60 {
            let speed = 10.0_f32.powf(random.range(-1.0, 3.7));
            let way = Vec2::from_angle(random.range(-3.1, 3.1)) * speed;
            // A few walks each way, into corners and along walls.
            for _ in 0..random.int(1, 6) {
                mover.walk(&mut world, way, DT).unwrap();
                let inside = world.query().overlap(&mover.shape, Pose::new(mover.position, 0.0)).unwrap();
                let far = mover.position.length();
                assert!(inside.is_empty() && far < 13.0, "case {case}, step {step}: {} by {way}", mover.position);
            }
        }
    }
}
