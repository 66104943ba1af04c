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
pub fn view(text: &str) -> Result<Aabb, String> {
    let (least, most) = SIDES;
    let wrong = || format!("expected X0,Y0,X1,Y1: four numbers, with {least} to {most} m between the corners each way");
    let numbers: Result<Vec<f32>, _> = text.split(',').map(|number| number.trim().parse()).collect();
    let [x0, y0, x1, y1] = numbers.ok().and_then(|numbers| <[f32; 4]>::try_from(numbers).ok()).ok_or_else(wrong)?;
    let part = Aabb::around([vec2(x0, y0), vec2(x1, y1)]);
    let Vec2 { x, y } = part.size();
    let is_good = |side: f32| (least..=most).contains(&side);
    if part.is_finite() && is_good(x) && is_good(y) { Ok(part) } else { Err(wrong()) }
}
