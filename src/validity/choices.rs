//! Where a generator's decisions come from: a seed, or the bytes of a fuzzer.

/// A sequence of decisions.
pub struct Choices<'b> {
    /// The state of a xorshift generator (Marsaglia), where there are no bytes.
    state: u64,
    bytes: Option<&'b [u8]>,
}

impl<'b> Choices<'b> {
    /// Decisions that are the same for the same seed.
    pub fn from_seed(seed: u64) -> Choices<'b> {
        // Neighbouring seeds must not begin alike, and xorshift never leaves 0.
        Choices { state: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1, bytes: None }
    }

    /// Decisions read from bytes, two for each; behind their end all are 0.
    pub fn from_bytes(bytes: &'b [u8]) -> Choices<'b> {
        Choices { state: 1, bytes: Some(bytes) }
    }

    /// A number below `bound`, which is above 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        let Some(bytes) = self.bytes else {
            self.state ^= self.state << 13;
            self.state ^= self.state >> 7;
            self.state ^= self.state << 17;
            return (self.state >> 16) % bound;
        };
        let (taken, rest) = bytes.split_at(bytes.len().min(2));
        self.bytes = Some(rest);
        taken.iter().fold(0, |value, &byte| value << 8 | u64::from(byte)) % bound
    }

    /// Whether something happens that does so this many times in 100.
    pub fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }
}
