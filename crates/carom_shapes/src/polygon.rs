//! Convex polygons, with or without rounded corners.

use crate::corners::Corners;
use crate::error::{size_or_zero, vertices};
use crate::hull::{hull, turn};
use crate::{MIN_SIZE, MassProperties, OrientedBox, ShapeError};
use carom_math::{Aabb, Pose, Vec2, atan2, cross, max2, min2, normalize, right};

/// A filled convex polygon of any number of corners, counter-clockwise, and all points within `radius` of it.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(try_from = "Raw", into = "Raw"))]
pub struct Polygon {
    corners: Corners,
    radius: f32,
}

impl PartialEq for Polygon {
    fn eq(&self, other: &Self) -> bool {
        self.vertices() == other.vertices() && self.radius == other.radius
    }
}

impl Polygon {
    /// The convex polygon with these corners [m]. Clockwise ones are turned round; corners on a straight line between
    /// their neighbours are dropped.
    ///
    /// # Errors
    /// Corners that are not finite, fewer than three, two at one place, all on one line, not convex, crossing.
    pub fn new(points: impl AsRef<[Vec2]>) -> Result<Self, ShapeError> {
        Self::build(points.as_ref(), 0.0)
    }

    /// The convex hull of these points [m].
    ///
    /// # Errors
    /// Points that are not finite, fewer than three, all on one line.
    pub fn hull(points: impl AsRef<[Vec2]>) -> Result<Self, ShapeError> {
        vertices(points.as_ref(), 3)?;
        let ring = hull(points.as_ref());
        if ring.len() < 3 {
            return Err(ShapeError::Collinear);
        }
        Self::build(&ring, 0.0).or_else(|_| Self::build(&without_close(&ring), 0.0))
    }

    /// A rectangle of full size `width` by `height` [m] about the body's origin.
    ///
    /// # Errors
    /// A width or height that is not a size.
    pub fn rect(width: f32, height: f32) -> Result<Self, ShapeError> {
        Self::rect_at(Pose::IDENTITY, width, height)
    }

    /// A rectangle of full size `width` by `height` [m], placed and turned in the body's frame by `pose`.
    ///
    /// # Errors
    /// A width or height that is not a size, a pose that is not finite.
    pub fn rect_at(pose: Pose, width: f32, height: f32) -> Result<Self, ShapeError> {
        crate::error::size("width", width)?;
        crate::error::size("height", height)?;
        let h = 0.5 * Vec2::new(width, height);
        Self::new([
            pose.transform_point(Vec2::new(-h.x, -h.y)),
            pose.transform_point(Vec2::new(h.x, -h.y)),
            pose.transform_point(Vec2::new(h.x, h.y)),
            pose.transform_point(Vec2::new(-h.x, h.y)),
        ])
    }

    /// The same polygon with `radius` [m] more all round, which rounds its corners.
    ///
    /// # Errors
    /// A radius that is neither zero nor a size.
    pub fn rounded(mut self, radius: f32) -> Result<Self, ShapeError> {
        self.radius = size_or_zero("radius", radius)?;
        Ok(self)
    }

