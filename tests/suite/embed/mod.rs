//! What a program asks of a world every frame beside queries: contacts and their impulses, time.

mod contacts;
mod hits;
mod one_way;
mod sensors;
mod stepper;
