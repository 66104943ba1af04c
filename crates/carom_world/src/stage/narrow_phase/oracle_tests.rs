//! Oracle tests: lanes of every width give the manifolds of the scalar code, bit for bit, for all pairs of forms mixed
//! in one list.

use crate::stage::narrow_phase::collide::{ByRoute, collide_chunk};
use crate::stage::narrow_phase::collide_lanes::manifolds_on_lanes;
use crate::stage::narrow_phase::reach::Reach;
use crate::state::{State, flag};
use crate::{BodyDef, Material, ShapeDef, World, WorldDef};
use carom_math::{LaneWidth, PI, Pose, Rot, Vec2, min, sin_cos, vec2};
use carom_narrowphase::Form;
use carom_shapes::{Capsule, Chain, Circle, FeatureId, Piece, Polygon, Segment, Shape, ShapeError};
use carom_solver::{CHUNK, ContactManifold, ContactPair};
use fearless_simd::{Level, Simd, f32x16};
use rand::rngs::StdRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};

/// Ordered pairs of forms.
const PAIRS: usize = Form::COUNT * Form::COUNT;

/// Contacts of each pair of forms in a round: together they fill a chunk.
const EACH: usize = CHUNK / PAIRS;

/// Poses of each pair of forms.
const POSES: usize = 10_000;

/// Lengths of lists with surplus lanes, and without.
const SHORT: [usize; 9] = [1, 2, 3, 4, 5, 8, 15, 16, 17];

const _: () = assert!(EACH * PAIRS == CHUNK, "a round fills a tile");

/// A manifold that no pair of pieces has. Whatever is left of it was not written.
fn junk() -> ContactManifold {
    ContactManifold {
        normal: [7.0; 4],
        rows: [u32::MAX; 2],
        ids: [FeatureId(u32::MAX); 2],
        count: 7,
        ..ContactManifold::default()
    }
}

fn real(random: &mut StdRng, low: f32, high: f32) -> f32 {
    random.random_range(low..high)
}

fn place(random: &mut StdRng, size: f32) -> Vec2 {
    vec2(real(random, -size, size), real(random, -size, size))
}

fn direction(random: &mut StdRng) -> Vec2 {
    let (s, c) = sin_cos(real(random, -PI, PI));
    vec2(c, s)
}

fn quarter(random: &mut StdRng) -> Rot {
    [Rot::IDENTITY, Rot { c: 0.0, s: 1.0 }, Rot { c: -1.0, s: 0.0 }][random.random_range(0..3)]
}

/// A polygon with a number of corners in a range: regular, or a hull of points.
fn polygon(random: &mut StdRng, k: f32, corners: [usize; 2]) -> Result<Polygon, ShapeError> {
    let (w, h) = (k * real(random, 0.1, 3.0), k * real(random, 0.1, 3.0));
    let n = random.random_range(corners[0]..=corners[1]);
    let corner = |i: usize| sin_cos(i as f32 * (2.0 * PI / n as f32));
    let points: Vec<Vec2> = match random.random_range(0..3) {
        0 => (0..n).map(|i| w * vec2(corner(i).1, corner(i).0)).collect(),
        1 => (0..n).map(|i| vec2(w * corner(i).1, h * corner(i).0) + vec2(w, h)).collect(),
        _ => (0..n + 2).map(|_| vec2(real(random, -w, w), real(random, -h, h))).collect(),
    };
    Polygon::hull(points)
}

/// A shape of the form, if it succeeds.
fn shape(random: &mut StdRng, form: Form) -> Result<Shape, ShapeError> {
    // Every fourth is much smaller or larger.
    let k = if random.random_range(0..4) == 0 { [0.01, 0.1, 10.0, 300.0][random.random_range(0..4)] } else { 1.0 };
    let (a, b, r) = (place(random, k), place(random, k), k * real(random, 0.05, 1.0));
    let radius = if random.random() { 0.0 } else { k * real(random, 0.01, 0.5) };
    Ok(match form {
        Form::Circle => Circle::at(if random.random() { Vec2::ZERO } else { a }, r)?.into(),
        Form::Capsule => Capsule::new(a, b, r)?.into(),
        Form::Segment => Segment::new(a, b)?.into(),
        Form::Box => {
            let at = if random.random() { Vec2::ZERO } else { a };
            let q = if random.random() { Rot::IDENTITY } else { Rot::from_angle(real(random, -PI, PI)) };
            Polygon::rect_at(Pose { p: at, q }, r, k * real(random, 0.1, 3.0))?.rounded(radius)?.into()
        }
        Form::Polygon4 => polygon(random, k, [3, 4])?.rounded(radius)?.into(),
        Form::Polygon6 => polygon(random, k, [5, 6])?.rounded(radius)?.into(),
        Form::Polygon8 => polygon(random, k, [7, 8])?.rounded(radius)?.into(),
        Form::Other => match random.random_range(0..6) {
            0 | 1 => {
                let points: Vec<Vec2> = (0..random.random_range(2..6)).map(|i| vec2(k * i as f32, a.y * r)).collect();
                let chain = Chain::open(points)?;
                if random.random() { chain.one_sided().into() } else { chain.into() }
            }
            2 => Capsule::new(a, a, r)?.into(),
            _ => polygon(random, k, [9, 16])?.rounded(radius)?.into(),
        },
    })
}

