//! Poses as differences from those that the last two frames promise: column by column, so that the compiler makes lanes
//! of it.

use crate::replay::roll::LivePoses;
use crate::replay::stream::Stream;

/// Ids that are looked at together.
const LANES: usize = 16;

/// The content of the streams so far, by entry: x, y and angle, and their last changes.
#[derive(Default)]
pub(crate) struct Promises {
    poses: [Vec<i32>; 3],
    changes: [Vec<i32>; 3],
}

impl Promises {
    /// Writes the differences of a frame: those of the entries in it, ascending. A promise that is kept to `slack`
    /// units is good enough: bodies that tremble then cost nothing.
    pub fn write(&mut self, present: &[u32], now: &LivePoses, slack: i32, streams: &mut [Stream; 3]) {
        for columns in [&mut self.poses, &mut self.changes] {
            columns.iter_mut().for_each(|column| column.resize(now.halves.len(), 0));
        }
        for ids in present.chunks(LANES) {
            let (Some(&first), Some(&last)) = (ids.first(), ids.last()) else { continue };
            let is_run = (last - first) as usize == LANES - 1;
            for (axis, stream) in streams.iter_mut().enumerate() {
                // Only angles come round.
                let halves = if axis == 2 { Some(&now.halves[..]) } else { None };
                let (poses, changes) = (&mut self.poses[axis], &mut self.changes[axis]);
                let residuals = if is_run {
                    let run = first as usize..last as usize + 1;
                    let halves = halves.map(|halves| &halves[run.clone()]);
                    let (poses, changes) = (&mut poses[run.clone()], &mut changes[run.clone()]);
                    keep_all(poses, changes, &now.poses[axis][run], halves, slack)
                } else {
                    let mut residuals = [0; LANES];
                    for (&id, residual) in ids.iter().zip(&mut residuals) {
                        let id = id as usize;
                        let half = halves.map_or(0, |halves| halves[id]);
                        *residual = keep(&mut poses[id], &mut changes[id], now.poses[axis][id], half, slack);
                    }
                    residuals
                };
                stream.residuals(&residuals[..ids.len()]);
            }
        }
    }
}

/// [`keep`] for a run of ids.
#[inline]
fn keep_all(poses: &mut [i32], changes: &mut [i32], now: &[i32], halves: Option<&[i32]>, slack: i32) -> [i32; LANES] {
    let mut residuals = [0; LANES];
    let own = residuals.iter_mut().zip(poses).zip(changes).zip(now);
    match halves {
        Some(halves) => own.zip(halves).for_each(|((((residual, pose), change), now), half)| {
            *residual = keep(pose, change, *now, *half, slack);
        }),
        None => own.for_each(|(((residual, pose), change), now)| *residual = keep(pose, change, *now, 0, slack)),
    }
    residuals
}

/// The difference of a number from what was promised; 0 for one of at most `slack`. `half` is half a turn, 0 if there
/// are none.
#[inline(always)]
fn keep(pose: &mut i32, change: &mut i32, now: i32, half: i32, slack: i32) -> i32 {
    let residual = wrapped(now.wrapping_sub(*pose).wrapping_sub(*change), half);
    let residual = if residual.wrapping_abs() <= slack { 0 } else { residual };
    *change = wrapped(change.wrapping_add(residual), half);
    *pose = pose.wrapping_add(*change);
    residual
}

/// An angle less whole turns, if half a turn is so much. Of 0 nothing is taken: the mask has all bits then.
#[inline(always)]
fn wrapped(angle: i32, half: i32) -> i32 {
    (angle.wrapping_add(half) & half.wrapping_mul(2).wrapping_sub(1)).wrapping_sub(half)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_comes_round() {
        assert_eq!([wrapped(5, 4), wrapped(-5, 4), wrapped(3, 4), wrapped(-4, 4)], [-3, 3, 3, -4]);
        for number in [0, 7, -7, i32::MAX, i32::MIN] {
            assert_eq!(wrapped(number, 0), number);
        }
    }

    #[test]
    fn runs_and_single_ids_give_the_same() {
        // The odd entries of twice as many are the same bodies, one by one.
        let count = 3 * LANES + 5;
        let (mut runs, mut singles) = (Promises::default(), Promises::default());
        let mut streams: [[Stream; 3]; 2] = Default::default();
        let live = |every: usize| LivePoses { poses: Default::default(), halves: vec![128; every * count] };
        let (mut dense, mut sparse) = (live(1), live(2));
        for frame in 0..20_i32 {
            for axis in 0..3 {
                let value = |k: usize| ((k as i32 * frame * frame) % 97 + axis as i32) & 127;
                dense.poses[axis] = (0..count).map(value).collect();
                sparse.poses[axis] = (0..2 * count).map(|k| value(k / 2)).collect();
            }
            let [first, second] = &mut streams;
            runs.write(&(0..count as u32).collect::<Vec<_>>(), &dense, 1, first);
            singles.write(&(0..count as u32).map(|k| 2 * k + 1).collect::<Vec<_>>(), &sparse, 1, second);
        }
        let [first, second] = streams.map(|streams| streams.map(|stream| stream.finish(1)));
        assert_eq!(first, second);
    }
}
