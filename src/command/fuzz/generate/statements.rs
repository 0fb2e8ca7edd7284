//! What a generated function computes.

use super::{Built, Type, Writer};
use inkwell::types::FunctionType;
use inkwell::values::{BasicValueEnum, FunctionValue, IntMathValue};

impl<'c> Writer<'c, '_> {
    pub(super) fn statement(&mut self) -> Built<()> {
        match self.choices.below(14) {
            0 => self.call(),
            1 => self.assembly(),
            2 => self.atomic(),
            3 => self.divide(),
            4 => self.convert(),
            5 => self.pick(),
            6 => self.shuffle(),
            7 => self.element(),
            8 => {
                let ty = self.any_type();
                let value = self.load(ty.of(self.context))?;
                self.write(ty, value)
            }
            9 => {
                let ty = self.any_type();
                let (value, address) = (self.read(ty)?, self.address()?);
                self.builder.build_store(address, value)?;
                Ok(())
            }
            _ => self.arithmetic(),
        }
    }

    fn any_type(&mut self) -> Type {
        Type::ALL[self.choices.below(Type::ALL.len() as u64) as usize]
    }

    /// A function of that name, declared if it is not yet.
    pub(super) fn declared(&self, name: &str, signature: FunctionType<'c>) -> FunctionValue<'c> {
        let known = self.module.get_function(name);
        known.unwrap_or_else(|| self.module.add_function(name, signature, None))
    }

    fn arithmetic(&mut self) -> Built<()> {
        let ty = self.any_type();
        let (a, b) = (self.read(ty)?, self.read(ty)?);
        let choice = self.choices.below(6);
        let result: BasicValueEnum = match (a, b) {
            (BasicValueEnum::IntValue(a), BasicValueEnum::IntValue(b)) => {
                self.integer(choice, a, b)?.into()
            }
            (BasicValueEnum::VectorValue(a), BasicValueEnum::VectorValue(b)) => {
                self.integer(choice, a, b)?.into()
            }
            _ => {
                let (a, b) = (a.into_float_value(), b.into_float_value());
                match choice {
                    0 | 1 => self.builder.build_float_add(a, b, "")?.into(),
                    2 | 3 => self.builder.build_float_mul(a, b, "")?.into(),
                    _ => self.builder.build_float_sub(a, b, "")?.into(),
                }
            }
        };
        self.write(ty, result)
    }

    fn integer<T: IntMathValue<'c>>(&mut self, choice: u64, a: T, b: T) -> Built<T> {
        match choice {
            0 => self.builder.build_int_add(a, b, ""),
            1 => self.builder.build_int_sub(a, b, ""),
            2 => self.builder.build_int_mul(a, b, ""),
            3 => self.builder.build_xor(a, b, ""),
            4 => self.builder.build_and(a, b, ""),
            // By a variable, which has a register of its own on x86; too far a shift is poison, but
            // the code is not run.
            _ => self.builder.build_left_shift(a, b, ""),
        }
    }

    fn divide(&mut self) -> Built<()> {
        let ty = [Type::I32, Type::I64][self.choices.below(2) as usize];
        let (a, b) = (self.read(ty)?.into_int_value(), self.read(ty)?.into_int_value());
        let quotient = self.builder.build_int_unsigned_div(a, b, "")?;
        let remainder = self.builder.build_int_unsigned_rem(a, b, "")?;
        self.write(ty, quotient)?;
        self.write(ty, remainder)
    }

    fn convert(&mut self) -> Built<()> {
        let (i32, i64, i128) =
            (self.context.i32_type(), self.context.i64_type(), self.context.i128_type());

        match self.choices.below(6) {
            0 => {
                let value = self.read(Type::I64)?.into_int_value();
                self.write(Type::I32, self.builder.build_int_truncate(value, i32, "")?)
            }
            1 => {
                let value = self.read(Type::I32)?.into_int_value();
                self.write(Type::I64, self.builder.build_int_s_extend(value, i64, "")?)
            }
            2 => {
                let value = self.read(Type::I64)?.into_int_value();
                self.write(Type::I128, self.builder.build_int_z_extend(value, i128, "")?)
            }
            3 => {
                let value = self.read(Type::I128)?.into_int_value();
                self.write(Type::I64, self.builder.build_int_truncate(value, i64, "")?)
            }
            4 => {
                let value = self.read(Type::I32)?.into_int_value();
                let f64 = self.context.f64_type();
                self.write(Type::F64, self.builder.build_signed_int_to_float(value, f64, "")?)
            }
            _ => {
                let value = self.read(Type::F64)?.into_float_value();
                self.write(Type::I32, self.builder.build_float_to_signed_int(value, i32, "")?)
            }
        }
    }

    /// One of two values, by a condition.
    fn pick(&mut self) -> Built<()> {
        let ty = self.any_type();
        let condition = self.condition()?;
        let (a, b) = (self.read(ty)?, self.read(ty)?);
        let result = self.builder.build_select(condition, a, b, "")?;
        self.write(ty, result)
    }
}
