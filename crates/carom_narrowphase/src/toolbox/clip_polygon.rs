//! One polygon cut by another. In: a polygon of any kind and a convex one. Out: their intersection, its area and its
//! centroid. In f64.
//!
//! I. Sutherland and G. Hodgman, Reentrant polygon clipping, Communications of the ACM, 1974: the subject is cut by one
//! side of the convex polygon after the other.

use crate::wide::{Wide, WidePose};
use carom_math::{Pose, Vec2};
use carom_shapes::Polygon;

/// An area and its centroid.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Overlap {
    /// The area, 0 if two polygons do not overlap [m^2].
    pub area: f32,
    /// Its centroid, in a's frame; zero if not even a point is shared [m].
    pub centroid: Vec2,
}

/// A clipper and its memory: after the first polygons of a size it allocates nothing.
#[derive(Clone, Debug, Default)]
pub struct Clipper {
    ring: Vec<Wide>,
    next: Vec<Wide>,
}

impl Clipper {
    /// A clipper.
    pub fn new() -> Self {
        Self::default()
    }

    /// The part of `subject`, a polygon of any kind, in `convex`, a convex polygon; both of either winding, in one
    /// frame [m]. `out` gets the corners, in the subject's winding; none if they do not overlap.
    ///
    /// If a concave subject falls apart, the parts are joined by lines there and back along `convex`, which have no
    /// area. Polygons that merely touch give a ring of no area. Empty if a number is not finite.
    pub fn clip(&mut self, subject: &[Vec2], convex: &[Vec2], out: &mut Vec<Vec2>) {
        out.clear();
        self.cut(subject, convex, &WidePose::IDENTITY);
        out.extend(self.ring.iter().map(|v| v.narrow()));
    }

    /// Area and centroid of the intersection of two convex polygons, in a's frame; rounded ones by their cores.
    pub fn overlap(&mut self, a: &Polygon, b: &Polygon, b_in_a: Pose) -> Overlap {
        self.overlap_points(a.vertices(), b.vertices(), b_in_a)
    }

    /// Area and centroid of the intersection of a polygon of any kind, `a`, and a convex one, in a's frame; corners in
    /// either winding [m].
    pub fn overlap_points(&mut self, a: &[Vec2], b: &[Vec2], b_in_a: Pose) -> Overlap {
        self.cut(a, b, &b_in_a.into());
        measure(&self.ring)
    }

    /// Leaves in `ring` the part of `subject` in `convex`, placed by `pose`.
    fn cut(&mut self, subject: &[Vec2], convex: &[Vec2], pose: &WidePose) {
        let at = |v: &Vec2| pose.transform_point((*v).into());
        self.ring.clear();
        let Some(last) = convex.last() else { return };
        if !subject.iter().chain(convex).all(|v| v.is_finite()) || !at(last).length().is_finite() {
            return;
        }
        self.ring.extend(subject.iter().map(|v| Wide::from(*v)));
        let first = at(last);
        let turn = convex.iter().zip(convex.iter().skip(1)).map(|(v, w)| (at(v) - first).cross(at(w) - first));
        let side = if turn.sum::<f64>() < 0.0 { -1.0 } else { 1.0 };
        let mut v = at(last);
        for w in convex.iter().map(at) {
            self.keep_left(v, (w - v) * side);
            v = w;
        }
    }

    /// Keeps the part on the left of the line through `v` along `e`, and on it.
    fn keep_left(&mut self, v: Wide, e: Wide) {
        self.next.clear();
        let Some(last) = self.ring.last() else { return };
        let (mut p, mut p_in) = (*last, e.cross(*last - v));
        for q in &self.ring {
            let q_in = e.cross(*q - v);
            // In one order, so that two rings that share an edge are cut at the same point.
            if p_in < 0.0 && q_in > 0.0 {
                self.next.push(*q + (p - *q) * (q_in / (q_in - p_in)));
            } else if p_in > 0.0 && q_in < 0.0 {
                self.next.push(p + (*q - p) * (p_in / (p_in - q_in)));
            }
            if q_in >= 0.0 {
                self.next.push(*q);
            }
            (p, p_in) = (*q, q_in);
        }
        std::mem::swap(&mut self.ring, &mut self.next);
    }
}

/// Area and centroid of the intersection of two convex polygons, in a's frame; rounded ones by their cores. For many
/// pairs keep a [`Clipper`], which reuses its memory.
pub fn overlap_area(a: &Polygon, b: &Polygon, b_in_a: Pose) -> Overlap {
    Clipper::new().overlap(a, b, b_in_a)
}

/// Area and centroid of a ring, by triangles about its first corner.
fn measure(ring: &[Wide]) -> Overlap {
    let Some(first) = ring.first() else { return Overlap::default() };
    let (mut twice, mut moment, mut sum, mut far) = (0.0, Wide::ZERO, Wide::ZERO, 0.0);
    for pair in ring.windows(2) {
        let [v, w] = [pair[0] - *first, pair[1] - *first];
        let part = v.cross(w);
        twice += part;
        moment = moment + (v + w) * part;
        sum = sum + w;
        far = if w.dot(w) > far { w.dot(w) } else { far };
    }
    // Rounding swallows a sliver's moments: the mean of its corners is as good.
    let sliver = twice.abs() <= 1.0e-12 * far;
    let centroid = if sliver { sum * (1.0 / ring.len() as f64) } else { moment * (1.0 / (3.0 * twice)) };
    let centroid = *first + centroid;
    Overlap { area: (0.5 * twice.abs()) as f32, centroid: centroid.narrow() }
}
