//! Disjoint access to body rows from several threads: the one file of the engine with `unsafe` in it.
//!
//! The constraints of one color are solved at the same time on several threads, and each reads and writes the rows of
//! its two bodies. A row that can move occurs at most once in a color ([`crate::coloring`] sees to it, and
//! `World::validate` checks it). Rows that cannot move are only read. So no row is written by one thread while another
//! touches it. A split body's row ([`crate::mass_splitting`]) occurs in many lanes, but of one block, which is a stage
//! of its own. It is left out when the other rows are written, and written once after all were read; the other rows of
//! the block are distinct (`crate::overflow`).
//!
//! In a stage of regions ([`crate::region`]) a task solves the interior contacts of one region, and reads and moves the
//! rows that the region owns. A row has one owner at most. An interior contact has only rows that its region owns, and
//! rows without an owner and without a mass to be pushed by (`Owner::has` checks both). The latter are only read, and
//! no task of the stage moves them. So no two tasks touch a row that one of them writes. Within a task blocks follow
//! each other, and the contacts of a block have one color.
//!
//! In a stage of trees ([`crate::joint::forest`]) a task solves the joints of its trees, and moves their bodies. A row
//! that can move is in one tree at most, since a forest has each body once; the rows of other bodies, which cannot
//! move, are only read. Trees side by side ([`crate::joint::packs`]) are of one task. So no two tasks touch a row that
//! one of them writes.
//!
//! In a stage of meshes ([`crate::joint::mesh`]) a task has some nodes, or some chains. The nodes have states of their
//! own, which are rows like those of the bodies. A node that can move is on one path of a round at most, and has a row
//! that no other node has; rows that cannot move are only read. A chain has its links to itself.
//!
//! Couplings of joints ([`crate::joint::coupled`]) share bodies, and are one task of a stage of their own. So no other
//! task touches a row meanwhile.
//!
//! [`Row`] is an index that was compared with the number of rows when it was made. That happens once a step for each
//! constraint. For a cached block it happens whenever the number of rows differs or some row became another body's
//! (`Solver::open`, [`crate::contact::cache`]). The passes, a dozen a step, do not compare it again. In debug builds
//! every access is checked.
//!
//! [`Shared`] is a list, and [`Rows::part`] a run of rows; each task of a stage has a part of its own. Tasks are cut
//! from ranges that follow each other ([`crate::stages::Stage::items_of`]), and each runs once. Only `Solver::run`,
//! `Solver::run_color`, `Solver::run_interior`, `Packs::run`, `Meshes::run` and `Couplings::run`, whose stage is one
//! task, take parts, one of each list at a time; regions have different chunks. A stage goes over rows in parts
//! (integration), by its constraints (a color, a round or a tree), or by regions, so the above holds. Small colors or
//! rounds that follow each other are one stage of one task, which does them in turn: that it is one task makes it
//! sound.
//!
//! The file also has [`prefetch`] and [`prefetch_write`], which affect only time.
#![allow(unsafe_code)]

use crate::{BodyState, ForceUpdate};
use fearless_simd::Level;
use std::cell::UnsafeCell;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut, Range};
use std::panic::RefUnwindSafe;

/// Bytes of a cache line.
#[cfg(target_arch = "x86_64")]
const LINE: usize = 64;

/// Index of a body row that is below the number of rows that it was made for. The last row is a dummy for padding
/// lanes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(transparent)]
pub(crate) struct Row(u32);

impl Row {
    /// As an index.
    #[inline(always)]
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// All body rows during a stage.
#[derive(Clone, Copy)]
pub(crate) struct Rows<'a> {
    first: *mut BodyState,
    len: usize,
    owner: PhantomData<&'a mut [BodyState]>,
    /// The change of the first rows by a substep of forces; the others get nothing.
    updates: &'a [ForceUpdate],
}

// SAFETY: `Rows` is a `&mut [BodyState]` that was taken apart. Several threads use it only through `velocity`,
// `motion`, `state`, `set_velocity`, `set_motion`, `set_state` and `part`. Callers of `part` keep to rows of their own
// task, in other stages; all others keep to rows of their own color or of their own region (see the head of the file).
unsafe impl Sync for Rows<'_> {}

impl<'a> Rows<'a> {
    pub(crate) fn new(rows: &'a mut [BodyState], updates: &'a [ForceUpdate]) -> Self {
        Self { first: rows.as_mut_ptr(), len: rows.len(), owner: PhantomData, updates }
    }

