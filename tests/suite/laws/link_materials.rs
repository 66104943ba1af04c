//! A material for each link of a chain: each behaves as a ground of its own would.

use crate::kit::*;
use carom::prelude::*;

const ICE: Material = Material { friction: 0.0, restitution: 0.0, rolling_resistance: 0.0, surface_speed: 0.0 };

fn material(friction: f32) -> Material {
    Material { friction, ..Material::default() }
}

/// Points of a flat line, right to left, so that its upper side is the right of its way.
fn line() -> Vec<Vec2> {
    [20.0, 8.0, 4.0, 0.0, -4.0, -20.0].map(|x| vec2(x, 0.0)).to_vec()
}

fn materials() -> Vec<Material> {
    vec![material(0.5), material(0.3), ICE, material(0.8), material(0.4)]
}

fn chain() -> BodyDef {
    BodyDef::fixed().shape(ShapeDef::new(Chain::open(line()).unwrap()).link_materials(materials()))
}

/// The same ground of slabs side by side, each with a material of its own.
fn slabs() -> BodyDef {
    line().windows(2).zip(materials()).fold(BodyDef::fixed(), |def, (ends, material)| {
        let middle = 0.5 * (ends[0] + ends[1]) - vec2(0.0, 1.0);
        let slab = Polygon::rect_at(Pose::new(middle, 0.0), (ends[0] - ends[1]).length(), 2.0).unwrap();
        def.shape(ShapeDef::new(slab).material(material))
    })
}

/// Sends a body over the ground; returns its place and speed in each step.
fn slide(ground: BodyDef, thing: Shape, speed: f32) -> Vec<(f32, f32)> {
    let mut world = World::new(WorldDef::default().sleep(false)).unwrap();
    world.add_body(ground).unwrap();
    let shape = ShapeDef::new(thing).friction(1.0);
    let key =
        world.add_body(BodyDef::dynamic().at(vec2(-8.0, 0.2)).velocity(vec2(speed, 0.0)).no_rotation().shape(shape));
    let key = key.unwrap();
    (0..240)
        .map(|_| {
            play(&mut world, 1);
            (at(&world, key).x, velocity(&world, key).x)
        })
        .collect()
}

#[test]
fn a_box_slides_over_the_links_as_over_slabs() {
    for speed in [4.0, 6.0, 9.0, 12.0] {
        for thing in [
            Shape::from(rect(0.6, 0.4)),
            disc(0.2).into(),
            Capsule::new(vec2(-0.3, 0.0), vec2(0.3, 0.0), 0.2).unwrap().into(),
        ] {
            let (one, many) = (slide(chain(), thing.clone(), speed), slide(slabs(), thing, speed));
            for (step, ((x, v), (other_x, other_v))) in one.iter().zip(&many).enumerate() {
                assert!(
                    (x - other_x).abs() < 0.1 && (v - other_v).abs() < 0.3,
                    "{speed} m/s, step {step}: at {x}, {v} m/s; {other_x}, {other_v}"
                );
            }
        }
    }
}

#[test]
fn nothing_brakes_on_the_icy_link() {
    let way = slide(chain(), disc(0.2).into(), 12.0);
    // A ball that does not turn has one point. Friction with 1 is the root: sqrt(0.8) before the ice, sqrt(0.3) behind.
    let lost = |from: f32, to: f32| {
        let speeds: Vec<f32> =
            way.iter().filter(|(x, v)| (from..to).contains(x) && *v > 0.5).map(|&(_, v)| v).collect();
        assert!(speeds.len() > 3);
        (speeds[0] - speeds[speeds.len() - 1]) / (speeds.len() - 1) as f32 * 60.0
    };
    near(lost(-3.9, -0.2), 0.8_f32.sqrt() * G, 0.2);
    near(lost(0.2, 3.8), 0.0, 1e-3);
    near(lost(4.2, 7.8), 0.3_f32.sqrt() * G, 0.2);
}

