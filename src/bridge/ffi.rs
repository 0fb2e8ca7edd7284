//! Signatures and plain structs shared with the C++ shim.

#[cxx::bridge(namespace = "limit::core")]
mod bridge {
    extern "Rust" {
        fn version() -> &'static str;
    }
}

fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}
