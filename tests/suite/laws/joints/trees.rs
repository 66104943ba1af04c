//! Trees of joints that are solved at once: ropes and cantilevers under loads of many times their own weight.
//!
//! Stretch is (distance of the last anchor from the first) / (sum of the lengths) - 1: under 1e-4. The sag of a welded
//! cantilever is under 1e-4 of its length. Energy is E = sum of m v^2 / 2 + I w^2 / 2 - m g . x: it never grows by more
//! than 1 % of that of the start above rest. Momentum and angular momentum of a free tree stay within 1e-5.

use crate::kit::*;
use carom::prelude::*;

/// Length of a link of a rope [m], and its mass [kg].
const LINK: f32 = 0.5;
const MASS: f32 = 0.05;

/// A rope that hangs down from the origin, turned by `angle` [rad].
struct Rope {
    world: World,
    joints: Vec<JointKey>,
    /// The length from the first joint to the last [m].
    length: f32,
}

/// So many links, and a ball of so many times their mass.
fn rope(def: WorldDef, count: usize, ratio: f32, angle: f32) -> Rope {
    let mut world = World::new(def.sleep(false)).unwrap();
    let wall = world.add_body(BodyDef::fixed()).unwrap();
    let (s, c) = carom::math::sin_cos(angle);
    let along = vec2(s, -c);
    let shape = ShapeDef::new(rect(0.1, LINK)).density(MASS / (0.1 * LINK));
    let (mut last, mut joints) = (wall, Vec::new());
    let mut hang = |body: BodyDef, place: f32| {
        let next = world.add_body(body.angle(angle)).unwrap();
        joints.push(world.add_joint(last, next, Revolute::at(along * place)).unwrap());
        last = next;
    };
    for k in 0..count {
        let place = LINK * k as f32;
        hang(BodyDef::dynamic().at(along * (place + 0.5 * LINK)).shape(shape.clone()), place);
    }
    let length = LINK * count as f32;
    let ball = ShapeDef::new(disc(0.5)).density(ratio * MASS / (0.25 * std::f32::consts::PI));
    hang(BodyDef::dynamic().at(along * (length + 0.5)).shape(ball), length);
    Rope { world, joints, length }
}

/// The place of anchor b of a joint [m].
fn anchor(world: &World, joint: JointKey) -> Vec2 {
    world.joint(joint).unwrap().anchors().1
}

/// The greatest distance of the two anchors of a joint [m].
fn gap(world: &World, joints: &[JointKey]) -> f32 {
    let open = |&joint: &JointKey| {
        let (a, b) = world.joint(joint).unwrap().anchors();
        (b - a).length()
    };
    joints.iter().map(open).fold(0.0, f32::max)
}

impl Rope {
    /// The stretch of now.
    fn stretch(&self) -> f32 {
        let first = anchor(&self.world, self.joints[0]);
        (anchor(&self.world, self.joints[self.joints.len() - 1]) - first).length() / self.length - 1.0
    }
}

/// The energy of all bodies [J].
pub(super) fn energy(world: &World) -> f64 {
    let g = world.def().gravity;
    let moving = world.bodies().filter(|(_, body)| body.kind() == BodyKind::Dynamic);
    let of = |body: &Body<'_>| {
        let (mass, v, w) = (body.mass(), body.velocity(), f64::from(body.angular_velocity()));
        let (m, i) = (f64::from(mass.mass), f64::from(mass.inertia));
        0.5 * m * f64::from(v.length()).powi(2) + 0.5 * i * w * w - m * f64::from(g.dot(body.center()))
    };
    moving.map(|(_, body)| of(&body)).sum()
}

#[test]
fn ropes_carry_many_times_their_mass() {
    for substeps in [1, 4, 8] {
        for (count, ratio) in [(20, 100.0), (20, 2_000.0), (100, 100.0)] {
            let mut rope = rope(WorldDef::default().substeps(substeps), count, ratio, 0.0);
            for step in 0..300 {
                rope.world.step();
                let stretch = rope.stretch();
                assert!(
                    stretch.abs() < 1.5e-4,
                    "{count} links, {ratio}: {stretch} at step {step}, {substeps} substeps"
                );
                assert!(rope.world.events().strained().is_empty());
            }
            let weight = G * MASS * (count as f32 + ratio);
            near(rope.world.joint(rope.joints[0]).unwrap().force().y, weight, 1e-3 * f64::from(weight));
        }
    }
}

