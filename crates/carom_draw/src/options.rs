//! The wishes about a picture: its part of the world, its layers, its words.

use crate::caption::Caption;
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
    /// The title, at the upper left. With it come the time, a scale bar and a legend. Pictures less than 130 pixels
    /// high leave them out.
    pub title: Option<String>,
    /// Width and height of the whole picture [px], words included. Without, they follow from the frame.
    pub size: Option<(u32, u32)>,
}

/// Least height of a picture with words [px].
const LEAST_HEIGHT: u32 = 130;

/// Layers from which on the legend of a picture of given size has a second row.
const MANY_LAYERS: usize = 3;

impl DrawOptions<'_> {
    /// The size of a whole picture with this frame, the same for each picture of a series [px].
    pub fn size_of_series(&self, frame: &Frame) -> (u32, u32) {
        let words = self.title.as_ref().map_or(0, |_| Caption::height_of(self.rows()));
        (frame.width, frame.height + words)
    }

    /// Rows of legend in a picture of given size.
    pub(crate) fn rows(&self) -> u32 {
        if self.layers.iter().count() < MANY_LAYERS { 1 } else { 2 }
    }

    /// The frame, cut to the given size, and whether there is room for words.
    pub(crate) fn fit(&self, frame: Frame) -> (Frame, bool) {
        let Some((width, height)) = self.size else { return (frame, self.title.is_some()) };
        let has_words = self.title.is_some() && height >= LEAST_HEIGHT;
        let words = if has_words { Caption::height_of(self.rows()) } else { 0 };
        (Frame::showing_in(frame.view, width, height.saturating_sub(words)), has_words)
    }
}
