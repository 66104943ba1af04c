//! Snapshots: the whole [`State`] of a world and its rules as bytes, to save or for rollback netcode. A restored world
//! goes on bit for bit as if it had never stopped: on any machine, with any number of threads, in the same world or
//! another (determinism).
//!
//! An image is a head of 32 bytes (eight letters, version, length, checksum) and then the parts. Each part is written
//! and read by the same functions ([`stream`]). Derived data is not in it: masses, boxes of lanes, the lists of moving
//! bodies.

mod areas;
mod bodies;
mod contacts;
mod defs;
mod joint_defs;
mod keys;
mod links;
mod proxies;
mod stream;

use crate::events::Events;
use crate::query::query_index::QueryIndex;
use crate::slots::TAGS;
use crate::snapshot::stream::{At, Reader, Stream, Writer, fault};
use crate::state::State;
use crate::step_scratch::StepScratch;
use crate::{Error, World, WorldDef};
use carom_math::Hasher64;
use carom_parallel::{Executor, StageClock};
use carom_solver::CachedChunk;

/// First bytes of every image.
const LETTERS: [u8; 8] = *b"caromimg";

/// Version of the format. It changes with every change of the content of an image.
const VERSION: u32 = 9;

/// Length of the head: letters, version, four zero bytes, length, checksum.
const HEAD: usize = 32;

impl World {
    /// The whole state as bytes, portable between machines: rules, bodies, contacts, joints, sleeping islands. Events,
    /// times and the driver are not in it. A free body takes about a hundred bytes. A contact takes about thirty, and
    /// some fifty more if it is at rest.
    ///
    /// ```
    /// use carom::{BodyDef, Circle, World};
    ///
    /// let mut world = World::default();
    /// let ball = world.add_body(BodyDef::dynamic().shape(Circle::new(0.5)?))?;
    /// let image = world.snapshot();
    /// world.step();
    /// let once = world.state_hash();
    /// world.restore(&image)?;
    /// world.step();
    /// assert_eq!(world.state_hash(), once);
    /// assert!(world.body(ball).is_some());
    /// # Ok::<(), carom::Error>(())
    /// ```
    pub fn snapshot(&self) -> Vec<u8> {
        let mut s = Writer { bytes: vec![0; HEAD] };
        // Only a reader can fail.
        let kept = self.scratch.solver.cached_chunks(self.state.contacts.len(), self.state.unchanged);
        let _ = write(&mut s, &self.def, &self.state, &kept);
        let mut image = s.bytes;
        let (length, sum) = (image.len() as u64, checksum(&image[HEAD..]));
        image[..8].copy_from_slice(&LETTERS);
        image[8..12].copy_from_slice(&VERSION.to_le_bytes());
        image[16..24].copy_from_slice(&length.to_le_bytes());
        image[24..32].copy_from_slice(&sum.to_le_bytes());
        image
    }

    /// Goes back to a snapshot of this world, or takes over one of another world. Keys belong to the image: those of
    /// its time name the same things again, in any world that it is restored in. Events are empty; the driver stays.
    ///
    /// # Errors
    ///
    /// An image that is damaged, cut off, of another version, or no image, with the fault and its place. The
    /// world stays as it was.
    pub fn restore(&mut self, image: &[u8]) -> Result<(), Error> {
        let (def, state, kept) = read(image)?;
        if def.broad_phase != self.def.broad_phase {
            self.scratch = self.scratch.renewed(def.broad_phase);
        }
        (self.def, self.state) = (def, state);
        self.edits += 1;
        (self.scratch.scattered, self.scratch.boxes_of) = (None, None);
        self.scratch.solver.resume(self.state.contacts.len(), kept);
        (self.events, self.query_index) = (Events::default(), QueryIndex::default());
        Ok(())
    }

    /// A new world from a snapshot. Keys belong to the image, as for [`World::restore`].
    ///
    /// # Errors
    ///
    /// As [`World::restore`].
    pub fn from_snapshot(image: &[u8]) -> Result<Self, Error> {
        let (def, state, kept) = read(image)?;
        let mut scratch = StepScratch::new(def.broad_phase);
        scratch.solver.resume(state.contacts.len(), kept);
        Ok(Self {
            scratch,
            def,
            state,
            events: Events::default(),
            clock: StageClock::default(),
            tasks: Executor::default(),
            query_index: QueryIndex::default(),
            edits: 0,
        })
    }
}

