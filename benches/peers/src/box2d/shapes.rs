//! Shapes on bodies of Box2D.

use super::vec2;
use crate::engine::{Engine, as_box, lacks};
use boxdd_sys::ffi::*;
use carom::{Chain, Polygon, Segment, Shape, ShapeDef};
use carom_scenes::SceneError;

/// Gives a body a shape.
pub fn add(body: b2BodyId, shape: &ShapeDef) -> Result<(), SceneError> {
    let def = shape_def(shape);
    let def = &raw const def;
    match &shape.shape {
        Shape::Circle(s) => {
            let circle = b2Circle { center: vec2(s.center()), radius: s.radius() };
            // SAFETY: the body is alive; what is pointed to is copied.
            unsafe { b2CreateCircleShape(body, def, &raw const circle) };
        }
        Shape::Capsule(s) => {
            let capsule = b2Capsule { center1: vec2(s.a()), center2: vec2(s.b()), radius: s.radius() };
            // SAFETY: as above.
            unsafe { b2CreateCapsuleShape(body, def, &raw const capsule) };
        }
        Shape::Segment(s) => add_segment(body, def, s),
        Shape::Polygon(s) => {
            let polygon = polygon(s)?;
            // SAFETY: as above.
            unsafe { b2CreatePolygonShape(body, def, &raw const polygon) };
        }
        Shape::TileGrid(_) => return Err(lacks(Engine::Box2d, "tile grid")),
        Shape::Outline(s) => {
            for piece in s.pieces() {
                let polygon = polygon(piece)?;
                // SAFETY: as above.
                unsafe { b2CreatePolygonShape(body, def, &raw const polygon) };
            }
        }
        Shape::Chain(s) if s.is_one_sided() => add_chain(body, shape, s),
        // Box2D has no chains that collide on both sides; its users take segments.
        Shape::Chain(s) => {
            for i in 0..s.len() {
                let points = s.points();
                let ends = Segment::new(points[i], points[(i + 1) % points.len()]);
                add_segment(body, def, &ends.map_err(SceneError::from)?);
            }
        }
    }
    Ok(())
}

fn shape_def(shape: &ShapeDef) -> b2ShapeDef {
    // SAFETY: it returns a plain struct.
    let mut def = unsafe { b2DefaultShapeDef() };
    def.density = shape.density;
    def.material = material(shape);
    def.filter = filter(shape);
    def
}

fn material(shape: &ShapeDef) -> b2SurfaceMaterial {
    // SAFETY: it returns a plain struct.
    let mut material = unsafe { b2DefaultSurfaceMaterial() };
    material.friction = shape.material.friction;
    material.restitution = shape.material.restitution;
    material.rollingResistance = shape.material.rolling_resistance;
    material.tangentSpeed = shape.material.surface_speed;
    material
}

fn filter(shape: &ShapeDef) -> b2Filter {
    b2Filter { categoryBits: shape.filter.category, maskBits: shape.filter.mask, groupIndex: shape.filter.group }
}

fn add_segment(body: b2BodyId, def: *const b2ShapeDef, segment: &Segment) {
    let segment = b2Segment { point1: vec2(segment.a()), point2: vec2(segment.b()) };
    // SAFETY: the body is alive, `def` is on the caller's stack, and what is pointed to is copied.
    unsafe { b2CreateSegmentShape(body, def, &raw const segment) };
}

fn add_chain(body: b2BodyId, shape: &ShapeDef, chain: &Chain) {
    let points: Vec<b2Vec2> = chain.points().iter().map(|p| vec2(*p)).collect();
    let material = material(shape);
    // SAFETY: it returns a plain struct.
    let mut def = unsafe { b2DefaultChainDef() };
    def.points = points.as_ptr();
    def.count = points.len() as i32;
    def.isLoop = chain.is_closed();
    def.materials = &raw const material;
    def.materialCount = 1;
    def.filter = filter(shape);
    // SAFETY: the body is alive; points and material are copied.
    unsafe { b2CreateChain(body, &raw const def) };
}

fn polygon(polygon: &Polygon) -> Result<b2Polygon, SceneError> {
    if let Some((center, half)) = as_box(polygon) {
        let straight = b2Rot { c: 1.0, s: 0.0 };
        // SAFETY: it returns a plain struct.
        return Ok(unsafe { b2MakeOffsetRoundedBox(half.x, half.y, vec2(center), straight, polygon.radius()) });
    }
    let points: Vec<b2Vec2> = polygon.vertices().iter().map(|p| vec2(*p)).collect();
    // SAFETY: it reads as many points as there are, and returns a plain struct.
    let hull = unsafe { b2ComputeHull(points.as_ptr(), points.len() as i32) };
    // It welds points that are close and drops those on a line.
    if hull.count as usize != points.len() {
        return Err(lacks(Engine::Box2d, "polygon with these vertices"));
    }
    // SAFETY: the hull is one that it made.
    Ok(unsafe { b2MakePolygon(&raw const hull, polygon.radius()) })
}
