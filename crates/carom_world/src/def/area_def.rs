//! Areas: regions that act on bodies, with gravity fields, wind, drag, and fluids with buoyancy.

use crate::Error;
use crate::def::Filter;
use carom_math::{Pose, Vec2};
use carom_shapes::{MAX_COORDINATE, Piece, Shape};

/// Upper limit of drag, so that products with speeds stay finite.
const MOST_DRAG: f32 = 1.0e9;

/// Decrease of a pull with the distance r.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Falloff {
    /// No decrease.
    Constant,
    /// As 1 / r: Newton's law in two dimensions.
    #[default]
    Inverse,
    /// As 1 / r^2: Newton's law in three dimensions.
    InverseSquare,
}

/// Gravity of an area. A body's gravity scale applies to it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case", deny_unknown_fields)
)]
pub enum FieldGravity {
    /// The same everywhere [m/s^2].
    #[cfg_attr(feature = "serde", serde(alias = "along"))]
    Uniform(Vec2),
    /// Towards a point; away from it if negative.
    #[cfg_attr(feature = "serde", serde(alias = "toward"))]
    Point {
        /// The point, in the world [m].
        point: Vec2,
        /// Acceleration at `distance` [m/s^2].
        acceleration: f32,
        /// Distance at which the pull has that acceleration [m]. The pull stops growing closer than a twentieth of it.
        distance: f32,
        /// Decrease of the pull with the distance.
        falloff: Falloff,
    },
}

/// Definition of an area: air and water, wind and current, planets and updraughts.
///
/// Without a fluid, a body is in the area if its centre of mass is. With a fluid, the submerged part of its shapes'
/// area counts, and everything else acts by that part.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default, deny_unknown_fields))]
pub struct AreaDef {
    /// The region in the area's frame, a shape with an inside. `None` is everywhere. Default: `None`.
    #[cfg_attr(
        feature = "serde",
        serde(with = "crate::def::flat_shape::outline", skip_serializing_if = "Option::is_none")
    )]
    pub region: Option<Shape>,
    /// Position of its origin [m]. Default: the origin.
    pub position: Vec2,
    /// Angle [rad]. Default: 0.
    pub angle: f32,
    /// It acts on bodies with a shape that this filter admits. Default: everything.
    pub filter: Filter,
    /// Gravity that it adds. Default: none.
    #[cfg_attr(feature = "serde", serde(alias = "pull"))]
    pub gravity: Option<FieldGravity>,
    /// Whether it replaces the world's gravity in it. Default: no.
    pub replaces_gravity: bool,
    /// Velocity of the air or fluid in it, which drag is relative to [m/s]. Default: 0.
    pub wind: Vec2,
    /// Linear drag: acceleration against the relative velocity, per velocity [1/s]. The terminal speed of a fall is g /
    /// drag. Default: 0.
    pub drag: f32,
    /// Quadratic drag, by the square of the relative speed [1/m]. The terminal speed of a fall is sqrt(g / drag).
    /// Default: 0.
    pub quadratic_drag: f32,
    /// Drag against rotation [1/s]. Default: 0.
    pub angular_drag: f32,
    /// Density of a fluid that fills it [kg/m^2]; 0 for none. Buoyancy is the weight of the displaced fluid and acts at
    /// its centroid. The upper edge of the region is the surface. Default: 0.
    pub fluid_density: f32,
    /// A number for the user's own purposes. Default: 0.
    pub user_data: u64,
}

impl AreaDef {
    /// An area everywhere.
    pub fn everywhere() -> Self {
        Self::default()
    }

    /// An area in a region.
    pub fn new(region: impl Into<Shape>) -> Self {
        Self { region: Some(region.into()), ..Self::default() }
    }

    /// Sets the position of its origin [m].
    #[must_use]
    pub fn at(mut self, position: Vec2) -> Self {
        self.position = position;
        self
    }

    /// Sets the filter of the shapes that it acts on.
    #[must_use]
    pub fn filter(mut self, filter: Filter) -> Self {
        self.filter = filter;
        self
    }

    /// Adds an acceleration [m/s^2].
    #[must_use]
    pub fn uniform_gravity(mut self, acceleration: Vec2) -> Self {
        self.gravity = Some(FieldGravity::Uniform(acceleration));
        self
    }

    /// Adds a pull to a point, of `acceleration` [m/s^2] at `distance` [m]; it falls as 1 / r.
    #[must_use]
    pub fn point_gravity(mut self, point: Vec2, acceleration: f32, distance: f32) -> Self {
        self.gravity = Some(FieldGravity::Point { point, acceleration, distance, falloff: Falloff::Inverse });
        self
    }

    /// Makes it replace the world's gravity in it.
    #[must_use]
    pub fn replaces_gravity(mut self) -> Self {
        self.replaces_gravity = true;
        self
    }

    /// Sets the velocity of the air or fluid in it [m/s].
    #[must_use]
    pub fn wind(mut self, wind: Vec2) -> Self {
        self.wind = wind;
        self
    }

    /// Sets the drag on motion and rotation [1/s].
    #[must_use]
    pub fn drag(mut self, linear: f32, angular: f32) -> Self {
        (self.drag, self.angular_drag) = (linear, angular);
        self
    }

    /// Sets the quadratic drag [1/m].
    #[must_use]
    pub fn quadratic_drag(mut self, drag: f32) -> Self {
        self.quadratic_drag = drag;
        self
    }

    /// Fills it with a fluid of this density [kg/m^2].
    #[must_use]
    pub fn fluid(mut self, density: f32) -> Self {
        self.fluid_density = density;
        self
    }

    pub(crate) fn pose(&self) -> Pose {
        Pose::new(self.position, self.angle)
    }

    pub(crate) fn check(&self) -> Result<(), Error> {
        Error::place("position", self.position)?;
        Error::finite("angle", self.angle)?;
        Error::vector("wind", self.wind)?;
        Error::within("drag", self.drag, 0.0, MOST_DRAG)?;
        Error::within("quadratic_drag", self.quadratic_drag, 0.0, MOST_DRAG)?;
        Error::within("angular_drag", self.angular_drag, 0.0, MOST_DRAG)?;
        Error::within("fluid_density", self.fluid_density, 0.0, 1.0e9)?;
        match self.gravity {
            Some(FieldGravity::Uniform(acceleration)) => Error::vector("gravity.uniform", acceleration)?,
            Some(FieldGravity::Point { point, acceleration, distance, .. }) => {
                Error::place("gravity.point.point", point)?;
                Error::finite("gravity.point.acceleration", acceleration)?;
                Error::within("gravity.point.distance", distance, 1.0e-4, MAX_COORDINATE)?;
            }
            None => {}
        }
        self.check_region()
    }

    fn check_region(&self) -> Result<(), Error> {
        let pieces = self.region.iter().flat_map(|shape| (0..shape.piece_count()).map(|i| shape.piece(i)));
        let sharp = |piece: &Piece| matches!(piece, Piece::Polygon(polygon) if polygon.radius() == 0.0);
        let mut pieces = pieces.peekable();
        if self.fluid_density > 0.0 && !(pieces.peek().is_some() && pieces.all(|piece| sharp(&piece))) {
            return Err(Error::value("region", "this shape", "a sharp polygon or an outline, as a fluid needs"));
        }
        match &self.region {
            Some(Shape::Segment(_) | Shape::Chain(_)) => {
                Err(Error::value("region", "a line", "a shape with an inside"))
            }
            Some(Shape::TileGrid(grid)) if !grid.is_solid() => {
                Err(Error::value("region", "the border of a tile grid", "a shape with an inside"))
            }
            _ => Ok(()),
        }
    }
}
