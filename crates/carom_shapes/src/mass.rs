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

/// Integrals over an area, about a fixed point.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Moments {
    /// The area [m^2].
    pub area: f64,
    x: f64,
    y: f64,
    second: f64,
}

impl Moments {
    /// Adds the triangle of the fixed point, a and b; a negative area where they go clockwise.
    pub(crate) fn triangle(&mut self, [x1, y1]: [f64; 2], [x2, y2]: [f64; 2]) {
        let area = 0.5 * (x1 * y2 - y1 * x2);
        self.area += area;
        self.x += area * (x1 + x2) / 3.0;
        self.y += area * (y1 + y2) / 3.0;
        self.second += area * (x1 * x1 + x1 * x2 + x2 * x2 + y1 * y1 + y1 * y2 + y2 * y2) / 6.0;
    }

    /// Adds a part of `area` with the squared radius of gyration `own` about its centroid.
    pub(crate) fn part(&mut self, area: f64, own: f64, centroid: Vec2) {
        let (x, y) = (f64::from(centroid.x), f64::from(centroid.y));
        self.area += area;
        self.x += area * x;
        self.y += area * y;
        self.second += area * (own + x * x + y * y);
    }

    /// What the area weighs at `density` [kg/m^2], the fixed point being `origin` [m].
    pub(crate) fn properties(&self, density: f32, origin: Vec2) -> MassProperties {
        let (cx, cy) = (self.x / self.area, self.y / self.area);
        let mass = f64::from(density) * self.area;
        let inertia = f64::from(density) * (self.second - self.area * (cx * cx + cy * cy));
        MassProperties { mass: mass as f32, center: origin + Vec2::new(cx as f32, cy as f32), inertia: inertia as f32 }
    }
}
