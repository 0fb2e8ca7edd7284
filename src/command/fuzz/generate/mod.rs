//! Random functions in LLVM IR that are hard to allocate: many values of several types, calls and
//! calls that can throw, inline assembly, atomics, vectors, and any control flow.
//!
//! Values live in stack slots here, so that blocks may be entered from anywhere; LLVM's mem2reg then
//! makes live ranges of them.

mod blocks;
mod operands;
mod statements;

use anyhow::{anyhow, ensure, Result};
use inkwell::basic_block::BasicBlock;
use inkwell::builder::{Builder, BuilderError};
use inkwell::context::Context;
use inkwell::module::Module;
use inkwell::types::BasicTypeEnum;
use inkwell::values::{BasicValueEnum, FunctionValue, PointerValue};
use inkwell::AddressSpace;
use regalloc_limit::validity::choices::Choices;
use std::path::Path;

type Built<T> = std::result::Result<T, BuilderError>;

/// The types of values. What a machine has no registers for, LLVM takes apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Type {
    I32,
    I64,
    I128,
    F64,
    V4I32,
    V16I8,
}

impl Type {
    const ALL: [Type; 6] = [Type::I32, Type::I64, Type::I128, Type::F64, Type::V4I32, Type::V16I8];

    fn of(self, context: &Context) -> BasicTypeEnum<'_> {
        match self {
            Type::I32 => context.i32_type().into(),
            Type::I64 => context.i64_type().into(),
            Type::I128 => context.i128_type().into(),
            Type::F64 => context.f64_type().into(),
            Type::V4I32 => context.i32_type().vec_type(4).into(),
            Type::V16I8 => context.i8_type().vec_type(16).into(),
        }
    }
}

/// Writes the seed's module, one or two functions, as text.
pub fn write(seed: u64, path: &Path) -> Result<()> {
    let context = Context::create();
    let module = context.create_module("generated");
    let mut choices = Choices::from_seed(seed);
    for number in 0..1 + choices.below(2) {
        let mut writer = Writer::new(&context, &module, &mut choices, number)?;
        writer.blocks()?;
    }
    module.verify().map_err(|error| anyhow!("the generated module is malformed: {error}"))?;
    let written = module.print_to_file(path);
    ensure!(written.is_ok(), "cannot write {}", path.display());
    Ok(())
}

/// Builds one function.
struct Writer<'c, 'w> {
    context: &'c Context,
    module: &'w Module<'c>,
    choices: &'w mut Choices<'static>,
    builder: Builder<'c>,
    function: FunctionValue<'c>,
    /// The function's argument: memory to load from and to store to.
    memory: PointerValue<'c>,
    variables: Vec<(Type, PointerValue<'c>)>,
}

impl<'c, 'w> Writer<'c, 'w> {
    fn new(
        context: &'c Context,
        module: &'w Module<'c>,
        choices: &'w mut Choices<'static>,
        number: u64,
    ) -> Result<Self> {
        let pointer = context.ptr_type(AddressSpace::default());
        let (i32, i64, f64) = (context.i32_type(), context.i64_type(), context.f64_type());
        let parameters =
            [pointer.into(), i64.into(), i32.into(), f64.into(), i32.into(), i64.into()];
        let function =
            module.add_function(&format!("f{number}"), i64.fn_type(&parameters, false), None);
        let builder = context.create_builder();
        builder.position_at_end(context.append_basic_block(function, "entry"));
        let memory = function.get_first_param().expect("it has six").into_pointer_value();
        let mut writer =
            Writer { context, module, choices, builder, function, memory, variables: Vec::new() };
        writer.variables()?;
        Ok(writer)
    }

    /// Two to six variables of each type, loaded from the memory; the first ones are arguments.
    fn variables(&mut self) -> Built<()> {
        for ty in Type::ALL {
            for _ in 0..2 + self.choices.below(5) {
                let slot = self.builder.build_alloca(ty.of(self.context), "")?;
                self.variables.push((ty, slot));
            }
        }
        let arguments = self.function.get_param_iter().skip(1).collect::<Vec<_>>();
        for number in 0..self.variables.len() {
            let (ty, _) = self.variables[number];
            let ty = ty.of(self.context);
            let argument = arguments.iter().find(|argument| argument.get_type() == ty);
            let value = match argument {
                Some(argument) if self.choices.chance(30) => *argument,
                _ => self.load(ty)?,
            };
            self.builder.build_store(self.variables[number].1, value)?;
        }
        Ok(())
    }

    /// A value from a random place of the memory.
    fn load(&mut self, ty: BasicTypeEnum<'c>) -> Built<BasicValueEnum<'c>> {
        let address = self.address()?;
        self.builder.build_load(ty, address, "")
    }

    fn address(&mut self) -> Built<PointerValue<'c>> {
        let i64 = self.context.i64_type();
        let base = self.builder.build_ptr_to_int(self.memory, i64, "")?;
        let offset = i64.const_int(16 * self.choices.below(40), false);
        let sum = self.builder.build_int_add(base, offset, "")?;
        self.builder.build_int_to_ptr(sum, self.memory.get_type(), "")
    }

    /// One of the variables of the type.
    fn variable(&mut self, ty: Type) -> PointerValue<'c> {
        let slots: Vec<_> = self.variables.iter().filter(|variable| variable.0 == ty).collect();
        slots[self.choices.below(slots.len() as u64) as usize].1
    }

    fn read(&mut self, ty: Type) -> Built<BasicValueEnum<'c>> {
        let slot = self.variable(ty);
        self.builder.build_load(ty.of(self.context), slot, "")
    }

    fn write(&mut self, ty: Type, value: impl Into<BasicValueEnum<'c>>) -> Built<()> {
        let slot = self.variable(ty);
        self.builder.build_store(slot, value.into())?;
        Ok(())
    }

    fn block(&self, name: &str) -> BasicBlock<'c> {
        self.context.append_basic_block(self.function, name)
    }
}

#[cfg(test)]
mod tests {
    use super::write;

    #[test]
    fn generated_modules_are_well_formed_and_have_what_is_hard_to_allocate() {
        let file = tempfile::NamedTempFile::new().expect("there is a temporary folder");
        let text = |seed| {
            write(seed, file.path()).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
            std::fs::read_to_string(file.path()).expect("it was just written")
        };
        let all: String = (1..40).map(text).collect();
        for word in
            ["invoke", "landingpad", " asm ", "switch", "cmpxchg", "shufflevector", "i128", "udiv"]
        {
            assert!(all.contains(word), "no {word} in 40 modules");
        }
        assert_eq!(text(7), text(7));
        assert_ne!(text(7), text(8));
    }
}
