; SystemZ drops a choice between two registers if both are the one of the result, as here, where one of
; them is undefined. What is left is the other operand.
; REQUIRES: systemz-registered-target
; RUN: llc -mtriple=s390x-ibm-zos -mcpu=z15 -stress-regalloc=2 -regalloc=basic -limit-check-strict < %s -o /dev/null

define void @chosen(i32 %0, i1 %E31) {
entry:
  %E = extractelement <2 x i1> zeroinitializer, i32 166145
  %E17 = extractelement <16 x i1> zeroinitializer, i32 %0
  br label %loop

loop:
  br i1 %E31, label %loop, label %again

again:
  %Sl50 = select i1 %E31, i1 %E, i1 %E17
  br i1 %Sl50, label %again, label %end

end:
  br label %end
}
