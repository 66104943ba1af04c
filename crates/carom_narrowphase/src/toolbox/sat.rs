//! The separating axis test as a tool. In: two convex outlines, as polygons or as bare points of either winding, and
//! the pose of b in a's frame. Out: an axis that parts them, or the least push that does.
//!
//! Two convex sets are apart exactly if the normal of an edge of one of them says so (H. Minkowski 1911; S. Gottschalk,
//! OBBTree, 1996). The separation of edge i of a is
//!
//! n_i . (p - v_i) + min_j (R^T n_i) . w_j
//!
//! where n, v belong to a, w are b's corners and (p, R) is `b_in_a`. The least push out of an overlap is along the
//! greatest of these, since it is the distance from the origin to the nearest edge of the difference of the two sets.

use crate::distance::gjk::{Nearest, nearest};
use crate::wide::WidePose;
use carom_math::{Pose, Vec2, min, normalize, right};
use carom_shapes::Polygon;

/// The feature that gives the axis. Edge i runs from corner i to the next, in the given order of the corners.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SatFeature {
    /// The axis is the outward normal of an edge of a.
    EdgeOfA {
        /// Index of the edge.
        edge: usize,
        /// Index of b's corner that is deepest behind the edge, or nearest before it.
        corner: usize,
    },
    /// The axis is the inward normal of an edge of b.
    EdgeOfB {
        /// Index of the edge.
        edge: usize,
        /// Index of a's corner that is deepest behind the edge, or nearest before it.
        corner: usize,
    },
    /// The axis goes from this corner of a to the centre of a circle.
    CornerOfA(usize),
    /// The axis goes from a's nearest point to b's: rounded corners, or outlines of fewer than three corners.
    Nearest,
}

/// The result of the separating axis test. Axes are unit vectors from a to b, in a's frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Sat {
    /// Apart, and this proves it.
    Separated {
        /// The axis; zero if there is none because a number is not finite or an outline has no point.
        axis: Vec2,
        /// Separation along it [m]: not more than their distance.
        gap: f32,
        /// The feature of the axis: pass it to [`sat_cached`] the next time.
        feature: SatFeature,
    },
    /// They share a point.
    Touching {
        /// Direction of the shortest push: moving b along it, or a against it, parts them soonest.
        normal: Vec2,
        /// Length of the minimum translation vector, 0 if they touch exactly [m].
        depth: f32,
        /// The feature of the normal.
        feature: SatFeature,
    },
}

impl Sat {
    /// Whether they share a point.
    pub fn is_touching(&self) -> bool {
        matches!(self, Self::Touching { .. })
    }

    /// The minimum translation vector: the shortest move of b after which they only touch [m]. `None` if they are
    /// apart. [`crate::push_apart`] shares it between both.
    pub fn mtv(&self) -> Option<Vec2> {
        match self {
            Self::Touching { normal, depth, .. } => Some(*depth * *normal),
            Self::Separated { .. } => None,
        }
    }

    /// The feature of the axis.
    pub fn feature(&self) -> SatFeature {
        match self {
            Self::Touching { feature, .. } | Self::Separated { feature, .. } => *feature,
        }
    }
}

/// Whether two convex polygons touch, and how deep. Each edge normal is tried once, and the first that parts them ends
/// it. With up to 8 corners each edge tests all corners of the other. With more, it walks on from the end of the last
/// edge, which makes it linear.
///
/// Rounded polygons are tested by their cores; if these are apart by less than the radii, by their nearest points.
pub fn sat(a: &Polygon, b: &Polygon, b_in_a: Pose) -> Sat {
    sat_cached(a, b, b_in_a, None)
}

/// [`sat`], which first tries the axis that parted the two the last time: for a pair that stays apart, one edge is
/// tested. The answer is the same, except for the choice among several axes.
pub fn sat_cached(a: &Polygon, b: &Polygon, b_in_a: Pose, last: Option<SatFeature>) -> Sat {
    let radii = a.radius() + b.radius();
    let near = || nearest(a.vertices(), &WidePose::IDENTITY, b.vertices(), &b_in_a.into());
    test(&Ring::of(a), &Ring::of(b), b_in_a, radii, last, near)
}

/// [`sat`] of two convex outlines that are given by their corners [m], each in its own frame, clockwise or
/// counter-clockwise; repeated and collinear corners do no harm. An outline of one or two points is a point or a line.
/// Every edge tests every corner of the other. For a concave outline the answer is meaningless.
pub fn sat_points(a: &[Vec2], b: &[Vec2], b_in_a: Pose) -> Sat {
    let near = || nearest(a, &WidePose::IDENTITY, b, &b_in_a.into());
    if a.is_empty() || b.is_empty() {
        return NOTHING;
    }
    test(&Ring::new(a), &Ring::new(b), b_in_a, 0.0, None, near)
}

/// The answer without a finite number.
const NOTHING: Sat = Sat::Separated { axis: Vec2::ZERO, gap: 0.0, feature: SatFeature::Nearest };

/// Outlines with more corners than this are walked round instead of tested corner by corner.
const FEW: usize = 8;

/// A convex outline of either winding.
struct Ring<'a> {
    corners: &'a [Vec2],
    /// Outward normals, if they are known.
    normals: Option<&'a [Vec2]>,
    clockwise: bool,
}

impl<'a> Ring<'a> {
    fn of(polygon: &'a Polygon) -> Self {
        Self { corners: polygon.vertices(), normals: Some(polygon.normals()), clockwise: false }
    }

    fn new(corners: &'a [Vec2]) -> Self {
        let first = corners.first().copied().unwrap_or_default();
        let pairs = corners.iter().zip(corners.iter().skip(1));
        let turn = |(v, w): (&Vec2, &Vec2)| {
            let (v, w) = (*v - first, *w - first);
            f64::from(v.x) * f64::from(w.y) - f64::from(v.y) * f64::from(w.x)
        };
        Self { corners, normals: None, clockwise: pairs.map(turn).sum::<f64>() < 0.0 }
    }

