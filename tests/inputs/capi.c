/* A host of its own: loads the plugin through LLVM's C interface and compiles a file of IR.
   usage: capi PLUGIN REPORT IN.ll OUT.o */
#include <llvm-c/Core.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Support.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>
#include <stdio.h>

int main(int argc, char **argv) {
  if (argc != 5 || LLVMLoadLibraryPermanently(argv[1]))
    return 2;
  char report[4096];
  snprintf(report, sizeof report, "-limit-report=%s", argv[2]);
  const char *options[] = {"capi", "-regalloc=limit", report};
  LLVMParseCommandLineOptions(3, options, "");
  LLVMInitializeNativeTarget();
  LLVMInitializeNativeAsmPrinter();
  char *message = NULL;
  LLVMMemoryBufferRef text;
  LLVMModuleRef module;
  LLVMTargetRef target;
  LLVMContextRef context = LLVMContextCreate();
  char *triple = LLVMGetDefaultTargetTriple();
  if (LLVMCreateMemoryBufferWithContentsOfFile(argv[3], &text, &message) ||
      LLVMParseIRInContext(context, text, &module, &message) ||
      LLVMGetTargetFromTriple(triple, &target, &message)) {
    fprintf(stderr, "%s\n", message);
    return 1;
  }
  LLVMTargetMachineRef machine = LLVMCreateTargetMachine(
      target, triple, "", "", LLVMCodeGenLevelDefault, LLVMRelocPIC, LLVMCodeModelDefault);
  if (LLVMTargetMachineEmitToFile(machine, module, argv[4], LLVMObjectFile, &message)) {
    fprintf(stderr, "%s\n", message);
    return 1;
  }
  return 0;
}
