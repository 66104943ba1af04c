//! Views of a joint: [`Joint`] to read, [`JointMut`] to change.

use crate::def::{AngleLimit, AngleMotor, AngleSpring, JointDef, JointKind, LineLimit, LineMotor, LineSpring};
use crate::key::{BodyKey, JointKey};
use crate::state::JointRow;
use crate::{Error, World};
use carom_math::{Pose, Vec2, left, max, min, normalize};
use carom_solver::{Hold, JointState, Spring, joint_angle, nearest_turn};

/// A read-only view of a joint.
#[derive(Clone, Copy, Debug)]
pub struct Joint<'a> {
    pub(crate) world: &'a World,
    pub(crate) key: JointKey,
}

impl World {
    /// A read-only view of a joint; `None` if the key is stale.
    pub fn joint(&self, key: JointKey) -> Option<Joint<'_>> {
        self.state.joints.get(key).is_some().then_some(Joint { world: self, key })
    }

    /// A mutable view of a joint; `None` if the key is stale.
    pub fn joint_mut(&mut self, key: JointKey) -> Option<JointMut<'_>> {
        let known = self.state.joints.get(key).is_some();
        known.then_some(JointMut { world: self, key })
    }

    /// All joints, in the order in which they are stored.
    pub fn joints(&self) -> impl Iterator<Item = (JointKey, Joint<'_>)> {
        self.state.joints.rows.iter().map(|row| (row.key, Joint { world: self, key: row.key }))
    }
}

