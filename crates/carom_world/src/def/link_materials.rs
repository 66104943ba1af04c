//! [`LinkMaterials`]: the surfaces of the links of a chain.

use crate::Error;
use crate::def::Material;
use carom_shapes::Shape;
use std::ops::Deref;
use std::sync::Arc;

/// The surfaces of the links of a chain, one each, or none; a slice to read. It takes a word, since most shapes have
/// none, and clones share it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LinkMaterials(Option<Arc<Vec<Material>>>);

impl Deref for LinkMaterials {
    type Target = [Material];

    fn deref(&self) -> &[Material] {
        self.0.as_deref().map_or(&[], Vec::as_slice)
    }
}

impl From<Vec<Material>> for LinkMaterials {
    fn from(list: Vec<Material>) -> Self {
        Self((!list.is_empty()).then(|| Arc::new(list)))
    }
}

impl<const N: usize> From<[Material; N]> for LinkMaterials {
    fn from(list: [Material; N]) -> Self {
        Vec::from(list).into()
    }
}

impl LinkMaterials {
    /// Checks that there are none, or one for each link of a chain.
    pub(crate) fn check(&self, shape: &Shape) -> Result<(), Error> {
        let links = if let Shape::Chain(chain) = shape { chain.len() } else { 0 };
        if !self.is_empty() && self.len() != links {
            let wanted = match links {
                0 => "none, as only a chain has links".to_owned(),
                links => format!("none, or one for each of the {links} links"),
            };
            return Err(Error::value("link_materials", format!("a list of {}", self.len()), wanted));
        }
        for (index, material) in self.iter().enumerate() {
            material.check().map_err(|e| e.inside("link_materials", index))?;
        }
        Ok(())
    }
}