#[test]
fn restitution_and_surface_speed_are_those_of_the_link() {
    let belt = Material { surface_speed: 2.0, friction: 1.0, ..ICE };
    let bouncy = Material { restitution: 1.0, ..ICE };
    let points = [10.0, 0.0, -10.0].map(|x| vec2(x, 0.0));
    let ground = ShapeDef::new(Chain::open(points).unwrap()).link_materials([bouncy, belt]);
    let mut world = World::new(WorldDef::default().sleep(false)).unwrap();
    let ground = world.add_body(BodyDef::fixed().shape(ground)).unwrap();
    let ball = world.add_body(BodyDef::dynamic().at(vec2(5.0, 3.0)).shape(ShapeDef::new(disc(0.5)))).unwrap();
    let box_ = world.add_body(BodyDef::dynamic().at(vec2(-5.0, 0.25)).shape(rect(0.5, 0.5))).unwrap();
    let mut highest = 0.0_f32;
    for step in 0..120 {
        play(&mut world, 1);
        highest = if step > 60 { highest.max(at(&world, ball).y) } else { 0.0 };
    }
    near(highest, 3.0, 0.1);
    near(velocity(&world, box_).x, 2.0, 0.01);
    // Changed while it runs: the other way round, then all alike.
    let key = world.body(ground).unwrap().shape_keys()[0];
    world
        .body_mut(ground)
        .unwrap()
        .set_link_materials(key, vec![ICE, Material { surface_speed: -2.0, ..belt }])
        .unwrap();
    play(&mut world, 120);
    near(velocity(&world, box_).x, -2.0, 0.01);
    world.body_mut(ground).unwrap().set_material(key, Material { surface_speed: 1.0, ..belt }).unwrap();
    assert!(world.shape(key).unwrap().link_materials.is_empty());
    play(&mut world, 120);
    near(velocity(&world, box_).x, 1.0, 0.01);
}

#[test]
fn an_image_keeps_the_links() {
    let mut world = World::new(WorldDef::default().sleep(false)).unwrap();
    let ground = world.add_body(chain()).unwrap();
    world.add_body(BodyDef::dynamic().at(vec2(-8.0, 0.2)).velocity(vec2(9.0, 0.0)).shape(rect(0.6, 0.4))).unwrap();
    play(&mut world, 20);
    let mut other = World::from_snapshot(&world.snapshot()).unwrap();
    assert_eq!(other.body(ground).unwrap().shapes()[0].link_materials.to_vec(), materials());
    for _ in 0..120 {
        play(&mut world, 1);
        other.step();
        assert_eq!(world.state_hash(), other.state_hash());
    }
}

#[test]
fn lists_of_another_length_are_refused() {
    let says = |shape: ShapeDef, text: &str| {
        let error = World::default().add_body(BodyDef::fixed().shape(shape)).unwrap_err().to_string();
        assert!(error.starts_with(text), "{error}");
    };
    let chain = || ShapeDef::new(Chain::open(line()).unwrap());
    says(chain().link_materials(vec![ICE; 4]), "shapes[0].link_materials: a list of 4");
    says(ShapeDef::new(disc(1.0)).link_materials([ICE]), "shapes[0].link_materials: a list of 1 is not none, as only");
    says(chain().link_materials(vec![material(-1.0); 5]), "shapes[0].link_materials[0].material.friction");
    let ring = ShapeDef::new(Chain::closed(line().into_iter().chain([vec2(0.0, -5.0)]).collect::<Vec<_>>()).unwrap());
    says(ring.clone().link_materials(vec![ICE; 6]), "shapes[0].link_materials");
    let mut world = World::default();
    let key = world.add_body(BodyDef::fixed().shape(ring.link_materials(vec![ICE; 7]))).unwrap();
    let mut body = world.body_mut(key).unwrap();
    let shape = body.shape_keys()[0];
    assert!(body.set_link_materials(shape, vec![ICE; 6]).is_err());
    assert!(body.set_link_materials(shape, vec![material(f32::NAN); 7]).is_err());
    assert!(body.set_link_materials(ShapeKey::default(), Vec::new()).is_err());
    assert!(body.set_link_materials(shape, Vec::new()).is_ok());
}
