//! Sensors: the shapes inside each one at the end of the last step.

use crate::body::Body;
use crate::events::{BodyShape, SensorEvent};
use crate::key::ShapeKey;
use crate::{Error, World};

impl World {
    /// The shapes inside a sensor at the end of the last step, by key. A visitor that was removed since is still
    /// listed, with a stale key, and leaves in the next step.
    ///
    /// ```
    /// use carom::{BodyDef, Circle, ShapeDef, World};
    ///
    /// let mut world = World::default();
    /// let zone = world.add_body(BodyDef::fixed().shape(ShapeDef::new(Circle::new(2.0)?).sensor()))?;
    /// let ball = world.add_body(BodyDef::dynamic().shape(Circle::new(0.5)?))?;
    /// world.step();
    /// assert_eq!(world.events().sensor_entered()[0].visitor.body, ball);
    /// assert_eq!(world.sensor(world.events().sensor_entered()[0].sensor.shape)?.count(), 1);
    /// # Ok::<(), carom::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// A stale key, or a shape that is not a sensor.
    pub fn sensor(&self, sensor: ShapeKey) -> Result<impl Iterator<Item = BodyShape> + '_, Error> {
        let shape = self.shape(sensor).ok_or(Error::StaleKey { name: "sensor" })?;
        if !shape.sensor {
            return Err(Error::value("sensor", sensor, "the key of a sensor"));
        }
        let body = self.body_of(sensor).unwrap_or_default();
        let sensor = BodyShape { body, shape: sensor };
        Ok(self.sensed_from(sensor).take_while(move |pair| pair.sensor == sensor).map(|pair| pair.visitor))
    }

    /// The pairs of all sensors from this one on.
    fn sensed_from(&self, sensor: BodyShape) -> impl Iterator<Item = &SensorEvent> {
        let first = self.state.sensed.partition_point(|pair| pair.sensor < sensor);
        self.state.sensed[first..].iter()
    }
}

impl<'a> Body<'a> {
    /// The shapes inside the sensors of this body at the end of the last step, by sensor, then by visitor.
    pub fn sensed(&self) -> impl Iterator<Item = SensorEvent> + use<'a> {
        let (body, sensed) = (self.key(), &self.world.state.sensed);
        let first = sensed.partition_point(|pair| pair.sensor.body < body);
        sensed[first..].iter().take_while(move |pair| pair.sensor.body == body).copied()
    }
}
