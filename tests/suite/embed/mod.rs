//! The interface that a program uses every frame: contacts, impulses, time, sensors, characters.

mod areas;
mod contacts;
mod hits;
mod mover;
mod mover_speed;
mod mover_steps;
mod mover_through;
mod one_way;
mod seams;
mod sensors;
mod side_maps;
mod stepper;
