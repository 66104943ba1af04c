//! The interface that a program uses every frame: contacts, impulses, time, sensors, characters.

mod areas;
mod bulk;
mod contacts;
mod enable;
mod hits;
mod ignored_pairs;
mod mover;
mod mover_cases;
mod mover_floats;
mod mover_goes_on;
mod mover_laws;
mod mover_rough;
mod mover_speed;
mod mover_steps;
mod mover_through;
mod one_way;
mod rules;
mod seams;
mod sensors;
mod side_maps;
mod small_rules;
mod stepper;
