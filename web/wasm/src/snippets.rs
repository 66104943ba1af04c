//! The snippets that the chapters show, one a chapter, each compiled and run as a test.

macro_rules! snippets {
    ($($name:ident: $file:literal),* $(,)?) => {
        $(#[doc = include_str!(concat!("../snippets/", $file, ".md"))] pub struct $name;)*
    };
}

snippets! {
    Line: "line",
    Boxes: "boxes",
    Projections: "projections",
    TwoShadows: "two_shadows",
    SeparatingAxes: "separating_axes",
    LeastPush: "least_push",
    CirclePolygon: "circle_polygon",
    Concave: "concave",
    ContactPoints: "contact_points",
    Pixels: "pixels",
    Flights: "flights",
    BroadPhase: "broad_phase",
    Response: "response",
    World: "world",
}
