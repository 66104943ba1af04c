//! Filled outlines of any form: an outer ring and holes, cut into convex pieces when they are made. In: rings as a user
//! draws them. Out: pieces, or an error with its place.
//!
//! `ring` cleans the rings. `sweep` validates them and their nesting, and with `cuts` finds the cuts that leave only
//! monotone faces. `faces` cuts these into triangles, `mesh` makes them fat, `merge` makes convex pieces of them. On
//! request `ears` makes the triangles in place of `faces`. All decisions are exact, so there is no input on which a
//! stage gives a wrong answer or none.

mod cut;
mod cuts;
mod ears;
mod faces;
mod merge;
mod mesh;
mod ring;
mod simplify;
mod sweep;
mod triangulate;
mod weight;

pub use crate::outline::cut::Cut;
pub use crate::outline::ring::{RingEdge, RingName};
pub use crate::outline::simplify::simplify;
pub use crate::outline::triangulate::{EarClipping, EarStep, NoEar, Triangulation, clip_ears, triangulate};

use crate::error::{bad_vertex, vertices};
use crate::outline::mesh::Mesh;
use crate::outline::ring::{Corner, clean, twice_area};
use crate::outline::weight::Weight;
use crate::polygon::without_close;
use crate::{MIN_SIZE, MassProperties, Polygon, ShapeError};
use carom_math::{Aabb, Pose, Vec2};
use std::sync::Arc;

/// A filled outline of any form, with or without holes. It never changes, and is shared: clones are cheap.
///
/// A ring may touch itself or another ring at points; it may not cross one, or lie along one. This is decided exactly
/// for the given points. So two edges that are meant to touch share a vertex, or one has a vertex that lies on the
/// other to the bit.
///
/// # Precision
/// Mass and area are those of the rings, in f64, without cancellation. Pieces have the given points as corners. Parts
/// thinner than [`MIN_SIZE`] do not collide: corners that stand out by less than a tenth of it are dropped, and so are
/// pieces thinner than it. The pieces lose at most 1e-5 of the area, or `MIN_SIZE` times the length of the rings if
/// that is more; else the outline is refused. Far from the origin coordinates are a multiple of 8 mm at 100 km, 60 um
/// at 1 km: if that is too coarse, place the body, not the outline.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(try_from = "Raw", into = "Raw"))]
pub struct Outline(Arc<Rings>);

#[derive(Debug)]
struct Rings {
    outer: Vec<Vec2>,
    holes: Vec<Vec<Vec2>>,
    cut: Cut,
    pieces: Vec<Polygon>,
    weight: Weight,
}

impl PartialEq for Outline {
    fn eq(&self, other: &Self) -> bool {
        let same = || self.cut() == other.cut() && self.outer() == other.outer() && self.holes() == other.holes();
        Arc::ptr_eq(&self.0, &other.0) || same()
    }
}

impl Outline {
    /// The outline inside a ring through `points` [m], in either direction. Repeated points, points on a straight line
    /// and spikes of zero width are dropped.
    ///
    /// # Errors
    /// Points that are not finite, fewer than three; a ring that crosses itself, lies on itself, or has no area; an
    /// outline thinner than [`MIN_SIZE`].
    pub fn new(points: impl AsRef<[Vec2]>) -> Result<Self, ShapeError> {
        Self::build(points.as_ref(), &[] as &[&[Vec2]], Cut::Sweep)
    }

    /// The outline inside a ring through `points` [m] and outside the rings `holes` [m], each in either direction.
    ///
    /// # Errors
    /// As [`Outline::new`] for each ring; rings that cross or lie on each other; a hole outside the outer ring, or
    /// inside another hole.
    pub fn with_holes<H: AsRef<[Vec2]>>(points: impl AsRef<[Vec2]>, holes: &[H]) -> Result<Self, ShapeError> {
        Self::build(points.as_ref(), holes, Cut::Sweep)
    }

    /// [`Outline::with_holes`] with a given cut.
    ///
    /// ```
    /// use carom::{Cut, Outline, vec2};
    ///
    /// let ring = [(0.0, 0.0), (3.0, 0.0), (3.0, 3.0), (1.5, 1.0), (0.0, 3.0)].map(|(x, y)| vec2(x, y));
    /// let outline = Outline::with_cut(ring, &[] as &[&[_]], Cut::Ears)?;
    /// assert_eq!((outline.pieces().len(), outline.area()), (3, 6.0));
    /// # Ok::<(), carom::ShapeError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Outline::with_holes`]; the same for every cut.
    pub fn with_cut<H: AsRef<[Vec2]>>(points: impl AsRef<[Vec2]>, holes: &[H], cut: Cut) -> Result<Self, ShapeError> {
        Self::build(points.as_ref(), holes, cut)
    }

    fn build<H: AsRef<[Vec2]>>(outer: &[Vec2], holes: &[H], cut: Cut) -> Result<Self, ShapeError> {
        let (rings, plan) = checked_plan(outer, holes)?;
        let (outer, holes) = turned(&rings);
        let all = || std::iter::once(&outer).chain(&holes).map(|ring| &ring[..]);
        let ears = (cut == Cut::Ears).then(|| ears::triangulate(&plan)).flatten();
        let mesh = ears.map_or_else(|| fat_mesh(&plan), |triangles| Mesh::new(&triangles));
        let faces = merge::merge(&plan.points, &mesh);
        let weight = Weight::of(&plan.points, &mesh);
        let length: f64 = all().map(length).sum();
        let pieces = polygons(&faces, 1.0e-5 * weight.area + f64::from(MIN_SIZE) * length)?;
        Ok(Self(Arc::new(Rings { outer, holes, cut, pieces, weight })))
    }

