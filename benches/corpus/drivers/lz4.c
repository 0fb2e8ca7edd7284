// Compresses and decompresses a text with LZ4, fast and by its slow search.
#include "common.h"
#include <lib/lz4.h>
#include <lib/lz4hc.h>
#include <string.h>

enum { SIZE = 400000 };

int main(void) {
  int Room = LZ4_compressBound(SIZE);
  char *Text = allocate(SIZE), *Packed = allocate(Room), *Back = allocate(SIZE);
  fillText(Text, SIZE);
  uint64_t Sum = 0;
  size_t All = 0;
  for (int Level = 0; Level <= 9; Level += 3) {
    int PackedSize = Level == 0 ? LZ4_compress_default(Text, Packed, SIZE, Room)
                                : LZ4_compress_HC(Text, Packed, SIZE, Room, Level);
    require(PackedSize > 0, "compress");
    require(LZ4_decompress_safe(Packed, Back, PackedSize, SIZE) == SIZE, "decompress");
    require(memcmp(Text, Back, SIZE) == 0, "the text has changed");
    Sum = checksum(Sum, Packed, PackedSize);
    All += PackedSize;
  }
  printResult(All, Sum);
}
