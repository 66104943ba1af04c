//! The roll of a replay: every body that was there, from its first frame to its last. A body that gets other shapes or
//! becomes another kind ends there and goes on as another entry.

use crate::Look;
use carom::diagnostics::edit_count;
use carom::math::{Pose, Vec2, clamp, max};
use carom::{Body, BodyKey, ShapeKey, World, slotmap::SecondaryMap};
use serde::Serialize;

/// Least and greatest number of bits of an angle.
const ANGLE_BITS: (u32, u32) = (8, 22);

/// Awake rows that are read together.
const LANES: usize = 16;

/// A pose in whole numbers: x, y and angle.
type Rounded = [i32; 3];

/// Greatest number of a coordinate, so that differences of differences fit.
const MOST: f32 = (1 << 27) as f32;

/// A body as one entry has it.
#[derive(Clone, Copy, PartialEq)]
struct Identity {
    key: BodyKey,
    look: Look,
    shapes: (Option<ShapeKey>, Option<ShapeKey>, usize),
}

impl Identity {
    #[inline]
    fn of(key: BodyKey, body: &Body<'_>) -> Self {
        let shapes = body.shape_keys();
        // Sleep is no other look here: it changes often, and has a stream of its own.
        let look = match Look::of(body) {
            Look::Asleep => Look::Awake,
            look => look,
        };
        Self { key, look, shapes: (shapes.first().copied(), shapes.last().copied(), shapes.len()) }
    }
}

/// An entry of the roll.
struct Entry {
    identity: Identity,
    /// The number of its body in the order of creation.
    number: u32,
    born: u32,
    died: Option<u32>,
    shapes: usize,
    /// Its centre of mass in its own frame.
    center: Vec2,
    mass: f32,
    inertia: f32,
    /// Bits of its angle.
    bits: u8,
}

impl Entry {
    /// A quarter turn.
    fn quarter(&self) -> f32 {
        (1_u32 << (self.bits - 2)) as f32
    }
}

/// The poses of the entries now: columns by entry, since frames come often.
#[derive(Default)]
pub(crate) struct LivePoses {
    /// x, y and angle.
    pub poses: [Vec<i32>; 3],
    /// Half a turn.
    pub halves: Vec<i32>,
}

impl LivePoses {
    fn put(&mut self, id: u32, pose: Rounded) {
        for (column, number) in self.poses.iter_mut().zip(pose) {
            if let Some(place) = column.get_mut(id as usize) {
                *place = number;
            }
        }
    }
}

/// The part of an entry that the sums need, and its quarter turn, by awake row of the world.
#[derive(Clone, Copy, Default)]
struct Row {
    id: u32,
    mass: f32,
    inertia: f32,
    quarter: f32,
}

/// All entries, and the poses of the present ones.
pub(crate) struct Roll {
    pub quantum: f32,
    entries: Vec<Entry>,
    /// The present entry of each body.
    of_body: SecondaryMap<BodyKey, u32>,
    /// The entries of the bodies in a frame, in the order of the world and ascending.
    order: Vec<u32>,
    present: Vec<u32>,
    /// The poses now, and whether a body is awake, by entry.
    pub live: LivePoses,
    pub is_awake: Vec<bool>,
    /// The keys of the awake rows of the last frame, and their entries.
    keys: Vec<BodyKey>,
    rows: Vec<Row>,
    velocities: (Vec<Vec2>, Vec<f32>),
    /// Count of edits when all bodies were read.
    edits: Option<u64>,
    bodies: u32,
}

/// The sums over the bodies of a frame.
#[derive(Clone, Copy, Default)]
pub(crate) struct Sums {
    pub awake: u32,
    /// Kinetic energy [J].
    pub energy: f64,
    /// Whether all bodies were read: otherwise none came, went, slept or woke.
    pub is_new: bool,
}

impl Roll {
    pub fn new(quantum: f32) -> Self {
        Self {
            quantum,
            entries: Vec::new(),
            of_body: SecondaryMap::new(),
            order: Vec::new(),
            present: Vec::new(),
            live: LivePoses::default(),
            is_awake: Vec::new(),
            keys: Vec::new(),
            rows: Vec::new(),
            velocities: (Vec::new(), Vec::new()),
            edits: None,
            bodies: 0,
        }
    }