    fn build(points: &[Vec2], radius: f32) -> Result<Self, ShapeError> {
        vertices(points, 3)?;
        let radius = size_or_zero("radius", radius)?;
        let n = points.len();
        for vertex in 0..n {
            if (points[vertex] - points[(vertex + n - 1) % n]).length() < MIN_SIZE {
                return Err(ShapeError::Duplicate { vertex });
            }
        }
        let twice_area: f64 = (1..n - 1).map(|i| turn(points[0], points[i], points[i + 1])).sum();
        let mut ring: Vec<(usize, Vec2)> = points.iter().copied().enumerate().collect();
        if twice_area < 0.0 {
            ring.reverse();
        }
        drop_straight(&mut ring);
        let count = ring.len();
        if count < 3 {
            return Err(ShapeError::Collinear);
        }
        for i in 0..count {
            let (prev, (vertex, here), next) = (ring[(i + count - 1) % count].1, ring[i], ring[(i + 1) % count].1);
            if turn(prev, here, next) <= 0.0 {
                return Err(ShapeError::NotConvex { vertex });
            }
        }
        let corners: Vec<Vec2> = ring.iter().map(|r| r.1).collect();
        let edges = (0..count).map(|i| corners[(i + 1) % count] - corners[i]);
        // Convex corners all round add up to one turn, or to more if the outline crosses itself: count how often an
        // edge passes from below the x axis to above it.
        let passes = (0..count).filter(|&i| {
            let (e, f) = (corners[(i + 1) % count] - corners[i], corners[(i + 2) % count] - corners[(i + 1) % count]);
            e.y < 0.0 && f.y >= 0.0
        });
        if passes.count() > 1 {
            return Err(ShapeError::Crossing);
        }
        let normals: Vec<Vec2> = edges.map(|e| normalize(right(e)).0).collect();
        // Thin along an edge: no corner is as far as that behind it. The first one tested is about opposite.
        let behind = |i: usize, k: usize| normals[i].dot(corners[i] - corners[(i + count / 2 + k) % count]);
        if (0..count).any(|i| (0..count).all(|k| behind(i, k) < MIN_SIZE)) {
            return Err(ShapeError::Collinear);
        }
        Ok(Self { corners: Corners::new(&corners, &normals), radius })
    }

    /// The corners [m], counter-clockwise.
    #[inline(always)]
    pub fn vertices(&self) -> &[Vec2] {
        self.corners.vertices()
    }

    /// The outward unit normals; normal i belongs to the edge from corner i to the next.
    #[inline(always)]
    pub fn normals(&self) -> &[Vec2] {
        self.corners.normals()
    }

    /// The radius of the corners [m].
    #[inline(always)]
    pub fn radius(&self) -> f32 {
        self.radius
    }

    /// The rectangle that the corners are (to within a few units in the last place), in the body's frame: its x axis
    /// along the first edge. `None` if they are none. Computed once, with the polygon.
    #[inline(always)]
    pub fn rectangle(&self) -> Option<OrientedBox> {
        self.corners.rectangle()
    }

    /// The least box around the polygon at `pose`.
    #[inline]
    pub fn aabb(&self, pose: Pose) -> Aabb {
        let first = pose.transform_point(self.vertices()[0]);
        let mut b = Aabb::new(first, first);
        for &v in &self.vertices()[1..] {
            let p = pose.transform_point(v);
            b = Aabb::new(min2(b.min, p), max2(b.max, p));
        }
        b.grown(self.radius)
    }

    /// Mass properties at `density` [kg/m^2], rounding included: the polygon by triangles (about its first corner),
    /// a rectangle outside each edge, and a sector at each corner.
    pub fn mass(&self, density: f32) -> MassProperties {
        let vs = self.vertices();
        let n = vs.len();
        let origin = vs[0];
        let r = f64::from(self.radius);
        // Area and its first and second moments about the first corner.
        let mut sum = Moments::default();
        for i in 1..n - 1 {
            let (e1, e2) = (vs[i] - origin, vs[i + 1] - origin);
            let (x1, y1, x2, y2) = (f64::from(e1.x), f64::from(e1.y), f64::from(e2.x), f64::from(e2.y));
            let area = 0.5 * (x1 * y2 - y1 * x2);
            sum.area += area;
            sum.x += area * (x1 + x2) / 3.0;
            sum.y += area * (y1 + y2) / 3.0;
            sum.second += area * (x1 * x1 + x1 * x2 + x2 * x2 + y1 * y1 + y1 * y2 + y2 * y2) / 6.0;
        }
        if r > 0.0 {
            for i in 0..n {
                let (a, b) = (vs[i] - origin, vs[(i + 1) % n] - origin);
                let (n0, n1) = (self.normals()[(i + n - 1) % n], self.normals()[i]);
                let length = f64::from((b - a).length());
                let middle = 0.5 * (a + b) + 0.5 * self.radius * n1;
                sum.part(length * r, (length * length + r * r) / 12.0, middle);
                let angle = f64::from(atan2(cross(n0, n1), n0.dot(n1)));
                let area = 0.5 * angle * r * r;
                // The integral of (cos, sin) from n0 to n1 is n1 - n0 turned a quarter clockwise.
                let lever = (r * r * r / 3.0 / area) as f32 * right(n1 - n0);
                let lever2 = f64::from(lever.length_squared());
                sum.part(area, 0.5 * r * r - lever2, a + lever);
            }
        }
        let (cx, cy) = (sum.x / sum.area, sum.y / sum.area);
        let mass = f64::from(density) * sum.area;
        let inertia = f64::from(density) * (sum.second - sum.area * (cx * cx + cy * cy));
        MassProperties { mass: mass as f32, center: origin + Vec2::new(cx as f32, cy as f32), inertia: inertia as f32 }
    }
}

