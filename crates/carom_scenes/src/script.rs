//! A script in play: it acts before each step, through [`Stage`], so that any engine can play it. It keeps no clock but
//! the number of the step.

use crate::catalog::junkyard::pusher_pose;
use crate::catalog::rain::Rain;
use crate::{PlannedCall, SceneError, ScriptKind, Stage};

/// A script in play, with its state between steps.
#[derive(Clone, Debug)]
pub enum Script {
    /// See [`ScriptKind::Rain`].
    Rain(Box<Rain>),
    /// See [`ScriptKind::Junkyard`].
    Junkyard {
        /// Number of the kinematic body.
        pusher: usize,
    },
    /// See [`ScriptKind::Calls`]: the remaining ones.
    Calls(std::iter::Peekable<std::vec::IntoIter<PlannedCall>>),
}

impl Script {
    /// The script of this kind, before step 0.
    pub fn new(kind: ScriptKind) -> Self {
        match kind {
            ScriptKind::Rain => Self::Rain(Box::default()),
            ScriptKind::Junkyard { pusher } => Self::Junkyard { pusher },
            ScriptKind::Calls(calls) => Self::Calls(calls.into_iter().peekable()),
        }
    }

    /// Acts before step number `step`, 0 for the first.
    ///
    /// # Errors
    /// The stage refuses an action.
    pub fn act(&mut self, step: u32, stage: &mut dyn Stage) -> Result<(), SceneError> {
        match self {
            Self::Rain(rain) => rain.act(step, stage),
            Self::Junkyard { pusher } => stage.move_to(*pusher, pusher_pose(step)),
            Self::Calls(calls) => {
                while let Some(planned) = calls.next_if(|planned| planned.step <= step) {
                    stage.call(&planned.call)?;
                }
                Ok(())
            }
        }
    }
}
