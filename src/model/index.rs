//! Dense indices and the vectors they index.
//!
//! Everything the core knows of a function stands in a few large vectors. An index type per kind
//! of thing keeps a block from being taken for an instruction, at the cost of a `u32`.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut, Range};

/// A dense index, convertible to and from a position in a vector.
pub trait Idx: Copy + Eq + Ord + fmt::Debug {
    /// The index of the element at `position`.
    fn new(position: usize) -> Self;
    /// The position of the element.
    fn index(self) -> usize;
}

/// Defines index types: `index_type! { /// docs Name "prefix"; }`; the prefix is for printing.
macro_rules! index_type {
    ($($(#[$doc:meta])* $name:ident $prefix:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl $crate::model::index::Idx for $name {
            fn new(position: usize) -> Self {
                debug_assert!(position < u32::MAX as usize);
                Self(position as u32)
            }
            fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }
    )*};
}
pub(crate) use index_type;

/// A vector indexed by `I` only.
#[derive(Clone, PartialEq)]
pub struct IndexVec<I, T> {
    items: Vec<T>,
    index: PhantomData<fn(I) -> I>,
}

impl<I: Idx, T> IndexVec<I, T> {
    /// An empty vector.
    pub fn new() -> Self {
        Self::from(Vec::new())
    }

    /// An empty vector with space for `capacity` elements.
    pub fn with_capacity(capacity: usize) -> Self {
        Self::from(Vec::with_capacity(capacity))
    }

    /// Appends `item` and returns its index.
    pub fn push(&mut self, item: T) -> I {
        self.items.push(item);
        I::new(self.items.len() - 1)
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there is no element.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// All indices in order.
    pub fn indices(&self) -> impl DoubleEndedIterator<Item = I> + ExactSizeIterator + use<I, T> {
        (0..self.items.len()).map(I::new)
    }

    /// All elements in order of their index.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.items.iter()
    }

    /// All elements with their indices, in order.
    pub fn enumerate(&self) -> impl DoubleEndedIterator<Item = (I, &T)> {
        self.items.iter().enumerate().map(|(position, item)| (I::new(position), item))
    }
}

impl<I: Idx, T: Clone> IndexVec<I, T> {
    /// `len` copies of `item`.
    pub fn filled(item: T, len: usize) -> Self {
        Self::from(vec![item; len])
    }
}

impl<I: Idx, T> Default for IndexVec<I, T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<I: Idx, T> From<Vec<T>> for IndexVec<I, T> {
    fn from(items: Vec<T>) -> Self {
        Self { items, index: PhantomData }
    }
}

impl<I, T> From<IndexVec<I, T>> for Vec<T> {
    fn from(indexed: IndexVec<I, T>) -> Self {
        indexed.items
    }
}

impl<I: Idx, T> FromIterator<T> for IndexVec<I, T> {
    fn from_iter<Iter: IntoIterator<Item = T>>(items: Iter) -> Self {
        Self::from(items.into_iter().collect::<Vec<T>>())
    }
}

impl<I: Idx, T: fmt::Debug> fmt::Debug for IndexVec<I, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.items.fmt(f)
    }
}

impl<I: Idx, T> Index<I> for IndexVec<I, T> {
    type Output = T;
    fn index(&self, index: I) -> &T {
        &self.items[index.index()]
    }
}

impl<I: Idx, T> IndexMut<I> for IndexVec<I, T> {
    fn index_mut(&mut self, index: I) -> &mut T {
        &mut self.items[index.index()]
    }
}

/// A run of consecutive elements of one of the model's large vectors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// Position of the first element.
    pub start: u32,
    /// Position after the last element.
    pub end: u32,
}

impl Span {
    /// The positions as a range for slicing.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// The number of elements.
    pub fn len(self) -> usize {
        (self.end - self.start) as usize
    }

    /// Whether the run is empty.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// The run of what was appended to a vector since it had `start` elements.
    pub fn since(start: usize, end: usize) -> Self {
        Self { start: start as u32, end: end as u32 }
    }
}
