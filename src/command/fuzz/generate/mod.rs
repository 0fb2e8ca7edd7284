//! Random functions in LLVM IR that are hard to allocate: many values of several types, calls by
//! many conventions, exceptions, inline assembly that jumps, stack maps, frames of unknown size, and
//! any control flow. Each machine gets what it has.
//!
//! Values live in stack slots here, so that blocks may be entered from anywhere; LLVM's mem2reg then
//! makes live ranges of them.

mod blocks;
mod calls;
mod exceptions;
mod frames;
mod operands;
mod stack_maps;
mod statements;
mod types;

use super::machine::Machine;
use super::machines::Feature;
use regalloc_limit::validity::choices::Choices;
use std::collections::BTreeMap;
use std::fmt::Display;
use types::Type;

/// How a function is called.
#[derive(Clone, Debug)]
struct Signature {
    name: String,
    /// Empty for C's.
    convention: &'static str,
    result: Type,
    /// Behind a pointer to memory, which is the first.
    parameters: Vec<Type>,
    is_variadic: bool,
}

/// What the functions of a module share.
#[derive(Default)]
struct Module {
    /// Declarations by name.
    declarations: BTreeMap<String, String>,
    /// What can be called: functions of the module and others.
    signatures: Vec<Signature>,
}

/// The seed's module for a machine: one to three functions, as text.
pub fn text(seed: u64, machine: &Machine) -> String {
    let mut choices = Choices::from_seed(seed);
    let mut module = Module::default();
    let mut bodies = String::new();
    for number in 0..1 + choices.below(3) {
        let function = Writer::new(machine, &mut choices, &mut module, number).write();
        bodies += &function;
    }
    let triple = machine.triple().map(|triple| format!("target triple = \"{triple}\"\n"));
    let declarations: String = module.declarations.into_values().collect();
    let global = "@memory = external global [1024 x i8], align 64\n";
    [triple.unwrap_or_default().as_str(), global, &declarations, &bodies].concat()
}

/// Writes one function.
struct Writer<'w> {
    machine: &'w Machine,
    choices: &'w mut Choices<'static>,
    module: &'w mut Module,
    signature: Signature,
    /// The types of its variables, of which the first is the machine's word.
    types: Vec<Type>,
    variables: Vec<(Type, String)>,
    /// Stack objects that stay: of the first block.
    objects: String,
    body: String,
    /// How many values and blocks have names.
    names: u64,
    /// The attributes of the function, the personality among them.
    attributes: Vec<String>,
    /// Whether assembly that jumps has results.
    jump_results: bool,
    /// Whether assembly throws.
    throwing_assembly: bool,
    /// The pad whose funclet is written, where Windows throws.
    funclet: Option<String>,
}

impl<'w> Writer<'w> {
    fn new(
        machine: &'w Machine,
        choices: &'w mut Choices<'static>,
        module: &'w mut Module,
        number: u64,
    ) -> Self {
        let mut types = vec![Type::word(machine)];
        let mut others = Type::others(machine);
        for _ in 0..1 + choices.below(4) {
            if !others.is_empty() {
                types.push(others.swap_remove(choices.below(others.len() as u64) as usize));
            }
        }
        let signature = Signature {
            name: format!("f{number}"),
            convention: "",
            result: types[0],
            parameters: Vec::new(),
            is_variadic: false,
        };
        let (jump_results, throwing_assembly) = (choices.chance(20), choices.chance(20));
        Writer {
            machine,
            choices,
            module,
            signature,
            types,
            variables: Vec::new(),
            objects: String::new(),
            body: String::new(),
            names: 0,
            attributes: Vec::new(),
            jump_results,
            throwing_assembly,
            funclet: None,
        }
    }

    /// The whole function.
    fn write(mut self) -> String {
        self.signature = self.new_signature(self.signature.name.clone());
        self.choose_attributes();
        self.make_variables();
        self.blocks();
        let Signature { name, convention, result, parameters, is_variadic } = &self.signature;
        let mut arguments = vec!["ptr %memory".to_owned()];
        let own = parameters.iter().enumerate();
        arguments.extend(own.map(|(number, ty)| format!("{} %argument{number}", ty.name())));
        arguments.extend(is_variadic.then(|| "...".to_owned()));
        let text = format!(
            "\ndefine {convention} {} @{name}({}) {} {{\nentry:\n{}{}}}\n",
            result.name(),
            arguments.join(", "),
            self.attributes.join(" "),
            self.objects,
            self.body
        );
        // Those that follow may call it, with what is known of the registers that it changes.
        self.module.signatures.push(self.signature);
        text
    }

    fn choose_attributes(&mut self) {
        const ATTRIBUTES: [&str; 8] = [
            "minsize optsize",
            "\"frame-pointer\"=\"all\"",
            "sspstrong",
            "uwtable",
            "noredzone",
            "\"stackrealign\"",
            "optsize",
            "\"no-jump-tables\"=\"true\"",
        ];
        if self.choices.chance(40) {
            let index = self.choices.below(ATTRIBUTES.len() as u64) as usize;
            // The protector needs a symbol of the system's.
            if self.machine.has(Feature::LandingPads) || index != 2 {
                self.attributes.push(ATTRIBUTES[index].to_owned());
            }
        }
        if self.machine.has(Feature::Statepoints) && self.choices.chance(25) {
            self.attributes.push("gc \"statepoint-example\"".to_owned());
        }
    }

