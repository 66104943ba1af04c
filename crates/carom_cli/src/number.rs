//! Numbers of the command line. The messages say which ones are allowed.

use carom::math::{Aabb, Vec2, vec2};
use std::fmt::Display;
use std::str::FromStr;

/// A parser of the whole numbers from `least` to `most`.
pub fn whole<N>(least: N, most: N) -> impl Fn(&str) -> Result<N, String> + Clone + Send + Sync + 'static
where
    N: FromStr + PartialOrd + Display + Copy + Send + Sync + 'static,
{
    move |text| match text.trim().parse::<N>() {
        Ok(number) if least <= number && number <= most => Ok(number),
        _ => Err(format!("expected a whole number from {least} to {most}")),
    }
}

/// A time [s]. The world knows which times are allowed.
pub fn seconds(text: &str) -> Result<f32, String> {
    text.trim().parse().map_err(|_| "expected a number of seconds, such as 0.01".to_owned())
}

/// Least and greatest side of the part of the world that a picture shows [m].
const SIDES: (f32, f32) = (1.0e-3, 1.0e7);

/// A box of the world from two opposite corners [m].
pub fn corners(text: &str) -> Result<Aabb, String> {
    let [x0, y0, x1, y1] = four(text).ok_or_else(|| wrong("X0,Y0,X1,Y1", "between the corners"))?;
    part(Aabb::around([vec2(x0, y0), vec2(x1, y1)])).ok_or_else(|| wrong("X0,Y0,X1,Y1", "between the corners"))
}

/// A box of the world from its lower left corner, its width and its height [m].
pub fn view(text: &str) -> Result<Aabb, String> {
    let [x, y, width, height] = four(text).ok_or_else(|| wrong("X,Y,W,H", "wide and high"))?;
    let corner = vec2(x, y);
    part(Aabb { min: corner, max: corner + vec2(width, height) }).ok_or_else(|| wrong("X,Y,W,H", "wide and high"))
}

fn wrong(names: &str, what: &str) -> String {
    let (least, most) = SIDES;
    format!("expected {names}: four numbers, {least} to {most} m {what}")
}

fn four(text: &str) -> Option<[f32; 4]> {
    let numbers: Result<Vec<f32>, _> = text.split(',').map(|number| number.trim().parse()).collect();
    numbers.ok()?.try_into().ok()
}

/// The box, if a picture can show it.
fn part(part: Aabb) -> Option<Aabb> {
    let Vec2 { x, y } = part.size();
    let is_good = |side: f32| (SIDES.0..=SIDES.1).contains(&side);
    (part.is_finite() && is_good(x) && is_good(y)).then_some(part)
}

/// Least and greatest side of a picture [px].
const PIXELS: (u32, u32) = (16, 8192);

/// The size of a picture: `800x600`.
pub fn size(text: &str) -> Result<(u32, u32), String> {
    let (least, most) = PIXELS;
    let side = |text: &str| text.trim().parse().ok().filter(|side| (least..=most).contains(side));
    let sides = text.split_once(['x', 'X']).and_then(|(width, height)| Some((side(width)?, side(height)?)));
    sides.ok_or_else(|| format!("expected WxH, such as 800x600: {least} to {most} pixels each"))
}
