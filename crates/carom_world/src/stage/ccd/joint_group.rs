//! An impact through joints: its effect on the bodies jointed to the two that meet. No joint is pulled apart, and the
//! two still separate as they did.
//!
//! A group of jointed bodies feels an impact all at once. Impulses at the joints keep the anchors at one velocity
//! (sequential impulses, E. Catto, GDC 2006), from the two outwards and back until they agree.

use crate::key::JointKey;
use crate::stage::ccd::context::CcdContext;
use crate::stage::ccd::effective_mass::EffectiveMass;
use crate::stage::ccd::group_body::{Change, GroupBody};
use crate::stage::ccd::moving_body::MovingBodies;
use carom_math::{Pose, Vec2, clamp, cross, left, max, normalize, vec2};
use carom_solver::Hold;

/// The most bodies that feel an impact through joints.
const MOST_GROUP_BODIES: usize = 32;

/// Passes over the joints, there and back.
const PASSES: usize = 24;

/// The part of the first change that may remain in the joints.
const SETTLED: f32 = 1.0e-3;

/// A joint between two bodies of the group.
#[derive(Clone, Copy, Debug)]
struct GroupJoint {
    key: JointKey,
    sides: [usize; 2],
    /// From each centre of mass to its anchor [m].
    arms: [Vec2; 2],
    /// The angular impulse that its motor can give in a step [N m s], and the one that it gave.
    most: f32,
    turned: f32,
    holds_angle: bool,
    /// The impulse on the second body at its anchor [N s], and that of a held angle [N m s].
    pulled: Vec2,
    twisted: f32,
    held: Held,
}

/// The impulse of a joint in an impact.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Jerk {
    pub joint: JointKey,
    /// On b at its anchor [N s], and beside it [N m s].
    pub impulse: Vec2,
    pub twist: f32,
}

/// The part that a joint holds rigidly at an impact.
#[derive(Clone, Copy, Debug)]
enum Held {
    Point(EffectiveMass),
    /// Directions: that of a line or a rod, and that along which a limit pushed in the last step.
    Directions([Option<Direction>; 2]),
}

/// A held direction: a unit vector, the levers of both bodies about it [m], and the inverse mass along it.
#[derive(Clone, Copy, Debug)]
struct Direction {
    u: Vec2,
    levers: [f32; 2],
    inv_mass: f32,
    /// The impulse along `u` that it can give, and has given [N s].
    able: [f32; 2],
    given: f32,
}

/// An impulse either way.
const EITHER_WAY: [f32; 2] = [f32::MIN, f32::MAX];

impl Direction {
    /// From the arms at which both bodies feel an impulse along `u`, and the impulse that it can give.
    fn of([one, two]: [&GroupBody; 2], u: Vec2, [ra, rb]: [Vec2; 2], able: [f32; 2]) -> Self {
        let inv_mass = inv_effective_mass(one, ra, u) + inv_effective_mass(two, rb, u);
        Self { u, levers: [cross(ra, u), cross(rb, u)], inv_mass, able, given: 0.0 }
    }
}

/// The most bodies that are written down for a group. With more of them it is computed anew.
const MOST_LOOKED_AT: usize = 4 * MOST_GROUP_BODIES;

/// All that a group depends on in a moving body. Its velocities are read when the changes are added to them.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Standing {
    segment: u32,
    stopped: bool,
    fresh: bool,
    first: f32,
}

impl Standing {
    /// For a row, if it is followed.
    fn of(moving: &MovingBodies, row: u32) -> Option<Self> {
        let moving_body = &moving.list[moving.of(row)? as usize];
        Some(Self {
            segment: moving_body.segment,
            stopped: moving_body.stopped,
            fresh: moving_body.fresh,
            first: moving_body.first.time,
        })
    }
}

/// The two bodies of an impact, and those jointed to them.
#[derive(Clone, Debug, Default)]
pub(crate) struct JointGroup {
    pub bodies: Vec<GroupBody>,
    links: Vec<GroupJoint>,
    /// The rows that were tested besides the two, and their state then.
    looked_at: Vec<(u32, Option<Standing>)>,
}

/// The contact of the two: the unit vector from the first to the second, and the arms of each at up to two points.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ImpactArms<'a> {
    pub normal: Vec2,
    pub arms: [&'a [Vec2]; 2],
}