/// A world with enough bodies of each form for one round, each in one contact at most. All that are a of a contact come
/// before all that are b.
struct Crowd {
    world: World,
    /// The first proxies of the bodies that are a, and of those that are b, of each form.
    firsts: [[Vec<u32>; Form::COUNT]; 2],
}

impl Crowd {
    fn new(random: &mut StdRng) -> Self {
        let mut world = World::new(WorldDef::default()).unwrap();
        let firsts = [(); 2].map(|()| {
            Form::ALL.map(|form| (0..EACH * Form::COUNT).map(|_| Self::add(&mut world, random, form)).collect())
        });
        Self { world, firsts }
    }

    /// Adds a body of the form; returns its first proxy.
    fn add(world: &mut World, random: &mut StdRng, form: Form) -> u32 {
        let material = Material {
            friction: real(random, 0.0, 1.0),
            restitution: real(random, 0.0, 1.0),
            rolling_resistance: [0.0, 0.3][random.random_range(0..2)],
            surface_speed: [0.0, -2.0][random.random_range(0..2)],
        };
        let def = match random.random_range(0..16) {
            0 | 1 => BodyDef::fixed(),
            2 | 3 => BodyDef::kinematic(),
            4 => BodyDef::dynamic().asleep(),
            _ => BodyDef::dynamic(),
        };
        loop {
            let Ok(shape) = shape(random, form) else { continue };
            let Ok(key) = world.add_body(def.clone().shape(ShapeDef::new(shape).material(material))) else { continue };
            let first = world.state.bodies.slots[key].proxy;
            if world.state.proxies.outlines.forms[first as usize] == form {
                return first;
            }
            world.remove_body(key);
        }
    }

    /// A chunk of contacts in random order, placed anew, and the pair of forms of each.
    fn contacts(&mut self, random: &mut StdRng) -> (Vec<ContactPair>, Vec<usize>) {
        let mut pairs: Vec<usize> = (0..CHUNK).map(|k| k % PAIRS).collect();
        pairs.shuffle(random);
        self.firsts.iter_mut().flatten().for_each(|firsts| firsts.shuffle(random));
        let mut next = [[0; Form::COUNT]; 2];
        let contacts = pairs.iter().map(|pair| {
            let mut end = |side: usize, form: usize| {
                next[side][form] += 1;
                let first = self.firsts[side][form][next[side][form] - 1];
                let ids: Vec<u32> = self.world.state.proxies.of_body(first).collect();
                *ids.choose(random).unwrap()
            };
            let (a, b) = (end(0, pair / Form::COUNT), end(1, pair % Form::COUNT));
            put(random, &mut self.world.state, a, b);
            ContactPair { count: random.random_range(0..3), ..ContactPair::new(a, b) }
        });
        (contacts.collect(), pairs)
    }
}

/// Puts the bodies of two proxies somewhere, b beside a, with random velocities.
fn put(random: &mut StdRng, state: &mut State, a: u32, b: u32) {
    let [piece_a, piece_b] = [a, b].map(|id| &state.proxies.list[id as usize].piece);
    let pose = anywhere(random);
    let poses = [pose, pose.compose(beside(random, piece_a, piece_b))];
    for (id, pose) in [a, b].into_iter().zip(poses) {
        let row = state.proxies.rows[id as usize] as usize;
        let speed = [0.0, 0.1, 10.0, 1.0e4][random.random_range(0..4)];
        state.bodies.poses[row] = pose;
        state.bodies.masses[row].center = pose.transform_point(state.bodies.motions[row].local_center);
        state.bodies.states[row].set_velocity(speed * direction(random), 0.0);
    }
}

/// Poses of a: at the origin, on a grid, near, far, and at invalid positions.
fn anywhere(random: &mut StdRng) -> Pose {
    let q = if random.random() { quarter(random) } else { Rot::from_angle(real(random, -PI, PI)) };
    let size = [0.0, 1.0, 10.0, 1.0e3, 1.0e5][random.random_range(0..5)];
    match random.random_range(0..64) {
        0 => Pose { p: beyond(random), q },
        1..16 => {
            let [x, y] = [(); 2].map(|()| random.random_range(-8..9) as f32);
            Pose { p: vec2(x, y), q: quarter(random) }
        }
        _ => Pose { p: size * direction(random), q },
    }
}

