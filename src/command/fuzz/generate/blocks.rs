//! The blocks of a generated function and how they end.

use super::{Built, Type, Writer};
use inkwell::basic_block::BasicBlock;
use inkwell::values::{BasicMetadataValueEnum, IntValue};
use inkwell::{AddressSpace, IntPredicate};

impl<'c> Writer<'c, '_> {
    pub(super) fn blocks(&mut self) -> Built<()> {
        let count = 2 + self.choices.below(10);
        let blocks: Vec<BasicBlock> = (0..count).map(|_| self.block("block")).collect();
        self.builder.build_unconditional_branch(blocks[0])?;
        let throws = self.choices.chance(50);
        for (number, &block) in blocks.iter().enumerate() {
            self.builder.position_at_end(block);
            for _ in 0..self.choices.below(9) {
                self.statement()?;
            }
            // A way on to the last block, so that what is computed is read.
            let next = blocks.get(number + 1).copied();
            match next {
                None => self.end()?,
                Some(next) => self.terminator(next, &blocks, throws)?,
            }
        }
        Ok(())
    }

    fn terminator(
        &mut self,
        next: BasicBlock<'c>,
        blocks: &[BasicBlock<'c>],
        throws: bool,
    ) -> Built<()> {
        let any = |writer: &mut Self| blocks[writer.choices.below(blocks.len() as u64) as usize];
        match self.choices.below(6) {
            0 if throws => return self.invoke(next),
            1 => {
                let value = self.read(Type::I32)?.into_int_value();
                let case =
                    |writer: &Self, number| writer.context.i32_type().const_int(number, false);
                let cases: Vec<(IntValue, BasicBlock)> =
                    (0..2 + self.choices.below(6)).map(|n| (case(self, n), any(self))).collect();
                self.builder.build_switch(value, next, &cases)?;
            }
            2..=4 => {
                let condition = self.condition()?;
                let other = any(self);
                self.builder.build_conditional_branch(condition, other, next)?;
            }
            _ => {
                self.builder.build_unconditional_branch(next)?;
            }
        }
        Ok(())
    }

    pub(super) fn condition(&mut self) -> Built<IntValue<'c>> {
        let ty = [Type::I32, Type::I64, Type::I128][self.choices.below(3) as usize];
        let (a, b) = (self.read(ty)?.into_int_value(), self.read(ty)?.into_int_value());
        self.builder.build_int_compare(IntPredicate::SLT, a, b, "")
    }

    /// A call that can throw; the landing pad uses variables and goes on like the call does, or
    /// returns.
    fn invoke(&mut self, next: BasicBlock<'c>) -> Built<()> {
        let (i32, i64) = (self.context.i32_type(), self.context.i64_type());
        let signature = i64.fn_type(&[i64.into(), i32.into()], false);
        let callee = self.declared("may_throw", signature);
        let personality = self.declared("__gxx_personality_v0", i32.fn_type(&[], true));
        self.function.set_personality_function(personality);
        let arguments = [self.read(Type::I64)?, self.read(Type::I32)?];
        let (normal, pad) = (self.block("normal"), self.block("pad"));
        let call = self.builder.build_invoke(callee, &arguments, normal, pad, "")?;
        let result = call.try_as_basic_value().unwrap_basic();
        self.builder.position_at_end(normal);
        self.write(Type::I64, result)?;
        self.builder.build_unconditional_branch(next)?;
        self.builder.position_at_end(pad);
        let pointer = self.context.ptr_type(AddressSpace::default());
        let token = self.context.struct_type(&[pointer.into(), i32.into()], false);
        let caught = self.builder.build_landing_pad(token, personality, &[], true, "")?;
        let selector =
            self.builder.build_extract_value(caught.into_struct_value(), 1, "")?.into_int_value();
        self.write(Type::I32, selector)?;
        self.statement()?;
        if self.choices.chance(70) {
            self.builder.build_unconditional_branch(next)?;
            return Ok(());
        }
        self.end()
    }

    /// Stores every variable, so that all of them are live until here, and returns.
    fn end(&mut self) -> Built<()> {
        for number in 0..self.variables.len() {
            let (ty, slot) = self.variables[number];
            let value = self.builder.build_load(ty.of(self.context), slot, "")?;
            let address = self.address()?;
            self.builder.build_store(address, value)?;
        }
        let result = self.read(Type::I64)?;
        self.builder.build_return(Some(&result))?;
        Ok(())
    }

    /// Values of these types as arguments of a call.
    pub(super) fn arguments(&mut self, types: &[Type]) -> Built<Vec<BasicMetadataValueEnum<'c>>> {
        types.iter().map(|&ty| Ok(self.read(ty)?.into())).collect()
    }
}
