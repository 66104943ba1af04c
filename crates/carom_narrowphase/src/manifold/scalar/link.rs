//! A link of a chain against a capsule, a segment or a polygon, without ghost collisions at internal edges. In: the
//! link with its neighbours and the other's pose. Out: a manifold whose normal the chain as a whole admits, so that a
//! sliding body catches on no internal edge.
//!
//! While the cores are apart, the nearest features give the normal, and the Gauss map says whether this link may use
//! it. If they overlap, the greatest separation is taken over the admitted axes alone: the link's own normal, and the
//! other's edge normals inside the link's arc. E. Catto, Box2D 2009 (ghost vertices) and 2.4, 2020; D. Gregorius, GDC
//! 2015 (Gauss map).

use crate::manifold::scalar::axis::{Axis, greatest_separation, incident_edge};
use crate::manifold::scalar::circle::touch;
use crate::manifold::scalar::core::{Core, Line};
use crate::manifold::scalar::corner::nearest_corners;
use crate::manifold::scalar::edges::Edges;
use crate::manifold::scalar::gauss::{Arc, Verdict};
use crate::manifold::scalar::link_circle::collide_link_point;
use crate::manifold::scalar::polygon::in_other_frame;
use carom_math::{Pose, Vec2, cross, max, min, normalize, right};
use carom_shapes::{Capsule, FeatureId, Link, Manifold, Polygon, Segment};

/// A link supports its own normal's contact this far beyond its ends, as a part of the other's radius and reach: the
/// gap between two neighbours whose join counts as flat.
const OVERHANG: f32 = 2.0e-3;

/// Whether `point` (in the link's frame [m]) is on the solid side of a one-sided link. A body whose centroid is there
/// at the start of a step neither touches the link nor is stopped by it: test this before [`crate::time_of_impact`].
#[inline]
pub fn is_behind(link: &Link, point: Vec2) -> bool {
    link.one_sided && is_behind_line(link.a, link.b, point)
}

/// A link and a polygon, in the link's frame; see [`crate::collide`]. If they overlap, the separation is that
/// of the best axis that the chain admits. A polygon whose middle is behind a one-sided link does not touch it; a
/// two-sided link pushes it to the side of its middle.
#[inline]
pub fn collide_link_polygon(a: &Link, b: &Polygon, b_in_a: Pose, reach: f32) -> Manifold {
    collide_link_core(a, &Core::of(b), b_in_a, reach)
}

