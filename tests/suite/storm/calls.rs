//! The calls of a storm: valid ones, and invalid ones that must be refused.

use super::model::{Known, Storm, Tie};
use crate::kit::*;
use carom::prelude::*;
use carom::{BodyKind, Shape};

/// Most bodies of a storm: more make it slower, not wilder.
const MOST: usize = 30;

/// An angle of two bars.
fn elbow(size: f32) -> Outline {
    let corners = [(0.0, 0.0), (1.0, 0.0), (1.0, 0.2), (0.2, 0.2), (0.2, size + 0.3), (0.0, size + 0.3)];
    Outline::new(corners.map(|(x, y)| vec2(x, y))).unwrap()
}

impl Storm {
    fn number(&mut self, low: f32, high: f32) -> f32 {
        self.random.range(low, high)
    }

    fn spot(&mut self) -> Vec2 {
        vec2(self.number(-4.0, 4.0), self.number(-0.5, 6.0))
    }

    /// A place in the list of bodies.
    fn pick(&mut self) -> usize {
        self.random.int(0, self.bodies.len() as u64 - 1) as usize
    }

    fn outline(&mut self) -> Shape {
        let size = self.number(0.1, 0.9);
        let at = vec2(self.number(-0.5, 0.5), self.number(-0.5, 0.5));
        match self.random.int(0, 8) {
            0 => disc(size).into(),
            1 => Circle::at(at, size).unwrap().into(),
            2 => Capsule::new(at, at + vec2(size, 0.3), 0.2).unwrap().into(),
            3 => Segment::new(at, at + vec2(1.0 + size, 0.0)).unwrap().into(),
            4 => Chain::open([vec2(3.0, 0.0), vec2(1.0, 0.3), vec2(-1.0, 0.3), vec2(-3.0, 0.0)]).unwrap().into(),
            5 => {
                let grid = TileGrid::from_rows(&["#.1", "##/"], size).unwrap().at(at).unwrap();
                if self.random.int(0, 1) == 0 { grid.into() } else { grid.solid().unwrap().into() }
            }
            6 => elbow(size).into(),
            7 => rect(size, 0.6).rounded(0.1).unwrap().into(),
            _ => rect(1.0, size).into(),
        }
    }

    fn filter(&mut self) -> Filter {
        let (category, mask) = (1 << self.random.int(0, 2), self.random.int(0, 7));
        Filter {
            category,
            mask: if self.random.int(0, 1) == 0 { u64::MAX } else { mask },
            group: self.random.int(0, 2) as i32 - 1,
        }
    }

    fn material(&mut self) -> Material {
        Material {
            friction: self.number(0.0, 1.0),
            restitution: self.number(0.0, 1.0),
            rolling_resistance: self.number(0.0, 0.2),
            surface_speed: self.number(-1.0, 1.0),
        }
    }

    fn body(&mut self) -> BodyDef {
        let mut def = match self.random.int(0, 9) {
            0 => BodyDef::fixed(),
            1 => BodyDef::kinematic(),
            _ => BodyDef::dynamic(),
        };
        for _ in 0..[1, 1, 1, 2, 0][self.random.int(0, 4) as usize] {
            let (outline, material) = (self.outline(), self.material());
            let mut shape = ShapeDef::new(outline).material(material);
            shape.full_kinematic_contacts = self.random.int(0, 1) == 0;
            let filter = self.filter();
            def = def.shape(if self.random.int(0, 3) == 0 { shape.filter(filter) } else { shape });
        }
        def = def.at(self.spot()).angle(self.number(-3.0, 3.0));
        if self.random.int(0, 1) == 0 {
            let velocity = vec2(self.number(-30.0, 30.0), self.number(-30.0, 30.0));
            def = if def.kind == BodyKind::Fixed { def } else { def.velocity(velocity) };
        }
        def.awake = self.random.int(0, 3) > 0;
        def.enabled = self.random.int(0, 9) > 0;
        def.can_sleep = self.random.int(0, 5) > 0;
        def.locks.rotation = self.random.int(0, 7) == 0;
        def
    }

    /// Adds a body, or removes one if there are many.
    pub fn add(&mut self) {
        if self.bodies.len() >= MOST {
            return self.remove();
        }
        let def = self.body();
        self.put(def);
    }

