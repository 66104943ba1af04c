//! The roll of a replay: every body that was there, from its first frame to its last. A body that gets other shapes or
//! becomes another kind ends there and goes on as another entry.

use crate::Look;
use carom::diagnostics::edit_count;
use carom::math::{Pose, Vec2, clamp, max};
use carom::{Body, BodyKey, ShapeKey, World, slotmap::SecondaryMap};
use serde_json::{Value, json};

/// Least and greatest number of bits of an angle.
const ANGLE_BITS: (u32, u32) = (8, 22);

/// A pose in whole numbers: x, y and angle.
pub(crate) type Rounded = [i32; 3];

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
}

/// The part of an entry that each frame reads and writes: small, since frames come often.
#[derive(Clone, Copy)]
pub(crate) struct Live {
    pub pose: Rounded,
    mass: f32,
    inertia: f32,
    /// Bits of its angle.
    pub bits: u8,
    pub is_awake: bool,
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
    /// The parts that each frame reads and writes, by entry.
    pub live: Vec<Live>,
    /// Key and entry of each awake row of the last frame.
    rows: Vec<(BodyKey, u32)>,
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
}

impl Roll {
    pub fn new(quantum: f32) -> Self {
        Self {
            quantum,
            entries: Vec::new(),
            of_body: SecondaryMap::new(),
            order: Vec::new(),
            present: Vec::new(),
            live: Vec::new(),
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
        if !is_quiet || self.edits != edits {
            self.edits = edits;
            self.take_all(world, frame, shapes);
        }
        self.take_awake(world)
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

    /// Reads the poses of the awake bodies from the memory of the world.
    fn take_awake(&mut self, world: &World) -> Sums {
        let awake = world.awake_bodies();
        let (v, w) = &mut self.velocities;
        v.resize(awake.len(), Vec2::ZERO);
        w.resize(awake.len(), 0.0);
        // Both have the right length.
        let _ = awake.read_velocities(v, w);
        self.rows.resize(awake.len(), (BodyKey::default(), 0));
        let mut sums = Sums::default();
        let inverse = 1.0 / self.quantum;
        for (row, (&key, &pose)) in awake.keys().iter().zip(awake.poses()).enumerate() {
            let known = &mut self.rows[row];
            if known.0 != key {
                let Some(&id) = self.of_body.get(key) else { continue };
                *known = (key, id);
            }
            let Some(live) = self.live.get_mut(known.1 as usize) else { continue };
            live.pose = round(pose, inverse, live.bits);
            sums.awake += u32::from(live.mass > 0.0);
            sums.energy += f64::from(0.5 * (live.mass * v[row].length_squared() + live.inertia * w[row] * w[row]));
        }
        sums
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
            let live = &mut self.live[id as usize];
            live.is_awake = body.is_awake();
            live.pose = round(body.pose(), inverse, live.bits);
            now.push(id);
        }
        if now != before {
            self.end_missing(&before, &now, frame);
        }
        self.order = now;
        self.rows.clear();
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
        self.entries.push(Entry {
            identity,
            number,
            born: frame,
            died: None,
            shapes: shapes(body),
            center: mass.center,
        });
        let bits = angle_bits(body, self.quantum) as u8;
        self.live.push(Live { pose: [0; 3], mass: mass.mass, inertia: mass.inertia, bits, is_awake: false });
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

    /// The columns of the entries.
    pub fn to_json(&self) -> Value {
        let all = &self.entries;
        json!({
            "number": all.iter().map(|entry| entry.number).collect::<Vec<_>>(),
            "kind": all.iter().map(|entry| entry.identity.look.name()).collect::<Vec<_>>(),
            "shapes": all.iter().map(|entry| entry.shapes).collect::<Vec<_>>(),
            "born": all.iter().map(|entry| entry.born).collect::<Vec<_>>(),
            "died": all.iter().map(|entry| entry.died).collect::<Vec<_>>(),
            "mass": self.live.iter().map(|live| live.mass).collect::<Vec<_>>(),
            "inertia": self.live.iter().map(|live| live.inertia).collect::<Vec<_>>(),
            "center": all.iter().map(|entry| [entry.center.x, entry.center.y]).collect::<Vec<_>>(),
            "bits": self.live.iter().map(|live| live.bits).collect::<Vec<_>>(),
        })
    }
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
fn round(pose: Pose, inverse: f32, bits: u8) -> Rounded {
    // Half away from zero, without a call.
    let whole = |length: f32| {
        let length = length * inverse;
        clamp(length + if length < 0.0 { -0.5 } else { 0.5 }, -MOST, MOST) as i32
    };
    [whole(pose.p.x), whole(pose.p.y), (diamond(pose.q.c, pose.q.s) * (1_u32 << (bits - 2)) as f32 + 0.5) as i32]
}

/// The angle of a direction on a diamond, 0 to 4.
#[inline]
pub(crate) fn diamond(c: f32, s: f32) -> f32 {
    let sum = c.abs() + s.abs();
    let part = if sum > 0.0 { s / sum } else { 0.0 };
    match (c >= 0.0, s >= 0.0) {
        (true, true) => part,
        (true, false) => 4.0 + part,
        (false, _) => 2.0 - part,
    }
}
