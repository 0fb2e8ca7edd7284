//! Places that tell where values are: patchpoints, stack maps and statepoints.

use super::{Type, Writer};

impl Writer<'_> {
    /// Up to six values whose places are told, each behind a comma.
    fn told(&mut self) -> String {
        let mut told = String::new();
        for _ in 0..self.choices.below(7) {
            let ty = match self.any_type() {
                ty if ty.bits().is_some_and(|bits| bits <= 64) => ty,
                _ => self.word(),
            };
            let value = self.read(ty);
            told += &format!(", {} {value}", ty.name());
        }
        told
    }

    pub(super) fn stack_map(&mut self) {
        self.declare(
            "stackmap",
            "declare void @llvm.experimental.stackmap(i64 immarg, i32 immarg, ...)",
        );
        let told = self.told();
        self.line(format!(
            "call void (i64, i32, ...) @llvm.experimental.stackmap(i64 1, i32 16{told})"
        ));
    }

    /// A call that can be patched, at times with arguments in any registers.
    pub(super) fn patch_point(&mut self) {
        self.declare(
            "patchpoint",
            "declare i64 @llvm.experimental.patchpoint.i64(i64 immarg, i32 immarg, ptr, i32 immarg, ...)",
        );
        let told = self.told();
        let arguments = told.matches(',').count().min(self.choices.below(4) as usize);
        let any = self.machine.conventions.len() > 4 && self.choices.chance(15);
        let convention = if any { "anyregcc" } else { "" };
        let result = self.value(format!(
            "call {convention} i64 (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.i64(i64 2, \
             i32 40, ptr null, i32 {arguments}{told})"
        ));
        self.keep_number(Type::I64, &result);
    }

    /// A call at which a collector may move what pointers point to.
    pub(super) fn statepoint(&mut self) {
        self.declare(
            "statepoint",
            "declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)",
        );
        self.declare("gc_result", "declare i64 @llvm.experimental.gc.result.i64(token)");
        self.declare(
            "gc_relocate",
            "declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32 immarg, i32 immarg)",
        );
        self.declare("collects", "declare i64 @collects(i64)");
        let (value, told) = (self.number(Type::I64), self.told());
        let deopt = told.strip_prefix(", ").unwrap_or_default();
        let count = 1 + self.choices.below(3);
        let mut pointers = Vec::new();
        for _ in 0..count {
            let address = self.address();
            pointers.push(self.value(format!("load ptr addrspace(1), ptr {address}")));
        }
        let live: Vec<String> =
            pointers.iter().map(|pointer| format!("ptr addrspace(1) {pointer}")).collect();
        let token = self.value(format!(
            "call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 3, i32 0, \
             ptr elementtype(i64 (i64)) @collects, i32 1, i32 0, i64 {value}, i32 0, i32 0) \
             [ \"deopt\"({deopt}), \"gc-live\"({}) ]",
            live.join(", ")
        ));
        let result =
            self.value(format!("call i64 @llvm.experimental.gc.result.i64(token {token})"));
        self.keep_number(Type::I64, &result);
        for number in 0..count {
            let moved = self.value(format!(
                "call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token {token}, i32 {number}, i32 {number})"
            ));
            let address = self.address();
            self.line(format!("store ptr addrspace(1) {moved}, ptr {address}"));
        }
    }
}
