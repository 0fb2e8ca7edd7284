//! The types of generated values.

use crate::fuzz::machine::Machine;
use crate::fuzz::machines::Feature;

/// A type. What a machine has no registers for, LLVM takes apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    I8,
    I16,
    I32,
    I64,
    I128,
    F32,
    F64,
    V4I32,
    V16I8,
    V16F32,
    /// Vectors of the machine's own length.
    ScalableI32,
    ScalableF64,
    /// A predicate of such vectors.
    ScalableI1,
}

impl Type {
    /// As IR writes it.
    pub fn name(self) -> &'static str {
        match self {
            Type::I8 => "i8",
            Type::I16 => "i16",
            Type::I32 => "i32",
            Type::I64 => "i64",
            Type::I128 => "i128",
            Type::F32 => "float",
            Type::F64 => "double",
            Type::V4I32 => "<4 x i32>",
            Type::V16I8 => "<16 x i8>",
            Type::V16F32 => "<16 x float>",
            Type::ScalableI32 => "<vscale x 4 x i32>",
            Type::ScalableF64 => "<vscale x 2 x double>",
            Type::ScalableI1 => "<vscale x 16 x i1>",
        }
    }

    /// Whether it is a number of bits and no vector: how many.
    pub fn bits(self) -> Option<u32> {
        match self {
            Type::I8 => Some(8),
            Type::I16 => Some(16),
            Type::I32 => Some(32),
            Type::I64 => Some(64),
            Type::I128 => Some(128),
            _ => None,
        }
    }

    /// Whether its elements are floating-point numbers.
    pub fn is_float(self) -> bool {
        matches!(self, Type::F32 | Type::F64 | Type::V16F32 | Type::ScalableF64)
    }

    /// Whether a comparison of two gives one bit.
    pub fn is_scalar(self) -> bool {
        self.bits().is_some() || matches!(self, Type::F32 | Type::F64)
    }

    /// What a general register of the machine holds.
    pub fn word(machine: &Machine) -> Type {
        match machine.word {
            8 => Type::I8,
            16 => Type::I16,
            32 => Type::I32,
            _ => Type::I64,
        }
    }

    /// What values of the machine may be besides words.
    pub fn others(machine: &Machine) -> Vec<Type> {
        let mut types = vec![Type::I32, Type::I64];
        if machine.has(Feature::Wide) {
            types.extend([Type::I8, Type::I16]);
            types.extend((machine.word >= 32).then_some(Type::I128));
        }
        if machine.has(Feature::Floats) {
            types.extend([Type::F32, Type::F64, Type::V4I32, Type::V16I8, Type::V16F32]);
        }
        if machine.has(Feature::Scalable) {
            types.extend([Type::ScalableI32, Type::ScalableF64, Type::ScalableI1]);
        }
        types.retain(|&ty| ty != Type::word(machine));
        types
    }
}
