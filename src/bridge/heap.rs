//! The heap of the plugin's Rust code.
//!
//! The core makes hundreds of small tables for each function, most of which live for one round. The C
//! library takes about a hundred instructions to give a block and as many to take it back. Here it is a
//! dozen: blocks have few sizes, each a power of two, and those that were given back wait in a list for
//! each size and thread. They are never joined or returned to the system: what one function leaves, the
//! next one takes. Large blocks are the system's own.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::ptr::null_mut;

#[global_allocator]
static HEAP: Heap = Heap;

/// Binary logarithm of the smallest size, which is the alignment of all blocks too.
const SMALLEST: u32 = 4;
/// Binary logarithm of the largest size; what is larger is the system's, since as powers of two large blocks
/// would take too much.
const LARGEST: u32 = 12;
const SIZES: usize = (LARGEST - SMALLEST + 1) as usize;
/// Bytes that are asked of the system at a time.
const CHUNK: usize = 1 << 16;

/// A free block: its first word is the next one of its list.
struct Free {
    next: *mut Free,
}

/// The free blocks of a thread.
struct Lists {
    /// Per size the block that was given back last.
    free: [Cell<*mut Free>; SIZES],
    /// What is left of the last chunk.
    chunk: Cell<*mut u8>,
    left: Cell<usize>,
}

thread_local! {
    static LISTS: Lists = const {
        Lists {
            free: [const { Cell::new(null_mut()) }; SIZES],
            chunk: Cell::new(null_mut()),
            left: Cell::new(0),
        }
    };
}

/// See the module.
struct Heap;

/// Which of the sizes a block has; none if it is the system's.
#[inline]
fn size_of(layout: Layout) -> Option<usize> {
    let size = layout.size().max(1 << SMALLEST);
    let is_small = size <= 1 << LARGEST && layout.align() <= 1 << SMALLEST;
    is_small.then(|| (usize::BITS - (size - 1).leading_zeros() - SMALLEST) as usize)
}

impl Lists {
    /// A block of the size; null if the system has no memory.
    #[inline]
    fn take(&self, size: usize) -> *mut u8 {
        let block = self.free[size].get();
        if block.is_null() {
            return self.cut(size);
        }
        // SAFETY: it is in the list, so nobody else's, and begins with a `Free`.
        self.free[size].set(unsafe { (*block).next });
        block.cast()
    }

    /// Takes a block back.
    ///
    /// # Safety
    ///
    /// The block has the size, and nobody uses it any more.
    #[inline]
    unsafe fn give(&self, block: *mut u8, size: usize) {
        let free = block.cast::<Free>();
        // SAFETY: the block is the caller's to give back, aligned, and large enough for a pointer.
        unsafe { free.write(Free { next: self.free[size].get() }) };
        self.free[size].set(free);
    }

    /// Cuts a block off the chunk; null if the system has no memory.
    #[cold]
    fn cut(&self, size: usize) -> *mut u8 {
        let bytes = 1 << (size as u32 + SMALLEST);
        if self.left.get() < bytes {
            // The rest of the chunk, less than one block of this size, is lost.
            let layout = Layout::from_size_align(CHUNK, 1 << SMALLEST).expect("a power of two");
            // SAFETY: the size of the layout is not zero.
            let chunk = unsafe { System.alloc(layout) };
            if chunk.is_null() {
                return chunk;
            }
            self.chunk.set(chunk);
            self.left.set(CHUNK);
        }
        let block = self.chunk.get();
        // SAFETY: at least so many bytes of the chunk are left.
        self.chunk.set(unsafe { block.add(bytes) });
        self.left.set(self.left.get() - bytes);
        block
    }
}