    fn remove(&mut self) {
        if self.bodies.len() < 3 {
            return self.add();
        }
        let gone = self.pick();
        let key = self.bodies.remove(gone).key;
        assert!(self.world.remove_body(key));
        self.dead.push(key);
        let (kept, gone) = std::mem::take(&mut self.ties).into_iter().partition(|tie| tie.a != key && tie.b != key);
        self.ties = kept;
        self.dead_ties.extend(gone.into_iter().map(|tie: Tie| tie.key));
    }

    fn hinge(&mut self) -> JointDef {
        let hinge = Revolute::new(vec2(self.number(-1.0, 1.0), 0.3), vec2(self.number(-1.0, 1.0), -0.3));
        let hinge = if self.random.int(0, 1) == 0 { hinge.limit(-0.5, 0.7) } else { hinge };
        let hinge = if self.random.int(0, 1) == 0 { hinge.motor(self.number(-9.0, 9.0), 50.0) } else { hinge };
        let hinge = if self.random.int(0, 2) == 0 { hinge.spring(3.0, 0.4) } else { hinge };
        if self.random.int(0, 2) == 0 { hinge.collide() } else { hinge.into() }
    }

    fn join(&mut self) {
        let (i, j) = (self.pick(), self.pick());
        if i != j && self.ties.len() < 20 {
            let (a, b, hinge) = (self.bodies[i].key, self.bodies[j].key, self.hinge());
            let key = self.world.add_joint(a, b, hinge).unwrap();
            self.ties.push(Tie { key, a, b });
        }
    }

    /// A call that the engine accepts.
    pub fn good_call(&mut self) {
        let i = self.pick();
        let key = self.bodies[i].key;
        let frozen = self.world.body(key).unwrap().is_frozen();
        match self.random.int(0, 31) {
            0..=8 => self.step(),
            9 | 10 => self.add(),
            11 => {
                let defs = [self.body(), self.body()];
                let known: Vec<_> = defs.iter().map(|def| (def.kind, def.shapes.len())).collect();
                let keys = self.world.add_bodies(defs).unwrap();
                let known = keys.into_iter().zip(known).map(|(key, (kind, shapes))| Known { key, kind, shapes });
                self.bodies.extend(known);
            }
            12 | 13 => self.remove(),
            14 => self.join(),
            15 if !self.ties.is_empty() => {
                let gone = self.random.int(0, self.ties.len() as u64 - 1) as usize;
                let tie = self.ties.swap_remove(gone);
                assert!(self.world.remove_joint(tie.key));
                self.dead_ties.push(tie.key);
            }
            16 if !self.ties.is_empty() => {
                let at = self.random.int(0, self.ties.len() as u64 - 1) as usize;
                let hinge = self.hinge();
                self.world.joint_mut(self.ties[at].key).unwrap().set_def(hinge).unwrap();
            }
            17 if !frozen => {
                let pose = Pose::new(self.spot(), self.number(-3.0, 3.0));
                self.world.body_mut(key).unwrap().teleport(pose).unwrap();
            }
            18 => self.world.body_mut(key).unwrap().wake(),
            19 | 20 => {
                let sleep = self.world.def().sleep;
                let body = self.world.body(key).unwrap();
                let may = sleep && body.can_sleep() && body.kind() == BodyKind::Dynamic && !frozen;
                let tied = body.joints().next().is_some();
                let done = self.world.body_mut(key).unwrap().sleep().is_ok();
                // Joined bodies sleep together or not at all: one that may not sleep keeps the others awake.
                assert!(done == may || (tied && may), "{}", self.place());
            }
            21 => {
                let shapes: Vec<ShapeDef> = (0..self.random.int(0, 2)).map(|_| self.outline().into()).collect();
                self.bodies[i].shapes = shapes.len();
                self.world.body_mut(key).unwrap().set_shapes(shapes).unwrap();
            }
            22 => {
                let (filter, material) = (self.filter(), self.material());
                if self.bodies[i].shapes > 0 {
                    let number = self.random.int(0, self.bodies[i].shapes as u64 - 1) as usize;
                    let mut body = self.world.body_mut(key).unwrap();
                    let shape = body.shape_keys()[number];
                    body.set_filter(shape, filter).unwrap();
                    body.set_material(shape, material).unwrap();
                    body.set_full_kinematic_contacts(shape, material.friction < 0.5).unwrap();
                }
            }
            23 => {
                let kind = [BodyKind::Fixed, BodyKind::Kinematic, BodyKind::Dynamic][self.random.int(0, 2) as usize];
                self.bodies[i].kind = kind;
                self.world.body_mut(key).unwrap().set_kind(kind);
            }
            24 => {
                let locks = self.random.int(0, 7);
                let locks = Locks { x: locks & 1 != 0, y: locks & 2 != 0, rotation: locks & 4 != 0 };
                let can_sleep = self.random.int(0, 3) > 0;
                let mut body = self.world.body_mut(key).unwrap();
                body.set_locks(locks);
                body.set_can_sleep(can_sleep);
                body.set_dominance(if can_sleep { 0 } else { i as i8 % 3 });
            }
            25 => {
                let mass = MassProperties {
                    mass: self.number(0.1, 9.0),
                    center: self.spot() * 0.1,
                    inertia: self.number(0.0, 3.0),
                };
                let mass = if self.random.int(0, 1) == 0 { Some(mass) } else { None };
                self.world.body_mut(key).unwrap().set_mass(mass).unwrap();
            }
            26 => {
                let gravity = vec2(self.number(-5.0, 5.0), self.number(-15.0, 5.0));
                self.world.set_gravity(gravity).unwrap();
            }
            27 if self.bodies[i].kind == BodyKind::Kinematic && !frozen => {
                let pose = Pose::new(self.spot(), self.number(-1.0, 1.0));
                self.world.body_mut(key).unwrap().move_to(pose).unwrap();
            }
            28 | 29 => {
                let mut body = self.world.body_mut(key).unwrap();
                let enabled = !body.is_enabled();
                body.set_enabled(enabled);
            }
            _ if self.bodies[i].kind == BodyKind::Dynamic && !frozen => {
                let (push, at) = (vec2(self.number(-9.0, 9.0), self.number(-9.0, 9.0)), self.spot());
                let huge = if self.random.int(0, 20) == 0 { 1.0e37 } else { 1.0 };
                let mut body = self.world.body_mut(key).unwrap();
                // A sum that is no number is refused.
                assert!(body.apply_force_at(push * huge, at).is_ok() || huge > 1.0);
                body.apply_impulse(push).unwrap();
                body.set_angular_velocity(push.x).unwrap();
                body.set_damping(0.1, 0.2).unwrap();
            }
            _ => self.step(),
        }
    }