#[test]
fn a_welded_cantilever_hardly_sags() {
    for substeps in [1, 4, 8] {
        let mut world = World::new(WorldDef::default().sleep(false).substeps(substeps)).unwrap();
        let mut last = world.add_body(BodyDef::fixed()).unwrap();
        let plank = ShapeDef::new(rect(1.0, 0.2)).density(1.0);
        for k in 0..10 {
            let x = k as f32;
            let next = world.add_body(BodyDef::dynamic().at(vec2(x + 0.5, 0.0)).shape(plank.clone())).unwrap();
            world.add_joint(last, next, Weld::at(vec2(x, 0.0))).unwrap();
            last = next;
        }
        for step in 0..300 {
            world.step();
            let sag = -at(&world, last).y;
            assert!(sag < 1e-3, "{sag} m at step {step}, {substeps} substeps");
        }
    }
}

#[test]
fn a_swinging_rope_gains_no_energy() {
    let steps = if LONG { 3_600 } else { 600 };
    for substeps in [1, 4, 8] {
        for (count, ratio) in [(20, 100.0), (20, 2_000.0), (100, 100.0)] {
            let def = WorldDef::default().substeps(substeps);
            let rest = energy(&rope(def.clone(), count, ratio, 0.0).world);
            let mut rope = rope(def, count, ratio, 1.0);
            let begin = energy(&rope.world);
            for step in 0..steps {
                rope.world.step();
                let part = (energy(&rope.world) - rest) / (begin - rest);
                let name = format!("{count} links, {ratio}, {substeps} substeps, step {step}");
                assert!(part < 1.01, "{part} of the energy: {name}");
                let open = gap(&rope.world, &rope.joints);
                assert!(open < 0.01, "{open} m open: {name}");
            }
        }
    }
}

/// A bridge of sixteen planks between two walls, and eight boxes that fall on it.
#[test]
fn a_bridge_is_hit_by_boxes() {
    for substeps in [4, 8] {
        let mut world = World::new(WorldDef::default().sleep(false).substeps(substeps)).unwrap();
        let wall = world.add_body(BodyDef::fixed()).unwrap();
        let (mut last, mut joints, mut planks) = (wall, Vec::new(), Vec::new());
        let shape = ShapeDef::new(rect(0.5, 0.1)).density(200.0);
        for k in 0..16 {
            let x = 0.5 * k as f32;
            let next = world.add_body(BodyDef::dynamic().at(vec2(x + 0.25, 0.0)).shape(shape.clone())).unwrap();
            joints.push(world.add_joint(last, next, Revolute::at(vec2(x, 0.0))).unwrap());
            planks.push(next);
            last = next;
        }
        joints.push(world.add_joint(last, wall, Revolute::at(vec2(8.0, 0.0))).unwrap());
        let load = ShapeDef::new(rect(0.8, 0.8)).density(100.0);
        let boxes: Vec<_> = (0..8)
            .map(|i| {
                let place = vec2(2.5 + (i % 4) as f32, 1.0 + (i / 4) as f32);
                world.add_body(BodyDef::dynamic().at(place).shape(load.clone())).unwrap()
            })
            .collect();
        let begin = energy(&world);
        for _ in 0..600 {
            world.step();
            assert!(gap(&world, &joints) < 0.03, "{}", gap(&world, &joints));
            assert!(energy(&world) < begin + 1.0);
        }
        assert!(gap(&world, &joints) < 0.005, "{}", gap(&world, &joints));
        assert!(planks.iter().all(|&plank| at(&world, plank).y > -0.1));
        assert!(boxes.iter().all(|&key| at(&world, key).y > 0.2 && velocity(&world, key).length() < 0.2));
        checked(&world);
    }
}

