//! Mass, centre of mass and inertia.

use carom_math::Vec2;

/// Mass properties of a shape or a body.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct MassProperties {
    /// Mass [kg].
    pub mass: f32,
    /// Centre of mass in the body's frame [m].
    pub center: Vec2,
    /// Rotational inertia about the centre of mass [kg m^2].
    pub inertia: f32,
}

impl MassProperties {
    /// The properties of several parts as one body (the parallel axis theorem, Huygens 1673 and Steiner 1840).
    /// Overlapping parts count in full.
    pub fn sum(parts: impl Iterator<Item = Self> + Clone) -> Self {
        let (mut mass, mut mx, mut my) = (0.0_f64, 0.0_f64, 0.0_f64);
        for part in parts.clone() {
            let m = f64::from(part.mass);
            mass += m;
            mx += m * f64::from(part.center.x);
            my += m * f64::from(part.center.y);
        }
        if mass <= 0.0 {
            return Self::default();
        }
        let (cx, cy) = (mx / mass, my / mass);
        let mut inertia = 0.0_f64;
        for part in parts {
            let (dx, dy) = (f64::from(part.center.x) - cx, f64::from(part.center.y) - cy);
            inertia += f64::from(part.inertia) + f64::from(part.mass) * (dx * dx + dy * dy);
        }
        Self { mass: mass as f32, center: Vec2::new(cx as f32, cy as f32), inertia: inertia as f32 }
    }
}
