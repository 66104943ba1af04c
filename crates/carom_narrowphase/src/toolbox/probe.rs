//! A coarse overlap test of a piece and an area: a corner of the piece well inside, or all of it well outside one edge.
//! In: the area and the piece in its frame. Out: yes, no, or nothing if an exact test is needed.

use crate::manifold::scalar::core::Corners;
use carom_math::{Pose, Vec2, max, min};
use carom_shapes::{Piece, Polygon};

/// Most corners that are tested.
const MOST: usize = 8;

/// Bound on the rounding, in parts of the coordinates, and more.
const NOISE: f32 = 1.0e-5;

/// Whether the polygon and the piece share a point. `None` if they nearly touch, or cross each other without a corner
/// of the piece's core inside, and for pieces of many corners: then use [`crate::distance`].
#[inline]
pub fn plainly_overlaps(area: &Polygon, piece: &Piece, piece_in_area: Pose) -> Option<bool> {
    let corners = Corners::of(piece);
    let corners = corners.as_slice();
    if corners.len() > MOST {
        return None;
    }
    let size = |p: Vec2| p.x.abs() + p.y.abs();
    let mut places = [Vec2::ZERO; MOST];
    let mut far = 0.0;
    for (place, corner) in places.iter_mut().zip(corners) {
        *place = piece_in_area.transform_point(*corner);
        far = max(size(*place), far);
    }
    let places = &places[..corners.len()];
    let mut outside = [f32::NEG_INFINITY; MOST];
    let around = piece.radius() + area.radius();
    for (v, n) in area.vertices().iter().zip(area.normals()) {
        let margin = NOISE * (far + size(*v) + around);
        let mut least = f32::INFINITY;
        for (outside, place) in outside.iter_mut().zip(places) {
            let above = n.dot(*place - *v);
            *outside = max(above + margin, *outside);
            least = min(above, least);
        }
        if least > around + margin {
            return Some(false);
        }
    }
    outside[..corners.len()].iter().any(|&outside| outside < 0.0).then_some(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distance;
    use carom_math::vec2;
    use carom_shapes::{Capsule, Circle, ShapeError};

    #[test]
    fn what_is_plain_is_so() -> Result<(), ShapeError> {
        let area = Polygon::rect(3.0, 2.0)?;
        let pieces = [
            Piece::Circle(Circle::at(vec2(0.1, 0.0), 0.4)?),
            Piece::Capsule(Capsule::new(vec2(-1.0, 0.0), vec2(1.0, 0.5), 0.2)?),
            Piece::Polygon(Polygon::rect(1.0, 4.0)?),
        ];
        let (mut plain, mut all) = (0, 0);
        for i in 0..30_000_u16 {
            let (x, y) = (f32::from(i % 173) * 0.05 - 4.3, f32::from(i / 173) * 0.05 - 4.3);
            let pose = Pose::new(vec2(x, y), f32::from(i) * 0.01);
            for piece in &pieces {
                let truth = distance(&Piece::Polygon(area.clone()), piece, pose).distance <= 0.0;
                all += 1;
                if let Some(says) = plainly_overlaps(&area, piece, pose) {
                    plain += 1;
                    assert_eq!(says, truth, "{piece:?} at {pose:?}");
                }
            }
        }
        assert!(plain * 10 > all * 8, "{plain} of {all} were plain");
        Ok(())
    }
}
