//! Contacts of round things: two points, each with a radius around it, or a point and a line. There is one contact
//! point, whose id never changes, so that a rolling circle keeps its impulse.
//!
//! Nearest point of a line: C. Ericson, Real-Time Collision Detection, 2005, section 5.1.2.

use carom_math::{Pose, Vec2, clamp, left, normalize, right};
use carom_shapes::{Capsule, Circle, FeatureId, Manifold, ManifoldPoint, Segment};

/// Two circles, in a's frame; see [`crate::collide`]. Circles about one point part along y.
#[inline]
pub fn collide_circles(a: &Circle, b: &Circle, b_in_a: Pose, reach: f32) -> Manifold {
    // The rotation is applied even to a centre at the origin: it can flip the sign of a zero, as on lanes.
    touch(a.center(), b_in_a.transform_point(b.center()), Vec2::Y, [a.radius(), b.radius()], reach, FeatureId(0))
}

/// A capsule and a circle, in the capsule's frame; see [`crate::collide`].
#[inline]
pub fn collide_capsule_circle(a: &Capsule, b: &Circle, b_in_a: Pose, reach: f32) -> Manifold {
    collide_line_circle(a.a(), a.b(), a.radius(), b, b_in_a, reach)
}

/// A segment and a circle, in the segment's frame; see [`crate::collide`].
#[inline]
pub fn collide_segment_circle(a: &Segment, b: &Circle, b_in_a: Pose, reach: f32) -> Manifold {
    collide_line_circle(a.a(), a.b(), 0.0, b, b_in_a, reach)
}

/// A line with a radius against a circle. A centre on the line itself is pushed to its right.
#[inline(always)]
fn collide_line_circle(p: Vec2, q: Vec2, radius: f32, b: &Circle, b_in_a: Pose, reach: f32) -> Manifold {
    let center = b_in_a.transform_point(b.center());
    let normal = normalize(right(q - p)).0;
    touch_line(p, q, normal, center, [radius, b.radius()], reach)
}

/// The contact of the line from `p` to `q`, whose unit normal on the right is `normal`, and the disc about `center`,
/// radii line and disc. A line without length has the normal zero, and is a point.
#[inline(always)]
pub(crate) fn touch_line(p: Vec2, q: Vec2, normal: Vec2, center: Vec2, radii: [f32; 2], reach: f32) -> Manifold {
    let (nearest, _) = nearest_on_line(p, q, center);
    if let Some((normal, above)) = across(p, q, normal, nearest, center) {
        return along(nearest, normal, above, radii, reach, FeatureId(0));
    }
    let normal = if normal == Vec2::ZERO { Vec2::Y } else { normal };
    touch(nearest, center, normal, radii, reach, FeatureId(0))
}

/// A point nearer to a line than this part of their coordinates takes the line's normal. The nearest point of the line
/// is rounded by a unit in the last place, so the way from it is wrong by an angle of at most 3e-2. At eight times as
/// much one golden scene of 16 (`spinner`) goes another way, and the angle is 1.8e-3.
pub(crate) const NEAR_LINE: f32 = 32.0 * f32::EPSILON;

/// Part of their coordinates by which a point may be beyond an end of a line, and still be over it.
pub(crate) const PAST_END: f32 = 4.0 * f32::EPSILON;

/// The unit normal of the line from `p` to `q` on the side of `center`, and the distance along it. `None` unless
/// `center` is over the line and so near that the way from its `nearest` point is rounding.
#[inline(always)]
pub(crate) fn across(p: Vec2, q: Vec2, normal: Vec2, nearest: Vec2, center: Vec2) -> Option<(Vec2, f32)> {
    let (d, e) = (center - nearest, q - p);
    let size = (center.x.abs() + center.y.abs()) + (e.x.abs() + e.y.abs());
    if !(d.x.abs() + d.y.abs() <= NEAR_LINE * size) {
        return None;
    }
    let (tangent, slack) = (left(normal), -(PAST_END * size));
    if !(tangent.dot(center - p) >= slack && tangent.dot(q - center) >= slack) || normal == Vec2::ZERO {
        return None;
    }
    let above = normal.dot(d);
    Some((if above < 0.0 { -normal } else { normal }, above.abs()))
}

/// The point of the line from `p` to `q` nearest to `c`, and its position on the line, 0..=1.
#[inline(always)]
pub(crate) fn nearest_on_line(p: Vec2, q: Vec2, c: Vec2) -> (Vec2, f32) {
    let e = q - p;
    let (along, back, length2) = (e.dot(c - p), e.dot(q - c), e.dot(e));
    if !(length2 > 0.0) {
        return (p, 0.0);
    }
    // From the nearer end, so that a long line does not cost digits.
    if along < back {
        let f = clamp(along / length2, 0.0, 1.0);
        (p + f * e, f)
    } else {
        let f = clamp(back / length2, 0.0, 1.0);
        (q - f * e, 1.0 - f)
    }
}

/// Squares that differ by more than this factor do not differ by rounding.
const SURELY: f32 = 1.0 + 16.0 * f32::EPSILON;

/// The contact of the discs about `p` (of a) and `q` (of b), radii a and b; `fallback` is the normal if p is q.
#[inline(always)]
pub(crate) fn touch(p: Vec2, q: Vec2, fallback: Vec2, radii: [f32; 2], reach: f32, id: FeatureId) -> Manifold {
    let (apart, radii_sum) = (q - p, radii[0] + radii[1]);
    let square = apart.x * apart.x + apart.y * apart.y;
    let far = radii_sum + reach;
    // Surely out of reach: tested before the root, which the processor would otherwise wait for.
    if square > SURELY * (far * far) && far > 0.0 {
        return Manifold::NONE;
    }
    let root = square.sqrt();
    if root < f32::MIN_POSITIVE {
        return along(p, fallback, 0.0, radii, reach, id);
    }
    along(p, apart * (1.0 / root), root, radii, reach, id)
}

/// The contact of the disc about `p` (of a) and that at `length` from it in the direction of `normal`.
#[inline(always)]
pub(crate) fn along(p: Vec2, normal: Vec2, length: f32, radii: [f32; 2], reach: f32, id: FeatureId) -> Manifold {
    let separation = length - (radii[0] + radii[1]);
    // A NaN is not a contact.
    if !(separation <= reach) {
        return Manifold::NONE;
    }
    // a's surface is at radius a on the way from p to q, and b's at length - radius b.
    let point = p + (0.5 * (length + radii[0] - radii[1])) * normal;
    Manifold::one(normal, ManifoldPoint { point, separation, id })
}
