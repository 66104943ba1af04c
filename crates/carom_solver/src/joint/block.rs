//! Sixteen joints of one round, of any kinds.

use crate::contact::block::inverse;
use crate::joint::axis_rows::AxisRows;
use crate::joint::input::{AxisImpulses, Hold, JointInput, JointState, TURN, WHOLE_TURNS};
use crate::joint::mean_mass::MeanArms;
use crate::joint::reduced_mass::InverseMasses;
use crate::joint::spring_lanes::SpringLanes;
use crate::lanes::{finite_or_zero, finite_or_zero_on_lanes};
use crate::rows::{Row, RowLimit};
use crate::{BodyMass, Spring, StepRules};
use carom_math::{LANES, Lanes, Pose, Posex16, Rot, Rotx16, Vec2, Vec2x16, arc16, rows_to_lanes};
use fearless_simd::{Select, Simd, SimdBase, SimdFloat, SimdMask, f32x16, mask32x16};

/// Sixteen joints that share no body that can move.
#[derive(Clone, Debug, Default)]
pub(crate) struct JointBlock {
    pub rows_a: [Row; LANES],
    pub rows_b: [Row; LANES],
    pub moves_a: u32,
    pub moves_b: u32,
    /// Lanes that hold a point; a direction; an angle; lanes with an angle at all.
    pub points: u32,
    pub lines: u32,
    pub holds_angle: u32,
    pub angled: u32,
    /// Lanes whose point or line springs hold, and those whose angle they hold; lanes whose force is limited.
    pub own: u32,
    pub own_turns: u32,
    pub capped: u32,
    /// Lanes whose point is held at a velocity, wherever it is.
    pub driven: u32,
    /// Lanes whose held part a tree solves ([`crate::joint::tree`]): it has their impulses.
    pub direct: u32,
    /// Whether nothing is left to do beside that in any lane.
    pub idle: bool,
    /// Whether a tree needs the masses of springs from here.
    pub weighs: bool,
    /// Lanes that take a part of their error only ([`crate::joint::hubs`]).
    pub eased: u32,
    /// Whether some lane has an impulse about its angle.
    pub turns: bool,
    pub inv_mass_a: Lanes,
    pub inv_inertia_a: Lanes,
    pub inv_mass_b: Lanes,
    pub inv_inertia_b: Lanes,
    /// From the centres of mass, in the world's axes [m].
    pub anchor_a: [Lanes; 2],
    pub anchor_b: [Lanes; 2],
    /// From the centre of a to the centre of b [m].
    pub between: [Lanes; 2],
    pub linear_impulse: [Lanes; 2],
    /// The anchors at the time of the last impulses [m].
    pub given_a: [Lanes; 2],
    pub given_b: [Lanes; 2],
    /// The additional angular impulse of the linear impulses on a and b at the anchors of now [N m s].
    pub swing: [Lanes; 2],
}

/// The rest of sixteen joints: all that a point alone does not need in each pass.
#[derive(Clone, Debug, Default)]
pub(crate) struct JointParts {
    /// One over the sum of the inverse inertias [kg m^2]; 0 if both are fixed in rotation.
    pub axial_mass: Lanes,
    /// The angle of now with its turns, and that at the beginning of the step [rad].
    pub angle: Lanes,
    pub start_angle: Lanes,
    /// Of a held angle [N m s].
    pub twist_impulse: Lanes,
    pub about: AxisRows,
    /// The part of their error that lanes take, 1 for most.
    pub ease: Lanes,
    /// Springs that hold points and lines, and angles; and the masses that their stiffness follows from: of a point, of
    /// a line.
    pub own_spring: SpringLanes,
    pub turn_spring: SpringLanes,
    pub own_point_mass: Lanes,
    pub own_line_mass: Lanes,
    /// Errors of soft joints at the beginning of the substep: of the angle [rad], the point and the line [m].
    pub own_angle: Lanes,
    pub own_gap: [Lanes; 2],
    pub own_error: Lanes,
    /// Greatest linear impulse of a held point [N s], and the velocity of b's anchor against a's [m/s].
    pub max_linear: Lanes,
    pub velocity: [Lanes; 2],
    pub line: LineRows,
    /// The anchors in the axes of their bodies [m], the angle that counts as zero, and that at which a spring rests.
    local_a: [Lanes; 2],
    local_b: [Lanes; 2],
    local_velocity: [Lanes; 2],
    reference: [Lanes; 2],
    rest: [Lanes; 2],
}

