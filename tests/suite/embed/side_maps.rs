//! Side maps: data of a program beside bodies and shapes, by slotmap keys. A key that is stale, or of another world,
//! names nothing in them.

use crate::kit::*;
use carom::prelude::*;
use carom::slotmap::{SecondaryMap, SparseSecondaryMap};
use carom::{ShapeKey, slotmap::Key};

/// A world of so many discs, and the keys of those.
fn discs(count: usize) -> (World, Vec<BodyKey>) {
    let mut world = World::default();
    let keys = (0..count)
        .map(|k| world.add_body(BodyDef::dynamic().at(vec2(2.0 * k as f32, 0.0)).shape(disc(0.5))).unwrap())
        .collect();
    (world, keys)
}

#[test]
fn a_side_map_of_another_world_names_nothing() {
    let ((one, ours), (two, theirs)) = (discs(50), discs(50));
    let mut names = SecondaryMap::new();
    ours.iter().enumerate().for_each(|(k, &key)| assert!(names.insert(key, k).is_none()));
    for (&our, &their) in ours.iter().zip(&theirs) {
        assert!(names.contains_key(our) && !names.contains_key(their));
        assert!(one.body(our).is_some() && one.body(their).is_none() && two.body(our).is_none());
    }
    // Entries of both worlds in one map: a later one takes the place of an older one, and neither is taken for the
    // other.
    let mut sparse = SparseSecondaryMap::new();
    sparse.insert(ours[7], "ours");
    sparse.insert(theirs[8], "theirs");
    assert_eq!(
        [ours[7], ours[8], theirs[7], theirs[8]].map(|key| sparse.get(key).copied()),
        [Some("ours"), None, None, Some("theirs")]
    );
}

#[test]
fn a_key_whose_place_was_given_again_names_nothing_of_before() {
    let (mut world, keys) = discs(10);
    let mut health = SecondaryMap::new();
    keys.iter().for_each(|&key| assert!(health.insert(key, 100).is_none()));
    for round in 0..200 {
        assert!(world.remove_body(keys[3]) == (round == 0));
        let new = world.add_body(BodyDef::dynamic().shape(disc(0.5))).unwrap();
        assert!(new != keys[3] && !health.contains_key(new), "round {round}");
        assert!(world.body(keys[3]).is_none());
        world.remove_body(new);
    }
    health.retain(|key, _| world.body(key).is_some());
    assert_eq!(health.len(), 9);
}

#[test]
fn shape_keys_are_stale_after_their_shape_and_null_keys_never_name_anything() {
    let (mut world, keys) = discs(2);
    let mut body = world.body_mut(keys[0]).unwrap();
    let added = body.add_shape(disc(0.25)).unwrap();
    let first = body.shape_keys()[0];
    let mut color: SecondaryMap<ShapeKey, &str> = SecondaryMap::new();
    color.insert(first, "red");
    color.insert(added, "blue");
    assert!(body.remove_shape(first));
    assert!(body.set_material(first, Default::default()).is_err());
    assert!(world.shape(first).is_none() && world.shape(added).is_some());
    color.retain(|key, _| world.shape(key).is_some());
    assert_eq!(color.get(added), Some(&"blue"));
    assert!(world.shape(ShapeKey::null()).is_none() && world.body(BodyKey::null()).is_none());
    assert!(world.body_mut(BodyKey::null()).is_none() && !world.remove_body(BodyKey::null()));
    checked(&world);
}
