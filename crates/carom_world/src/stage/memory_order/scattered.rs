//! Counts rows that are far from the row before them, in parallel.

use crate::stage::memory_order::curve::Curve;
use carom_math::Aabb;
use carom_parallel::{Each, Executor};
use carom_solver::BodyMass;
use std::cmp::max;

/// Least rows in a task, and most tasks.
const ROWS_A_TASK: usize = 1024;
const MOST_TASKS: usize = 64;

/// A curve through the centres of all rows.
pub(crate) fn curve_through(tasks: &Executor, masses: &[BodyMass]) -> Curve {
    let around = |_: usize, masses: &[BodyMass]| Aabb::around(masses.iter().map(|mass| mass.center));
    let areas = by_tasks(tasks, masses, Aabb::EMPTY, around);
    let all = areas.iter().fold(Aabb::EMPTY, |all, area| all.union(area));
    Curve::within(all, masses.iter().map(|mass| mass.center))
}

/// Number of rows that are farther from the row before than [`Curve::far_squared`].
pub(crate) fn count_scattered(tasks: &Executor, curve: &Curve, masses: &[BodyMass]) -> usize {
    let near = curve.far_squared(masses.len());
    let far = |two: &[BodyMass]| (two[0].center - two[1].center).length_squared() > near;
    let counts = by_tasks(tasks, masses, 0, |first, part| {
        // The row before the first one counts too.
        let from = first.saturating_sub(1);
        masses[from..first + part.len()].windows(2).filter(|two| far(two)).count()
    });
    counts.iter().sum()
}

/// The results of `find` for the rows of each task; it also gets the index of the first row. `nothing` stands for tasks
/// that do not exist.
fn by_tasks<R: Copy + Send>(
    tasks: &Executor,
    masses: &[BodyMass],
    nothing: R,
    find: impl Fn(usize, &[BodyMass]) -> R + Sync,
) -> [R; MOST_TASKS] {
    let mut found = [nothing; MOST_TASKS];
    let a_task = max(ROWS_A_TASK, masses.len().div_ceil(MOST_TASKS));
    let columns = (masses, Each(a_task, &mut found[..masses.len().div_ceil(a_task)]));
    tasks.blocks(a_task, columns, |first, (masses, Each(_, found))| found[0] = find(first, masses));
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom_math::{Vec2, vec2};
    use carom_parallel::Driver;

    #[test]
    fn tasks_find_what_one_would() {
        for count in [0, 1, ROWS_A_TASK, ROWS_A_TASK + 1, 2 * ROWS_A_TASK + 1, ROWS_A_TASK * MOST_TASKS + 77] {
            let center = |k: usize| vec2((k * 701 % 1013) as f32, (k % 97) as f32);
            let masses: Vec<BodyMass> =
                (0..count).map(|k| BodyMass { center: center(k / 3), ..BodyMass::default() }).collect();
            let centers = || masses.iter().map(|mass| mass.center);
            let tasks = Executor::new(Driver::Threads(3));
            let (one, all) = (Curve::through(centers()), curve_through(&tasks, &masses));
            assert_eq!(one.area, all.area);
            for point in [Vec2::ZERO, vec2(500.0, 50.0), vec2(7.0, 90.0)] {
                assert_eq!(one.place_of(point), all.place_of(point));
            }
            let scattered = count_scattered(&tasks, &all, &masses);
            assert_eq!(scattered, one.count_scattered(centers()));
            assert!(count < 9 || scattered > count / 4, "{scattered} of {count}");
        }
    }
}