// SAFETY: a block is in one list or with one owner, never both: `alloc` takes it off the list and
// `dealloc` puts it there. It is as large as its size says, a multiple of the alignment that all have,
// and the layout of both calls is the same and so is the size. A list is one thread's alone; the cells of
// a thread have no destructor, so that they can be used as long as the thread runs.
unsafe impl GlobalAlloc for Heap {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let Some(size) = size_of(layout) else {
            // SAFETY: the caller's promise.
            return unsafe { System.alloc(layout) };
        };
        LISTS.with(|lists| lists.take(size))
    }

    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        let Some(size) = size_of(layout) else {
            // SAFETY: the system gave a block of this layout.
            return unsafe { System.dealloc(block, layout) };
        };
        // SAFETY: the block is the caller's to give back, and a layout has one size.
        LISTS.with(|lists| unsafe { lists.give(block, size) });
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if size_of(layout).is_none() {
            // SAFETY: the caller's promise.
            return unsafe { System.alloc_zeroed(layout) };
        }
        // SAFETY: the caller's promise; the block is as large as the layout.
        unsafe {
            let block = self.alloc(layout);
            if !block.is_null() {
                block.write_bytes(0, layout.size());
            }
            block
        }
    }

    #[inline]
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, bytes: usize) -> *mut u8 {
        // SAFETY: the caller promises that the new size does not overflow.
        let wanted = unsafe { Layout::from_size_align_unchecked(bytes, layout.align()) };
        match (size_of(layout), size_of(wanted)) {
            // SAFETY: the system gave a block of this layout.
            (None, None) => unsafe { System.realloc(block, layout, bytes) },
            (old, new) if old == new => block,
            // SAFETY: both blocks have at least as many bytes as are copied, and the old one is the
            // caller's to give back.
            (Some(old), Some(new)) => LISTS.with(|lists| unsafe {
                let moved = lists.take(new);
                if !moved.is_null() {
                    moved.copy_from_nonoverlapping(block, layout.size().min(bytes));
                    lists.give(block, old);
                }
                moved
            }),
            // SAFETY: the same.
            _ => unsafe {
                let moved = self.alloc(wanted);
                if !moved.is_null() {
                    moved.copy_from_nonoverlapping(block, layout.size().min(bytes));
                    self.dealloc(block, layout);
                }
                moved
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(bytes: usize) -> Layout {
        Layout::from_size_align(bytes, 8).unwrap()
    }

    #[test]
    fn sizes_are_the_next_powers_of_two() {
        let sizes = [1, 16, 17, 32, 33, 4096].map(|bytes| size_of(layout(bytes)));
        assert_eq!(sizes, [0, 0, 1, 1, 2, 8].map(Some));
        assert_eq!(size_of(layout(4097)), None);
        assert_eq!(size_of(Layout::from_size_align(64, 64).unwrap()), None, "aligned to more");
    }

    #[test]
    fn blocks_hold_their_bytes_while_others_come_and_go() {
        // Random sizes on both sides of the largest, grown and shrunk, some given to another thread.
        let mut state = 1u32;
        let mut random = |below: usize| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as usize % below
        };
        let mut blocks: Vec<Vec<u8>> = Vec::new();
        for step in 0..20_000 {
            let fill = (step % 251) as u8;
            match random(4) {
                0 | 1 => blocks.push(vec![fill; random(if step % 7 == 0 { 20_000 } else { 300 })]),
                2 if !blocks.is_empty() => {
                    let index = random(blocks.len());
                    let block = &mut blocks[index];
                    let fill = block.first().copied().unwrap_or(fill);
                    block.resize(random(2 * block.len() + 20), fill);
                    block.shrink_to_fit();
                }
                _ if !blocks.is_empty() => {
                    let block = blocks.swap_remove(random(blocks.len()));
                    let same = move || block.iter().all(|&byte| byte == block[0]);
                    let intact = match step % 97 {
                        0 => std::thread::spawn(same).join().unwrap(),
                        _ => same(),
                    };
                    assert!(intact, "a block of step {step} or before");
                }
                _ => {}
            }
        }
        assert!(blocks.iter().all(|block| block.iter().all(|&byte| byte == block[0])));
        let zeroed = std::hint::black_box(vec![0u8; 100]);
        assert!(zeroed.iter().all(|&byte| byte == 0), "used before, and zero again");
    }
}
