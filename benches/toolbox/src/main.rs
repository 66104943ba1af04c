//! The toolbox beside parry2d and rstar: every question to all of them in one run, 1,024 pairs in a batch. First by
//! criterion, then interleaved for the ratios. `benches/toolbox/run.sh` runs it; `--ratios` leaves criterion out, and a
//! word selects the questions whose names contain it.

mod casts;
mod contacts;
mod distances;
mod lanes;
mod outlines;
mod pairs;
mod rows;
mod structures;

fn main() {
    let mut rows = rows::Rows::from_args();
    contacts::ask(&mut rows);
    distances::ask(&mut rows);
    casts::ask(&mut rows);
    outlines::ask(&mut rows);
    structures::ask(&mut rows);
    rows.report();
}
