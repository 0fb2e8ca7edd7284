//! Statements whose operands are tied to registers: assembly and atomics; and parts of vectors.

use super::{Type, Writer};
use crate::fuzz::machines::Feature;

/// Constraints and clobbers of assembly with registers by name, by the beginning of the triple:
/// a result, two operands, and what it changes besides.
const FIXED: [(&str, &str, &str); 4] = [
    ("x86_64", "={ax},{dx},{cx}", "~{rbx},~{rsi},~{r12},~{r13}"),
    ("i686", "={ax},{dx},{cx}", "~{esi},~{edi}"),
    ("aarch64-linux", "={x0},{x3},{x1}", "~{x19},~{x4},~{v8},~{v9}"),
    ("riscv64", "={a0},{a3},{a1}", "~{s1},~{a5},~{t0}"),
];

impl Writer<'_> {
    /// Assembly with a tied operand, an early result, several results or registers by name; it says
    /// nothing, so that every machine's assembler takes it.
    pub(super) fn assembly(&mut self) {
        let word = self.word();
        let ty = word.name();
        let pair = format!("{{ {ty}, {ty} }}");
        let triple = self.machine.triple().unwrap_or_default();
        let fixed = FIXED.iter().find(|row| triple.starts_with(row.0));
        let (result, constraints, count) = match (self.choices.below(6), fixed) {
            (0, _) => (ty, "=r,0".to_owned(), 1),
            (1, _) => (ty, "=&r,r,r,r".to_owned(), 3),
            (2, _) => (&pair[..], "=&r,=r,0,r".to_owned(), 2),
            (3, Some((_, operands, clobbers))) => (ty, format!("{operands},{clobbers}"), 2),
            (4, Some((_, _, clobbers))) => (ty, format!("=r,r,r,{clobbers}"), 2),
            // Not every small machine has an address for assembly.
            _ if !self.machine.has(Feature::Atomics) => (ty, "=r,r,r,~{memory}".to_owned(), 2),
            _ => (ty, "=r,r,rm,~{memory}".to_owned(), 2),
        };
        let mut operands = Vec::new();
        for _ in 0..count {
            operands.push(format!("{ty} {}", self.read(word)));
        }
        let value = self.value(format!(
            "call {result} asm sideeffect \"\", \"{constraints}\"({})",
            operands.join(", ")
        ));
        if result == ty {
            return self.write_to(word, &value);
        }
        for index in 0..2 {
            let part = self.value(format!("extractvalue {pair} {value}, {index}"));
            self.write_to(word, &part);
        }
    }

    /// An exchange or a compare-and-exchange, which has fixed operands on x86 and is a loop on many
    /// other machines.
    pub(super) fn atomic(&mut self) {
        let (address, value) = (self.address(), self.number(Type::I32));
        if self.choices.chance(50) {
            let operation = ["xchg", "add", "max", "nand"][self.choices.below(4) as usize];
            let old =
                self.value(format!("atomicrmw {operation} ptr {address}, i32 {value} seq_cst"));
            return self.keep_number(Type::I32, &old);
        }
        let expected = self.number(Type::I32);
        let result = self
            .value(format!("cmpxchg ptr {address}, i32 {expected}, i32 {value} seq_cst seq_cst"));
        let old = self.value(format!("extractvalue {{ i32, i1 }} {result}, 0"));
        self.keep_number(Type::I32, &old);
    }

    /// A type of vectors that the function has, with their length and the type of an element.
    fn vector(&mut self) -> Option<(Type, u64, &'static str)> {
        let mut rows =
            vec![(Type::V4I32, 4, "i32"), (Type::V16I8, 16, "i8"), (Type::V16F32, 16, "float")];
        rows.retain(|row| self.types.contains(&row.0));
        let index = self.choices.below(rows.len().max(1) as u64) as usize;
        rows.get(index).copied()
    }

    /// The elements of two vectors in another order.
    pub(super) fn shuffle(&mut self) {
        let Some((ty, length, _)) = self.vector() else { return self.arithmetic() };
        let (a, b, name) = (self.read(ty), self.read(ty), ty.name());
        let mask: Vec<String> =
            (0..length).map(|_| format!("i32 {}", self.choices.below(2 * length))).collect();
        let mask = format!("<{length} x i32> <{}>", mask.join(", "));
        let value = self.value(format!("shufflevector {name} {a}, {name} {b}, {mask}"));
        self.write_to(ty, &value);
    }

    /// An element of a vector is moved to another place, known or not.
    pub(super) fn element(&mut self) {
        let Some((ty, length, element)) = self.vector() else { return self.arithmetic() };
        let (vector, name) = (self.read(ty), ty.name());
        let index = match self.choices.chance(50) {
            true => self.choices.below(length).to_string(),
            false => {
                let index = self.number(Type::I32);
                self.value(format!("and i32 {index}, {}", length - 1))
            }
        };
        let taken = self.value(format!("extractelement {name} {vector}, i32 {index}"));
        let other = self.read(ty);
        let place = self.choices.below(length);
        let changed =
            self.value(format!("insertelement {name} {other}, {element} {taken}, i32 {place}"));
        self.write_to(ty, &changed);
    }
}
