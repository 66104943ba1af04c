//! Pixel masks: the solid pixels of a picture, 64 of them in a word. In: rows of flags or bytes. Out: overlaps
//! (`touch.rs`), and outlines (`contour.rs`).

pub(crate) mod clear;
pub(crate) mod contour;
mod paint;
pub(crate) mod touch;
pub(crate) mod turned;

use crate::ShapeError;
use crate::error::{place, resolved, size};
use crate::mask::clear::Clearance;
use carom_math::{Aabb, Vec2};
use std::sync::Arc;

/// The greatest width and height of a mask [px]: the largest texture of most graphics cards.
pub const MAX_MASK_SIDE: usize = 16_384;

/// A picture of solid and empty pixels. Its pixels are shared: clones are cheap.
///
/// Columns count from the left and rows from the top, as in an image file. In the mask's own frame [m] x is to the
/// right and y up, and the lower left corner of the picture is at the [origin](Mask::origin): a pixel covers `left <= x
/// < right`, `bottom <= y < top`.
///
/// Masks are for programs that test whether two sprites touch; a body of a world takes an outline of the mask.
#[derive(Clone, Debug, PartialEq)]
pub struct Mask {
    width: usize,
    height: usize,
    pixel: f32,
    origin: Vec2,
    /// Words to a row; bit i of word k is column 64 k + i, and bits past the width are never set.
    pub(crate) stride: usize,
    pub(crate) words: Arc<[u64]>,
    pub(crate) clearance: Clearance,
}

impl Mask {
    /// A mask of rows of flags, the top row first, with pixels of side `pixel` [m].
    ///
    /// # Errors
    /// Rows of different lengths, more than [`MAX_MASK_SIDE`] rows or columns, a pixel that is not a size, a picture
    /// wider or higher than [`MAX_COORDINATE`](crate::MAX_COORDINATE).
    pub fn from_rows<R: AsRef<[bool]>>(rows: &[R], pixel: f32) -> Result<Self, ShapeError> {
        let width = rows.first().map_or(0, |row| row.as_ref().len());
        for (row, flags) in rows.iter().enumerate() {
            let count = flags.as_ref().len();
            if count != width {
                return Err(ShapeError::Ragged { row, count, needed: width });
            }
        }
        Self::build(width, rows.len(), pixel, |column, row| rows[row].as_ref()[column])
    }

    /// A mask of bytes, row after row, the top row first: solid if a byte is `threshold` or more.
    ///
    /// # Errors
    /// A last row that is not full; otherwise as [`Mask::from_rows`].
    pub fn from_bytes(bytes: &[u8], width: usize, threshold: u8, pixel: f32) -> Result<Self, ShapeError> {
        let height = rows_of(bytes.len(), width)?;
        Self::build(width, height, pixel, |column, row| bytes[row * width + column] >= threshold)
    }

    /// A mask of a picture of four bytes a pixel, the last of which is the opacity (alpha): solid if that is
    /// `threshold` or more.
    ///
    /// # Errors
    /// A last row that is not full; otherwise as [`Mask::from_rows`].
    pub fn from_rgba(rgba: &[u8], width: usize, threshold: u8, pixel: f32) -> Result<Self, ShapeError> {
        let height = rows_of(rgba.len(), width.saturating_mul(4))?;
        Self::build(width, height, pixel, |column, row| rgba[4 * (row * width + column) + 3] >= threshold)
    }

    fn build(
        width: usize,
        height: usize,
        pixel: f32,
        solid: impl Fn(usize, usize) -> bool,
    ) -> Result<Self, ShapeError> {
        for (field, count) in [("width", width), ("height", height)] {
            if count > MAX_MASK_SIDE {
                return Err(ShapeError::TooMany { field, count, most: MAX_MASK_SIDE });
            }
        }
        size("pixel", pixel)?;
        let stride = width.div_ceil(64);
        let mut words = vec![0_u64; stride * height];
        for row in 0..height {
            for column in (0..width).filter(|&column| solid(column, row)) {
                words[row * stride + column / 64] |= 1 << (column % 64);
            }
        }
        let clearance = Clearance::of(&words, width, height);
        Self { width, height, pixel, origin: Vec2::ZERO, stride, words: words.into(), clearance }.at(Vec2::ZERO)
    }

    /// The same mask with the lower left corner of the picture at `origin` [m], in its own frame.
    ///
    /// # Errors
    /// An origin that is not finite or too far away; pixels that f32 does not distinguish there (under two millionths
    /// of the greatest coordinate).
    pub fn at(mut self, origin: Vec2) -> Result<Self, ShapeError> {
        self.origin = place("origin", origin)?;
        resolved("pixel", self.pixel, self.bounds())?;
        Ok(self)
    }

    /// Number of columns [px].
    pub fn width(&self) -> usize {
        self.width
    }

    /// Number of rows [px].
    pub fn height(&self) -> usize {
        self.height
    }

    /// The side of a pixel [m].
    pub fn pixel(&self) -> f32 {
        self.pixel
    }

    /// The lower left corner of the picture [m].
    pub fn origin(&self) -> Vec2 {
        self.origin
    }

    /// The box of the whole picture [m].
    pub fn bounds(&self) -> Aabb {
        Aabb::new(self.origin, self.origin + self.pixel * Vec2::new(self.width as f32, self.height as f32))
    }

    /// Whether a pixel is solid; false outside of the picture.
    pub fn is_solid(&self, column: usize, row: usize) -> bool {
        column < self.width
            && row < self.height
            && self.words[row * self.stride + column / 64] >> (column % 64) & 1 != 0
    }

    /// Number of solid pixels.
    pub fn count(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether no pixel is solid.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// The middle of a pixel [m], which need not be in the picture.
    pub fn center(&self, column: usize, row: usize) -> Vec2 {
        let (x, y) = self.wide_center(column, row);
        Vec2::new(x as f32, y as f32)
    }

    /// [`Mask::center`] in f64.
    pub(crate) fn wide_center(&self, column: usize, row: usize) -> (f64, f64) {
        let (x, y, s) = (f64::from(self.origin.x), f64::from(self.origin.y), f64::from(self.pixel));
        (x + (column as f64 + 0.5) * s, y + (self.height as f64 - row as f64 - 0.5) * s)
    }
}

/// The number of rows of `width` in so many bytes.
fn rows_of(bytes: usize, width: usize) -> Result<usize, ShapeError> {
    let rows = bytes.checked_div(width).unwrap_or(0);
    let count = bytes - rows * width;
    if count == 0 { Ok(rows) } else { Err(ShapeError::Ragged { row: rows, count, needed: width }) }
}
