//! Explosions: a radial impulse on each body near a point.

use crate::def::{BodyKind, Filter};
use crate::key::BodyKey;
use crate::query::Ray;
use crate::{Error, World};
use carom_math::{Vec2, normalize};

/// An explosion. Each dynamic body within the radius is pushed at its nearest point, away from the centre. The impulse
/// falls linearly, from `impulse` at the centre to 0 at the radius.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default, deny_unknown_fields))]
pub struct Explosion {
    /// Centre [m]. Default: the origin.
    pub center: Vec2,
    /// Radius [m]. Default: 1.
    pub radius: f32,
    /// Impulse at the centre [N s]; negative values pull. Default: 1.
    pub impulse: f32,
    /// The shapes that it acts on. Default: everything.
    pub filter: Filter,
    /// Whether other bodies between the centre and a body's nearest point shield it. Bodies around the centre do not.
    /// Default: no.
    pub line_of_sight: bool,
}

impl Default for Explosion {
    fn default() -> Self {
        Self { center: Vec2::ZERO, radius: 1.0, impulse: 1.0, filter: Filter::default(), line_of_sight: false }
    }
}

impl Explosion {
    /// An explosion at a position [m] with a radius [m] and an impulse [N s].
    pub fn new(center: Vec2, radius: f32, impulse: f32) -> Self {
        Self { center, radius, impulse, ..Self::default() }
    }

    /// Lets other bodies shield those behind them.
    #[must_use]
    pub fn line_of_sight(mut self) -> Self {
        self.line_of_sight = true;
        self
    }

    /// Sets the shapes that it acts on.
    #[must_use]
    pub fn filter(mut self, filter: Filter) -> Self {
        self.filter = filter;
        self
    }
}

impl World {
    /// Pushes and wakes the bodies near an explosion, at once. Returns the keys of those that were pushed, sorted.
    ///
    /// # Errors
    ///
    /// A centre or radius out of range, an impulse that is not finite or too large for the mass of a body.
    /// Then nothing is pushed.
    pub fn explode(&mut self, explosion: &Explosion) -> Result<Vec<BodyKey>, Error> {
        let Explosion { center, radius, impulse, filter, line_of_sight } = *explosion;
        Error::finite("impulse", impulse)?;
        let near = self.query().filter(filter).overlap_circle(center, radius)?;
        let mut bodies: Vec<BodyKey> = near.into_iter().map(|shape| shape.body).collect();
        bodies.dedup();
        bodies.retain(|&key| self.body(key).is_some_and(|body| body.kind() == BodyKind::Dynamic && !body.is_frozen()));
        let mut pushes = Vec::new();
        for key in bodies {
            let own = |shape: crate::BodyShape| shape.body == key;
            let Some(at) = self.query().filter(filter).only(&own).closest(center, radius)? else { continue };
            if line_of_sight && self.is_shielded(center, at.point, key)? {
                continue;
            }
            let middle = self.body(key).map_or(center, |body| body.center());
            let away = if at.distance > 0.0 { at.point - center } else { middle - center };
            let direction = normalize(away).0;
            let direction = if direction == Vec2::ZERO { Vec2::new(0.0, 1.0) } else { direction };
            let Some(mut body) = self.body_mut(key) else { continue };
            let push = direction * (impulse * (1.0 - at.distance / radius));
            pushes.push((key, body.pushed(push, at.point)?));
        }
        for &(key, (v, w)) in &pushes {
            if let Some(mut body) = self.body_mut(key) {
                body.push_to(v, w);
            }
        }
        Ok(pushes.into_iter().map(|(key, _)| key).collect())
    }

    /// Whether a third body is between a point and the nearest point of a body.
    fn is_shielded(&self, from: Vec2, to: Vec2, body: BodyKey) -> Result<bool, Error> {
        if from == to {
            return Ok(false);
        }
        let hits = self.query().exclude(body).ray_all(&Ray::new(from, to))?;
        Ok(hits.iter().any(|hit| hit.fraction > 0.0 && hit.fraction < 0.999))
    }
}
