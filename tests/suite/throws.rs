//! Throws asked of a world: the same as the earliest of each shape alone.

use carom::prelude::*;
use carom::toolbox::{Trajectory, ballistic_cast_shape};
use carom::{Shape, ThrowHit};
use carom_scenes::SplitMix64;

#[test]
fn a_throw_meets_the_first_of_all_shapes() -> Result<(), carom::Error> {
    let mut random = SplitMix64::new(5);
    let (mut hits, mut misses) = (0, 0);
    for case in 0..60 {
        let mut world = World::new(WorldDef::default().broad_phase(if case % 2 == 0 {
            BroadPhaseKind::Hash
        } else {
            BroadPhaseKind::QuadTree
        }))?;
        let mut bodies: Vec<(BodyKey, Shape, Pose)> = Vec::new();
        for _ in 0..40 {
            let at = vec2(random.range(-30.0, 30.0), random.range(-15.0, 15.0));
            let shape: Shape = match random.int(0, 3) {
                0 => Circle::new(random.range(0.2, 1.5))?.into(),
                1 => Polygon::rect(random.range(0.3, 3.0), random.range(0.3, 2.0))?.rounded(0.1)?.into(),
                _ => Chain::open([vec2(-2.0, 0.0), vec2(0.0, 1.0), vec2(2.0, 0.0)])?.into(),
            };
            let def = BodyDef::fixed().at(at).angle(random.range(-3.0, 3.0)).shape(shape.clone());
            let pose = def.pose();
            bodies.push((world.add_body(def)?, shape, pose));
        }
        for _ in 0..40 {
            let from = vec2(random.range(-40.0, 40.0), random.range(-20.0, 20.0));
            let velocity = vec2(random.range(-25.0, 25.0), random.range(-20.0, 25.0));
            let mut throw = Trajectory::new(from, velocity, random.range(0.0, 0.6));
            throw.duration = random.range(0.0, 6.0);
            if random.int(0, 4) == 0 {
                throw.gravity = Vec2::ZERO;
            }
            let alone = bodies.iter().filter_map(|(key, shape, pose)| {
                ballistic_cast_shape(shape, *pose, &throw).map(|hit| (hit.time, *key))
            });
            let first = alone.min_by(|a, b| a.0.total_cmp(&b.0));
            let found: Option<ThrowHit> = world.query().throw(&throw)?;
            match (first, found) {
                (Some((time, key)), Some(hit)) => {
                    hits += 1;
                    assert!((hit.time - time).abs() < 1.0e-5, "{hit:?} {time}");
                    assert!(hit.shape.body == key || (hit.time - time).abs() < 1.0e-6, "{hit:?}");
                    let centre = throw.place_at(hit.time);
                    assert!((hit.center - centre).length() < 1.0e-3 * (1.0 + centre.length()));
                    assert!(world.query().exclude(key).throw(&throw)?.is_none_or(|h| h.shape.body != key));
                }
                (None, None) => misses += 1,
                other => panic!("{other:?} {throw:?}"),
            }
        }
    }
    assert!(hits > 500 && misses > 300, "{hits} {misses}");
    Ok(())
}

#[test]
fn a_throw_without_sense_is_refused_by_name() {
    let world = World::default();
    let throw = Trajectory::new(vec2(0.0, 0.0), vec2(1.0, 1.0), 0.1);
    let fields = [
        ("from", Trajectory { from: vec2(f32::NAN, 0.0), ..throw }),
        ("velocity", Trajectory { velocity: vec2(f32::INFINITY, 0.0), ..throw }),
        ("gravity", Trajectory { gravity: vec2(0.0, f32::NAN), ..throw }),
        ("radius", Trajectory { radius: -1.0, ..throw }),
        ("duration", Trajectory { duration: -1.0, ..throw }),
    ];
    for (field, throw) in fields {
        let error = world.query().throw(&throw).map_err(|e| e.to_string());
        assert!(error.as_ref().is_err_and(|e| e.contains(field)), "{field}: {error:?}");
    }
    assert_eq!(world.query().throw(&throw).ok(), Some(None));
}
