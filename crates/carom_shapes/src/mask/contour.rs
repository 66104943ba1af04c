//! The outlines of a mask. In: a mask and a tolerance. Out: rings round its solid parts, each with its holes.
//!
//! Marching squares (W. Lorensen, H. Cline 1987, in the plane) run on the corners of the pixels: the four pixels round
//! a corner give the next step of the outline. It follows the edges of pixels, so that a ring encloses exactly the
//! pixels inside. If only two pixels that meet at a corner are solid (a saddle), the outline keeps to its own pixel.
//! Solid pixels are connected by their edges alone, empty ones by their corners as well; rings may touch at a saddle
//! but never cross.
//!
//! Rings are simplified by D. Douglas and T. Peucker 1973. The corners to drop go one by one, and only if the triangle
//! that is cut off or filled holds no corner of any ring. Then no ring can cross itself or another, nor jump over one.
//! All of that is in whole numbers of pixels, and exact.

use crate::error::size_or_zero;
use crate::{Mask, Outline, ShapeError};
use carom_math::Vec2;

/// The greatest number of corners that the outlines of a mask may have before they are simplified.
pub const MAX_CONTOUR_CORNERS: usize = 1 << 24;

/// A solid part of a mask.
#[derive(Clone, Debug, PartialEq)]
pub struct MaskContour {
    /// The ring around it [m], counter-clockwise.
    pub outer: Vec<Vec2>,
    /// The rings of its holes [m], clockwise.
    pub holes: Vec<Vec<Vec2>>,
}

impl MaskContour {
    /// The area of the ring less that of its holes [m^2].
    pub fn area(&self) -> f64 {
        std::iter::once(&self.outer).chain(&self.holes).map(|ring| area(ring)).sum()
    }
}

fn area(ring: &[Vec2]) -> f64 {
    let cross = |a: Vec2, b: Vec2| f64::from(a.x) * f64::from(b.y) - f64::from(a.y) * f64::from(b.x);
    let sum: f64 = (0..ring.len()).map(|i| cross(ring[i], ring[(i + 1) % ring.len()])).sum();
    0.5 * sum
}

/// A corner of pixels: columns from the left and rows from the bottom.
type PixelCorner = [i64; 2];

/// A solid pixel whose left neighbour is empty, by its lower left corner, and the index of the ring between them.
type LeftWall = (PixelCorner, usize);

/// A ring of corners, solid on its left.
struct PixelRing {
    corners: Vec<PixelCorner>,
    twice_area: i64,
}

impl Mask {
    /// The outlines of the solid parts, in the order of their first pixels, rows from the top. With `tolerance` 0 [m]
    /// they enclose exactly the solid pixels. With more, corners within it of the new outline are dropped. If another
    /// ring is in the way some of them stay, and corners dropped beside those are within twice of it. Every ring keeps
    /// three corners and an area; rings may touch at corners and never cross.
    ///
    /// # Errors
    /// A tolerance that is neither zero nor a size; more than [`MAX_CONTOUR_CORNERS`] corners.
    pub fn contours(&self, tolerance: f32) -> Result<Vec<MaskContour>, ShapeError> {
        size_or_zero("tolerance", tolerance)?;
        let (mut rings, walls) = self.trace()?;
        let parents = self.parents(&rings, &walls);
        if tolerance > 0.0 {
            self.simplify(&mut rings, f64::from(tolerance) / f64::from(self.pixel()));
        }
        let mut contours: Vec<Option<MaskContour>> = rings
            .iter()
            .map(|ring| (ring.twice_area > 0).then(|| MaskContour { outer: self.places(ring), holes: Vec::new() }))
            .collect();
        for (ring, &parent) in rings.iter().zip(&parents) {
            if let Some(Some(contour)) = contours.get_mut(parent).filter(|_| ring.twice_area < 0) {
                contour.holes.push(self.places(ring));
            }
        }
        Ok(contours.into_iter().flatten().collect())
    }

