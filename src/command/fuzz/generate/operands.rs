//! Statements whose operands are tied to registers: calls, assembly, atomics; and parts of vectors.

use super::{Built, Type, Writer};
use inkwell::types::{BasicMetadataTypeEnum, BasicType};
use inkwell::values::IntValue;
use inkwell::{AtomicOrdering, AtomicRMWBinOp};

impl<'c> Writer<'c, '_> {
    /// A call with up to eight arguments of any types.
    pub(super) fn call(&mut self) -> Built<()> {
        const SIGNATURES: [(&str, Type, &[Type]); 5] = [
            ("none", Type::I64, &[]),
            ("one", Type::F64, &[Type::F64]),
            ("vectors", Type::V4I32, &[Type::V4I32, Type::V16I8]),
            ("wide", Type::I128, &[Type::I128, Type::I32]),
            (
                "many",
                Type::I32,
                &[
                    Type::I32,
                    Type::I64,
                    Type::F64,
                    Type::I32,
                    Type::I64,
                    Type::I64,
                    Type::I32,
                    Type::F64,
                ],
            ),
        ];
        let (name, result, types) = SIGNATURES[self.choices.below(5) as usize];
        let parameters: Vec<BasicMetadataTypeEnum> =
            types.iter().map(|ty| ty.of(self.context).into()).collect();
        let signature = result.of(self.context).fn_type(&parameters, false);
        let callee = self.declared(name, signature);
        let arguments = self.arguments(types)?;
        let call = self.builder.build_call(callee, &arguments, "")?;
        self.write(result, call.try_as_basic_value().unwrap_basic())
    }

    /// Assembly with a tied operand, an early result or several results; it says nothing, so that
    /// every machine's assembler takes it.
    pub(super) fn assembly(&mut self) -> Built<()> {
        let i32 = self.context.i32_type();
        let pair = self.context.struct_type(&[i32.into(), i32.into()], false);
        let one = i32.into();
        let (signature, constraints, count) = match self.choices.below(4) {
            0 => (i32.fn_type(&[one], false), "=r,0", 1),
            1 => (i32.fn_type(&[one, one, one], false), "=&r,r,r,r", 3),
            2 => (pair.fn_type(&[one, one], false), "=&r,=r,0,r", 2),
            _ => (i32.fn_type(&[one, one], false), "=r,r,rm,~{memory}", 2),
        };
        let assembly = self.context.create_inline_asm(
            signature,
            String::new(),
            constraints.to_owned(),
            true,
            false,
            None,
            false,
        );
        let arguments = self.arguments(&vec![Type::I32; count])?;
        let call = self.builder.build_indirect_call(signature, assembly, &arguments, "")?;
        let result = call.try_as_basic_value().unwrap_basic();
        if !result.is_struct_value() {
            return self.write(Type::I32, result);
        }
        for index in 0..2 {
            let part = self.builder.build_extract_value(result.into_struct_value(), index, "")?;
            self.write(Type::I32, part)?;
        }
        Ok(())
    }

    /// An exchange or a compare-and-exchange, which has fixed operands on x86 and is a loop on many
    /// other machines.
    pub(super) fn atomic(&mut self) -> Built<()> {
        let order = AtomicOrdering::SequentiallyConsistent;
        let address = self.address()?;
        let value = self.read(Type::I32)?.into_int_value();
        if self.choices.chance(50) {
            let operation = [
                AtomicRMWBinOp::Xchg,
                AtomicRMWBinOp::Add,
                AtomicRMWBinOp::Max,
                AtomicRMWBinOp::Nand,
            ];
            let operation = operation[self.choices.below(4) as usize];
            let old = self.builder.build_atomicrmw(operation, address, value, order)?;
            return self.write(Type::I32, old);
        }
        let expected = self.read(Type::I32)?.into_int_value();
        let result = self.builder.build_cmpxchg(address, expected, value, order, order)?;
        let old = self.builder.build_extract_value(result, 0, "")?;
        self.write(Type::I32, old)
    }

    /// The elements of two vectors in another order.
    pub(super) fn shuffle(&mut self) -> Built<()> {
        let (ty, length) = [(Type::V4I32, 4), (Type::V16I8, 16)][self.choices.below(2) as usize];
        let (a, b) = (self.read(ty)?.into_vector_value(), self.read(ty)?.into_vector_value());
        let i32 = self.context.i32_type();
        let mask: Vec<IntValue> =
            (0..length).map(|_| i32.const_int(self.choices.below(2 * length), false)).collect();
        let mask = inkwell::types::VectorType::const_vector(&mask);
        let result = self.builder.build_shuffle_vector(a, b, mask, "")?;
        self.write(ty, result)
    }

    /// An element of a vector is read, or written.
    pub(super) fn element(&mut self) -> Built<()> {
        let vector = self.read(Type::V4I32)?.into_vector_value();
        let i32 = self.context.i32_type();
        let index = match self.choices.chance(50) {
            true => i32.const_int(self.choices.below(4), false),
            false => {
                let index = self.read(Type::I32)?.into_int_value();
                self.builder.build_and(index, i32.const_int(3, false), "")?
            }
        };
        if self.choices.chance(50) {
            let element = self.builder.build_extract_element(vector, index, "")?;
            return self.write(Type::I32, element);
        }
        let element = self.read(Type::I32)?.into_int_value();
        let changed = self.builder.build_insert_element(vector, element, index, "")?;
        self.write(Type::V4I32, changed)
    }
}
