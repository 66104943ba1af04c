//! The chapter on rays, throws and tunnels.

use crate::input::{Answer, Disc, Pair, Rect, Ring, p, ps, v, words};
use carom::narrowphase::{Impact, Sweep, Trajectory, time_of_impact};
use carom::toolbox::{overlap_shapes, ray_cast_shape};
use carom::{BodyDef, Circle, Piece, Polygon, Pose, Shape, Vec2, World, WorldDef};
use serde::Deserialize;
use serde_json::json;

/// A ray among shapes.
#[derive(Debug, Deserialize)]
pub struct RayAmong {
    from: Pair,
    to: Pair,
    #[serde(default)]
    polygons: Vec<Ring>,
    #[serde(default)]
    circles: Vec<Disc>,
}

/// A ball thrown in a world of boxes.
#[derive(Debug, Deserialize)]
pub struct Throw {
    from: Pair,
    velocity: Pair,
    radius: f32,
    gravity: f32,
    boxes: Vec<Rect>,
}

/// A ball that flies at a wall within one step.
#[derive(Debug, Deserialize)]
pub struct Bullet {
    from: Pair,
    velocity: Pair,
    radius: f32,
    wall: Rect,
    /// Time of a step [s].
    dt: f32,
    /// Number of steps to show.
    steps: usize,
}

impl RayAmong {
    pub fn answer(&self) -> Answer {
        let (from, to) = (v(self.from), v(self.to));
        let mut first: Option<(f32, Vec2, Vec2, String)> = None;
        let mut try_shape = |shape: &Shape, pose: Pose, name: String| {
            if let Some(found) = ray_cast_shape(shape, pose, from, to)
                && first.as_ref().is_none_or(|f| found.hit.fraction < f.0)
            {
                first = Some((found.hit.fraction, found.hit.point, found.hit.normal, name));
            }
        };
        let mut corners = Vec::new();
        for (i, ring) in self.polygons.iter().enumerate() {
            let polygon = ring.polygon("A shape")?;
            corners.push(ps(polygon.vertices().iter().copied()));
            try_shape(&polygon.into(), Pose::IDENTITY, format!("polygon {i}"));
        }
        for (i, disc) in self.circles.iter().enumerate() {
            let (circle, pose) = disc.circle()?;
            try_shape(&circle.into(), pose, format!("circle {i}"));
        }
        let hit = first.map(|(fraction, point, normal, name)| {
            json!({ "fraction": fraction, "point": p(point), "normal": p(normal), "shape": name })
        });
        Ok(json!({ "hit": hit, "polygons": corners }))
    }
}

impl Throw {
    pub fn answer(&self) -> Answer {
        let mut world = World::new(WorldDef::default()).map_err(|e| e.to_string())?;
        for rect in &self.boxes {
            let shape = Polygon::rect(rect.size[0], rect.size[1]).map_err(|e| words(&e))?;
            let body = BodyDef::fixed().at(v(rect.at)).angle(rect.angle).shape(shape);
            world.add_body(body).map_err(|e| e.to_string())?;
        }
        let mut throw = Trajectory::new(v(self.from), v(self.velocity), self.radius);
        throw.gravity = Vec2::new(0.0, -self.gravity);
        let hit = world.query().throw(&throw).map_err(|e| format!("This throw cannot be: {e}."))?;
        let end = hit.map_or(3.0, |hit| hit.time);
        let path = ps((0..=48).map(|i| throw.place_at(end * i as f32 / 48.0)));
        let index = |key| world.bodies().position(|(body, _)| body == key);
        let hit = hit.map(|hit| {
            json!({
                "time": hit.time,
                "center": p(hit.center),
                "point": p(hit.point),
                "normal": p(hit.normal),
                "box": index(hit.shape.body),
                "speed": throw.velocity_at(hit.time).length(),
            })
        });
        Ok(json!({ "hit": hit, "path": path }))
    }
}

impl Bullet {
    pub fn answer(&self) -> Answer {
        let ball = Circle::new(self.radius).map_err(|e| format!("The bullet: {}.", words(&e)))?;
        let wall =
            Polygon::rect(self.wall.size[0], self.wall.size[1]).map_err(|e| format!("The wall: {}.", words(&e)))?;
        let wall_pose = Pose::new(v(self.wall.at), self.wall.angle);
        let (from, by) = (v(self.from), v(self.velocity) * self.dt);
        let (shape, wall_shape) = (Shape::from(ball), Shape::from(wall.clone()));
        let at = |step: usize| Pose::new(from + by * step as f32, 0.0);
        let overlapping = |step: &usize| overlap_shapes(&shape, at(*step), &wall_shape, wall_pose);
        let seen = (0..=self.steps).find(overlapping);
        let sweep = Sweep::between(Vec2::ZERO, at(0), at(self.steps));
        let impact = time_of_impact(
            &Piece::Circle(ball),
            &sweep,
            &crate::input::piece(&wall),
            &Sweep::still(wall_pose),
            0.0,
            1.0e-4,
        );
        let swept = match impact {
            Impact::Hit { time, normal } => json!({
                "time": time * self.dt * self.steps as f32,
                "step": time * self.steps as f32,
                "center": p(sweep.pose_at(time).p),
                "normal": p(normal),
            }),
            Impact::Overlapped => json!({ "time": 0.0, "step": 0.0, "center": p(from), "normal": [0.0, 0.0] }),
            Impact::Separated => json!(null),
        };
        let worlds = [false, true].map(|continuous| self.live(continuous));
        let [without, with] = worlds;
        Ok(json!({
            "places": ps((0..=self.steps).map(|step| at(step).p)),
            "seen_at_step": seen,
            "swept": swept,
            "move_per_step": by.length(),
            "world_without": without?,
            "world_with": with?,
        }))
    }

    /// The end of the bullet in a world with and without the swept test.
    fn live(&self, continuous: bool) -> Answer {
        let def = WorldDef { continuous, ..WorldDef::default().gravity(Vec2::ZERO).dt(self.dt) };
        let mut world = World::new(def).map_err(|e| format!("The step cannot be: {e}."))?;
        let pose = Pose::new(v(self.wall.at), self.wall.angle);
        let wall = Polygon::rect(self.wall.size[0], self.wall.size[1]).map_err(|e| words(&e))?;
        world.add_body(BodyDef::fixed().at(pose.p).angle(self.wall.angle).shape(wall)).map_err(|e| e.to_string())?;
        let ball = Circle::new(self.radius).map_err(|e| words(&e))?;
        let body = BodyDef::dynamic().at(v(self.from)).velocity(v(self.velocity)).shape(ball);
        let key = world.add_body(body).map_err(|e| format!("The bullet: {e}."))?;
        let mut places = vec![v(self.from)];
        for _ in 0..self.steps {
            world.step();
            places.extend(world.body(key).map(|body| body.position()));
        }
        let end = places.last().copied().unwrap_or_default();
        Ok(json!({ "places": ps(places), "passed": pose.inverse_transform_point(end).x > 0.0 }))
    }
}
