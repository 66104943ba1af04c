//! Laws of the textbook, in numbers: friction, bounces, collisions, gases, piles, pendulums, springs, motors, limits.

mod cone;
mod gas;
mod heights;
mod limits;
mod motors;
mod pairs;
mod pendulums;
mod pile;
mod sliding;
mod springs;