    /// The corners of the outer ring [m], counter-clockwise, cleaned.
    pub fn outer(&self) -> &[Vec2] {
        &self.0.outer
    }

    /// The corners of each hole [m], clockwise, cleaned.
    pub fn holes(&self) -> &[Vec<Vec2>] {
        &self.0.holes
    }

    /// The requested cut.
    pub fn cut(&self) -> Cut {
        self.0.cut
    }

    /// The convex pieces that collide. They do not overlap, and together they are the outline.
    pub fn pieces(&self) -> &[Polygon] {
        &self.0.pieces
    }

    /// The area inside the outer ring and outside the holes, more than zero [m^2].
    pub fn area(&self) -> f64 {
        self.0.weight.area
    }

    /// The least box around the outline at `pose`.
    pub fn aabb(&self, pose: Pose) -> Aabb {
        Aabb::around(self.outer().iter().map(|corner| pose.transform_point(*corner)))
    }

    /// Mass properties at `density` [kg/m^2], of the rings and not of the pieces.
    pub fn mass(&self, density: f32) -> MassProperties {
        self.0.weight.properties(density)
    }
}

/// The cleaned rings, and the sweep over them.
fn checked_plan<H: AsRef<[Vec2]>>(outer: &[Vec2], holes: &[H]) -> Result<(Vec<Vec<Corner>>, sweep::Plan), ShapeError> {
    vertices(outer, 3)?;
    for (hole, points) in holes.iter().enumerate() {
        if let Some((vertex, value)) = bad_vertex(points.as_ref()) {
            return Err(ShapeError::BadHoleVertex { hole, vertex, value });
        }
    }
    let mut rings = vec![clean(outer)];
    rings.extend(holes.iter().map(|points| clean(points.as_ref())));
    if let Some(empty) = rings.iter().position(Vec::is_empty) {
        let ring = empty.checked_sub(1).map_or(RingName::Outer, RingName::Hole);
        return Err(ShapeError::NoArea { ring });
    }
    let plan = sweep::sweep(&rings)?;
    Ok((rings, plan))
}

/// Triangles by the sweep's own cuts.
fn fat_mesh(plan: &sweep::Plan) -> Mesh {
    let mut mesh = Mesh::new(&faces::triangulate(plan));
    mesh.fatten(&plan.points);
    mesh
}

/// The rings in the direction in which they are kept: the outline on the left.
fn turned(rings: &[Vec<Corner>]) -> (Vec<Vec2>, Vec<Vec<Vec2>>) {
    let points = |ring: &Vec<Corner>, positive: bool| {
        let points = ring.iter().map(|corner| corner.place);
        if (twice_area(ring) > 0.0) == positive { points.collect() } else { points.rev().collect() }
    };
    (points(&rings[0], true), rings[1..].iter().map(|ring| points(ring, false)).collect())
}

/// The length of a ring [m].
fn length(ring: &[Vec2]) -> f64 {
    let ends = ring.iter().zip(ring.iter().skip(1).chain(ring.first()));
    ends.map(|(a, b)| f64::from((*b - *a).length())).sum()
}

fn area(corners: &[Vec2]) -> f64 {
    corners.windows(2).map(|pair| 0.5 * crate::hull::turn(corners[0], pair[0], pair[1])).sum()
}

/// Convex faces as polygons that lose no more area than `allowed` [m^2].
fn polygons(faces: &[Vec<Vec2>], allowed: f64) -> Result<Vec<Polygon>, ShapeError> {
    let mut lost = 0.0;
    let mut pieces = Vec::new();
    for face in faces {
        let polygon = Polygon::new(face).or_else(|_| Polygon::new(without_close(face)));
        lost += area(face);
        if let Ok(polygon) = polygon {
            lost -= area(polygon.vertices());
            pieces.push(polygon);
        } else if lost > allowed {
            return Err(ShapeError::TooThin { at: face[0] });
        }
    }
    if pieces.is_empty() || lost > allowed {
        return Err(ShapeError::TooThin { at: faces[0][0] });
    }
    Ok(pieces)
}

#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields, rename = "outline")]
struct Raw {
    vertices: Vec<Vec2>,
    #[serde(default)]
    holes: Vec<Vec<Vec2>>,
    #[serde(default, skip_serializing_if = "is_usual")]
    cut: Cut,
}

#[cfg(feature = "serde")]
fn is_usual(cut: &Cut) -> bool {
    *cut == Cut::default()
}

#[cfg(feature = "serde")]
impl TryFrom<Raw> for Outline {
    type Error = ShapeError;
    fn try_from(raw: Raw) -> Result<Self, ShapeError> {
        Self::build(&raw.vertices, &raw.holes, raw.cut)
    }
}

#[cfg(feature = "serde")]
impl From<Outline> for Raw {
    fn from(s: Outline) -> Self {
        Self { vertices: s.outer().to_vec(), holes: s.holes().to_vec(), cut: s.cut() }
    }
}