    /// The solid parts as outlines for a body: those of [`Mask::contours`], made of convex pieces.
    ///
    /// # Errors
    /// As [`Mask::contours`]; as [`Outline::with_holes`] if pixels are so small that a part is thinner than
    /// [`MIN_SIZE`](crate::MIN_SIZE).
    pub fn outlines(&self, tolerance: f32) -> Result<Vec<Outline>, ShapeError> {
        self.contours(tolerance)?.iter().map(|part| Outline::with_holes(&part.outer, &part.holes)).collect()
    }

    /// Whether the pixel with its lower left corner there is solid.
    fn solid(&self, [x, y]: PixelCorner) -> bool {
        match (usize::try_from(x), usize::try_from(self.height() as i64 - 1 - y)) {
            (Ok(column), Ok(row)) => self.is_solid(column, row),
            _ => false,
        }
    }

    fn places(&self, ring: &PixelRing) -> Vec<Vec2> {
        let place = |[x, y]: &PixelCorner| self.origin() + self.pixel() * Vec2::new(*x as f32, *y as f32);
        ring.corners.iter().map(place).collect()
    }

    /// All rings, and all left walls, sorted.
    fn trace(&self) -> Result<(Vec<PixelRing>, Vec<LeftWall>), ShapeError> {
        let mut waiting = self.left_walls();
        let (mut rings, mut walls, mut room) = (Vec::new(), Vec::new(), MAX_CONTOUR_CORNERS);
        for row in 0..self.height() {
            for k in 0..self.stride {
                while waiting[row * self.stride + k] != 0 {
                    let column = 64 * k + waiting[row * self.stride + k].trailing_zeros() as usize;
                    let start = [column as i64, (self.height() - row) as i64];
                    let ring = self.follow(start, room, |wall @ [x, y]| {
                        let (column, row) = (x as usize, self.height() - 1 - y as usize);
                        waiting[row * self.stride + column / 64] &= !(1 << (column % 64));
                        walls.push((wall, rings.len()));
                    })?;
                    room -= ring.corners.len();
                    rings.push(ring);
                }
            }
        }
        walls.sort_unstable();
        Ok((rings, walls))
    }

    /// One bit for each solid pixel whose left neighbour is empty.
    fn left_walls(&self) -> Vec<u64> {
        let mut walls = self.words.to_vec();
        for row in walls.chunks_mut(self.stride.max(1)) {
            let mut carry = 0;
            for word in row {
                let solid = *word;
                *word = solid & !(solid << 1 | carry);
                carry = solid >> 63;
            }
        }
        walls
    }

    /// The ring that goes down from `start` along a left wall; `wall` is called for each left wall on the way. An error
    /// if it has more than `room` corners.
    fn follow(
        &self,
        start: PixelCorner,
        room: usize,
        mut wall: impl FnMut(PixelCorner),
    ) -> Result<PixelRing, ShapeError> {
        const DOWN: PixelCorner = [0, -1];
        let mut ring = PixelRing { corners: Vec::new(), twice_area: 0 };
        let ([mut x, mut y], [mut dx, mut dy]) = (start, DOWN);
        loop {
            (x, y) = (x + dx, y + dy);
            if [dx, dy] == DOWN {
                wall([x, y]);
            }
            ring.twice_area += x * dy - y * dx;
            // The pixels ahead, to the left and to the right.
            let on_left = self.solid([x + (dx - dy - 1) / 2, y + (dy + dx - 1) / 2]);
            let on_right = self.solid([x + (dx + dy - 1) / 2, y + (dy - dx - 1) / 2]);
            if !on_left {
                ring.corners.push([x, y]);
                (dx, dy) = (-dy, dx);
            } else if on_right {
                ring.corners.push([x, y]);
                (dx, dy) = (dy, -dx);
            }
            if ring.corners.len() > room {
                let most = MAX_CONTOUR_CORNERS;
                return Err(ShapeError::TooMany { field: "corners", count: most + 1, most });
            }
            if [x, y] == start && [dx, dy] == DOWN {
                return Ok(ring);
            }
        }
    }

