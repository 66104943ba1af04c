//! The areas of a world: [`AreaDef`] by key.

use crate::def::AreaDef;
use crate::key::AreaKey;
use crate::state::Area;
use crate::{Error, World};

impl World {
    /// Adds an area and wakes everything. It acts from the next step on.
    ///
    /// ```
    /// use carom::{AreaDef, Polygon, World, vec2};
    ///
    /// let mut world = World::default();
    /// let pool = AreaDef::new(Polygon::rect(20.0, 4.0)?).at(vec2(0.0, -2.0)).fluid(1.0).drag(1.0, 1.0);
    /// let pool = world.add_area(pool)?;
    /// assert!(world.area(pool).is_some() && world.remove_area(pool));
    /// # Ok::<(), carom::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The first field that is out of range.
    pub fn add_area(&mut self, def: AreaDef) -> Result<AreaKey, Error> {
        def.check()?;
        self.wake_all();
        Ok(self.state.areas.slots.insert(Area::new(def)))
    }

    /// Replaces the definition of an area and wakes everything.
    ///
    /// # Errors
    ///
    /// A stale key, or the first field that is out of range; the area then stays as it was.
    pub fn set_area(&mut self, key: AreaKey, def: AreaDef) -> Result<(), Error> {
        def.check()?;
        let area = self.state.areas.slots.get_mut(key);
        *area.ok_or(Error::StaleKey { name: "area" })? = Area::new(def);
        self.wake_all();
        Ok(())
    }

    /// Removes an area and wakes everything. False if the key names nothing.
    pub fn remove_area(&mut self, key: AreaKey) -> bool {
        let known = self.state.areas.slots.remove(key).is_some();
        if known {
            self.wake_all();
        }
        known
    }

    /// The definition of an area.
    pub fn area(&self, key: AreaKey) -> Option<&AreaDef> {
        self.state.areas.slots.get(key).map(|area| &area.def)
    }

    /// All areas, in the order in which they act.
    pub fn areas(&self) -> impl Iterator<Item = (AreaKey, &AreaDef)> {
        self.state.areas.slots.iter().map(|(key, area)| (key, &area.def))
    }
}
