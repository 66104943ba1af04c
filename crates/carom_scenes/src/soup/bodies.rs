//! Random bodies, joints and areas.

use super::dice::Dice;
use super::recipe::Recipe;
use super::shapes::shape;
use carom::math::{Pose, Vec2, vec2};
use carom::{
    AreaDef, BodyDef, BodyKind, Circle, Distance, Error, Falloff, FieldGravity, Filter, JointDef, Locks,
    MassProperties, Material, Motor, PinSlot, Polygon, Prismatic, Revolute, ShapeDef, Weld, Wheel,
};

/// Random definitions after a recipe.
pub(super) struct Maker<'a> {
    pub dice: Dice,
    pub recipe: &'a Recipe,
}

impl Maker<'_> {
    /// A surface.
    pub fn material(&mut self) -> Material {
        let odd = self.recipe.odd;
        let dice = &mut self.dice;
        let mut material = Material { friction: dice.pick(&[0.0, 0.3, 0.6, 0.6, 1.0]), ..Material::default() };
        if dice.chance(0.2) {
            material.restitution = dice.pick(&[0.1, 0.3, 0.5, 0.9, 1.0]);
        }
        if self.recipe.is_wild {
            material.rolling_resistance = if dice.chance(odd) { dice.range(0.0, 0.3) } else { 0.0 };
            material.surface_speed = if dice.chance(odd) { dice.range(-3.0, 3.0) * self.recipe.unit } else { 0.0 };
        }
        material
    }

    /// A filter: most admit all.
    pub fn filter(&mut self) -> Filter {
        let odd = self.recipe.odd;
        let dice = &mut self.dice;
        if !dice.chance(odd) {
            return Filter::default();
        }
        Filter {
            category: 1 << dice.int(0, 3),
            mask: if dice.chance(0.5) { u64::MAX } else { dice.int(0, 15) },
            group: dice.pick(&[0, 0, -1, -2, 1, 2]),
        }
    }

    /// A shape of one of the recipe's kinds about a place in the body's frame [m].
    pub fn shape(&mut self, at: Vec2) -> Result<ShapeDef, Error> {
        let [least, most] = self.recipe.sizes;
        let size = self.dice.size(least, most);
        self.shape_of_size(size, at)
    }

    fn shape_of_size(&mut self, size: f32, at: Vec2) -> Result<ShapeDef, Error> {
        let kind = self.dice.pick(&self.recipe.kinds);
        let (size, at) = (size * self.recipe.unit, at * self.recipe.unit);
        let outline = shape(&mut self.dice, kind, size, at)?;
        let mut def = ShapeDef::new(outline).material(self.material()).filter(self.filter());
        // A square metre has the same mass in all units.
        def.density = 1.0 / (self.recipe.unit * self.recipe.unit);
        if self.recipe.is_wild {
            def.density *= self.dice.pick(&[1.0, 1.0, 1.0, 0.1, 20.0]);
            let odd = 0.5 * self.recipe.odd;
            def.density = if self.dice.chance(0.1 * odd) { 0.0 } else { def.density };
            def.sensor = self.dice.chance(odd);
            def.one_way = self.dice.chance(odd).then(|| self.dice.arrow(1.0));
            def.user_data = self.dice.int(0, 9);
        }
        Ok(def)
    }

    /// A body of any kind at a place of the world [m].
    pub fn body(&mut self, at: Vec2) -> Result<BodyDef, Error> {
        let Recipe { still, compound, speed, sizes, is_wild, is_apart, .. } = *self.recipe;
        let mut def = match self.dice.int(0, 1) {
            _ if !self.dice.chance(still) => BodyDef::dynamic(),
            0 => BodyDef::fixed(),
            _ => BodyDef::kinematic(),
        };
        if self.dice.chance(compound) {
            let size = self.dice.size(sizes[0], sizes[1]);
            for _ in 0..self.dice.int(2, 4) {
                let part = if is_apart { 0.4 } else { self.dice.range(0.3, 1.0) };
                let beside = self.dice.point(0.5 * size * part);
                def = def.shape(self.shape_of_size(size * part, beside)?);
            }
        } else if !(is_wild && self.dice.chance(0.02)) {
            def = def.shape(self.shape(Vec2::ZERO)?);
        }
        def = def.at(at * self.recipe.unit);
        if self.dice.chance(0.7) {
            def.angle = self.dice.angle();
        }
        if def.kind != BodyKind::Fixed && speed > 0.0 {
            let fast = if def.kind == BodyKind::Kinematic && speed > 5.0 { 5.0 } else { speed };
            let most = fast * self.dice.range(0.0, 1.0) * self.recipe.unit;
            def.velocity = self.dice.arrow(most);
            def.angular_velocity = self.dice.pick(&[0.0, 0.0, 1.0, -4.0, 0.5 * fast]);
        }
        if is_wild {
            self.oddities(&mut def);
        }
        Ok(def)
    }

    /// Gives the body rare properties.
    fn oddities(&mut self, def: &mut BodyDef) {
        let odd = self.recipe.odd;
        let dice = &mut self.dice;
        let mut is_odd = || dice.chance(odd);
        let [damped, scaled, locked, massive, restless, asleep, unswept] = std::array::from_fn(|_| is_odd());
        if damped {
            (def.linear_damping, def.angular_damping) = (dice.range(0.0, 3.0), dice.range(0.0, 3.0));
        }
        if scaled {
            def.gravity_scale = dice.pick(&[0.0, -1.0, 0.3, 2.0]);
        }
        if locked {
            let bits = dice.int(1, 7);
            def.locks = Locks { x: bits & 1 != 0, y: bits & 2 != 0, rotation: bits & 4 != 0 };
        }
        if massive {
            def.mass = Some(self.mass());
        }
        def.can_sleep = !restless;
        def.awake = !asleep;
        def.continuous = !unswept;
        def.user_data = self.dice.int(0, 99);
        if self.dice.chance(odd) {
            def.dominance = self.dice.pick(&[-1, 1, 2]);
        }
    }

    /// A mass of its own.
    pub fn mass(&mut self) -> MassProperties {
        let mass = self.dice.size(0.01, 100.0);
        let arm = self.recipe.unit * self.recipe.sizes[0];
        MassProperties {
            mass,
            center: self.dice.point(0.3 * arm),
            inertia: if self.dice.chance(0.1) { 0.0 } else { mass * arm * arm * self.dice.range(0.05, 2.0) },
        }
    }

    /// A joint between two bodies: a hinge, or any other kind.
    pub fn joint(&mut self, a: Pose, b: Pose) -> JointDef {
        if self.dice.chance(0.4) {
            return self.hinge(a, b);
        }
        let (unit, lever) = (self.recipe.unit, self.dice.pick(&[0.5, 2.0]) * self.recipe.unit);
        let at = 0.5 * (a.p + b.p) + self.dice.point(0.2 * lever);
        let force = self.dice.pick(&[0.1, 10.0, 1.0e3, 1.0e6]) * unit * unit;
        let dice = &mut self.dice;
        let (axis, speed) = (dice.point(1.0) + vec2(0.0, 1.5), dice.range(-5.0, 5.0) * unit);
        let (lower, upper) = (-dice.range(0.0, 1.0) * unit, dice.range(0.0, 1.0) * unit);
        let (hertz, damping_ratio) = (dice.range(0.1, 20.0), dice.range(0.0, 2.0));
        let joint: JointDef = match dice.below(9) {
            0 => Prismatic::at(at, axis).limit(lower, upper).into(),
            1 => Prismatic::at(at, axis).motor(speed, force).spring(hertz, damping_ratio).into(),
            2 => Distance::between(a.p, b.p).into(),
            3 => Distance::rope(Vec2::ZERO, Vec2::ZERO, 2.0 * upper).into(),
            4 => Distance::between(a.p, b.p).spring(hertz, damping_ratio).into(),
            5 => Weld::at(at).into(),
            6 => Wheel::at(at, axis).suspension(hertz, damping_ratio).motor(dice.range(-10.0, 10.0), force).into(),
            7 => Motor::to_pose(dice.point(lever), 0.0).limits(force, force).into(),
            _ => PinSlot::at(at, axis).limit(lower, upper).into(),
        };
        let joint = if dice.chance(0.2) { joint.stiffness(hertz, damping_ratio) } else { joint };
        let joint = if dice.chance(0.1) { joint.break_force(force) } else { joint };
        if dice.chance(0.2) { joint.collide() } else { joint }
    }

    /// A hinge between two bodies: halfway between them, or anywhere.
    fn hinge(&mut self, a: Pose, b: Pose) -> JointDef {
        let middle = 0.5 * (a.p + b.p);
        let lever = self.dice.pick(&[0.5, 2.0, 10.0]) * self.recipe.unit;
        let mut hinge = if self.dice.chance(0.85) {
            Revolute::new(a.inverse_transform_point(middle), b.inverse_transform_point(middle))
        } else {
            Revolute::new(self.dice.point(lever), self.dice.point(lever))
        };
        let dice = &mut self.dice;
        if dice.chance(0.3) {
            hinge = hinge.limit(-dice.range(0.0, 2.0), dice.range(0.0, 2.0));
        }
        if dice.chance(0.2) {
            let force = dice.pick(&[0.1, 10.0, 1.0e3, 1.0e6]);
            hinge = hinge.motor(dice.range(-10.0, 10.0), force * self.recipe.unit * self.recipe.unit);
        }
        if dice.chance(0.2) {
            hinge = hinge.spring(dice.range(0.0, 20.0), dice.range(0.0, 2.0));
        }
        hinge = hinge.reference_angle(dice.pick(&[0.0, 0.0, 1.0, -3.0]));
        if dice.chance(0.2) { hinge.collide() } else { hinge.into() }
    }

    /// An area within so far of a place of the world [m].
    pub fn area(&mut self, middle: Vec2, size: f32) -> Result<AreaDef, Error> {
        let wide = self.dice.range(0.3, 1.5) * size * self.recipe.unit;
        let place = (middle + self.dice.point(0.5 * size)) * self.recipe.unit;
        let unit = self.recipe.unit;
        let mut area = match self.dice.int(0, 3) {
            0 => AreaDef::everywhere(),
            1 => AreaDef::new(Circle::new(0.5 * wide)?),
            _ => AreaDef::new(Polygon::rect(wide, 0.6 * wide)?),
        };
        let is_pool = self.dice.chance(0.4) && matches!(area.region, Some(carom::Shape::Polygon(_)));
        area = area.at(place).filter(self.filter());
        let dice = &mut self.dice;
        area.gravity = match dice.int(0, 3) {
            0 => Some(FieldGravity::Uniform(dice.arrow(5.0 * unit))),
            1 => Some(FieldGravity::Point {
                point: place,
                acceleration: dice.range(-20.0, 20.0) * unit,
                distance: dice.range(0.5, 3.0) * unit,
                falloff: dice.pick(&[Falloff::Constant, Falloff::Inverse, Falloff::InverseSquare]),
            }),
            _ => None,
        };
        area.replaces_gravity = dice.chance(0.2);
        if dice.chance(0.5) {
            area.wind = dice.arrow(4.0 * unit);
            (area.drag, area.angular_drag) = (dice.range(0.0, 3.0), dice.range(0.0, 3.0));
            area.quadratic_drag = dice.range(0.0, 0.5) / unit;
        }
        if is_pool {
            area.fluid_density = dice.range(0.2, 3.0) / (unit * unit);
        }
        Ok(area)
    }
}

/// Positions for so many bodies: a lattice, a little uneven if they need not be apart; as wide as high [m].
pub(super) fn places(dice: &mut Dice, recipe: &Recipe) -> (Vec<Vec2>, Vec2) {
    let columns = (1..).find(|k| k * k >= recipe.count).unwrap_or(1);
    let rows = recipe.count.div_ceil(columns);
    let (step, uneven) = (recipe.spacing, if recipe.is_apart { 0.0 } else { 0.5 * recipe.spacing });
    let low = -0.5 * step * vec2(columns as f32 - 1.0, rows as f32 - 1.0);
    let place = |k: usize| low + step * vec2((k % columns) as f32, (k / columns) as f32);
    let places = (0..recipe.count).map(|k| recipe.middle + place(k) + dice.point(uneven)).collect();
    let room = if recipe.is_apart { 1.0 } else { 1.2 };
    let size = vec2(columns as f32, rows as f32) * step * room + Vec2::splat(1.5 * recipe.sizes[1]);
    (places, size)
}
