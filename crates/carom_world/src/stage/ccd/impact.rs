//! An impact: its effect on both bodies, computed from the moving bodies as they are (an [`ImpactImpulse`]), and its
//! application to them.

use crate::def::WorldDef;
use crate::events::ShapePair;
use crate::stage::broad_phase::shapes::shapes_of;
use crate::stage::ccd::bounce::{End, Push, bounce};
use crate::stage::ccd::context::CcdContext;
use crate::stage::ccd::crowd::{core_side, is_jointed};
use crate::stage::ccd::event::ToiEvent;
use crate::stage::ccd::group_body::{Change, GroupBody};
use crate::stage::ccd::impact_record::ImpactRecord;
use crate::stage::ccd::impact_rules::{Rules, pushable};
use crate::stage::ccd::joint_group::{ImpactArms, JointGroup};
use crate::stage::ccd::moving_body::{Bent, MovingBodies};
use crate::stage::ccd::segment::{MotionSegment, Place};
use crate::stage::ccd::segment_cause::With;
use crate::stage::ccd::surface::Surface;
use crate::stage::report::transient::touch_already;
use crate::state::{BOUNCY, State};
use carom_math::{Vec2, clamp, max, right};
use carom_narrowphase::{collide, distance};
use carom_solver::ContactPair;

/// The least cosine between a manifold's normal and the direction in which the pieces meet.
const SAME_SIDE: f32 = 0.5;

/// The greatest gap at a point of a manifold that counts as touching at an impact [slops].
const AT_IMPACT: f32 = 0.5;

/// The effect of an impact on the two bodies that meet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ImpactImpulse {
    /// The moving bodies that it was computed from.
    from: [Option<Basis>; 2],
    surface: Surface,
    points: [Vec2; 2],
    /// The change of velocity by forces from the impact to the end of the step [m/s].
    gravity: [Vec2; 2],
    before: [End; 2],
    after: [End; 2],
    push: Push,
    /// Speed at which the surfaces close in [m/s].
    speed: f32,
    /// The shapes, whether they touched already, and whether that of b comes first.
    pair: ShapePair,
    touched: bool,
    turned: bool,
    /// The next segments of those that can be pushed.
    bent: [Option<Bent>; 2],
}

/// All that an impact depends on in a moving body that can be pushed, besides its state before the step.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Basis {
    number: u32,
    segment: u32,
    v: Vec2,
    w: f32,
    stopped: bool,
    again: u32,
}

impl Basis {
    /// For both sides of an impact, if they can be pushed.
    fn of(state: &State, moving: &MovingBodies, event: &ToiEvent, rows: [u32; 2]) -> [Option<Self>; 2] {
        pushable(state, moving, rows).map(|number| {
            let number = number?;
            let moving_body = &moving.list[number as usize];
            let again = moving_body.again_with(event);
            Some(Self {
                number,
                segment: moving_body.segment,
                v: moving_body.v,
                w: moving_body.w,
                stopped: moving_body.stopped,
                again,
            })
        })
    }
}

