//! Validation and nesting of rings: a line sweeps over them from left to right and keeps the edges that it meets in
//! order (Shamos and Hoey 1976; touching points are cut as in Bentley and Ottmann 1979). In: clean rings. Out: edges
//! that meet at their ends only, with the side of the outline, and the cuts that leave only monotone faces; or an
//! error, with its place.
//!
//! Points are numbered from left to right, and from below if they are above each other, so the order of numbers is the
//! order of the sweep. Every decision is the sign of one [`side`] of three given points: there is no rounding.

use crate::ShapeError;
use crate::exact::side;
use crate::outline::cuts::Cuts;
use crate::outline::ring::{Corner, RingEdge, RingName};
use carom_math::Vec2;

/// The region on one side of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Region {
    Outside,
    Inside,
    Hole(usize),
}

impl Region {
    /// The region beyond an edge of `ring` that begins at `at`, as seen from this one.
    fn beyond(self, ring: RingName, at: Vec2) -> Result<Self, ShapeError> {
        match (self, ring) {
            (Self::Outside, RingName::Outer) => Ok(Self::Inside),
            (Self::Inside, RingName::Outer) => Ok(Self::Outside),
            (Self::Inside, RingName::Hole(hole)) => Ok(Self::Hole(hole)),
            (Self::Hole(within), RingName::Hole(hole)) if within == hole => Ok(Self::Inside),
            (Self::Hole(other), RingName::Hole(hole)) => Err(ShapeError::HolesOverlap { hole, other, at }),
            (Self::Hole(hole), RingName::Outer) | (Self::Outside, RingName::Hole(hole)) => {
                Err(ShapeError::HoleOutside { hole, at })
            }
        }
    }
}

/// An edge of a ring as it was given.
#[derive(Clone, Copy)]
struct RingSide {
    /// Its ends by number, the lesser first.
    ends: [u32; 2],
    /// The corners at these ends, counted over all rings.
    corners: [u32; 2],
    name: RingEdge,
}

/// A part of an edge that no other edge touches between its ends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part {
    /// Its end with the lesser number.
    pub low: u32,
    /// Its other end.
    pub high: u32,
    /// The region above it (left of the way from low to high).
    pub above: Region,
    edge: u32,
}

/// Rings without crossings, cut at the points where they touch.
pub(crate) struct Plan {
    /// All points of the rings, each once, in the order of the sweep [m].
    pub points: Vec<Vec2>,
    /// The parts of all edges.
    pub parts: Vec<Part>,
    /// Cuts between points that leave only monotone faces.
    pub cuts: Vec<[u32; 2]>,
}

/// The sweep at work.
struct Sweep {
    points: Vec<Vec2>,
    edges: Vec<RingSide>,
    parts: Vec<Part>,
    /// The parts that the line meets, from below.
    line: Vec<u32>,
    cuts: Cuts,
    /// The first misplaced ring; reported only if nothing crosses.
    misplaced: Option<ShapeError>,
}

/// Sweeps over the rings, the outer one first.
///
/// # Errors
/// Edges that cross or lie on each other, a hole outside, a hole in a hole.
pub(crate) fn sweep(rings: &[Vec<Corner>]) -> Result<Plan, ShapeError> {
    let mut sweep = Sweep::new(rings);
    let mut next = 0;
    let mut right: Vec<u32> = Vec::new();
    for point in 0..sweep.points.len() as u32 {
        right.clear();
        while next < sweep.edges.len() && sweep.parts[next].low == point {
            right.push(next as u32);
            next += 1;
        }
        sweep.pass(point, &mut right)?;
    }
    match sweep.misplaced {
        Some(error) => Err(error),
        None => Ok(Plan { points: sweep.points, parts: sweep.parts, cuts: sweep.cuts.list }),
    }
}

