// Compresses and decompresses a text with zstd at a fast, the usual and a slow level.
#include "common.h"
#include <string.h>
#include <zstd.h>

enum { SIZE = 1000000 };

int main(void) {
  static const int Levels[] = {1, 3, 12};
  size_t Room = ZSTD_compressBound(SIZE);
  char *Text = allocate(SIZE), *Packed = allocate(Room), *Back = allocate(SIZE);
  fillText(Text, SIZE);
  uint64_t Sum = 0;
  size_t All = 0;
  for (unsigned I = 0; I < 3; ++I) {
    size_t PackedSize = ZSTD_compress(Packed, Room, Text, SIZE, Levels[I]);
    require(!ZSTD_isError(PackedSize), "compress");
    require(ZSTD_decompress(Back, SIZE, Packed, PackedSize) == SIZE, "decompress");
    require(memcmp(Text, Back, SIZE) == 0, "the text has changed");
    Sum = checksum(Sum, Packed, PackedSize);
    All += PackedSize;
  }
  printResult(All, Sum);
}
