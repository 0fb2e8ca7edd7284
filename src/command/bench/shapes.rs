//! The kinds of generated functions that have loops, cases and landing pads.

use super::*;

impl<'c> Writer<'c> {
    pub(super) fn loop_nests(&mut self, instructions: u64) -> Built<()> {
        const DEPTH: u64 = 3;
        const STEPS: u64 = 20;
        // Of each loop two phis, the counter's step, the four instructions that load its limit, the
        // comparison and the branches into it and behind it; and of the nest its body.
        const NEST: u64 = DEPTH * 10 + STEPS;
        let mut values = self.values()?;
        for _ in 0..instructions.div_ceil(NEST) {
            let x = self.below(LIVE);
            values[x] = self.nest(DEPTH, STEPS, &mut values.clone(), x)?;
        }
        self.finish(&values)
    }

    /// One loop of a nest, and within it the inner ones; the value that comes out is the one of
    /// that index, changed in every iteration.
    fn nest(
        &mut self,
        depth: u64,
        steps: u64,
        values: &mut [IntValue<'c>],
        changed: usize,
    ) -> Built<IntValue<'c>> {
        if depth == 0 {
            for _ in 0..steps {
                self.step(values)?;
            }
            return Ok(values[changed]);
        }
        let before = self.builder.get_insert_block().expect("the builder is in a block");
        let (body, behind) = (self.block("loop"), self.block("behind"));
        self.builder.build_unconditional_branch(body)?;
        self.builder.position_at_end(body);
        let i64_type = self.context.i64_type();
        let counter = self.builder.build_phi(i64_type, "")?;
        let carried = self.builder.build_phi(i64_type, "")?;
        carried.add_incoming(&[(&values[changed], before)]);
        counter.add_incoming(&[(&self.number(0), before)]);
        values[changed] = carried.as_basic_value().into_int_value();
        let result = self.nest(depth - 1, steps, values, changed)?;
        let count = counter.as_basic_value().into_int_value();
        let next = self.builder.build_int_add(count, self.number(1), "")?;
        let limit = self.load(self.number(LIVE))?;
        let again = self.builder.build_int_compare(IntPredicate::ULT, next, limit, "")?;
        let last = self.builder.get_insert_block().expect("the builder is in a block");
        self.builder.build_conditional_branch(again, body, behind)?;
        counter.add_incoming(&[(&next, last)]);
        carried.add_incoming(&[(&result, last)]);
        self.builder.position_at_end(behind);
        Ok(result)
    }

    pub(super) fn interpreter(&mut self, instructions: u64) -> Built<()> {
        const STEPS: u64 = 8;
        // Of each case the steps, the five instructions of the load and the branch.
        let cases = instructions.div_ceil(STEPS + 6);
        let entry = self.builder.get_insert_block().expect("the builder is in a block");
        let start: Vec<_> =
            (0..INTERPRETED).map(|index| self.load(self.number(index))).collect::<Built<_>>()?;
        let (header, exit) = (self.block("dispatch"), self.block("exit"));
        self.builder.build_unconditional_branch(header)?;
        self.builder.position_at_end(header);
        let i64_type = self.context.i64_type();
        let phis: Vec<PhiValue> =
            (0..INTERPRETED).map(|_| self.builder.build_phi(i64_type, "")).collect::<Built<_>>()?;
        for (phi, value) in phis.iter().zip(&start) {
            phi.add_incoming(&[(value, entry)]);
        }
        let variables: Vec<IntValue> =
            phis.iter().map(|phi| phi.as_basic_value().into_int_value()).collect();
        let opcode = self.load(variables[0])?;
        let blocks: Vec<_> =
            (0..cases).map(|case| (self.number(case as usize), self.block("case"))).collect();
        self.builder.build_switch(opcode, exit, &blocks)?;
        for (_, block) in &blocks {
            self.builder.position_at_end(*block);
            let mut values = variables.clone();
            for _ in 0..STEPS {
                self.step(&mut values)?;
            }
            let other = self.below(INTERPRETED);
            values[other] = self.load(values[0])?;
            self.builder.build_unconditional_branch(header)?;
            for (phi, value) in phis.iter().zip(&values) {
                phi.add_incoming(&[(value, *block)]);
            }
        }
        self.builder.position_at_end(exit);
        self.finish(&variables)
    }

    pub(super) fn landing_pads(&mut self, instructions: u64) -> Built<()> {
        const STEPS: u64 = 6;
        let i64_type = self.context.i64_type();
        let thrower = i64_type.fn_type(&[i64_type.into()], false);
        let thrower = self.module.add_function("may_throw", thrower, None);
        let personality = self.context.i32_type().fn_type(&[], true);
        let personality = self.module.add_function("__gxx_personality_v0", personality, None);
        self.function.set_personality_function(personality);
        let pointer = self.context.ptr_type(AddressSpace::default());
        let token =
            self.context.struct_type(&[pointer.into(), self.context.i32_type().into()], false);
        let mut values = self.values()?;
        // Of each call the steps, the call itself and its landing pad's pad, sum and end.
        for _ in 0..instructions.div_ceil(STEPS + 4) {
            for _ in 0..STEPS {
                self.step(&mut values)?;
            }
            let (argument, kept) = (self.below(LIVE), self.below(LIVE));
            let (normal, pad) = (self.block("normal"), self.block("pad"));
            let arguments: [BasicMetadataValueEnum; 1] = [values[argument].into()];
            let arguments = arguments.map(|value| value.into_int_value().into());
            let call = self.builder.build_invoke(thrower, &arguments, normal, pad, "")?;
            let result = call.try_as_basic_value().unwrap_basic().into_int_value();
            self.builder.position_at_end(pad);
            self.builder.build_landing_pad(token, personality, &[], true, "")?;
            let seen = self.builder.build_xor(values[kept], values[argument], "")?;
            self.builder.build_return(Some(&seen))?;
            self.builder.position_at_end(normal);
            values[argument] = result;
        }
        self.finish(&values)
    }
}
