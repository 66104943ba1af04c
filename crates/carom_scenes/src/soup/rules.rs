//! Random rules of a world.

use super::dice::Dice;
use super::recipe::Recipe;
use carom::math::{Vec2, vec2};
use carom::{BroadPhaseKind, WorldDef};

/// Rules for a recipe: each has its default in most worlds.
pub(super) fn rules(dice: &mut Dice, recipe: &Recipe) -> WorldDef {
    let gravity = match dice.int(0, 9) {
        _ if recipe.is_weightless => Vec2::ZERO,
        _ if !recipe.is_wild => vec2(0.0, -9.81),
        0..=5 => vec2(0.0, -9.81),
        6 => Vec2::ZERO,
        7 => vec2(0.0, -1.6),
        8 => vec2(0.0, -40.0),
        _ => dice.arrow(9.81),
    };
    let mut def = WorldDef {
        gravity: gravity * recipe.unit,
        length_unit: recipe.unit,
        sleep: dice.chance(0.7),
        substeps: if dice.chance(0.6) { 4 } else { dice.int(if recipe.is_wild { 1 } else { 4 }, 8) as u32 },
        spatial_sort_interval: dice.pick(&[16, 16, 0, 1]),
        broad_phase: if dice.chance(0.8) { BroadPhaseKind::Hash } else { BroadPhaseKind::QuadTree },
        ..WorldDef::default()
    };
    if recipe.is_wild {
        let mut some = |value: &mut f32, others: &[f32]| {
            if dice.chance(0.12) {
                *value = dice.pick(others);
            }
        };
        some(&mut def.dt, &[1.0 / 30.0, 1.0 / 120.0, 1.0 / 240.0, 0.05]);
        some(&mut def.contact_hertz, &[0.0, 10.0, 60.0, 240.0]);
        some(&mut def.contact_damping_ratio, &[0.0, 1.0, 30.0]);
        some(&mut def.joint_hertz, &[0.0, 5.0, 120.0]);
        some(&mut def.joint_damping_ratio, &[0.0, 1.0, 10.0]);
        some(&mut def.slop, &[0.0, 0.001, 0.02]);
        some(&mut def.speculative_distance, &[0.0, 0.005, 0.1]);
        some(&mut def.contact_push_speed, &[0.0, 0.5, 20.0]);
        some(&mut def.restitution_threshold, &[0.0, 0.1, 5.0]);
        some(&mut def.hit_event_speed, &[0.0, 5.0]);
        some(&mut def.sleep_speed, &[0.0, 0.5]);
        some(&mut def.sleep_time, &[0.0, 0.1, 2.0]);
        some(&mut def.max_speed, &[3.0, 50.0, 2000.0]);
        some(&mut def.max_rotation_per_step, &[0.2, 2.0]);
        def.record_impulses = dice.chance(0.2);
        def.continuous = dice.chance(0.85);
    }
    def
}
