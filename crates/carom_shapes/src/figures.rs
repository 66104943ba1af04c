//! Polygons of known figures: regular ones, ellipses, half-spaces.

use crate::error::{place, size};
use crate::{Polygon, ShapeError};
use carom_math::{PI, Vec2, left, normalize, sin_cos};

/// The greatest number of corners of a regular polygon or an ellipse.
pub const MAX_CORNERS: usize = 1024;

/// The least number of corners of an ellipse.
pub(crate) const ROUND: usize = 8;

impl Polygon {
    /// The regular polygon with so many corners on a circle of `radius` [m] about the origin, one of them on the right.
    /// Up to eight corners collide on lanes; more of them cost more. Corners that are straight to within rounding are
    /// dropped, as [`Polygon::new`] does.
    ///
    /// # Errors
    /// Fewer than three corners or more than [`MAX_CORNERS`], a radius that is not a size, corners closer together than
    /// [`MIN_SIZE`](crate::MIN_SIZE).
    pub fn regular(corners: usize, radius: f32) -> Result<Self, ShapeError> {
        size("radius", radius)?;
        if corners < 3 {
            return Err(ShapeError::TooFewVertices { count: corners, needed: 3 });
        }
        if corners > MAX_CORNERS {
            return Err(ShapeError::TooMany { field: "corners", count: corners, most: MAX_CORNERS });
        }
        Self::new(round(corners, Vec2::new(radius, radius)))
    }

    /// An ellipse of full size `width` by `height` [m] about the origin, as a polygon whose corners are on it. Its
    /// edges are inside of it by `tolerance` [m] at most. It has 8, 12, 16 .. corners, as few as that needs: for a
    /// circle 8 for 4 % of its width, and 40 for 0.16 %. A few corners and [`Polygon::rounded`] are faster and roll
    /// better.
    ///
    /// # Errors
    /// A width, a height or a tolerance that is not a size, more than [`MAX_CORNERS`] corners, an ellipse so thin that
    /// corners are closer together than [`MIN_SIZE`](crate::MIN_SIZE).
    pub fn ellipse(width: f32, height: f32, tolerance: f32) -> Result<Self, ShapeError> {
        let half = 0.5 * Vec2::new(size("width", width)?, size("height", height)?);
        size("tolerance", tolerance)?;
        let (long, short) = if half.x > half.y { (half.x, half.y) } else { (half.y, half.x) };
        // The middle of an edge from t - d to t + d is (1 - cos d) (a cos t, b sin t) inside. Along the normal of the
        // edge, (b cos t, a sin t), that is a b (1 - cos d) / |(b cos t, a sin t)|: most beside the long axis' ends.
        let inside = |corners: usize| {
            let d = PI / corners as f32;
            let ((s, c), (half_s, _)) = (sin_cos(d), sin_cos(0.5 * d));
            2.0 * half_s * half_s * long * short / Vec2::new(short * c, long * s).length()
        };
        let corners = (ROUND..=MAX_CORNERS).step_by(4).find(|&corners| inside(corners) <= tolerance);
        let too_fine = ShapeError::TooFine { value: tolerance, most: MAX_CORNERS };
        Self::new(round(corners.ok_or(too_fine)?, half))
    }

    /// A half-space as far as it goes: a rectangle whose face has `point` [m] in its middle and the outward direction
    /// `normal`. It extends by `extent` [m] to both sides and as far down.
    ///
    /// It is no infinite plane: bodies beyond its ends fall. Its face is known to about 1e-7 of the extent, so 1,000 m
    /// are good to 0.1 mm. A body that is deeper in it than half the extent may be pushed out elsewhere.
    ///
    /// # Errors
    /// A point that is not finite or too far away, a normal without a direction, an extent that is not a size or
    /// reaches too far.
    pub fn half_space(point: Vec2, normal: Vec2, extent: f32) -> Result<Self, ShapeError> {
        place("point", point)?;
        size("extent", extent)?;
        let (up, length) = normalize(normal);
        size("normal", length)?;
        let (along, down) = (left(up) * extent, up * -extent);
        Self::new([point + along, point + along + down, point - along + down, point - along])
    }
}