impl ImpactImpulse {
    /// The effect of an impact on the two, and on the `group` of bodies jointed to them, as their moving bodies are.
    pub fn of(rules: &Rules<'_>, moving: &MovingBodies, group: &mut JointGroup, event: &ToiEvent) -> Self {
        let Rules { state, def, updates, tracks, .. } = *rules;
        let ctx = CcdContext::for_impacts(state, moving, tracks, def);
        let (t, ids) = (event.time, [event.a, event.b]);
        let rows = ids.map(|id| ctx.row(id));
        let from = Basis::of(state, moving, event, rows);
        let segments = rows.map(|row| ctx.segment_at(row, t).0);
        let places = [0, 1].map(|side| Place::on(&segments[side], t));
        let ImpactPoints { normal, points, count, depths } = ImpactPoints::of(&ctx, event, rows, &places);
        // A flight of semi-implicit steps is a parabola on which the velocity is half a substep behind.
        let substeps = def.substeps as f32 * (1.0 - t) - 0.5;
        let gains = rows.map(|row| match updates.get(row as usize) {
            Some(update) if (row as usize) < state.bodies.awake => update.gain(),
            _ => Vec2::ZERO,
        });
        let gravity = gains.map(|gain| gain * substeps);
        let before =
            [0, 1].map(|side| end_of(&ctx, (rows, side), (&segments[side], &places[side]), t, gravity[side], &points));
        let material = state.proxies.outlines.mix(ids[0], ids[1]);
        let acceleration = normal.dot(gains[0] - gains[1]) * (def.substeps as f32 / def.dt);
        let flight = Flight { acceleration, dt: def.dt, t };
        let bounces = material.restitution >= BOUNCY;
        let surface = Surface {
            normal,
            points: count,
            friction: if event.deep { 0.0 } else { material.friction },
            restitution: material.restitution,
            surface_speed: material.surface_speed,
            threshold: def.restitution_threshold * def.length_unit,
            dt: def.dt,
            max_spin: def.max_angular_speed(),
            sunk: event.sunk,
            again: from.iter().flatten().map(|basis| basis.again).min().unwrap_or(0),
            bounces,
            fallen: [0, 1]
                .map(|k: usize| if bounces { flight.fallen(depths[k], closing(&before, normal, k)) } else { 0.0 }),
        };
        let fastest = (0..count).fold(0.0, |most, k| max(most, closing(&before, normal, k)));
        // A hit is reported by the velocities that bodies have, half a substep behind.
        let speed = max(fastest - 0.5 * normal.dot(gains[0] - gains[1]), 0.0);
        let mut after = before;
        let [a, b] = &mut after;
        let push = bounce(a, b, &surface);
        if surface.restitution > 1.0 {
            hold_back(&mut after, &before, def);
        }
        let pair = shapes_of(state, &ContactPair::new(ids[0], ids[1]));
        let touched = touch_already(state, ids, pair);
        let of_a = &state.proxies.list[ids[0] as usize];
        let turned = pair.a != of_a.body_shape();
        let mut impulse =
            Self { pair, touched, turned, from, surface, points, gravity, before, after, push, speed, bent: [None; 2] };
        group.clear();
        if rows.iter().any(|&row| is_jointed(state, row)) {
            impulse.go_through_joints(&ctx, group, rows, t);
        }
        impulse.bent = impulse.ways_behind(moving, t, &places);
        impulse
    }

    /// Lets the bodies jointed to the two take their part.
    fn go_through_joints(&mut self, ctx: &CcdContext<'_>, group: &mut JointGroup, rows: [u32; 2], t: f32) {
        let two = [0, 1].map(|side| linked(rows[side], &self.before[side], &self.after[side]));
        if group.gather(ctx, two, t) {
            let Surface { normal, points: count, .. } = self.surface;
            let arms = [0, 1].map(|side| &self.before[side].arms[..count]);
            self.push.normal += group.solve(&ImpactArms { normal, arms });
            for ((end, was), now) in self.after.iter_mut().zip(&two).zip(&group.bodies) {
                end.add(now.change.v - was.change.v, now.change.w - was.change.w, &self.surface);
            }
        }
    }

    /// The next segments of both from time `t` on, at which they are at these places.
    fn ways_behind(&self, moving: &MovingBodies, t: f32, places: &[Place; 2]) -> [Option<Bent>; 2] {
        [0, 1].map(|side| {
            let Basis { number, stopped, .. } = self.from[side]?;
            let (before, end, dt) = (&self.before[side], &self.after[side], self.surface.dt);
            if end.bends {
                return Some(moving.bent_at(number, (t, &places[side]), end.way, end.turn));
            }
            // It has gone on beyond `t` already: only the motion ahead of it changes.
            let (way, turn) = moving.segment(number).rates();
            let (dv, dw) = (end.v - before.v, end.w - before.w);
            (!stopped).then(|| moving.bent(number, t, way + dv * dt, turn + dw * dt))
        })
    }

    /// Whether it would be the same if it were computed now.
    pub fn holds(&self, state: &State, moving: &MovingBodies, group: &JointGroup, event: &ToiEvent) -> bool {
        let rows = [event.a, event.b].map(|id| state.proxies.rows[id as usize]);
        Basis::of(state, moving, event, rows) == self.from && group.holds(moving)
    }

