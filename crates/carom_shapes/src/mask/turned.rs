//! Two masks of which one is turned, 64 pixels at a time. In: two masks and the pose of one in the other's frame. Out:
//! for each word of the first one, the pixels whose centre is in a solid pixel of the second.
//!
//! [`Mask::holds`] defines the answer for a pixel, in f64. Here the pixels of a row are steps along a line through the
//! other mask, in numbers with 32 bits before and 32 behind the point. If nothing changes about a step (`clear.rs`),
//! all steps that stay in there are answered at once, a word or more. Elsewhere steps are looked up in runs without a
//! branch. A run whose step comes so near to the border of a pixel that it may be on its other side, and the ends of a
//! row, are left to [`Mask::holds`], so every bit equals its answer.

use crate::Mask;
use carom_math::Pose;

/// Pixels that are looked up together.
const RUN: usize = 16;

/// Fewer columns than this are looked up instead of answered at once.
const FEW: u64 = 4;

/// One pixel, in numbers with 32 bits behind the point.
const ONE: f64 = (1_u64 << 32) as f64;

/// Bound on the error of a step and more: 2^-16 px. Its start is cut off at 2^-32 px, as is the step, of which there
/// are up to 2^14; the rest is f64, whose error is less than 2^-19 px up to [`FAR`].
const NOISE: u32 = 1 << 16;

/// The farthest that steps go from the origin of either mask, in pixels of the other one.
const FAR: f64 = (1_u64 << 30) as f64;

/// The tested range of columns extends this far beyond the other mask, and the range of columns surely inside ends this
/// far within it [px of the other one].
const MARGIN: f64 = 0.1;

/// A mask and the other one in the frame of the first one's columns and rows.
pub(crate) struct Turned<'a> {
    mask: &'a Mask,
    other: &'a Mask,
    pose: Pose,
    /// Change by a column to the right [px of the other one]: to the right, and up.
    step: (f64, f64),
    /// Whether steps may be taken: no number is so large that they would be wrong.
    near: bool,
    /// Columns to the pixel of the other one, 16 bits behind the point, rounded down.
    columns: u64,
}

/// A row of the first mask as a line through the other one.
#[derive(Clone, Copy)]
struct PixelLine {
    /// The columns that are surely in it, from the first to the last.
    columns: (usize, usize),
    /// Position of the first column, from the left and from the top, 32 bits behind the point.
    start: (i64, i64),
    /// Change by a column to the right: to the right, and down.
    step: (i64, i64),
}

/// The columns up to `end` are known: all solid or all empty.
#[derive(Clone, Copy)]
struct KnownRun {
    end: usize,
    solid: bool,
}

impl<'a> Turned<'a> {
    pub(crate) fn new(mask: &'a Mask, other: &'a Mask, pose: Pose) -> Self {
        let wide = |v: f32| f64::from(v).abs();
        let far = |bounds: carom_math::Aabb| {
            [bounds.min, bounds.max].iter().map(|p| wide(p.x) + wide(p.y)).fold(0.0, |a, b| if a > b { a } else { b })
        };
        let (c, s, side) = (f64::from(pose.q.c), f64::from(pose.q.s), f64::from(other.pixel()));
        let reach = (far(mask.bounds()) + wide(pose.p.x) + wide(pose.p.y)) * (c.abs() + s.abs()) + far(other.bounds());
        let scale = f64::from(mask.pixel()) / side;
        let step = (c * scale, -s * scale);
        let fastest = if step.0.abs() > step.1.abs() { step.0.abs() } else { step.1.abs() };
        // More than any row has, if it is hardly a step at all.
        let columns = if fastest > 1.0e-6 { (65_536.0 / fastest) as u64 } else { 1 << 36 };
        Self { mask, other, pose, step, near: reach <= FAR * side, columns }
    }

    /// Calls `visit(row, first column, common pixels)` for each word with some, until it returns false.
    pub(crate) fn each_common(&self, visit: &mut dyn FnMut(usize, usize, u64) -> bool) {
        for row in 0..self.mask.height() {
            let start = self.start(row);
            // Far away a column more on both sides, as numbers are coarse there.
            let Some((from, to)) = self.columns(start, MARGIN, if self.near { 0.0 } else { 1.0 }) else { continue };
            let line = self.line(start);
            let mut known = KnownRun { end: 0, solid: false };
            for k in from / 64..=to / 64 {
                let left = self.mask.words[row * self.mask.stride + k] & between(from, to, 64 * k);
                if left == 0 {
                    continue;
                }
                let sure = line.map_or(0, |line| left & between(line.columns.0, line.columns.1, 64 * k));
                let mut common = if left == sure { 0 } else { self.one_by_one(row, 64 * k, left & !sure) };
                if let Some(line) = line.filter(|_| sure != 0) {
                    common |= self.along(&line, row, 64 * k, sure, &mut known);
                }
                if common != 0 && !visit(row, 64 * k, common) {
                    return;
                }
            }
        }
    }

    /// The centre of a row's first pixel in the other mask, from its left and from below [px].
    fn start(&self, row: usize) -> (f64, f64) {
        let (x, y) = seen(self.mask.wide_center(0, row), self.pose);
        let (origin, side) = (self.other.origin(), f64::from(self.other.pixel()));
        ((x - f64::from(origin.x)) / side, (y - f64::from(origin.y)) / side)
    }

