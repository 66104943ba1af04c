//! What is inside a sensor now, as the last step left it.

use crate::body::Body;
use crate::events::{SensorEvent, ShapeKey};
use crate::{Error, World};

impl World {
    /// The shapes inside a sensor at the end of the last step, by key. A visitor that went away since is still there,
    /// with a stale key, and leaves in the next step.
    ///
    /// ```
    /// use carom_shapes::Circle;
    /// use carom_world::{BodyDef, ShapeDef, ShapeKey, World};
    ///
    /// let mut world = World::default();
    /// let zone = world.add_body(BodyDef::fixed().shape(ShapeDef::new(Circle::new(2.0)?).sensor()))?;
    /// let ball = world.add_body(BodyDef::dynamic().shape(Circle::new(0.5)?))?;
    /// world.step();
    /// assert_eq!(world.events().sensor_entered()[0].visitor.body, ball);
    /// assert_eq!(world.sensor(ShapeKey { body: zone, shape: 0 })?.count(), 1);
    /// # Ok::<(), carom_world::Error>(())
    /// ```
    ///
    /// # Errors
    /// A stale key, or a shape that is not there or no sensor.
    pub fn sensor(&self, sensor: ShapeKey) -> Result<impl Iterator<Item = ShapeKey> + '_, Error> {
        let shapes = self.body(sensor.body).ok_or(Error::StaleKey { name: "sensor.body" })?.shapes();
        if !shapes.get(sensor.shape as usize).is_some_and(|def| def.sensor) {
            return Err(Error::value("sensor.shape", sensor.shape, "the number of a sensor of that body"));
        }
        Ok(self.sensed_from(sensor).take_while(move |pair| pair.sensor == sensor).map(|pair| pair.visitor))
    }

    /// The pairs from a sensor on.
    fn sensed_from(&self, sensor: ShapeKey) -> impl Iterator<Item = &SensorEvent> {
        let first = self.state.sensed.partition_point(|pair| pair.sensor < sensor);
        self.state.sensed[first..].iter()
    }
}

impl<'a> Body<'a> {
    /// What is inside the sensors of this body at the end of the last step, by sensor, then by visitor.
    pub fn sensed(&self) -> impl Iterator<Item = SensorEvent> + use<'a> {
        let (body, world) = (self.key(), self.world);
        let pairs = world.sensed_from(ShapeKey { body, shape: 0 });
        pairs.take_while(move |pair| pair.sensor.body == body).copied()
    }
}