    /// The index of the outer ring that each ring belongs to: its own, or that of the part with the hole.
    ///
    /// From the leftmost edge of a hole, the run of solid pixels to its left ends at a wall of the same part, which is
    /// farther to the left than all of the hole.
    fn parents(&self, rings: &[PixelRing], walls: &[LeftWall]) -> Vec<usize> {
        let mut parents: Vec<usize> = (0..rings.len()).collect();
        let mut holes: Vec<(PixelCorner, usize)> = rings
            .iter()
            .enumerate()
            .filter(|(_, ring)| ring.twice_area < 0)
            .filter_map(|(number, ring)| ring.corners.iter().min().map(|least| (*least, number)))
            .collect();
        holes.sort_unstable();
        for ([mut x, y], hole) in holes {
            while self.solid([x - 1, y]) {
                x -= 1;
            }
            if let Ok(at) = walls.binary_search_by_key(&[x, y], |wall| wall.0) {
                parents[hole] = parents[walls[at].1];
            }
        }
        parents
    }

    /// Whether two rings meet at a corner, or one meets itself.
    fn is_saddle(&self, [x, y]: PixelCorner) -> bool {
        let (here, left) = (self.solid([x, y]), self.solid([x - 1, y]));
        here != left && here == self.solid([x - 1, y - 1]) && left == self.solid([x, y - 1])
    }

    /// Drops the corners that are within `tolerance` [px] of the new outline and whose removal crosses no other ring.
    fn simplify(&self, rings: &mut [PixelRing], tolerance: f64) {
        let mut standing = CornerSet::new(self.width(), self.height());
        rings.iter().flat_map(|ring| &ring.corners).for_each(|&corner| standing.set(corner, true));
        for ring in rings {
            let stays = douglas_peucker(&ring.corners, tolerance);
            let saddles: Vec<bool> = ring.corners.iter().map(|&corner| self.is_saddle(corner)).collect();
            thin_out(&mut ring.corners, &stays, &saddles, &mut standing);
        }
    }
}

/// The corners that stay, by the farthest from each chord.
fn douglas_peucker(ring: &[PixelCorner], tolerance: f64) -> Vec<bool> {
    let count = ring.len();
    let mut stays = vec![false; count];
    let Some(first) = (0..count).min_by_key(|&i| ring[i]) else { return stays };
    let length2 = |i: usize| (ring[i][0] - ring[first][0]).pow(2) + (ring[i][1] - ring[first][1]).pow(2);
    let far = (0..count).max_by_key(|&i| length2(i)).unwrap_or(first);
    stays[first] = true;
    stays[far] = true;
    let unrolled = |from: usize, to: usize| if to > from { to } else { to + count };
    let mut waiting = vec![(first, unrolled(first, far)), (far, unrolled(far, first))];
    while let Some((from, to)) = waiting.pop() {
        let (mut most, mut at) = (tolerance * tolerance, None);
        for i in from + 1..to {
            let d2 = distance2(ring[i % count], ring[from % count], ring[to % count]);
            if d2 > most {
                (most, at) = (d2, Some(i));
            }
        }
        if let Some(i) = at {
            stays[i % count] = true;
            waiting.extend([(from, i), (i, to)]);
        }
    }
    stays
}

/// The squared distance of `p` from the segment from `a` to `b` [px^2].
fn distance2(p: PixelCorner, a: PixelCorner, b: PixelCorner) -> f64 {
    let (ex, ey) = ((b[0] - a[0]) as f64, (b[1] - a[1]) as f64);
    let (dx, dy) = ((p[0] - a[0]) as f64, (p[1] - a[1]) as f64);
    let (along, length2) = (ex * dx + ey * dy, ex * ex + ey * ey);
    if along <= 0.0 {
        dx * dx + dy * dy
    } else if along >= length2 {
        (dx - ex) * (dx - ex) + (dy - ey) * (dy - ey)
    } else {
        (ex * dy - ey * dx) * (ex * dy - ey * dx) / length2
    }
}

