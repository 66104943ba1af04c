//! A link of a chain against a capsule, a segment or a polygon. In come the link with its neighbours and the other's
//! pose; out comes a manifold whose normal the chain as a whole admits, so that what slides along it catches nowhere.
//!
//! While the cores are apart, the nearest features give the normal, and the Gauss map says whether this link may use
//! it. Where they overlap, the greatest separation is taken over the admitted axes alone: the link's own normal, and
//! the other's edge normals inside of the link's arc.
//! E. Catto, Box2D 2009 (ghost vertices) and 2.4, 2020; D. Gregorius, GDC 2015 (Gauss map).

use crate::axis::{Axis, greatest_separation, incident_edge};
use crate::circle::touch;
use crate::clip::Edges;
use crate::core::{Core, Line};
use crate::corner::nearest_corners;
use crate::gauss::{Arc, Verdict};
use crate::link_circle::collide_link_point;
use crate::polygon::in_other_frame;
use carom_math::{Pose, Vec2, cross, max, min, normalize, right};
use carom_shapes::{Capsule, FeatureId, Link, Manifold, Polygon, Segment};

/// How far beyond its ends a link still carries what its own normal pushes, as a part of the other's radius and reach:
/// the gap between two neighbours whose join counts as flat.
const OVERHANG: f32 = 2.0e-3;

/// Whether `point` (in the link's frame [m]) is on the solid side of a one-sided link. A body whose centroid is there
/// at the start of a step neither touches the link nor is stopped by it: ask this before [`crate::time_of_impact`].
#[inline]
pub fn is_behind(link: &Link, point: Vec2) -> bool {
    link.one_sided && right(link.b - link.a).dot(point - link.a) < 0.0
}

/// A link and a polygon, in the link's frame; see [`crate::collide`]. Where they overlap, the separation is that of
/// the best axis which the chain admits. A polygon whose middle is behind a one-sided link does not touch it; a
/// two-sided one pushes to the side where the middle is.
#[inline]
pub fn collide_link_polygon(a: &Link, b: &Polygon, b_in_a: Pose, reach: f32) -> Manifold {
    collide_link_core(a, &Core::of(b), b_in_a, reach)
}

/// A link and a capsule, in the link's frame; see [`collide_link_polygon`].
#[inline]
pub fn collide_link_capsule(a: &Link, b: &Capsule, b_in_a: Pose, reach: f32) -> Manifold {
    match Line::new(b.a(), b.b()) {
        Some(line) => collide_link_core(a, &line.core(b.radius()), b_in_a, reach),
        None => collide_link_point(a, b_in_a.apply(b.a()), b.radius(), reach),
    }
}

/// A link and a segment, in the link's frame; see [`collide_link_polygon`].
#[inline]
pub fn collide_link_segment(a: &Link, b: &Segment, b_in_a: Pose, reach: f32) -> Manifold {
    match Line::new(b.a(), b.b()) {
        Some(line) => collide_link_core(a, &line.core(0.0), b_in_a, reach),
        None => Manifold::NONE,
    }
}

/// Whether `point` is on the left of the chain about this link. Past an end the neighbour has a say: the right of a
/// convex corner is what is right of either line, the right of a hollow one what is right of both.
#[inline(always)]
fn is_left_of_chain(link: &Link, point: Vec2) -> bool {
    let Link { before, a, b, after, .. } = *link;
    let e = b - a;
    let left_of = |p: Vec2, along: Vec2| right(along).dot(point - p) < 0.0;
    let own = left_of(a, e);
    let (neighbor, turn) = if e.dot(point - a) < 0.0 {
        (a - before, cross(a - before, e))
    } else if e.dot(point - b) > 0.0 {
        (after - b, cross(e, after - b))
    } else {
        return own;
    };
    let corner = if e.dot(point - a) < 0.0 { a } else { b };
    if turn > 0.0 {
        own && left_of(corner, neighbor)
    } else if turn < 0.0 {
        own || left_of(corner, neighbor)
    } else {
        own
    }
}

