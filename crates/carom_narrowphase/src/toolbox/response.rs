//! The response of two velocities to one contact. In: the motions of both, and the contact. Out: the impulse and the
//! motions after it. Pure functions on plain numbers, in f64 inside: no body, no world.
//!
//! The law of A. Chatterjee and A. Ruina, A new algebraic rigid-body collision law based on impulse space
//! considerations, Journal of Applied Mechanics, 1998. With K the 2x2 matrix that turns an impulse on b at the contact
//! into a change of relative velocity v there, two impulses are special:
//!
//! P1 = -n v_n / K_nn      which ends the approach, without friction,
//! P2 = -K^-1 v            which ends all relative motion: the two stick.
//!
//! The impulse is P = (1 + e) P1 + k (P2 - P1). Since K (P2 - P1) has no part along the normal, the bodies part with
//! exactly e times the speed of approach, whatever the friction; k is 1, or the greatest that keeps P in the friction
//! cone. Kinetic energy never grows for e in 0..=1. The textbook's two impulses one after the other do not guarantee
//! that.

use crate::wide::Wide;
use carom_math::{Vec2, cross_sv};

/// The motion of a body and its inverse masses; inverses of 0 are a body that nothing moves.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ImpactBody {
    /// Velocity of the centre of mass [m/s].
    pub velocity: Vec2,
    /// Angular velocity [rad/s].
    pub angular_velocity: f32,
    /// One over the mass [1/kg].
    pub inverse_mass: f32,
    /// One over the rotational inertia [1/(kg m^2)].
    pub inverse_inertia: f32,
}

impl ImpactBody {
    /// A body of `mass` [kg] and rotational `inertia` [kg m^2]; 0 for a body that nothing can move or turn.
    pub fn new(velocity: Vec2, angular_velocity: f32, mass: f32, inertia: f32) -> Self {
        let inverse = |x: f32| if x > 0.0 { 1.0 / x } else { 0.0 };
        Self { velocity, angular_velocity, inverse_mass: inverse(mass), inverse_inertia: inverse(inertia) }
    }

    /// The velocity of its point at `arm` [m] from the centre of mass [m/s].
    pub fn velocity_at(&self, arm: Vec2) -> Vec2 {
        self.velocity + cross_sv(self.angular_velocity, arm)
    }

    /// The motion after `impulse` [N s] at `arm` [m] from the centre of mass.
    #[must_use]
    pub fn pushed(self, impulse: Vec2, arm: Vec2) -> Self {
        self.pushed_by(impulse.into(), arm)
    }

    /// The same by an impulse that is not rounded: a light body feels the last digit of a great one.
    fn pushed_by(mut self, p: Wide, arm: Vec2) -> Self {
        let r = Wide::from(arm);
        self.velocity = (Wide::from(self.velocity) + p * f64::from(self.inverse_mass)).narrow();
        let turn = f64::from(self.inverse_inertia) * r.cross(p);
        self.angular_velocity = (f64::from(self.angular_velocity) + turn) as f32;
        self
    }
}

/// The contact of two bodies.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ImpactPoint {
    /// Unit vector from a to b.
    pub normal: Vec2,
    /// From a's centre of mass to the contact [m].
    pub arm_a: Vec2,
    /// From b's centre of mass to the contact [m].
    pub arm_b: Vec2,
    /// Coefficient of restitution: 0 inelastic, 1 elastic. Clamped to 0..=1.
    pub restitution: f32,
    /// Coulomb's coefficient of friction: 0 none, infinity rough. Negative counts as 0.
    pub friction: f32,
}

/// The response to a contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ImpactResponse {
    /// a after it.
    pub a: ImpactBody,
    /// b after it.
    pub b: ImpactBody,
    /// The impulse on b; a gets its opposite [N s].
    pub impulse: Vec2,
}

/// The impulse between two bodies at a contact, and their motions after it. The impulse is zero if they part already,
/// if neither can move, or if a number is not finite.
pub fn resolve(a: ImpactBody, b: ImpactBody, touch: &ImpactPoint) -> ImpactResponse {
    match impulse(&a, &b, touch) {
        Some(p) if p.narrow().is_finite() => {
            ImpactResponse { a: a.pushed_by(-p, touch.arm_a), b: b.pushed_by(p, touch.arm_b), impulse: p.narrow() }
        }
        _ => ImpactResponse { a, b, impulse: Vec2::ZERO },
    }
}

/// Friction beyond which nothing changes.
const ROUGH: f64 = 1.0e12;

/// The impulse on b [N s]; `None` if there is nothing to do.
fn impulse(a: &ImpactBody, b: &ImpactBody, touch: &ImpactPoint) -> Option<Wide> {
    let n = Wide::from(touch.normal);
    let t = n.left();
    let (ra, rb) = (Wide::from(touch.arm_a), Wide::from(touch.arm_b));
    let at = |m: &ImpactBody, r: Wide| Wide::from(m.velocity) + r.left() * f64::from(m.angular_velocity);
    let v = at(b, rb) - at(a, ra);
    let (vn, vt) = (n.dot(v), t.dot(v));
    let mass = f64::from(a.inverse_mass) + f64::from(b.inverse_mass);
    let (ia, ib) = (f64::from(a.inverse_inertia), f64::from(b.inverse_inertia));
    let (an, at, bn, bt) = (ra.cross(n), ra.cross(t), rb.cross(n), rb.cross(t));
    let (knn, ktt) = (mass + ia * an * an + ib * bn * bn, mass + ia * at * at + ib * bt * bt);
    let knt = ia * an * at + ib * bn * bt;
    if !(vn < 0.0 && knn > 0.0) {
        return None;
    }
    let bounce = 1.0 + f64::from(touch.restitution).clamp(0.0, 1.0);
    let stop = -vn / knn;
    // P2 - P1 changes the tangential velocity alone, to zero: K (dn, dt) = (0, -vt - knt stop).
    let det = knn * ktt - knt * knt;
    if !(touch.friction > 0.0 && det > 0.0) {
        return Some(n * (bounce * stop));
    }
    let slip = -vt - knt * stop;
    let (dn, dt) = (-knt * slip / det, knn * slip / det);
    // |k dt| <= friction (bounce stop + k dn).
    // No surface pulls: surfaces too rough to slide may wedge, with next to no normal impulse left.
    let rough = f64::from(touch.friction);
    let friction = if rough < ROUGH { rough } else { ROUGH };
    let excess = dt.abs() - friction * dn;
    let limit = friction * bounce * stop;
    let k = if excess > limit { limit / excess } else { 1.0 };
    Some(n * (bounce * stop + k * dn) + t * (k * dt))
}