    /// Some variables of each type: the first ones are arguments, the others loaded.
    fn make_variables(&mut self) {
        let most = if self.machine.word < 32 { 3 } else { 6 };
        for ty in self.types.clone() {
            for _ in 0..2 + self.choices.below(most) {
                let slot = self.name();
                self.objects += &format!("  {slot} = alloca {}\n", ty.name());
                self.variables.push((ty, slot));
            }
        }
        let mut arguments: Vec<(usize, Type)> =
            self.signature.parameters.iter().copied().enumerate().collect();
        for (ty, slot) in self.variables.clone() {
            let value = match arguments.iter().position(|argument| argument.1 == ty) {
                Some(index) => format!("%argument{}", arguments.remove(index).0),
                None => self.load(ty),
            };
            self.line(format!("store {} {value}, ptr {slot}", ty.name()));
        }
    }

    /// Appends an instruction.
    fn line(&mut self, instruction: impl Display) {
        self.body += &format!("  {instruction}\n");
    }

    /// Appends an instruction with a result; its name.
    fn value(&mut self, instruction: impl Display) -> String {
        let name = self.name();
        self.line(format!("{name} = {instruction}"));
        name
    }

    /// A name that nothing has yet.
    fn name(&mut self) -> String {
        self.names += 1;
        format!("%v{}", self.names)
    }

    /// The name of a block to come.
    fn label(&mut self, word: &str) -> String {
        self.names += 1;
        format!("{word}{}", self.names)
    }

    fn begin_block(&mut self, label: &str) {
        self.body += &format!("{label}:\n");
    }

    fn declare(&mut self, name: &str, text: &str) {
        self.module.declarations.insert(name.to_owned(), format!("{text}\n"));
    }

    fn any_type(&mut self) -> Type {
        self.types[self.choices.below(self.types.len() as u64) as usize]
    }

    /// The machine's word, of which there are always variables.
    fn word(&self) -> Type {
        self.types[0]
    }

    /// The slot of one of the variables of the type.
    fn variable(&mut self, ty: Type) -> String {
        let slots: Vec<_> = self.variables.iter().filter(|variable| variable.0 == ty).collect();
        slots[self.choices.below(slots.len() as u64) as usize].1.clone()
    }

    /// The value of a variable of that type, which is one of the function's.
    fn read(&mut self, ty: Type) -> String {
        let slot = self.variable(ty);
        self.value(format!("load {}, ptr {slot}", ty.name()))
    }

    fn write_to(&mut self, ty: Type, value: &str) {
        let slot = self.variable(ty);
        self.line(format!("store {} {value}, ptr {slot}", ty.name()));
    }

    /// A number of any size, made of a word.
    fn number(&mut self, ty: Type) -> String {
        if self.types.contains(&ty) {
            return self.read(ty);
        }
        let word = self.word();
        let value = self.read(word);
        match word.bits() < ty.bits() {
            true => self.value(format!("zext {} {value} to {}", word.name(), ty.name())),
            false => self.value(format!("trunc {} {value} to {}", word.name(), ty.name())),
        }
    }

    /// Keeps a number of any size in a word.
    fn keep_number(&mut self, ty: Type, value: &str) {
        let word = self.word();
        let value = match word.bits().cmp(&ty.bits()) {
            std::cmp::Ordering::Equal => value.to_owned(),
            std::cmp::Ordering::Less => {
                self.value(format!("trunc {} {value} to {}", ty.name(), word.name()))
            }
            std::cmp::Ordering::Greater => {
                self.value(format!("sext {} {value} to {}", ty.name(), word.name()))
            }
        };
        self.write_to(word, &value);
    }

    /// A value from a random place of the memory.
    fn load(&mut self, ty: Type) -> String {
        let address = self.address();
        let volatile = if self.choices.chance(20) { "volatile " } else { "" };
        self.value(format!("load {volatile}{}, ptr {address}, align 4", ty.name()))
    }

    fn store(&mut self, ty: Type, value: &str) {
        let address = self.address();
        self.line(format!("store {} {value}, ptr {address}, align 4", ty.name()));
    }

    fn address(&mut self) -> String {
        let base = if self.choices.chance(80) { "%memory" } else { "@memory" };
        let offset = 16 * self.choices.below(40);
        self.value(format!("getelementptr i8, ptr {base}, i32 {offset}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn machine(name: &str) -> Machine {
        name.parse().expect("it is in the table")
    }

    fn of_forty_seeds(name: &str) -> String {
        (1..40).map(|seed| text(seed, &machine(name))).collect()
    }

    #[test]
    fn generated_modules_have_what_is_hard_to_allocate() {
        let all = of_forty_seeds("x86-64");
        let words = [
            "invoke",
            "landingpad",
            " asm ",
            "asm sideeffect unwind",
            "callbr",
            "indirectbr",
            "switch",
            "cmpxchg",
            "shufflevector",
            "i128",
            "udiv",
            "patchpoint",
            "stackmap",
            "gc.statepoint",
            "va_arg",
            "align 128",
            "@setjmp",
            "stackrestore",
            "preserve_mostcc",
            "musttail",
        ];
        for word in words {
            assert!(all.contains(word), "no {word} in 40 modules");
        }
        assert!(of_forty_seeds("win64").contains("catchswitch"));
        assert!(of_forty_seeds("win64").contains("cleanuppad"));
        assert!(of_forty_seeds("sve").contains("<vscale x 4 x i32>"));
    }

    #[test]
    fn a_machine_gets_nothing_that_it_does_not_have() {
        let all = of_forty_seeds("bpf");
        for word in ["i128", "invoke", "float", "va_arg", "cmpxchg", "stackmap"] {
            assert!(!all.contains(word), "{word} for bpf");
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_module() {
        let text = |seed| text(seed, &machine("aarch64"));
        assert_eq!(text(7), text(7));
        assert_ne!(text(7), text(8));
    }
}
