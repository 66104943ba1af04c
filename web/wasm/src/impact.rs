//! The chapter on the response to a contact.

use crate::input::{Answer, Pair, p, v};
use carom::math::normalize;
use carom::narrowphase::{ImpactBody, ImpactPoint, resolve};
use serde::Deserialize;
use serde_json::json;

/// A body at a contact.
#[derive(Debug, Deserialize)]
struct Party {
    velocity: Pair,
    #[serde(default)]
    spin: f32,
    mass: f32,
    inertia: f32,
    /// From its centre of mass to the contact [m].
    arm: Pair,
}

/// A contact of two bodies.
#[derive(Debug, Deserialize)]
pub struct Impact {
    a: Party,
    b: Party,
    normal: Pair,
    restitution: f32,
    friction: f32,
}

impl Impact {
    pub fn answer(&self) -> Answer {
        let body = |party: &Party| ImpactBody::new(v(party.velocity), party.spin, party.mass, party.inertia);
        let (a, b) = (body(&self.a), body(&self.b));
        let (normal, length) = normalize(v(self.normal));
        if length <= 0.0 || !length.is_finite() {
            return Err("The contact has no normal.".to_owned());
        }
        let touch = ImpactPoint {
            normal,
            arm_a: v(self.a.arm),
            arm_b: v(self.b.arm),
            restitution: self.restitution,
            friction: self.friction,
        };
        let after = resolve(a, b, &touch);
        let relative = |a: &ImpactBody, b: &ImpactBody| b.velocity_at(touch.arm_b) - a.velocity_at(touch.arm_a);
        let (before, then) = (relative(&a, &b), relative(&after.a, &after.b));
        let energy = |body: &ImpactBody| {
            let half = |inverse: f32, square: f32| if inverse > 0.0 { 0.5 * square / inverse } else { 0.0 };
            half(body.inverse_mass, body.velocity.length_squared())
                + half(body.inverse_inertia, body.angular_velocity * body.angular_velocity)
        };
        let tangent = carom::math::left(normal);
        let party = |body: &ImpactBody| json!({ "velocity": p(body.velocity), "spin": body.angular_velocity });
        Ok(json!({
            "impulse": p(after.impulse),
            "impulse_normal": after.impulse.dot(normal),
            "impulse_tangent": after.impulse.dot(tangent),
            "a": party(&after.a),
            "b": party(&after.b),
            "relative_before": p(before),
            "relative_after": p(then),
            "approach": -before.dot(normal),
            "parting": then.dot(normal),
            "slip_before": before.dot(tangent),
            "slip_after": then.dot(tangent),
            "energy_before": energy(&a) + energy(&b),
            "energy_after": energy(&after.a) + energy(&after.b),
        }))
    }
}
