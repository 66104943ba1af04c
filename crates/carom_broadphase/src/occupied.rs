//! The cells and nodes that hold active and still boxes, for drawing. In: structures as they were built.

use crate::active_static::{ActiveStatic, Among};
use crate::structure::Flat;
use carom_math::Aabb;

impl<T: Flat> ActiveStatic<T> {
    /// The cells or nodes that hold boxes: those of active boxes, then those of still ones. They are as the last
    /// [`ActiveStatic::update`] left them. It is for drawing, and scans all boxes.
    pub fn occupied(&self) -> (Vec<Aabb>, Vec<Aabb>) {
        let cells = |among| {
            let mut areas = Vec::new();
            for part in self.parts(among) {
                part.each_cell(&mut |cell| {
                    areas.extend((cell.boxes > 0 && cell.area.is_finite()).then_some(cell.area))
                });
            }
            areas
        };
        (cells(Among::Active), cells(Among::Still))
    }
}