impl JointGroup {
    /// Finds the bodies jointed to the two at time `t`; returns whether there are any.
    pub fn gather(&mut self, ctx: &CcdContext<'_>, two: [GroupBody; 2], t: f32) -> bool {
        self.clear();
        self.bodies.extend(two);
        let bodies = &ctx.state.bodies;
        let mut next = 0;
        while next < self.bodies.len() {
            let one = self.bodies[next];
            let joints = Some(one.row)
                .filter(|_| one.moves())
                .and_then(|row| bodies.slots.get(bodies.keys[row as usize]))
                .map_or(&[][..], |slot| &slot.joints);
            for &key in joints {
                if !self.links.iter().any(|link| link.key == key) {
                    self.add(ctx, key, t);
                }
            }
            next += 1;
        }
        self.is_linked()
    }

    /// Empties the group.
    pub fn clear(&mut self) {
        self.bodies.clear();
        self.links.clear();
        self.looked_at.clear();
    }

    /// Whether anything is jointed to the two.
    pub fn is_linked(&self) -> bool {
        !self.links.is_empty()
    }

    /// Whether the group would be the same if it were gathered now, as long as the two are on the same segments.
    pub fn holds(&self, moving: &MovingBodies) -> bool {
        self.looked_at.len() < MOST_LOOKED_AT
            && self.looked_at.iter().all(|&(row, then)| Standing::of(moving, row) == then)
    }

    /// Adds a joint of a body in the group, unless its other body has gone on beyond time `t` already.
    fn add(&mut self, ctx: &CcdContext<'_>, key: JointKey, t: f32) {
        let bodies = &ctx.state.bodies;
        let Some(joint) = ctx.state.joints.get(key) else { return };
        let Some(parts) = joint.def.parts() else { return };
        // A limit that pushed in the last step goes on pushing, one way.
        let [lower, upper] = [joint.state.along.lower, joint.state.along.upper].map(|impulse| impulse != 0.0);
        let limited = lower || upper;
        let pushes = [if upper { f32::MIN } else { 0.0 }, if lower { f32::MAX } else { 0.0 }];
        // Springs and ropes that hang loose hold nothing within a step.
        let holds = match parts.hold {
            Hold::Point { max_force, .. } => parts.spring.is_none() && max_force == f32::INFINITY,
            Hold::Line(_) | Hold::Length(_) => parts.spring.is_none(),
            Hold::Nothing => limited,
        };
        if !holds {
            return;
        }
        let (Some(a), Some(b)) = (bodies.slots.get(joint.a), bodies.slots.get(joint.b)) else { return };
        // A joint of a disabled body holds nothing.
        if !(a.enabled && b.enabled) {
            return;
        }
        let rows = [a.row, b.row];
        let mut sides = [0; 2];
        for (side, &row) in sides.iter_mut().zip(&rows) {
            let listed = self.bodies.iter().position(|body| body.row == row);
            let Some(at) = listed.or_else(|| self.follow(ctx, row, t)) else { return };
            *side = at;
        }
        let anchors = joint.def.anchors();
        let poses: [Pose; 2] = rows.map(|row| ctx.segment_at(row, t).0.pose_at(t));
        let arm = |side: usize| poses[side].q.rotate(anchors[side] - bodies.motions[rows[side] as usize].local_center);
        let (arms, two) = ([arm(0), arm(1)], sides.map(|side| &self.bodies[side]));
        let apart = poses[1].transform_point(anchors[1]) - poses[0].transform_point(anchors[0]);
        let direction = |u: Vec2, able| Some(Direction::of(two, u, [arms[0] + apart, arms[1]], able));
        let held = match parts.hold {
            Hold::Point { .. } => Held::Point(EffectiveMass::of(two, arms)),
            Hold::Line(axis) => {
                let n = poses[0].q.rotate(axis);
                Held::Directions([direction(left(n), EITHER_WAY), limited.then(|| direction(n, pushes)).flatten()])
            }
            Hold::Length(_) => Held::Directions([direction(normalize(apart).0, EITHER_WAY), None]),
            Hold::Nothing => Held::Directions([direction(normalize(apart).0, pushes), None]),
        };
        let most = parts.about.max_motor * ctx.def.dt;
        let (turned, pulled, twisted) = (0.0, Vec2::ZERO, 0.0);
        let holds_angle = parts.holds_angle;
        self.links.push(GroupJoint { key, sides, arms, most, turned, holds_angle, pulled, twisted, held });
    }

