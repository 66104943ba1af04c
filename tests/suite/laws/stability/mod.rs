//! Towers, structures and machines that stand, fall or drive for a minute, at 4 substeps. With `CAROM_PICTURES=folder`
//! each is drawn at its end: `cargo test --release --test suite stability`.

mod dominoes;
mod machines;
mod structures;
mod towers;

use crate::kit::*;
use carom::prelude::*;
use carom_scenes::Play;

/// Time of a run: a minute, or some seconds in a debug build [steps].
const STEPS: u32 = if LONG { 3_600 } else { 300 };

/// Steps a world through a run and draws it. Its bodies stay finite, which `validate` looks at once a second.
fn watch(name: &str, world: &mut World, mut each: impl FnMut(&World)) {
    for step in 0..STEPS {
        world.step();
        each(world);
        if step % 60 == 0 {
            checked(world);
        }
    }
    draw(name, world);
}

/// The same for one of our scenes.
fn watch_scene(name: &str, mut each: impl FnMut(&World)) -> Play {
    let mut play = carom_scenes::find(name).unwrap().scene().unwrap().play().unwrap();
    for step in 0..STEPS {
        play.act().unwrap();
        play.step();
        each(play.world());
        if step % 60 == 0 {
            checked(play.world());
        }
    }
    draw(name, play.world());
    play
}

/// A picture of a world, if a folder for it is given.
fn draw(name: &str, world: &World) {
    if let Some(folder) = std::env::var_os("CAROM_PICTURES") {
        let path = std::path::PathBuf::from(folder).join(name).with_extension("png");
        std::fs::write(path, carom_draw::Drawing::of(world).png().unwrap()).unwrap();
    }
}

/// Greatest distance of bodies from where they were [m].
fn moved(world: &World, places: &[(BodyKey, Vec2)]) -> f32 {
    places.iter().map(|&(key, place)| (at(world, key) - place).length()).fold(0.0, f32::max)
}

/// Greatest speed of a body that can move [m/s].
fn fastest(world: &World) -> f32 {
    world.bodies().map(|(_, body)| body.velocity().length()).fold(0.0, f32::max)
}

/// Greatest distance of the anchors of a joint that holds a point [m].
fn open(world: &World) -> f32 {
    let holds = |joint: &carom::Joint<'_>| matches!(joint.kind(), JointKind::Revolute(_) | JointKind::Weld(_));
    let joints = world.joints().map(|(_, joint)| joint).filter(holds);
    joints.map(|joint| (joint.anchors().1 - joint.anchors().0).length()).fold(0.0, f32::max)
}
