//! A run as a page: poses, contacts and figures of its steps, and the player, in one file that needs no network.

pub(crate) mod contacts;
pub(crate) mod page;
pub(crate) mod promise;
pub(crate) mod recorder;
pub(crate) mod roll;
pub(crate) mod shapes;
pub(crate) mod stream;
