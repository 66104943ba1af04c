//! Layers of a picture: things that a world has besides its bodies, each shown on demand.

use std::fmt::{Display, Formatter, Result as FmtResult};
use std::str::FromStr;

/// Something to show besides the bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layer {
    /// Points of contacts.
    Contacts,
    /// Impulses at points of contacts over the last step, as arrows on b.
    Impulses,
    /// Normals of contacts, from a to b.
    Normals,
    /// The least boxes around bodies.
    Aabbs,
    /// Anchors and arms of joints.
    Joints,
    /// Bodies tinted by their islands.
    Islands,
    /// Contacts by the color of their constraint.
    Colours,
    /// Cells of the broad phase.
    Cells,
    /// Velocities of centres of mass.
    Velocities,
    /// Ways that bodies took: see [`crate::Trails`].
    Trails,
    /// Numbers of bodies, in the order of creation.
    Ids,
}

impl Layer {
    /// All layers.
    pub const ALL: [Self; 11] = [
        Self::Contacts,
        Self::Impulses,
        Self::Normals,
        Self::Aabbs,
        Self::Joints,
        Self::Islands,
        Self::Colours,
        Self::Cells,
        Self::Velocities,
        Self::Trails,
        Self::Ids,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Contacts => "contacts",
            Self::Impulses => "impulses",
            Self::Normals => "normals",
            Self::Aabbs => "aabbs",
            Self::Joints => "joints",
            Self::Islands => "islands",
            Self::Colours => "colours",
            Self::Cells => "cells",
            Self::Velocities => "velocities",
            Self::Trails => "trails",
            Self::Ids => "ids",
        }
    }
}

/// A set of layers.
///
/// ```
/// use carom_draw::{Layer, Layers};
///
/// let layers: Layers = "contacts, impulses".parse().unwrap();
/// assert_eq!(layers, Layers::NONE.with(Layer::Contacts).with(Layer::Impulses));
/// assert_eq!("contcats".parse::<Layers>().unwrap_err().name, "contcats");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Layers(u16);

impl Layers {
    /// No layer.
    pub const NONE: Self = Self(0);

    /// This set and one more layer.
    #[must_use]
    pub fn with(self, layer: Layer) -> Self {
        Self(self.0 | 1 << layer as u16)
    }

    /// Whether it has a layer.
    pub fn has(self, layer: Layer) -> bool {
        self.0 & 1 << layer as u16 != 0
    }

    /// Whether it has one of these layers.
    pub fn has_any(self, layers: &[Layer]) -> bool {
        layers.iter().any(|&layer| self.has(layer))
    }

    /// Its layers.
    pub fn iter(self) -> impl Iterator<Item = Layer> {
        Layer::ALL.into_iter().filter(move |&layer| self.has(layer))
    }
}

/// A name that no layer has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownLayer {
    /// The name.
    pub name: String,
}

impl Display for UnknownLayer {
    fn fmt(&self, out: &mut Formatter<'_>) -> FmtResult {
        write!(out, "there is no layer {:?}; the layers: {}", self.name, Layer::ALL.map(Layer::name).join(", "))
    }
}

impl std::error::Error for UnknownLayer {}

impl FromStr for Layers {
    type Err = UnknownLayer;

    /// Reads names with commas between them. `colors` is `colours`.
    fn from_str(text: &str) -> Result<Self, UnknownLayer> {
        let names = text.split(',').map(str::trim).filter(|name| !name.is_empty());
        names.map(|name| if name == "colors" { "colours" } else { name }).try_fold(Self::NONE, |layers, name| {
            let layer = Layer::ALL.into_iter().find(|layer| layer.name() == name);
            layer.map(|layer| layers.with(layer)).ok_or_else(|| UnknownLayer { name: name.to_owned() })
        })
    }
}
