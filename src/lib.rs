//! cg-bundle.