impl Joint<'_> {
    /// Its key.
    pub fn key(&self) -> JointKey {
        self.key
    }

    /// The two bodies, a and b.
    pub fn bodies(&self) -> (BodyKey, BodyKey) {
        self.world.state.joints.get(self.key).map_or_else(Default::default, |joint| (joint.a, joint.b))
    }

    /// Its definition.
    pub fn def(&self) -> JointDef {
        self.world.state.joints.get(self.key).map_or_else(|| crate::Revolute::default().into(), |joint| joint.def)
    }

    /// Its kind and fields.
    pub fn kind(&self) -> JointKind {
        self.def().kind
    }

    /// The user's number.
    pub fn user_data(&self) -> u64 {
        self.def().options.user_data
    }

    /// The two joints of a [`crate::Gear`] or a [`crate::Rack`]; `None` for other kinds.
    pub fn geared(&self) -> Option<(JointKey, JointKey)> {
        let row = self.row().filter(|row| row.def.kind.couples_joints())?;
        Some((row.links[0], row.links[1]))
    }

    /// The error of a coupling [rad or m]: q1 + ratio q2 - offset of a [`crate::Gear`], q2 - ratio q1 - offset of a
    /// [`crate::Rack`], l1 + ratio l2 - length of a [`crate::Pulley`], which is negative if the rope is slack. `None`
    /// for other kinds.
    pub fn slip(&self) -> Option<f32> {
        self.world.state.slip_of(self.row()?).map(|slip| slip as f32)
    }

    /// The lengths of rope of a [`crate::Pulley`], from a and from b to their fixed points [m]; `None` for other kinds.
    pub fn lengths(&self) -> Option<(f32, f32)> {
        let JointKind::Pulley(pulley) = self.kind() else { return None };
        let [a, b] = self.poses();
        let [one, two] = pulley.lengths(a, b);
        Some((one, two))
    }

    /// Points in the world that show it, from a to b [m]: its anchors, of a [`crate::Pulley`] with the fixed points
    /// between them, of a gear those of its two joints.
    pub fn path(&self) -> Vec<Vec2> {
        let (a, b) = self.anchors();
        match self.kind() {
            JointKind::Pulley(pulley) => vec![a, pulley.ground_anchor_a, pulley.ground_anchor_b, b],
            _ => vec![a, b],
        }
    }

    fn row(&self) -> Option<&JointRow> {
        self.world.state.joints.get(self.key)
    }

    /// The poses of a and b.
    fn poses(&self) -> [Pose; 2] {
        let (a, b) = self.bodies();
        [a, b].map(|key| self.world.body(key).map_or(Pose::IDENTITY, |body| body.pose()))
    }

    /// The two anchors in the world [m]. Of a joint that holds a point, their distance is the stretch of the joint. Of
    /// a gear they are the anchors b of its two joints.
    pub fn anchors(&self) -> (Vec2, Vec2) {
        if let Some((one, two)) = self.geared() {
            let of = |key| self.world.joint(key).map_or(Vec2::ZERO, |joint| joint.anchors().1);
            return (of(one), of(two));
        }
        let ([pose_a, pose_b], [a, b]) = (self.poses(), self.def().anchors());
        (pose_a.transform_point(a), pose_b.transform_point(b))
    }

    /// Angle of b relative to a, less the reference angle [rad]. Turns are counted if the joint has a limit or a spring
    /// about the angle, holds it, or has a gear. Otherwise it is in -pi..=pi.
    pub fn angle(&self) -> f32 {
        let ([a, b], def) = (self.poses(), self.def());
        let angle = joint_angle(a.q, b.q, def.reference_angle());
        let counts = self.row().is_some_and(JointRow::counts_turns);
        if counts { nearest_turn(angle, self.state().angle) } else { angle }
    }

    /// Angular velocity of b relative to a [rad/s], which an [`AngleMotor`] drives.
    pub fn speed(&self) -> f32 {
        let (a, b) = self.bodies();
        match (self.world.body(a), self.world.body(b)) {
            (Some(a), Some(b)) => b.angular_velocity() - a.angular_velocity(),
            _ => 0.0,
        }
    }

    /// The direction in the world along which [`Joint::place`] counts; zero if the anchors of a [`crate::Distance`] are
    /// at one place.
    pub fn axis(&self) -> Vec2 {
        let (a, b) = self.anchors();
        match self.def().parts().map(|parts| parts.hold) {
            Some(Hold::Line(axis)) => self.poses()[0].q.rotate(axis),
            _ => normalize(b - a).0,
        }
    }

    /// Place of anchor b on the line from anchor a on, of a joint with an axis; else the distance of the anchors [m].
    pub fn place(&self) -> f32 {
        let (a, b) = self.anchors();
        self.axis().dot(b - a)
    }

    /// The rate of [`Joint::place`] [m/s], which a [`LineMotor`] drives.
    pub fn place_speed(&self) -> f32 {
        let ((a, b), (anchor_a, anchor_b)) = (self.bodies(), self.anchors());
        let (Some(a), Some(b)) = (self.world.body(a), self.world.body(b)) else { return 0.0 };
        // The axis turns with a: so a's velocity counts at anchor b.
        let turns = matches!(self.def().parts().map(|parts| parts.hold), Some(Hold::Line(_)));
        let from = if turns { anchor_b } else { anchor_a };
        self.axis().dot(b.velocity_at(anchor_b) - a.velocity_at(from))
    }

    fn state(&self) -> JointState {
        self.row().map_or_else(Default::default, |joint| joint.state)
    }

    /// Time of a substep [s].
    fn h(&self) -> f32 {
        self.world.def.dt / self.world.def.substeps as f32
    }

    /// Torque of the motor on b in the last substep of the last step [N m]; 0 without a motor. After
    /// [`World::set_dt`](crate::World::set_dt) it is right again from the next step on.
    pub fn motor_torque(&self) -> f32 {
        self.state().about.motor / self.h()
    }

    /// Force of the motor along the line or the distance in the last substep of the last step [N]; 0 without a motor.
    pub fn motor_force(&self) -> f32 {
        self.state().along.motor / self.h()
    }

    /// Force on b at its anchor in the last substep of the last step [N]; of a gear, on its second joint along its
    /// axis, if that is a slider. After [`World::set_dt`](crate::World::set_dt) it is right again from the next step
    /// on.
    pub fn force(&self) -> Vec2 {
        self.reaction().0
    }

    /// Torque on b beside the force at its anchor, in the last substep of the last step [N m]; of a gear, on its second
    /// joint, if that is a hinge.
    pub fn torque(&self) -> f32 {
        self.reaction().1
    }

    fn reaction(&self) -> (Vec2, f32) {
        if let Some((force, torque)) = self.row().and_then(|row| self.world.state.coupling_reaction(row, &row.state)) {
            return (force / self.h(), torque / self.h());
        }
        let ((a, b), state) = (self.anchors(), self.state());
        let (force, torque) = reaction(&self.def(), [self.poses()[0].q.rotate(Vec2::X), b - a], &state);
        (force / self.h(), torque / self.h())
    }
}