    /// Takes the bodies of a frame. `shapes` gives the number of the shapes of a new entry. `is_quiet` says that since
    /// the last frame nothing fell asleep, woke or froze.
    pub fn take(&mut self, world: &World, frame: u32, is_quiet: bool, shapes: impl FnMut(&Body<'_>) -> usize) -> Sums {
        let edits = Some(edit_count(world));
        let is_new = !is_quiet || self.edits != edits;
        if is_new {
            self.edits = edits;
            self.take_all(world, frame, shapes);
        }
        Sums { is_new, ..self.take_awake(world) }
    }

    /// The entries of the bodies in the frame, ascending.
    pub fn present(&self) -> &[u32] {
        &self.present
    }

    /// The number of entries so far.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// The entry of a body now.
    pub fn entry_of(&self, key: BodyKey) -> Option<u32> {
        self.of_body.get(key).copied()
    }

    /// Reads the poses of the awake bodies from the memory of the world: as many at once as make full lanes.
    fn take_awake(&mut self, world: &World) -> Sums {
        let awake = world.awake_bodies();
        self.name_rows(awake.keys());
        let (v, w) = &mut self.velocities;
        v.resize(awake.len(), Vec2::ZERO);
        w.resize(awake.len(), 0.0);
        // Both have the right length.
        let _ = awake.read_velocities(v, w);
        let inverse = 1.0 / self.quantum;
        let mut energies = [0.0; LANES];
        let [xs, ys, angles] = &mut self.live.poses;
        let chunks = self.rows.chunks(LANES).zip(awake.poses().chunks(LANES));
        for ((rows, poses), (v, w)) in chunks.zip(v.chunks(LANES).zip(w.chunks(LANES))) {
            let mut rounded = [[0; 3]; LANES];
            for ((out, row), pose) in rounded.iter_mut().zip(rows).zip(poses) {
                *out = round(*pose, inverse, row.quarter);
            }
            for ((sum, row), (v, w)) in energies.iter_mut().zip(rows).zip(v.iter().zip(w)) {
                *sum += f64::from(0.5 * (row.mass * v.length_squared() + row.inertia * w * w));
            }
            for (row, [x, y, angle]) in rows.iter().zip(rounded) {
                let id = row.id as usize;
                if let (Some(to_x), Some(to_y), Some(to_angle)) = (xs.get_mut(id), ys.get_mut(id), angles.get_mut(id)) {
                    (*to_x, *to_y, *to_angle) = (x, y, angle);
                }
            }
        }
        let awake = self.rows.iter().filter(|row| row.mass > 0.0).count() as u32;
        Sums { awake, energy: energies.iter().sum(), is_new: false }
    }

    /// The entries of the awake rows. They stay as they are while the world has the same rows.
    fn name_rows(&mut self, keys: &[BodyKey]) {
        if self.keys == keys {
            return;
        }
        self.rows.resize(keys.len(), Row::default());
        let mut before = std::mem::take(&mut self.keys);
        before.resize(keys.len(), BodyKey::default());
        for ((row, key), before) in self.rows.iter_mut().zip(keys).zip(&before) {
            if before != key {
                // A body that has no entry yet has no place among the poses either.
                let id = self.of_body.get(*key).copied().unwrap_or(u32::MAX);
                *row = self.entries.get(id as usize).map_or(Row { id, ..Row::default() }, |entry| Row {
                    id,
                    mass: entry.mass,
                    inertia: entry.inertia,
                    quarter: entry.quarter(),
                });
            }
        }
        before.copy_from_slice(keys);
        self.keys = before;
    }

    /// Reads all bodies: those that came, went or changed, all poses, and who is awake.
    fn take_all(&mut self, world: &World, frame: u32, mut shapes: impl FnMut(&Body<'_>) -> usize) {
        let before = std::mem::take(&mut self.order);
        let mut now = Vec::with_capacity(before.len() + 1);
        let (mut next, inverse) = (0, 1.0 / self.quantum);
        for (key, body) in world.bodies() {
            let identity = Identity::of(key, &body);
            // The same body as in the last frame, in most cases.
            let same = before.get(next).copied().filter(|&id| self.entries[id as usize].identity == identity);
            let id = same.unwrap_or_else(|| self.find(identity, &body, frame, &mut shapes));
            next = match before.get(next) {
                Some(&last) if self.entries[last as usize].identity.key == key => next + 1,
                _ => before[next..].iter().position(|&last| last == id).map_or(next, |skip| next + skip + 1),
            };
            self.is_awake[id as usize] = body.is_awake();
            self.live.put(id, round(body.pose(), inverse, self.entries[id as usize].quarter()));
            now.push(id);
        }
        if now != before {
            self.end_missing(&before, &now, frame);
        }
        self.order = now;
        self.keys.clear();
    }

    fn find(
        &mut self,
        identity: Identity,
        body: &Body<'_>,
        frame: u32,
        shapes: &mut impl FnMut(&Body<'_>) -> usize,
    ) -> u32 {
        let known = self.of_body.get(identity.key).copied();
        if let Some(id) = known.filter(|&id| self.entries[id as usize].identity == identity) {
            return id;
        }
        let number = known.map_or(self.bodies, |id| self.entries[id as usize].number);
        self.bodies += u32::from(known.is_none());
        let mass = body.mass();
        let id = self.entries.len() as u32;
        let bits = angle_bits(body, self.quantum) as u8;
        self.entries.push(Entry {
            identity,
            number,
            born: frame,
            died: None,
            shapes: shapes(body),
            center: mass.center,
            mass: mass.mass,
            inertia: mass.inertia,
            bits,
        });
        self.live.poses.iter_mut().for_each(|column| column.push(0));
        self.live.halves.push(1 << (bits - 1));
        self.is_awake.push(false);
        self.of_body.insert(identity.key, id);
        id
    }

    fn end_missing(&mut self, before: &[u32], now: &[u32], frame: u32) {
        self.present = now.to_vec();
        self.present.sort_unstable();
        for &last in before.iter().filter(|last| self.present.binary_search(last).is_err()) {
            let entry = &mut self.entries[last as usize];
            entry.died = Some(frame);
            if self.of_body.get(entry.identity.key) == Some(&last) {
                self.of_body.remove(entry.identity.key);
            }
        }
    }

    /// The columns of the entries, in JSON. They are written as they are: values of serde_json in between took as long
    /// as the compression of all streams.
    pub fn to_json(&self) -> String {
        let all = &self.entries;
        let columns = [
            ("number", column(all.iter().map(|entry| entry.number))),
            ("kind", column(all.iter().map(|entry| entry.identity.look.name()))),
            ("shapes", column(all.iter().map(|entry| entry.shapes))),
            ("born", column(all.iter().map(|entry| entry.born))),
            ("died", column(all.iter().map(|entry| entry.died))),
            ("mass", column(all.iter().map(|entry| entry.mass))),
            ("inertia", column(all.iter().map(|entry| entry.inertia))),
            ("center", column(all.iter().map(|entry| [entry.center.x, entry.center.y]))),
            ("bits", column(all.iter().map(|entry| entry.bits))),
        ];
        let columns = columns.map(|(name, column)| format!("\"{name}\":{column}"));
        format!("{{{}}}", columns.join(","))
    }
}

fn column<T: Serialize>(values: impl Iterator<Item = T>) -> String {
    // Numbers and words have no reason to fail.
    serde_json::to_string(&values.collect::<Vec<_>>()).unwrap_or_default()
}

/// So many bits that the corner of the body that is farthest from its origin is as exact as its position.
fn angle_bits(body: &Body<'_>, quantum: f32) -> u32 {
    let (b, at) = (body.aabb(), body.position());
    let arm = max(max(at.x - b.min.x, b.max.x - at.x), max(at.y - b.min.y, b.max.y - at.y));
    let parts = std::f32::consts::TAU * arm / quantum;
    let bits = if parts.is_finite() && parts > 1.0 { parts.log2().ceil() as u32 } else { 0 };
    bits.clamp(ANGLE_BITS.0, ANGLE_BITS.1)
}

/// The pose in whole numbers. The angle is that on a diamond instead of a circle, which needs no trigonometry: a
/// quarter from each axis to the next, `s / (|c| + |s|)` of it gone.
#[inline]
fn round(pose: Pose, inverse: f32, quarter: f32) -> Rounded {
    let length = |length: f32| whole(clamp(length * inverse, -MOST, MOST));
    [length(pose.p.x), length(pose.p.y), whole(diamond(pose.q.c, pose.q.s) * quarter)]
}

/// The nearest whole number, of which f64 has the last bits if it is added to 1.5 times 2^52: lanes have that, and no
/// conversion that minds all numbers which do not fit. 0 of a number that is not one.
#[inline(always)]
pub(crate) fn whole(number: f32) -> i32 {
    (f64::from(number) + 1.5 * (1_u64 << 52) as f64).to_bits() as i32
}

/// The angle of a direction on a diamond, 0 to 4.
#[inline]
pub(crate) fn diamond(c: f32, s: f32) -> f32 {
    let sum = c.abs() + s.abs();
    let part = if sum > 0.0 { s / sum } else { 0.0 };
    // Choices, not branches: lanes take them.
    let ahead = if s >= 0.0 { part } else { 4.0 + part };
    if c >= 0.0 { ahead } else { 2.0 - part }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_rounded() {
        for (number, nearest) in [(0.0, 0), (-0.4, 0), (0.6, 1), (-7.7, -8), (MOST, 1 << 27), (-MOST, -(1 << 27))] {
            assert_eq!(whole(number), nearest, "{number}");
        }
        assert_eq!(whole(f32::NAN), 0);
        assert_eq!(whole(clamp(f32::INFINITY, -MOST, MOST)), 1 << 27);
    }

    #[test]
    fn a_turn_goes_once_round_the_diamond() {
        let all: Vec<f32> = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)].map(|(c, s)| diamond(c, s)).to_vec();
        assert_eq!(all, [0.0, 1.0, 2.0, 3.0]);
        assert_eq!([diamond(0.6, -0.2), diamond(-0.6, 0.2), diamond(0.0, 0.0)], [3.75, 1.75, 0.0]);
    }
}
