//! The springs, motors and limits of sixteen joints in a pass, along lines and about angles. What is held answers each
//! of their impulses at once, and stays as it is.

use crate::joint::axis_rows::AxisPass;
use crate::joint::block::{JointBlock, JointParts};
use crate::joint::freedom::{About, Along, Masses, Push};
use crate::joint::held::{PointMass, select_pair};
use crate::joint::reduced_mass::{InverseMasses, Levers};
use crate::lanes::WideVelocity;
use carom_math::{Lanes, Vec2x16};
use fearless_simd::{Select, Simd, SimdBase, SimdMask, f32x16, mask32x16};

/// One degree of freedom: its effective mass; a unit of impulse along it, with the answer of what is held; and that
/// answer: the impulse on the held point or, as its x, along the held direction, and the one about the held angle.
struct Axis<S: Simd> {
    mass: f32x16<S>,
    push: Push<S>,
    answer: [f32x16<S>; 3],
}

/// The direction of lines, and the levers along it and across.
pub(crate) struct Directions<S: Simd> {
    pub n: Vec2x16<S>,
    pub along: Levers<S>,
    pub across: Levers<S>,
}

/// Both degrees of freedom; along the line with its direction and its levers.
pub(crate) struct Axes<S: Simd> {
    masses: Masses<S>,
    along: Option<(Axis<S>, Vec2x16<S>, Levers<S>)>,
    about: Option<Axis<S>>,
}

impl<S: Simd> Axes<S> {
    /// With the arms to the anchors, and the directions if some lane has a line.
    #[inline(always)]
    pub(crate) fn of(
        simd: S,
        (block, parts): (&JointBlock, &JointParts),
        (masses, at_point): (Masses<S>, PointMass<S>),
        ([ra, rb], line): ([Vec2x16<S>; 2], Option<Directions<S>>),
    ) -> Self {
        let mask = |bits: u32| mask32x16::from_bitmask(simd, u64::from(bits));
        // A lane gives way if it is soft or limited in force. Beside one that a tree holds, the tree answers.
        let firm = !(block.own | block.capped);
        let answers = firm & !block.direct;
        let inverse_masses = InverseMasses { mass: masses.mass[0] + masses.mass[1], inertia: masses.inertia };
        let (zero, one) = (f32x16::splat(simd, 0.0), f32x16::splat(simd, 1.0));
        let mut axes = Self { masses, along: None, about: None };
        let has_about = parts.about.any();
        let lines = mask(block.lines);
        let (mut mass_beside, mut beside, mut lever) = (zero, zero, [zero; 2]);
        let mut across = Vec2x16::new(zero, zero);
        if let Some(Directions { n, along: arms, across: levers }) = line {
            (across, lever) = (Vec2x16::new(-n.y, n.x), levers);
            let (held, answer) = (mask(parts.line.across & firm), mask(parts.line.across & answers));
            if has_about {
                let [mass, x] = inverse_masses.about_direction(simd, lever, held);
                (mass_beside, beside) = (mass, answer.select(x, zero));
            }
            if parts.line.along.any() {
                let holds = [held, mask(block.holds_angle & firm)];
                let [mass, x, turn] = inverse_masses.along_direction(simd, [arms, lever], holds);
                let (x, turn) = (answer.select(x, zero), answer.select(turn, zero));
                let turns = [0, 1].map(|side| arms[side] + lever[side] * x + turn);
                let push = Push { linear: n.add(across.scale(x)), turns };
                let axis = Axis { mass: lines.select(mass, zero), push, answer: [x, zero, turn] };
                axes.along = Some((axis, n, arms));
            }
        }
        if has_about {
            let at_anchors = inverse_masses.about_point(simd, [ra, rb], mask(block.points & firm));
            let point = at_point.answer(simd, mask(block.points & answers));
            let turn = |r: Vec2x16<S>, lever: f32x16<S>| one + lines.select(lever * beside, r.cross(point));
            axes.about = Some(Axis {
                mass: lines.select(mass_beside, at_anchors),
                push: Push {
                    linear: select_pair(lines, across.scale(beside), point),
                    turns: [turn(ra, lever[0]), turn(rb, lever[1])],
                },
                answer: [lines.select(beside, point.x), lines.select(zero, point.y), zero],
            });
        }
        axes
    }

    /// The part of the held impulses that answers the springs, motors and limits.
    #[inline(always)]
    pub(crate) fn answer(&self, simd: S, parts: &JointParts) -> [f32x16<S>; 3] {
        let mut sum = [f32x16::splat(simd, 0.0); 3];
        if let Some((axis, ..)) = &self.along {
            let given = parts.line.along.sum(simd);
            sum = [0, 1, 2].map(|k| sum[k] + axis.answer[k] * given);
        }
        if let Some(axis) = &self.about {
            let given = parts.about.sum(simd);
            sum = [0, 1, 2].map(|k| sum[k] + axis.answer[k] * given);
        }
        sum
    }

    /// One pass, with lines at `value`.
    #[inline(always)]
    pub(crate) fn solve(
        &self,
        simd: S,
        (block, parts): (&mut JointBlock, &mut JointParts),
        value: f32x16<S>,
        two: &mut [WideVelocity<S>; 2],
        pass: AxisPass<S>,
    ) {
        let masses = self.masses;
        let [x, y] = &mut block.linear_impulse;
        let add = |lanes: &mut Lanes, change: f32x16<S>| lanes.store(lanes.load(simd) + change);
        if let Some((Axis { mass, push, answer }, n, arms)) = &self.along {
            let along = Along { masses, n: *n, arms: *arms, push: *push };
            let given = parts.line.along.solve(simd, (value, *mass), two, &along, pass);
            add(x, answer[0] * given);
            add(&mut parts.twist_impulse, answer[2] * given);
        }
        if let Some(Axis { mass, push, answer }) = &self.about {
            let about = About { masses, push: *push };
            let given = parts.about.solve(simd, (parts.angle.load(simd), *mass), two, &about, pass);
            add(x, answer[0] * given);
            add(y, answer[1] * given);
        }
    }
}
