//! Soup: random worlds of everything that a scene can express, from a seed, to fuzz the engine. Tests on chosen scenes
//! hold for those scenes; nobody chose a soup.
//!
//! A seed gives a recipe (`recipe`). The recipe gives rules (`rules`), a vessel (`vessel`), bodies of random shapes
//! (`bodies`, `shapes`), and calls between the steps (`calls`). The same seed gives the same soup, to the bit, on every
//! machine. A soup that fails is reduced to the few parts that make it fail (`reduce`).

mod bodies;
mod calls;
mod dice;
mod flavour;
mod recipe;
mod reduce;
mod rules;
mod shapes;
mod vessel;

pub use flavour::Flavour;
pub use reduce::reduce;

use crate::{SceneDef, SceneError, ScriptKind};
use bodies::{Maker, places};
use carom::Error;
use carom::math::Pose;
use dice::Dice;
use recipe::Recipe;

/// Steps that a soup of few bodies takes.
const STEPS: u32 = 90;

/// From this many bodies on a soup takes fewer steps, so that all cost about the same.
const MANY: usize = 25;

/// The purpose of each stream of choices: see [`Dice::new`].
const RECIPE: u64 = 1;
const RULES: u64 = 2;
const BODIES: u64 = 3;
const JOINTS: u64 = 4;
const CALLS: u64 = 5;

/// The soup of a seed.
///
/// # Errors
/// A part that the engine refuses; no soup has one.
pub fn soup(seed: u64, flavour: Flavour) -> Result<SceneDef, SceneError> {
    build(seed, flavour).map_err(|e| SceneError::refused(&format!("soup {seed}"), &e))
}

fn build(seed: u64, flavour: Flavour) -> Result<SceneDef, Error> {
    let recipe = Recipe::new(&mut Dice::new(seed, RECIPE), flavour);
    let mut scene = SceneDef {
        name: format!("soup_{seed}"),
        about: format!("a random world of {} bodies", recipe.count),
        world: rules::rules(&mut Dice::new(seed, RULES), &recipe),
        steps: (STEPS as usize * MANY / recipe.count.max(MANY)).max(12) as u32,
        ..SceneDef::default()
    };
    let mut maker = Maker { dice: Dice::new(seed, BODIES), recipe: &recipe };
    let (places, size) = places(&mut maker.dice, &recipe);
    let (middle, wide) = (recipe.middle * recipe.unit, size * recipe.unit);
    let (walls, container) = recipe.vessel.build(&mut maker.dice, middle, wide)?;
    let first = walls.len();
    // Calls and filters of a wild soup take bodies out of any room.
    scene.container = container.filter(|_| !recipe.is_wild);
    scene.bodies = walls;
    for at in places {
        let body = maker.body(at)?;
        scene.add(body);
    }
    for _ in 0..recipe.areas {
        let area = maker.area(recipe.middle, size.x)?;
        scene.areas.push(area);
    }
    maker.dice = Dice::new(seed, JOINTS);
    for b in first..scene.bodies.len() {
        if b == 0 || !maker.dice.chance(recipe.joined) {
            continue;
        }
        let a = if maker.dice.chance(0.7) { b - 1 } else { maker.dice.below(b) };
        let pose = |body: usize| -> Pose { scene.bodies[body].pose() };
        let joint = maker.joint(pose(a), pose(b));
        scene.join(a, b, joint);
    }
    if recipe.is_wild {
        maker.dice = Dice::new(seed, CALLS);
        if maker.dice.chance(0.6) {
            let planned = calls::plan(&mut maker, scene.steps)?;
            scene.script = Some(ScriptKind::Calls(planned));
        }
    }
    Ok(scene)
}
