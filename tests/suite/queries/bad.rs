//! Invalid queries are refused with the name of the field.

use crate::kit::*;
use carom::prelude::*;
use carom::{Aabb, Cast, Ray, Shape};

const BAD: [f32; 3] = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY];

fn refused<T>(answer: Result<T, carom::Error>, field: &str) {
    let message = answer.err().unwrap_or_else(|| panic!("{field} was accepted")).to_string();
    assert!(message.starts_with(field), "{message} does not name {field}");
}

#[test]
fn rays_that_are_none() {
    let world = on_ground(WorldDef::default());
    let query = world.query();
    for bad in BAD {
        refused(query.ray(&Ray::new(vec2(bad, 0.0), vec2(1.0, 1.0))), "from:");
        refused(query.ray_any(&Ray::new(vec2(1.0, 0.0), vec2(1.0, bad))), "to:");
        refused(query.ray_all(&Ray::new(vec2(1.0, 0.0), vec2(1.0, 1.0)).radius(bad)), "radius:");
    }
    refused(query.ray(&Ray::new(vec2(1.0, 0.0), vec2(2.0, 0.0)).radius(-1.0)), "radius:");
    refused(query.ray(&Ray::new(vec2(1.0, 2.0), vec2(1.0, 2.0))), "to:");
    refused(query.ray(&Ray::along(vec2(1.0, 2.0), Vec2::ZERO, 5.0)), "to:");
    let rays = [Ray::new(vec2(1.0, 0.0), vec2(2.0, 0.0)), Ray::new(Vec2::ZERO, Vec2::ZERO)];
    refused(query.ray_batch(&rays), "rays[1].to:");
    assert_eq!(query.ray_batch(&[]).unwrap().len(), 0);
}

#[test]
fn casts_and_areas_that_are_none() {
    let world = on_ground(WorldDef::default());
    let query = world.query();
    let here = Pose::new(vec2(0.0, 5.0), 0.0);
    let empty: Shape = TileGrid::from_rows(&["..", ".."], 1.0).unwrap().into();
    for bad in BAD {
        let nowhere = Pose { p: vec2(bad, 0.0), q: Rot::IDENTITY };
        let twisted = Pose { p: Vec2::ZERO, q: Rot { c: bad, s: 0.0 } };
        refused(query.cast(&Cast::between(disc(1.0), nowhere, here)), "from.p:");
        refused(query.cast(&Cast::new(disc(1.0), here, vec2(bad, 0.0))), "to.p:");
        refused(query.cast(&Cast::between(disc(1.0), here, twisted)), "to.q:");
        refused(query.overlap(&disc(1.0).into(), nowhere), "pose.p:");
        refused(query.overlap(&disc(1.0).into(), twisted), "pose.q:");
        refused(query.overlap_box(&Aabb::new(vec2(bad, 0.0), Vec2::ONE)), "area.min:");
        refused(query.overlap_circle(vec2(bad, 0.0), 1.0), "center:");
        refused(query.overlap_circle(Vec2::ZERO, bad), "radius:");
        refused(query.overlap_point(vec2(0.0, bad)), "point:");
        refused(query.closest(vec2(0.0, bad), 1.0), "place:");
    }
    refused(query.cast(&Cast::new(disc(1.0), here, Vec2::ZERO)), "to:");
    refused(query.cast(&Cast::new(empty.clone(), here, Vec2::ONE)), "shape:");
    refused(query.overlap(&empty, here), "shape:");
    refused(query.overlap_box(&Aabb::new(Vec2::ONE, Vec2::ZERO)), "width:");
    refused(query.overlap_circle(Vec2::ZERO, -1.0), "radius:");
    refused(query.closest(Vec2::ZERO, -1.0), "within:");
    refused(query.closest(Vec2::ZERO, f32::NAN), "within:");
    refused(query.closest_batch(&[Vec2::ZERO, vec2(f32::NAN, 0.0)], 1.0), "places[1].place:");
    refused(query.cast_batch(&[Cast::new(disc(1.0), here, Vec2::ZERO)]), "casts[0].to:");
    refused(query.overlap_batch(&[(empty, here)]), "areas[0].shape:");
}

#[test]
fn an_empty_world_has_no_answers() {
    let world = World::default();
    let query = world.query();
    assert_eq!(query.ray(&Ray::new(Vec2::ZERO, Vec2::ONE)).unwrap(), None);
    assert_eq!(query.closest(Vec2::ZERO, f32::INFINITY).unwrap(), None);
    assert!(query.overlap_circle(Vec2::ZERO, 1e5).unwrap().is_empty());
}

#[test]
fn a_predicate_has_the_last_word() {
    let mut world = World::default();
    let near = world.add_body(BodyDef::fixed().at(vec2(2.0, 0.0)).shape(disc(0.5))).unwrap();
    let far = world.add_body(BodyDef::fixed().at(vec2(5.0, 0.0)).shape(disc(0.5))).unwrap();
    let ray = Ray::new(Vec2::ZERO, vec2(9.0, 0.0));
    let hit = |query: carom::Query<'_>| query.ray(&ray).unwrap().map(|hit| hit.shape.body);
    assert_eq!(hit(world.query()), Some(near));
    assert_eq!(hit(world.query().only(&|shape| shape.body != near)), Some(far));
    assert_eq!(hit(world.query().exclude(near)), Some(far));
    assert_eq!(hit(world.query().mask(2)), None);
}