    /// Applies it to both bodies, and to those jointed to them. `impact` is its number in the step.
    pub fn apply(
        &self,
        rules: &Rules<'_>,
        moving: &mut MovingBodies,
        group: &JointGroup,
        event: &ToiEvent,
        impact: u32,
    ) -> ImpactRecord {
        let state = rules.state;
        let (t, ids) = (event.time, [event.a, event.b]);
        let rows = ids.map(|id| state.proxies.rows[id as usize]);
        let pushed = self.from.map(|basis| basis.map(|basis| basis.number));
        pushed.iter().flatten().for_each(|&number| moving.apply_impact(number, event));
        if group.is_linked() {
            pass_on(rules, moving, group, t);
        }
        self.bend_ways(moving, rows);
        let with_many = rows.iter().any(|&row| is_jointed(state, row));
        for side in 0..2 {
            if let Some(number) = pushed[side] {
                let with = if with_many { With::Many } else { With::of(pushed[1 - side]) };
                moving.note_cause(number, impact, with);
            }
        }
        let Surface { normal, points: count, .. } = self.surface;
        let point = self.points[..count].iter().fold(Vec2::ZERO, |sum, &p| sum + p) * (1.0 / count as f32);
        ImpactRecord {
            time: t,
            a: ids[0],
            b: ids[1],
            pair: self.pair,
            touched: self.touched,
            turned: self.turned,
            point,
            normal,
            speed: self.speed,
            impulse: self.push.normal,
            push: normal * self.push.normal + right(normal) * self.push.tangent,
            rolled_back: false,
        }
    }

    /// Puts both on their next segments, at their velocities after the impact.
    fn bend_ways(&self, moving: &mut MovingBodies, rows: [u32; 2]) {
        let mut slight = [None; 2];
        for (side, end) in self.after.iter().enumerate() {
            let Some(Basis { number, .. }) = self.from[side] else { continue };
            let moving_body = &mut moving.list[number as usize];
            (moving_body.v, moving_body.w) = (end.v + self.gravity[side], end.w);
            if let Some(bent) = self.bent[side] {
                let is_slight = moving.bend(number, bent);
                slight[side] = Some(number).filter(|_| is_slight);
            }
        }
        // One of the two has to search again, as they may meet once more. A slight change alone starts no search.
        let looks = rows.iter().any(|&row| moving.of(row).is_some_and(|k| moving.list[k as usize].fresh));
        if !looks {
            slight.into_iter().flatten().for_each(|number| moving.refresh(number));
        }
    }
}

/// Limits the speeds after an impact with a bumper. Two bumpers would multiply the speed of a body between them many
/// times within a step. A thousandth above the limit is left, so that the end of the step reports the body as slowed.
fn hold_back(after: &mut [End; 2], before: &[End; 2], def: &WorldDef) {
    for (end, before) in after.iter_mut().zip(before) {
        let most = max(1.001 * def.max_speed * def.length_unit, before.v.length());
        let speed = end.v.length();
        if speed > most {
            let change = end.v * (most / speed - 1.0);
            end.v += change;
            end.way += if end.bends { change * def.dt } else { Vec2::ZERO };
        }
    }
}

/// One of the two that meet, and the change of its velocities.
fn linked(row: u32, before: &End, after: &End) -> GroupBody {
    let change = Change { v: after.v - before.v, w: after.w - before.w };
    GroupBody { row, change, inv_mass: after.inv_mass, inv_inertia: after.inv_inertia }
}

/// Applies the impact at time `t` to the bodies jointed to the two.
fn pass_on(rules: &Rules<'_>, moving: &mut MovingBodies, group: &JointGroup, t: f32) {
    let Rules { state, def, tracks, .. } = *rules;
    let most = def.max_angular_speed();
    for one in group.bodies[2..].iter().filter(|one| one.change != Change::default()) {
        let number = moving.add(state, tracks, one.row, true);
        let (way, turn) = moving.segment(number).rates();
        let moving_body = &mut moving.list[number as usize];
        moving_body.pressed |= tracks.is_pressed(one.row);
        moving_body.v += one.change.v;
        let w = clamp(moving_body.w + one.change.w, -most, most);
        let spun = w - std::mem::replace(&mut moving_body.w, w);
        let bent = moving.bent(number, t, way + one.change.v * def.dt, turn + spun * def.dt);
        moving.bend(number, bent);
    }
}