/// The part of the joints that goes by a line or by a distance.
#[derive(Clone, Debug, Default)]
pub(crate) struct LineRows {
    /// Lanes whose direction is fixed in a; the others take that from anchor to anchor.
    pub fixed: u32,
    /// Lanes that hold anchor b on the line, and lanes that hold the length.
    pub across: u32,
    pub rigid: u32,
    /// The direction at the beginning of the step.
    pub direction: [Lanes; 2],
    pub length: Lanes,
    pub along: AxisRows,
    /// The linear impulse on b at the last solve, and its angular impulses on a and b.
    pub given: [Lanes; 2],
    pub given_turn: [Lanes; 2],
    /// The additional linear impulse on b in the directions of now [N s].
    pub swing: [Lanes; 2],
    local: [Lanes; 2],
}

impl LineRows {
    /// Unit vectors along the lines, `fixed` for those that are fixed in a; and the distances of the anchors.
    #[inline(always)]
    pub(crate) fn direction_from<S: Simd>(&self, simd: S, fixed: Vec2x16<S>, d: Vec2x16<S>) -> (Vec2x16<S>, f32x16<S>) {
        let one = f32x16::splat(simd, 1.0);
        let distance = d.dot(d).sqrt();
        // Anchors at one place have no direction: any will do.
        let apart = distance.simd_gt(f32x16::splat(simd, 1.0e-9));
        let inv = one / apart.select(distance, one);
        let is_fixed = mask32x16::from_bitmask(simd, u64::from(self.fixed));
        let n = Vec2x16::new(
            is_fixed.select(fixed.x, apart.select(d.x * inv, fixed.x)),
            is_fixed.select(fixed.y, apart.select(d.y * inv, fixed.y)),
        );
        (n, distance)
    }
}

fn set(lanes: &mut [Lanes; 2], lane: usize, v: Vec2) {
    (lanes[0].0[lane], lanes[1].0[lane]) = (v.x, v.y);
}

#[inline(always)]
fn store_pair<S: Simd>(lanes: &mut [Lanes; 2], v: Vec2x16<S>) {
    lanes[0].store(v.x);
    lanes[1].store(v.y);
}

/// A vector of each lane.
#[inline(always)]
pub(crate) fn load_pair<S: Simd>(simd: S, lanes: &[Lanes; 2]) -> Vec2x16<S> {
    Vec2x16::load(simd, &lanes[0], &lanes[1])
}

impl JointBlock {
    /// Fills a lane with the values that do not depend on the bodies' poses; [`Self::place`] sets the others.
    pub(crate) fn fill(
        &mut self,
        parts: &mut JointParts,
        lane: usize,
        (input, direct, (ease, rivals)): (Option<&JointInput>, bool, (f32, f32)),
        (limit, rules): (RowLimit, &StepRules),
    ) {
        if lane == 0 {
            (self.points, self.lines, self.holds_angle, self.angled) = (0, 0, 0, 0);
            (self.own, self.own_turns, self.capped, self.driven) = (0, 0, 0, 0);
            (self.direct, self.eased, self.turns, self.idle, self.weighs) = (0, 0, false, true, false);
            (parts.line.fixed, parts.line.across, parts.line.rigid) = (0, 0, 0);
            parts.about.start();
            parts.line.along.start();
        }
        let Some(j) = input else {
            self.clear(parts, lane, limit);
            return;
        };
        self.rows_a[lane] = limit.row(j.rows[0]);
        self.rows_b[lane] = limit.row(j.rows[1]);
        set(&mut parts.local_a, lane, j.anchors[0]);
        set(&mut parts.local_b, lane, j.anchors[1]);
        let bit = 1 << lane;
        self.direct |= if direct { bit } else { 0 };
        self.eased |= if ease < 1.0 { bit } else { 0 };
        parts.ease.0[lane] = ease;
        let among = (rules.h, rivals);
        set(&mut self.linear_impulse, lane, if direct { Vec2::ZERO } else { j.state.linear });
        self.hold(parts, lane, j.hold, rules.h);
        let is_driven = j.spring == Some(Spring::FIRM);
        self.driven |= if is_driven { bit } else { 0 };
        let spring = j.spring.filter(|_| !is_driven);
        self.own |= if spring.is_some() { bit } else { 0 };
        parts.own_spring.fill(lane, spring.unwrap_or(Spring::NONE), among);
        let reference = j.reference.map_or(Rot::IDENTITY, Rot::from_angle);
        set(&mut parts.reference, lane, Vec2::new(reference.c, reference.s));
        let rest = if j.holds_angle { reference } else { reference.after(Rot::from_angle(j.about.rest)) };
        set(&mut parts.rest, lane, Vec2::new(rest.c, rest.s));
        self.angled |= if j.reference.is_some() { bit } else { 0 };
        self.holds_angle |= if j.reference.is_some() && j.holds_angle { bit } else { 0 };
        self.own_turns |= if j.turn_spring.is_some() { bit & self.holds_angle } else { 0 };
        parts.turn_spring.fill(lane, j.turn_spring.unwrap_or(Spring::NONE), among);
        parts.angle.0[lane] = j.state.angle;
        parts.twist_impulse.0[lane] = if direct { 0.0 } else { j.state.twist };
        let (about, along) = (j.about_beside(direct), j.along_beside(direct));
        let (turns, slides) = (direct && j.turns_in_tree(), direct && j.slides_in_tree());
        self.weighs |= turns || slides;
        let beside = |given: AxisImpulses, is_in_tree: bool| if is_in_tree { AxisImpulses::default() } else { given };
        parts.about.fill(lane, &about, &beside(j.state.about, turns), among);
        parts.line.along.fill(lane, &along, &beside(j.state.along, slides), among);
        self.turns = self.holds_angle != 0 || parts.about.any();
        self.idle &= direct && !parts.about.any() && !parts.line.along.any();
    }

