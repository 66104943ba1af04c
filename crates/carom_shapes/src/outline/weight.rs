//! The mass properties of an outline: sums over its triangles, all of whose terms are positive, so that nothing cancels
//! however long and thin it is. In: the triangles that cover it once. Out: area, centroid and second moment.

use crate::MassProperties;
use crate::exact::side;
use crate::outline::mesh::Mesh;
use carom_math::Vec2;

/// Area, centroid and second moment of area.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Weight {
    /// Area [m^2].
    pub area: f64,
    /// Centroid [m].
    center: [f64; 2],
    /// Integral of the squared distance from the centroid [m^4].
    second: f64,
}

/// A triangle's area, centroid and second moment about it: area / 36 times the sum of the squared sides.
fn triangle(corners: [Vec2; 3]) -> (f64, [f64; 2], f64) {
    let [a, b, c] = corners.map(|p| [f64::from(p.x), f64::from(p.y)]);
    let area = 0.5 * side(corners[0], corners[1], corners[2]);
    let squared = |p: [f64; 2], q: [f64; 2]| (p[0] - q[0]) * (p[0] - q[0]) + (p[1] - q[1]) * (p[1] - q[1]);
    let center = [0, 1].map(|axis| (a[axis] + b[axis] + c[axis]) / 3.0);
    (area, center, area * (squared(a, b) + squared(b, c) + squared(c, a)) / 36.0)
}

impl Weight {
    pub(crate) fn of(points: &[Vec2], mesh: &Mesh) -> Self {
        let triangles =
            || mesh.from.chunks_exact(3).map(|t| triangle([t[0], t[1], t[2]].map(|point| points[point as usize])));
        let (mut area, mut first) = (0.0, [0.0; 2]);
        for (part, center, _) in triangles() {
            area += part;
            first = [first[0] + part * center[0], first[1] + part * center[1]];
        }
        let center = [first[0] / area, first[1] / area];
        // The theorem of Huygens and Steiner.
        let second = triangles().map(|(part, own, second)| {
            let (x, y) = (own[0] - center[0], own[1] - center[1]);
            second + part * (x * x + y * y)
        });
        Self { area, center, second: second.sum() }
    }

    /// Mass properties at `density` [kg/m^2].
    pub(crate) fn properties(&self, density: f32) -> MassProperties {
        let density = f64::from(density);
        MassProperties {
            mass: (density * self.area) as f32,
            center: Vec2::new(self.center[0] as f32, self.center[1] as f32),
            inertia: (density * self.second) as f32,
        }
    }
}
