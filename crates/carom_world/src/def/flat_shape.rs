//! Shapes as text (serde): one flat object whose `kind` says which of its fields count. So the path of a fault is short
//! (`bodies[3].shapes[0].radius`). Every number comes back bit for bit. Messages start with the field at fault and a
//! colon.

use crate::def::{Filter, Material, ShapeDef};
use carom_math::{Pose, Vec2};
use carom_shapes::{Capsule, Chain, Circle, Cut, Outline, Polygon, Segment, Shape, ShapeError, TileGrid};

/// Kind of an outline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    Circle,
    Capsule,
    Segment,
    #[serde(alias = "rect")]
    Box,
    Polygon,
    Chain,
    TileGrid,
    Outline,
}

/// All fields that a shape may have. Those that its kind does not have are `None`.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields, rename = "shape", expecting = "a shape: {\"kind\": \"circle\", \"radius\": 0.5, ..}")]
pub(crate) struct FlatShape {
    kind: Kind,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    center: Option<Vec2>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    a: Option<Vec2>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    b: Option<Vec2>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    vertices: Option<Vec<Vec2>>,
    // Fields of a box, which is written as a polygon.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    width: Option<f32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    height: Option<f32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    angle: Option<f32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    holes: Option<Vec<Vec<Vec2>>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cut: Option<Cut>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    closed: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    one_sided: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    radius: Option<f32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rows: Option<Vec<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cell: Option<f32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    origin: Option<Vec2>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    solid: Option<bool>,
    #[serde(default = "one", skip_serializing_if = "is_one")]
    density: f32,
    #[serde(default, skip_serializing_if = "is_default")]
    material: Material,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    link_materials: Vec<Material>,
    #[serde(default, skip_serializing_if = "is_default")]
    filter: Filter,
    #[serde(default, skip_serializing_if = "is_default")]
    sensor: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    full_kinematic_contacts: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    one_way: Option<Vec2>,
    #[serde(default, skip_serializing_if = "is_default")]
    user_data: u64,
}

fn one() -> f32 {
    1.0
}

fn is_one(density: &f32) -> bool {
    *density == 1.0
}

/// Whether nothing is lost if the field is left out. `==` takes -0 for 0, but no surface differs by that.
fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl FlatShape {
    /// A needed field, or the message that it is missing.
    fn need<T>(&self, field: &str, value: Option<T>) -> Result<T, String> {
        value.ok_or_else(|| format!("{field}: is missing, and {} needs it", self.name()))
    }

    /// The message for the first given field that the kind does not have.
    fn refuse(&self, fields: &[(&str, bool)]) -> Result<(), String> {
        match fields.iter().find(|(_, given)| *given) {
            Some((field, _)) => Err(format!("{field}: {} has no such field", self.name())),
            None => Ok(()),
        }
    }

    /// Its kind with an article, for messages.
    fn name(&self) -> &'static str {
        match self.kind {
            Kind::Circle => "a circle",
            Kind::Capsule => "a capsule",
            Kind::Segment => "a segment",
            Kind::Box => "a box",
            Kind::Polygon => "a polygon",
            Kind::Chain => "a chain",
            Kind::TileGrid => "a tile_grid",
            Kind::Outline => "an outline",
        }
    }

    fn outline(&self) -> Result<Shape, String> {
        let ends = [("a", self.a.is_some()), ("b", self.b.is_some())];
        let center = [("center", self.center.is_some())];
        let radius = [("radius", self.radius.is_some())];
        let holes = [("holes", self.holes.is_some()), ("cut", self.cut.is_some())];
        let vertices = [("vertices", self.vertices.is_some()), holes[0], holes[1]];
        let chain = [("closed", self.closed.is_some()), ("one_sided", self.one_sided.is_some())];
        let grid = [
            ("rows", self.rows.is_some()),
            ("cell", self.cell.is_some()),
            ("origin", self.origin.is_some()),
            ("solid", self.solid.is_some()),
        ];
        let sides =
            [("width", self.width.is_some()), ("height", self.height.is_some()), ("angle", self.angle.is_some())];
        if self.kind != Kind::Box {
            self.refuse(&sides)?;
        }
        let faulty = |e: ShapeError| e.to_string();
        match self.kind {
            Kind::Circle => {
                self.refuse(&[&ends[..], &vertices, &chain, &grid].concat())?;
                let radius = self.need("radius", self.radius)?;
                Circle::at(self.center.unwrap_or(Vec2::ZERO), radius).map(Shape::from).map_err(faulty)
            }
            Kind::Capsule => {
                self.refuse(&[&center[..], &vertices, &chain, &grid].concat())?;
                let (a, b) = (self.need("a", self.a)?, self.need("b", self.b)?);
                Capsule::new(a, b, self.need("radius", self.radius)?).map(Shape::from).map_err(faulty)
            }
            Kind::Segment => {
                self.refuse(&[&center[..], &radius, &vertices, &chain, &grid].concat())?;
                Segment::new(self.need("a", self.a)?, self.need("b", self.b)?).map(Shape::from).map_err(faulty)
            }
            Kind::Box => {
                self.refuse(&[&ends[..], &vertices, &chain, &grid].concat())?;
                let (width, height) = (self.need("width", self.width)?, self.need("height", self.height)?);
                let pose = Pose::new(self.center.unwrap_or(Vec2::ZERO), self.angle.unwrap_or(0.0));
                let polygon = Polygon::rect_at(pose, width, height).map_err(faulty)?;
                polygon.rounded(self.radius.unwrap_or(0.0)).map(Shape::from).map_err(faulty)
            }
            Kind::Polygon => {
                self.refuse(&[&center[..], &ends, &chain, &grid, &holes].concat())?;
                let polygon = Polygon::new(self.need("vertices", self.vertices.as_deref())?).map_err(faulty)?;
                polygon.rounded(self.radius.unwrap_or(0.0)).map(Shape::from).map_err(faulty)
            }
            Kind::Chain => {
                self.refuse(&[&center[..], &ends, &radius, &grid, &holes].concat())?;
                let points = self.need("vertices", self.vertices.as_deref())?;
                let closed = self.closed.unwrap_or(false);
                let chain = if closed { Chain::closed(points) } else { Chain::open(points) }.map_err(faulty)?;
                Ok(if self.one_sided.unwrap_or(false) { chain.one_sided() } else { chain }.into())
            }
            Kind::TileGrid => {
                self.refuse(&[&center[..], &ends, &radius, &vertices, &chain].concat())?;
                let rows = self.need("rows", self.rows.as_deref())?;
                let grid = TileGrid::from_rows(rows, self.need("cell", self.cell)?);
                let grid = grid.and_then(|grid| grid.at(self.origin.unwrap_or(Vec2::ZERO))).map_err(faulty)?;
                if self.solid.unwrap_or(false) { grid.solid() } else { Ok(grid) }.map(Shape::from).map_err(faulty)
            }
            Kind::Outline => {
                self.refuse(&[&center[..], &ends, &radius, &chain, &grid].concat())?;
                let points = self.need("vertices", self.vertices.as_deref())?;
                let holes = self.holes.as_deref().unwrap_or_default();
                Outline::with_cut(points, holes, self.cut.unwrap_or_default()).map(Shape::from).map_err(faulty)
            }
        }
    }
}

