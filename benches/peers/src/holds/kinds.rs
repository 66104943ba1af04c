//! Twenty seeded set-ups of each kind of joint, and the error of all that such a joint holds.

use super::{Case, Gauge};
use carom::math::{PI, Pose, Rot, cross, max, normalize, sin_cos};
use carom::{
    BodyDef, BodyKind, Distance, Error, Filter, JointDef, JointKind, Polygon, Prismatic, Revolute, ShapeDef, Vec2,
    Weld, Wheel, vec2,
};
use carom_scenes::{Roster, SceneDef, SplitMix64};

/// Number of set-ups of a kind.
const SET_UPS: u64 = 20;

/// Half the range of a slide [m].
const SLIDE: f32 = 0.5;

/// The cases: their names say the kind.
const KINDS: [(&str, Kind); 6] = [
    ("kind_revolute", |_, at, _| Revolute::at(at).into()),
    ("kind_prismatic", |_, at, axis| Prismatic::at(at, axis).limit(-SLIDE, SLIDE).into()),
    ("kind_rod", |random, at, _| Distance::between(at, at + way(random)).into()),
    ("kind_rope", |random, at, _| {
        let way = way(random);
        Distance::between(at, at + way).range(0.0, 1.2 * way.length()).into()
    }),
    ("kind_weld", |_, at, _| Weld::at(at).into()),
    ("kind_wheel", |_, at, axis| Wheel::at(at, axis).suspension(3.0, 0.5).limit(-SLIDE, SLIDE).into()),
];

/// Makes a joint at a point of the world; a slide has this axis.
type Kind = fn(&mut SplitMix64, Vec2, Vec2) -> JointDef;

/// A case of each kind.
///
/// # Errors
/// A shape that carom refuses; no case here has one.
pub fn kinds() -> Result<Vec<Case>, Error> {
    let case = |&(name, kind)| Ok(Case { name, scene: set_ups(name, kind)?, gauge: Gauge::Held });
    KINDS.iter().map(case).collect()
}

/// Set-ups that pass through each other: a fixed body, a second one that hangs from it, and a third one that hangs from
/// that. Masses are 1 to 100 kg.
fn set_ups(name: &str, kind: Kind) -> Result<SceneDef, Error> {
    let mut scene = SceneDef::new(name, "two bodies hang from a fixed one", 600, false);
    for seed in 0..SET_UPS {
        let mut random = SplitMix64::new(seed);
        let fixed = BodyDef { kind: BodyKind::Fixed, ..body(&mut random, Vec2::ZERO)? };
        let (mut last, mut place) = (scene.add(fixed), Vec2::ZERO);
        for _ in 0..2 {
            let at = place + point(&mut random);
            let axis = vec2(random.range(-1.0, 1.0), random.range(0.2, 1.0));
            place = at + point(&mut random);
            let body = body(&mut random, place)?.angular_velocity(random.range(-3.0, 3.0));
            let next = scene.add(body);
            let joint = kind(&mut random, at, axis);
            scene.join(last, next, joint);
            last = next;
        }
    }
    Ok(scene)
}

/// A box of a random form and mass that meets nothing.
#[allow(clippy::disallowed_methods, reason = "all engines get the same mass, whatever its last bit")]
fn body(random: &mut SplitMix64, place: Vec2) -> Result<BodyDef, Error> {
    let mass = 10.0_f32.powf(random.range(0.0, 2.0));
    let (width, height) = (random.range(0.3, 2.0), random.range(0.3, 2.0));
    let shape = ShapeDef::new(Polygon::rect(width, height)?).density(mass / (width * height));
    let shape = shape.filter(Filter { category: 2, mask: 0, group: 0 });
    Ok(BodyDef::dynamic().at(place).angle(random.range(-3.0, 3.0)).shape(shape))
}

fn point(random: &mut SplitMix64) -> Vec2 {
    vec2(random.range(-1.0, 1.0), random.range(-1.0, 1.0))
}