/// A position where no body would be.
fn beyond(random: &mut StdRng) -> Vec2 {
    let sizes = [1.0e10, 1.0e20, 1.0e38, f32::INFINITY, f32::NAN, f32::MIN_POSITIVE];
    sizes[random.random_range(0..sizes.len())] * direction(random)
}

/// Poses of b relative to a: touching, deep, apart, far, on top of a, at right angles, and at invalid positions.
fn beside(random: &mut StdRng, a: &Piece, b: &Piece) -> Pose {
    let q = if random.random_range(0..3) == 0 { quarter(random) } else { Rot::from_angle(real(random, -PI, PI)) };
    match random.random_range(0..32) {
        0 => Pose::IDENTITY,
        1 => Pose { p: Vec2::ZERO, q },
        2 | 3 => {
            let [x, y] = [(); 2].map(|()| 0.5 * random.random_range(-4..5) as f32);
            Pose { p: vec2(x, y), q: quarter(random) }
        }
        4 => Pose { p: place(random, 1.0e4), q },
        5 => Pose { p: beyond(random), q },
        _ => {
            let n = direction(random);
            // Half of the poses put a face of a on something of b.
            let n = if random.random() { n } else { normal_of(random, a).unwrap_or(n) };
            let small = min(1.0, min(a.reach(Vec2::ZERO), b.reach(Vec2::ZERO)));
            let depth = match random.random_range(0..8) {
                0 | 1 => 0.0,
                2 | 3 => real(random, -0.05, 0.05),
                4 => real(random, 0.0, 2.0),
                5 => real(random, -0.5, 0.0),
                _ => real(random, 0.0, 0.5 * small),
            };
            // A corner at a corner, or beside it.
            let side = if random.random() { 0.0 } else { small * real(random, -0.5, 0.5) };
            let beside = n * (a.radius() + b.radius() - depth) + vec2(-n.y, n.x) * side;
            Pose { p: farthest(a, n) - q.rotate(farthest(b, q.inverse_rotate(-n))) + beside, q }
        }
    }
}

/// The corner of a core that is farthest along `n`.
fn farthest(piece: &Piece, n: Vec2) -> Vec2 {
    let mut far = n * -f32::MAX;
    piece.core(|v| far = if v.dot(n) > far.dot(n) { v } else { far });
    far
}

/// The normal of some edge.
fn normal_of(random: &mut StdRng, piece: &Piece) -> Option<Vec2> {
    let Piece::Polygon(polygon) = piece else { return None };
    polygon.normals().choose(random).copied()
}

/// A list cut into lists of any length up to all, and short ones.
fn cut(random: &mut StdRng, mut left: usize) -> Vec<usize> {
    let mut lengths = Vec::new();
    while left > 0 {
        let some = if random.random_range(0..4) > 0 {
            SHORT[lengths.len() % SHORT.len()]
        } else {
            random.random_range(1..600)
        };
        lengths.push(some.min(left));
        left -= lengths[lengths.len() - 1];
    }
    lengths
}

/// Every instruction set that can be selected on this machine.
fn levels() -> Vec<Level> {
    let mut levels = Vec::<Level>::new();
    for width in [LaneWidth::Four, LaneWidth::Eight, LaneWidth::Sixteen, LaneWidth::Auto] {
        let level = width.level();
        if levels.iter().all(|other| format!("{other:?}") != format!("{level:?}")) {
            levels.push(level);
        }
    }
    levels
}

/// Sixteen lanes, also if no register has as many. Manifolds for scalar code are taken from `wanted`.
#[inline(always)]
fn collide_wide<S: Simd>(
    simd: S,
    state: &State,
    contacts: &[ContactPair],
    (manifolds, wanted): (&mut [ContactManifold], &[ContactManifold]),
    reach: Reach,
) {
    for (route, list) in ByRoute::new(state, contacts).lists() {
        match route {
            Some(route) => simd.vectorize(
                #[inline(always)]
                || manifolds_on_lanes::<f32x16<S>>(simd, state, route, (list, contacts), manifolds, reach),
            ),
            None => list.iter().for_each(|&k| manifolds[usize::from(k)] = wanted[usize::from(k)]),
        }
    }
}

/// The same bits, or both not a number.
fn same<const N: usize>(a: [f32; N], b: [f32; N]) -> bool {
    a.iter().zip(&b).all(|(a, b)| a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan()))
}

/// Whether two manifolds are the same in all that counts. For sleepers only the count does.
fn same_manifold(a: &ContactManifold, b: &ContactManifold, asleep: bool) -> bool {
    let used = a.count as usize;
    if a.count != b.count || used > 2 || (asleep && used > 0) {
        return false;
    }
    let is_same_place = || {
        same(a.normal, b.normal)
            && same(a.surface, b.surface)
            && same(a.radii, b.radii)
            && (0..used).all(|k| same(a.anchors[k], b.anchors[k]))
            && a.ids[..used] == b.ids[..used]
    };
    asleep || (a.rows == b.rows && (used == 0 || is_same_place()))
}

