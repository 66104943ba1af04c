//! Snapshots of areas.

use crate::Error;
use crate::def::{AreaDef, Falloff, FieldGravity, ShapeDef};
use crate::snapshot::defs;
use crate::snapshot::keys::{index_of, read_history, write_history};
use crate::snapshot::stream::{At, Reader, Stream, Writer, fault};
use crate::state::{Area, Areas};
use carom_math::Vec2;

type Result<T = ()> = std::result::Result<T, Error>;

pub(crate) fn write_areas(s: &mut Writer, areas: &Areas) -> Result {
    write_history(s, &areas.slots)?;
    areas.slots.values().try_for_each(|area| {
        let mut def = area.def.clone();
        s.flag(&mut def.region.is_some())?;
        if let Some(shape) = def.region.clone() {
            defs::write_shape(s, &ShapeDef::new(shape))?;
        }
        numbers(s, &mut def)
    })
}

pub(crate) fn read_areas(s: &mut Reader<'_>) -> Result<Areas> {
    let (slots, _) = read_history(s).at("areas")?;
    let mut areas = Areas { slots };
    for key in areas.slots.keys() {
        let index = index_of(key);
        let def = read_area(s).in_list("areas", index as usize)?;
        areas.slots.put(key, Area::new(def));
    }
    Ok(areas)
}

fn read_area(s: &mut Reader<'_>) -> Result<AreaDef> {
    let (mut def, mut there) = (AreaDef::default(), false);
    s.flag(&mut there)?;
    if there {
        def.region = Some(defs::read_shape(s)?.shape);
    }
    numbers(s, &mut def)?;
    def.check()?;
    Ok(def)
}

/// All fields but the region.
fn numbers(s: &mut impl Stream, def: &mut AreaDef) -> Result {
    s.vector(&mut def.position)?;
    s.number(&mut def.angle)?;
    defs::filter(s, &mut def.filter)?;
    pull(s, &mut def.gravity)?;
    s.flag(&mut def.replaces_gravity)?;
    s.vector(&mut def.wind)?;
    s.numbers([&mut def.drag, &mut def.quadratic_drag, &mut def.angular_drag, &mut def.fluid_density])?;
    s.whole(&mut def.user_data)
}

fn pull(s: &mut impl Stream, pull: &mut Option<FieldGravity>) -> Result {
    let (mut kind, mut v, mut a, mut d, mut fall) = (0, Vec2::ZERO, 0.0, 0.0, 0_u8);
    match *pull {
        None => {}
        Some(FieldGravity::Uniform(acceleration)) => (kind, v) = (1, acceleration),
        Some(FieldGravity::Point { point, acceleration, distance, falloff }) => {
            (kind, v, a, d, fall) = (2, point, acceleration, distance, falloff as u8);
        }
    }
    s.byte(&mut kind)?;
    if kind > 0 {
        s.vector(&mut v)?;
    }
    if kind > 1 {
        s.numbers([&mut a, &mut d])?;
        s.byte(&mut fall)?;
    }
    let falloffs = [Falloff::Constant, Falloff::Inverse, Falloff::InverseSquare];
    let falloff = falloffs.into_iter().find(|f| *f as u8 == fall);
    *pull = match (kind, falloff) {
        (0, _) => None,
        (1, _) => Some(FieldGravity::Uniform(v)),
        (2, Some(falloff)) => Some(FieldGravity::Point { point: v, acceleration: a, distance: d, falloff }),
        _ => return Err(fault("gravity", "is of no kind")),
    };
    Ok(())
}
