//! The path of a box that moves straight without turning, and of a point: the input of ray and swept queries. In: a box
//! and a motion. Out: the one predicate that decides a hit.

use crate::boxes::takes_part;
use carom_math::{Aabb, Vec2, max, min, vec2};

/// Whether `mover`, moved along `by`, meets `fixed` on the way: before it moves, after, or between. Both structures
/// answer swept queries by exactly this function. False if a number is not finite or a box is empty.
///
/// Two boxes overlap if the least corner of one lies in the other, grown to the lower left by the first one's size
/// (their Minkowski sum). So between start and end it is a segment against a box: [`Aabb::clip_segment`].
pub fn swept_meets(mover: &Aabb, by: Vec2, fixed: &Aabb) -> bool {
    SweptBox::new(mover, by).is_some_and(|sweep| takes_part(fixed) && sweep.meets(fixed))
}

/// A moving box, all numbers finite.
#[derive(Clone, Copy, Debug)]
pub struct SweptBox {
    start: Aabb,
    end: Aabb,
    by: Vec2,
    to: Vec2,
    is_ray: bool,
}

impl SweptBox {
    /// The sweep of `mover` along `by`; `None` if a number is not finite or the box is empty.
    #[inline(always)]
    pub(crate) fn new(mover: &Aabb, by: Vec2) -> Option<Self> {
        let valid = takes_part(mover) && by.is_finite();
        let to = mover.min + by;
        valid.then(|| Self { start: *mover, end: mover.moved(by), by: to - mover.min, to, is_ray: false })
    }

    /// The segment between two points; `None` if a number is not finite.
    #[inline(always)]
    pub(crate) fn ray(from: Vec2, to: Vec2) -> Option<Self> {
        let (start, end) = (Aabb::new(from, from), Aabb::new(to, to));
        let valid = from.is_finite() && to.is_finite();
        valid.then(|| Self { start, end, by: to - from, to, is_ray: true })
    }

    /// Its motion [m].
    #[inline(always)]
    pub(crate) fn by(&self) -> Vec2 {
        self.by
    }

    /// Whether the moving box meets `fixed`. Monotone: a sweep that meets a box meets every box around it, since each
    /// rounded operation is monotone.
    #[inline(always)]
    pub(crate) fn meets(&self, fixed: &Aabb) -> bool {
        if self.is_ray {
            return fixed.clip_segment(self.start.min, self.to).is_some();
        }
        let sum = Aabb::new(fixed.min - self.start.size(), fixed.max);
        self.start.overlaps(fixed) || self.end.overlaps(fixed) || sum.clip_segment(self.start.min, self.to).is_some()
    }

    /// The fraction of the motion that crosses at most so many columns and rows of cells.
    pub(crate) fn step(&self, cell: f64, [columns, rows]: [f64; 2]) -> f64 {
        let (x, y) = (f64::from(self.by.x.abs()), f64::from(self.by.y.abs()));
        let (x, y) = (columns * cell / x, rows * cell / y);
        if x < y { x } else { y }
    }

    /// The box around a part of the motion, widened as in [`SweptBox::bounds`].
    #[inline(always)]
    pub(crate) fn part(&self, from: f64, to: f64) -> Aabb {
        let [from, to] = [from, to].map(|t| self.start.moved(self.by * t as f32));
        from.union(&to).grown(self.slack())
    }

    /// Bound on the rounding of a coordinate, and more: as in [`SweptBox::bounds`] [m].
    #[inline(always)]
    fn slack(&self) -> f32 {
        let far = self.start.min.abs() + self.start.max.abs() + self.end.min.abs() + self.end.max.abs();
        1.0e-5 * (self.by.x.abs() + self.by.y.abs()) + 2.0e-6 * (far.x + far.y)
    }

    /// Whether the numbers of the sweep itself overflowed: then no cell may be skipped.
    #[inline(always)]
    pub(crate) fn is_huge(&self) -> bool {
        !(self.by.is_finite() && self.end.is_finite() && self.start.size().is_finite())
    }

