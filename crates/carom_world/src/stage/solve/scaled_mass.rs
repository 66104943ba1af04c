//! Rows with a scaled mass ([`crate::stage::solve::mass_scaling`]), and the memory to find them.

/// A row whose mass is scaled, and its true inverse mass and inertia.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ScaledMass {
    pub row: u32,
    /// Factor on the mass: a power of two, so that scaling rounds nothing.
    pub factor: f32,
    pub inv_mass: f32,
    pub inv_inertia: f32,
}

/// The load of an awake row.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Load {
    /// The greatest impulse of a contact in a substep [N s].
    pub push: f32,
    /// The mass of the heaviest body that it bears, 0 if it bears none [kg].
    pub bears: f32,
    /// Whether it stands on something immovable, through others or itself.
    pub grounded: bool,
    /// Whether something that it touches moves fast against it.
    pub fast: bool,
}

/// The rows with a scaled mass, and the memory to find them.
#[derive(Clone, Debug, Default)]
pub(crate) struct MassScaling {
    pub rows: Vec<ScaledMass>,
    pub loads: Vec<Load>,
    /// Pairs of laden rows, the lower one first.
    pub columns: Vec<[u32; 2]>,
}
