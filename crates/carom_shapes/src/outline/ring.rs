//! One ring of an outline: the names of its parts in messages, and its cleaning. In: the points as a user gives them.
//! Out: the same ring without parts that have no area.

use crate::exact::side;
use carom_math::Vec2;
use std::fmt;

/// A ring of an outline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RingName {
    /// The outer ring.
    Outer,
    /// Hole i, from 0.
    Hole(usize),
}

/// An edge of an outline: the one that begins at a vertex of a ring. If cleaning dropped the vertices after it, the
/// edge goes on to the next that was kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RingEdge {
    /// The ring.
    pub ring: RingName,
    /// Index of the start vertex, from 0, in the given ring.
    pub vertex: usize,
}

impl RingName {
    pub(crate) fn field(self) -> &'static str {
        if self == Self::Outer { "vertices" } else { "holes" }
    }
}

impl fmt::Display for RingName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Outer => write!(f, "vertices"),
            Self::Hole(hole) => write!(f, "holes[{hole}]"),
        }
    }
}

impl fmt::Display for RingEdge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}[{}]", self.ring, self.vertex)
    }
}

/// A vertex of a ring, and its index among the given ones.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Corner {
    pub place: Vec2,
    pub vertex: u32,
}

/// The ring without repeated points, points on a straight line, and spikes of zero width, however they are nested:
/// every corner that lies on the line through its neighbours is dropped until none is left. Empty if nothing remains.
pub(crate) fn clean(points: &[Vec2]) -> Vec<Corner> {
    let mut ring: Vec<Corner> = Vec::with_capacity(points.len());
    for (vertex, point) in points.iter().enumerate() {
        // Adding zero turns -0 into 0.
        let corner = Corner { place: *point + Vec2::ZERO, vertex: vertex as u32 };
        while let [.., before, last] = ring[..]
            && side(before.place, last.place, corner.place) == 0.0
        {
            ring.pop();
        }
        if ring.last().is_none_or(|last| last.place != corner.place) {
            ring.push(corner);
        }
    }
    close(&mut ring);
    ring
}

/// Cleans the place at which the end of a ring meets its beginning.
fn close(ring: &mut Vec<Corner>) {
    let mut first = 0;
    loop {
        let flat = |a: Corner, b: Corner, c: Corner| side(a.place, b.place, c.place) == 0.0;
        match ring[first..] {
            [head, next, .., before, last] => {
                if flat(before, last, head) {
                    ring.pop();
                } else if flat(last, head, next) {
                    first += 1;
                } else {
                    break;
                }
            }
            [a, b, c] if !flat(a, b, c) => break,
            _ => {
                ring.clear();
                return;
            }
        }
    }
    ring.drain(..first);
}

/// Twice the area of the ring, positive if it goes counter-clockwise [m^2].
pub(crate) fn twice_area(ring: &[Corner]) -> f64 {
    let Some(first) = ring.first() else { return 0.0 };
    ring.windows(2).map(|pair| crate::hull::turn(first.place, pair[0].place, pair[1].place)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom_math::vec2;

    fn left_of(points: &[(f32, f32)]) -> Vec<u32> {
        let points: Vec<Vec2> = points.iter().map(|p| vec2(p.0, p.1)).collect();
        clean(&points).iter().map(|c| c.vertex).collect()
    }

    #[test]
    fn what_has_no_area_is_dropped() {
        let square = [(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)];
        assert_eq!(left_of(&square), [0, 1, 2, 3]);
        let closed = [(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0), (0.0, 0.0)];
        assert_eq!(left_of(&closed), [0, 1, 2, 3]);
        let middle = [(1.0, 0.0), (2.0, 0.0), (2.0, 1.0), (2.0, 2.0), (0.0, 2.0), (0.0, 0.0)];
        assert_eq!(left_of(&middle), [1, 3, 4, 5]);
        // A spike with a side spike: out by (4, 4), back by (3, 3).
        let spike = [
            (0.0, 0.0),
            (2.0, 0.0),
            (2.0, 2.0),
            (4.0, 4.0),
            (4.0, 5.0),
            (4.0, 4.0),
            (6.0, 6.0),
            (3.0, 3.0),
            (2.0, 2.0),
            (0.0, 2.0),
        ];
        assert_eq!(left_of(&spike), [0, 1, 8, 9]);
        // The spike crosses the start of the ring.
        let over = [(3.0, 3.0), (2.0, 2.0), (0.0, 2.0), (0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (4.0, 4.0)];
        assert_eq!(left_of(&over).len(), 4);
    }

    #[test]
    fn what_is_only_line_is_empty() {
        assert!(left_of(&[]).is_empty());
        assert!(left_of(&[(1.0, 1.0); 5]).is_empty());
        assert!(left_of(&[(0.0, 0.0), (1.0, 1.0), (3.0, 3.0), (-1.0, -1.0)]).is_empty());
        assert!(left_of(&[(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (1.0, 0.0)]).is_empty());
    }
}