impl Sweep {
    fn new(rings: &[Vec<Corner>]) -> Self {
        let order = |a: &Vec2, b: &Vec2| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y));
        let mut points: Vec<Vec2> = rings.iter().flatten().map(|corner| corner.place).collect();
        points.sort_by(order);
        points.dedup();
        let mut edges = Vec::new();
        let mut base = 0;
        for (ring, corners) in rings.iter().enumerate() {
            let number = |i: usize| points.partition_point(|p| order(p, &corners[i].place).is_lt()) as u32;
            let numbers: Vec<u32> = (0..corners.len()).map(number).collect();
            let ring = if ring == 0 { RingName::Outer } else { RingName::Hole(ring - 1) };
            for i in 0..corners.len() {
                let j = if i + 1 == corners.len() { 0 } else { i + 1 };
                let (mut ends, mut ids) = ([numbers[i], numbers[j]], [base + i as u32, base + j as u32]);
                if ends[0] > ends[1] {
                    ends.reverse();
                    ids.reverse();
                }
                let name = RingEdge { ring, vertex: corners[i].vertex as usize };
                edges.push(RingSide { ends, corners: ids, name });
            }
            base += corners.len() as u32;
        }
        edges.sort_by_key(|edge| edge.ends[0]);
        let part = |(i, edge): (usize, &RingSide)| Part {
            low: edge.ends[0],
            high: edge.ends[1],
            above: Region::Outside,
            edge: i as u32,
        };
        let parts: Vec<Part> = edges.iter().enumerate().map(part).collect();
        let cuts = Cuts::new(points.len());
        Self { points, edges, parts, line: Vec::new(), cuts, misplaced: None }
    }

    fn at(&self, point: u32) -> Vec2 {
        self.points[point as usize]
    }

    /// The side of a part on which a point lies: positive above it.
    fn above(&self, part: u32, point: u32) -> f64 {
        let Part { low, high, .. } = self.parts[part as usize];
        if point == low || point == high { 0.0 } else { side(self.at(low), self.at(high), self.at(point)) }
    }

    /// Moves the line over a point at which the parts `right` begin.
    fn pass(&mut self, point: u32, right: &mut Vec<u32>) -> Result<(), ShapeError> {
        let from = self.line.partition_point(|&part| self.above(part, point) > 0.0);
        let to = from + self.line[from..].partition_point(|&part| self.above(part, point) == 0.0);
        let left: Vec<u32> = self.line[from..to].to_vec();
        for &part in &left {
            let whole = self.parts[part as usize];
            if whole.high != point {
                // A point touches the edge here: it becomes two parts.
                self.parts[part as usize].high = point;
                right.push(self.parts.len() as u32);
                self.parts.push(Part { low: point, ..whole });
            }
        }
        self.sort_right(point, right)?;
        if left.len() + right.len() > 2 {
            self.check_touch(point, &left, right)?;
        }
        let below = from.checked_sub(1).map(|i| self.line[i]);
        self.name_regions(point, below, right);
        let inside = |part: u32| self.parts[part as usize].above == Region::Inside;
        self.cuts.pass(point, below, &left, right, inside);
        self.line.splice(from..to, right.iter().copied());
        let end = from + right.len();
        self.check_neighbours(from)?;
        if right.is_empty() { Ok(()) } else { self.check_neighbours(end) }
    }

    /// Sorts the parts that leave a point to the right, from below.
    fn sort_right(&self, point: u32, right: &mut [u32]) -> Result<(), ShapeError> {
        let turn = |a: u32, b: u32| {
            let (a, b) = (self.parts[a as usize].high, self.parts[b as usize].high);
            side(self.at(point), self.at(a), self.at(b))
        };
        right.sort_by(|&a, &b| 0.0_f64.total_cmp(&(turn(a, b) + 0.0)));
        match right.windows(2).find(|pair| turn(pair[0], pair[1]) == 0.0) {
            Some(pair) => {
                let [a, b] = self.names(pair[0], pair[1]);
                Err(ShapeError::EdgesOverlap { a, b, at: self.at(point) })
            }
            None => Ok(()),
        }
    }

    fn names(&self, a: u32, b: u32) -> [RingEdge; 2] {
        let name = |part: u32| self.edges[self.parts[part as usize].edge as usize].name;
        let mut names = [name(a), name(b)];
        names.sort();
        names
    }

    /// Whether the rings that meet in a point cross there: round the point, each way in and its way out must close like
    /// brackets.
    fn check_touch(&self, point: u32, left: &[u32], right: &[u32]) -> Result<(), ShapeError> {
        let corner_count = self.edges.len() as u32;
        let visit = |part: u32| {
            let edge = self.parts[part as usize].edge;
            let RingSide { ends, corners, .. } = self.edges[edge as usize];
            match ends.iter().position(|&end| end == point) {
                Some(end) => corners[end],
                None => corner_count + edge,
            }
        };
        let mut open: Vec<(u32, u32)> = Vec::new();
        let mut seen: Vec<u32> = Vec::new();
        for &part in right.iter().chain(left.iter().rev()) {
            let this = visit(part);
            match open.last() {
                Some(&(last, _)) if last == this => {
                    open.pop();
                }
                Some(&(_, last)) if seen.contains(&this) => {
                    let [a, b] = self.names(last, part);
                    return Err(ShapeError::EdgesCross { a, b, at: self.at(point) });
                }
                _ => {
                    seen.push(this);
                    open.push((this, part));
                }
            }
        }
        Ok(())
    }

    /// Sets the region above each part that leaves a point to the right.
    fn name_regions(&mut self, point: u32, below: Option<u32>, right: &[u32]) {
        let mut region = below.map_or(Region::Outside, |part| self.parts[part as usize].above);
        for &part in right {
            let ring = self.edges[self.parts[part as usize].edge as usize].name.ring;
            match region.beyond(ring, self.at(point)) {
                Ok(next) => region = next,
                Err(error) => _ = self.misplaced.get_or_insert(error),
            }
            self.parts[part as usize].above = region;
        }
    }

    /// Whether part `upper` of the line and the one below it cross on the right: one of them ends on the wrong side of
    /// the other. (If it ends on the other, the sweep will cut that one.)
    fn check_neighbours(&self, upper: usize) -> Result<(), ShapeError> {
        let Some((&low, &up)) = upper.checked_sub(1).and_then(|i| self.line.get(i)).zip(self.line.get(upper)) else {
            return Ok(());
        };
        let (l, u) = (self.parts[low as usize], self.parts[up as usize]);
        let cross = if l.high < u.high { self.above(up, l.high) > 0.0 } else { self.above(low, u.high) < 0.0 };
        if !cross {
            return Ok(());
        }
        let [a, b] = self.names(low, up);
        Err(ShapeError::EdgesCross { a, b, at: self.crossing(l, u) })
    }

    /// The crossing of two parts, rounded.
    fn crossing(&self, l: Part, u: Part) -> Vec2 {
        let (a, b) = (self.at(l.low), self.at(l.high));
        let off = |point: Vec2| side(self.at(u.low), self.at(u.high), point);
        let part = off(a) / (off(a) - off(b));
        let between = |a: f32, b: f32| (f64::from(a) + part * (f64::from(b) - f64::from(a))) as f32;
        Vec2::new(between(a.x, b.x), between(a.y, b.y))
    }
}
