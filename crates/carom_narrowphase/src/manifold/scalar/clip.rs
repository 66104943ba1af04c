//! Two edges to a manifold: the incident edge is cut to the width of the reference edge, and each end that is near
//! enough is a point. In: both edges in one frame. Out: the manifold with the reference edge's normal.
//!
//! Sides cut one after the other: I. Sutherland and G. Hodgman, Reentrant Polygon Clipping, 1974; its use for contacts:
//! E. Catto, Fast and Simple Physics using Sequential Impulses, 2006.

use crate::manifold::scalar::circle::touch;
use crate::manifold::scalar::corner::nearest_corners;
use crate::manifold::scalar::edges::{Edges, Stand};
use carom_math::clamp;
use carom_shapes::{FeatureId, Manifold, ManifoldPoint};

impl Edges {
    /// Corner against corner if that is nearest, which is possible only if the cores are `apart`; else one edge cut to
    /// the other. Nearer than `noise` [m], corners have no direction of their own.
    #[inline(always)]
    pub fn manifold(&self, stand: &Stand, apart: bool, noise: f32, reach: f32) -> Manifold {
        if apart && let Some(corners) = nearest_corners(self, stand) {
            let (p, q) = (self.v[corners.v & 1], self.w[corners.w & 1]);
            let d = q - p;
            if d.x.abs() + d.y.abs() > noise {
                return touch(p, q, self.normal, self.radii, reach, self.corner_id(corners.v, corners.w));
            }
        }
        self.clip(stand, reach, 0.0, false)
    }

    /// The manifold of the part of the incident edge over the reference edge, `slack` [m] more on both sides. If no
    /// part is over it: no contact if `strict`, else the nearer end.
    #[inline(always)]
    pub fn clip(&self, stand: &Stand, reach: f32, slack: f32, strict: bool) -> Manifold {
        let (first, last) = (-slack, stand.length + slack);
        let [along0, along1] = stand.along;
        if strict && !(along0 >= first && along1 <= last) {
            return Manifold::NONE;
        }
        // w[0] is ahead of w[1]: the fraction of the edge that is cut off at each end.
        let span = along0 - along1;
        let cut1 = if along1 < first { clamp((first - along1) / span, 0.0, 1.0) } else { 0.0 };
        let cut0 = if along0 > last { clamp((along0 - last) / span, 0.0, 1.0) } else { 0.0 };
        let low = self.point(stand, 1, cut1);
        let high = self.point(stand, 0, cut0);
        let (low_in, high_in) = (low.separation <= reach, high.separation <= reach);
        if cut0 + cut1 >= 1.0 {
            // Side by side: both cuts end at the same point.
            return if low_in { Manifold::one(self.normal, low) } else { Manifold::NONE };
        }
        match (low_in, high_in) {
            (true, true) => Manifold::two(self.normal, low, high),
            (true, false) => Manifold::one(self.normal, low),
            (false, true) => Manifold::one(self.normal, high),
            (false, false) => Manifold::NONE,
        }
    }

    /// The point at `w[end]`, moved by the fraction `cut` to the other end.
    #[inline(always)]
    fn point(&self, stand: &Stand, end: usize, cut: f32) -> ManifoldPoint {
        let (from, to) = (end & 1, 1 - (end & 1));
        let d = self.w[from] - self.v[0];
        let d = d + cut * (self.w[to] - self.w[from]);
        let above = stand.above[from] + cut * (stand.above[to] - stand.above[from]);
        // The reference surface is at its radius above the edge, the incident one at `above` less its radius.
        let [rv, rw] = self.radii;
        let point = self.v[0] + (d + (0.5 * (rv - rw - above)) * self.normal);
        ManifoldPoint { point, separation: above - (rv + rw), id: self.ids[to] }
    }

    /// The id of corner `v[v]` against corner `w[w]`.
    #[inline(always)]
    pub fn corner_id(&self, v: usize, w: usize) -> FeatureId {
        FeatureId((self.ids[v & 1].0 & 0xFFFF_0000) | (self.ids[1 - (w & 1)].0 & 0xFFFF))
    }
}
