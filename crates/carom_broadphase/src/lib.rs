//! Who is near whom: spatial hash and quadtree over axis-aligned boxes.
