//! The paths of a mesh: its hinges cut into runs that go as straight as they can from body to body, and rounds of paths
//! that share no body. In: the hinges with their bodies and anchors. Out: paths, round by round.

use carom_math::Vec2;
use std::cmp::Reverse;
use std::mem::replace;
use std::ops::Range;

/// No body that can move.
pub(crate) const FIXED: u32 = u32::MAX;

/// Rounds at most. What is left stays in the lanes: the hinges of a hub.
const MOST_ROUNDS: u32 = 8;

/// A path goes on where the directions from a body's centre to both of its anchors have a cosine of at most this: a
/// little more than a right angle.
const MOST_BEND: f32 = -0.1;

/// The same where an anchor is at the centre and has no direction: the path goes on, if it can go no straighter.
const NO_BEND: f32 = -0.2;

/// A hinge of a mesh.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hinge {
    /// Its number among the joints, and the mesh that it belongs to.
    pub joint: u32,
    pub mesh: u32,
    /// The bodies of the mesh, or [`FIXED`].
    pub nodes: [u32; 2],
    /// From the bodies' centres of mass to the anchors, in the bodies' axes [m].
    pub anchors: [Vec2; 2],
}

/// A hinge on its path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PathHinge {
    /// Its number among the hinges.
    pub hinge: u32,
    /// Whether its body a comes after b.
    pub flips: bool,
}

/// The paths of all meshes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Paths {
    /// The hinges of each path, in order.
    pub hinges: Vec<PathHinge>,
    /// The paths, those of a round one after the other, the longest first.
    pub paths: Vec<Range<u32>>,
    /// The paths of each round.
    pub rounds: Vec<Range<usize>>,
    /// Kept for reuse: whether a hinge has a path; the last round of each body; its first half hinge; the next ones.
    is_taken: Vec<bool>,
    last_round: Vec<u32>,
    first: Vec<u32>,
    next: Vec<u32>,
}

impl Paths {
    /// Forgets all.
    pub(crate) fn clear(&mut self) {
        self.hinges.clear();
        self.paths.clear();
        self.rounds.clear();
    }

    /// The mesh of a path, and the number of its ends that cannot move.
    pub(crate) fn ends_of(&self, hinges: &[Hinge], path: usize) -> (u32, usize) {
        let path = &self.paths[path];
        let is_fixed = |at: u32, side: usize| {
            let PathHinge { hinge, flips } = self.hinges[at as usize];
            hinges[hinge as usize].nodes[side ^ usize::from(flips)] == FIXED
        };
        let fixed = [is_fixed(path.start, 0), is_fixed(path.end - 1, 1)];
        let first = self.hinges[path.start as usize].hinge;
        (hinges[first as usize].mesh, fixed.into_iter().filter(|&is_fixed| is_fixed).count())
    }

    /// Finds the paths of hinges among so many bodies. No path depends on the numbers of the bodies.
    pub(crate) fn plan(&mut self, hinges: &[Hinge], bodies: usize) {
        self.clear();
        self.is_taken.clear();
        self.is_taken.resize(hinges.len(), false);
        self.last_round.clear();
        self.last_round.resize(bodies, u32::MAX);
        self.link(hinges, bodies);
        for round in 0..MOST_ROUNDS {
            let begin = self.paths.len();
            // Hinges to bodies that cannot move come last: from the others, paths reach them.
            for is_last in [false, true] {
                for (number, hinge) in hinges.iter().enumerate() {
                    let is_free = hinge.nodes.iter().all(|&node| self.is_free(node, round));
                    if !self.is_taken[number] && is_free && hinge.nodes.contains(&FIXED) == is_last {
                        self.start(hinges, number, round);
                    }
                }
            }
            if self.paths.len() == begin {
                break;
            }
            self.paths[begin..].sort_unstable_by_key(|path| (Reverse(path.len()), path.start));
            self.rounds.push(begin..self.paths.len());
        }
    }

    /// Links the half hinges of each body, in the order of the hinges.
    fn link(&mut self, hinges: &[Hinge], bodies: usize) {
        self.first.clear();
        self.first.resize(bodies, FIXED);
        self.next.clear();
        self.next.resize(2 * hinges.len(), FIXED);
        for (number, hinge) in hinges.iter().enumerate().rev() {
            for (side, &node) in hinge.nodes.iter().enumerate() {
                if let Some(first) = self.first.get_mut(node as usize) {
                    self.next[2 * number + side] = replace(first, (2 * number + side) as u32);
                }
            }
        }
    }

    fn is_free(&self, node: u32, round: u32) -> bool {
        self.last_round.get(node as usize) != Some(&round)
    }

    /// Makes a path of a hinge and of those that go on from both of its ends.
    fn start(&mut self, hinges: &[Hinge], number: usize, round: u32) {
        let start = self.hinges.len();
        self.is_taken[number] = true;
        for &node in &hinges[number].nodes {
            self.visit(node, round);
        }
        self.walk(hinges, (number, 0), round);
        self.hinges[start..].reverse();
        for hinge in &mut self.hinges[start..] {
            hinge.flips = !hinge.flips;
        }
        self.hinges.push(PathHinge { hinge: number as u32, flips: false });
        self.walk(hinges, (number, 1), round);
        self.paths.push(start as u32..self.hinges.len() as u32);
    }

