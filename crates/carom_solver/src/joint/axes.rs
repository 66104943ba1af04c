//! The springs, motors and limits of sixteen joints in a pass, along lines and about angles. What is held answers each
//! of their impulses at once, and stays as it is.

use crate::joint::axis_rows::AxisPass;
use crate::joint::block::{JointBlock, JointParts};
use crate::joint::freedom::{About, Along, Masses, UnitPush};
use crate::joint::held::select_pair;
use crate::joint::reduced_mass::{InverseMasses, Levers};
use crate::lanes::WideVelocity;
use carom_math::Vec2x16;
use fearless_simd::{Select, Simd, SimdBase, SimdMask, f32x16, mask32x16};

/// One degree of freedom: its effective mass; a unit of impulse along it, with the answer of what is held; and that
/// answer: the impulse on the held point or, as its x, along the held direction, and the one about the held angle.
struct FreeAxis<S: Simd> {
    mass: f32x16<S>,
    push: UnitPush<S>,
    answer: [f32x16<S>; 3],
}

/// The direction of lines, and the levers along it and across.
pub(crate) struct Directions<S: Simd> {
    pub n: Vec2x16<S>,
    pub along: Levers<S>,
    pub across: Levers<S>,
}

/// Along lines: their direction and their levers besides.
struct AlongLines<S: Simd> {
    axis: FreeAxis<S>,
    n: Vec2x16<S>,
    levers: Levers<S>,
}

/// Both degrees of freedom.
pub(crate) struct Axes<S: Simd> {
    masses: Masses<S>,
    along: Option<AlongLines<S>>,
    about: Option<FreeAxis<S>>,
}

impl<S: Simd> Axes<S> {
    /// With the arms to the anchors, and the directions if some lane has a line.
    #[inline(always)]
    pub(crate) fn of(
        simd: S,
        (block, parts): (&JointBlock, &JointParts),
        masses: Masses<S>,
        [ra, rb]: [Vec2x16<S>; 2],
        line: Option<Directions<S>>,
    ) -> Self {
        let mask = |bits: u32| mask32x16::from_bitmask(simd, u64::from(bits));
        // A lane gives way if it is soft or limited in force. Beside one that a tree holds, the tree answers in its own
        // pass. Until then the bodies are as light as without it: a greater mass would push them too far.
        let firm = block.firm() & !block.direct;
        let inverse_masses = InverseMasses { mass: masses.mass[0] + masses.mass[1], inertia: masses.inertia };
        let (zero, one) = (f32x16::splat(simd, 0.0), f32x16::splat(simd, 1.0));
        let mut axes = Self { masses, along: None, about: None };
        let has_about = parts.about.any();
        let lines = mask(block.lines);
        let (mut mass_beside, mut beside, mut sideways) = (zero, zero, [zero; 2]);
        let mut across = Vec2x16::new(zero, zero);
        if let Some(Directions { n, along: levers, across: levers_across }) = line {
            (across, sideways) = (Vec2x16::new(-n.y, n.x), levers_across);
            let held = mask(parts.line.across & firm);
            if has_about {
                [mass_beside, beside] = inverse_masses.about_direction(simd, sideways, held);
            }
            if parts.line.along.any() {
                let holds = [held, mask(block.holds_angle & firm)];
                let [mass, x, turn] = inverse_masses.along_direction(simd, [levers, sideways], holds);
                let turns = [levers[0] + sideways[0] * x + turn, levers[1] + sideways[1] * x + turn];
                let push = UnitPush { linear: n.add(across.scale(x)), turns };
                let axis = FreeAxis { mass: lines.select(mass, zero), push, answer: [x, zero, turn] };
                axes.along = Some(AlongLines { axis, n, levers });
            }
        }
        if has_about {
            let answer = mask(block.points & firm);
            let (mass, push) = inverse_masses.about_point(simd, [ra, rb], answer);
            // Lanes without an answer give the unit alone.
            let point = select_pair(answer, push.linear, Vec2x16::new(zero, zero));
            let turns = [
                lines.select(one + sideways[0] * beside, answer.select(push.turns[0], one)),
                lines.select(one + sideways[1] * beside, answer.select(push.turns[1], one)),
            ];
            axes.about = Some(FreeAxis {
                mass: lines.select(mass_beside, mass),
                push: UnitPush { linear: select_pair(lines, across.scale(beside), point), turns },
                answer: [lines.select(beside, point.x), lines.select(zero, point.y), zero],
            });
        }
        axes
    }

    /// The part of the held impulses that answers the springs, motors and limits.
    #[inline(always)]
    pub(crate) fn answer(&self, simd: S, parts: &JointParts) -> [f32x16<S>; 3] {
        let mut sum = [f32x16::splat(simd, 0.0); 3];
        if let Some(AlongLines { axis, .. }) = &self.along {
            let given = parts.line.along.sum(simd);
            for (sum, answer) in sum.iter_mut().zip(axis.answer) {
                *sum += answer * given;
            }
        }
        if let Some(axis) = &self.about {
            let given = parts.about.sum(simd);
            for (sum, answer) in sum.iter_mut().zip(axis.answer) {
                *sum += answer * given;
            }
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
        if let Some(AlongLines { axis: FreeAxis { mass, push, answer }, n, levers }) = &self.along {
            let along = Along { masses, n: *n, arms: *levers, push: *push };
            let given = parts.line.along.solve(simd, (value, *mass), two, &along, pass);
            x.store(x.load(simd) + answer[0] * given);
            parts.twist_impulse.store(parts.twist_impulse.load(simd) + answer[2] * given);
        }
        if let Some(FreeAxis { mass, push, answer }) = &self.about {
            let about = About { masses, push: *push };
            let given = parts.about.solve(simd, (parts.angle.load(simd), *mass), two, &about, pass);
            x.store(x.load(simd) + answer[0] * given);
            y.store(y.load(simd) + answer[1] * given);
        }
    }
}
