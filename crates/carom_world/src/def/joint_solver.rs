//! [`JointSolver`]: the way in which all that joints hold is solved.

use carom_solver::TreeChoice;

/// The way in which all that joints hold is solved: one joint after the other, or whole trees of them at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum JointSolver {
    /// Trees that are long, that carry much, that have a hub, or in which a spring, a motor or a limit acts at a long
    /// lever, at once; nets of hinges path after path; all others one joint after the other.
    #[default]
    Automatic,
    /// One joint after the other. Joints of a hub take a part of their error only.
    Iterative,
    /// Every tree at once.
    Direct,
}

impl JointSolver {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Automatic, Self::Iterative, Self::Direct];

    /// The same as the solver has it.
    pub(crate) fn choice(self) -> TreeChoice {
        match self {
            Self::Automatic => TreeChoice::Hard,
            Self::Iterative => TreeChoice::None,
            Self::Direct => TreeChoice::All,
        }
    }
}