    /// Adds a body at time `t`; returns its index. A body is left out if it has gone on, has stopped, or has an earlier
    /// impact, or if there are [`MOST_GROUP_BODIES`] already. For these the joints give way in this step.
    fn follow(&mut self, ctx: &CcdContext<'_>, row: u32, t: f32) -> Option<usize> {
        let (bodies, i) = (&ctx.state.bodies, row as usize);
        if self.bodies.len() >= MOST_GROUP_BODIES {
            return None;
        }
        let now = Standing::of(ctx.moving, row);
        if self.looked_at.len() < MOST_LOOKED_AT {
            self.looked_at.push((row, now));
        }
        if let Some(Standing { segment, stopped, fresh, first }) = now {
            let start = ctx.moving.segments[segment as usize].start;
            if stopped || start > t || (fresh && start < t) || first < t {
                return None;
            }
        }
        let (mass, [x, y, turn]) = (&bodies.masses[i], bodies.forces[i].free());
        let (inv_mass, inv_inertia) = (mass.inv_mass * vec2(x, y), mass.inv_inertia * turn);
        self.bodies.push(GroupBody { row, change: Change::default(), inv_mass, inv_inertia });
        Some(self.bodies.len() - 1)
    }

    /// Passes the changes of the two on through the joints. Returns the impulse between the two beyond the first one [N
    /// s].
    pub fn solve(&mut self, arms: &ImpactArms<'_>) -> f32 {
        let ImpactArms { normal, arms } = *arms;
        let [a, b] = [0, 1].map(|side| self.bodies[side].change);
        let parting = |k: usize, a: Change, b: Change| normal.dot(b.at(arms[1][k]) - a.at(arms[0][k]));
        let points = arms[0].len();
        let mut goals = [0.0; 2];
        (0..points).for_each(|k| goals[k] = parting(k, a, b));
        let mut pushes = [0.0_f32; 2];
        let mut settled = f32::MAX;
        for pass in 0..PASSES {
            let mut left = 0.0;
            for at in 0..self.links.len() {
                let at = if pass % 2 == 0 { at } else { self.links.len() - 1 - at };
                left = max(left, self.pull(at));
            }
            for k in 0..points {
                let inv_mass_along = inv_effective_mass(&self.bodies[0], arms[0][k], normal)
                    + inv_effective_mass(&self.bodies[1], arms[1][k], normal);
                if inv_mass_along > 0.0 {
                    let less = goals[k] - parting(k, self.bodies[0].change, self.bodies[1].change);
                    let push = max(pushes[k] + less / inv_mass_along, 0.0);
                    let p = normal * (push - pushes[k]);
                    self.bodies[0].push(arms[0][k], -p);
                    self.bodies[1].push(arms[1][k], p);
                    pushes[k] = push;
                }
            }
            if pass == 0 {
                settled = SETTLED * left;
            } else if left <= settled {
                break;
            }
        }
        let push = pushes[0] + pushes[1];
        let finite = push.is_finite() && self.bodies.iter().all(|body| body.change.is_finite());
        if finite { push } else { self.give_up([a, b]) }
    }

    /// The impulses of the joints: each with its joint.
    pub fn jerks(&self) -> impl Iterator<Item = Jerk> + '_ {
        let jerk =
            |link: &GroupJoint| Jerk { joint: link.key, impulse: link.pulled, twist: link.twisted + link.turned };
        self.links.iter().map(jerk)
    }

    /// For masses beyond all measure: the two keep their changes, and no other body changes.
    fn give_up(&mut self, two: [Change; 2]) -> f32 {
        self.bodies.iter_mut().for_each(|body| body.change = Change::default());
        self.bodies.iter_mut().zip(two).for_each(|(body, change)| body.change = change);
        self.links.clear();
        0.0
    }

    /// Brings the anchors of a joint to one velocity; returns their relative speed before [m/s].
    fn pull(&mut self, at: usize) -> f32 {
        let GroupJoint { sides: [a, b], arms: [ra, rb], most, turned, holds_angle, held, .. } = self.links[at];
        let (ia, ib) = (self.bodies[a].inv_inertia, self.bodies[b].inv_inertia);
        // A drive against the ground is the solver's: the body that it turns gives way to an impact.
        if most > 0.0 && ia > 0.0 && ib > 0.0 {
            let faster = self.bodies[b].change.w - self.bodies[a].change.w;
            let twist = clamp(turned - faster / (ia + ib), -most, most);
            self.bodies[a].change.w -= ia * (twist - turned);
            self.bodies[b].change.w += ib * (twist - turned);
            self.links[at].turned = twist;
        }
        let mut open = 0.0;
        if holds_angle && ia + ib > 0.0 {
            let faster = self.bodies[b].change.w - self.bodies[a].change.w;
            let twist = -faster / (ia + ib);
            self.bodies[a].change.w -= ia * twist;
            self.bodies[b].change.w += ib * twist;
            self.links[at].twisted += twist;
            open = faster.abs() * max(ra.length(), rb.length());
        }
        match held {
            Held::Point(effective_mass) => {
                let apart = self.bodies[b].change.at(rb) - self.bodies[a].change.at(ra);
                let p = effective_mass.stop(apart);
                self.bodies[a].push(ra, -p);
                self.bodies[b].push(rb, p);
                self.links[at].pulled += p;
                open += apart.length();
            }
            Held::Directions(mut directions) => {
                for direction in directions.iter_mut().flatten() {
                    let Direction { u, levers: [sa, sb], inv_mass, able, given } = *direction;
                    let [one, two] = [self.bodies[a].change, self.bodies[b].change];
                    let speed = u.dot(two.v - one.v) + sb * two.w - sa * one.w;
                    let wanted = if inv_mass > 0.0 { given - speed / inv_mass } else { given };
                    let p = clamp(wanted, able[0], able[1]) - given;
                    direction.given = given + p;
                    self.bodies[a].push_along(u, sa, -p);
                    self.bodies[b].push_along(u, sb, p);
                    self.links[at].pulled += u * p;
                    open += (p * inv_mass).abs();
                }
                self.links[at].held = Held::Directions(directions);
            }
        }
        open
    }
}