/// Impulse and angular impulse on b of the last substep. `turned` is a's x axis, `apart` goes from anchor a to anchor
/// b.
pub(crate) fn reaction(def: &JointDef, [turned, apart]: [Vec2; 2], state: &JointState) -> (Vec2, f32) {
    let torque = state.twist + state.about.sum();
    let force = match def.parts().map(|parts| parts.hold) {
        Some(Hold::Point { .. }) => state.linear,
        Some(Hold::Line(axis)) => {
            let n = turned.rotate(axis);
            n * state.along.sum() + left(n) * state.linear.x
        }
        Some(Hold::Length(_) | Hold::Nothing) => normalize(apart).0 * (state.along.sum() + state.linear.x),
        None => Vec2::ZERO,
    };
    (force, torque)
}

/// A mutable view of a joint.
#[derive(Debug)]
pub struct JointMut<'a> {
    pub(crate) world: &'a mut World,
    pub(crate) key: JointKey,
}

impl JointMut<'_> {
    /// Replaces the definition of the joint (a motor's speed, a limit, anchors) and wakes its bodies. Impulses that
    /// still make sense are kept.
    ///
    /// A gear without an offset holds its joints as they stand now. If the zero of a geared joint changes, its gears
    /// stay engaged as they are.
    ///
    /// # Errors
    /// A field that is out of range; another kind, of a gear or of a joint with a gear.
    pub fn set_def(&mut self, def: impl Into<JointDef>) -> Result<(), Error> {
        let mut def = def.into();
        def.check()?;
        let [pose_a, pose_b] = self.read().poses();
        def.resolve(pose_a, pose_b);
        let state = &mut self.world.state;
        let Some(joint) = state.joints.get(self.key) else { return Err(Error::StaleKey { name: "joint" }) };
        let (is_geared, found, new) = (joint.gears > 0, joint.def.kind, def.kind);
        let is_other = std::mem::discriminant(&found) != std::mem::discriminant(&new);
        if is_other && (is_geared || found.couples_joints() || new.couples_joints()) {
            return Err(Error::WrongKind { call: "set_def", found: new.name(), needed: found.name() });
        }
        state.engage(joint.links, &mut def);
        let was = state.coupled_value(joint);
        let Some(joint) = state.joints.get_mut(self.key) else { return Err(Error::StaleKey { name: "joint" }) };
        let last = joint.state.angle + joint.def.reference_angle() - def.reference_angle();
        joint.state.angle = nearest_turn(joint_angle(pose_a.q, pose_b.q, def.reference_angle()), last);
        keep_impulses(&joint.def, &def, &mut joint.state);
        state.joints.set_def(self.key, def);
        let Some(joint) = state.joints.get(self.key) else { return Ok(()) };
        let (bodies, more) = (state.bodies_of(joint), state.coupled_value(joint) - was);
        if is_geared {
            state.shift_gears(self.key, more);
        }
        for body in bodies {
            state.wake(body);
            state.disturb_body(body);
        }
        Ok(())
    }

    /// Replaces or removes the motor about the angle of a [`crate::Revolute`] or a [`crate::Wheel`]. An equal motor
    /// changes nothing and wakes nobody, so this may be called in every frame.
    ///
    /// # Errors
    ///
    /// A speed that is not finite, a torque that is negative or not finite, another kind of joint.
    pub fn set_motor(&mut self, motor: Option<AngleMotor>) -> Result<(), Error> {
        self.change(
            ["set_motor", "revolute or wheel"],
            |kind| match kind {
                JointKind::Revolute(joint) => Some(&mut joint.motor),
                JointKind::Wheel(joint) => Some(&mut joint.motor),
                _ => None,
            },
            motor,
        )
    }

    /// Replaces or removes the limit of the angle of a [`crate::Revolute`]. An equal one changes nothing and wakes
    /// nobody.
    ///
    /// # Errors
    ///
    /// An end that is not finite, an upper one below the lower one, another kind of joint.
    pub fn set_limit(&mut self, limit: Option<AngleLimit>) -> Result<(), Error> {
        self.change(
            ["set_limit", "revolute"],
            |kind| match kind {
                JointKind::Revolute(joint) => Some(&mut joint.limit),
                _ => None,
            },
            limit,
        )
    }

    /// Replaces or removes the spring about the angle of a [`crate::Revolute`]. An equal one changes nothing and wakes
    /// nobody.
    ///
    /// # Errors
    ///
    /// A number that is not finite, a frequency or a damping ratio below zero, another kind of joint.
    pub fn set_spring(&mut self, spring: Option<AngleSpring>) -> Result<(), Error> {
        self.change(
            ["set_spring", "revolute"],
            |kind| match kind {
                JointKind::Revolute(joint) => Some(&mut joint.spring),
                _ => None,
            },
            spring,
        )
    }

    /// Replaces or removes the motor along the line of a [`crate::Prismatic`] or a [`crate::Distance`]. An equal one
    /// changes nothing and wakes nobody.
    ///
    /// # Errors
    ///
    /// A speed that is not finite, a force that is negative or not finite, another kind of joint.
    pub fn set_line_motor(&mut self, motor: Option<LineMotor>) -> Result<(), Error> {
        self.change(
            ["set_line_motor", "prismatic or distance"],
            |kind| match kind {
                JointKind::Prismatic(joint) => Some(&mut joint.motor),
                JointKind::Distance(joint) => Some(&mut joint.motor),
                _ => None,
            },
            motor,
        )
    }

    /// Replaces or removes the limit along the line of a [`crate::Prismatic`], a [`crate::Wheel`], a
    /// [`crate::PinSlot`] or a [`crate::Distance`]. An equal one changes nothing and wakes nobody.
    ///
    /// # Errors
    ///
    /// An end that is not finite, an upper one below the lower one, another kind of joint.
    pub fn set_line_limit(&mut self, limit: Option<LineLimit>) -> Result<(), Error> {
        self.change(
            ["set_line_limit", "prismatic, wheel, pin_slot or distance"],
            |kind| match kind {
                JointKind::Prismatic(joint) => Some(&mut joint.limit),
                JointKind::Wheel(joint) => Some(&mut joint.limit),
                JointKind::PinSlot(joint) => Some(&mut joint.limit),
                JointKind::Distance(joint) => Some(&mut joint.limit),
                _ => None,
            },
            limit,
        )
    }

    /// Replaces or removes the spring along the line of a [`crate::Prismatic`], a [`crate::Wheel`] or a
    /// [`crate::Distance`]. An equal one changes nothing and wakes nobody.
    ///
    /// # Errors
    ///
    /// A number that is not finite, a frequency or a damping ratio below zero, another kind of joint.
    pub fn set_line_spring(&mut self, spring: Option<LineSpring>) -> Result<(), Error> {
        self.change(
            ["set_line_spring", "prismatic, wheel or distance"],
            |kind| match kind {
                JointKind::Prismatic(joint) => Some(&mut joint.spring),
                JointKind::Wheel(joint) => Some(&mut joint.spring),
                JointKind::Distance(joint) => Some(&mut joint.spring),
                _ => None,
            },
            spring,
        )
    }

    /// Moves the target of a [`crate::Motor`], in a's frame [m]: that of a mouse joint, for example.
    ///
    /// # Errors
    ///
    /// A place that is not finite or too far, another kind of joint.
    pub fn set_target(&mut self, target: Vec2) -> Result<(), Error> {
        self.change(
            ["set_target", "motor"],
            |kind| match kind {
                JointKind::Motor(joint) => Some(&mut joint.anchor_a),
                _ => None,
            },
            target,
        )
    }

    /// Changes the ratio of a [`crate::Gear`], a [`crate::Rack`] or a [`crate::Pulley`], which holds its joints or its
    /// lengths as they stand from then on; a rope stays as slack as it is. An equal ratio changes nothing and wakes
    /// nobody.
    ///
    /// # Errors
    ///
    /// A ratio that is out of range, another kind of joint.
    pub fn set_ratio(&mut self, ratio: f32) -> Result<(), Error> {
        let def = self.def();
        let (slack, mut new) = (self.read().slip().unwrap_or(0.0), def);
        match &mut new.kind {
            JointKind::Gear(gear) => (gear.ratio, gear.offset) = (ratio, None),
            JointKind::Rack(rack) => (rack.ratio, rack.offset) = (ratio, None),
            JointKind::Pulley(pulley) => {
                let (one, two) = self.read().lengths().unwrap_or_default();
                let length = max(one + ratio * two - min(slack, 0.0), 0.0);
                (pulley.ratio, pulley.length) = (ratio, Some(length));
            }
            _ => {
                let needed = "gear, rack or pulley";
                return Err(Error::WrongKind { call: "set_ratio", found: def.kind.name(), needed });
            }
        }
        let same = match def.kind {
            JointKind::Gear(gear) => gear.ratio == ratio,
            JointKind::Rack(rack) => rack.ratio == ratio,
            JointKind::Pulley(pulley) => pulley.ratio == ratio,
            _ => false,
        };
        if same { Ok(()) } else { self.set_def(new) }
    }

    /// Calls [`JointMut::set_def`] with a part of the definition changed, if that is a change.
    fn change<T>(
        &mut self,
        [call, needed]: [&'static str; 2],
        part: impl FnOnce(&mut JointKind) -> Option<&mut T>,
        value: T,
    ) -> Result<(), Error> {
        let def = self.def();
        let mut new = def;
        *part(&mut new.kind).ok_or(Error::WrongKind { call, found: def.kind.name(), needed })? = value;
        if new == def { Ok(()) } else { self.set_def(new) }
    }
}

/// Drops the impulses of parts that a new definition does not have.
fn keep_impulses(old: &JointDef, new: &JointDef, state: &mut JointState) {
    if old.kind.is_coupling() && new.kind.is_coupling() {
        return;
    }
    let (Some(old), Some(new)) = (old.parts(), new.parts()) else {
        *state = state.without_impulses();
        return;
    };
    if std::mem::discriminant(&old.hold) != std::mem::discriminant(&new.hold) {
        *state = state.without_impulses();
    }
    if !new.holds_angle {
        state.twist = 0.0;
    }
    for (axis, impulses) in [(&new.along, &mut state.along), (&new.about, &mut state.about)] {
        if axis.lower == f32::NEG_INFINITY {
            impulses.lower = 0.0;
        }
        if axis.upper == f32::INFINITY {
            impulses.upper = 0.0;
        }
        if axis.max_motor == 0.0 {
            impulses.motor = 0.0;
        }
        if axis.spring == Spring::NONE {
            impulses.spring = 0.0;
        }
    }
}
