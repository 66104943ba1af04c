//! Permutation of columns in place, by cycles: column by column, cycle by cycle.

use carom_broadphase::MOST_BOXES;

/// Flags the last row of a cycle.
const CYCLE_ENDS: u32 = 1 << 31;

const _: () = assert!(MOST_BOXES < CYCLE_ENDS as usize, "no row of bodies or proxies has the mark in its number");

/// Inverts an order. The second numbers of its pairs say where each row comes from; the first numbers are filled with
/// where each row goes.
pub(crate) fn invert(order: &mut [(u32, u32)]) {
    for row in 0..order.len() {
        order[order[row].1 as usize].0 = row as u32;
    }
}

/// The cycles of an order: for each row, the row whose content it takes (each once). They are written over the first
/// numbers of the pairs, and use the order up. Rows that stay are not in them.
pub(crate) fn route_of(order: &mut [(u32, u32)]) -> &[(u32, u32)] {
    let mut length = 0;
    for first in 0..order.len() {
        let mut row = first;
        loop {
            let from = std::mem::replace(&mut order[row].1, row as u32) as usize;
            if from == row {
                break;
            }
            let ends = from == first;
            order[length].0 = row as u32 | if ends { CYCLE_ENDS } else { 0 };
            length += 1;
            if ends {
                break;
            }
            row = from;
        }
    }
    &order[..length]
}

/// Gives each row of a cycle the content of the next one, and the last row that of the first. The target of a row does
/// not depend on the content of the one before, so the machine can have many loads in flight.
pub(crate) fn go_round<T: Copy>(route: &[(u32, u32)], column: &mut [T]) {
    let Some(&(start, _)) = route.first() else { return };
    let mut held = column[(start & !CYCLE_ENDS) as usize];
    for two in route.windows(2) {
        let next = column[(two[1].0 & !CYCLE_ENDS) as usize];
        if two[0].0 & CYCLE_ENDS == 0 {
            column[two[0].0 as usize] = next;
        } else {
            column[(two[0].0 & !CYCLE_ENDS) as usize] = std::mem::replace(&mut held, next);
        }
    }
    if let Some(&(end, _)) = route.last() {
        column[(end & !CYCLE_ENDS) as usize] = held;
    }
}

/// [`go_round`] for values that cannot be copied.
pub(crate) fn swap_round<T>(route: &[(u32, u32)], column: &mut [T]) {
    for two in route.windows(2).filter(|two| two[0].0 & CYCLE_ENDS == 0) {
        column.swap(two[0].0 as usize, (two[1].0 & !CYCLE_ENDS) as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_takes_what_it_should() {
        for (count, step) in [(0, 1), (1, 1), (2, 1), (7, 3), (100, 37), (1000, 701), (64, 1)] {
            let from = |row: u32| if row % 10 == 9 { row } else { row * step % count };
            // Rows that stay, and the others in any order.
            let mut free: Vec<u32> = (0..count).filter(|&row| from(row) != row || row % 10 != 9).collect();
            free.sort_by_key(|&row| from(row));
            let mut next = free.into_iter();
            let wanted: Vec<u32> =
                (0..count).map(|row| if row % 10 == 9 { row } else { next.next().unwrap_or(row) }).collect();
            let mut order: Vec<(u32, u32)> = wanted.iter().map(|&from| (7, from)).collect();
            let mut copied: Vec<u32> = (0..count).collect();
            let mut swapped: Vec<String> = (0..count).map(|row| row.to_string()).collect();
            invert(&mut order);
            assert!((0..).zip(&order).all(|(row, &(to, _))| order[to as usize].1 == row));
            let route = route_of(&mut order);
            go_round(route, &mut copied);
            swap_round(route, &mut swapped);
            assert_eq!(copied, wanted);
            assert_eq!(swapped, wanted.iter().map(u32::to_string).collect::<Vec<_>>());
        }
    }
}
