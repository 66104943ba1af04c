//! The command line of carom.
