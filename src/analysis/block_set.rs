//! Sets of blocks.

use crate::model::function::Block;
use crate::model::index_set::IndexSet;

/// A set of blocks, one bit each.
pub type BlockSet = IndexSet<Block>;
