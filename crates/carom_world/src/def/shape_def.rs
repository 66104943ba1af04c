//! A shape on a body: outline, density, surface, filter.

use crate::Error;
use crate::def::{Filter, Material};
use carom_math::{Vec2, normalize};
use carom_shapes::Shape;

/// The least length of a direction.
const LEAST_DIRECTION: f32 = 1.0e-6;

/// A shape as it is given to a body.
#[derive(Clone, Debug, PartialEq)]
pub struct ShapeDef {
    /// The outline, in the body's frame.
    pub shape: Shape,
    /// Mass per area [kg/m^2], 0 or more. Default: 1. A dynamic body whose shapes weigh nothing has 1 kg, as if at a
    /// point.
    pub density: f32,
    /// The surface.
    pub material: Material,
    /// What it may touch. Default: everything.
    pub filter: Filter,
    /// Whether it only senses: it touches nothing and weighs nothing, and tells which shapes are inside it.
    pub sensor: bool,
    /// A direction in the body's frame: it holds only what comes against it, and lets through what comes from
    /// elsewhere.
    pub one_way: Option<Vec2>,
    /// Whatever you like; it means nothing to the world.
    pub user_data: u64,
}

/// How many pieces some shapes have together.
pub(crate) fn pieces_of(shapes: &[ShapeDef]) -> usize {
    shapes.iter().map(|def| def.shape.piece_count()).sum()
}

impl<S: Into<Shape>> From<S> for ShapeDef {
    fn from(shape: S) -> Self {
        Self::new(shape)
    }
}

impl ShapeDef {
    /// A shape of density 1 with the default surface and filter.
    pub fn new(shape: impl Into<Shape>) -> Self {
        Self {
            shape: shape.into(),
            density: 1.0,
            material: Material::default(),
            filter: Filter::default(),
            sensor: false,
            one_way: None,
            user_data: 0,
        }
    }

    /// Sets the mass per area [kg/m^2].
    #[must_use]
    pub fn density(mut self, density: f32) -> Self {
        self.density = density;
        self
    }

    /// Sets the friction coefficient.
    #[must_use]
    pub fn friction(mut self, friction: f32) -> Self {
        self.material.friction = friction;
        self
    }

    /// Sets the restitution, 0 to 1.
    #[must_use]
    pub fn restitution(mut self, restitution: f32) -> Self {
        self.material.restitution = restitution;
        self
    }

    /// Sets the rolling resistance.
    #[must_use]
    pub fn rolling_resistance(mut self, rolling_resistance: f32) -> Self {
        self.material.rolling_resistance = rolling_resistance;
        self
    }

    /// Sets the speed of the surface along itself [m/s].
    #[must_use]
    pub fn surface_speed(mut self, surface_speed: f32) -> Self {
        self.material.surface_speed = surface_speed;
        self
    }

    /// Sets the whole surface.
    #[must_use]
    pub fn material(mut self, material: Material) -> Self {
        self.material = material;
        self
    }

    /// Sets what the shape may touch.
    #[must_use]
    pub fn filter(mut self, filter: Filter) -> Self {
        self.filter = filter;
        self
    }

    /// Makes it a sensor: it touches nothing and weighs nothing, and tells which shapes that its filter admits are
    /// inside it ([`crate::Events::sensor_entered`], [`crate::Events::sensor_exited`], [`crate::World::sensor`]). The
    /// others need not agree, but for their filters.
    #[must_use]
    pub fn sensor(mut self) -> Self {
        self.sensor = true;
        self
    }

    /// Makes it a one-way platform: it holds what comes against the direction `up` (in the body's frame, of any length)
    /// and lets through what comes from elsewhere, until the two are apart. [`crate::BodyMut::drop_through`] lets a
    /// body fall through.
    #[must_use]
    pub fn one_way(mut self, up: Vec2) -> Self {
        self.one_way = Some(up);
        self
    }

    /// Sets what you like to remember of it.
    #[must_use]
    pub fn user_data(mut self, user_data: u64) -> Self {
        self.user_data = user_data;
        self
    }

    pub(crate) fn check(&self) -> Result<(), Error> {
        Error::within("density", self.density, 0.0, 1.0e9)?;
        if let Some(up) = self.one_way {
            Error::vector("one_way", up)?;
            if normalize(up).1 < LEAST_DIRECTION {
                return Err(Error::value("one_way", format!("({}, {})", up.x, up.y), "a direction"));
            }
        }
        self.material.check()
    }
}
