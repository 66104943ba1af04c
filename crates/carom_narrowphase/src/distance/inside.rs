//! Point containment: whether a point lies in a piece. In: a piece and a point of its frame; in f64.

use crate::manifold::scalar::core::Corners;
use crate::wide::Wide;
use carom_math::Vec2;
use carom_shapes::Piece;

/// Whether `point` [m] lies in the piece, its edge included. Segments and links have no inside.
pub fn contains_point(piece: &Piece, point: Vec2) -> bool {
    let corners = Corners::of(piece);
    within(corners.as_slice(), f64::from(piece.radius()), point.into())
}

/// Whether `p` lies in the outline, or within `radius` of it; a line or point without a radius holds nothing.
pub(crate) fn within(corners: &[Vec2], radius: f64, p: Wide) -> bool {
    let count = corners.len();
    let Some(last) = corners.last() else {
        return false;
    };
    let mut v = Wide::from(*last);
    let mut inside = count > 2;
    let mut near = false;
    let radius2 = radius * radius;
    for w in corners {
        let w = Wide::from(*w);
        let (e, d) = (w - v, p - v);
        if !(e.cross(d) >= 0.0) {
            inside = false;
        }
        let (along, length2) = (e.dot(d), e.dot(e));
        // Squares, and no division: otherwise it would cost a root for each edge.
        near |= if along <= 0.0 || length2 == 0.0 {
            d.dot(d) <= radius2
        } else if along >= length2 {
            (p - w).dot(p - w) <= radius2
        } else {
            e.cross(d) * e.cross(d) <= radius2 * length2
        };
        v = w;
    }
    inside || (radius > 0.0 && near)
}
