//! Minimum and maximum of lanes.

use crate::Floats;
use fearless_simd::Select;

/// Lane by lane `if a < b { a } else { b }`: one instruction on x86, compare and select elsewhere. Other machines' own
/// minimum orders the two zeros.
#[inline(always)]
pub fn least<F: Floats>(a: F, b: F) -> F {
    if cfg!(any(target_arch = "x86", target_arch = "x86_64")) { a.min(b) } else { a.simd_lt(b).select(a, b) }
}

/// Lane by lane `if a > b { a } else { b }`.
#[inline(always)]
pub fn most<F: Floats>(a: F, b: F) -> F {
    if cfg!(any(target_arch = "x86", target_arch = "x86_64")) { a.max(b) } else { a.simd_gt(b).select(a, b) }
}
