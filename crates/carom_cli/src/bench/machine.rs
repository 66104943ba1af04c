//! The machine that was measured, and the commit that was built.

use crate::table::count;
use carom::math::LaneWidth;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::thread::available_parallelism;
use sysinfo::{CpuRefreshKind, RefreshKind, System};

/// The commit from which this program was built, if `build.rs` found one.
pub const COMMIT: Option<&str> = option_env!("CAROM_COMMIT");

/// The machine that was measured.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Machine {
    /// Name of the processor, as the maker gives it.
    pub cpu: String,
    /// Architecture, such as `x86_64`.
    pub arch: String,
    /// Cores that this process may use.
    pub cores: usize,
    /// Instruction set of the lanes that ran, such as `Avx2`.
    pub instruction_set: String,
    /// Operating system with its version.
    pub os: String,
}

impl fmt::Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cores = count(self.cores as u64, "core", "cores");
        write!(f, "{}, {cores}, {} {}, {}", self.cpu, self.arch, self.instruction_set, self.os)
    }
}

impl Machine {
    /// This machine, with lanes of this width.
    pub fn here(lanes: LaneWidth) -> Self {
        let system = System::new_with_specifics(RefreshKind::nothing().with_cpu(CpuRefreshKind::nothing()));
        let cpu = system.cpus().first().map_or("", |cpu| cpu.brand()).trim();
        let level = format!("{:?}", lanes.level());
        Self {
            cpu: if cpu.is_empty() { "unknown" } else { cpu }.to_owned(),
            arch: std::env::consts::ARCH.to_owned(),
            cores: available_parallelism().map_or(1, usize::from),
            // The name of the variant, without what is in it.
            instruction_set: level.split(['(', ' ']).next().unwrap_or_default().to_owned(),
            os: System::long_os_version().unwrap_or_else(|| std::env::consts::OS.to_owned()),
        }
    }
}
