//! A thousand seeded set-ups of each kind: masses 1 to 100, any frames. The error of all that is held stays within the
//! bounds below, and without a motor no energy comes from nothing.

use crate::kit::*;
use carom::prelude::*;

/// A body of a random form and mass.
pub(super) fn body(random: &mut SplitMix64, place: Vec2) -> BodyDef {
    let mass = 10.0_f32.powf(random.range(0.0, 2.0));
    let (width, height) = (random.range(0.3, 2.0), random.range(0.3, 2.0));
    let shape = ShapeDef::new(rect(width, height)).density(mass / (width * height));
    BodyDef::dynamic().at(place).angle(random.range(-3.0, 3.0)).shape(shape)
}

fn joint(kind: u64, random: &mut SplitMix64) -> JointDef {
    let at = vec2(random.range(-1.0, 1.0), random.range(-1.0, 1.0));
    let axis = vec2(random.range(-1.0, 1.0), random.range(0.2, 1.0));
    match kind {
        0 => Revolute::at(at).into(),
        1 => Prismatic::at(at, axis).limit(-0.5, 0.5).into(),
        2 => Distance::between(at, vec2(-at.y, 1.0)).into(),
        3 => Weld::at(at).into(),
        4 => Wheel::at(at, axis).suspension(3.0, 0.5).limit(-0.5, 0.5).into(),
        _ => PinSlot::at(at, axis).limit(-0.5, 0.5).into(),
    }
}

/// The error of what a joint holds [m]; of an angle at an arm of 1 m.
fn error(joint: carom::Joint<'_>, length: f32) -> f32 {
    let (a, b) = joint.anchors();
    let beyond = |place: f32| (place.abs() - 0.5).max(0.0);
    match joint.kind() {
        JointKind::Revolute(_) => (b - a).length(),
        JointKind::Weld(_) => (b - a).length() + joint.angle().abs(),
        JointKind::Distance(_) => (joint.place() - length).abs(),
        JointKind::Prismatic(_) => joint.axis().perp_dot(b - a).abs() + joint.angle().abs() + beyond(joint.place()),
        _ => joint.axis().perp_dot(b - a).abs() + beyond(joint.place()),
    }
}

pub(super) fn energy(world: &World, keys: &[BodyKey]) -> f64 {
    let part = |&key: &BodyKey| {
        let body = world.body(key).unwrap();
        let (mass, v, w) = (body.mass(), body.velocity(), body.angular_velocity());
        f64::from(0.5 * mass.mass * v.length_squared() + 0.5 * mass.inertia * w * w)
            - f64::from(mass.mass * world.def().gravity.y) * f64::from(body.center().y)
    };
    keys.iter().map(part).sum()
}

/// Mean and greatest error after the first second, and the greatest energy beyond that at first over the range of
/// energies.
fn play_set_up(kind: u64, seed: u64, steps: u32) -> (f32, f32, f64) {
    let mut random = SplitMix64::new(1_000 * seed + kind);
    let held = random.int(0, 1) == 0;
    let gravity = if held { vec2(0.0, -G) } else { Vec2::ZERO };
    let mut world = World::new(WorldDef::default().sleep(false).gravity(gravity)).unwrap();
    let a = body(&mut random, Vec2::ZERO);
    let a = world.add_body(if held { BodyDef { kind: carom::BodyKind::Fixed, ..a } } else { a }).unwrap();
    let place = vec2(random.range(-1.0, 1.0), random.range(-1.0, 1.0));
    let b = body(&mut random, place).angular_velocity(random.range(-3.0, 3.0));
    let b = world.add_body(b).unwrap();
    let key = world.add_joint(a, b, joint(kind, &mut random)).unwrap();
    let length = world.joint(key).unwrap().place();
    let keys = [a, b].into_iter().skip(usize::from(held)).collect::<Vec<_>>();
    let (first, mut lowest, mut highest) = (energy(&world, &keys), f64::MAX, f64::MIN);
    let (mut sum, mut most) = (0.0, 0.0_f32);
    for _ in 0..steps {
        world.step();
        let now = energy(&world, &keys);
        (lowest, highest) = (lowest.min(now), highest.max(now));
        let error = error(world.joint(key).unwrap(), length);
        sum += error;
        most = most.max(error);
    }
    let weights: f64 = keys.iter().map(|&key| f64::from(world.body(key).unwrap().mass().mass * G)).sum();
    (sum / steps as f32, most, (highest - first) / (first - lowest).max(weights))
}

/// Bounds of each kind: of the mean over all set-ups, of the mean of one, and of the greatest error [m]. A body that
/// whips round on a rod turns by up to half a radian in a substep.
const BOUNDS: [[f64; 3]; 6] = [
    [0.000_3, 0.001, 0.005],
    [0.000_1, 0.001, 0.005],
    [0.000_1, 0.000_5, 0.04],
    [0.000_1, 0.000_3, 0.005],
    [0.000_1, 0.000_5, 0.005],
    [0.000_2, 0.001, 0.01],
];

#[test]
fn what_joints_hold_stays_held() {
    let (count, steps) = if LONG { (1_000, 1_800) } else { (40, 300) };
    for (kind, [bound_of_mean, bound_of_one, bound]) in (0..).zip(BOUNDS) {
        let mut worst = [(0.0_f64, 0); 3];
        let mut mean_of_means = 0.0;
        for seed in 0..count {
            let (mean, most, gain) = play_set_up(kind, seed, steps);
            for (worst, now) in worst.iter_mut().zip([f64::from(mean), f64::from(most), gain]) {
                if now > worst.0 {
                    *worst = (now, seed);
                }
            }
            mean_of_means += f64::from(mean) / count as f64;
        }
        println!("kind {kind}: mean {mean_of_means:.6}, worst mean, error and gain with seeds {worst:?}");
        let [(one, _), (most, _), (gain, _)] = worst;
        assert!(mean_of_means < bound_of_mean && one < bound_of_one && most < bound, "kind {kind}: {worst:?}");
        assert!(gain < 0.02, "kind {kind}: energy grew: {worst:?}");
    }
}
