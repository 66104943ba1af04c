//! Positions and speeds of the bodies, and the number of lost and not finite ones.

use crate::{Container, Roster};
use carom::BodyKind;
use carom::math::{Pose, Vec2};

/// A body at one moment.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sample {
    /// Position of its origin [m], and its rotation.
    pub pose: Pose,
    /// Velocity of its origin (not of its centre of mass) [m/s].
    pub velocity: Vec2,
    /// Angular velocity [rad/s].
    pub angular_velocity: f32,
}

impl Sample {
    /// Whether all numbers are finite.
    pub fn is_finite(&self) -> bool {
        self.pose.is_finite() && self.velocity.is_finite() && self.angular_velocity.is_finite()
    }
}

/// Positions and speeds of the dynamic bodies, by their origins.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize)]
pub struct Motion {
    /// Mean x [m].
    #[serde(rename = "mean_x_m")]
    pub mean_x: f64,
    /// Mean y [m].
    #[serde(rename = "mean_y_m")]
    pub mean_y: f64,
    /// Mean speed [m/s].
    #[serde(rename = "mean_speed_m_s")]
    pub mean_speed: f64,
    /// Greatest speed [m/s].
    #[serde(rename = "max_speed_m_s")]
    pub max_speed: f64,
    /// Bodies with a number that is not finite; they count in nothing else.
    pub not_finite: usize,
    /// Dynamic bodies outside the container; `None` if the scene has none.
    pub lost: Option<usize>,
}

/// Measures the bodies of `roster`; `samples` has one for each number, those of removed bodies are ignored.
pub fn measure_motion(roster: &Roster, samples: &[Sample], container: Option<&Container>) -> Motion {
    let mut motion = Motion { lost: container.map(|_| 0), ..Motion::default() };
    let frame =
        container.and_then(Container::body).and_then(|body| samples.get(body)).map_or(Pose::IDENTITY, |s| s.pose);
    let mut count = 0_usize;
    for (number, body) in roster.bodies() {
        let Some(sample) = samples.get(number) else { continue };
        if !sample.is_finite() {
            motion.not_finite += 1;
        } else if body.kind == BodyKind::Dynamic {
            let (vx, vy) = (f64::from(sample.velocity.x), f64::from(sample.velocity.y));
            let speed = (vx * vx + vy * vy).sqrt();
            count += 1;
            motion.mean_x += f64::from(sample.pose.p.x);
            motion.mean_y += f64::from(sample.pose.p.y);
            motion.mean_speed += speed;
            motion.max_speed = if speed > motion.max_speed { speed } else { motion.max_speed };
            if let (Some(container), Some(lost)) = (container, &mut motion.lost) {
                *lost += usize::from(container.is_outside(sample.pose.p, frame));
            }
        }
    }
    if count > 0 {
        for mean in [&mut motion.mean_x, &mut motion.mean_y, &mut motion.mean_speed] {
            *mean /= count as f64;
        }
    }
    motion
}