impl serde::Serialize for ShapeDef {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        FlatShape::from(self.clone()).serialize(to)
    }
}

impl<'de> serde::Deserialize<'de> for ShapeDef {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Self::try_from(FlatShape::deserialize(from)?).map_err(serde::de::Error::custom)
    }
}

impl TryFrom<FlatShape> for ShapeDef {
    type Error = String;

    fn try_from(flat: FlatShape) -> Result<Self, String> {
        let shape = flat.outline()?;
        let FlatShape { density, material, filter, sensor, full_kinematic_contacts, one_way, user_data, .. } = flat;
        let link_materials = flat.link_materials.into();
        Ok(Self {
            shape,
            density,
            material,
            link_materials,
            filter,
            sensor,
            full_kinematic_contacts,
            one_way,
            user_data,
        })
    }
}

impl From<ShapeDef> for FlatShape {
    fn from(def: ShapeDef) -> Self {
        let mut flat = Self {
            kind: Kind::Circle,
            center: None,
            a: None,
            b: None,
            vertices: None,
            width: None,
            height: None,
            angle: None,
            holes: None,
            cut: None,
            closed: None,
            one_sided: None,
            radius: None,
            rows: None,
            cell: None,
            origin: None,
            solid: None,
            density: def.density,
            material: def.material,
            link_materials: def.link_materials.to_vec(),
            filter: def.filter,
            sensor: def.sensor,
            full_kinematic_contacts: def.full_kinematic_contacts,
            one_way: def.one_way,
            user_data: def.user_data,
        };
        match def.shape {
            Shape::Circle(s) => (flat.center, flat.radius) = (Some(s.center()), Some(s.radius())),
            Shape::Capsule(s) => {
                flat.kind = Kind::Capsule;
                (flat.a, flat.b, flat.radius) = (Some(s.a()), Some(s.b()), Some(s.radius()));
            }
            Shape::Segment(s) => {
                flat.kind = Kind::Segment;
                (flat.a, flat.b) = (Some(s.a()), Some(s.b()));
            }
            Shape::Polygon(s) => {
                flat.kind = Kind::Polygon;
                flat.vertices = Some(s.vertices().to_vec());
                flat.radius = (s.radius() != 0.0).then(|| s.radius());
            }
            Shape::Chain(s) => {
                flat.kind = Kind::Chain;
                flat.vertices = Some(s.points().to_vec());
                (flat.closed, flat.one_sided) = (Some(s.is_closed()), Some(s.is_one_sided()));
            }
            Shape::TileGrid(s) => {
                flat.kind = Kind::TileGrid;
                (flat.rows, flat.cell, flat.origin) = (Some(s.to_rows()), Some(s.cell_size()), Some(s.origin()));
                flat.solid = Some(s.is_solid());
            }
            Shape::Outline(s) => {
                flat.kind = Kind::Outline;
                flat.vertices = Some(s.outer().to_vec());
                flat.holes = (!s.holes().is_empty()).then(|| s.holes().to_vec());
                flat.cut = Some(s.cut()).filter(|cut| *cut != Cut::default());
            }
        }
        flat
    }
}

/// An outline alone, written as a shape with nothing but an outline.
pub(crate) mod outline {
    use crate::def::ShapeDef;
    use carom_shapes::Shape;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<S: Serializer>(shape: &Option<Shape>, to: S) -> Result<S::Ok, S::Error> {
        shape.clone().map(ShapeDef::new).serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Shape>, D::Error> {
        Ok(Option::<ShapeDef>::deserialize(from)?.map(|def| def.shape))
    }
}
