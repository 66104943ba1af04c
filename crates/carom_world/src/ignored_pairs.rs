//! Pairs of bodies that ignore each other, whatever their filters say.

use crate::key::BodyKey;
use crate::{Error, World};

impl World {
    /// Sets whether two bodies ignore each other: then their shapes neither touch nor sense each other. It holds beside
    /// filters and joints, until it is set back or one of the two is removed. A contact that it forbids ends in the
    /// next step. Both bodies wake. Queries do not know it.
    ///
    /// ```
    /// use carom::{BodyDef, World};
    ///
    /// let mut world = World::default();
    /// let bird = world.add_body(BodyDef::dynamic())?;
    /// let sling = world.add_body(BodyDef::fixed())?;
    /// world.ignore_pair(bird, sling, true)?;
    /// assert!(world.ignores_pair(sling, bird));
    /// # Ok::<(), carom::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// A stale key, or the same body twice.
    pub fn ignore_pair(&mut self, a: BodyKey, b: BodyKey, ignore: bool) -> Result<(), Error> {
        for (key, name) in [(a, "a"), (b, "b")] {
            if !self.has_body(key) {
                return Err(Error::StaleKey { name });
            }
        }
        if a == b {
            return Err(Error::value("b", b, "another body than a"));
        }
        if self.state.ignored.set(a, b, ignore) {
            for key in [a, b] {
                self.state.wake(key);
                self.state.note_ignored(key);
                self.state.disturb_body(key);
            }
        }
        Ok(())
    }

    /// Whether two bodies ignore each other by [`World::ignore_pair`].
    pub fn ignores_pair(&self, a: BodyKey, b: BodyKey) -> bool {
        self.state.ignored.has(a, b)
    }
}
