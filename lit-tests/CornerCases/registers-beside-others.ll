; What is kept of registers from one function to the next is right for the next one: the units that are joined
; depend on which registers it has, and what a register costs on which ones it has to save. `bytes` has the low
; and the high byte of a register, `words` whole registers only, and the first one has to save nearly all. Each
; gets the same registers behind the others as alone. The last one is the first one again.
; REQUIRES: x86-registered-target
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -stop-after=virtregrewriter %s -o %t.all
; RUN: llvm-extract -func=saving %s -o %t.bc
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -stop-after=virtregrewriter %t.bc -o %t.one
; RUN: sed -n '/^name: *saving$/,/^\.\.\.$/p' %t.all > %t.of-all
; RUN: sed -n '/^name: *saving$/,/^\.\.\.$/p' %t.one > %t.of-one
; RUN: diff %t.of-all %t.of-one
; RUN: FileCheck %s --check-prefix=WORDS --input-file=%t.of-one
; RUN: llvm-extract -func=words %s -o %t.bc
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -stop-after=virtregrewriter %t.bc -o %t.one
; RUN: sed -n '/^name: *words$/,/^\.\.\.$/p' %t.all > %t.of-all
; RUN: sed -n '/^name: *words$/,/^\.\.\.$/p' %t.one > %t.of-one
; RUN: diff %t.of-all %t.of-one
; RUN: FileCheck %s --check-prefix=WORDS --input-file=%t.of-one
; RUN: llvm-extract -func=bytes %s -o %t.bc
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -stop-after=virtregrewriter %t.bc -o %t.one
; RUN: sed -n '/^name: *bytes$/,/^\.\.\.$/p' %t.all > %t.of-all
; RUN: sed -n '/^name: *bytes$/,/^\.\.\.$/p' %t.one > %t.of-one
; RUN: diff %t.of-all %t.of-one
; RUN: FileCheck %s --check-prefix=BYTES --input-file=%t.of-one
; RUN: llvm-extract -func=last %s -o %t.bc
; RUN: llc -mtriple=x86_64-linux-gnu -regalloc=limit -stop-after=virtregrewriter %t.bc -o %t.one
; RUN: sed -n '/^name: *last$/,/^\.\.\.$/p' %t.all > %t.of-all
; RUN: sed -n '/^name: *last$/,/^\.\.\.$/p' %t.one > %t.of-one
; RUN: diff %t.of-all %t.of-one
; RUN: FileCheck %s --check-prefix=WORDS --input-file=%t.of-one

; WORDS: IMUL64rr
; WORDS: RET
; BYTES: COPY $ah
; BYTES: RET

define preserve_mostcc i64 @saving(i64 %a, i64 %b, i64 %c, ptr %p) {
  %s = add i64 %a, %b
  %t = mul i64 %s, %c
  store volatile i64 %s, ptr %p, align 8
  store volatile i64 %t, ptr %p, align 8
  %u = load volatile i64, ptr %p, align 8
  %v = load volatile i64, ptr %p, align 8
  %w = load volatile i64, ptr %p, align 8
  %x = mul i64 %u, %s
  %y = mul i64 %v, %t
  %z = mul i64 %w, %u
  %r = add i64 %x, %y
  %q = sub i64 %r, %z
  ret i64 %q
}

define i64 @words(i64 %a, i64 %b, i64 %c, ptr %p) {
  %s = add i64 %a, %b
  %t = mul i64 %s, %c
  store volatile i64 %s, ptr %p, align 8
  store volatile i64 %t, ptr %p, align 8
  %u = load volatile i64, ptr %p, align 8
  %v = load volatile i64, ptr %p, align 8
  %w = load volatile i64, ptr %p, align 8
  %x = mul i64 %u, %s
  %y = mul i64 %v, %t
  %z = mul i64 %w, %u
  %r = add i64 %x, %y
  %q = sub i64 %r, %z
  ret i64 %q
}

define i64 @bytes(i64 %a, i64 %b, ptr %p) {
  %both = call { i8, i8 } asm "", "={al},={ah}"()
  %low = extractvalue { i8, i8 } %both, 0
  %high = extractvalue { i8, i8 } %both, 1
  store i8 %high, ptr %p, align 1
  %w = zext i8 %low to i64
  %s = add i64 %a, %w
  %t = mul i64 %s, %b
  ret i64 %t
}

define preserve_mostcc i64 @last(i64 %a, i64 %b, i64 %c, ptr %p) {
  %s = add i64 %a, %b
  %t = mul i64 %s, %c
  store volatile i64 %s, ptr %p, align 8
  store volatile i64 %t, ptr %p, align 8
  %u = load volatile i64, ptr %p, align 8
  %v = load volatile i64, ptr %p, align 8
  %w = load volatile i64, ptr %p, align 8
  %x = mul i64 %u, %s
  %y = mul i64 %v, %t
  %z = mul i64 %w, %u
  %r = add i64 %x, %y
  %q = sub i64 %r, %z
  ret i64 %q
}
