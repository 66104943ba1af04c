//! Serialization by one set of functions: a [`Stream`] either writes the values that it is shown, or fills them in.
//! Numbers are little-endian. Whole numbers go in groups of seven bits (LEB128), so that small ones take a byte.

use crate::Error;
use carom_math::{Aabb, Pose, Vec2};

type Result<T = ()> = std::result::Result<T, Error>;

/// A fault of an image.
pub(crate) fn fault(place: &str, problem: impl Into<String>) -> Error {
    Error::Snapshot { place: place.to_owned(), problem: problem.into() }
}

/// Writes values to bytes, or reads them from bytes.
pub(crate) trait Stream {
    /// Writes the bytes, or fills them in.
    fn raw(&mut self, bytes: &mut [u8]) -> Result;

    /// A whole number of any size.
    fn whole(&mut self, n: &mut u64) -> Result;

    /// A whole number of 32 bits.
    fn index(&mut self, n: &mut u32) -> Result {
        let mut wide = u64::from(*n);
        self.whole(&mut wide)?;
        *n = u32::try_from(wide).map_err(|_| fault("", format!("{wide} is too large")))?;
        Ok(())
    }

    /// A byte.
    fn byte(&mut self, n: &mut u8) -> Result {
        let mut raw = [*n];
        self.raw(&mut raw)?;
        [*n] = raw;
        Ok(())
    }

    /// Yes or no.
    fn flag(&mut self, x: &mut bool) -> Result {
        let mut byte = u8::from(*x);
        self.byte(&mut byte)?;
        if byte > 1 {
            return Err(fault("", format!("{byte} is neither yes nor no")));
        }
        *x = byte == 1;
        Ok(())
    }

    /// 32 bits, unchanged.
    fn word(&mut self, n: &mut u32) -> Result {
        let mut raw = n.to_le_bytes();
        self.raw(&mut raw)?;
        *n = u32::from_le_bytes(raw);
        Ok(())
    }

    /// A float, bit for bit.
    fn number(&mut self, x: &mut f32) -> Result {
        let mut bits = x.to_bits();
        self.word(&mut bits)?;
        *x = f32::from_bits(bits);
        Ok(())
    }

    /// Several floats.
    fn numbers<const N: usize>(&mut self, list: [&mut f32; N]) -> Result {
        list.into_iter().try_for_each(|x| self.number(x))
    }

    /// A vector.
    fn vector(&mut self, v: &mut Vec2) -> Result {
        self.numbers([&mut v.x, &mut v.y])
    }

    /// A pose.
    fn pose(&mut self, pose: &mut Pose) -> Result {
        self.numbers([&mut pose.p.x, &mut pose.p.y, &mut pose.q.c, &mut pose.q.s])
    }

    /// A box.
    fn area(&mut self, b: &mut Aabb) -> Result {
        self.vector(&mut b.min)?;
        self.vector(&mut b.max)
    }

    /// A value that may be missing.
    fn maybe<T: Default>(&mut self, x: &mut Option<T>, inner: impl FnOnce(&mut Self, &mut T) -> Result) -> Result {
        let mut there = x.is_some();
        self.flag(&mut there)?;
        if there {
            return inner(self, x.get_or_insert_with(T::default));
        }
        *x = None;
        Ok(())
    }
}

/// Bytes being written.
#[derive(Debug, Default)]
pub(crate) struct Writer {
    pub bytes: Vec<u8>,
}

impl Stream for Writer {
    fn raw(&mut self, bytes: &mut [u8]) -> Result {
        self.bytes.extend_from_slice(bytes);
        Ok(())
    }

    fn whole(&mut self, n: &mut u64) -> Result {
        let mut rest = *n;
        while rest >= 0x80 {
            self.bytes.push(rest as u8 | 0x80);
            rest >>= 7;
        }
        self.bytes.push(rest as u8);
        Ok(())
    }
}

/// Bytes being read.
#[derive(Debug)]
pub(crate) struct Reader<'a> {
    pub rest: &'a [u8],
    /// The tag of the world, which is in all keys.
    pub tag: u32,
}

impl Stream for Reader<'_> {
    fn raw(&mut self, bytes: &mut [u8]) -> Result {
        let (head, rest) = self.rest.split_at_checked(bytes.len()).ok_or_else(ends)?;
        bytes.copy_from_slice(head);
        self.rest = rest;
        Ok(())
    }

    fn whole(&mut self, n: &mut u64) -> Result {
        *n = 0;
        for shift in (0..64).step_by(7) {
            let (&byte, rest) = self.rest.split_first().ok_or_else(ends)?;
            self.rest = rest;
            *n |= u64::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return Ok(());
            }
        }
        Err(fault("", "a whole number has too many bytes"))
    }
}

fn ends() -> Error {
    fault("", "the image ends here")
}

impl Reader<'_> {
    /// Number of entries that follow, of at least a byte each.
    pub(crate) fn count(&mut self) -> Result<usize> {
        let mut count = 0;
        self.whole(&mut count)?;
        let most = self.rest.len();
        usize::try_from(count)
            .ok()
            .filter(|&count| count <= most)
            .ok_or_else(|| fault("", format!("{count} are said to follow, where {most} bytes are left")))
    }

    /// A list of whole numbers.
    pub(crate) fn indices(&mut self) -> Result<Vec<u32>> {
        let count = self.count()?;
        let mut list = Vec::with_capacity(count);
        for _ in 0..count {
            let mut index = 0;
            self.index(&mut index)?;
            list.push(index);
        }
        Ok(list)
    }
}

impl Writer {
    /// See [`Reader::count`].
    pub(crate) fn count(&mut self, count: usize) -> Result {
        self.whole(&mut (count as u64))
    }

    /// See [`Reader::indices`].
    pub(crate) fn indices(&mut self, list: impl ExactSizeIterator<Item = u32>) -> Result {
        self.count(list.len())?;
        list.into_iter().try_for_each(|mut index| self.index(&mut index))
    }
}

/// Adds the place of a fault, from the inside out.
pub(crate) trait At<T> {
    /// The fault is in a part with this name.
    fn at(self, part: &str) -> Result<T>;
    /// The fault is in entry `index` of a list.
    fn in_list(self, list: &str, index: usize) -> Result<T>;
}

impl<T> At<T> for Result<T> {
    fn at(self, part: &str) -> Self {
        self.map_err(|e| match e {
            Error::Snapshot { place, problem } if place.is_empty() => fault(part, problem),
            Error::Snapshot { place, problem } => fault(&format!("{part}.{place}"), problem),
            Error::Value { field, value, expected } => {
                fault(&format!("{part}.{field}"), format!("{value} is not {expected}"))
            }
            other => fault(part, other.to_string()),
        })
    }

    fn in_list(self, list: &str, index: usize) -> Self {
        self.map_err(|e| match Err::<(), _>(e).at(&format!("{list}[{index}]")) {
            Err(e) => e,
            Ok(()) => fault(list, "no fault"),
        })
    }
}