/// Two ropes whose ends a rod joins: it closes a loop, and stays in the lanes.
#[test]
fn two_ropes_joined_at_their_ends_hold() {
    let mut world = World::new(WorldDef::default().sleep(false)).unwrap();
    let wall = world.add_body(BodyDef::fixed()).unwrap();
    let shape = ShapeDef::new(rect(0.1, LINK)).density(MASS / (0.1 * LINK));
    let (mut joints, mut balls) = (Vec::new(), Vec::new());
    for x in [0.0, 2.0] {
        let mut last = wall;
        for k in 0..20 {
            let y = -LINK * k as f32;
            let next = world.add_body(BodyDef::dynamic().at(vec2(x, y - 0.5 * LINK)).shape(shape.clone())).unwrap();
            joints.push(world.add_joint(last, next, Revolute::at(vec2(x, y))).unwrap());
            last = next;
        }
        let ball = ShapeDef::new(disc(0.3)).density(5.0 / (0.09 * std::f32::consts::PI));
        let ball = world.add_body(BodyDef::dynamic().at(vec2(x, -10.3)).shape(ball)).unwrap();
        joints.push(world.add_joint(last, ball, Revolute::at(vec2(x, -10.0))).unwrap());
        balls.push(ball);
    }
    // Twice: the second one is a loop.
    for y in [0.1, -0.1] {
        let rod = Distance::new(vec2(0.0, y), vec2(0.0, y), 2.0);
        joints.push(world.add_joint(balls[0], balls[1], rod).unwrap());
    }
    world.body_mut(balls[0]).unwrap().set_velocity(vec2(2.0, 0.0)).unwrap();
    let (hinges, _) = joints.split_at(42);
    for step in 0..600 {
        world.step();
        assert!(gap(&world, hinges) < 0.01, "{} at step {step}", gap(&world, hinges));
    }
    near((at(&world, balls[1]) - at(&world, balls[0])).length(), 2.0, 0.01);
    checked(&world);
}

/// A tree of planks that nothing holds: P = sum of m v, L = sum of m x x v + I w.
#[test]
fn a_free_tree_keeps_its_momentum() {
    let mut world = space();
    let mut random = SplitMix64::new(7);
    let mut bodies = vec![world.add_body(BodyDef::dynamic().shape(rect(0.8, 0.4))).unwrap()];
    for k in 1..40 {
        let parent = bodies[random.int(k / 2, k - 1) as usize];
        let from = at(&world, parent);
        let place = from + vec2(random.range(-1.0, 1.0), random.range(-1.0, 1.0));
        let shape = ShapeDef::new(rect(0.8, random.range(0.1, 0.4))).filter(Filter { mask: 0, ..Filter::default() });
        let next = world.add_body(BodyDef::dynamic().at(place).shape(shape)).unwrap();
        let middle = (from + place) * 0.5;
        let joint: JointDef = if k % 5 == 0 { Weld::at(middle).into() } else { Revolute::at(middle).into() };
        world.add_joint(parent, next, joint).unwrap();
        bodies.push(next);
    }
    for &body in &bodies {
        let v = vec2(random.range(-2.0, 2.0), random.range(-2.0, 2.0));
        let mut body = world.body_mut(body).unwrap();
        body.set_velocity(v).unwrap();
        body.set_angular_velocity(random.range(-3.0, 3.0)).unwrap();
    }
    let momenta = |world: &World| {
        let mut sum = [0.0_f64; 3];
        for (_, body) in world.bodies() {
            let (m, v, x) = (body.mass(), body.velocity(), body.center());
            let [x, y, vx, vy] = [x.x, x.y, v.x, v.y].map(f64::from);
            let mass = f64::from(m.mass);
            sum[0] += mass * vx;
            sum[1] += mass * vy;
            sum[2] += mass * (x * vy - y * vx) + f64::from(m.inertia) * f64::from(body.angular_velocity());
        }
        sum
    };
    let begin = momenta(&world);
    play(&mut world, 60);
    let (m, now) = (world.bodies().map(|(_, body)| f64::from(body.mass().mass)).sum::<f64>(), momenta(&world));
    for axis in 0..3 {
        let error = (now[axis] - begin[axis]).abs() / (m * 2.0);
        assert!(error < 1e-5, "axis {axis}: {:?}, then {now:?}: {error}", begin);
    }
}

