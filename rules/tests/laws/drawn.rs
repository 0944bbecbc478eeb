//! Hand-drawn facts.
