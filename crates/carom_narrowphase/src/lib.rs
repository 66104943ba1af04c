//! Where exactly two shapes touch: SAT, clipping, distance, time of impact.