/// The way along a rod or a rope.
fn way(random: &mut SplitMix64) -> Vec2 {
    let (sin, cos) = sin_cos(random.range(-PI, PI));
    vec2(cos, sin) * random.range(0.5, 1.5)
}

/// Errors of all that joints hold, over a run [m]; of an angle at an arm of 1 m.
#[derive(Clone, Copy, Debug, Default)]
pub struct HeldErrors {
    sum: f64,
    count: u64,
    greatest: f64,
}

impl HeldErrors {
    /// Adds the joints of `roster` after a step.
    pub fn add(&mut self, roster: &Roster, pose: impl Fn(usize) -> Pose) {
        for joint in roster.joints() {
            let error = f64::from(error(&joint.joint, pose(joint.a), pose(joint.b)));
            self.sum += error;
            self.count += 1;
            // An error that is not a number is the greatest, and stays so.
            self.greatest = if error <= self.greatest || self.greatest.is_nan() { self.greatest } else { error };
        }
    }

    /// The mean over joints and steps, and the greatest [m].
    pub fn figures(&self) -> [f64; 2] {
        [self.sum / self.count.max(1) as f64, self.greatest]
    }
}

/// The error of what a joint holds, with its bodies at these poses [m].
fn error(joint: &JointDef, a: Pose, b: Pose) -> f32 {
    let [anchor_a, anchor_b] = joint.anchors();
    let apart = b.transform_point(anchor_b) - a.transform_point(anchor_a);
    let turned = || Rot::from_angle(joint.reference_angle()).inv_mul(a.q.inv_mul(b.q)).angle().abs();
    let off_line = |axis: Vec2| {
        let axis = a.q.rotate(normalize(axis).0);
        cross(axis, apart).abs() + max(axis.dot(apart).abs() - SLIDE, 0.0)
    };
    match &joint.kind {
        JointKind::Revolute(_) => apart.length(),
        JointKind::Weld(_) => apart.length() + turned(),
        JointKind::Prismatic(slider) => off_line(slider.axis) + turned(),
        JointKind::Wheel(wheel) => off_line(wheel.axis),
        JointKind::Distance(rope) if rope.limit.is_some() => {
            max(apart.length() - rope.limit.map_or(f32::MAX, |limit| limit.upper), 0.0)
        }
        JointKind::Distance(rod) => (apart.length() - rod.length.unwrap_or(0.0)).abs(),
        _ => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A joint that is opened by hand has that error.
    #[test]
    fn errors_are_of_what_is_held() {
        let at = |x: f32, y: f32, angle: f32| Pose::new(vec2(x, y), angle);
        let near = |found: f32, wanted: f32| assert!((found - wanted).abs() < 1e-6, "{found} {wanted}");
        let (a, askew) = (at(0.0, 0.0, 0.0), at(0.3, 0.4, 0.1));
        near(error(&Revolute::new(Vec2::ZERO, Vec2::ZERO).into(), a, askew), 0.5);
        near(error(&Weld::new(Vec2::ZERO, Vec2::ZERO).reference_angle(2.3).into(), a, askew), 0.5 + 2.2);
        near(error(&Prismatic::new(Vec2::ZERO, Vec2::ZERO, Vec2::X).into(), a, at(0.6, 0.4, 0.1)), 0.6);
        near(error(&Wheel::new(Vec2::ZERO, Vec2::ZERO, Vec2::Y * 2.0).into(), a, at(0.3, -0.7, 2.0)), 0.5);
        near(error(&Distance::new(Vec2::ZERO, Vec2::ZERO, 0.6).into(), a, askew), 0.1);
        near(error(&Distance::rope(Vec2::ZERO, Vec2::ZERO, 0.6).into(), a, askew), 0.0);
        near(error(&Distance::rope(Vec2::ZERO, Vec2::ZERO, 0.4).into(), a, askew), 0.1);
    }
}
