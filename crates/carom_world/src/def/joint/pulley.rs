//! [`Pulley`]: a rope over two fixed points.

use crate::Error;
use crate::def::joint::gear::check_positive_ratio;
use carom_math::{Pose, Vec2};

/// Pulley: a rope from a point of a over a fixed point, over another one, to a point of b. With the lengths l1 from a
/// to its fixed point and l2 from b to its own, l1 + ratio l2 <= length.
///
/// It pulls and never pushes: a rope can be slack. With a ratio above 1 it is a tackle, in which b hangs on `ratio`
/// strands: the pull on b is `ratio` times that on a.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default, deny_unknown_fields))]
pub struct Pulley {
    /// The point in a's frame [m]. Default: its origin.
    pub anchor_a: Vec2,
    /// The point in b's frame [m]. Default: its origin.
    pub anchor_b: Vec2,
    /// The fixed point in the world over which the rope of a runs [m]. Default: the origin.
    pub ground_anchor_a: Vec2,
    /// The fixed point in the world over which the rope of b runs [m]. Default: the origin.
    pub ground_anchor_b: Vec2,
    /// Factor on the length at b, from 1e-6 to 1e6. Default: 1.
    pub ratio: f32,
    /// Greatest l1 + ratio l2 [m]. Default: as the bodies stand when the joint is added.
    pub length: Option<f32>,
    /// The points of a and b in the world [m]. If given, both anchors follow from them, as the bodies stand when the
    /// joint is added. Default: none.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub at: Option<[Vec2; 2]>,
}

impl Default for Pulley {
    fn default() -> Self {
        Self::new([Vec2::ZERO; 2], [Vec2::ZERO; 2])
    }
}

impl Pulley {
    /// A taut rope: `anchors` of a and b, each in its body's frame, and the fixed points in the world [m].
    pub fn new(anchors: [Vec2; 2], ground_anchors: [Vec2; 2]) -> Self {
        let ([anchor_a, anchor_b], [ground_anchor_a, ground_anchor_b]) = (anchors, ground_anchors);
        Self { anchor_a, anchor_b, ground_anchor_a, ground_anchor_b, ratio: 1.0, length: None, at: None }
    }

    /// A taut rope along points in the world [m], in its order: a point of a, its fixed point, that of b, a point of b.
    pub fn between(point_a: Vec2, ground_anchor_a: Vec2, ground_anchor_b: Vec2, point_b: Vec2) -> Self {
        Self { at: Some([point_a, point_b]), ..Self::new([Vec2::ZERO; 2], [ground_anchor_a, ground_anchor_b]) }
    }

    /// Sets the factor on the length at b.
    #[must_use]
    pub fn ratio(mut self, ratio: f32) -> Self {
        self.ratio = ratio;
        self
    }

    /// Sets the greatest l1 + ratio l2 [m]; a rope longer than the bodies need hangs slack.
    #[must_use]
    pub fn length(mut self, length: f32) -> Self {
        self.length = Some(length);
        self
    }

    pub(crate) fn check(&self) -> Result<(), Error> {
        Error::place("anchor_a", self.anchor_a)?;
        Error::place("anchor_b", self.anchor_b)?;
        Error::place("ground_anchor_a", self.ground_anchor_a)?;
        Error::place("ground_anchor_b", self.ground_anchor_b)?;
        for point in self.at.into_iter().flatten() {
            Error::place("at", point)?;
        }
        check_positive_ratio(self.ratio)?;
        Error::not_negative("length", self.length.unwrap_or(0.0))
    }

    pub(crate) fn resolve(&mut self, a: Pose, b: Pose) {
        if let Some([point_a, point_b]) = self.at.take() {
            (self.anchor_a, self.anchor_b) = (a.inverse_transform_point(point_a), b.inverse_transform_point(point_b));
        }
        let [one, two] = self.lengths(a, b);
        self.length.get_or_insert(one + self.ratio * two);
    }

    /// The lengths l1 and l2 with the bodies at these poses [m].
    pub(crate) fn lengths(&self, a: Pose, b: Pose) -> [f32; 2] {
        let one = (a.transform_point(self.anchor_a) - self.ground_anchor_a).length();
        [one, (b.transform_point(self.anchor_b) - self.ground_anchor_b).length()]
    }
}