fn checksum(bytes: &[u8]) -> u64 {
    let mut hash = Hasher64::default();
    hash.word(bytes.len() as u64);
    for chunk in bytes.chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        hash.word(u64::from_le_bytes(word));
    }
    hash.finish()
}

fn write(s: &mut Writer, def: &WorldDef, state: &State, kept: &[CachedChunk]) -> Result<(), Error> {
    s.word(&mut state.tag())?;
    defs::world_def(s, &mut def.clone())?;
    s.whole(&mut { state.steps })?;
    bodies::write_bodies(s, state)?;
    links::write_joints(s, state)?;
    contacts::write_contacts(s, &state.contacts)?;
    contacts::write_cached(s, (&state.contacts, state.unchanged), kept)?;
    links::write_sets(s, state)?;
    links::write_pairs(s, &state.shared)?;
    links::write_pairs(s, &state.transient)?;
    links::write_sensed(s, &state.sensed)?;
    links::write_keys(s, &state.woken)?;
    links::write_stopped(s, &state.stopped)?;
    links::write_keys(s, &state.embedded)?;
    links::write_through(s, &state.through)?;
    areas::write_areas(s, &state.areas)?;
    links::write_ignored(s, &state.ignored)
}

fn read(image: &[u8]) -> Result<(WorldDef, State, Vec<CachedChunk>), Error> {
    let part = |from: usize| -> [u8; 8] {
        let mut word = [0; 8];
        word.copy_from_slice(&image[from..from + 8]);
        word
    };
    if image.len() < HEAD {
        return Err(fault("length", format!("{} bytes are too short for a header", image.len())));
    }
    if part(0) != LETTERS {
        return Err(fault("letters", "this is no snapshot of carom"));
    }
    let version = u64::from_le_bytes(part(8));
    if version != u64::from(VERSION) {
        return Err(fault("version", format!("{version}, where this carom reads {VERSION}")));
    }
    let length = u64::from_le_bytes(part(16));
    if length != image.len() as u64 {
        return Err(fault("length", format!("{} bytes of {length}", image.len())));
    }
    if u64::from_le_bytes(part(24)) != checksum(&image[HEAD..]) {
        return Err(fault("checksum", "the image is damaged"));
    }
    parse(&mut Reader { rest: &image[HEAD..], tag: 0 })
}

fn parse(s: &mut Reader<'_>) -> Result<(WorldDef, State, Vec<CachedChunk>), Error> {
    let mut tag = 0;
    s.word(&mut tag)?;
    if !(1..TAGS).contains(&tag) {
        return Err(fault("tag", format!("{tag} is no world's")));
    }
    s.tag = tag;
    let (mut def, mut state) = (WorldDef::default(), State::default());
    defs::world_def(s, &mut def).and_then(|()| def.check()).at("world")?;
    s.whole(&mut state.steps).at("steps")?;
    let joint_lists = bodies::read_bodies(s, &mut state)?;
    links::read_joints(s, &mut state, &joint_lists)?;
    state.contacts = contacts::read_contacts(s, state.proxies.list.len())?;
    let (unchanged, kept) = contacts::read_cached(s, &state.contacts)?;
    state.unchanged = unchanged;
    links::read_sets(s, &mut state)?;
    state.shared = links::read_pairs(s).at("shared")?;
    state.transient = links::read_pairs(s).at("passing")?;
    state.sensed = links::read_sensed(s).at("sensed")?;
    state.woken = links::read_keys(s).at("woken")?;
    state.stopped = links::read_stopped(s).at("stopped")?;
    state.embedded = links::read_embedded(s).at("embedded")?;
    state.through = links::read_through(s).at("through")?;
    state.areas = areas::read_areas(s)?;
    links::read_ignored(s, &mut state).at("ignored")?;
    state.proxies.outlines.mixing = def.mixing_rules();
    if !s.rest.is_empty() {
        return Err(fault("length", format!("{} bytes are left over", s.rest.len())));
    }
    // A checksum can be forged. So the properties that the parallel solver rests on are checked in every image.
    state.validate_image(&def).map_err(|violation| fault("state", violation.to_string()))?;
    Ok((def, state, kept))
}