/// A link, turned so that the other piece is on its right, and the other piece.
struct Pair<'a> {
    /// Ends of the link [m], and their numbers.
    ends: [Vec2; 2],
    numbers: [usize; 2],
    arc: Arc,
    b: &'a Core<'a>,
    b_in_a: Pose,
    /// A point inside b, in the link's frame [m].
    middle: Vec2,
    /// What rounding may do to a measure [m].
    noise: f32,
    reach: f32,
}

/// A link against a core with edges, in the link's frame.
#[inline(always)]
fn collide_link_core(link: &Link, b: &Core<'_>, b_in_a: Pose, reach: f32) -> Manifold {
    let middle = b_in_a.apply(b.middle());
    if is_behind(link, middle) {
        return Manifold::NONE;
    }
    let behind = !link.one_sided && is_left_of_chain(link, middle);
    let (side, numbers) = if behind { (link.reversed(), [1, 0]) } else { (*link, [0, 1]) };
    let Some(arc) = Arc::new(&side) else {
        return Manifold::NONE;
    };
    let size = |p: Vec2| p.x.abs() + p.y.abs();
    let noise = 4.0 * f32::EPSILON * (size(b_in_a.p) + max(size(link.a), size(link.b)) + size(b.edge(0).0));
    let pair = Pair { ends: [side.a, side.b], numbers, arc, b, b_in_a, middle, noise, reach };
    let far = reach + b.radius;
    // The back of the link is never the way out, so that its own axis is one normal, not two. What is behind all of
    // it (and in front of a neighbour) does not touch it.
    let own = pair.separation(arc.normal, side.a);
    if !(own <= far) || pair.separation(-arc.normal, side.a) > 0.0 {
        return Manifold::NONE;
    }
    let vertices = pair.ends;
    let normals = [arc.normal, -arc.normal];
    let line = Core { vertices: &vertices, normals: &normals, radius: 0.0 };
    let axis = greatest_separation(b, &line, b_in_a.inverse());
    if !(axis.separation <= far) {
        return Manifold::NONE;
    }
    if max(own, axis.separation) > -noise { pair.apart(own, axis) } else { pair.overlapping(own, axis) }
}