    /// The velocity that a substep of forces adds to a row [m/s].
    #[inline(always)]
    pub(crate) fn gain(&self, row: Row) -> [f32; 2] {
        self.updates.get(row.index()).map_or([0.0; 2], |update| update.gain().into())
    }

    /// The velocity half of a row.
    #[inline(always)]
    pub(crate) fn velocity(&self, row: Row) -> &[f32; 4] {
        debug_assert!((row.0 as usize) < self.len);
        // SAFETY: a `Row` is below the length (`RowLimit::row`, same rows within a step); a row is 32 bytes, its
        // first half four floats; nobody else writes it now (colors, trees, regions).
        unsafe { &*self.first.add(row.0 as usize).cast::<[f32; 4]>() }
    }

    /// The motion half of a row.
    #[inline(always)]
    pub(crate) fn motion(&self, row: Row) -> &[f32; 4] {
        debug_assert!((row.0 as usize) < self.len);
        // SAFETY: as `velocity`; the second half. No constraint but a mesh writes it (meshes), and no task reads it of
        // rows of another region (regions).
        unsafe { &*self.first.add(row.0 as usize).cast::<[f32; 4]>().add(1) }
    }

    /// A whole row.
    #[inline(always)]
    pub(crate) fn state(&self, row: Row) -> &BodyState {
        debug_assert!((row.0 as usize) < self.len);
        // SAFETY: as `velocity`; in a stage of regions only the task of the region that owns the row reads it.
        unsafe { &*self.first.add(row.0 as usize) }
    }

    /// Writes a whole row.
    #[inline(always)]
    pub(crate) fn set_state(&self, row: Row, state: &BodyState) {
        debug_assert!((row.0 as usize) < self.len);
        // SAFETY: as `state`; no other task of this stage reads or writes the row (regions).
        unsafe { *self.first.add(row.0 as usize) = *state }
    }

    /// Writes the velocity half of a row that can move. The row occurs only here in this color, or it is the split body
    /// of a block all of whose lanes were read.
    #[inline(always)]
    pub(crate) fn set_velocity(&self, row: Row, velocity: &[f32; 4]) {
        debug_assert!((row.0 as usize) < self.len);
        // SAFETY: as `velocity`; and no other lane of this color, nor another region, reads or writes this row, or all
        // that read it have (split bodies).
        unsafe { *self.first.add(row.0 as usize).cast::<[f32; 4]>() = *velocity }
    }
}

impl Rows<'_> {
    /// Writes the motion half of a row that its mesh moves.
    #[inline(always)]
    pub(crate) fn set_motion(&self, row: Row, motion: &[f32; 4]) {
        debug_assert!((row.0 as usize) < self.len);
        // SAFETY: as `set_velocity`; one task of this stage has the node of the row (meshes).
        unsafe { *self.first.add(row.0 as usize).cast::<[f32; 4]>().add(1) = *motion }
    }

    /// Some rows, for the one task of this stage that owns them.
    #[allow(clippy::mut_from_ref)] // Disjoint parts are the purpose; see the head of the file.
    pub(crate) fn part(&self, rows: Range<usize>) -> &mut [BodyState] {
        assert!(rows.start <= rows.end && rows.end <= self.len, "rows {rows:?} of {}", self.len);
        // SAFETY: the rows exist, and no other task of this stage has or reads any of them.
        unsafe { std::slice::from_raw_parts_mut(self.first.add(rows.start), rows.len()) }
    }
}

/// A list of which each task of a stage may have a part to write.
pub(crate) struct Shared<T>(Vec<UnsafeCell<T>>);

// SAFETY: the list is read, or parts of it are written through `part`, whose callers keep to parts that no other task
// of the stage has or reads (see the head of the file).
unsafe impl<T: Send + Sync> Sync for Shared<T> {}

// After a panic the list is no worse to look at than a `Vec`.
impl<T: RefUnwindSafe> RefUnwindSafe for Shared<T> {}

impl<T> Shared<T> {
    /// An empty list.
    pub(crate) const fn new() -> Self {
        Self(Vec::new())
    }

    /// An empty list with room for so many.
    pub(crate) fn with_capacity(room: usize) -> Self {
        Self(Vec::with_capacity(room))
    }

    /// The list itself, to be grown or shrunk.
    pub(crate) fn cells(&mut self) -> &mut Vec<UnsafeCell<T>> {
        &mut self.0
    }