/// Drops, one by one, the corners that need not stay and whose triangle with their neighbours is empty, until none is
/// left that can go. Saddles stay. So do corners that keep a line between two saddles, where another ring may have one,
/// or that keep a way there and back.
fn thin_out(ring: &mut Vec<PixelCorner>, stays: &[bool], saddles: &[bool], standing: &mut CornerSet) {
    let count = ring.len();
    let mut next: Vec<usize> = (1..count).chain([0]).collect();
    let mut last: Vec<usize> = (count - 1..count).chain(0..count - 1).collect();
    let mut there = vec![true; count];
    let mut left = count;
    let mut before = usize::MAX;
    while left < before {
        before = left;
        for i in 0..count {
            let (a, c) = (last[i], next[i]);
            let flat = ring[last[a]] == ring[c] || ring[next[c]] == ring[a] || (saddles[a] && saddles[c]);
            let may_go = there[i] && !stays[i] && !saddles[i] && left > 3;
            if may_go && !flat && standing.is_alone(ring[a], ring[i], ring[c]) {
                standing.set(ring[i], false);
                there[i] = false;
                left -= 1;
                (next[a], last[c]) = (c, a);
            }
        }
    }
    let mut kept = there.iter();
    ring.retain(|_| kept.next() == Some(&true));
}

/// The corners of all rings: a bit for each corner of pixels.
struct CornerSet {
    stride: usize,
    words: Vec<u64>,
}

impl CornerSet {
    fn new(width: usize, height: usize) -> Self {
        let stride = width / 64 + 1;
        Self { stride, words: vec![0; stride * (height + 1)] }
    }

    fn set(&mut self, [x, y]: PixelCorner, stands: bool) {
        let (x, y) = (x as usize, y as usize);
        let word = &mut self.words[y * self.stride + x / 64];
        let bit = 1 << (x % 64);
        *word = if stands { *word | bit } else { *word & !bit };
    }

    /// The number of corners in a row between two columns, both included.
    fn count(&self, y: i64, from: i64, to: i64) -> u32 {
        let (from, to) = (from as usize, to as usize);
        let row = &self.words[y as usize * self.stride..];
        let count = |k: usize| {
            let low = if k == from / 64 { u64::MAX << (from % 64) } else { u64::MAX };
            let high = if k == to / 64 { u64::MAX >> (63 - to % 64) } else { u64::MAX };
            (row[k] & low & high).count_ones()
        };
        (from / 64..=to / 64).map(count).sum()
    }

    /// Whether the triangle, edges included, holds no corner but its own three.
    fn is_alone(&self, a: PixelCorner, b: PixelCorner, c: PixelCorner) -> bool {
        let (low, high) = (a[1].min(b[1]).min(c[1]), a[1].max(b[1]).max(c[1]));
        (low..=high).all(|y| {
            let (mut from, mut to) = (i64::MAX, i64::MIN);
            for (p, q) in [(a, b), (b, c), (c, a)] {
                let (p, q) = if p[1] <= q[1] { (p, q) } else { (q, p) };
                if p[1] == q[1] && p[1] == y {
                    (from, to) = (from.min(p[0]).min(q[0]), to.max(p[0]).max(q[0]));
                } else if p[1] <= y && y <= q[1] {
                    // The first whole column at or after the edge, and the last at or before it.
                    let (run, rise) = ((y - p[1]) * (q[0] - p[0]), q[1] - p[1]);
                    from = from.min(p[0] - (-run).div_euclid(rise));
                    to = to.max(p[0] + run.div_euclid(rise));
                }
            }
            let own = [a, b, c].iter().filter(|p| p[1] == y).count();
            from > to || self.count(y, from, to) as usize == own
        })
    }
}
