//! The benchmark scenes by name. Their exact construction is written down so that every engine builds the same one.

mod compounds;
mod extras;
mod fields;
mod heap;
mod joint_grid;
pub(crate) mod junkyard;
mod machines;
mod pyramids;
pub(crate) mod rain;
mod smash;
mod spinner;
mod tumbler;
mod washer;

use crate::{SceneDef, SceneError};
use carom::Error;

/// A scene with a name.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Its name.
    pub name: &'static str,
    build: Build,
}

#[derive(Clone, Copy, Debug)]
enum Build {
    Fixed(fn() -> Result<SceneDef, Error>),
    Scaled(fn(usize) -> Result<SceneDef, Error>, usize),
}

/// The most bodies of a scene that scales.
pub const MOST_BODIES: usize = 4_000_000;

const ENTRIES: [Entry; 14] = [
    Entry { name: "large_pyramid", build: Build::Fixed(pyramids::large_pyramid) },
    Entry { name: "many_pyramids", build: Build::Fixed(pyramids::many_pyramids) },
    Entry { name: "joint_grid", build: Build::Fixed(joint_grid::joint_grid) },
    Entry { name: "tumbler", build: Build::Fixed(tumbler::tumbler) },
    Entry { name: "spinner", build: Build::Fixed(spinner::spinner) },
    Entry { name: "smash", build: Build::Fixed(smash::smash) },
    Entry { name: "rain", build: Build::Fixed(rain::rain) },
    Entry { name: "compounds", build: Build::Fixed(compounds::compounds) },
    Entry { name: "washer", build: Build::Fixed(washer::washer) },
    Entry { name: "junkyard", build: Build::Fixed(junkyard::junkyard) },
    Entry { name: "circles_10k", build: Build::Fixed(fields::circles_10k) },
    Entry { name: "polygons_10k", build: Build::Fixed(fields::polygons_10k) },
    Entry { name: "mixed_50k", build: Build::Fixed(fields::mixed_50k) },
    Entry { name: "heap", build: Build::Scaled(heap::heap, 10_000) },
];

/// Scenes that nothing was tuned to, which show whether gains elsewhere hold; and machines, which show the joints.
const EXTRAS: [Entry; 15] = [
    Entry { name: "small", build: Build::Fixed(extras::small) },
    Entry { name: "large", build: Build::Fixed(extras::large) },
    Entry { name: "sparse", build: Build::Fixed(extras::sparse) },
    Entry { name: "sizes", build: Build::Fixed(extras::sizes) },
    Entry { name: "sleepers", build: Build::Fixed(extras::sleepers) },
    Entry { name: "shuffled", build: Build::Fixed(extras::shuffled) },
    Entry { name: "car", build: Build::Fixed(machines::car) },
    Entry { name: "bridge", build: Build::Fixed(machines::bridge) },
    Entry { name: "ragdolls", build: Build::Fixed(machines::ragdolls) },
    Entry { name: "wrecking_ball", build: Build::Fixed(machines::wrecking_ball) },
    Entry { name: "crane", build: Build::Fixed(machines::crane) },
    Entry { name: "cradle", build: Build::Fixed(machines::cradle) },
    Entry { name: "pulley_lift", build: Build::Fixed(machines::pulley_lift) },
    Entry { name: "gear_train", build: Build::Fixed(machines::gear_train) },
    Entry { name: "mouse", build: Build::Fixed(machines::mouse) },
];

/// The scenes that all engines run.
pub fn all() -> &'static [Entry] {
    &ENTRIES
}

/// Six more of other sizes, shapes, densities and orders, and nine machines of joints.
pub fn extras() -> &'static [Entry] {
    &EXTRAS
}

/// The scene of this name.
pub fn find(name: &str) -> Option<&'static Entry> {
    ENTRIES.iter().chain(&EXTRAS).find(|entry| entry.name == name)
}

impl Entry {
    /// Whether the scene can be built with any number of bodies.
    pub fn scales(&self) -> bool {
        matches!(self.build, Build::Scaled(..))
    }

    /// Builds the scene, in its own size.
    ///
    /// # Errors
    /// A shape that the engine refuses; no scene here has one.
    pub fn scene(&self) -> Result<SceneDef, SceneError> {
        match self.build {
            Build::Fixed(build) => build(),
            Build::Scaled(build, bodies) => build(bodies),
        }
        .map_err(|e| SceneError::refused(self.name, &e))
    }

    /// Builds the scene with this number of bodies that move.
    ///
    /// # Errors
    /// The scene does not scale, or the number is not 1 to [`MOST_BODIES`].
    pub fn scaled(&self, bodies: usize) -> Result<SceneDef, SceneError> {
        let Build::Scaled(build, _) = self.build else {
            return Err(SceneError::at(self.name, "has a fixed number of bodies"));
        };
        if !(1..=MOST_BODIES).contains(&bodies) {
            return Err(SceneError::at(self.name, format!("{bodies} bodies: between 1 and {MOST_BODIES} can be had")));
        }
        build(bodies).map_err(|e| SceneError::refused(self.name, &e))
    }
}