    /// A call that the engine has to refuse.
    pub fn bad_call(&mut self) {
        let i = self.pick();
        let key = self.bodies[i].key;
        let bad = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY][self.random.int(0, 2) as usize];
        let dead = self.dead[self.random.int(0, self.dead.len() as u64 - 1) as usize];
        let dead_tie = self.dead_ties[self.random.int(0, self.dead_ties.len() as u64 - 1) as usize];
        let what = self.random.int(0, 15);
        let world = &mut self.world;
        let refused = match what {
            0 => world.add_body(crate_at(bad, 0.0)).is_err(),
            1 => world.add_bodies([crate_at(0.0, 0.0), crate_at(0.0, bad)]).is_err(),
            2 => !world.remove_body(dead),
            3 => world.body(dead).is_none() && world.body_mut(dead).is_none(),
            4 => {
                world.add_joint(key, dead, Revolute::default()).is_err()
                    && world.add_joint(dead, key, Revolute::default()).is_err()
            }
            5 => world.add_joint(key, key, Revolute::default()).is_err(),
            6 => !world.remove_joint(dead_tie) && world.joint_mut(dead_tie).is_none(),
            7 => world.set_gravity(vec2(0.0, bad)).is_err(),
            _ => {
                let mut body = world.body_mut(key).unwrap();
                match what {
                    8 => body.set_velocity(vec2(bad, 0.0)).is_err(),
                    9 => body.apply_force(vec2(0.0, bad)).is_err() && body.apply_torque(bad).is_err(),
                    10 => body.apply_impulse(vec2(bad, bad)).is_err(),
                    11 => body.teleport(Pose { p: vec2(bad, 0.0), q: Rot::IDENTITY }).is_err(),
                    12 => {
                        body.set_filter(ShapeKey::default(), Filter::default()).is_err()
                            && body.set_full_kinematic_contacts(ShapeKey::default(), true).is_err()
                            && !body.remove_shape(ShapeKey::default())
                    }
                    13 => body.set_material(ShapeKey::default(), Material::default()).is_err(),
                    14 => body.add_shape(ShapeDef::new(disc(1.0)).density(bad)).is_err(),
                    _ => body.set_mass(Some(MassProperties { mass: bad, ..MassProperties::default() })).is_err(),
                }
            }
        };
        assert!(refused, "{}: bad call {what} was accepted", self.place());
    }
}
