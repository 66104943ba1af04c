//! A world that runs live: a scene by name, stepped, thrown at and dragged. In: calls. Out: shapes once, poses after
//! each step, numbers.

use crate::input::Answer;
use carom::narrowphase::contains_point_shape;
use carom::shapes::Piece;
use carom::{
    BodyDef, BodyKey, BodyKind, BroadPhaseKind, Circle, JointKey, Material, Motor, Pose, Shape, ShapeDef, Vec2, World,
    vec2,
};
use carom_scenes::{Play, SceneDef};
use serde_json::json;

/// The greatest force of a drag, for each kilogram [m/s^2].
const MOST_PULL: f32 = 400.0;

/// A body that is dragged by a point of it.
#[derive(Clone, Copy, Debug)]
struct Drag {
    /// The mouse joint, from a fixed body to the one that is dragged.
    joint: JointKey,
    /// The place that it is dragged to [m].
    to: Vec2,
}

/// A world that runs live.
pub struct Live {
    play: Play,
    drag: Option<Drag>,
    /// The body of each row of the poses, refreshed when bodies come or go.
    keys: Vec<BodyKey>,
}

impl Live {
    /// A scene by name, in its own size; or `bodies` large if it scales (0: its own size).
    ///
    /// # Errors
    /// No such scene, or a size that it cannot have: in words.
    pub fn new(scene: &str, bodies: usize) -> Result<Self, String> {
        let def = match own_scene(scene) {
            Some(def) => def.map_err(|e| e.to_string())?,
            None => {
                let entry = carom_scenes::find(scene).ok_or_else(|| format!("There is no scene {scene:?}."))?;
                let def = if bodies > 0 && entry.scales() { entry.scaled(bodies) } else { entry.scene() };
                def.map_err(|e| e.to_string())?
            }
        };
        let mut live = Self { play: def.play().map_err(|e| e.to_string())?, drag: None, keys: Vec::new() };
        live.refresh();
        Ok(live)
    }

    fn refresh(&mut self) {
        self.keys = self.play.world().bodies().map(|(key, _)| key).collect();
    }

    /// Number of bodies, fixed ones too.
    pub fn count(&self) -> usize {
        self.play.world().counts().bodies
    }

    /// Steps the world once. Whatever the script of the scene refuses is said in words; the world steps all the same.
    ///
    /// # Errors
    /// An action of the scene's script that the world refuses.
    pub fn step(&mut self) -> Result<(), String> {
        let acted = self.play.act();
        self.play.step();
        if self.keys.len() != self.count() {
            self.refresh();
        }
        acted.map_err(|e| e.to_string())
    }

    /// Takes hold of the dynamic body at a place [m], or the nearest within `reach` [m]; returns whether there is one.
    pub fn grab(&mut self, x: f32, y: f32, reach: f32) -> bool {
        let (at, world) = (vec2(x, y), self.play.world());
        let found = world.query().overlap_circle(at, reach).unwrap_or_default();
        let inside = |key: BodyKey| {
            world
                .body(key)
                .is_some_and(|body| body.shapes().iter().any(|def| contains_point_shape(&def.shape, body.pose(), at)))
        };
        let moves = |key: &BodyKey| world.body(*key).is_some_and(|body| body.kind() == BodyKind::Dynamic);
        let mut keys: Vec<BodyKey> = found.iter().map(|shape| shape.body).filter(moves).collect();
        keys.sort_by_key(|key| !inside(*key));
        self.release();
        self.drag = keys.first().and_then(|&body| self.hold(body, at));
        self.drag.is_some()
    }

    /// A mouse joint from any fixed body, or one that is added for it, to a point of a body.
    fn hold(&mut self, body: BodyKey, at: Vec2) -> Option<Drag> {
        let world = self.play.world_mut();
        let fixed = world.bodies().find(|(_, body)| body.kind() == BodyKind::Fixed).map(|(key, _)| key);
        let fixed = fixed.or_else(|| world.add_body(BodyDef::fixed()).ok())?;
        let (held, place) = (world.body(body)?, world.body(fixed)?.pose().inverse_transform_point(at));
        let motor = Motor::drag(place, held.pose().inverse_transform_point(at), MOST_PULL * held.mass().mass);
        // Without `collide` it would pass through the body that the joint hangs on.
        let joint = world.add_joint(fixed, body, motor.collide()).ok()?;
        self.refresh();
        Some(Drag { joint, to: at })
    }

    /// Drags the body that was taken to a place [m]. A place that is not finite, or out of the world, changes nothing.
    pub fn drag_to(&mut self, x: f32, y: f32) {
        let (Some(drag), world) = (&mut self.drag, self.play.world_mut()) else { return };
        let Some(pose) = world.joint(drag.joint).and_then(|joint| Some(world.body(joint.bodies().0)?.pose())) else {
            return;
        };
        let target = pose.inverse_transform_point(vec2(x, y));
        if world.joint_mut(drag.joint).is_some_and(|mut joint| joint.set_target(target).is_ok()) {
            drag.to = vec2(x, y);
        }
    }

