//! Planes that bound the motion of a character. In: unit normals and distances. Out: the motion nearest to a wish, or
//! the least push that clears all of them. In f64.
//!
//! A convex obstacle stays `gap + n d` away if the character moves by d, since its plane parts the two. So a motion
//! that satisfies all planes is safe. In the plane at most two of them decide, so that all pairs are tried: R. Seidel,
//! Small-dimensional linear programming and convex hulls made easy, 1991.

use carom_math::Vec2;

/// Part of the length of a wish by which it may run into a plane.
const FLAT: f32 = 1.0e-3;

/// Part of the length of a wish below which it runs into no plane.
const LEVEL: f32 = 1.0e-6;

/// Bound on the planes that are looked at; the others are farther away.
const MOST: usize = 16;

/// Halvings in the search for the greatest clearance.
const HALVINGS: usize = 20;

/// A plane near a character.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limit {
    /// Unit normal towards the character.
    pub normal: Vec2,
    /// Its distance [m].
    pub gap: f32,
    /// Whether it yields to nothing. Firm planes are kept first.
    pub firm: bool,
    /// Whether the character only may not come deeper.
    pub held: bool,
}

/// The part of a wish that no plane holds: the longest of its projections that runs into none.
pub(crate) fn along(wish: Vec2, planes: &[Vec2], allows: impl Fn(usize, Vec2) -> bool) -> Vec2 {
    let length = wish.length();
    let is_into = |plane: &Vec2| plane.dot(wish) < -LEVEL * length;
    if !planes.iter().any(is_into) {
        return wish;
    }
    let mut best = Vec2::ZERO;
    for (k, plane) in planes.iter().enumerate().filter(|(_, plane)| is_into(plane)) {
        let slid = wish - *plane * plane.dot(wish);
        let is_free = |(other, plane): (usize, &Vec2)| other == k || plane.dot(slid) >= -FLAT * length;
        if slid.length_squared() > best.length_squared() && allows(k, slid) && planes.iter().enumerate().all(is_free) {
            best = slid;
        }
    }
    best
}

/// The least push, no longer than `far` [m], after which all planes are `clear` [m] away. If there is none, firm planes
/// are kept away first, and all others as far as that goes.
pub(crate) fn least_push(limits: &[Limit], clear: f32, far: f32) -> Vec2 {
    let mut limits: Vec<Limit> = limits.to_vec();
    limits.sort_by(|a, b| a.gap.total_cmp(&b.gap));
    limits.truncate(MOST);
    let (clear, far) = (f64::from(clear), f64::from(far));
    let level = |firm: f64, loose: f64| {
        let needs: Vec<Need> = limits.iter().map(|limit| Need::of(limit, firm, loose)).collect();
        nearest(&needs, far, 1.0e-4 * clear)
    };
    if let Some(push) = level(clear, clear) {
        return push;
    }
    let least = |firm: bool| {
        let gaps = limits.iter().filter(|limit| limit.firm || !firm).map(|limit| f64::from(limit.gap));
        gaps.fold(clear, |low, gap| if gap < low { gap } else { low })
    };
    let (both, push) = greatest(least(false), clear, |at| level(at, at));
    if both >= 0.0 {
        return push.unwrap_or(Vec2::ZERO);
    }
    // Firm planes alone; then what moves, as well as they allow.
    let (firm, _) = greatest(least(true), 0.1 * clear, |at| level(at, f64::NEG_INFINITY));
    greatest(least(false) - far, clear, |at| level(firm, at)).1.unwrap_or(Vec2::ZERO)
}

/// The greatest number of a range for which there is a push, and that.
fn greatest(low: f64, high: f64, push: impl Fn(f64) -> Option<Vec2>) -> (f64, Option<Vec2>) {
    if let Some(found) = push(high) {
        return (high, Some(found));
    }
    let (mut low, mut high, mut best) = (low, high, None);
    for _ in 0..HALVINGS {
        let middle = 0.5 * (low + high);
        match push(middle) {
            Some(found) => (low, best) = (middle, Some(found)),
            None => high = middle,
        }
    }
    (low, best)
}

/// A push d is needed with n d >= `least`.
#[derive(Clone, Copy)]
struct Need {
    x: f64,
    y: f64,
    least: f64,
}

impl Need {
    fn of(limit: &Limit, firm: f64, loose: f64) -> Self {
        let clear = if limit.firm { firm } else { loose };
        let least = clear - f64::from(limit.gap);
        let least = if limit.held && least > 0.0 { 0.0 } else { least };
        Self { x: limit.normal.x.into(), y: limit.normal.y.into(), least }
    }

    fn lacks(&self, (x, y): (f64, f64)) -> f64 {
        self.least - (self.x * x + self.y * y)
    }
}

/// The shortest push that meets all needs to a tolerance; `None` if there is none up to a length.
fn nearest(needs: &[Need], far: f64, tolerance: f64) -> Option<Vec2> {
    let mut best: Option<(f64, (f64, f64))> = None;
    let mut test = |d: (f64, f64)| {
        let square = d.0 * d.0 + d.1 * d.1;
        if square <= far * far
            && best.is_none_or(|(least, _)| square < least)
            && needs.iter().all(|need| need.lacks(d) <= tolerance)
        {
            best = Some((square, d));
        }
    };
    test((0.0, 0.0));
    for (k, a) in needs.iter().enumerate() {
        if a.least > 0.0 {
            test((a.x * a.least, a.y * a.least));
        }
        for b in &needs[k + 1..] {
            let area = a.x * b.y - a.y * b.x;
            let d = ((a.least * b.y - b.least * a.y) / area, (b.least * a.x - a.least * b.x) / area);
            // Infinite or no number for parallel planes: too far away.
            test(d);
        }
    }
    best.map(|(_, (x, y))| Vec2::new(x as f32, y as f32))
}
