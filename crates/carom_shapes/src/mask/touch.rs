//! Overlaps of two masks. In: two masks and an offset in pixels, or the pose of one in the other's frame. Out: the
//! first common pixel in row order, and their number.
//!
//! With an offset, a word of one mask meets 64 pixels of the other at once; these are in two words and are shifted
//! together. With a pose, the other mask is sampled at the centre of each solid pixel of this one that can be over it
//! (`turned.rs`).

use crate::mask::turned::Turned;
use crate::{Cell, Mask};
use carom_math::{Pose, Vec2};

impl Mask {
    /// The first pixel of this mask, row by row from the top, that is solid in `other` as well, if the upper left pixel
    /// of `other` lies on column `offset.0`, row `offset.1` of this one. Neither sizes of pixels nor origins count
    /// here.
    pub fn first_touch(&self, other: &Self, offset: (i32, i32)) -> Option<Cell> {
        first(|visit| self.each_common(other, offset, visit))
    }

    /// The number of pixels that are solid in both masks, placed as in [`Mask::first_touch`].
    pub fn overlap_count(&self, other: &Self, offset: (i32, i32)) -> usize {
        count(|visit| self.each_common(other, offset, visit))
    }

    /// The first pixel of this mask, row by row from the top, that touches `other` at the pose `other_in_self`. The
    /// pixel is solid, and its centre, in the frame of `other`, lies in a solid pixel there (which holds its left and
    /// lower edges). The result is that of f64 for each pixel, though most are answered 16 to 64 at a time. `None` also
    /// if the pose is not finite.
    ///
    /// The test samples the pixels of this mask, so it may miss parts thinner than one of them.
    pub fn first_touch_at(&self, other: &Self, other_in_self: Pose) -> Option<Cell> {
        first(|visit| self.each_common_at(other, other_in_self, visit))
    }

    /// The number of pixels of this mask that touch `other`, in the sense of [`Mask::first_touch_at`].
    pub fn overlap_count_at(&self, other: &Self, other_in_self: Pose) -> usize {
        count(|visit| self.each_common_at(other, other_in_self, visit))
    }

    /// Whether `point` [m] lies in a solid pixel.
    pub fn contains_point(&self, point: Vec2) -> bool {
        self.holds(f64::from(point.x), f64::from(point.y))
    }

    /// [`Mask::contains_point`] in f64.
    pub(crate) fn holds(&self, x: f64, y: f64) -> bool {
        let (ox, oy, s) = (f64::from(self.origin().x), f64::from(self.origin().y), f64::from(self.pixel()));
        let (column, up) = ((x - ox) / s, (y - oy) / s);
        let inside = column >= 0.0 && column < self.width() as f64 && up >= 0.0 && up < self.height() as f64;
        inside && self.is_solid(column as usize, self.height() - 1 - up as usize)
    }

    /// The 64 pixels of a row from `column` on; none outside of the picture.
    fn bits(&self, row: usize, column: i64) -> u64 {
        let at = |k: i64| {
            let inside = usize::try_from(k).ok().filter(|&k| k < self.stride);
            inside.map_or(0, |k| self.words[row * self.stride + k])
        };
        let (word, shift) = (column.div_euclid(64), column.rem_euclid(64));
        if shift == 0 { at(word) } else { at(word) >> shift | at(word + 1) << (64 - shift) }
    }

    /// Calls `visit(row, first column, common pixels)` for each word with some, until it returns false.
    fn each_common(&self, other: &Self, offset: (i32, i32), visit: &mut dyn FnMut(usize, usize, u64) -> bool) {
        let (dx, dy) = (i64::from(offset.0), i64::from(offset.1));
        for row in 0..self.height() {
            let Some(beside) = usize::try_from(row as i64 - dy).ok().filter(|&r| r < other.height()) else { continue };
            for (k, &word) in self.words[row * self.stride..][..self.stride].iter().enumerate() {
                let common = if word == 0 { 0 } else { word & other.bits(beside, 64 * k as i64 - dx) };
                if common != 0 && !visit(row, 64 * k, common) {
                    return;
                }
            }
        }
    }

    /// The same for a mask that is turned.
    fn each_common_at(&self, other: &Self, pose: Pose, visit: &mut dyn FnMut(usize, usize, u64) -> bool) {
        if pose.is_finite() && !self.is_empty() && !other.is_empty() {
            Turned::new(self, other, pose).each_common(visit);
        }
    }
}

type Visit<'a> = &'a mut dyn FnMut(usize, usize, u64) -> bool;

fn first(each: impl FnOnce(Visit<'_>)) -> Option<Cell> {
    let mut found = None;
    each(&mut |row, column, common| {
        found = Some(Cell { row, column: column + common.trailing_zeros() as usize });
        false
    });
    found
}

fn count(each: impl FnOnce(Visit<'_>)) -> usize {
    let mut sum = 0;
    each(&mut |_, _, common| {
        sum += common.count_ones() as usize;
        true
    });
    sum
}
