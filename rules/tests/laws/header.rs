//! Headers.
