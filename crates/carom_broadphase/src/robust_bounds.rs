//! Robust bounds: the space of most of a set of boxes, whatever a few runaways do. In: boxes. Out: the middle, and the
//! width and height that most of them fill. They guide cell sizes only: no result depends on them.

use crate::boxes::{Source, box_at, takes_part};
use carom_math::{Vec2, vec2};

/// Boxes sampled.
const SAMPLES: usize = 64;

/// The middle of most boxes and the size of the space that they fill [m].
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RobustBounds {
    pub center: Vec2,
    pub size: Vec2,
}

impl RobustBounds {
    /// Estimates from 64 boxes at even steps: the middle four fifths of their least corners, widened by a half.
    pub fn of(source: &Source<'_>) -> Self {
        let (mut xs, mut ys) = ([0.0_f32; SAMPLES], [0.0_f32; SAMPLES]);
        let mut count = 0;
        let step = source.ids.len().div_ceil(SAMPLES).max(1);
        for &id in source.ids.iter().step_by(step) {
            let b = box_at(source.now, id);
            if takes_part(&b) && count < SAMPLES {
                (xs[count], ys[count]) = (b.min.x, b.min.y);
                count += 1;
            }
        }
        let (x, width) = middle(&mut xs[..count]);
        let (y, height) = middle(&mut ys[..count]);
        Self { center: vec2(x, y), size: vec2(width, height) }
    }
}

fn middle(values: &mut [f32]) -> (f32, f32) {
    let tenth = values.len() / 10;
    let Some(last) = values.len().checked_sub(1 + tenth) else { return (0.0, 0.0) };
    let (below, &mut high, _) = values.select_nth_unstable_by(last, f32::total_cmp);
    let low = if below.is_empty() { high } else { *below.select_nth_unstable_by(tenth, f32::total_cmp).1 };
    // Halves first, so that nothing overflows.
    (0.5 * low + 0.5 * high, 1.5 * (high - low))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_is_that_of_the_sorted_numbers() {
        assert_eq!(middle(&mut []), (0.0, 0.0));
        for count in 1..=SAMPLES {
            let mut numbers: Vec<f32> = (0..count).map(|k| (k * 37 % 64) as f32 - 20.0).collect();
            let mut sorted = numbers.clone();
            sorted.sort_unstable_by(f32::total_cmp);
            let (low, high) = (sorted[count / 10], sorted[count - 1 - count / 10]);
            assert_eq!(middle(&mut numbers), (0.5 * low + 0.5 * high, 1.5 * (high - low)), "{count}");
        }
    }
}
