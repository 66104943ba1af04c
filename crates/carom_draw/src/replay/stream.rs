//! Numbers as bytes, compressed: small ones take one byte, runs of zeros two or three.

use flate2::Compression;
use flate2::write::ZlibEncoder;
use std::io::Write;

/// The code of a run of zeros, which its length follows, and that of one zero. Others are two more than their zigzag.
const RUN: u32 = 0;
const ZERO: u8 = 1;

/// Numbers that are added together, and room for their bytes: five each, and a run of zeros.
const TOGETHER: usize = 16;
const ROOM: usize = 128;

/// The code of a number that is not zero.
#[inline]
fn code(number: i32) -> u32 {
    (((number << 1) ^ (number >> 31)) as u32).wrapping_add(1)
}

/// A few bytes, without a look for room at each.
struct Few {
    bytes: [u8; ROOM],
    len: usize,
}

impl Few {
    #[inline(always)]
    fn put(&mut self, byte: u8) {
        self.bytes[self.len % ROOM] = byte;
        self.len += 1;
    }

    /// A run of zeros, or one, or none: without a branch if it is short.
    #[inline(always)]
    fn zeros(&mut self, zeros: u32) {
        if zeros >= 0x80 {
            self.whole(RUN);
            self.whole(zeros);
            return;
        }
        self.bytes[self.len % ROOM] = if zeros == 1 { ZERO } else { RUN as u8 };
        self.len += usize::from(zeros > 0);
        self.bytes[self.len % ROOM] = zeros as u8;
        self.len += usize::from(zeros > 1);
    }

    #[inline(always)]
    fn whole(&mut self, mut number: u32) {
        while number >= 0x80 {
            self.put(number as u8 | 0x80);
            number >>= 7;
        }
        self.put(number as u8);
    }
}

/// A stream of numbers in the making. It is compressed at its end: many streams at once, on threads that are free then.
#[derive(Default)]
pub(crate) struct Stream {
    zeros: u32,
    bytes: Vec<u8>,
}

impl Stream {
    /// Adds numbers that are small in most cases.
    #[inline]
    pub fn residuals(&mut self, numbers: &[i32]) {
        for numbers in numbers.chunks(TOGETHER) {
            if numbers.iter().fold(0, |all, number| all | number) == 0 {
                self.zeros += numbers.len() as u32;
                continue;
            }
            // From one number that is not zero to the next: whether a number is zero cannot be foreseen, and a branch
            // that goes wrong takes as long as ten bytes.
            let mut few = Few { bytes: [0; ROOM], len: 0 };
            let mut others = numbers.iter().enumerate().fold(0_u32, |bits, (k, &n)| bits | u32::from(n != 0) << k);
            let mut next = 0;
            while others != 0 {
                let at = others.trailing_zeros();
                others &= others - 1;
                few.zeros(self.zeros + at - next);
                few.whole(code(numbers[at as usize]));
                (self.zeros, next) = (0, at + 1);
            }
            self.zeros = numbers.len() as u32 - next;
            self.bytes.extend_from_slice(few.bytes.get(..few.len).unwrap_or_default());
        }
    }

    /// Adds a whole number as it is, beside residuals.
    #[inline]
    pub fn whole(&mut self, mut number: u32) {
        while number >= 0x80 {
            self.bytes.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.bytes.push(number as u8);
    }

    /// Adds a number with its sign, beside residuals.
    pub fn signed(&mut self, number: i32) {
        self.whole(((number << 1) ^ (number >> 31)) as u32);
    }

    /// Adds the upper half of a float: a part in 256.
    pub fn float(&mut self, number: f32) {
        let upper = (number.to_bits() >> 16) as u16;
        self.bytes.extend_from_slice(&upper.to_le_bytes());
    }

    /// Adds a byte.
    pub fn byte(&mut self, byte: u8) {
        self.bytes.push(byte);
    }

    /// Adds text.
    pub fn text(&mut self, text: &str) {
        self.bytes.extend_from_slice(text.as_bytes());
    }

    /// Adds a stream whose zeros have ended.
    pub fn append(&mut self, mut other: Self) {
        other.end_zeros();
        self.end_zeros();
        self.bytes.append(&mut other.bytes);
    }

    fn end_zeros(&mut self) {
        match std::mem::take(&mut self.zeros) {
            0 => {}
            1 => self.bytes.push(ZERO),
            zeros => {
                self.whole(RUN);
                self.whole(zeros);
            }
        }
    }

    /// The compressed bytes, with a level of 1 to 9.
    pub fn finish(mut self, level: u32) -> Vec<u8> {
        self.end_zeros();
        let mut sink = ZlibEncoder::new(Vec::new(), Compression::new(level));
        // Writing to memory does not fail.
        let _ = sink.write_all(&self.bytes);
        sink.finish().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    /// As `decode.js` reads them.
    fn read(bytes: &[u8], count: usize) -> Vec<i32> {
        let mut plain = Vec::new();
        flate2::read::ZlibDecoder::new(bytes).read_to_end(&mut plain).unwrap();
        let (mut at, mut numbers) = (0, Vec::new());
        let mut whole = || {
            let (mut number, mut shift) = (0_u32, 0);
            loop {
                let byte = plain[at];
                at += 1;
                number |= u32::from(byte & 0x7F) << shift;
                shift += 7;
                if byte < 0x80 {
                    return number;
                }
            }
        };
        while numbers.len() < count {
            match whole() {
                0 => numbers.extend(std::iter::repeat_n(0, whole() as usize)),
                1 => numbers.push(0),
                code => {
                    let zigzag = code - 1;
                    numbers.push((zigzag >> 1) as i32 ^ -((zigzag & 1) as i32));
                }
            }
        }
        numbers
    }

    #[test]
    fn numbers_come_back() {
        let mut numbers = vec![0, 1, -1, 0, 0, 63, -64, 64, 1 << 20, -(1 << 30), 0];
        numbers.extend([0; 100_000]);
        numbers.extend((-50_000..50_000).map(|i| i * 7));
        let mut stream = Stream::default();
        stream.residuals(&numbers);
        let mut parts = Stream::default();
        numbers.chunks(7).for_each(|part| parts.residuals(part));
        let bytes = stream.finish(6);
        assert_eq!(read(&bytes, numbers.len()), numbers);
        assert_eq!(parts.finish(6), bytes);
    }
}
