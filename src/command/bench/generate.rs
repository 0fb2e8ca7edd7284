//! Functions of any size, in four kinds, for how the time of allocation grows.

use anyhow::{anyhow, Result};
use clap::ValueEnum;
use inkwell::basic_block::BasicBlock;
use inkwell::builder::Builder;
use inkwell::context::Context;
use inkwell::module::Module;
use inkwell::values::{BasicMetadataValueEnum, FunctionValue, IntValue, PhiValue, PointerValue};
use inkwell::{AddressSpace, IntPredicate};
use std::path::Path;

#[path = "shapes.rs"]
mod shapes;

/// Values that are live at a time: more than any of the machines has registers for.
const LIVE: usize = 40;

/// The registers of the machine that the interpreter interprets.
const INTERPRETED: usize = 6;

/// A kind of function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Shape {
    /// One block.
    StraightLine,
    /// Loops three deep, one nest after the other, with values that are live through them.
    LoopNests,
    /// A loop around a switch whose cases all change the same few variables.
    Interpreter,
    /// Calls that can throw, and landing pads that use what is live across the calls.
    LandingPads,
}

impl Shape {
    /// Its name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Shape::StraightLine => "straight line",
            Shape::LoopNests => "loop nests",
            Shape::Interpreter => "interpreter switch",
            Shape::LandingPads => "calls and landing pads",
        }
    }

    /// Writes a module with one function of about so many instructions of LLVM IR; returns how many
    /// it has.
    pub fn write(self, instructions: u64, path: &Path) -> Result<u64> {
        let context = Context::create();
        let mut writer = Writer::new(&context);
        match self {
            Shape::StraightLine => writer.straight_line(instructions)?,
            Shape::LoopNests => writer.loop_nests(instructions)?,
            Shape::Interpreter => writer.interpreter(instructions)?,
            Shape::LandingPads => writer.landing_pads(instructions)?,
        }
        let valid = writer.module.verify();
        valid.map_err(|error| anyhow!("the generated function is malformed: {error}"))?;
        if !writer.module.write_bitcode_to_path(path) {
            return Err(anyhow!("cannot write {}", path.display()));
        }
        let blocks = writer.function.get_basic_block_iter();
        Ok(blocks.map(|block| block.get_instructions().count() as u64).sum())
    }
}

/// Builds `i64 generated(ptr)`.
struct Writer<'c> {
    context: &'c Context,
    module: Module<'c>,
    builder: Builder<'c>,
    function: FunctionValue<'c>,
    memory: PointerValue<'c>,
    /// The state of a generator of small numbers, which are the same in every run.
    random: u32,
}

type Built<T> = std::result::Result<T, inkwell::builder::BuilderError>;

impl<'c> Writer<'c> {
    fn new(context: &'c Context) -> Writer<'c> {
        let module = context.create_module("generated");
        let pointer = context.ptr_type(AddressSpace::default());
        let signature = context.i64_type().fn_type(&[pointer.into()], false);
        let function = module.add_function("generated", signature, None);
        let memory = function.get_first_param().expect("it has one").into_pointer_value();
        let builder = context.create_builder();
        builder.position_at_end(context.append_basic_block(function, "entry"));
        Writer { context, module, builder, function, memory, random: 1 }
    }

    /// A number below `limit` from a linear congruential generator (Numerical Recipes' constants).
    fn below(&mut self, limit: usize) -> usize {
        self.random = self.random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.random >> 16) as usize % limit
    }

    fn block(&self, name: &str) -> BasicBlock<'c> {
        self.context.append_basic_block(self.function, name)
    }

    fn number(&self, value: usize) -> IntValue<'c> {
        self.context.i64_type().const_int(value as u64, false)
    }

    fn load(&self, index: IntValue<'c>) -> Built<IntValue<'c>> {
        let i64_type = self.context.i64_type();
        let address = self.builder.build_int_add(
            self.builder.build_ptr_to_int(self.memory, i64_type, "")?,
            self.builder.build_int_mul(index, self.number(8), "")?,
            "",
        )?;
        let pointer = self.context.ptr_type(AddressSpace::default());
        let pointer = self.builder.build_int_to_ptr(address, pointer, "")?;
        Ok(self.builder.build_load(i64_type, pointer, "")?.into_int_value())
    }

    fn values(&self) -> Built<Vec<IntValue<'c>>> {
        (0..LIVE).map(|index| self.load(self.number(index))).collect()
    }

    /// Replaces one of the values by a function of itself and another one.
    fn step(&mut self, values: &mut [IntValue<'c>]) -> Built<()> {
        let (x, y) = (self.below(values.len()), self.below(values.len()));
        values[x] = match self.below(3) {
            0 => self.builder.build_int_add(values[x], values[y], "")?,
            1 => self.builder.build_xor(values[x], values[y], "")?,
            _ => self.builder.build_int_sub(values[x], values[y], "")?,
        };
        Ok(())
    }

    /// Returns the sum, so that all of the values are live until now.
    fn finish(&self, values: &[IntValue<'c>]) -> Built<()> {
        let mut sum = self.number(0);
        for value in values {
            sum = self.builder.build_int_add(sum, *value, "")?;
        }
        self.builder.build_return(Some(&sum))?;
        Ok(())
    }

    fn straight_line(&mut self, instructions: u64) -> Built<()> {
        let mut values = self.values()?;
        for _ in 0..instructions {
            self.step(&mut values)?;
        }
        self.finish(&values)
    }
}
