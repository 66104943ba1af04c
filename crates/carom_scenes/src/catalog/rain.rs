//! Dolls of eleven limbs rain on five floors; after 320 steps each new one takes the place of an old one.

use crate::{Container, SceneDef, SceneError, ScriptKind, Stage};
use carom::math::{PI, Pose, Vec2, vec2};
use carom::{BodyDef, Capsule, Error, Filter, Polygon, Revolute, ShapeDef};

const TIERS: usize = 5;
const COLUMNS: usize = 40;
const SLOTS: usize = 5;

pub(super) fn rain() -> Result<SceneDef, Error> {
    let mut scene = SceneDef::new(
        "rain",
        "dolls rain on five floors, old ones make room: bodies and joints come and go",
        1000,
        true,
    );
    scene.container = Some(Container::Above { y: -5.0 });
    scene.script = Some(ScriptKind::Rain);
    let mut ground = BodyDef::fixed();
    for t in 0..TIERS {
        for i in 0..=500 {
            let place = vec2(-125.0 + 0.5 * i as f32, 45.0 * t as f32);
            ground = ground.shape(Polygon::rect_at(Pose::new(place, 0.0), 0.5, 0.5)?);
        }
    }
    scene.add(ground);
    Ok(scene)
}

/// A limb and its joint to its parent; heights above the doll's origin [m], angles in parts of pi.
struct Limb {
    parent: usize,
    y: f32,
    ends: (f32, f32),
    radius: f32,
    pivot: f32,
    torque_scale: f32,
    limits: (f32, f32),
    frame: f32,
    damping: f32,
    foot: bool,
}

const HIP: Limb = Limb {
    parent: 0,
    y: 0.95,
    ends: (-0.02, 0.02),
    radius: 0.095,
    pivot: 0.0,
    torque_scale: 0.0,
    limits: (0.0, 0.0),
    frame: 0.0,
    damping: 0.0,
    foot: false,
};
const TORSO: Limb =
    Limb { y: 1.2, ends: (-0.135, 0.135), radius: 0.09, pivot: 1.0, torque_scale: 0.5, limits: (-0.25, 0.0), ..HIP };
const HEAD: Limb = Limb {
    parent: 1,
    y: 1.475,
    ends: (-0.038, 0.039),
    radius: 0.075,
    pivot: 1.4,
    torque_scale: 0.25,
    limits: (-0.3, 0.1),
    damping: 0.1,
    ..HIP
};
const THIGH: Limb =
    Limb { y: 0.775, ends: (-0.125, 0.125), radius: 0.06, pivot: 0.9, torque_scale: 1.0, limits: (-0.05, 0.4), ..HIP };
const SHIN: Limb = Limb {
    parent: 3,
    y: 0.475,
    ends: (-0.155, 0.125),
    radius: 0.045,
    pivot: 0.625,
    torque_scale: 0.5,
    limits: (-0.5, -0.02),
    foot: true,
    ..HIP
};
const UPPER_ARM: Limb = Limb {
    parent: 1,
    y: 1.225,
    ends: (-0.125, 0.125),
    radius: 0.035,
    pivot: 1.35,
    torque_scale: 0.5,
    limits: (-0.1, 0.8),
    ..HIP
};
const FOREARM: Limb = Limb {
    parent: 7,
    y: 0.975,
    ends: (-0.125, 0.125),
    radius: 0.03,
    pivot: 1.1,
    torque_scale: 0.1,
    limits: (-0.2, 0.3),
    frame: 0.25,
    damping: 0.1,
    ..HIP
};

/// The limbs, parents before children.
const LIMBS: [Limb; 11] = [
    HIP,
    TORSO,
    HEAD,
    THIGH,
    SHIN,
    THIGH,
    Limb { parent: 5, ..SHIN },
    UPPER_ARM,
    FOREARM,
    UPPER_ARM,
    Limb { parent: 9, ..FOREARM },
];

impl Limb {
    fn body(&self, origin: Vec2, slot: usize) -> Result<BodyDef, Error> {
        let category = 2_u64 << slot;
        // The ground, and the dolls of the other slots.
        let filter = Filter { category, mask: 1 | (62 & !category), group: 0 };
        let bone = Capsule::new(vec2(0.0, self.ends.0), vec2(0.0, self.ends.1), self.radius)?;
        let mut body = BodyDef::dynamic()
            .at(origin + vec2(0.0, self.y))
            .damping(self.damping, 0.0)
            .shape(ShapeDef::new(bone).friction(0.2).filter(filter));
        if self.foot {
            let sole = [vec2(-0.03, -0.185), vec2(0.11, -0.185), vec2(0.11, -0.16), vec2(-0.03, -0.14)];
            let sole = Polygon::hull(sole)?.rounded(0.015)?;
            let ground_only = Filter { category: 64, mask: 1, group: 0 };
            body = body.shape(ShapeDef::new(sole).friction(0.05).filter(ground_only));
        }
        Ok(body)
    }

    /// The hinge on the parent: a spring, limits, and a motor at rest that serves as friction.
    fn hinge(&self) -> Revolute {
        let anchor_a = vec2(0.0, self.pivot - LIMBS[self.parent].y);
        Revolute::new(anchor_a, vec2(0.0, self.pivot - self.y))
            .reference_angle(self.frame * PI)
            .limit(self.limits.0 * PI, self.limits.1 * PI)
            .motor(0.0, 0.05 * self.torque_scale)
            .spring(5.0, 0.5)
    }
}

/// The present dolls, by tier, column and slot.
#[derive(Clone, Debug)]
pub struct Rain {
    dolls: Vec<Option<[usize; 11]>>,
}

impl Default for Rain {
    fn default() -> Self {
        Self { dolls: vec![None; TIERS * COLUMNS * SLOTS] }
    }
}

impl Rain {
    /// Every eighth step: a new doll in each slot of one column of every tier.
    pub(crate) fn act(&mut self, step: u32, stage: &mut dyn Stage) -> Result<(), SceneError> {
        if !step.is_multiple_of(8) {
            return Ok(());
        }
        let c = (step / 8) as usize % COLUMNS;
        for t in 0..TIERS {
            for s in 0..SLOTS {
                let place = &mut self.dolls[(t * COLUMNS + c) * SLOTS + s];
                for limb in place.take().into_iter().flatten() {
                    stage.remove(limb)?;
                }
                let x = -125.0 + 6.25 * (c as f32 + 0.5) + 0.5 * s as f32;
                *place = Some(doll(vec2(x, 40.0 + 45.0 * t as f32), s, stage)?);
            }
        }
        Ok(())
    }
}

fn doll(origin: Vec2, slot: usize, stage: &mut dyn Stage) -> Result<[usize; 11], SceneError> {
    let mut bodies = [0; 11];
    for (number, limb) in bodies.iter_mut().zip(&LIMBS) {
        let body = limb.body(origin, slot).map_err(|e| SceneError::refused("rain", &e))?;
        *number = stage.add(&body)?;
    }
    for (i, limb) in LIMBS.iter().enumerate().skip(1) {
        stage.join(bodies[limb.parent], bodies[i], &limb.hinge().into())?;
    }
    Ok(bodies)
}
