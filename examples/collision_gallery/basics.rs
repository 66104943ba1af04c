//! Shadows, overlaps, separating axes, circles and polygons, distances, points.

use crate::canvas::{A, B, Canvas, DARK, FOUND, GOOD, MANY, THIN};
use carom::math::Aabb;
use carom::narrowphase::{
    aabb_overlaps_circle, boxes_overlap, capsules_overlap, closest_point_shape, collide_boxes, project, sat_circle,
    segments_cross, separation, signed_distance_shape, support,
};
use carom::{
    Capsule, Circle, OrientedBox, Outline, Piece, Polygon, Pose, Sat, Segment, Shape, ShapeError, Vec2, collide, sat,
    vec2,
};
use std::error::Error;

type Picture = Result<Canvas, Box<dyn Error>>;

pub fn house() -> Result<Polygon, ShapeError> {
    Polygon::new([vec2(-1.0, -1.0), vec2(1.0, -1.0), vec2(1.0, 0.4), vec2(0.0, 1.3), vec2(-1.0, 0.4)])
}

/// Row 1.
pub fn intervals() -> Picture {
    let mut c = Canvas::new(vec2(-4.0, -2.6), vec2(4.0, 2.0));
    let (a, b) = (Piece::Polygon(house()?), Piece::Capsule(Capsule::horizontal(1.2, 0.6)?));
    let (pose_a, pose_b) = (Pose::new(vec2(-1.3, 0.3), 0.2), Pose::new(vec2(0.6, 0.4), 0.6));
    for (piece, pose, ink, y) in [(&a, pose_a, A, -1.6), (&b, pose_b, B, -1.8)] {
        c.piece(piece, pose, ink, 0.5);
        let shadow = project(piece, pose, Vec2::X);
        for x in [shadow.min, shadow.max] {
            let end = support(piece, pose.q.inverse_rotate(if x == shadow.min { Vec2::NEG_X } else { Vec2::X }));
            c.dashes(&[pose.transform_point(end.point), vec2(x, y)], THIN);
            c.dot(pose.transform_point(end.point), ink);
        }
        c.line(&[vec2(shadow.min, y), vec2(shadow.max, y)], ink, 6.0);
    }
    let (sa, sb) = (project(&a, pose_a, Vec2::X), project(&b, pose_b, Vec2::X));
    let both = sa.intersection(sb);
    c.line(&[vec2(both.min, -2.0), vec2(both.max, -2.0)], FOUND, 6.0);
    c.arrow(vec2(-3.8, -1.4), vec2(3.8, -1.4), THIN);
    c.words(vec2(both.max + 0.1, -2.05), &format!("Interval::overlap: {:.2} m", sa.overlap(sb)));
    c.words(vec2(-3.8, 1.7), "dots: support points along the axis and against it; bars: project");
    Ok(c)
}

/// Row 2.
pub fn overlaps() -> Picture {
    let mut c = Canvas::new(vec2(-6.0, -2.6), vec2(6.0, 2.9));
    let unit = Aabb::new(vec2(-0.6, -0.5), vec2(0.6, 0.5));
    for (column, (near, name)) in [(true, "touching"), (false, "apart")].into_iter().enumerate() {
        let y = if column == 0 { 1.2 } else { -1.4 };
        c.words(vec2(-5.9, y + 1.3), name);
        let gap = if near { 0.0 } else { 0.5 };
        let ink = |touching: bool| if touching { FOUND } else { GOOD };
        // Two boxes of the axes.
        let at = vec2(-5.0, y - 0.4);
        let (p, q) = (unit.moved(at), unit.moved(at + vec2(0.8 + gap, 0.7 + 0.2 * gap)));
        c.aabb(&p, ink(p.overlaps(&q)), 0.25);
        c.aabb(&q, ink(p.overlaps(&q)), 0.25);
        // A box and a circle.
        let (p, center) = (unit.moved(vec2(-2.2, y - 0.3)), vec2(-1.25 + gap, y + 0.5));
        let touching = aabb_overlaps_circle(&p, center, 0.5);
        c.aabb(&p, ink(touching), 0.25);
        c.circle(center, 0.5, ink(touching), 0.25);
        // Two boxes that are turned, and where they touch.
        let p = OrientedBox::new(Pose::new(vec2(0.6, y - 0.2), 0.3), 1.4, 0.8);
        let q = OrientedBox::new(Pose::new(vec2(1.35 + gap, y + 0.5 + 0.2 * gap), 0.3), 1.0, 0.7);
        c.area(&p.corners(), ink(boxes_overlap(&p, &q)), 0.25);
        c.area(&q.corners(), ink(boxes_overlap(&p, &q)), 0.25);
        let m = collide_boxes(&p, &q, 0.0);
        for point in m.points() {
            let at = p.pose.transform_point(point.point);
            c.arrow(at, at + 0.5 * p.pose.q.rotate(m.normal), DARK);
            c.dot(at, DARK);
        }
        // Two capsules, two segments.
        let (p, q) = (Capsule::horizontal(0.8, 0.25)?, Capsule::vertical(0.6, 0.25)?);
        let (at, b_in_a) = (vec2(3.2, y - 0.3), Pose::new(vec2(0.35 + gap, 0.55 + 0.4 * gap), 0.4));
        let touching = capsules_overlap(&p, &q, b_in_a);
        c.piece(&Piece::Capsule(p), Pose::new(at, 0.0), ink(touching), 0.25);
        c.piece(&Piece::Capsule(q), Pose::new(at, 0.0).compose(b_in_a), ink(touching), 0.25);
        let (p, q) = (Segment::new(vec2(-0.5, -0.5), vec2(0.5, 0.5))?, Segment::new(vec2(-0.4, 0.5), vec2(0.4, -0.3))?);
        let (at, b_in_a) = (vec2(4.6, y), Pose::new(vec2(1.8 * gap, 0.6 * gap), 0.0));
        let crossing = segments_cross(&p, &q, b_in_a);
        c.piece(&Piece::Segment(p), Pose::new(at, 0.0), ink(crossing), 1.0);
        c.piece(&Piece::Segment(q), Pose::new(at, 0.0).compose(b_in_a), ink(crossing), 1.0);
    }
    Ok(c)
}