/// Ropes, cantilevers, a bridge with boxes and sprung hinges that are trees.
fn trees(def: WorldDef) -> World {
    let mut world = on_ground(def);
    let wall = world.add_body(BodyDef::fixed()).unwrap();
    let mut random = SplitMix64::new(61);
    for c in 0..12 {
        let (x, mut last) = (6.0 * c as f32 - 36.0, wall);
        for k in 0..12 {
            let place = vec2(x + 0.5 * k as f32, 9.0);
            let body = BodyDef::dynamic().at(place + vec2(0.25, 0.0)).shape(rect(0.5, 0.1));
            let next = world.add_body(body.velocity(vec2(0.0, random.range(-2.0, 2.0)))).unwrap();
            let joint: JointDef = match c % 4 {
                0 => Revolute::at(place).into(),
                1 => Weld::at(place).into(),
                2 => Revolute::at(place).limit(-0.4, 0.4).spring(3.0, 0.2).into(),
                _ if k % 3 == 2 => Prismatic::at(place, vec2(1.0, 0.0)).limit(-0.1, 0.1).into(),
                _ => Distance::between(at(&world, last), place + vec2(0.25, 0.0)).into(),
            };
            world.add_joint(last, next, joint).unwrap();
            last = next;
        }
        if c % 3 == 0 {
            world.add_joint(last, wall, Revolute::at(vec2(x + 6.0, 9.0))).unwrap();
        }
        let ball = BodyDef::dynamic().at(vec2(x + 3.0, 11.0)).shape(ShapeDef::new(disc(0.4)).density(20.0));
        world.add_body(ball).unwrap();
    }
    world
}

#[test]
fn trees_have_one_answer() {
    use carom::LaneWidth;
    use carom::diagnostics::Driver;
    let steps = 240;
    let mut first = trees(WorldDef::default());
    let mut images = Vec::new();
    let wanted: Vec<_> = (0..steps)
        .map(|step| {
            if step % 60 == 30 {
                images.push((step, first.snapshot()));
            }
            first.step();
            first.state_hash()
        })
        .collect();
    checked(&first);
    let play_as = |name: &str, mut world: World, from: usize| {
        for (step, &wanted) in wanted.iter().enumerate().skip(from) {
            world.step();
            assert_eq!(world.state_hash(), wanted, "{name}, step {step}");
        }
    };
    for threads in [1, 2, 3, 8] {
        let mut world = trees(WorldDef::default());
        world.set_driver(Driver::Threads(threads));
        play_as("threads", world, 0);
    }
    for lanes in [LaneWidth::Four, LaneWidth::Eight] {
        let mut world = trees(WorldDef::default());
        world.set_lanes(lanes);
        play_as("lanes", world, 0);
    }
    play_as("other rows", trees(WorldDef { spatial_sort_interval: 1, ..WorldDef::default() }), 0);
    for (step, image) in images {
        let mut world = World::default();
        world.restore(&image).unwrap();
        play_as("an image", world, step);
    }
}

/// The rules of a world choose: one after the other the rope is pulled apart, and all at once it is not.
#[test]
fn rules_choose_the_solver_of_joints() {
    for (solver, holds) in
        [(JointSolver::Automatic, true), (JointSolver::Direct, true), (JointSolver::Iterative, false)]
    {
        let mut rope = rope(WorldDef::default().joint_solver(solver), 20, 2_000.0, 0.0);
        for _ in 0..200 {
            rope.world.step();
        }
        assert_eq!(rope.stretch() < 1e-3, holds, "{solver:?}: {}", rope.stretch());
        let image = rope.world.snapshot();
        let mut twin = World::default();
        twin.restore(&image).unwrap();
        assert_eq!(twin.def().joint_solver, solver);
    }
    // While it runs.
    let mut rope = rope(WorldDef::default().joint_solver(JointSolver::Iterative), 20, 100.0, 0.0);
    play(&mut rope.world, 120);
    assert!(rope.stretch() > 0.01);
    let def = rope.world.def().clone().joint_solver(JointSolver::Direct);
    rope.world.set_def(def).unwrap();
    play(&mut rope.world, 120);
    assert!(rope.stretch() < 1e-3, "{}", rope.stretch());
}