fn is_asleep(state: &State, contact: &ContactPair) -> bool {
    [contact.a, contact.b].iter().any(|&id| state.proxies.flags[id as usize] & flag::ASLEEP != 0)
}

/// Compares the manifolds of a list on lanes of all widths with those of scalar code, and returns the latter.
fn check(state: &State, levels: &[Level], contacts: &[ContactPair], reach: Reach) -> Vec<ContactManifold> {
    let mut wanted = vec![junk(); contacts.len()];
    collide_chunk((levels[0], true), state, contacts, &mut wanted, reach);
    let compare = |found: &[ContactManifold], text: &str| {
        for (k, (found, wanted)) in found.iter().zip(&wanted).enumerate() {
            let ContactPair { a, b, .. } = contacts[k];
            if !same_manifold(wanted, found, is_asleep(state, &contacts[k])) {
                let [a, b] = [a, b].map(|id| {
                    let row = state.proxies.rows[id as usize] as usize;
                    let form = state.proxies.outlines.forms[id as usize];
                    format!("{form:?} {:?} {:?}", state.proxies.list[id as usize].piece, state.bodies.poses[row])
                });
                let len = contacts.len();
                panic!("{text}, contact {k} of {len}, {reach:?}\n{a}\n{b}\nwanted {wanted:?}\nfound {found:?}");
            }
        }
    };
    for &level in levels {
        let mut found = vec![junk(); contacts.len()];
        collide_chunk((level, false), state, contacts, &mut found, reach);
        compare(&found, &format!("{level:?}"));
    }
    // Machines without AVX-512 have no sixteen lanes of their own.
    #[cfg(target_arch = "x86_64")]
    let simd = Level::new().as_sse2();
    #[cfg(target_arch = "aarch64")]
    let simd = Level::new().as_neon();
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    if let Some(simd) = simd {
        let mut found = vec![junk(); contacts.len()];
        collide_wide(simd, state, contacts, (&mut found, &wanted), reach);
        compare(&found, "sixteen lanes");
    }
    wanted
}

/// Checks this many rounds; returns the number of touching contacts for each pair of forms.
fn check_rounds(random: &mut StdRng, crowd: &mut Crowd, rounds: usize) -> [usize; PAIRS] {
    let levels = levels();
    let mut touching = [0; PAIRS];
    for round in 0..rounds {
        let (contacts, pairs) = crowd.contacts(random);
        let reach = Reach {
            base: [0.02, 0.02, 0.0, 1.0][random.random_range(0..4)],
            least: [0.005, 0.0, f32::MAX][random.random_range(0..3)],
            dt: 1.0 / 60.0,
            ccd: random.random(),
        };
        // A whole chunk, and lists of all lengths, take turns.
        let lengths = if round % 4 == 0 { vec![CHUNK] } else { cut(random, CHUNK) };
        let mut first = 0;
        for length in lengths {
            let last = first + length;
            let manifolds = check(&crowd.world.state, &levels, &contacts[first..last], reach);
            for (manifold, pair) in manifolds.iter().zip(&pairs[first..last]) {
                touching[*pair] += usize::from(manifold.count > 0);
            }
            first = last;
        }
    }
    touching
}

#[test]
fn lanes_of_all_widths_give_what_scalar_code_gives() {
    let mut random = StdRng::seed_from_u64(17);
    let mut crowd = Crowd::new(&mut random);
    let asleep = crowd.world.state.proxies.flags.iter().filter(|&&flags| flags & flag::ASLEEP != 0).count();
    assert!(asleep > 150, "{asleep} asleep");
    let rounds = POSES.div_ceil(EACH);
    let touching = check_rounds(&mut random, &mut crowd, rounds);
    for (pair, touching) in touching.into_iter().enumerate() {
        let [a, b] = [pair / Form::COUNT, pair % Form::COUNT].map(|form| Form::ALL[form]);
        let all = rounds * EACH;
        assert!((all / 5..all).contains(&touching), "{a:?} {b:?}: {touching} of {all} manifold");
    }
}

#[test]
fn lanes_that_ask_for_memory_ahead_give_the_same() {
    let mut random = StdRng::seed_from_u64(18);
    let mut crowd = Crowd::new(&mut random);
    // With this many proxies the lanes prefetch.
    let points: Vec<Vec2> = (0..20_000).map(|i| vec2(i as f32, -100.0)).collect();
    crowd.world.add_body(BodyDef::fixed().shape(Chain::open(points).unwrap())).unwrap();
    let touching = check_rounds(&mut random, &mut crowd, 8);
    assert!(touching.iter().all(|&touching| touching > EACH), "{touching:?}");
}
