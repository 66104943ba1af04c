//! The wishes about a picture: its part of the world, its layers, its words.

use crate::{Frame, Layers, Trails};

/// The wishes about a picture.
#[derive(Clone, Debug, Default)]
pub struct DrawOptions<'a> {
    /// The part of the world; fitted to the bodies that move, if none is given.
    pub frame: Option<Frame>,
    /// Things to show besides the bodies.
    pub layers: Layers,
    /// The ways of bodies, for [`crate::Layer::Trails`].
    pub trails: Option<&'a Trails>,
    /// The title, at the upper left. With it come the time, a scale bar and a legend.
    pub title: Option<String>,
}
