//! Velocities and positions: soft contacts, joints, colours, islands.