    /// The columns that may hold the least corner of a box met, if that corner's y lies between `low` and `high` and
    /// the box is no larger than `cell`, as (least x, greatest x) [m]; `None` for none. In f64, and widened by a
    /// hundred thousandth of the motion and a millionth of the coordinates, ten times the rounding of the f32
    /// predicate.
    pub(crate) fn reach(&self, low: f64, high: f64, cell: f64) -> Option<(f64, f64)> {
        let wide = |v: Vec2| (f64::from(v.x), f64::from(v.y));
        let ((x, y), (dx, dy)) = (wide(self.start.min), wide(self.by));
        let (width, height) = (f64::from(self.start.max.x) - x, f64::from(self.start.max.y) - y);
        let (mut first, mut last) = (0.0, 1.0);
        let far = x.abs() + y.abs() + width + height + dx.abs() + dy.abs();
        let slack = 1.0e-5 * (dx.abs() + dy.abs()) + 1.0e-6 * (cell + far);
        // The mover spans y + t dy up to height more; boxes span low to high + cell.
        let (under, over) = (low - height - y - slack, high + cell - y + slack);
        if dy == 0.0 {
            if under > 0.0 || over < 0.0 {
                return None;
            }
        } else {
            let (t1, t2) = if dy > 0.0 { (under / dy, over / dy) } else { (over / dy, under / dy) };
            first = if t1 > first { t1 } else { first };
            last = if t2 < last { t2 } else { last };
            if first > last {
                return None;
            }
        }
        let (a, b) = (x + first * dx, x + last * dx);
        let (a, b) = if a < b { (a, b) } else { (b, a) };
        Some((a - cell - slack, b + width + slack))
    }

    /// The box around the whole motion, widened as in [`SweptBox::reach`].
    pub(crate) fn bounds(&self) -> Aabb {
        let around = self.start.union(&self.end);
        let far = around.min.abs() + around.max.abs();
        around.grown(1.0e-5 * (self.by.x.abs() + self.by.y.abs()) + 2.0e-6 * (far.x + far.y))
    }
}

/// Bound on the error of a fraction of the motion, and more.
pub(crate) const NOISE: f32 = 4.0e-6;

/// A [`SweptBox`] for many boxes: with multiplications in place of divisions, and a little wider.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slabs {
    pub from: Vec2,
    pub inverse: Vec2,
    pub size: Vec2,
    /// Whether numbers overflowed: then no box is skipped.
    pub is_huge: bool,
}

impl Slabs {
    #[inline(always)]
    pub(crate) fn of(sweep: &SweptBox) -> Self {
        // Without motion along an axis the box is inside or outside for ever.
        let inverse = |d: f32| if d.abs() > 1.0 / f32::MAX { 1.0 / d } else { f32::MAX };
        let slack = sweep.slack();
        let from = sweep.start.min - Vec2::splat(slack);
        Self {
            from,
            inverse: vec2(inverse(sweep.by.x), inverse(sweep.by.y)),
            size: sweep.start.size() + Vec2::splat(2.0 * slack),
            is_huge: sweep.is_huge() || !slack.is_finite(),
        }
    }

    /// The box at the start, a little wider.
    #[inline(always)]
    pub(crate) fn area(&self) -> Aabb {
        Aabb::new(self.from, self.from + self.size)
    }

    /// The part of the motion on which the box meets `fixed`, or a little more; `None` if it does not come near.
    #[inline(always)]
    pub(crate) fn span(&self, fixed: &Aabb) -> Option<(f32, f32)> {
        if self.is_huge {
            return Some((0.0, 1.0));
        }
        let one = (fixed.min - self.size - self.from) * self.inverse;
        let other = (fixed.max - self.from) * self.inverse;
        let first = max(max(min(one.x, other.x), min(one.y, other.y)) - NOISE, 0.0);
        let last = min(min(max(one.x, other.x), max(one.y, other.y)) + NOISE, 1.0);
        (first <= last).then_some((first, last))
    }

    /// The fraction at which the box meets `fixed`, or a little less; `None` if it does not come near.
    #[inline(always)]
    pub(crate) fn entered(&self, fixed: &Aabb) -> Option<f32> {
        self.span(fixed).map(|(first, _)| first)
    }
}
