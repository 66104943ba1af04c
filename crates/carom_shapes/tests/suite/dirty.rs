//! Dirty rings with holes on grids: none hangs, none is accepted with a wrong area, all valid ones are accepted.

use crate::exact::{Point, edges, inside, judge, overlap, pierces, twice_area};
use crate::grid::rings;
use crate::random::Random;
use carom_math::{Vec2, vec2};
use carom_shapes::{Cut, Outline, ShapeError};
use std::time::{Duration, Instant};

/// Number of rings: 10,000 in debug, 100,000 in release, or as many as `CAROM_DIRTY_RINGS` says (1,000,000 is done).
fn count() -> u64 {
    let usual = if cfg!(debug_assertions) { 10_000 } else { 100_000 };
    std::env::var("CAROM_DIRTY_RINGS").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

fn place(p: &Point) -> Vec2 {
    vec2(p[0] as f32, p[1] as f32)
}

fn whole(p: &Vec2) -> Point {
    [p.x as i64, p.y as i64]
}

pub fn outline(rings: &[Vec<Point>]) -> Result<Outline, ShapeError> {
    cut(rings, Cut::Sweep)
}

fn cut(rings: &[Vec<Point>], by: Cut) -> Result<Outline, ShapeError> {
    let rings: Vec<Vec<Vec2>> = rings.iter().map(|ring| ring.iter().map(place).collect()).collect();
    Outline::with_cut(&rings[0], &rings[1..], by)
}

/// Checks, exactly, that the pieces are convex, lie inside the rings, do not overlap, and leave nothing out.
pub fn check(rings: &[Vec<Point>], outline: &Outline, wanted: i64) {
    assert_eq!(2.0 * outline.area(), wanted as f64);
    let mass = outline.mass(2.0);
    assert_eq!(f64::from(mass.mass), wanted as f64);
    assert!(mass.inertia > 0.0 && mass.center.is_finite());
    let pieces: Vec<Vec<Point>> = outline.pieces().iter().map(|p| p.vertices().iter().map(whole).collect()).collect();
    assert_eq!(pieces.iter().map(|piece| twice_area(piece)).sum::<i64>(), wanted);
    let large: Vec<Vec<Point>> = rings.iter().map(|ring| ring.iter().map(|p| [3 * p[0], 3 * p[1]]).collect()).collect();
    for (i, piece) in pieces.iter().enumerate() {
        assert!(pieces[..i].iter().all(|other| !overlap(piece, other)), "pieces overlap");
        let middle = [0, 1].map(|axis| piece[..3].iter().map(|p| p[axis]).sum::<i64>());
        let deep = large.iter().filter(|ring| inside(middle, ring)).count();
        assert_eq!(deep, 1, "a piece in a hole or outside");
        assert!(!rings.iter().flat_map(|ring| edges(ring)).any(|edge| pierces(edge, piece)), "an edge in a piece");
    }
}

#[test]
fn dirty_rings_are_cut_right_or_refused() {
    let mut random = Random::new(1);
    let (mut valid, mut touching, mut other) = (0_u64, 0_u64, 0_u64);
    let [mut longest, mut longest_by_ears] = [Duration::ZERO; 2];
    let begun = Instant::now();
    for case in 0..count() {
        let rings = rings(&mut random);
        let wanted = judge(&rings);
        let before = Instant::now();
        let made = outline(&rings);
        longest = longest.max(before.elapsed());
        let before = Instant::now();
        let by_ears = cut(&rings, Cut::Ears);
        longest_by_ears = longest_by_ears.max(before.elapsed());
        assert_eq!(made.as_ref().err(), by_ears.as_ref().err());
        match (made, wanted) {
            (Ok(made), Some(wanted)) => {
                valid += 1;
                let clean: Vec<Vec<Point>> = rings.iter().map(|ring| crate::exact::clean(ring)).collect();
                let mut points: Vec<Point> = clean.concat();
                points.sort_unstable();
                touching += u64::from(points.windows(2).any(|pair| pair[0] == pair[1]));
                check(&clean, &made, wanted);
                if let Ok(by_ears) = by_ears {
                    check(&clean, &by_ears, wanted);
                    other += u64::from(made.pieces() != by_ears.pieces());
                }
            }
            (Err(error), None) => assert!(error.to_string().len() > 20),
            (made, wanted) => panic!("case {case}: {rings:?}\n{made:?}\nthe area is {wanted:?}"),
        }
    }
    println!(
        "{} dirty rings in {:.1?}: {valid} valid, {touching} with points where rings touch, \
         {other} cut otherwise by ears; longest {longest:?}, {longest_by_ears:?} by ears",
        count(),
        begun.elapsed()
    );
    assert!(valid > count() / 4 && valid < 3 * count() / 4 && touching > count() / 20, "{valid} {touching}");
    assert!(other > valid / 10, "{other}");
    let longest = longest.max(longest_by_ears);
    assert!(longest < Duration::from_secs(1), "{longest:?}");
}
