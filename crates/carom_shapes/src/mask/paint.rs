//! Pixels that are drawn and erased. In: a mask and a shape. Out: the mask with other pixels.

use crate::mask::clear::Clearance;
use crate::{Mask, Piece, Shape};
use carom_math::{Pose, Vec2, cross};
use std::sync::Arc;

impl Mask {
    /// Makes a pixel solid or empty; returns whether it changed. Outside of the picture nothing does.
    /// It costs some 0.1 ns for each pixel of the picture: [`Mask::fill`] changes many at once.
    pub fn set(&mut self, column: usize, row: usize, solid: bool) -> bool {
        if column >= self.width() || row >= self.height() || self.is_solid(column, row) == solid {
            return false;
        }
        let place = row * self.stride + column / 64;
        Arc::make_mut(&mut self.words)[place] ^= 1 << (column % 64);
        self.clearance = Clearance::of(&self.words, self.width(), self.height());
        true
    }

    /// Makes the pixels solid whose middle is in a shape at a pose [m] in the mask's frame; returns their number that
    /// were empty. A chain, a segment and the border of a tile grid have no inside. It costs work for the box of the
    /// shape, and some 0.1 ns for each pixel of the picture. Outlines are made anew: [`Mask::outlines`].
    pub fn fill(&mut self, shape: &Shape, pose: Pose) -> usize {
        self.paint(shape, pose, true)
    }

    /// Makes the pixels empty whose middle is in a shape, as [`Mask::fill`] makes them solid: a crater in a hill.
    /// Returns their number that were solid.
    pub fn erase(&mut self, shape: &Shape, pose: Pose) -> usize {
        self.paint(shape, pose, false)
    }

    fn paint(&mut self, shape: &Shape, pose: Pose, solid: bool) -> usize {
        if !pose.is_finite() || self.width() == 0 {
            return 0;
        }
        let mut changed = 0;
        for piece in (0..shape.piece_count()).map(|i| shape.piece(i)) {
            changed += self.paint_piece(&piece, pose, solid);
        }
        if changed > 0 {
            self.clearance = Clearance::of(&self.words, self.width(), self.height());
        }
        changed
    }

    fn paint_piece(&mut self, piece: &Piece, pose: Pose, solid: bool) -> usize {
        let area = piece.aabb(pose);
        let (columns, rows) = (self.width(), self.height());
        let top = self.bounds().max.y;
        // Floats are cut to whole numbers with limits: NaN and what is below zero count as zero.
        let index = |x: f32, most: usize| ((x / self.pixel()) as usize).min(most);
        let (first, last) =
            (index(area.min.x - self.origin().x, columns), index(area.max.x - self.origin().x, columns));
        let (upper, lower) = (index(top - area.max.y, rows), index(top - area.min.y, rows));
        let mut changed = 0;
        for row in upper..(lower + 1).min(rows) {
            for column in first..(last + 1).min(columns) {
                let point = pose.inverse_transform_point(self.center(column, row));
                if self.is_solid(column, row) != solid && is_inside(piece, point) {
                    let place = row * self.stride + column / 64;
                    Arc::make_mut(&mut self.words)[place] ^= 1 << (column % 64);
                    changed += 1;
                }
            }
        }
        changed
    }
}

/// Whether a point is in a piece, its edge included.
fn is_inside(piece: &Piece, point: Vec2) -> bool {
    match piece {
        Piece::Circle(circle) => (point - circle.center()).length() <= circle.radius(),
        Piece::Capsule(capsule) => to_segment(point, capsule.a(), capsule.b()) <= capsule.radius(),
        Piece::Polygon(polygon) => {
            let corners = polygon.vertices();
            let inner = polygon.normals().iter().zip(corners).all(|(n, v)| n.dot(point - *v) <= 0.0);
            let ends = || corners.iter().zip(corners.iter().cycle().skip(1));
            inner || polygon.radius() > 0.0 && ends().any(|(a, b)| to_segment(point, *a, *b) <= polygon.radius())
        }
        Piece::Segment(_) | Piece::Link(_) => false,
    }
}

/// Distance of a point from a segment [m].
fn to_segment(point: Vec2, a: Vec2, b: Vec2) -> f32 {
    let (along, from) = (b - a, point - a);
    let (part, square) = (along.dot(from), along.length_squared());
    if part <= 0.0 || square == 0.0 {
        from.length()
    } else if part >= square {
        (point - b).length()
    } else {
        cross(along, from).abs() / square.sqrt()
    }
}