/// A link and a capsule, in the link's frame; see [`collide_link_polygon`].
#[inline]
pub fn collide_link_capsule(a: &Link, b: &Capsule, b_in_a: Pose, reach: f32) -> Manifold {
    match Line::new(b.a(), b.b()) {
        Some(line) => collide_link_core(a, &line.core(b.radius()), b_in_a, reach),
        None => collide_link_point(a, b_in_a.transform_point(b.a()), b.radius(), reach),
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

/// A link, oriented so that the other piece is on its right, and the other piece.
struct Pair<'a> {
    /// Ends of the link [m], and their ids.
    ends: [Vec2; 2],
    numbers: [usize; 2],
    /// Whether the chain ends there.
    free: [bool; 2],
    arc: Arc,
    b: &'a Core<'a>,
    b_in_a: Pose,
    /// A point inside b, in the link's frame [m].
    middle: Vec2,
    /// Bound on the rounding of a measure [m].
    noise: f32,
    reach: f32,
}

/// The contact on one side of a link.
struct SideContact {
    manifold: Manifold,
    /// Whether the axis is about as good as the best there is, admitted by the chain or not.
    sound: bool,
    /// Whether the cores are apart.
    apart: bool,
}

impl SideContact {
    const NONE: SideContact = SideContact { manifold: Manifold::NONE, sound: true, apart: true };
}

/// A link against a core with edges, in the link's frame.
///
/// A two-sided link pushes to the side of the middle: of the link's line while the cores are apart, of the chain if
/// they overlap (see [`is_behind_chain`]). Where that side offers only a push far deeper than the overlap, the other
/// side is tested.
#[inline(always)]
fn collide_link_core(link: &Link, b: &Core<'_>, b_in_a: Pose, reach: f32) -> Manifold {
    let middle = b_in_a.transform_point(b.middle());
    if is_behind(link, middle) {
        return Manifold::NONE;
    }
    let mut behind = is_behind_line(link.a, link.b, middle);
    let mut first = collide_side(link, behind, b, b_in_a, middle, reach);
    if first.apart || link.one_sided {
        return first.manifold;
    }
    if is_behind_chain(link, middle) != behind {
        behind = !behind;
        first = collide_side(link, behind, b, b_in_a, middle, reach);
    }
    if first.sound {
        return first.manifold;
    }
    let second = collide_side(link, !behind, b, b_in_a, middle, reach);
    if second.sound { second.manifold } else { first.manifold }
}

/// Whether a point is on the left of the line from `a` to `b`.
#[inline]
fn is_behind_line(a: Vec2, b: Vec2, point: Vec2) -> bool {
    right(b - a).dot(point - a) < 0.0
}

/// Whether a point is behind a chain, as far as a link and its neighbours show. Beside an end of the link, the
/// neighbour there counts as well: a plank on a ridge is before the slope that falls away, though its middle is behind
/// that line.
#[inline]
fn is_behind_chain(link: &Link, point: Vec2) -> bool {
    let along = link.b - link.a;
    let own = is_behind_line(link.a, link.b, point);
    let (beside, turn) = if along.dot(point - link.a) < 0.0 {
        (is_behind_line(link.before, link.a, point), cross(link.a - link.before, along))
    } else if along.dot(point - link.b) > 0.0 {
        (is_behind_line(link.b, link.after, point), cross(along, link.after - link.b))
    } else {
        return own;
    };
    // The front of a ridge is before either line, that of a valley before both.
    if turn > 0.0 { own && beside } else { own || beside }
}

/// The link's right, or its left if `reversed`, against a core.
#[inline]
fn collide_side(link: &Link, reversed: bool, b: &Core<'_>, b_in_a: Pose, middle: Vec2, reach: f32) -> SideContact {
    let (side, numbers) = if reversed { (link.reversed(), [1, 0]) } else { (*link, [0, 1]) };
    let Some(arc) = Arc::new(&side) else {
        return SideContact::NONE;
    };
    let size = |p: Vec2| p.x.abs() + p.y.abs();
    let noise = 4.0 * f32::EPSILON * (size(b_in_a.p) + max(size(link.a), size(link.b)) + size(b.edge(0).0));
    let pair = Pair { ends: [side.a, side.b], numbers, free: side.ends, arc, b, b_in_a, middle, noise, reach };
    let far = reach + b.radius;
    // The back of the link is never the way out, so its own axis is one normal, not two.
    let own = pair.separation(arc.normal, side.a);
    if !(own <= far) {
        return SideContact::NONE;
    }
    let vertices = pair.ends;
    let normals = [arc.normal, -arc.normal];
    let line = Core { vertices: &vertices, normals: &normals, radius: 0.0 };
    let axis = greatest_separation(b, &line, b_in_a.inverse());
    if !(axis.separation <= far) {
        return SideContact::NONE;
    }
    if max(own, axis.separation) > -noise {
        SideContact { manifold: pair.apart(own, axis), sound: true, apart: max(own, axis.separation) > noise }
    } else {
        pair.overlapping(own, axis)
    }
}

impl Pair<'_> {
    /// The separation of b from `corner` along `n`.
    #[inline(always)]
    fn separation(&self, n: Vec2, corner: Vec2) -> f32 {
        let m = self.b_in_a.q.inverse_rotate(n);
        let low = self.b.vertices.iter().fold(f32::INFINITY, |low, w| min(m.dot(*w), low));
        n.dot(self.b_in_a.p - corner) + low
    }

    /// The cores are apart, or nearly so: the nearest features' normal, if the chain admits it.
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
            let (p, q) = if theirs { (self.b_in_a.transform_point(w), self.b_in_a.transform_point(v)) } else { (v, w) };
            let d = q - p;
            if d.x.abs() + d.y.abs() > self.noise {
                let id = edges.corner_id(found.v, found.w);
                let m = touch(p, q, normal, [0.0, self.b.radius], self.reach, if theirs { id.flipped() } else { id });
                normal = normalize(d).0;
                corners = Some(m);
            }
        }
        let mut verdict = self.arc.judge(normal);
        if verdict == Verdict::Snap && own - self.b.radius < -self.reach && self.is_past_free_end(normal) {
            verdict = Verdict::Admit;
        }
        match verdict {
            Verdict::Leave => Manifold::NONE,
            Verdict::Snap => {
                // If they are apart, the part over the link is in front of it, or else went round its end.
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
    fn overlapping(&self, own: f32, axis: Axis) -> SideContact {
        let mut best = own + self.noise;
        if !(axis.separation > best) {
            return SideContact { manifold: self.clip_own(), sound: true, apart: false };
        }
        let out = self.normal_of_theirs(axis.edge);
        let verdict = self.arc.judge(out);
        if verdict == Verdict::Admit {
            return SideContact { manifold: self.clip_theirs(axis.edge), sound: true, apart: false };
        }
        let mut edge = None;
        for (i, (n, v)) in self.b.normals.iter().zip(self.b.vertices).enumerate() {
            let m = self.b_in_a.q.rotate(*n);
            let corner = self.b_in_a.transform_point(*v);
            let separation = min(m.dot(self.ends[0] - corner), m.dot(self.ends[1] - corner));
            if separation > best && self.arc.judge(-m) == Verdict::Admit {
                best = separation;
                edge = Some(i);
            }
        }
        // Hardly worse than the best there is: a thin piece that pierces a corner touches one of the two links.
        let sound = best >= -max(self.reach, -2.0 * axis.separation);
        let along = self.arc.tangent;
        let toward_a = out.dot(along) < 0.0;
        let past = if toward_a { self.ends[0] - self.middle } else { self.middle - self.ends[1] };
        let is_past_free_end = self.is_past_free_end(out);
        // Else a neighbour is in charge, unless b's middle is over this link: then both would leave it to each other.
        if verdict == Verdict::Leave && !sound && along.dot(past) > 0.0 && !is_past_free_end {
            return SideContact { manifold: Manifold::NONE, sound: true, apart: false };
        }
        let manifold = match edge {
            Some(i) => self.clip_theirs(i),
            None => self.clip_own(),
        };
        // A free end has a corner for what its normal would push far deeper, or not at all.
        if is_past_free_end && (!sound || manifold.count == 0) {
            return SideContact { manifold: self.clip_theirs(axis.edge), sound: true, apart: false };
        }
        SideContact { manifold, sound, apart: false }
    }

    /// Whether the chain ends at the end toward which `normal` leans, and b's middle is past it. There the chain has a
    /// corner for what reaches deep below its line. What slides over it finds that it goes straight on.
    #[inline]
    fn is_past_free_end(&self, normal: Vec2) -> bool {
        let along = self.arc.tangent;
        let (end, out) = if normal.dot(along) < 0.0 { (0, -along) } else { (1, along) };
        self.free[end] && out.dot(self.middle - self.ends[end]) > 0.0
    }

    /// The contact normal of b's edge `i`, in the link's frame.
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

    /// A link supports contacts this far beyond its ends [m].
    #[inline(always)]
    fn slack(&self) -> f32 {
        OVERHANG * (self.reach + self.b.radius) + self.noise
    }

    /// The link as reference edge, in the link's frame.
    #[inline(always)]
    fn edges_of_own(&self) -> Edges {
        let i = incident_edge(self.b, self.b_in_a.q.inverse_rotate(self.arc.normal));
        let (w0, w1, next) = self.b.edge(i);
        Edges {
            v: self.ends,
            normal: self.arc.normal,
            w: [self.b_in_a.transform_point(w0), self.b_in_a.transform_point(w1)],
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
            w: [self.b_in_a.inverse_transform_point(self.ends[p]), self.b_in_a.inverse_transform_point(self.ends[q])],
            radii: [self.b.radius, 0.0],
            ids: [FeatureId::new(i, self.numbers[q]), FeatureId::new(next, self.numbers[p])],
        }
    }
}
