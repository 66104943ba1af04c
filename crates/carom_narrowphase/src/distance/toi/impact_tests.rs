//! A search for the worst case of the time of impact: motions that take the most axes.

use super::*;
use carom_math::{Rot, vec2};
use carom_shapes::{Capsule, Polygon, Segment};

/// Numbers in 0..1 from a seed (splitmix64, S. Vigna).
struct Random(u64);

impl Random {
    fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) >> 40) as f32 / (1_u64 << 24) as f32
    }

    fn within(&mut self, least: f32, most: f32) -> f32 {
        least + (most - least) * self.next()
    }
}

/// Two motions as numbers: for each the place before and after, the rotation before, and the angle of its turn.
type Genes = [f32; 12];

fn sweep(genes: &[f32]) -> Sweep {
    Sweep {
        local_center: Vec2::ZERO,
        c0: vec2(genes[0], genes[1]),
        c1: vec2(genes[2], genes[3]),
        q0: Rot::from_angle(genes[4]),
        q1: Rot::from_angle(genes[4] + genes[5]),
    }
}

fn rounds(pieces: [&Piece; 2], genes: &Genes) -> usize {
    counted(pieces, [&sweep(&genes[..6]), &sweep(&genes[6..])], 5.0e-4, 5.0e-4, true).1
}

fn drawn(random: &mut Random) -> Genes {
    let mut genes = [0.0; 12];
    for (k, gene) in genes.iter_mut().enumerate() {
        *gene = match k % 6 {
            0..=3 => random.within(-5.0, 5.0),
            4 => random.within(-3.0, 3.0),
            _ => random.within(-2.5, 2.5),
        };
    }
    genes
}

/// Climbs from the worst of many motions: each try changes one number by a random power of ten.
fn climb(pieces: [&Piece; 2], random: &mut Random, tries: usize) -> usize {
    let (mut genes, mut worst) = (drawn(random), 0);
    for _ in 0..tries / 4 {
        let other = drawn(random);
        let found = rounds(pieces, &other);
        if found > worst {
            (genes, worst) = (other, found);
        }
    }
    for _ in 0..tries {
        let mut other = genes;
        let k = (random.next() * 12.0) as usize % 12;
        let power = (random.next() * 5.0) as usize;
        other[k] += random.within(-1.0, 1.0) * [1.0, 0.1, 0.01, 1.0e-3, 1.0e-4][power.min(4)];
        if k % 6 == 5 {
            other[k] = other[k].clamp(-2.5, 2.5);
        }
        let found = rounds(pieces, &other);
        if found >= worst {
            (genes, worst) = (other, found);
        }
    }
    worst
}

/// The bound on axes is never reached, even by the search: long thin pieces that turn by most of half a turn.
#[test]
fn the_worst_that_is_found_stays_within_the_bound() {
    let needle = Piece::Polygon(Polygon::rect(8.0, 0.002).unwrap());
    let bar = Piece::Capsule(Capsule::horizontal(6.0, 0.01).unwrap());
    let square = Piece::Polygon(Polygon::rect(1.0, 1.0).unwrap());
    let wall = Piece::Segment(Segment::new(vec2(-20.0, 0.0), vec2(20.0, 0.0)).unwrap());
    let tries = if cfg!(debug_assertions) { 500 } else { 4_000 };
    let mut random = Random(9);
    let mut most = 0;
    for pair in [[&needle, &needle], [&needle, &wall], [&bar, &needle], [&square, &wall], [&square, &needle]] {
        let worst = (0..4).map(|_| climb(pair, &mut random, tries)).fold(0, usize::max);
        println!("{worst} axes: {:?}, {:?}", pair[0].kind(), pair[1].kind());
        most = most.max(worst);
    }
    assert!(most < ROUNDS + MORE_ROUNDS, "{most}");
}
