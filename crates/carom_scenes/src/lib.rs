//! Scenes as data that no engine owns, the scene file format, and the report of a run.
//!
//! - [`SceneDef`]: a world, its bodies and its joints as definitions; [`all`] and [`find`] name the benchmark scenes.
//! - [`Script`]: actions before each step, through the small trait [`Stage`], so that other engines play the same
//!   scene.
//! - [`soup`]: a random world of everything that a scene can express, from a seed; [`reduce`] shrinks one that fails.
//! - [`read_scene`], [`write_scene`]: the scene file.
//! - [`run`]: a scene from its first step to its last by carom, [`run_observed`] with a look after each step; [`Play`]
//!   step by step. [`Report`] is the result;
//!   [`measure_motion`], [`measure_overlap`] and [`JointErrorSum`] measure any engine from a [`Roster`] and
//!   [`Sample`]s.
#![forbid(unsafe_code)]

mod call;
mod catalog;
mod container;
mod error;
mod file;
mod play;
mod progress;
mod random;
mod report;
mod roster;
mod run;
mod scene;
mod script;
mod script_kind;
mod soup;
mod stage;

pub use call::{BodyCall, Call, PlannedCall};
pub use catalog::{Entry, MOST_BODIES, all, extras, find};
pub use container::Container;
pub use error::SceneError;
pub use file::{VERSION, can_export, read_scene, read_scene_from, write_scene};
pub use play::Play;
pub use progress::{Progress, Row};
pub use random::SplitMix64;
pub use report::{
    JointError, JointErrorSum, Motion, OverlapStats, Report, Sample, Spread, hex, measure_motion, measure_overlap,
};
pub use roster::Roster;
pub use run::{Run, RunOptions, run, run_observed};
pub use scene::{SceneDef, SceneJoint};
pub use script::Script;
pub use script_kind::ScriptKind;
pub use soup::{Flavour, reduce, soup};
pub use stage::Stage;

/// The example of the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