    fn visit(&mut self, node: u32, round: u32) {
        if let Some(last) = self.last_round.get_mut(node as usize) {
            *last = round;
        }
    }

    /// Goes on from a side of a hinge, as straight as it can, and adds the hinges on the way.
    fn walk(&mut self, hinges: &[Hinge], (mut number, mut side): (usize, usize), round: u32) {
        loop {
            let (node, anchor) = (hinges[number].nodes[side], hinges[number].anchors[side]);
            let mut best = None;
            let mut least = MOST_BEND;
            let mut half = self.first.get(node as usize).copied().unwrap_or(FIXED);
            while half != FIXED {
                let (other, near) = (half as usize / 2, half as usize % 2);
                if !self.is_taken[other] && self.is_free(hinges[other].nodes[1 - near], round) {
                    let bend = bend(anchor, hinges[other].anchors[near]);
                    if bend < least {
                        (best, least) = (Some((other, near)), bend);
                    }
                }
                half = self.next[half as usize];
            }
            let Some((other, near)) = best else { return };
            self.is_taken[other] = true;
            self.visit(hinges[other].nodes[1 - near], round);
            self.hinges.push(PathHinge { hinge: other as u32, flips: near == 1 });
            (number, side) = (other, 1 - near);
        }
    }
}

/// The cosine of the angle between two anchors; [`NO_BEND`] if one of them is at the centre.
fn bend(a: Vec2, b: Vec2) -> f32 {
    let lengths = a.dot(a) * b.dot(b);
    if lengths > f32::MIN_POSITIVE { a.dot(b) / lengths.sqrt() } else { NO_BEND }
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom_math::vec2;
    use std::collections::BTreeSet;

    /// A grid of `n` x `n` bodies, each with hinges downwards and to the right; the first body of each column is fixed
    /// where `is_fixed` says so.
    fn grid(n: u32, is_fixed: impl Fn(u32) -> bool) -> Vec<Hinge> {
        let node = |c: u32, r: u32| if r == 0 && is_fixed(c) { FIXED } else { n * c + r };
        let mut hinges = Vec::new();
        let mut add = |nodes, anchors| {
            if nodes != [FIXED; 2] {
                hinges.push(Hinge { joint: hinges.len() as u32, mesh: 0, nodes, anchors });
            }
        };
        for c in 0..n {
            for r in 0..n {
                if r > 0 {
                    add([node(c, r - 1), node(c, r)], [vec2(0.0, -0.5), vec2(0.0, 0.5)]);
                }
                if c > 0 {
                    add([node(c - 1, r), node(c, r)], [vec2(0.5, 0.0), vec2(-0.5, 0.0)]);
                }
            }
        }
        hinges
    }

    /// Each path goes from body to body, each hinge has one path, and a round has each body once.
    fn check(paths: &Paths, hinges: &[Hinge]) -> usize {
        let mut taken = BTreeSet::new();
        for round in &paths.rounds {
            let mut bodies = BTreeSet::new();
            for path in &paths.paths[round.clone()] {
                let ends = paths.hinges[path.start as usize..path.end as usize].iter().map(|at| {
                    assert!(taken.insert(at.hinge), "hinge {} twice", at.hinge);
                    let [a, b] = hinges[at.hinge as usize].nodes;
                    if at.flips { [b, a] } else { [a, b] }
                });
                let ends = Vec::from_iter(ends);
                assert!(ends.windows(2).all(|pair| pair[0][1] == pair[1][0] && pair[0][1] != FIXED));
                let on_path = ends.iter().map(|ends| ends[1]).chain([ends[0][0]]);
                assert!(on_path.filter(|&body| body != FIXED).all(|body| bodies.insert(body)));
            }
        }
        taken.len()
    }

    #[test]
    fn a_grid_is_its_columns_and_rows() {
        let (mut paths, hinges) = (Paths::default(), grid(9, |_| false));
        paths.plan(&hinges, 81);
        assert_eq!(check(&paths, &hinges), hinges.len());
        assert_eq!(paths.rounds, [0..9, 9..18]);
        assert!(paths.paths.iter().all(|path| path.len() == 8));
        // Fixed bodies end the paths at them: two of the first row are cut off.
        let hinges = grid(9, |c| (3..=4).contains(&c));
        paths.plan(&hinges, 81);
        assert_eq!(check(&paths, &hinges), hinges.len());
        assert_eq!(paths.rounds, [0..9, 9..19]);
    }

    #[test]
    fn seeded_graphs_are_cut_into_paths_whole() {
        let mut seed = 7_u32;
        let mut random = |below: u32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 8) % below
        };
        let mut paths = Paths::default();
        for bodies in 3..60 {
            let mut hinges = Vec::new();
            for joint in 0..2 * bodies {
                let (a, b) = (random(bodies), random(bodies));
                if a != b {
                    let mut anchor = || vec2(random(5) as f32 - 2.0, random(5) as f32 - 2.0);
                    let anchors = [anchor(), anchor()];
                    let nodes = [a, if random(9) == 0 { FIXED } else { b }];
                    hinges.push(Hinge { joint, mesh: 0, nodes, anchors });
                }
            }
            paths.plan(&hinges, bodies as usize);
            let taken = check(&paths, &hinges);
            assert!(taken == hinges.len() || paths.rounds.len() == MOST_ROUNDS as usize, "{bodies} bodies: {taken}");
        }
    }
}
