//! [`Gear`] and [`Rack`]: a ratio between two joints.

use crate::Error;

/// Least and greatest size of a ratio.
const RATIOS: [f32; 2] = [1.0e-6, 1.0e6];

/// Gear: q1 + ratio q2 = offset. Here q is the angle of a [`crate::Revolute`] or a [`crate::Wheel`], with its turns
/// [rad], or the place of a [`crate::Prismatic`] [m]. [`crate::World::add_gear`] couples two joints with it.
///
/// Two wheels of radii r1 and r2 that mesh turn opposite ways: their ratio is r2 / r1. With a belt they turn the same
/// way: -r2 / r1.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default, deny_unknown_fields))]
pub struct Gear {
    /// Factor on the second joint, of a size from 1e-6 to 1e6 [unit of q1 / unit of q2]. Default: 1.
    pub ratio: f32,
    /// The value that is held [unit of q1]. Default: as the two joints stand when the gear is added.
    pub offset: Option<f32>,
}

impl Default for Gear {
    fn default() -> Self {
        Self::new(1.0)
    }
}

impl Gear {
    /// A gear that holds the two joints as they stand.
    pub fn new(ratio: f32) -> Self {
        Self { ratio, offset: None }
    }

    /// Sets the value that is held, q1 + ratio q2.
    #[must_use]
    pub fn offset(mut self, offset: f32) -> Self {
        self.offset = Some(offset);
        self
    }

    pub(crate) fn check(&self) -> Result<(), Error> {
        check(self.ratio, self.offset)
    }
}

/// Rack and pinion: q2 = ratio q1 + offset. Here q1 is the angle of the pinion's [`crate::Revolute`] or
/// [`crate::Wheel`], with its turns [rad], and q2 the place of the rack's [`crate::Prismatic`] [m].
/// [`crate::World::add_gear`] couples two joints with it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default, deny_unknown_fields))]
pub struct Rack {
    /// Way of the rack by a radian of the pinion, its radius with a sign; of a size from 1e-6 to 1e6 [m/rad]. Default:
    /// 1.
    pub ratio: f32,
    /// Place of the rack at angle 0 of the pinion [m]. Default: as the two joints stand when the rack is added.
    pub offset: Option<f32>,
}

impl Default for Rack {
    fn default() -> Self {
        Self::new(1.0)
    }
}

impl Rack {
    /// A rack that moves by `ratio` for each radian of the pinion [m/rad], held as the two joints stand.
    pub fn new(ratio: f32) -> Self {
        Self { ratio, offset: None }
    }

    /// Sets the place of the rack at angle 0 of the pinion [m].
    #[must_use]
    pub fn offset(mut self, offset: f32) -> Self {
        self.offset = Some(offset);
        self
    }

    pub(crate) fn check(&self) -> Result<(), Error> {
        check(self.ratio, self.offset)
    }
}

/// Checks a ratio of either sign, and an offset.
fn check(ratio: f32, offset: Option<f32>) -> Result<(), Error> {
    let [least, most] = RATIOS;
    if !(least..=most).contains(&ratio.abs()) {
        let wanted = format!("a number whose size is between {least:?} and {most:?}");
        return Err(Error::value("ratio", format!("{ratio:?}"), wanted));
    }
    Error::finite("offset", offset.unwrap_or(0.0))
}

/// Checks a ratio of lengths.
pub(crate) fn check_positive_ratio(ratio: f32) -> Result<(), Error> {
    Error::within("ratio", ratio, RATIOS[0], RATIOS[1])
}
