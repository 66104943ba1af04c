//! Contact manifolds on lanes (SIMD): as many pairs at once as fill a register, bit for bit as the scalar code.

pub(crate) mod boxes;
pub(crate) mod circles;
pub(crate) mod clip;
pub(crate) mod core;
pub(crate) mod polygons;
pub(crate) mod quad;
pub(crate) mod route;
