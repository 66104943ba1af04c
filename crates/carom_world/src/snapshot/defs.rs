//! Snapshots of definitions: rules, shapes, joints.

use crate::def::{Filter, JointSolver, Material, Mixing, ShapeDef, WorldDef};
use crate::snapshot::stream::{At, Reader, Stream, Writer, fault};
use crate::{BodyKind, Error};
use carom_broadphase::BroadPhaseKind;
use carom_math::Vec2;
use carom_shapes::{Capsule, Chain, Circle, Cut, MassProperties, Outline, Polygon, Segment, Shape, Tile, TileGrid};

type Result<T = ()> = std::result::Result<T, Error>;

pub(crate) fn world_def(s: &mut impl Stream, def: &mut WorldDef) -> Result {
    s.vector(&mut def.gravity)?;
    s.numbers([&mut def.dt, &mut def.length_unit, &mut def.contact_hertz, &mut def.contact_damping_ratio])?;
    s.numbers([&mut def.joint_hertz, &mut def.joint_damping_ratio, &mut def.slop, &mut def.speculative_distance])?;
    s.numbers([
        &mut def.contact_push_speed,
        &mut def.restitution_threshold,
        &mut def.sleep_speed,
        &mut def.sleep_time,
    ])?;
    s.numbers([&mut def.max_speed, &mut def.max_rotation_per_step, &mut def.hit_event_speed])?;
    s.flag(&mut def.record_impulses)?;
    s.index(&mut def.substeps)?;
    s.index(&mut def.spatial_sort_interval)?;
    s.flag(&mut def.sleep)?;
    s.flag(&mut def.continuous)?;
    mixing(s, &mut def.friction_mixing)?;
    mixing(s, &mut def.restitution_mixing)?;
    kinds(s, def)
}

/// The structure of the broad phase and the solver of joints as a byte. Images without the latter have 0 for it.
fn kinds(s: &mut impl Stream, def: &mut WorldDef) -> Result {
    let mut byte = 2 * def.joint_solver as u8 + u8::from(def.broad_phase == BroadPhaseKind::QuadTree);
    s.byte(&mut byte)?;
    def.broad_phase = if byte % 2 == 1 { BroadPhaseKind::QuadTree } else { BroadPhaseKind::Hash };
    let known = JointSolver::ALL.into_iter().find(|solver| *solver as u8 == byte / 2);
    def.joint_solver = known.ok_or_else(|| fault("joint_solver", format!("{} is no solver", byte / 2)))?;
    Ok(())
}

/// A rule of mixing as a byte.
fn mixing(s: &mut impl Stream, rule: &mut Mixing) -> Result {
    let mut byte = *rule as u8;
    s.byte(&mut byte)?;
    let known = Mixing::ALL.into_iter().find(|rule| *rule as u8 == byte);
    *rule = known.ok_or_else(|| fault("mixing", format!("{byte} is no rule")))?;
    Ok(())
}

fn material(s: &mut impl Stream, m: &mut Material) -> Result {
    s.numbers([&mut m.friction, &mut m.restitution, &mut m.rolling_resistance, &mut m.surface_speed])
}

pub(crate) fn filter(s: &mut impl Stream, f: &mut Filter) -> Result {
    s.whole(&mut f.category)?;
    // Most masks have all bits.
    let mut missing = !f.mask;
    s.whole(&mut missing)?;
    f.mask = !missing;
    let mut group = f.group as u32;
    s.word(&mut group)?;
    f.group = group as i32;
    Ok(())
}

pub(crate) fn mass(s: &mut impl Stream, mass: &mut MassProperties) -> Result {
    s.number(&mut mass.mass)?;
    s.vector(&mut mass.center)?;
    s.number(&mut mass.inertia)
}

/// A kind of body as a byte.
pub(crate) fn kind(s: &mut impl Stream, kind: &mut BodyKind) -> Result {
    let mut byte = *kind as u8;
    s.byte(&mut byte)?;
    let kinds = [BodyKind::Fixed, BodyKind::Kinematic, BodyKind::Dynamic];
    let known = kinds.into_iter().find(|kind| *kind as u8 == byte);
    *kind = known.ok_or_else(|| fault("kind", format!("{byte} is no kind of body")))?;
    Ok(())
}

pub(crate) fn write_shape(s: &mut Writer, def: &ShapeDef) -> Result {
    s.number(&mut { def.density })?;
    material(s, &mut { def.material })?;
    s.count(def.link_materials.len())?;
    def.link_materials.iter().try_for_each(|link| material(s, &mut { *link }))?;
    filter(s, &mut { def.filter })?;
    uses(s, &mut Uses::of(def))?;
    let kind = |s: &mut Writer, kind: u8| s.byte(&mut { kind });
    match &def.shape {
        Shape::Circle(c) => {
            kind(s, 0)?;
            s.vector(&mut c.center())?;
            s.number(&mut c.radius())
        }
        Shape::Capsule(c) => {
            kind(s, 1)?;
            s.vector(&mut c.a())?;
            s.vector(&mut c.b())?;
            s.number(&mut c.radius())
        }
        Shape::Segment(c) => {
            kind(s, 2)?;
            s.vector(&mut c.a())?;
            s.vector(&mut c.b())
        }
        Shape::Polygon(p) => {
            kind(s, 3)?;
            s.number(&mut p.radius())?;
            points(s, p.vertices())
        }
        Shape::Chain(c) => {
            kind(s, 4)?;
            s.flag(&mut c.is_closed())?;
            s.flag(&mut c.is_one_sided())?;
            points(s, c.points())
        }
        Shape::TileGrid(g) => {
            kind(s, 5)?;
            s.flag(&mut g.is_solid())?;
            s.number(&mut g.cell_size())?;
            s.vector(&mut g.origin())?;
            s.count(g.columns())?;
            let rows: String = g.to_rows().concat();
            s.count(rows.len())?;
            s.bytes.extend_from_slice(rows.as_bytes());
            Ok(())
        }
        Shape::Outline(o) => {
            kind(s, if o.cut() == Cut::Ears { 7 } else { 6 })?;
            points(s, o.outer())?;
            s.count(o.holes().len())?;
            o.holes().iter().try_for_each(|hole| points(s, hole))
        }
    }
}

