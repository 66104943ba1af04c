//! Benchmark scenes of carom as data, the scene file format, and what a run reports.
