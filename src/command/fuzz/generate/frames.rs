//! What makes a frame hard: objects of a size or an alignment that is not small and known, a variable
//! number of arguments, and functions that return twice.

use super::{Type, Writer};

impl Writer<'_> {
    /// An object whose address is known elsewhere; some with a large alignment.
    pub(super) fn object(&mut self) {
        let object = self.name();
        let align = [4, 16, 64, 128][self.choices.below(4) as usize];
        let size = 4 + 60 * self.choices.below(6);
        self.objects += &format!("  {object} = alloca [{size} x i8], align {align}\n");
        self.use_object(&object);
    }

    /// An object of a size that only the run tells, given back at once.
    pub(super) fn dynamic_object(&mut self) {
        self.declare("stacksave", "declare ptr @llvm.stacksave.p0()");
        self.declare("stackrestore", "declare void @llvm.stackrestore.p0(ptr)");
        let number = self.number(Type::I32);
        let size = self.value(format!("and i32 {number}, 255"));
        let before = self.value("call ptr @llvm.stacksave.p0()");
        let align = [1, 16][self.choices.below(2) as usize];
        let object = self.value(format!("alloca i8, i32 {size}, align {align}"));
        self.use_object(&object);
        self.line(format!("call void @llvm.stackrestore.p0(ptr {before})"));
    }

    fn use_object(&mut self, object: &str) {
        self.declare("escape", "declare void @escape(ptr)");
        let ty = self.any_type();
        let value = self.read(ty);
        self.line(format!("store {} {value}, ptr {object}, align 1", ty.name()));
        self.line(format!("call void @escape(ptr {object})"));
        let value = self.value(format!("load {}, ptr {object}, align 1", ty.name()));
        self.write_to(ty, &value);
    }

    /// Some of the arguments behind the named ones.
    pub(super) fn further_arguments(&mut self) {
        self.declare("va_start", "declare void @llvm.va_start.p0(ptr)");
        self.declare("va_end", "declare void @llvm.va_end.p0(ptr)");
        let list = self.name();
        self.objects += &format!("  {list} = alloca [8 x i64], align 16\n");
        self.line(format!("call void @llvm.va_start.p0(ptr {list})"));
        let word = self.word();
        for _ in 0..1 + self.choices.below(3) {
            let value = self.value(format!("va_arg ptr {list}, {}", word.name()));
            self.write_to(word, &value);
        }
        self.line(format!("call void @llvm.va_end.p0(ptr {list})"));
    }

    /// A call that returns twice: what is live then must not be where it changes.
    pub(super) fn set_jump(&mut self) {
        self.declare("setjmp", "declare i32 @setjmp(ptr) returns_twice");
        let buffer = self.name();
        self.objects += &format!("  {buffer} = alloca [64 x i64], align 16\n");
        let result = self.value(format!("call i32 @setjmp(ptr {buffer}) returns_twice"));
        self.keep_number(Type::I32, &result);
    }
}