    /// The held part of a lane.
    fn hold(&mut self, parts: &mut JointParts, lane: usize, hold: Hold, h: f32) {
        let bit = 1 << lane;
        let (mut max_force, mut speed, mut direction, mut length) = (f32::INFINITY, Vec2::ZERO, Vec2::X, 0.0);
        match hold {
            Hold::Point { max_force: most, velocity } => {
                (max_force, speed) = (most, velocity);
                self.points |= bit;
            }
            Hold::Line(axis) => {
                direction = axis;
                self.lines |= bit;
                parts.line.fixed |= bit;
                parts.line.across |= bit;
            }
            Hold::Length(held) => {
                length = held;
                self.lines |= bit;
                parts.line.rigid |= bit;
            }
            Hold::Nothing => self.lines |= bit,
        }
        let most = h * max_force;
        self.capped |= if most < f32::MAX || speed != Vec2::ZERO { bit } else { 0 };
        parts.max_linear.0[lane] = if most < f32::MAX { most } else { f32::MAX };
        set(&mut parts.local_velocity, lane, speed);
        set(&mut parts.line.local, lane, direction);
        parts.line.length.0[lane] = length;
    }

    /// Takes the bodies' poses and masses. The dummy of empty lanes has neither.
    #[inline(always)]
    pub(crate) fn place<S: Simd>(&mut self, parts: &mut JointParts, simd: S, poses: &[Pose], masses: &[BodyMass]) {
        let zero = f32x16::splat(simd, 0.0);
        let [x, y] = &mut self.linear_impulse;
        for impulse in [x, y, &mut parts.twist_impulse] {
            impulse.store(finite_or_zero_on_lanes(simd, impulse.load(simd)));
        }
        if self.turns {
            parts.about.clean(simd);
        }
        let sides = [&self.rows_a, &self.rows_b].map(|rows| {
            let pose = Posex16::gather(simd, |lane| poses.get(rows[lane].index()).copied().unwrap_or_default());
            let mass: [f32x16<S>; 4] =
                rows_to_lanes(simd, |lane| masses.get(rows[lane].index()).map_or([0.0; 4], BodyMass::row));
            (pose, mass)
        });
        let [(pose_a, [xa, ya, ma, ia]), (pose_b, [xb, yb, mb, ib])] = sides;
        self.moves_a = (!(ma.simd_eq(zero) & ia.simd_eq(zero))).to_bitmask() as u32;
        self.moves_b = (!(mb.simd_eq(zero) & ib.simd_eq(zero))).to_bitmask() as u32;
        self.inv_mass_a.store(ma);
        self.inv_inertia_a.store(ia);
        self.inv_mass_b.store(mb);
        self.inv_inertia_b.store(ib);
        parts.axial_mass.store(inverse(simd, ia + ib));
        self.weigh_springs(parts, simd, InverseMasses { mass: ma + mb, inertia: [ia, ib] });
        let anchor_a = pose_a.q.rotate(load_pair(simd, &parts.local_a));
        let anchor_b = pose_b.q.rotate(load_pair(simd, &parts.local_b));
        store_pair(&mut self.anchor_a, anchor_a);
        store_pair(&mut self.anchor_b, anchor_b);
        store_pair(&mut self.between, Vec2x16::new(xb - xa, yb - ya));
        if self.capped != 0 {
            store_pair(&mut parts.velocity, pose_a.q.rotate(load_pair(simd, &parts.local_velocity)));
        }
        if self.lines != 0 {
            parts.line.along.clean(simd);
            store_pair(&mut parts.line.direction, pose_a.q.rotate(load_pair(simd, &parts.line.local)));
        }
        if self.angled != 0 {
            let [c, s] = &parts.reference;
            let reference = Rotx16 { c: c.load(simd), s: s.load(simd) };
            let turned = reference.inv_mul(pose_a.q.inv_mul(pose_b.q));
            let angled = mask32x16::from_bitmask(simd, u64::from(self.angled));
            let angle = nearest_turns(simd, arc16(simd, turned.s, turned.c), parts.angle.load(simd));
            parts.angle.store(angled.select(angle, zero));
            parts.start_angle = parts.angle;
        }
    }