/// Integrals over an area, about a fixed point.
#[derive(Default)]
struct Moments {
    area: f64,
    x: f64,
    y: f64,
    second: f64,
}

impl Moments {
    /// Adds a part of `area` with the squared radius of gyration `own` about its centroid.
    fn part(&mut self, area: f64, own: f64, centroid: Vec2) {
        let (x, y) = (f64::from(centroid.x), f64::from(centroid.y));
        self.area += area;
        self.x += area * x;
        self.y += area * y;
        self.second += area * (own + x * x + y * y);
    }
}

impl OrientedBox {
    /// The polygon with its corners in its own frame: at [`OrientedBox::pose`], it covers the box.
    ///
    /// # Errors
    /// A width or height that is not a size.
    pub fn polygon(&self) -> Result<Polygon, ShapeError> {
        Polygon::rect(self.size.x, self.size.y)
    }
}

/// Drops corners that lie on the straight line between their neighbours (nearer to it than a tenth of [`MIN_SIZE`], and
/// the outline going on in the same direction), until none is left.
fn drop_straight(ring: &mut Vec<(usize, Vec2)>) {
    let mut i = 0;
    let mut kept = 0;
    while ring.len() >= 3 && kept < ring.len() {
        let n = ring.len();
        i %= n;
        let (prev, here, next) = (ring[(i + n - 1) % n].1, ring[i].1, ring[(i + 1) % n].1);
        let base = f64::from((next - prev).length());
        let onward = (here - prev).dot(next - here) > 0.0;
        if onward && turn(prev, here, next).abs() <= 0.1 * f64::from(MIN_SIZE) * base {
            ring.remove(i);
            kept = 0;
        } else {
            i += 1;
            kept += 1;
        }
    }
}

/// The ring without corners within [`MIN_SIZE`] of the one before.
pub(crate) fn without_close(ring: &[Vec2]) -> Vec<Vec2> {
    let mut out: Vec<Vec2> = Vec::with_capacity(ring.len());
    for &p in ring {
        let close = |q: Option<&Vec2>| q.is_some_and(|q| (p - *q).length() < MIN_SIZE);
        if !(close(out.last()) || out.len() > 1 && close(out.first())) {
            out.push(p);
        }
    }
    out
}

#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields, rename = "polygon")]
struct Raw {
    vertices: Vec<Vec2>,
    #[serde(default)]
    radius: f32,
}

#[cfg(feature = "serde")]
impl TryFrom<Raw> for Polygon {
    type Error = ShapeError;
    fn try_from(raw: Raw) -> Result<Self, ShapeError> {
        Self::build(&raw.vertices, raw.radius)
    }
}

#[cfg(feature = "serde")]
impl From<Polygon> for Raw {
    fn from(s: Polygon) -> Self {
        Self { vertices: s.vertices().to_vec(), radius: s.radius }
    }
}
