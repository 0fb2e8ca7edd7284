//! Cargo wants a source file; the package is only its list of dependencies.
