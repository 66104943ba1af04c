//! What a program asks of a world every frame beside queries: contacts and their impulses, time.

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
mod stepper;
