//! [`ShapeDef`]: outline, density, surface and filter of a shape.

use crate::Error;
use crate::def::{Filter, LinkMaterials, Material};
use carom_math::{Vec2, normalize};
use carom_shapes::Shape;

/// Least length of a direction.
const LEAST_DIRECTION: f32 = 1.0e-6;

/// Definition of a shape.
#[derive(Clone, Debug, PartialEq)]
pub struct ShapeDef {
    /// The outline, in the body's frame.
    pub shape: Shape,
    /// Mass per area [kg/m^2], 0 or more. Default: 1. A dynamic body with massless shapes has 1 kg, as if at a point.
    pub density: f32,
    /// Friction, restitution and the like. Default: [`Material::default`].
    pub material: Material,
    /// Materials of the links of a chain, one each, in place of `material`. Link `i` goes from point `i` to the next.
    /// Default: none, so that all links have `material`.
    pub link_materials: LinkMaterials,
    /// Filter of the shapes that it may touch. Default: everything.
    pub filter: Filter,
    /// Whether it is a sensor: it touches nothing and weighs nothing, and reports the shapes inside it. Default: no.
    pub sensor: bool,
    /// Whether it touches fixed and kinematic bodies too, if its own body is kinematic: see
    /// [`ShapeDef::full_kinematic_contacts`]. Default: no.
    pub full_kinematic_contacts: bool,
    /// Direction in the body's frame that makes it a one-way platform. It holds bodies that come against it, and lets
    /// through those that come from elsewhere. Default: none.
    pub one_way: Option<Vec2>,
    /// A number for the user's own purposes. Default: 0.
    pub user_data: u64,
}

/// Number of pieces of some shapes together.
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
            link_materials: LinkMaterials::default(),
            filter: Filter::default(),
            sensor: false,
            full_kinematic_contacts: false,
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

    /// Sets the restitution, 0 to 10: see [`Material::restitution`].
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

    /// Sets the surface of each link of a chain: ice and grass in one ground.
    #[must_use]
    pub fn link_materials(mut self, materials: impl Into<LinkMaterials>) -> Self {
        self.link_materials = materials.into();
        self
    }

    /// The surface of a piece: that of its link, or that of the whole shape.
    pub(crate) fn material_of(&self, piece: usize) -> &Material {
        self.link_materials.get(piece).unwrap_or(&self.material)
    }

    /// Sets the filter of the shapes that it may touch.
    #[must_use]
    pub fn filter(mut self, filter: Filter) -> Self {
        self.filter = filter;
        self
    }

    /// Makes it a sensor: it touches nothing and weighs nothing, and reports the shapes inside it that its filter
    /// admits. See [`crate::Events::sensor_entered`], [`crate::Events::sensor_exited`], [`crate::World::sensor`].
    /// Visitors need no flag of their own; only their filters count.
    #[must_use]
    pub fn sensor(mut self) -> Self {
        self.sensor = true;
        self
    }

    /// Has it touch fixed and kinematic bodies too, while its own body is kinematic. Such a contact has events, a
    /// normal and points ([`crate::Events::contact_began`], [`crate::World::contacts`]). It has no impulse: nothing is
    /// pushed, stopped or kept awake, and [`crate::Events::hits`] has none of it. Of two kinematic bodies, one shape
    /// with the flag is enough. Filters, joints, ignored pairs and one-way shapes count as always.
    ///
    /// It is tested at the poses where a step begins, slow bodies each eighth step at least. So a body that crosses a
    /// wall within a step does not touch it.
    #[must_use]
    pub fn full_kinematic_contacts(mut self) -> Self {
        self.full_kinematic_contacts = true;
        self
    }

    /// Makes it a one-way platform. It holds bodies that come against the direction `up` (in the body's frame, of any
    /// length). It lets through those that come from elsewhere, until the two are apart.
    /// [`crate::BodyMut::drop_through`] lets a body fall through.
    #[must_use]
    pub fn one_way(mut self, up: Vec2) -> Self {
        self.one_way = Some(up);
        self
    }

    /// Sets the number for the user's own purposes.
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
        self.material.check()?;
        self.link_materials.check(&self.shape)
    }
}