/// Row 3.
pub fn sat_of_polygons() -> Picture {
    let mut c = Canvas::new(vec2(-3.4, -2.2), vec2(7.0, 2.8));
    let (a, b) = (house()?, Polygon::rect(1.6, 1.6)?);
    let apart = (vec2(-2.2, 0.0), Pose::new(vec2(2.6, 0.9), 0.5));
    let touching = (vec2(3.6, 0.0), Pose::new(vec2(1.3, 0.9), 0.5));
    for (at, b_in_a) in [apart, touching] {
        let pose_a = Pose::new(at, 0.0);
        let pose_b = pose_a.compose(b_in_a);
        c.piece(&Piece::Polygon(a.clone()), pose_a, A, 0.5);
        match sat(&a, &b, b_in_a) {
            Sat::Separated { axis, gap, .. } => {
                c.piece(&Piece::Polygon(b.clone()), pose_b, B, 0.5);
                // The gap along the axis, from a's farthest corner to b's nearest, and two lines that part them.
                let far = pose_a.transform_point(support(&Piece::Polygon(a.clone()), axis).point);
                let side = vec2(-axis.y, axis.x);
                for p in [far, far + gap * axis] {
                    c.dashes(&[p - 1.2 * side, p + 2.2 * side], FOUND);
                }
                c.arrow(far - 0.5 * side, far - 0.5 * side + gap * axis, FOUND);
                c.words(vec2(-3.2, -1.9), &format!("separated: axis ({:.2}, {:.2}), gap {gap:.2} m", axis.x, axis.y));
            }
            Sat::Touching { normal, depth, .. } => {
                let moved = Pose { p: pose_b.p + depth * normal, ..pose_b };
                c.piece(&Piece::Polygon(b.clone()), pose_b, B, 0.5);
                c.piece(&Piece::Polygon(b.clone()), moved, THIN, 0.0);
                c.arrow(pose_b.p, moved.p, FOUND);
                c.words(vec2(2.0, -1.9), &format!("touching: the arrow is mtv(), {depth:.2} m"));
            }
        }
    }
    Ok(c)
}

/// Row 4.
pub fn circle_and_polygon() -> Picture {
    let mut c = Canvas::new(vec2(-4.4, -2.2), vec2(4.4, 2.6));
    let (a, b) = (house()?, Circle::new(0.45)?);
    c.piece(&Piece::Polygon(a.clone()), Pose::IDENTITY, A, 0.5);
    let centers = [(1.25, -0.4), (-1.15, 0.65), (-0.75, -0.55), (0.65, 0.95), (1.15, -1.2), (-2.2, -0.9)];
    for center in centers.map(|(x, y)| vec2(x, y)) {
        c.circle(center, b.radius(), B, 0.35);
        c.dot(center, DARK);
        let found = sat_circle(&a, &b, Pose::new(center, 0.0));
        if let Some(mtv) = found.mtv() {
            c.arrow(center, center + mtv, FOUND);
        } else if let Sat::Separated { axis, gap, .. } = found {
            let on_circle = center - b.radius() * axis;
            c.line(&[on_circle, on_circle - gap * axis], GOOD, 2.5);
        }
    }
    c.words(vec2(-4.2, 2.3), "red: the least push of each circle, from an edge's region, a corner's, or inside");
    c.words(vec2(-4.2, 2.05), "green: the gap of the one that is apart");
    Ok(c)
}

