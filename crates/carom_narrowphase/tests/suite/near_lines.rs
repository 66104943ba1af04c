//! Circles whose centres are on a line's core, but for rounding: the normal goes across the line.

use crate::brute::{P, Solid, separation};
use crate::random::Random;
use carom_math::{Pose, Vec2, vec2};
use carom_narrowphase::collide;
use carom_shapes::{Capsule, Circle, Link, Piece, Polygon, Segment};

/// A thin or round piece about the line from `a` to `b`.
fn about_line(random: &mut Random, a: Vec2, b: Vec2) -> Piece {
    let length = (b - a).length();
    match random.below(5) {
        0 => Piece::Segment(Segment::new(a, b).unwrap()),
        1 => Piece::Capsule(Capsule::new(a, b, 0.1 * length).unwrap()),
        2 => Piece::Capsule(Capsule::new(a, b, carom_math::max(1.0e-3 * length, 1.0e-5)).unwrap()),
        3 => Piece::Link(Link { before: a, a, b, after: b, one_sided: false, ends: [false; 2] }),
        _ => {
            let thick = carom_math::max(1.0e-3 * length, 3.0e-5);
            let side = thick / length * vec2(a.y - b.y, b.x - a.x);
            Piece::Polygon(Polygon::new([a, b, b + side, a + side]).unwrap())
        }
    }
}

#[test]
fn a_circle_on_a_line_is_pushed_across_it() {
    let mut random = Random::new(145);
    let (mut close, mut worst, mut askew) = (0, 0.0_f64, 0.0_f64);
    for case in 0..40_000 {
        let k = random.log_real(1.0e-3, 1.0e3);
        let (a, b) = (k * random.place(1.0), k * random.place(1.0));
        if (b - a).length() < 0.1 * k {
            continue;
        }
        let line = about_line(&mut random, a, b);
        let length = (b - a).length();
        // Over the line, at an end, or beyond it.
        let part = [random.real(0.0, 1.0), 0.0, 1.0, random.real(-1.0e-7, 1.0e-7), random.real(0.01, 0.99)][case % 5];
        let off = [0.0, random.log_real(1.0e-9, 1.0e-1)][usize::from(case % 7 > 0)] * k;
        let off = if random.below(2) == 0 { off } else { -off };
        let center = a + part * (b - a) + off / length * vec2(a.y - b.y, b.x - a.x);
        let circle = Circle::new(k * random.real(0.02, 1.0)).unwrap();
        let b_in_a = Pose::new(center, random.real(-3.0, 3.0));
        let m = collide(&line, &Piece::Circle(circle), b_in_a, f32::MAX);
        let says = format!("{line:?} {circle:?} {b_in_a:?} {m:?}");
        let (solid, disc) = (Solid::of(&line, Pose::IDENTITY), Solid::of(&Piece::Circle(circle), b_in_a));
        let truth = separation(&solid, &disc);
        assert!(m.count == 1 && (P::of(m.normal).length() - 1.0).abs() < 1.0e-6, "{says}");
        let size = solid.size() + disc.size() + P::of(center).length();
        worst = worst.max((f64::from(m.points[0].separation) - truth).abs() / size);
        // Over the line, the normal is across it.
        let tangent = P::of(b - a).unit();
        let over = tangent.dot(disc.corners[0] - P::of(a)).min(tangent.dot(P::of(b) - disc.corners[0]));
        if over > 1.0e-6 * f64::from(k) {
            askew = askew.max(tangent.dot(P::of(m.normal)).abs());
            close += usize::from(off.abs() < 1.0e-7 * k);
        }
    }
    println!("worst error of a depth: {worst:.1e} of the size; greatest angle off the normal: {askew:.1e}");
    assert!(close > 4_000 && askew < 3.0e-2 && worst < 2.0e-6, "{close} {askew:.1e} {worst:.1e}");
}
