//! The report of a run is right, on bodies whose figures are known.
#![allow(clippy::unwrap_used)] // A test without a value has failed.

use carom::math::{Pose, vec2};
use carom::{BodyDef, Circle, Filter, Polygon, Revolute, Segment, ShapeDef};
use carom_scenes::{Container, JointErrorSum, Roster, Sample, SceneDef, measure_motion, measure_overlap};

fn scene() -> SceneDef {
    SceneDef::new("test", "", 1, true)
}

fn samples(scene: &SceneDef) -> Vec<Sample> {
    scene
        .bodies
        .iter()
        .map(|b| Sample { pose: b.pose(), velocity: b.velocity, angular_velocity: b.angular_velocity })
        .collect()
}

fn square() -> ShapeDef {
    Polygon::rect(1.0, 1.0).unwrap().into()
}

#[test]
fn overlap_is_the_depth_of_what_may_touch() {
    let mut scene = scene();
    // A wide floor, 0.01 deep in a; a and b 0.25 deep; b and c linked; d filtered; a fixed one in the floor.
    scene.add(BodyDef::fixed().shape(Polygon::rect(200.0, 1.0).unwrap()));
    scene.add(BodyDef::dynamic().at(vec2(0.0, 0.99)).shape(square()));
    scene.add(BodyDef::dynamic().at(vec2(0.75, 1.5)).shape(square()));
    scene.add(BodyDef::dynamic().at(vec2(1.0, 1.5)).shape(square()));
    scene.add(BodyDef::dynamic().at(vec2(0.0, 1.0)).shape(square().filter(Filter { category: 2, mask: 2, group: 0 })));
    scene.add(BodyDef::fixed().at(vec2(30.0, 0.0)).shape(square()));
    // Sensors, rounding and lines do not count.
    scene.add(BodyDef::fixed().shape(square().sensor()));
    scene.add(BodyDef::dynamic().at(vec2(-3.0, 1.25)).shape(Polygon::rect(1.0, 1.0).unwrap().rounded(0.5).unwrap()));
    scene.add(BodyDef::fixed().shape(Segment::new(vec2(-9.0, 1.2), vec2(9.0, 1.2)).unwrap()));
    // Two circles on two floors, 0.1 in each other, far out, and one body with two shapes in each other.
    scene.add(BodyDef::dynamic().at(vec2(60.0, 5.0)).shape(Circle::new(0.5).unwrap()));
    scene.add(BodyDef::dynamic().at(vec2(60.9, 5.0)).shape(Circle::new(0.5).unwrap()));
    scene.add(BodyDef::dynamic().at(vec2(70.0, 5.0)).shape(square()).shape(square()));
    scene.join(2, 3, Revolute::default());
    let overlap = measure_overlap(&Roster::new(&scene).unwrap(), &samples(&scene));
    assert_eq!((overlap.pairs, overlap.over_2cm), (3, 2), "{overlap:?}");
    assert!((overlap.max - 0.25).abs() < 1e-5 && (overlap.mean - 0.36 / 3.0).abs() < 1e-5, "{overlap:?}");
}

#[test]
fn motion_counts_what_is_lost_and_what_is_not_finite() {
    let mut scene = scene();
    scene.add(BodyDef::kinematic().at(vec2(0.0, 10.0)).angle(std::f32::consts::FRAC_PI_2));
    for x in [0.0, 3.0, 6.0, f32::NAN] {
        scene.add(BodyDef::dynamic().at(vec2(x, 10.0)).velocity(vec2(3.0, 4.0)));
    }
    let roster = Roster::new(&scene).unwrap();
    let lost = |container| measure_motion(&roster, &samples(&scene), Some(&container));
    // Turned by a quarter: the width is along y.
    let motion = lost(Container::RectAround { body: 0, width: 1.0, height: 10.0 });
    assert_eq!((motion.lost, motion.not_finite), (Some(1), 1));
    assert_eq!((motion.mean_x, motion.mean_y, motion.mean_speed, motion.max_speed), (3.0, 10.0, 5.0, 5.0));
    assert_eq!(lost(Container::RectAround { body: 0, width: 1.0, height: 5.0 }).lost, Some(2));
    assert_eq!(lost(Container::DiscAround { body: 0, radius: 5.0 }).lost, Some(1));
    assert_eq!(lost(Container::Disc { center: vec2(6.0, 0.0), radius: 10.0 }).lost, Some(2));
    assert_eq!(lost(Container::Hall { y: 0.0, left: 1.0, right: 5.0 }).lost, Some(2));
    assert_eq!(lost(Container::Above { y: 11.0 }).lost, Some(3));
    assert_eq!(measure_motion(&roster, &samples(&scene), None).lost, None);
}

#[test]
fn a_hinge_made_at_a_point_of_the_world_is_measured_there() {
    let mut scene = scene();
    scene.add(BodyDef::dynamic().at(vec2(2.0, 1.0)).angle(0.7));
    scene.add(BodyDef::dynamic().at(vec2(-3.0, 5.0)));
    scene.join(0, 1, Revolute::at(vec2(4.0, 4.0)));
    let (roster, mut sum) = (Roster::new(&scene).unwrap(), JointErrorSum::default());
    sum.add(&roster, |body| roster.body(body).unwrap().pose());
    assert!(sum.figures().peak < 1.0e-6, "{:?}", sum.figures());
    let mut play = scene.play().unwrap();
    play.step();
    sum.add(play.roster(), |body| play.pose(body));
    assert!(sum.figures().peak < 1.0e-3, "{:?}", sum.figures());
}

#[test]
fn joint_errors_are_taken_over_joints_and_steps() {
    let mut scene = scene();
    for _ in 0..3 {
        scene.add(BodyDef::dynamic());
    }
    scene.join(0, 1, Revolute::new(vec2(1.0, 0.0), vec2(0.0, 0.0)));
    scene.join(1, 2, Revolute::new(vec2(0.0, 0.0), vec2(0.0, 0.0)));
    let mut roster = Roster::new(&scene).unwrap();
    let mut sum = JointErrorSum::default();
    assert_eq!(sum.figures().peak, 0.0);
    sum.add(&roster, |_| Pose::IDENTITY);
    sum.add(&roster, |body| Pose::new(vec2(3.0 * body as f32, 0.0), 0.0));
    let figures = sum.figures();
    assert_eq!((figures.mean, figures.worst, figures.peak), (1.5, 2.0, 3.0));
    assert_eq!(roster.remove(1).unwrap(), [0, 1]);
    assert_eq!(roster.joints().count(), 0);
    assert!(roster.remove(1).is_err() && roster.remove(7).is_err());
    assert!(roster.join(0, 1, &Revolute::default().into()).is_err());
}