    /// The columns of a row that are over the other mask, enlarged by `margin` [px] all round, from the first to the
    /// last, and `more` columns on both sides.
    fn columns(&self, start: (f64, f64), margin: f64, more: f64) -> Option<(usize, usize)> {
        let (mut from, mut to) = (0, self.mask.width() - 1);
        for (at, step, size) in
            [(start.0, self.step.0, self.other.width()), (start.1, self.step.1, self.other.height())]
        {
            let (low, high) = (-margin - at, size as f64 + margin - at);
            if step == 0.0 {
                if low > 0.0 || high < 0.0 {
                    return None;
                }
                continue;
            }
            let (a, b) = if step > 0.0 { (low / step, high / step) } else { (high / step, low / step) };
            let (a, b) = (a - more, b + more);
            if b < 0.0 {
                return None;
            }
            // The first column behind a, the last before b.
            let (first, last) = (if a < 0.0 { 0 } else { (a as usize).saturating_add(1) }, b as usize);
            from = if first > from { first } else { from };
            to = if last < to { last } else { to };
        }
        (from <= to).then_some((from, to))
    }

    /// The columns that are surely over the other mask, as steps.
    fn line(&self, start: (f64, f64)) -> Option<PixelLine> {
        let columns = self.columns(start, -MARGIN, 0.0).filter(|_| self.near)?;
        let from_top = self.other.height() as f64 - start.1;
        Some(PixelLine { columns, start: fixed((start.0, from_top)), step: fixed((self.step.0, -self.step.1)) })
    }

    /// The common pixels among `left` of the word that begins at column `first`.
    fn along(&self, line: &PixelLine, row: usize, first: usize, mut left: u64, known: &mut KnownRun) -> u64 {
        let mut common = 0;
        while left != 0 {
            let bit = left.trailing_zeros();
            let column = first + bit as usize;
            if column >= known.end {
                *known = self.known(line, column);
            }
            let these = if column < known.end {
                let these = left & up_to(known.end - first);
                common |= if known.solid { these } else { 0 };
                these
            } else {
                let these = left & (((1 << RUN) - 1) << bit);
                common |= match self.look_up(line, column) {
                    Some(solid) => these & solid << bit,
                    None => self.one_by_one(row, first, these),
                };
                these
            };
            left &= !these;
        }
        common
    }

    /// The known kind of a column and those after it.
    fn known(&self, line: &PixelLine, column: usize) -> KnownRun {
        let (x, y) = line.at(column);
        let around = self.other.clearance.around((x >> 32) as usize, (y >> 32) as usize);
        // A pixel less, so that the error of steps does not matter.
        let more = (around.unsigned_abs().saturating_sub(1) * self.columns) >> 16;
        KnownRun { end: if more < FEW { 0 } else { column + 1 + more as usize }, solid: around > 0 }
    }

    /// Whether a column and those after it are solid in the other mask, a bit each; `None` if one of them is too near
    /// to the border of a pixel.
    #[inline]
    fn look_up(&self, line: &PixelLine, column: usize) -> Option<u64> {
        let ((mut x, mut y), (dx, dy)) = (line.at(column), line.step);
        let (mut solid, mut nearest) = (0, u32::MAX);
        for _ in 0..RUN {
            let (across, down) = ((x >> 32) as usize, (y >> 32) as usize);
            // A step that has left the picture reads any word; its bit is not used.
            let at = down.wrapping_mul(self.other.stride).wrapping_add(across / 64);
            let word = self.other.words.get(at).copied().unwrap_or(0);
            // In at the top: the first step's bit ends as the lowest of the last `RUN`.
            solid = solid >> 1 | (word >> (across % 64)) << 63;
            for place in [x, y] {
                let over = (place as u32).wrapping_add(NOISE);
                nearest = if over < nearest { over } else { nearest };
            }
            (x, y) = (x.wrapping_add(dx), y.wrapping_add(dy));
        }
        (nearest >= 2 * NOISE).then_some(solid >> (64 - RUN))
    }

    /// The common pixels among `left` of the word that begins at column `first`, each by [`Mask::holds`].
    fn one_by_one(&self, row: usize, first: usize, mut left: u64) -> u64 {
        let mut common = 0;
        while left != 0 {
            let bit = left.trailing_zeros();
            let (x, y) = seen(self.mask.wide_center(first + bit as usize, row), self.pose);
            common |= u64::from(self.other.holds(x, y)) << bit;
            left &= left - 1;
        }
        common
    }
}

impl PixelLine {
    /// The centre of a column.
    #[inline(always)]
    fn at(&self, column: usize) -> (i64, i64) {
        let by = |step: i64| step.wrapping_mul(column as i64);
        (self.start.0.wrapping_add(by(self.step.0)), self.start.1.wrapping_add(by(self.step.1)))
    }
}

/// With 32 bits behind the point.
fn fixed((x, y): (f64, f64)) -> (i64, i64) {
    ((x * ONE) as i64, (y * ONE) as i64)
}

/// A point in the frame of a pose.
fn seen((x, y): (f64, f64), pose: Pose) -> (f64, f64) {
    let (dx, dy) = (x - f64::from(pose.p.x), y - f64::from(pose.p.y));
    let (c, s) = (f64::from(pose.q.c), f64::from(pose.q.s));
    (c * dx + s * dy, c * dy - s * dx)
}

/// The bits of the columns `from` to `to` in a word that begins at column `start`.
fn between(from: usize, to: usize, start: usize) -> u64 {
    let low = if from <= start { u64::MAX } else { u64::MAX.checked_shl((from - start) as u32).unwrap_or(0) };
    if to < start { 0 } else { low & up_to(to - start + 1) }
}

/// The first `count` bits of a word, or all.
fn up_to(count: usize) -> u64 {
    if count < 64 { (1 << count) - 1 } else { u64::MAX }
}