    /// Sets the masses that the stiffness of springs follows from.
    #[inline(always)]
    fn weigh_springs<S: Simd>(&self, parts: &mut JointParts, simd: S, masses: InverseMasses<S>) {
        let any_spring = parts.about.any_spring() || parts.line.along.any_spring();
        if !any_spring && !self.weighs && self.own == 0 {
            return;
        }
        let mask = |bits: u32| mask32x16::from_bitmask(simd, u64::from(bits));
        let firm = self.firm();
        let [c, s] = &parts.rest;
        let rest = Rotx16 { c: c.load(simd), s: s.load(simd) };
        let arms = MeanArms {
            a: load_pair(simd, &parts.local_a),
            b: rest.rotate(load_pair(simd, &parts.local_b)),
            n: load_pair(simd, &parts.line.local),
            fixed: mask(parts.line.fixed),
            across: mask(parts.line.across & firm),
            angle: mask(self.holds_angle & firm),
            point: mask(self.points & firm),
        };
        parts.about.set_spring_mass(masses.mean_about(simd, &arms));
        parts.line.along.set_spring_mass(masses.mean_along(simd, &arms));
        if self.own != 0 {
            parts.own_point_mass.store(masses.mean_of_point(simd, &arms));
            parts.own_line_mass.store(masses.mean_held(simd, &arms));
        }
    }

    /// Lanes whose held parts can answer springs, motors and limits: no spring holds them, and no greatest force.
    pub(crate) fn firm(&self) -> u32 {
        !(self.own | self.own_turns | self.capped | self.driven)
    }

    /// Clears a lane: it gives no impulses.
    fn clear(&mut self, parts: &mut JointParts, lane: usize, limit: RowLimit) {
        self.rows_a[lane] = limit.dummy();
        self.rows_b[lane] = limit.dummy();
        parts.ease.0[lane] = 1.0;
        set(&mut self.linear_impulse, lane, Vec2::ZERO);
        parts.twist_impulse.0[lane] = 0.0;
        parts.about.clear(lane);
        parts.line.along.clear(lane);
    }

    /// Writes the state of `lane` to `to`, as [`Self::place`] starts with it.
    #[inline(always)]
    pub(crate) fn store(&self, parts: &JointParts, lane: usize, to: &mut JointState) {
        let of = |lanes: &Lanes| finite_or_zero(lanes.0[lane]);
        to.linear = Vec2::new(of(&self.linear_impulse[0]), of(&self.linear_impulse[1]));
        if self.turns {
            parts.about.store(lane, &mut to.about);
        }
        if self.lines != 0 {
            parts.line.along.store(lane, &mut to.along);
        }
        if self.holds_angle != 0 {
            to.twist = of(&parts.twist_impulse);
        }
        if self.angled >> lane & 1 == 1 {
            to.angle = of(&parts.angle);
        }
    }
}

/// The angles that equal `angle` up to whole turns and are nearest to `last` [rad]: see
/// [`crate::joint::input::nearest_turn`].
#[inline(always)]
pub(crate) fn nearest_turns<S: Simd>(simd: S, angle: f32x16<S>, last: f32x16<S>) -> f32x16<S> {
    let turns = (last - angle) / TURN;
    let known = turns.abs().simd_lt(f32x16::splat(simd, WHOLE_TURNS));
    known.select(angle + simd.round_ties_even_f32x16(turns) * TURN, angle)
}