impl Pair<'_> {
    /// How far b stands from `corner` along `n`.
    #[inline(always)]
    fn separation(&self, n: Vec2, corner: Vec2) -> f32 {
        let m = self.b_in_a.q.unrotate(n);
        let low = self.b.vertices.iter().fold(f32::INFINITY, |low, w| min(m.dot(*w), low));
        n.dot(self.b_in_a.p - corner) + low
    }

    /// The cores are apart, or as good as: the nearest features' normal, if the chain admits it.
    #[inline(always)]
    fn apart(&self, own: f32, axis: Axis) -> Manifold {
        let theirs = axis.separation > own + self.noise;
        let edges = if theirs { self.edges_of_theirs(axis.edge) } else { self.edges_of_own() };
        let stand = edges.stand();
        let mut normal = if theirs { -self.b_in_a.q.rotate(edges.normal) } else { self.arc.normal };
        let mut corners = None;
        if let Some(found) = nearest_corners(&edges, &stand) {
            let (v, w) = (edges.v[found.v & 1], edges.w[found.w & 1]);
            // In the link's frame, from the link to b.
            let (p, q) = if theirs { (self.b_in_a.apply(w), self.b_in_a.apply(v)) } else { (v, w) };
            let d = q - p;
            if d.x.abs() + d.y.abs() > self.noise {
                let id = edges.corner_id(found.v, found.w);
                let m = touch(p, q, normal, [0.0, self.b.radius], self.reach, if theirs { id.flipped() } else { id });
                normal = normalize(d).0;
                corners = Some(m);
            }
        }
        match self.arc.judge(normal) {
            Verdict::Leave => Manifold::NONE,
            Verdict::Snap => {
                // Where they are apart, what is over the link is in front of it, or else went round its end.
                let m = self.clip_own();
                let apart = max(own, axis.separation) > self.noise;
                let behind = apart && m.points().iter().any(|p| p.separation + self.b.radius < -2.0 * self.slack());
                if behind { Manifold::NONE } else { m }
            }
            Verdict::Admit => match corners {
                Some(m) => m,
                None if theirs => in_other_frame(edges.clip(&stand, self.reach, 0.0, false), self.b_in_a),
                None => self.clip_own(),
            },
        }
    }

    /// The cores overlap: the best of the axes that the chain admits.
    #[inline(always)]
    fn overlapping(&self, own: f32, axis: Axis) -> Manifold {
        let mut best = own + self.noise;
        if !(axis.separation > best) {
            return self.clip_own();
        }
        let out = self.normal_of_theirs(axis.edge);
        let mut leave = None;
        match self.arc.judge(out) {
            Verdict::Admit => return self.clip_theirs(axis.edge),
            Verdict::Snap => (),
            Verdict::Leave => leave = Some(out),
        }
        let mut edge = None;
        for (i, (n, v)) in self.b.normals.iter().zip(self.b.vertices).enumerate() {
            let m = self.b_in_a.q.rotate(*n);
            let corner = self.b_in_a.apply(*v);
            let separation = min(m.dot(self.ends[0] - corner), m.dot(self.ends[1] - corner));
            if separation > best && self.arc.judge(-m) == Verdict::Admit {
                best = separation;
                edge = Some(i);
            }
        }
        // A neighbour is in charge, unless b's middle is over this link (then both would leave it to each other) or
        // what this link has to offer is hardly worse (a thin thing that pierces the corner touches one of the two).
        if let Some(out) = leave {
            let (toward_a, along) = (out.dot(self.arc.tangent) < 0.0, self.arc.tangent);
            let past = if toward_a { along.dot(self.ends[0] - self.middle) } else { along.dot(self.middle - self.ends[1]) };
            if past > 0.0 && best < -max(self.reach, -2.0 * axis.separation) {
                return Manifold::NONE;
            }
        }
        match edge {
            Some(i) => self.clip_theirs(i),
            None => self.clip_own(),
        }
    }

    /// The contact normal that b's edge `i` stands for, in the link's frame.
    #[inline(always)]
    fn normal_of_theirs(&self, i: usize) -> Vec2 {
        -self.b_in_a.q.rotate(self.b.normals.get(i).copied().unwrap_or_default())
    }

    /// The link's part over b's edge `i`, along that edge's normal.
    #[inline(always)]
    fn clip_theirs(&self, i: usize) -> Manifold {
        let edges = self.edges_of_theirs(i);
        in_other_frame(edges.clip(&edges.stand(), self.reach, 0.0, false), self.b_in_a)
    }

    /// b's part over the link, along the link's own normal.
    #[inline(always)]
    fn clip_own(&self) -> Manifold {
        let edges = self.edges_of_own();
        edges.clip(&edges.stand(), self.reach, self.slack(), true)
    }

    /// How far beyond its ends the link carries [m].
    #[inline(always)]
    fn slack(&self) -> f32 {
        OVERHANG * (self.reach + self.b.radius) + self.noise
    }

    /// The link as reference edge, in the link's frame.
    #[inline(always)]
    fn edges_of_own(&self) -> Edges {
        let i = incident_edge(self.b, self.b_in_a.q.unrotate(self.arc.normal));
        let (w0, w1, next) = self.b.edge(i);
        Edges {
            v: self.ends,
            normal: self.arc.normal,
            w: [self.b_in_a.apply(w0), self.b_in_a.apply(w1)],
            radii: [0.0, self.b.radius],
            ids: [FeatureId::new(self.numbers[0], next), FeatureId::new(self.numbers[1], i)],
        }
    }

    /// b's edge `i` as reference edge, in b's frame.
    #[inline(always)]
    fn edges_of_theirs(&self, i: usize) -> Edges {
        let (v0, v1, next) = self.b.edge(i);
        let normal = self.b.normals.get(i).copied().unwrap_or_default();
        // Round a sharp end the link may run the same way as the edge instead of against it.
        let against = self.b_in_a.q.rotate(normal).dot(self.arc.normal) <= 0.0;
        let (p, q) = if against { (0, 1) } else { (1, 0) };
        Edges {
            v: [v0, v1],
            normal,
            w: [self.b_in_a.unapply(self.ends[p]), self.b_in_a.unapply(self.ends[q])],
            radii: [self.b.radius, 0.0],
            ids: [FeatureId::new(i, self.numbers[q]), FeatureId::new(next, self.numbers[p])],
        }
    }
}
