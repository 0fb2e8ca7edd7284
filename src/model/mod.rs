//! What the core knows of a function and its target.

pub mod function;
pub mod grouped;
pub mod index;
pub mod index_set;
pub mod machine;
pub mod point;
pub mod search;
pub mod text;