    /// First corner and outward normal of edge `i`; `None` if it has no length or does not exist.
    #[inline(always)]
    fn edge(&self, i: usize) -> Option<(Vec2, Vec2)> {
        let v = *self.corners.get(i)?;
        if let Some(normals) = self.normals {
            return Some((v, *normals.get(i)?));
        }
        let w = *self.corners.get(i + 1).or(self.corners.first())?;
        let e = if self.clockwise { v - w } else { w - v };
        let (normal, length) = normalize(right(e));
        if length > 0.0 { Some((v, normal)) } else { None }
    }

    /// The least coordinate of the outline along `m`. If the normals are known it is surely convex, and the walk from
    /// the last lowest corner, `start`, finds the lowest.
    #[inline(always)]
    fn lowest(&self, m: Vec2, start: &mut Option<usize>) -> f32 {
        if let (Some(k), Some(_)) = (*start, self.normals)
            && self.corners.len() > FEW
        {
            let (k, low) = self.descend(m, k);
            *start = Some(k);
            return low;
        }
        let (mut at, mut low) = (0, f32::INFINITY);
        for (i, w) in self.corners.iter().enumerate() {
            let d = m.dot(*w);
            at = if d < low { i } else { at };
            low = min(d, low);
        }
        *start = Some(at);
        low
    }

    /// Downhill from corner `k`, both ways, over one corner that rounding lifts.
    fn descend(&self, m: Vec2, mut k: usize) -> (usize, f32) {
        let n = self.corners.len();
        let height = |k: usize| self.corners.get(k % n).map_or(f32::INFINITY, |w| m.dot(*w));
        let mut low = height(k);
        for _ in 0..n {
            let next = [1, n - 1, 2, n - 2].into_iter().find(|by| height(k + by) < low);
            let Some(by) = next else { break };
            k = (k + by) % n;
            low = height(k);
        }
        (k, low)
    }
}

/// The best axis so far.
struct Best {
    separation: f32,
    axis: Vec2,
    feature: SatFeature,
}

/// The edges of `a` against the corners of `b`; `true` if one of them parts the two by more than `enough`. `name` gives
/// the feature, `turn` brings the axis to the frame of the answer.
fn try_edges(
    a: &Ring<'_>,
    b: &Ring<'_>,
    b_in_a: Pose,
    edges: std::ops::Range<usize>,
    enough: f32,
    best: &mut Best,
    name: impl Fn(usize, usize, Vec2) -> (SatFeature, Vec2),
) -> bool {
    let mut lowest = None;
    for i in edges {
        let Some((v, n)) = a.edge(i) else { continue };
        let separation = n.dot(b_in_a.p - v) + b.lowest(b_in_a.q.inverse_rotate(n), &mut lowest);
        if separation > best.separation {
            let (feature, axis) = name(i, lowest.unwrap_or(0), n);
            *best = Best { separation, axis, feature };
            if separation > enough {
                return true;
            }
        }
    }
    false
}

/// The test of both outlines' edges, with `radii` around them; `near` finds their nearest points.
fn test(
    a: &Ring<'_>,
    b: &Ring<'_>,
    b_in_a: Pose,
    radii: f32,
    last: Option<SatFeature>,
    near: impl Fn() -> Nearest,
) -> Sat {
    let a_in_b = b_in_a.inverse();
    let mut best = Best { separation: f32::NEG_INFINITY, axis: Vec2::ZERO, feature: SatFeature::Nearest };
    let of_a = |best: &mut Best, edges| {
        try_edges(a, b, b_in_a, edges, radii, best, |edge, corner, n| (SatFeature::EdgeOfA { edge, corner }, n))
    };
    let of_b = |best: &mut Best, edges| {
        try_edges(b, a, a_in_b, edges, radii, best, |edge, corner, n| {
            (SatFeature::EdgeOfB { edge, corner }, -b_in_a.q.rotate(n))
        })
    };
    let known = match last {
        Some(SatFeature::EdgeOfA { edge, .. }) => of_a(&mut best, edge..edge.saturating_add(1)),
        Some(SatFeature::EdgeOfB { edge, .. }) => of_b(&mut best, edge..edge.saturating_add(1)),
        _ => false,
    };
    let apart = known || of_a(&mut best, 0..a.corners.len()) || of_b(&mut best, 0..b.corners.len());
    let (Best { separation, axis, feature }, flat) = (best, a.corners.len() < 3 || b.corners.len() < 3);
    if apart {
        return Sat::Separated { axis, gap: separation - radii, feature };
    }
    // Between the cores an edge normal may not be the nearest direction; and points and lines lack axes at their ends.
    if flat || (radii > 0.0 && separation > 0.0) {
        let near = near();
        if near.distance > 0.0 {
            let (axis, gap) = (near.normal.narrow(), (near.distance - f64::from(radii)) as f32);
            let feature = SatFeature::Nearest;
            return if gap > 0.0 {
                Sat::Separated { axis, gap, feature }
            } else {
                Sat::Touching { normal: axis, depth: -gap, feature }
            };
        }
    }
    if separation == f32::NEG_INFINITY {
        // No edge has a length: two points on one spot, or no numbers.
        let finite = b_in_a.is_finite() && a.corners.iter().chain(b.corners).all(|v| v.is_finite());
        let touching = Sat::Touching { normal: Vec2::Y, depth: radii, feature: SatFeature::Nearest };
        return if finite { touching } else { NOTHING };
    }
    Sat::Touching { normal: axis, depth: radii - separation, feature }
}
