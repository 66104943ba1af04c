//! The tunnelling program: seeded shots of everything at everything, with an oracle in f64 (continuous collision,
//! bullets). `CAROM_SHOTS` sets their number, `CAROM_FIRST_SHOT` the first seed; they run on all cores.
//!
//! A shot at a wall tunnelled if its centre is behind it. Of two movers, one tunnelled if two things hold. Their free
//! motions within a step overlap by more than a tenth of the min extent. And no impulse was exchanged, neither in that
//! step nor in the next, in which contacts see the overlap. In a hail, in which many meet at once, this is tested for
//! each pair that nobody else pushed.

mod corners;
mod crowds;
mod hail;
mod movers;
mod oracle;
mod plate_stacks;
mod plates;
mod shots;
mod walls;

use crate::kit::*;
use rayon::prelude::*;

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|n| n.parse().ok())
}

fn shot(seed: u64) -> Option<String> {
    match seed % 4 {
        0 => walls::at_a_wall(seed),
        1 => movers::at_each_other(seed),
        2 => corners::at_a_corner(seed),
        _ => movers::at_a_rod(seed),
    }
}

/// Fails if one of some shots did something wrong, as `did` reports it.
fn none(first: u64, count: u64, did: &str, shot: impl Fn(u64) -> Option<String> + Send + Sync) {
    let start = std::time::Instant::now();
    let found: Vec<String> = (first..first + count).into_par_iter().filter_map(shot).collect();
    println!("{} {did} of {count} from {first} on, in {:.1} s", found.len(), start.elapsed().as_secs_f64());
    let shown = found.len().min(20);
    assert!(found.is_empty(), "{} {did} of {count}:\n{}", found.len(), found[..shown].join("\n"));
}

/// Default number of shots, and the first seed.
fn shots(name: &str, long: u64, short: u64) -> (u64, u64) {
    let count = number(name).unwrap_or(if LONG { long } else { short });
    (number("CAROM_FIRST_SHOT").unwrap_or(0), count)
}

/// Seeds that failed once.
#[test]
fn what_tunnelled_once_does_not() {
    let seeds = [886_735, 1_156_443, 72_532, 134_960, 235_359, 290_976];
    let found: Vec<String> = seeds.into_iter().filter_map(shot).chain(movers::that_spin_alike(6_579)).collect();
    assert!(found.is_empty(), "{found:?}");
}

#[test]
fn nothing_tunnels() {
    let (first, count) = shots("CAROM_SHOTS", 20_000, 2_000);
    none(first, count, "tunnelled", shot);
}

#[test]
fn what_spins_alike_does_not_tunnel() {
    let (first, count) = shots("CAROM_SPINS", 20_000, 2_000);
    none(first, count, "tunnelled", movers::that_spin_alike);
}

#[test]
fn no_brick_of_a_row_is_passed() {
    let (first, count) = shots("CAROM_ROWS", 2_000, 100);
    let heavier = number("CAROM_HEAVIER").unwrap_or(0) as f32;
    none(first, count, "passed", |seed| crowds::at_a_row(seed, heavier));
}

#[test]
fn no_plate_is_driven_into_a_box() {
    let (first, count) = shots("CAROM_PLATES", 2_000, 100);
    none(first, count, "driven in", plates::at_a_plate);
}

/// Most steps in a row in which a body squeezed in a hail stands, since the rounds ran out. It is the bound of the rule
/// itself: after three stops in a row the body is jammed, and contacts take it on. Of 65 bouncing hails, 64 keep it.
/// In seed 118 a jammed one was stopped once more.
const LONGEST: u32 = 3;

#[test]
fn nobody_in_a_hail_passes_another() {
    let (first, seeds) = shots("CAROM_HAILS", 30, 2);
    let (count, steps) = if LONG { (2_000, 120) } else { (400, 30) };
    let all: Vec<_> = (first..first + seeds).into_par_iter().map(|seed| hail::hail(count, steps, seed, true)).collect();
    (first..).zip(&all).for_each(|(seed, found)| println!("seed {seed}: {found:?}"));
    for (seed, found) in (first..).zip(&all) {
        assert!(found.struck > count / 4 && found.outside == 0, "seed {seed}: {found:?}");
        assert!(found.stuck <= LONGEST, "seed {seed}: {found:?}");
        // No fast pair goes unseen. Slow pairs are left to contacts; for those that do not bounce, up to the whole
        // extent (docs/CCD.md).
        let bounces = seed.is_multiple_of(2);
        let most = if bounces { 1 } else { 5 };
        assert!(found.passed == 0 && found.fast.is_empty(), "seed {seed}: {found:?}");
        assert!(found.grazing.len() <= most && (!bounces || found.deep == 0), "seed {seed}: {found:?}");
    }
    assert!(all.iter().map(|found| found.deep).sum::<usize>() <= 1, "slow ones that overlap by more than half");
    let sum = |of: fn(&hail::Found) -> usize| all.iter().map(of).sum::<usize>();
    let (met, struck, aside) = (sum(|f| f.met), sum(|f| f.struck), sum(|f| f.turned_aside));
    println!(
        "{met} met, {struck} struck, {aside} turned aside, {} grazed, {} pairs",
        sum(|f| f.grazed.len()),
        sum(|f| f.grazing.len())
    );
    let without = hail::hail(count, steps, first, false);
    println!("without sweeps: {} passed of {}, {} outside", without.passed, without.met, without.outside);
    assert!(without.passed > count / 10 && without.outside > 0);
}
