//! Functions and how they are called.

use super::{Signature, Type, Writer};
use crate::fuzz::machines::Feature;

impl Writer<'_> {
    /// A signature with any of the function's types, by any convention of the machine.
    pub(super) fn new_signature(&mut self, name: String) -> Signature {
        let wide = self.machine.has(Feature::Wide);
        let count = self.choices.below(if wide { 10 } else { 4 });
        let (word, mut parameters) = (self.word(), Vec::new());
        for _ in 0..count {
            parameters.push(if wide { self.any_type() } else { word });
        }
        let result = if wide { self.any_type() } else { word };
        let is_variadic = self.machine.has(Feature::Frames) && self.choices.chance(12);
        let conventions = self.machine.conventions;
        let convention = match is_variadic || conventions.is_empty() || self.choices.chance(60) {
            true => "",
            false => conventions[self.choices.below(conventions.len() as u64) as usize],
        };
        Signature { name, convention, result, parameters, is_variadic }
    }

    /// Something to call: at times a function of this module.
    pub(super) fn callee(&mut self) -> Signature {
        let types = self.types.clone();
        let can_call = |signature: &&Signature| {
            let mut used = signature.parameters.iter().chain([&signature.result]);
            used.all(|ty| types.contains(ty))
        };
        let known: Vec<Signature> =
            self.module.signatures.iter().filter(can_call).cloned().collect();
        if !known.is_empty() && self.choices.chance(60) {
            return known[self.choices.below(known.len() as u64) as usize].clone();
        }
        let name = format!("g{}", self.module.signatures.len());
        let signature = self.new_signature(name);
        self.declare_function(&signature);
        self.module.signatures.push(signature.clone());
        signature
    }

    fn declare_function(&mut self, signature: &Signature) {
        let mut parameters: Vec<&str> = vec!["ptr"];
        parameters.extend(signature.parameters.iter().map(|ty| ty.name()));
        parameters.extend(signature.is_variadic.then_some("..."));
        let text = format!(
            "declare {} {} @{}({})",
            signature.convention,
            signature.result.name(),
            signature.name,
            parameters.join(", ")
        );
        self.declare(&signature.name, &text);
    }

    /// The convention, type, name and arguments of a call, as `call` and `invoke` write them.
    pub(super) fn call_of(&mut self, signature: &Signature) -> String {
        let mut arguments = vec!["ptr %memory".to_owned()];
        for &ty in &signature.parameters {
            let value = self.read(ty);
            arguments.push(format!("{} {value}", ty.name()));
        }
        let mut result = signature.result.name().to_owned();
        if signature.is_variadic {
            let word = self.word();
            for _ in 0..self.choices.below(4) {
                let value = self.read(word);
                arguments.push(format!("{} {value}", word.name()));
            }
            let fixed: Vec<&str> = signature.parameters.iter().map(|ty| ty.name()).collect();
            let fixed: String = fixed.iter().map(|ty| format!(", {ty}")).collect();
            result += &format!(" (ptr{fixed}, ...)");
        }
        let Signature { name, convention, .. } = signature;
        let bundle = self.funclet.as_ref().map(|pad| format!(" [ \"funclet\"(token {pad}) ]"));
        let bundle = bundle.unwrap_or_default();
        format!("{convention} {result} @{name}({}){bundle}", arguments.join(", "))
    }

    pub(super) fn call(&mut self) {
        let signature = self.callee();
        let call = self.call_of(&signature);
        let result = self.value(format!("call {call}"));
        self.write_to(signature.result, &result);
    }

    /// A call instead of the function's end, of a function that is called like this one.
    pub(super) fn tail_call(&mut self) {
        let name = format!("{}_again", self.signature.name);
        let signature = Signature { name, ..self.signature.clone() };
        self.declare_function(&signature);
        let call = self.call_of(&signature);
        let result = self.value(format!("musttail call {call}"));
        self.line(format!("ret {} {result}", signature.result.name()));
    }

    /// Copies of memory, which are calls where they are large.
    pub(super) fn copy_memory(&mut self) {
        self.declare(
            "llvm.memcpy",
            "declare void @llvm.memcpy.p0.p0.i32(ptr, ptr, i32, i1 immarg)",
        );
        let (to, from) = (self.address(), self.address());
        let length = match self.choices.below(3) {
            0 => self.number(Type::I32),
            1 => "24".to_owned(),
            _ => "300".to_owned(),
        };
        self.line(format!(
            "call void @llvm.memcpy.p0.p0.i32(ptr {to}, ptr {from}, i32 {length}, i1 false)"
        ));
    }
}
