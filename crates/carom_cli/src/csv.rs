//! The CSV files of a run: a line for each step, and a line for each body at the end.

use carom::World;
use carom_scenes::Row;
use std::io::{Result, Write};

/// Writes the head of the lines of steps.
pub fn write_head(out: &mut dyn Write) -> Result<()> {
    writeln!(out, "step,ms,contacts,awake,kinetic_energy_j")
}

/// Writes the line of a step.
pub fn write_row(row: &Row, out: &mut dyn Write) -> Result<()> {
    writeln!(out, "{},{:.6},{},{},{}", row.step, row.ms, row.contacts, row.awake, row.kinetic_energy)
}

/// Writes a head and a line for each body. The numbers have enough digits to read back the same f32.
pub fn write_poses(world: &World, out: &mut dyn Write) -> Result<()> {
    writeln!(out, "index,x_m,y_m,angle_rad,vx_m_s,vy_m_s,angular_velocity_rad_s,awake")?;
    for (index, (_, body)) in world.bodies().enumerate() {
        let (p, v) = (body.position(), body.velocity());
        let (angle, spin, awake) = (body.angle(), body.angular_velocity(), u8::from(body.is_awake()));
        writeln!(out, "{index},{},{},{angle},{},{},{spin},{awake}", p.x, p.y, v.x, v.y)?;
    }
    Ok(())
}