    /// The two ends of the drag, or nothing: the point of the body, and the place [m].
    pub fn drag_line(&self) -> Vec<f32> {
        let line = self.drag.and_then(|drag| {
            let (_, at) = self.play.world().joint(drag.joint)?.anchors();
            Some(vec![at.x, at.y, drag.to.x, drag.to.y])
        });
        line.unwrap_or_default()
    }

    /// Lets go. The body keeps its velocity.
    pub fn release(&mut self) {
        if let Some(drag) = self.drag.take() {
            self.play.world_mut().remove_joint(drag.joint);
        }
    }

    /// Throws a ball from a place [m] with a velocity [m/s].
    ///
    /// # Errors
    /// A number that the world refuses: in words.
    pub fn throw(&mut self, from: [f32; 2], velocity: [f32; 2], radius: f32) -> Result<(), String> {
        let ball = Circle::new(radius).map_err(|e| e.to_string())?;
        let body = BodyDef::dynamic().at(from.into()).velocity(velocity.into()).shape(ShapeDef::new(ball).density(4.0));
        self.play.world_mut().add_body(body).map_err(|e| e.to_string())?;
        self.refresh();
        Ok(())
    }

    /// Sets a rule: `gravity`, `substeps`, `friction` or `restitution`; the last two of all shapes.
    ///
    /// # Errors
    /// An unknown rule, or a value that the world refuses: in words.
    pub fn set(&mut self, rule: &str, value: f32) -> Result<(), String> {
        let world = self.play.world_mut();
        match rule {
            "gravity" => world.set_gravity(vec2(0.0, -value)).map_err(|e| e.to_string()),
            "substeps" => {
                let def = world.def().clone().substeps(value as u32);
                world.set_def(def).map_err(|e| e.to_string())
            }
            "friction" | "restitution" => {
                for &key in &self.keys {
                    let Some(mut body) = world.body_mut(key) else { continue };
                    let shapes: Vec<_> =
                        body.shape_keys().iter().copied().zip(body.shapes().iter().map(|def| def.material)).collect();
                    for (shape, material) in shapes {
                        let material = if rule == "friction" {
                            Material { friction: value, ..material }
                        } else {
                            Material { restitution: value, ..material }
                        };
                        body.set_material(shape, material).map_err(|e| e.to_string())?;
                    }
                }
                Ok(())
            }
            _ => Err(format!("There is no rule {rule:?}.")),
        }
    }

    /// Four numbers a body: place [m], cosine and sine.
    pub fn poses(&self) -> Vec<f32> {
        let pose = |(_, body): (BodyKey, carom::Body<'_>)| {
            let Pose { p, q } = body.pose();
            [p.x, p.y, q.c, q.s]
        };
        self.play.world().bodies().flat_map(pose).collect()
    }

    /// A number a body: 0 fixed, 1 kinematic, 2 awake, 3 asleep.
    pub fn looks(&self) -> Vec<u8> {
        let look = |body: carom::Body<'_>| match body.kind() {
            BodyKind::Fixed => 0,
            BodyKind::Kinematic => 1,
            BodyKind::Dynamic if body.is_awake() => 2,
            BodyKind::Dynamic => 3,
        };
        self.play.world().bodies().map(|(_, body)| look(body)).collect()
    }

    /// The pieces of all bodies in one list: body, kind (0 circle, 1 capsule or line, 2 polygon), radius, number of
    /// corners, then the corners [m].
    pub fn shapes(&self) -> Vec<f32> {
        let mut out = Vec::new();
        for (number, (_, body)) in self.play.world().bodies().enumerate() {
            for def in body.shapes() {
                for i in 0..def.shape.piece_count() {
                    put_piece(&mut out, number as f32, &def.shape.piece(i));
                }
            }
        }
        out
    }

    /// The points of all contacts, four numbers each: place [m] and normal times the impulse of the step [N s].
    pub fn contacts(&self) -> Vec<f32> {
        let mut out = Vec::new();
        for contact in self.play.world().contacts() {
            for point in contact.points() {
                let push = contact.normal * point.normal_impulse;
                out.extend([point.point.x, point.point.y, push.x, push.y]);
            }
        }
        out
    }

    /// The state hash, as sixteen digits.
    pub fn hash(&self) -> String {
        carom_scenes::hex(self.play.world().state_hash())
    }

    /// The box that holds all bodies: least x and y, greatest x and y [m].
    pub fn bounds(&self) -> Vec<f32> {
        let all = self.play.world().bodies().map(|(_, body)| body.aabb()).filter(carom::Aabb::is_finite);
        let all = all.fold(carom::Aabb::EMPTY, |all, b| all.union(&b));
        vec![all.min.x, all.min.y, all.max.x, all.max.y]
    }

    /// Steps, bodies, contacts, the hash and the times of the last step's stages, in JSON.
    pub fn numbers(&self) -> Answer {
        let (world, counts) = (self.play.world(), self.play.world().counts());
        let times = world.times();
        let stages: Vec<_> = times.stages().map(|(name, ms)| json!([name, ms])).collect();
        Ok(json!({
            "steps": world.step_count(),
            "bodies": counts.bodies,
            "awake": counts.awake,
            "contacts": counts.contacts,
            "points": counts.contact_points,
            "joints": counts.joints,
            "hash": self.hash(),
            "step_ms": times.step_ms(),
            "stages": stages,
            "structure": match world.def().broad_phase {
                BroadPhaseKind::Hash => "spatial hash",
                BroadPhaseKind::QuadTree => "quadtree",
            },
        }))
    }

    /// The world.
    pub fn world(&self) -> &World {
        self.play.world()
    }
}

