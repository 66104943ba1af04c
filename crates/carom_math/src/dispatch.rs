//! The choice of an instruction set at run time.

/// Runs `op` with the instruction set of `level`, as the macro of this name in fearless_simd.
///
/// On x86-64 there are three: AVX-512, AVX2, and SSE2 for all that have less. SSE4.2 would be a fourth copy of every
/// kernel, a tenth of the build, for the few processors that have it and not AVX2. All give the same bits.
#[macro_export]
macro_rules! dispatch {
    (@with $token:expr, $simd:pat => $op:expr) => {{
        let token = $token;
        $crate::simd::Simd::vectorize(
            token,
            #[inline(always)]
            || {
                let $simd = $crate::simd::any(token);
                $op
            },
        )
    }};
    ($level:expr, $simd:pat => $op:expr) => {{
        #[cfg(target_arch = "x86_64")]
        let done = {
            let level = $level;
            if let Some(avx512) = level.as_avx512() {
                $crate::dispatch!(@with avx512, $simd => $op)
            } else if let Some(avx2) = level.as_avx2() {
                $crate::dispatch!(@with avx2, $simd => $op)
            } else if let Some(sse2) = level.as_sse2() {
                $crate::dispatch!(@with sse2, $simd => $op)
            } else {
                unreachable!("x86-64 has SSE2")
            }
        };
        #[cfg(not(target_arch = "x86_64"))]
        let done = $crate::simd::dispatch!($level, $simd => $op);
        done
    }};
}
