//! The separation of the two anchors of joints that hold a point, over a run.

use crate::Roster;
use carom::JointKind;
use carom::math::Pose;

/// Distances between the two anchors of the joints, over a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize)]
pub struct JointError {
    /// Mean over joints and steps [m].
    #[serde(rename = "mean_m")]
    pub mean: f64,
    /// Mean over steps of the greatest [m].
    #[serde(rename = "worst_m")]
    pub worst: f64,
    /// The greatest of all [m].
    #[serde(rename = "peak_m")]
    pub peak: f64,
}

/// The sums behind [`JointError`].
#[derive(Clone, Copy, Debug, Default)]
pub struct JointErrorSum {
    sum: f64,
    count: u64,
    worst_sum: f64,
    steps: u64,
    peak: f64,
}

impl JointErrorSum {
    /// Adds the joints of `roster` after a step, with the poses of their bodies by number. Distances that are not
    /// finite are skipped.
    pub fn add(&mut self, roster: &Roster, pose: impl Fn(usize) -> Pose) {
        let mut worst = None;
        for joint in roster.joints() {
            if !matches!(joint.joint.kind, JointKind::Revolute(_) | JointKind::Weld(_)) {
                continue;
            }
            let [anchor_a, anchor_b] = joint.joint.anchors();
            let (a, b) = (pose(joint.a).transform_point(anchor_a), pose(joint.b).transform_point(anchor_b));
            let (dx, dy) = (f64::from(b.x) - f64::from(a.x), f64::from(b.y) - f64::from(a.y));
            let distance = (dx * dx + dy * dy).sqrt();
            if distance.is_finite() {
                self.sum += distance;
                self.count += 1;
                worst = Some(worst.map_or(distance, |w| if distance > w { distance } else { w }));
            }
        }
        if let Some(worst) = worst {
            self.worst_sum += worst;
            self.steps += 1;
            self.peak = if worst > self.peak { worst } else { self.peak };
        }
    }

    /// The figures; zero if there was no joint.
    pub fn figures(&self) -> JointError {
        let mean = |sum: f64, count: u64| if count > 0 { sum / count as f64 } else { 0.0 };
        JointError { mean: mean(self.sum, self.count), worst: mean(self.worst_sum, self.steps), peak: self.peak }
    }
}