fn put_piece(out: &mut Vec<f32>, body: f32, piece: &Piece) {
    let mut put = |kind: f32, corners: &[Vec2]| {
        out.extend([body, kind, piece.radius(), corners.len() as f32]);
        out.extend(corners.iter().flat_map(|v| [v.x, v.y]));
    };
    match piece {
        Piece::Circle(s) => put(0.0, &[s.center()]),
        Piece::Capsule(s) => put(1.0, &[s.a(), s.b()]),
        Piece::Segment(s) => put(1.0, &[s.a(), s.b()]),
        Piece::Link(s) => put(1.0, &[s.a, s.b]),
        Piece::Polygon(s) => put(2.0, s.vertices()),
    }
}

/// Scenes of the page's own: small ones to play with.
fn own_scene(name: &str) -> Option<Result<SceneDef, carom::Error>> {
    match name {
        "playground" => Some(playground()),
        _ => None,
    }
}

/// A pit with a stack, balls, a seesaw and an L that is concave.
fn playground() -> Result<SceneDef, carom::Error> {
    use carom::{Capsule, Outline, Polygon, Revolute};
    let mut scene = SceneDef::new("playground", "a pit with a stack, balls, a seesaw and concave pieces", 600, true);
    for (at, size) in [((0.0, -0.5), (30.0, 1.0)), ((-15.5, 6.0), (1.0, 14.0)), ((15.5, 6.0), (1.0, 14.0))] {
        scene.add(BodyDef::fixed().at(vec2(at.0, at.1)).shape(Polygon::rect(size.0, size.1)?));
    }
    let square = Polygon::rect(1.0, 1.0)?;
    for row in 0..7_u8 {
        for column in 0..7 - row {
            let x = -11.0 + 1.05 * f32::from(column) + 0.525 * f32::from(row);
            scene.add(BodyDef::dynamic().at(vec2(x, 0.5 + f32::from(row))).shape(square.clone()));
        }
    }
    let post = scene.add(BodyDef::fixed().at(vec2(3.0, 0.5)).shape(Polygon::regular(3, 0.8)?));
    let plank = scene.add(BodyDef::dynamic().at(vec2(3.0, 1.5)).shape(Polygon::rect(7.0, 0.3)?));
    scene.join(post, plank, Revolute::new(vec2(0.0, 1.0), vec2(0.0, 0.0)));
    let corner = [(0.0, 0.0), (2.0, 0.0), (2.0, 0.7), (0.7, 0.7), (0.7, 2.0), (0.0, 2.0)].map(|(x, y)| vec2(x, y));
    let bent: Shape = Outline::new(corner)?.into();
    for i in 0..4_u8 {
        let at = vec2(9.0 + 1.2 * f32::from(i % 2), 1.0 + 2.4 * f32::from(i));
        scene.add(BodyDef::dynamic().at(at).shape(bent.clone()));
        scene.add(BodyDef::dynamic().at(vec2(0.5 + 1.4 * f32::from(i), 4.0)).shape(Circle::new(0.45)?));
        let bar = Capsule::new(vec2(-0.6, 0.0), vec2(0.6, 0.0), 0.25)?;
        scene.add(BodyDef::dynamic().at(vec2(0.5 + 1.7 * f32::from(i), 5.5)).shape(bar));
    }
    Ok(scene)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_is_dragged_by_a_joint_and_let_go() {
        for scene in ["playground", "smash"] {
            let mut live = Live::new(scene, 0).unwrap();
            let dynamic = |(_, body): &(BodyKey, carom::Body<'_>)| body.kind() == BodyKind::Dynamic;
            let (key, place) =
                live.world().bodies().filter(dynamic).map(|(key, body)| (key, body.position())).last().unwrap();
            let joints = live.world().counts().joints;
            assert!(live.grab(place.x, place.y, 0.1), "{scene}");
            assert_eq!(live.world().counts().joints, joints + 1);
            live.drag_to(place.x, place.y + 3.0);
            live.drag_to(f32::NAN, f32::INFINITY);
            for _ in 0..90 {
                live.step().unwrap();
            }
            let risen = live.world().body(key).unwrap().position().y - place.y;
            assert!((2.0..3.5).contains(&risen), "{scene}: {risen} m");
            assert_eq!(live.drag_line()[3], place.y + 3.0);
            live.release();
            assert_eq!((live.world().counts().joints, live.drag_line().len()), (joints, 0));
            assert!(!live.grab(1.0e6, 1.0e6, 0.1));
        }
    }
}
