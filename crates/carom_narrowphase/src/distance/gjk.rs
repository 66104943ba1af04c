//! GJK: the nearest points of two convex sets of corners. In: both sets with their placements. Out: the nearest points,
//! the distance and its direction, in f64.
//!
//! E. Gilbert, D. Johnson, S. Keerthi 1988, with the regions of E. Catto, Computing Distance, GDC 2010. The search
//! keeps the least simplex of the difference set b - a that is nearest to the origin. It grows by the corner that is
//! farthest towards the origin, until none is farther. A round that does not come nearer ends it, and so does the last
//! of [`ROUNDS`].

use crate::wide::{Wide, WidePose};
use carom_math::Vec2;

/// Bound on the rounds. Two 360-gons take about ten.
const ROUNDS: usize = 64;

/// The nearest points of two sets.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Nearest {
    /// Their distance; 0 if the sets overlap [m].
    pub distance: f64,
    /// The point of the first set [m].
    pub on_a: Wide,
    /// The point of the second set [m].
    pub on_b: Wide,
    /// Unit vector from a to b; zero if the sets overlap.
    pub normal: Wide,
}

/// A corner of the difference set, the two corners that made it, and its weight in the nearest point.
#[derive(Clone, Copy, Default)]
struct Corner {
    w: Wide,
    weight: f64,
    a: usize,
    b: usize,
}

/// The nearest points of the hulls of `a` and `b`, placed by their poses. A set of one point has a shorter path.
pub(crate) fn nearest(a: &[Vec2], pose_a: &WidePose, b: &[Vec2], pose_b: &WidePose) -> Nearest {
    let first = |set: &[Vec2], pose: &WidePose| pose.transform_point(set.first().map_or(Wide::ZERO, |v| (*v).into()));
    nearest_along(a, pose_a, b, pose_b, first(b, pose_b) - first(a, pose_a))
}

/// The same; the first search direction from a to b is `ahead`.
pub(crate) fn nearest_along(a: &[Vec2], pose_a: &WidePose, b: &[Vec2], pose_b: &WidePose, ahead: Wide) -> Nearest {
    let at_a = |i: usize| pose_a.transform_point(a.get(i).map_or(Wide::ZERO, |v| (*v).into()));
    let at_b = |i: usize| pose_b.transform_point(b.get(i).map_or(Wide::ZERO, |v| (*v).into()));
    if b.len() == 1
        && let Some(near) = nearest_to_point(a, pose_a.inverse_transform_point(at_b(0)))
    {
        return near.placed(pose_a);
    }
    if a.len() == 1
        && let Some(near) = nearest_to_point(b, pose_b.inverse_transform_point(at_a(0)))
    {
        return near.placed(pose_b).turned();
    }
    let corner = |d: Wide| {
        let (i, k) = (farthest_index(a, pose_a.inverse_rotate(-d)), farthest_index(b, pose_b.inverse_rotate(d)));
        Corner { w: at_b(k) - at_a(i), weight: 1.0, a: i, b: k }
    };
    let mut simplex = [corner(-ahead), Corner::default(), Corner::default()];
    let mut count = 1;
    let mut direction = -simplex[0].w;
    for _ in 0..ROUNDS {
        if direction.dot(direction) == 0.0 {
            count = 3;
            break;
        }
        let next = corner(direction);
        let ahead = direction.dot(next.w);
        let used = simplex.iter().take(count).any(|c| c.w == next.w);
        if used || !(ahead > direction.dot(simplex[0].w)) {
            break;
        }
        (simplex, count) = match count {
            1 => solve2(simplex[0], next),
            _ => solve3(simplex[0], simplex[1], next),
        };
        if count == 3 {
            break;
        }
        direction = toward_origin(&simplex, count);
    }
    let (mut on_a, mut on_b) = (Wide::ZERO, Wide::ZERO);
    for c in simplex.iter().take(count) {
        on_a = on_a + at_a(c.a) * c.weight;
        on_b = on_b + at_b(c.b) * c.weight;
    }
    if count == 3 {
        return Nearest { distance: 0.0, on_a, on_b: on_a, normal: Wide::ZERO };
    }
    let normal = -direction.unit();
    Nearest { distance: normal.dot(simplex[0].w), on_a, on_b, normal }
}

/// The nearest points of the hulls of `a` and `b`; `b_in_a` is b's pose in a's frame.
#[inline]
pub(crate) fn nearest_seen(a: &[Vec2], b: &[Vec2], b_in_a: &WidePose) -> Nearest {
    // A point in a's frame needs no rotation.
    if let [point] = b
        && let Some(near) = nearest_to_point(a, b_in_a.transform_point((*point).into()))
    {
        return near;
    }
    nearest(a, &WidePose::IDENTITY, b, b_in_a)
}

impl Nearest {
    /// The same in the frame in which this one is at `pose`.
    fn placed(self, pose: &WidePose) -> Self {
        let Self { distance, on_a, on_b, normal } = self;
        Self {
            distance,
            on_a: pose.transform_point(on_a),
            on_b: pose.transform_point(on_b),
            normal: pose.rotate(normal),
        }
    }

    /// The same with both sets exchanged.
    fn turned(self) -> Self {
        Self { distance: self.distance, on_a: self.on_b, on_b: self.on_a, normal: -self.normal }
    }
}

