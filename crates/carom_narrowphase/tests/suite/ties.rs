//! Contacts of which two axes are nearly as good: the depth is the least one, but for the preference of a's axis. Both
//! figures are those of docs/COLLISION.md.

use crate::brute::{Solid, separation};
use crate::random::{Random, regular, scaled};
use carom_math::{Pose, Vec2, vec2};
use carom_narrowphase::collide;
use carom_shapes::{Capsule, Piece, Polygon, Segment};

/// A piece with faces.
fn faces(random: &mut Random) -> Piece {
    let (w, h) = (random.real(0.3, 3.0), random.real(0.3, 3.0));
    match random.below(5) {
        0 => Piece::Segment(Segment::new(vec2(-w, 0.0), vec2(w, 0.0)).unwrap()),
        1 => Piece::Capsule(Capsule::horizontal(w, 0.3 * h).unwrap()),
        2 => Piece::Polygon(Polygon::rect(w, h).unwrap()),
        3 => Piece::Polygon(regular(3 + random.below(6), w)),
        _ => Piece::Polygon(random.polygon()),
    }
}

#[test]
fn contacts_with_two_good_axes_are_as_deep_as_the_best() {
    let mut random = Random::new(146);
    let (mut deep, mut worst, mut loss) = (0, 0.0_f64, 0.0_f64);
    for _ in 0..40_000 {
        let k = random.log_real(1.0e-3, 1.0e3);
        let (one, other) = (faces(&mut random), faces(&mut random));
        let other = if random.below(3) == 0 { one.clone() } else { other };
        let (Some(a), Some(b)) = (scaled(&one, k), scaled(&other, k)) else { continue };
        // Almost parallel, concentric, deep and at the surface.
        let tilt = random.log_real(1.0e-7, 0.1);
        let q = match random.below(4) {
            0 => Pose::new(Vec2::ZERO, tilt).q,
            1 => Pose::new(Vec2::ZERO, 0.5 * carom_math::PI - tilt).q,
            2 => Pose::new(Vec2::ZERO, carom_math::PI + tilt).q,
            _ => Pose::new(Vec2::ZERO, random.real(-3.2, 3.2)).q,
        };
        let p = [Vec2::ZERO, 1.0e-3 * random.place(1.0), random.place(1.0), random.place(2.0)][random.below(4)];
        let pose = Pose { p: k * p, q };
        let (sa, sb) = (Solid::of(&a, Pose::IDENTITY), Solid::of(&b, pose));
        let truth = separation(&sa, &sb);
        let m = collide(&a, &b, pose, 0.0);
        let size = sa.size() + sb.size();
        if truth > -1.0e-6 * size {
            continue;
        }
        let least = m.points().iter().map(|p| f64::from(p.separation)).fold(f64::INFINITY, f64::min);
        deep += 1;
        worst = worst.max(((least - truth).abs() - 1.0e-4 * truth.abs()) / size);
        loss = loss.max((least - truth).abs() / size);
        assert!(m.count > 0, "{a:?} {b:?} {pose:?} {truth}");
    }
    println!("worst error of a depth with two good axes: {loss:.1e} of both sizes, {worst:.1e} beyond the preference");
    assert!(deep > 15_000 && worst < 2.0e-6, "{deep} {worst:.1e}");
}