    /// Adds one.
    pub(crate) fn push(&mut self, value: T) {
        self.0.push(UnsafeCell::new(value));
    }

    /// Resizes the list to `count`.
    pub(crate) fn resize_with(&mut self, count: usize, mut make: impl FnMut() -> T) {
        self.0.resize_with(count, || UnsafeCell::new(make()));
    }

    /// Some items, for the one task of this stage that owns them.
    #[allow(clippy::mut_from_ref)] // Disjoint parts are the purpose; see the head of the file.
    pub(crate) fn part(&self, part: Range<usize>) -> &mut [T] {
        let cells = &self.0[part];
        // SAFETY: cells may be written to through a shared reference, and no other task of this stage has or reads any
        // of these.
        unsafe { std::slice::from_raw_parts_mut(UnsafeCell::raw_get(cells.as_ptr()), cells.len()) }
    }
}

impl<T> Deref for Shared<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        // SAFETY: a cell has the layout of its value; nobody has a part while the whole is read (see the head of the
        // file).
        unsafe { std::slice::from_raw_parts(UnsafeCell::raw_get(self.0.as_ptr()), self.0.len()) }
    }
}

impl<T> DerefMut for Shared<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: a cell has the layout of its value, and this is the only reference.
        unsafe { std::slice::from_raw_parts_mut(UnsafeCell::raw_get(self.0.as_ptr()), self.0.len()) }
    }
}

impl<T> Default for Shared<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: Clone> Clone for Shared<T> {
    fn clone(&self) -> Self {
        Self(self.iter().cloned().map(UnsafeCell::new).collect())
    }
}

impl<T: std::fmt::Debug> std::fmt::Debug for Shared<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// Makes rows: compares an index with the number of rows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RowLimit(u32);

impl RowLimit {
    /// For `len` rows, the last one the dummy.
    pub(crate) fn new(len: usize) -> Self {
        assert!(len > 0 && u32::try_from(len).is_ok(), "the dummy row is missing");
        Self(len as u32)
    }

    /// Number of rows, with the dummy.
    pub(crate) fn len(self) -> usize {
        self.0 as usize
    }

    /// The row `index`, or the dummy if there is none.
    #[inline(always)]
    pub(crate) fn row(self, index: u32) -> Row {
        if index < self.0 { Row(index) } else { self.dummy() }
    }

    /// The dummy row: padding lanes read it, nobody writes it.
    #[inline(always)]
    pub(crate) fn dummy(self) -> Row {
        Row(self.0 - 1)
    }
}

/// Fetches memory that will be written soon for writing, away from the other cores, if the processor
/// [can](has_prefetch_write). Otherwise a line that another core wrote last would be fetched for reading, and then
/// requested once more.
#[inline(always)]
pub(crate) fn prefetch_write<T>(what: &T) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        let first = std::ptr::from_ref(what).cast::<u8>();
        for line in 0..size_of::<T>().div_ceil(LINE) {
            let line = first.wrapping_add(LINE * line);
            // SAFETY: a hint as in `prefetch`: it changes nothing that a program could see, and cannot fault. A
            // processor with AVX2 but without it (Intel's before Broadwell) runs the same code as a `nop`; older ones
            // never get here.
            unsafe { std::arch::asm!("prefetchw [{}]", in(reg) line, options(nostack, preserves_flags, readonly)) };
        }
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    let _ = what;
}

/// Whether this machine has an instruction for [`prefetch_write`].
#[inline(always)]
pub(crate) fn has_prefetch_write(level: Level) -> bool {
    #[cfg(target_arch = "x86_64")]
    return level.as_avx2().is_some();
    #[cfg(not(target_arch = "x86_64"))]
    return {
        let _ = level;
        false
    };
}

/// Prefetches memory that will be read or written soon into the second cache. Does nothing on targets without a stable
/// intrinsic for it.
#[inline(always)]
pub fn prefetch<T>(what: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T1, _mm_prefetch};
        let first = std::ptr::from_ref(what).cast::<i8>();
        for line in 0..size_of::<T>().div_ceil(LINE) {
            // SAFETY: a hint that every x86-64 has. It reads nothing that a program could see, and cannot fault;
            // besides, the lines are those of a value that exists.
            unsafe { _mm_prefetch::<_MM_HINT_T1>(first.wrapping_add(LINE * line)) };
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = what;
}