/// The uses of a shape: sensor, full kinematic contacts, one-way platform, user data.
#[derive(Default)]
struct Uses {
    sensor: bool,
    full_kinematic_contacts: bool,
    one_way: Option<Vec2>,
    user_data: u64,
}

impl Uses {
    fn of(def: &ShapeDef) -> Self {
        let ShapeDef { sensor, full_kinematic_contacts, one_way, user_data, .. } = *def;
        Self { sensor, full_kinematic_contacts, one_way, user_data }
    }
}

/// The two flags are bits of a byte. Images without the second have 0 for it.
fn uses(s: &mut impl Stream, used: &mut Uses) -> Result {
    let mut byte = u8::from(used.sensor) | u8::from(used.full_kinematic_contacts) << 1;
    s.byte(&mut byte)?;
    if byte > 3 {
        return Err(fault("", format!("{byte} has flags that mean nothing")));
    }
    (used.sensor, used.full_kinematic_contacts) = (byte & 1 != 0, byte & 2 != 0);
    s.maybe(&mut used.one_way, |s, up| s.vector(up))?;
    s.whole(&mut used.user_data)
}

pub(crate) fn read_shape(s: &mut Reader<'_>) -> Result<ShapeDef> {
    let (mut density, mut surface, mut touches) = (0.0, Material::default(), Filter::default());
    s.number(&mut density)?;
    material(s, &mut surface)?;
    let link_materials = read_materials(s).at("link_materials")?.into();
    filter(s, &mut touches)?;
    let mut used = Uses::default();
    uses(s, &mut used)?;
    let Uses { sensor, full_kinematic_contacts, one_way, user_data } = used;
    let def = ShapeDef {
        shape: outline(s)?,
        density,
        material: surface,
        link_materials,
        filter: touches,
        sensor,
        full_kinematic_contacts,
        one_way,
        user_data,
    };
    def.check()?;
    Ok(def)
}

fn read_materials(s: &mut Reader<'_>) -> Result<Vec<Material>> {
    let mut list = Vec::new();
    for _ in 0..s.count()? {
        let mut link = Material::default();
        material(s, &mut link)?;
        list.push(link);
    }
    Ok(list)
}

fn outline(s: &mut Reader<'_>) -> Result<Shape> {
    let (mut kind, mut flags, mut a, mut b, mut number) = (0, [false; 2], Vec2::ZERO, Vec2::ZERO, 0.0);
    s.byte(&mut kind)?;
    Ok(match kind {
        0 => {
            s.vector(&mut a)?;
            s.number(&mut number)?;
            Circle::at(a, number)?.into()
        }
        1 => {
            s.vector(&mut a)?;
            s.vector(&mut b)?;
            s.number(&mut number)?;
            Capsule::new(a, b, number)?.into()
        }
        2 => {
            s.vector(&mut a)?;
            s.vector(&mut b)?;
            Segment::new(a, b)?.into()
        }
        3 => {
            s.number(&mut number)?;
            let points = read_points(s)?;
            let polygon = Polygon::new(&points)?.rounded(number)?;
            if polygon.vertices() != points {
                return Err(fault("vertices", "are not those of a polygon that was made here"));
            }
            polygon.into()
        }
        4 => {
            flags.iter_mut().try_for_each(|flag| s.flag(flag))?;
            let points = read_points(s)?;
            let chain = if flags[0] { Chain::closed(points)? } else { Chain::open(points)? };
            if flags[1] { chain.one_sided() } else { chain }.into()
        }
        5 => {
            s.flag(&mut flags[0])?;
            s.number(&mut number)?;
            s.vector(&mut a)?;
            let mut columns = 0;
            s.whole(&mut columns)?;
            let columns = usize::try_from(columns).map_err(|_| fault("columns", "too many"))?;
            let mut chunks = vec![0; s.count().at("tiles")?];
            s.raw(&mut chunks)?;
            let tile = |&byte: &u8| Tile::from_char(byte.into()).ok_or_else(|| fault("tiles", format!("{byte}")));
            let chunks: Vec<Tile> = chunks.iter().map(tile).collect::<Result<_>>()?;
            let grid = TileGrid::new(columns, &chunks, number)?.at(a)?;
            if flags[0] { grid.solid()? } else { grid }.into()
        }
        6 | 7 => {
            let cut = if kind == 7 { Cut::Ears } else { Cut::Sweep };
            let boundary = read_points(s)?;
            let holes = (0..s.count().at("holes")?).map(|_| read_points(s)).collect::<Result<Vec<_>>>()?;
            Outline::with_cut(boundary, &holes, cut)?.into()
        }
        _ => return Err(fault("kind", format!("{kind} is no kind of shape"))),
    })
}

fn points(s: &mut Writer, list: &[Vec2]) -> Result {
    s.count(list.len())?;
    list.iter().try_for_each(|v| s.vector(&mut { *v }))
}

fn read_points(s: &mut Reader<'_>) -> Result<Vec<Vec2>> {
    let count = s.count().at("vertices")?;
    let mut list = Vec::with_capacity(count);
    for _ in 0..count {
        let mut v = Vec2::ZERO;
        s.vector(&mut v)?;
        list.push(v);
    }
    Ok(list)
}