/// Row 10.
pub fn distances() -> Picture {
    let mut c = Canvas::new(vec2(-6.0, -2.0), vec2(6.0, 2.4));
    let house = Piece::Polygon(house()?);
    let others = [
        (Piece::Polygon(Polygon::rect(1.2, 0.8)?.rounded(0.2)?), Pose::new(vec2(2.1, 0.9), 0.5)),
        (Piece::Capsule(Capsule::horizontal(1.0, 0.3)?), Pose::new(vec2(1.8, -0.5), 1.2)),
        (Piece::Circle(Circle::new(0.6)?), Pose::new(vec2(1.0, 0.9), 0.0)),
    ];
    for (i, (other, b_in_a)) in others.iter().enumerate() {
        let pose_a = Pose::new(vec2(-4.6 + 4.2 * i as f32, 0.0), 0.0);
        c.piece(&house, pose_a, A, 0.4);
        c.piece(other, pose_a.compose(*b_in_a), B, 0.4);
        let d = separation(&house, other, *b_in_a);
        let (p, q) = (pose_a.transform_point(d.point_a), pose_a.transform_point(d.point_b));
        c.line(&[p, q], FOUND, 2.5);
        c.arrow(p, p + 0.6 * d.normal, GOOD);
        c.dot(p, FOUND);
        c.dot(q, FOUND);
        c.words(pose_a.p + vec2(-1.0, -1.5), &format!("{:.3} m", d.distance));
    }
    c.words(vec2(-5.9, 2.1), "red: nearest points, or how deep; green: the normal");
    Ok(c)
}

/// Row 13.
pub fn points() -> Picture {
    let mut c = Canvas::new(vec2(-3.6, -1.8), vec2(3.6, 2.2));
    let ring = [(-1.6, -1.0), (1.6, -1.0), (1.6, 1.2), (0.6, 1.2), (0.6, 0.0), (-0.6, 0.0), (-0.6, 1.2), (-1.6, 1.2)];
    let shape = Shape::from(Outline::new(ring.map(|(x, y)| vec2(x, y)))?);
    // Bands of a quarter of a metre, in runs of small squares.
    let step = 0.05;
    let band = |i: i32, k: i32| {
        let middle = vec2(-3.6 + step * (i as f32 + 0.5), -1.8 + step * (k as f32 + 0.5));
        (signed_distance_shape(&shape, Pose::IDENTITY, middle) / 0.25).floor() as i32
    };
    for k in 0..80 {
        let mut from = 0;
        for i in 1..=144 {
            if i == 144 || band(i, k) != band(from, k) {
                let low = vec2(-3.6 + step * from as f32, -1.8 + step * k as f32);
                let run = Aabb::new(low, low + vec2(step * (i - from) as f32, step));
                let this = band(from, k);
                c.tile(&run, if this < 0 { A } else { MANY[1] }, if this % 2 == 0 { 0.5 } else { 0.25 });
                from = i;
            }
        }
    }
    c.area(&ring.map(|(x, y)| vec2(x, y)), DARK, 0.0);
    for point in [vec2(2.6, 1.7), vec2(0.1, 0.6), vec2(-2.5, -1.3), vec2(1.2, -0.7), vec2(-1.1, 0.5)] {
        let near = closest_point_shape(&shape, Pose::IDENTITY, point);
        c.line(&[point, near.point], FOUND, 2.0);
        c.dot(point, DARK);
        c.dot(near.point, FOUND);
        c.words(point + vec2(0.08, 0.08), &format!("{:.2}", near.distance));
    }
    Ok(c)
}

/// Draws the contact points of two pieces.
pub fn contact(c: &mut Canvas, a: &Piece, b: &Piece, pose_a: Pose, b_in_a: Pose) {
    let m = collide(a, b, b_in_a, 0.02);
    for p in m.points() {
        let at = pose_a.transform_point(p.point);
        c.arrow(at, at + 0.5 * pose_a.q.rotate(m.normal), FOUND);
        c.dot(at, FOUND);
    }
}
