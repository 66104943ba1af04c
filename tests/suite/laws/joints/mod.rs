//! Joints of every kind: forces at rest, motion, limits, and errors over many set-ups.

mod answers;
mod couplings;
mod ends;
mod forces;
mod gear_storm;
mod gears;
mod held;
mod motors;
mod nets;
mod pulleys;
mod rods;
mod ropes;
mod set_ups;
mod sliders;
mod soft;
mod spring_energy;
mod spring_groups;
mod spring_trees;
mod stars;
mod stops;
mod strained;
mod trees;
mod turns;
mod welds;