/// Change of the speed along `n` at the end of an arm per unit of impulse along it.
fn inv_effective_mass(body: &GroupBody, arm: Vec2, n: Vec2) -> f32 {
    let turn = cross(arm, n);
    n.dot(body.inv_mass * n) + body.inv_inertia * turn * turn
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ball(change: Vec2) -> GroupBody {
        GroupBody { row: 0, change: Change { v: change, w: 0.0 }, inv_mass: Vec2::ONE, inv_inertia: 2.0 }
    }

    fn link(bodies: &[GroupBody], sides: [usize; 2], most: f32) -> GroupJoint {
        let arms = [vec2(0.0, 0.5), vec2(0.0, -0.5)];
        let held = Held::Point(EffectiveMass::of(sides.map(|side| &bodies[side]), arms));
        let (turned, pulled, twisted) = (0.0, Vec2::ZERO, 0.0);
        GroupJoint { key: JointKey::default(), sides, arms, most, turned, holds_angle: false, pulled, twisted, held }
    }

    /// A wall, and a chain of three balls of which the lowest has bounced off it.
    fn bounced_group(change: Vec2, most: f32) -> JointGroup {
        let wall = GroupBody { inv_mass: Vec2::ZERO, inv_inertia: 0.0, ..ball(Vec2::ZERO) };
        let bodies = vec![wall, ball(change), ball(Vec2::ZERO), ball(Vec2::ZERO)];
        let links = [[1, 2], [2, 3]].map(|sides| link(&bodies, sides, most)).to_vec();
        JointGroup { bodies, links, looked_at: Vec::new() }
    }

    const UP: [Vec2; 1] = [vec2(0.0, -0.5)];

    #[test]
    fn jointed_bodies_go_with_the_one_that_was_hit() {
        let mut group = bounced_group(vec2(0.0, 6.0), 0.0);
        let push = group.solve(&ImpactArms { normal: Vec2::Y, arms: [&UP, &UP] });
        // The wall adds the impulse that the two others take. All three move at the speed at which the lowest one
        // separated.
        assert!((push - 12.0).abs() < 0.05, "{push}");
        for body in &group.bodies[1..] {
            assert!((body.change.v - vec2(0.0, 6.0)).length() < 0.03 && body.change.w == 0.0, "{body:?}");
        }
        assert_eq!(group.bodies[0].change, Change::default());
    }

    #[test]
    fn an_impact_from_the_side_keeps_momentum_and_opens_no_joint() {
        let mut group = bounced_group(vec2(3.0, 0.0), 0.0);
        let push = group.solve(&ImpactArms { normal: Vec2::Y, arms: [&UP, &UP] });
        assert!(push >= 0.0);
        let sum = group.bodies.iter().fold(Vec2::ZERO, |sum, body| sum + body.change.v);
        assert!((sum.x - 3.0).abs() < 1.0e-5, "{sum:?}");
        for GroupJoint { sides: [a, b], arms, .. } in &group.links {
            let apart = group.bodies[*b].change.at(arms[1]) - group.bodies[*a].change.at(arms[0]);
            assert!(apart.length() < 0.02, "{apart:?}");
        }
    }

    #[test]
    fn a_stiff_drive_turns_both_alike() {
        let mut group = bounced_group(vec2(3.0, 0.0), 1.0e6);
        group.solve(&ImpactArms { normal: Vec2::Y, arms: [&UP, &UP] });
        let turn = |k: usize| group.bodies[k].change.w;
        assert!(turn(1) != 0.0 && (turn(1) - turn(2)).abs() < 0.05 && (turn(2) - turn(3)).abs() < 0.05);
    }
}
