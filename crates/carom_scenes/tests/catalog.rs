//! The scenes have the sizes at which every engine is compared.
#![allow(clippy::unwrap_used)] // A test without a value has failed.

use carom::{BodyKind, Shape};
use carom_scenes::{MOST_BODIES, Script, Stage, all, extras, find};

#[test]
fn every_scene_has_its_published_size() {
    // Name, bodies, joints, shapes, steps.
    let sizes = [
        ("large_pyramid", 5051, 0, 5051, 500),
        ("many_pyramids", 22001, 0, 22020, 200),
        ("joint_grid", 10000, 19800, 10000, 500),
        ("tumbler", 2027, 1, 2029, 750),
        ("spinner", 6078, 1, 6078, 500),
        ("smash", 9601, 0, 9601, 300),
        ("rain", 1, 0, 2505, 1000),
        ("compounds", 3001, 0, 6282, 500),
        ("washer", 8102, 0, 8140, 500),
        ("junkyard", 8002, 0, 8262, 800),
        ("circles_10k", 10003, 0, 10003, 500),
        ("polygons_10k", 10003, 0, 10003, 500),
        ("mixed_50k", 50003, 0, 50003, 201),
    ];
    for (name, bodies, joints, shapes, steps) in sizes {
        let scene = find(name).unwrap().scene().unwrap();
        let found = (scene.bodies.len(), scene.joints.len(), scene.shape_count(), scene.steps);
        assert_eq!(found, (bodies, joints, shapes, steps), "{name}");
        assert_eq!(scene.name, name);
        let sleepless = ["large_pyramid", "many_pyramids", "joint_grid", "circles_10k", "polygons_10k", "mixed_50k"];
        assert_eq!(scene.world.sleep, !sleepless.contains(&name), "{name}");
    }
    assert_eq!(all().len(), sizes.len() + 1);
    assert!(find("large_pyramids").is_none());
}

#[test]
fn every_machine_has_its_bodies_and_joints() {
    let sizes = [
        ("car", 4, 2),
        ("bridge", 112, 101),
        ("ragdolls", 503, 450),
        ("wrecking_ball", 62, 9),
        ("crane", 302, 451),
        ("cradle", 6, 5),
        ("pulley_lift", 5, 2),
        ("gear_train", 6, 9),
        ("mouse", 7, 1),
    ];
    for (name, bodies, joints) in sizes {
        let scene = find(name).unwrap().scene().unwrap();
        assert_eq!((scene.bodies.len(), scene.joints.len(), scene.steps), (bodies, joints, 600), "{name}");
        assert!(scene.play().is_ok(), "{name}");
    }
    assert_eq!(extras().len(), 6 + sizes.len());
}

#[test]
fn random_polygons_keep_their_corners() {
    let scene = find("polygons_10k").unwrap().scene().unwrap();
    let mut corners = [0_usize; 9];
    for body in &scene.bodies[3..] {
        let Shape::Polygon(polygon) = &body.shapes[0].shape else { panic!("not a polygon") };
        corners[polygon.vertices().len()] += 1;
    }
    // Six sizes with equal chances.
    assert!(corners[3..].iter().all(|n| (1500..1850).contains(n)), "{corners:?}");
}

#[test]
fn heap_has_any_number_of_bodies() {
    let heap = find("heap").unwrap();
    for bodies in [1, 2, 7, 8, 9, 1000, 12345] {
        let scene = heap.scaled(bodies).unwrap();
        assert_eq!(scene.bodies.iter().filter(|b| b.kind == BodyKind::Dynamic).count(), bodies);
        // No two start inside each other, and none in a wall or under its floor.
        let reach = |i: usize| scene.bodies[i].shapes[0].shape.piece(0).reach(carom::math::Vec2::ZERO);
        for i in 1..bodies.min(2000) {
            for j in (i + 1)..(i + 80).min(bodies + 1) {
                let apart = (scene.bodies[i].position - scene.bodies[j].position).length();
                assert!(apart > reach(i) + reach(j), "{i} {j}");
            }
        }
    }
    assert!(heap.scaled(0).is_err() && heap.scaled(MOST_BODIES + 1).is_err());
    assert!(find("smash").unwrap().scaled(5).is_err());
}

/// Counts the actions of a script.
#[derive(Default)]
struct Count {
    bodies: usize,
    present: std::collections::BTreeSet<usize>,
    joints: Vec<(usize, usize)>,
    moves: Vec<f32>,
}

impl Stage for Count {
    fn add(&mut self, _: &carom::BodyDef) -> Result<usize, carom_scenes::SceneError> {
        self.present.insert(self.bodies);
        self.bodies += 1;
        Ok(self.bodies - 1)
    }
    fn remove(&mut self, body: usize) -> Result<(), carom_scenes::SceneError> {
        assert!(self.present.remove(&body));
        self.joints.retain(|j| j.0 != body && j.1 != body);
        Ok(())
    }
    fn join(&mut self, a: usize, b: usize, _: &carom::JointDef) -> Result<(), carom_scenes::SceneError> {
        assert!(self.present.contains(&a) && self.present.contains(&b));
        self.joints.push((a, b));
        Ok(())
    }
    fn move_to(&mut self, body: usize, pose: carom::math::Pose) -> Result<(), carom_scenes::SceneError> {
        assert_eq!(body, 8001);
        self.moves.push(pose.p.x);
        Ok(())
    }
}

#[test]
fn rain_ends_with_a_thousand_dolls() {
    let scene = find("rain").unwrap().scene().unwrap();
    let mut script = Script::new(scene.script.unwrap());
    let mut count = Count { bodies: 1, present: [0].into(), ..Count::default() };
    for step in 0..scene.steps {
        script.act(step, &mut count).unwrap();
        if step == 319 {
            assert_eq!(count.bodies, 11001);
        }
    }
    assert_eq!((count.present.len(), count.joints.len()), (11001, 10000));
}

#[test]
fn the_block_of_junkyard_goes_to_and_fro() {
    let scene = find("junkyard").unwrap().scene().unwrap();
    let mut script = Script::new(scene.script.unwrap());
    let mut count = Count::default();
    for step in 0..scene.steps {
        script.act(step, &mut count).unwrap();
    }
    assert_eq!((count.moves.len(), count.moves[0]), (800, 0.0));
    assert!((count.moves[60] - 11.920_16).abs() < 1e-4);
}