/// So many points on an ellipse about the origin, evenly in the angle, counter-clockwise from the right.
pub(crate) fn round(corners: usize, half: Vec2) -> Vec<Vec2> {
    let turn = 2.0 * PI / corners as f32;
    (0..corners)
        .map(|k| {
            let (s, c) = sin_cos(turn * k as f32);
            Vec2::new(half.x * c, half.y * s)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::disallowed_methods)] // Formulas are computed with the platform's functions.

    use super::*;
    use carom_math::vec2;

    #[test]
    fn regular_polygons_have_their_corners_on_a_circle() {
        for corners in (3..=64).chain([360, MAX_CORNERS]) {
            for radius in [0.01, 0.5, 3.0, 1.0e4].into_iter().filter(|&radius| corners <= 64 || radius > 2.0) {
                let polygon = Polygon::regular(corners, radius).unwrap();
                let n = corners as f64;
                let wanted = 0.5 * n * f64::from(radius).powi(2) * (std::f64::consts::TAU / n).sin();
                let mass = polygon.mass(1.0);
                assert_eq!(polygon.vertices().len(), corners);
                assert!((f64::from(mass.mass) - wanted).abs() < 1e-4 * wanted, "{corners}, {radius}");
                assert!(mass.center.length() < 1e-5 * radius, "{corners}, {radius}: {}", mass.center);
                assert!(polygon.vertices().iter().all(|v| (v.length() - radius).abs() < 1e-5 * radius));
            }
        }
    }

    #[test]
    fn ellipses_are_as_near_as_they_promise_with_few_corners() {
        for (width, height) in [(2.0, 1.0), (1.0, 1.0), (0.3, 4.0), (10.0, 0.5), (0.02, 0.01)] {
            for part in [0.2_f32, 0.04, 0.01, 1e-3, 1e-4] {
                let most = f32::max(width, height);
                let tolerance = part * most;
                let Ok(polygon) = Polygon::ellipse(width, height, tolerance) else {
                    assert!(tolerance < 1e-4, "{width} {height} {tolerance}");
                    continue;
                };
                let on = |v: &Vec2| (2.0 * v.x / width).powi(2) + (2.0 * v.y / height).powi(2);
                assert!(polygon.vertices().iter().all(|v| (on(v) - 1.0).abs() < 1e-4));
                // Distance of the ellipse from the polygon, by many points.
                let mut farthest = 0.0_f32;
                for k in 0..2000 {
                    let (s, c) = sin_cos(2.0 * PI * k as f32 / 2000.0);
                    let point = 0.5 * vec2(width * c, height * s);
                    let faces = polygon.normals().iter().zip(polygon.vertices());
                    farthest = faces.map(|(n, v)| n.dot(point - *v)).fold(farthest, f32::max);
                }
                assert!(farthest <= tolerance + 1e-5 * most, "{width} {height} {tolerance}: {farthest}");
                let corners = polygon.vertices().len();
                assert!(corners == ROUND || farthest > 0.3 * tolerance, "{corners} corners are more than it needs");
                let size = polygon.aabb(carom_math::Pose::IDENTITY).size();
                assert!((size - vec2(width, height)).length() < 1e-5 * most);
            }
        }
    }

    #[test]
    fn a_half_space_has_its_face_where_it_was_told() {
        for k in 0..100 {
            let (s, c) = sin_cos(0.0628 * k as f32);
            let (point, normal) = (vec2(3.0 * c, k as f32), vec2(2.0 * c, 2.0 * s));
            let polygon = Polygon::half_space(point, normal, 50.0).unwrap();
            let face = polygon.normals().iter().zip(polygon.vertices()).find(|(n, _)| n.dot(normal) > 1.999);
            let (n, v) = face.unwrap();
            assert!(n.dot(point - *v).abs() < 1e-5 && (polygon.mass(1.0).mass - 5000.0).abs() < 1.0);
        }
    }

    #[test]
    fn figures_that_are_none_are_refused_by_name() {
        let says = |result: Result<Polygon, ShapeError>, text: &str| {
            let error = result.unwrap_err().to_string();
            assert!(error.contains(text), "{error}");
        };
        says(Polygon::regular(2, 1.0), "3");
        says(Polygon::regular(MAX_CORNERS + 1, 1.0), "corners");
        for bad in [f32::NAN, f32::INFINITY, -1.0, 0.0] {
            says(Polygon::regular(5, bad), "radius");
            says(Polygon::ellipse(bad, 1.0, 0.1), "width");
            says(Polygon::ellipse(1.0, bad, 0.1), "height");
            says(Polygon::ellipse(1.0, 1.0, bad), "tolerance");
            says(Polygon::half_space(Vec2::ZERO, Vec2::Y, bad), "extent");
            says(Polygon::half_space(Vec2::ZERO, Vec2::new(0.0, bad * 0.0), 1.0), "normal");
        }
        says(Polygon::ellipse(100.0, 1.0, 2.0e-5), "tolerance");
        says(Polygon::half_space(vec2(f32::NAN, 0.0), Vec2::Y, 1.0), "point");
        assert!(Polygon::half_space(Vec2::ZERO, Vec2::Y, 9.9e5).is_ok());
        assert!(Polygon::half_space(vec2(9.9e5, 0.0), Vec2::Y, 9.9e5).is_err());
    }
}
