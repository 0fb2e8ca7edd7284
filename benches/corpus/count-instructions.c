// A plugin of QEMU's user mode that counts the instructions a program executes. It writes one line
// per translated block to the file that its argument out=FILE names: the address of the block, and
// how many instructions were executed in it. The sums do not depend on how QEMU cuts the blocks; an
// x86 instruction with a rep prefix counts once per repetition.
//
// What it uses of version 1 of QEMU's plugin interface is declared here: Debian has no package with
// the header.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint64_t PluginId;
struct Translation;

enum { INLINE_ADD_U64 = 0 };

#define EXPORT __attribute__((visibility("default")))

void qemu_plugin_register_vcpu_tb_trans_cb(PluginId, void (*)(PluginId, struct Translation *));
void qemu_plugin_register_vcpu_tb_exec_inline(struct Translation *, int Operation, void *Target,
                                              uint64_t Value);
void qemu_plugin_register_atexit_cb(PluginId, void (*)(PluginId, void *), void *Data);
size_t qemu_plugin_tb_n_insns(const struct Translation *);
uint64_t qemu_plugin_tb_vaddr(const struct Translation *);

EXPORT int qemu_plugin_version = 1;

// A block that was translated once; QEMU may translate the same address again.
struct Block {
  struct Block *Next;
  uint64_t Address;
  uint64_t Executed;
};

static struct Block *Blocks;
static FILE *Output;

static void onTranslation(PluginId Id, struct Translation *Translation) {
  (void)Id;
  struct Block *Block = calloc(1, sizeof *Block);
  if (!Block)
    abort();
  Block->Address = qemu_plugin_tb_vaddr(Translation);
  Block->Next = Blocks;
  Blocks = Block;
  qemu_plugin_register_vcpu_tb_exec_inline(Translation, INLINE_ADD_U64, &Block->Executed,
                                           qemu_plugin_tb_n_insns(Translation));
}

static void onExit(PluginId Id, void *Data) {
  (void)Id;
  (void)Data;
  for (const struct Block *Block = Blocks; Block; Block = Block->Next)
    fprintf(Output, "%" PRIu64 " %" PRIu64 "\n", Block->Address, Block->Executed);
  fclose(Output);
}

EXPORT int qemu_plugin_install(PluginId Id, const void *Info, int Count, char **Arguments) {
  (void)Info;
  if (Count == 1 && strncmp(Arguments[0], "out=", 4) == 0)
    Output = fopen(Arguments[0] + 4, "w");
  if (!Output) {
    fprintf(stderr, "error: the plugin needs out=FILE, a file that it can write\n");
    return 1;
  }
  qemu_plugin_register_vcpu_tb_trans_cb(Id, onTranslation);
  qemu_plugin_register_atexit_cb(Id, onExit, NULL);
  return 0;
}
