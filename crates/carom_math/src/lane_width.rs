//! The number of SIMD lanes that the machine takes at once. It affects only speed.

use fearless_simd::Level;
use std::fmt;

/// The width of the machine's vectors. A lane gives the same bits whatever is beside it, so no result depends on the
/// width.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LaneWidth {
    /// The widest that the machine has.
    #[default]
    Auto,
    /// Contacts one by one with the scalar code that lanes are measured against. The rest uses the fewest lanes of the
    /// machine (on x86-64 the four of SSE2, which every one has).
    One,
    /// Four numbers (SSE2). Machines with no other width have this one.
    Four,
    /// Eight numbers (AVX2), or the widest below.
    Eight,
    /// Sixteen numbers (AVX-512), or the widest below.
    Sixteen,
}

impl fmt::Display for LaneWidth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Auto => "auto",
            Self::One => "1",
            Self::Four => "4",
            Self::Eight => "8",
            Self::Sixteen => "16",
        })
    }
}

impl LaneWidth {
    /// The instruction set to use on this machine.
    pub fn level(self) -> Level {
        let best = Level::new();
        match self {
            Self::Auto | Self::Sixteen => best,
            Self::Eight => up_to_eight(best),
            Self::One | Self::Four => up_to_four(best),
        }
    }
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
fn up_to_eight(best: Level) -> Level {
    best.as_avx2().map_or(best, Level::Avx2)
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
fn up_to_four(best: Level) -> Level {
    best.as_sse2().map_or(best, Level::Sse2)
}

#[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
fn up_to_eight(best: Level) -> Level {
    best
}

#[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
fn up_to_four(best: Level) -> Level {
    best
}