/// The point of a convex outline, a line or a point that is nearest to `p`, in its frame: that of the edge, or of the
/// corner between two edges, whose region holds p (C. Ericson, Real-Time Collision Detection, 2005, section 5.1).
/// `None` if rounding leaves it in none.
fn nearest_to_point(corners: &[Vec2], p: Wide) -> Option<Nearest> {
    let corner = |v: Wide| {
        let d = p - v;
        let distance = d.length();
        (distance > 0.0).then(|| Nearest { distance, on_a: v, on_b: p, normal: d * (1.0 / distance) })
    };
    let last = Wide::from(*corners.last()?);
    if corners.len() == 1 {
        return corner(last);
    }
    let (mut v, mut inside) = (last, corners.len() > 2);
    // Whether p is beyond the end of the edge before.
    let mut beyond = {
        let before = Wide::from(corners[corners.len() - 2]);
        (last - before).dot(p - last) >= 0.0
    };
    for w in corners {
        let w = Wide::from(*w);
        let (e, d) = (w - v, p - v);
        let (along, length2, side) = (e.dot(d), e.dot(e), d.cross(e));
        if along <= 0.0 && beyond {
            return corner(v);
        }
        beyond = along >= length2;
        if side > 0.0 && along > 0.0 && !beyond {
            let k = 1.0 / length2.sqrt();
            let (normal, distance) = (e.right() * k, side * k);
            return Some(Nearest { distance, on_a: p - normal * distance, on_b: p, normal });
        }
        inside &= side <= 0.0;
        v = w;
    }
    inside.then_some(Nearest { distance: 0.0, on_a: p, on_b: p, normal: Wide::ZERO })
}

/// The corner that is farthest along `d`.
#[inline]
pub(crate) fn farthest(corners: &[Vec2], d: Wide) -> Wide {
    corners.get(farthest_index(corners, d)).map_or(Wide::ZERO, |v| (*v).into())
}

/// The index of the corner that is farthest along `d`, the first of equals.
#[inline]
fn farthest_index(corners: &[Vec2], d: Wide) -> usize {
    let (mut best, mut far) = (0, f64::NEG_INFINITY);
    for (i, v) in corners.iter().enumerate() {
        let along = d.dot((*v).into());
        if along > far {
            (best, far) = (i, along);
        }
    }
    best
}

/// The direction from the nearest point of the simplex to the origin, of any length.
#[inline]
fn toward_origin(simplex: &[Corner; 3], count: usize) -> Wide {
    let w = simplex[0].w;
    if count == 1 {
        return -w;
    }
    // Perpendicular to the edge: this keeps its digits if the origin is near the edge.
    let e = simplex[1].w - w;
    let side = w.cross(e);
    if side > 0.0 {
        e.left()
    } else if side < 0.0 {
        e.right()
    } else {
        Wide::ZERO
    }
}

type Solved = ([Corner; 3], usize);

/// Only the corner `p`.
fn point(p: Corner) -> Solved {
    ([Corner { weight: 1.0, ..p }, Corner::default(), Corner::default()], 1)
}

/// The edge p q with weights in the ratio `u` : `v`.
fn edge(p: Corner, q: Corner, u: f64, v: f64) -> Solved {
    let k = 1.0 / (u + v);
    ([Corner { weight: u * k, ..p }, Corner { weight: v * k, ..q }, Corner::default()], 2)
}

/// The part of an edge that is nearest to the origin.
fn solve2(p: Corner, q: Corner) -> Solved {
    let e = q.w - p.w;
    let (u, v) = (q.w.dot(e), -p.w.dot(e));
    if v <= 0.0 {
        point(p)
    } else if u <= 0.0 {
        point(q)
    } else {
        edge(p, q, u, v)
    }
}

/// The part of a triangle that is nearest to the origin: the region of a corner, of an edge, or the inside.
fn solve3(p: Corner, q: Corner, r: Corner) -> Solved {
    let weights = |a: Corner, b: Corner| {
        let e = b.w - a.w;
        (b.w.dot(e), -a.w.dot(e))
    };
    let ((pq_p, pq_q), (pr_p, pr_r), (qr_q, qr_r)) = (weights(p, q), weights(p, r), weights(q, r));
    let area = (q.w - p.w).cross(r.w - p.w);
    let (in_p, in_q, in_r) = (area * q.w.cross(r.w), area * r.w.cross(p.w), area * p.w.cross(q.w));
    if pq_q <= 0.0 && pr_r <= 0.0 {
        point(p)
    } else if pq_p > 0.0 && pq_q > 0.0 && in_r <= 0.0 {
        edge(p, q, pq_p, pq_q)
    } else if pr_p > 0.0 && pr_r > 0.0 && in_q <= 0.0 {
        edge(p, r, pr_p, pr_r)
    } else if pq_p <= 0.0 && qr_r <= 0.0 {
        point(q)
    } else if pr_p <= 0.0 && qr_q <= 0.0 {
        point(r)
    } else if qr_q > 0.0 && qr_r > 0.0 && in_p <= 0.0 {
        edge(q, r, qr_q, qr_r)
    } else {
        let k = 1.0 / (in_p + in_q + in_r);
        let all =
            [Corner { weight: in_p * k, ..p }, Corner { weight: in_q * k, ..q }, Corner { weight: in_r * k, ..r }];
        (all, 3)
    }
}