/// The speed at which two bodies close in along the normal at point `k` [m/s].
fn closing([a, b]: &[End; 2], normal: Vec2, k: usize) -> f32 {
    normal.dot(a.at(k) - b.at(k))
}

/// The flight of two bodies against each other in a step: their acceleration toward each other [m/s^2], the time of a
/// step [s], and the part of it at which they meet.
struct Flight {
    acceleration: f32,
    dt: f32,
    t: f32,
}

impl Flight {
    /// The gain of the square of the closing speed by forces since a point touched ([`Surface::fallen`]). A segment is
    /// a chord of the parabola on which the two fly, and has come nearer by the sag between them. A point deeper than
    /// its way in a step did not come there in flight.
    fn fallen(&self, depth: f32, closing: f32) -> f32 {
        if self.acceleration <= 0.0 || depth > closing * self.dt {
            return 0.0;
        }
        let sag = 0.5 * self.acceleration * self.dt * self.dt * self.t * (1.0 - self.t);
        2.0 * self.acceleration * (depth - sag)
    }
}

/// The normal and up to two points of an impact, in the world.
struct ImpactPoints {
    normal: Vec2,
    points: [Vec2; 2],
    count: usize,
    /// Depth of each point [m], negative for a gap.
    depths: [f32; 2],
}

impl ImpactPoints {
    fn of(ctx: &CcdContext<'_>, event: &ToiEvent, rows: [u32; 2], places: &[Place; 2]) -> Self {
        let [pose_a, pose_b] = [places[0].pose, places[1].pose];
        let (a, b) = (ctx.piece(event.a), ctx.piece(event.b));
        let at = |point: Vec2| Self { normal: event.normal, points: [point; 2], count: 1, depths: [0.0; 2] };
        if event.deep {
            return at(places[core_side(ctx.state, rows)].center);
        }
        let slop = ctx.slop();
        let b_in_a = pose_a.inv_mul(pose_b);
        let manifold = collide(a, b, b_in_a, AT_IMPACT * slop);
        let normal = pose_a.q.rotate(manifold.normal);
        if manifold.count > 0 && normal.dot(event.normal) > SAME_SIDE {
            return Self {
                normal,
                points: manifold.points.map(|point| pose_a.transform_point(point.point)),
                count: manifold.points().len(),
                depths: manifold.points.map(|point| -point.separation),
            };
        }
        let near = distance(a, b, b_in_a);
        at(pose_a.transform_point(0.5 * (near.point_a + near.point_b)))
    }
}

/// A body at an impact.
fn end_of(
    ctx: &CcdContext<'_>,
    (rows, side): ([u32; 2], usize),
    (segment, place): (&MotionSegment, &Place),
    t: f32,
    gravity: Vec2,
    points: &[Vec2; 2],
) -> End {
    let bodies = &ctx.state.bodies;
    let row = rows[side];
    let i = row as usize;
    let (mass, free) = (&bodies.masses[i], bodies.forces[i].free());
    let (v, w) = ctx.velocity(row);
    let (way, turn) = segment.rates();
    let bends = ctx
        .moving
        .of(row)
        .is_some_and(|number| !ctx.moving.list[number as usize].stopped && ctx.moving.segment(number).start <= t);
    let dynamic = bodies.min_extents[i] != f32::MAX;
    let is_pushed = dynamic && !bodies.dominates(rows)[side];
    // A driven body pushes as fast as it moves.
    let driven = !dynamic && i < bodies.active;
    let (v, w) = if driven { (way / ctx.def.dt, turn / ctx.def.dt) } else { (v - gravity, w) };
    End {
        v,
        w,
        way,
        turn,
        inv_mass: if is_pushed { mass.inv_mass * Vec2::new(free[0], free[1]) } else { Vec2::ZERO },
        inv_inertia: if is_pushed { mass.inv_inertia * free[2] } else { 0.0 },
        bends: bends && dynamic,
        arms: points.map(|p| p - place.center),
    }
}
