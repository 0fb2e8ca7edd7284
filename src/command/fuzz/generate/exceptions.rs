//! Calls that can throw, and where they are caught.

use super::Writer;

impl Writer<'_> {
    /// A call, or assembly, that can throw; the landing pad uses variables and goes on like the call
    /// does, or returns.
    pub(super) fn landing_pad(&mut self, next: &str) {
        let (normal, pad) = (self.label("normal"), self.label("pad"));
        self.invoke(&normal, &pad, "__gxx_personality_v0");
        self.line(format!("br label %{next}"));
        self.begin_block(&pad);
        let caught = self.value("landingpad { ptr, i32 } cleanup");
        let selector = self.value(format!("extractvalue {{ ptr, i32 }} {caught}, 1"));
        self.keep_number(super::Type::I32, &selector);
        self.statement();
        match self.choices.below(10) {
            0..=5 => self.line(format!("br label %{next}")),
            6 | 7 => self.end(),
            _ => self.line(format!("resume {{ ptr, i32 }} {caught}")),
        }
    }

    /// The same for Windows, where what catches and cleans up are functions of their own.
    pub(super) fn funclets(&mut self, next: &str) {
        let (normal, pad) = (self.label("normal"), self.label("pad"));
        self.invoke(&normal, &pad, "__CxxFrameHandler3");
        self.line(format!("br label %{next}"));
        self.begin_block(&pad);
        if self.choices.chance(40) {
            let cleaned = self.value("cleanuppad within none []");
            self.funclet = Some(cleaned.clone());
            for _ in 0..self.choices.below(3) {
                self.call();
            }
            // What the variables hold here, nobody reads behind the cleanup.
            for (ty, slot) in self.variables.clone().into_iter().take(4) {
                let value = self.value(format!("load {}, ptr {slot}", ty.name()));
                self.store(ty, &value);
            }
            self.funclet = None;
            return self.line(format!("cleanupret from {cleaned} unwind to caller"));
        }
        let handler = self.label("handler");
        let chosen =
            self.value(format!("catchswitch within none [label %{handler}] unwind to caller"));
        self.begin_block(&handler);
        let caught = self.value(format!("catchpad within {chosen} [ptr null, i32 64, ptr null]"));
        self.funclet = Some(caught.clone());
        for _ in 0..self.choices.below(4) {
            match self.choices.chance(50) {
                true => self.call(),
                false => self.arithmetic(),
            }
        }
        self.funclet = None;
        self.line(format!("catchret from {caught} to label %{next}"));
    }

    /// A call that goes on in one of two blocks; leaves the writer in the first.
    fn invoke(&mut self, normal: &str, pad: &str, personality: &str) {
        self.declare(personality, &format!("declare i32 @{personality}(...)"));
        let attribute = format!("personality ptr @{personality}");
        if !self.attributes.contains(&attribute) {
            // Behind the name of the collector, as the grammar wants it.
            self.attributes.push(attribute);
        }
        let assembly = personality == "__gxx_personality_v0"
            && self.throwing_assembly
            && self.choices.chance(50);
        let (result, call) = if assembly {
            let word = self.word();
            let ty = word.name();
            let value = self.read(word);
            (word, format!("{ty} asm sideeffect unwind \"\", \"=&r,r,~{{memory}}\"({ty} {value})"))
        } else {
            let signature = self.callee();
            (signature.result, self.call_of(&signature))
        };
        let value = self.value(format!("invoke {call} to label %{normal} unwind label %{pad}"));
        self.begin_block(normal);
        self.write_to(result, &value);
    }
}
