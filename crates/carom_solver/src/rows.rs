//! Disjoint access to body rows from several threads: the one room with `unsafe` in it.
//!
//! The constraints of one colour are solved at the same time on several threads, and each reads and writes the rows of
//! its two bodies. No row that can move stands twice in a colour ([`crate::colour`] sees to it, and `World::validate`
//! checks it), and rows that cannot move are only read. So no row is written by one thread while another touches it.
//!
//! [`Row`] is an index that was compared with the number of rows when it was made, once a step for each constraint;
//! the passes, a dozen a step, do not compare it again. In debug builds every access is checked.
//!
//! Besides, [`fetch`], which has no effect but on time.
#![allow(unsafe_code)]

use crate::BodyState;
use std::marker::PhantomData;

/// Bytes that a cache fetches at once.
#[cfg(target_arch = "x86_64")]
const LINE: usize = 64;

/// Index of a body row that is inside the rows that it was made for (the last one is a dummy for padding lanes).
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
}

// SAFETY: `Rows` is a `&mut [BodyState]` that was taken apart. It is used from several threads only through
// `velocity`, `motion` and `set_velocity`, whose callers keep to rows of their own colour (see the head of the file).
unsafe impl Sync for Rows<'_> {}

impl<'a> Rows<'a> {
    pub(crate) fn new(rows: &'a mut [BodyState]) -> Self {
        Self { first: rows.as_mut_ptr(), len: rows.len(), owner: PhantomData }
    }

    /// The velocity half of a row.
    #[inline(always)]
    pub(crate) fn velocity(&self, row: Row) -> &[f32; 4] {
        debug_assert!((row.0 as usize) < self.len);
        // SAFETY: a `Row` is below the length (`RowLimit::row`, same rows within a step); a row is 32 bytes, its
        // first half four floats; nobody writes it now (colours).
        unsafe { &*self.first.add(row.0 as usize).cast::<[f32; 4]>() }
    }

    /// The motion half of a row.
    #[inline(always)]
    pub(crate) fn motion(&self, row: Row) -> &[f32; 4] {
        debug_assert!((row.0 as usize) < self.len);
        // SAFETY: as `velocity`; the second half. No constraint writes it.
        unsafe { &*self.first.add(row.0 as usize).cast::<[f32; 4]>().add(1) }
    }

    /// Writes the velocity half of a row that can move and stands in this place of this colour only.
    #[inline(always)]
    pub(crate) fn set_velocity(&self, row: Row, velocity: &[f32; 4]) {
        debug_assert!((row.0 as usize) < self.len);
        // SAFETY: as `velocity`; and no other lane of this colour reads or writes this row (colours).
        unsafe { *self.first.add(row.0 as usize).cast::<[f32; 4]>() = *velocity }
    }
}

/// Makes rows, and compares each with the number of rows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RowLimit(u32);

impl RowLimit {
    /// For `len` rows, the last one the dummy.
    pub(crate) fn new(len: usize) -> Self {
        assert!(len > 0 && u32::try_from(len).is_ok(), "the dummy row is missing");
        Self(len as u32)
    }

    /// The row `index`, or the dummy where there is none.
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

/// Asks for memory that will be read or written soon, so that it is in the second cache by then. Does nothing where the
/// language has no stable word for it.
#[inline(always)]
pub fn fetch<T>(what: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T1, _mm_prefetch};
        let first = std::ptr::from_ref(what).cast::<i8>();
        for line in 0..size_of::<T>().div_ceil(LINE) {
            // SAFETY: a hint, of the instructions that every x86-64 has. It reads nothing that a program could see, and cannot
            // fault; besides, the lines are those of a value that is there.
            unsafe { _mm_prefetch::<_MM_HINT_T1>(first.wrapping_add(LINE * line)) };
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = what;
}
