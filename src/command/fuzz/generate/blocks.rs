//! The blocks of a generated function and how they end.

use super::{Type, Writer};
use crate::fuzz::machines::Feature;

impl Writer<'_> {
    pub(super) fn blocks(&mut self) {
        let count = 2 + self.choices.below(10);
        let labels: Vec<String> = (0..count).map(|_| self.label("block")).collect();
        self.line(format!("br label %{}", labels[0]));
        let throws = self.choices.chance(50);
        for (number, label) in labels.iter().enumerate() {
            self.begin_block(label);
            for _ in 0..self.choices.below(9) {
                self.statement();
            }
            // A way on to the last block, so that what is computed is read.
            match labels.get(number + 1) {
                None => self.end(),
                Some(next) => self.terminator(next, &labels, throws),
            }
        }
    }

    fn terminator(&mut self, next: &str, labels: &[String], throws: bool) {
        let jumps = self.machine.has(Feature::Wide);
        match self.choices.below(12) {
            0 | 1 if throws && self.machine.has(Feature::LandingPads) => self.landing_pad(next),
            0 | 1 if throws && self.machine.has(Feature::Funclets) => self.funclets(next),
            2 => self.switch(next, labels),
            3 if jumps => self.assembly_jump(next, labels),
            // Machines of 8 bits have code in an address space of its own.
            4 if jumps && self.machine.word > 8 => self.computed_jump(next, labels),
            5 => self.line(format!("br label %{next}")),
            _ => {
                let condition = self.condition();
                let other = self.any_label(labels);
                self.line(format!("br i1 {condition}, label %{other}, label %{next}"));
            }
        }
    }

    fn any_label<'l>(&mut self, labels: &'l [String]) -> &'l str {
        &labels[self.choices.below(labels.len() as u64) as usize]
    }

    fn switch(&mut self, next: &str, labels: &[String]) {
        let value = self.number(Type::I32);
        // Close to each other for a table, apart for comparisons.
        let step = 1 + 1000 * self.choices.below(2);
        let cases: Vec<String> = (0..2 + self.choices.below(6))
            .map(|n| format!("i32 {}, label %{}", n * step, self.any_label(labels)))
            .collect();
        self.line(format!("switch i32 {value}, label %{next} [ {} ]", cases.join(" ")));
    }

    /// A jump to an address that is chosen of two.
    fn computed_jump(&mut self, next: &str, labels: &[String]) {
        let (condition, other) = (self.condition(), self.any_label(labels).to_owned());
        let function = &self.signature.name;
        let [a, b] = [&other[..], next].map(|label| format!("blockaddress(@{function}, %{label})"));
        let address = self.value(format!("select i1 {condition}, ptr {a}, ptr {b}"));
        self.line(format!("indirectbr ptr {address}, [label %{other}, label %{next}]"));
    }

    /// Assembly that may jump; what it computes is read on one way, on both, or on none.
    fn assembly_jump(&mut self, next: &str, labels: &[String]) {
        let word = self.word();
        let ty = word.name();
        let (a, b) = (self.read(word), self.read(word));
        let other = self.any_label(labels).to_owned();
        let (through, aside) = (self.label("through"), self.label("aside"));
        // LLVM's own allocators store results at a wrong place, so that few modules have any.
        let outputs = if self.jump_results { self.choices.below(3) as usize } else { 0 };
        let (result, constraints) = [
            ("void".to_owned(), "r,r,!i"),
            (ty.to_owned(), "=r,r,r,!i"),
            (format!("{{ {ty}, {ty} }}"), "=r,=&r,r,r,!i"),
        ][outputs]
            .clone();
        let call = format!(
            "callbr {result} asm sideeffect \"\", \"{constraints}\"({ty} {a}, {ty} {b}) \
             to label %{through} [label %{aside}]"
        );
        let results = match outputs {
            0 => {
                self.line(call);
                None
            }
            _ => Some(self.value(call)),
        };
        for (label, target) in [(through, next), (aside, &other)] {
            self.begin_block(&label);
            if let Some(results) = results.as_ref().filter(|_| self.choices.chance(70)) {
                let value = match outputs {
                    1 => results.clone(),
                    _ => {
                        let index = self.choices.below(2);
                        self.value(format!("extractvalue {result} {results}, {index}"))
                    }
                };
                self.write_to(word, &value);
            }
            if self.choices.chance(30) {
                self.statement();
            }
            self.line(format!("br label %{target}"));
        }
    }

    pub(super) fn condition(&mut self) -> String {
        let ty = match self.any_type() {
            ty if ty.is_scalar() => ty,
            _ => self.word(),
        };
        let (a, b) = (self.read(ty), self.read(ty));
        let comparison = if ty.is_float() { "fcmp olt" } else { "icmp slt" };
        self.value(format!("{comparison} {} {a}, {b}", ty.name()))
    }

    /// Stores every variable, so that all of them are live until here, and returns.
    pub(super) fn end(&mut self) {
        for (ty, slot) in self.variables.clone() {
            let value = self.value(format!("load {}, ptr {slot}", ty.name()));
            self.store(ty, &value);
        }
        let can_go_on = self.machine.conventions.contains(&"swifttailcc");
        if can_go_on && !self.signature.is_variadic && self.choices.chance(10) {
            return self.tail_call();
        }
        if self.choices.chance(3) {
            self.declare("stop", "declare void @stop() noreturn");
            self.line("call void @stop()");
            return self.line("unreachable");
        }
        let result = self.read(self.signature.result);
        self.line(format!("ret {} {result}", self.signature.result.name()));
    }
}
