// Compresses and decompresses a text with zlib at three levels.
#include "common.h"
#include <string.h>
#include <zlib.h>

enum { SIZE = 1000000 };

int main(void) {
  static const int Levels[] = {1, 6, 9};
  uLong Room = compressBound(SIZE);
  Bytef *Text = allocate(SIZE), *Packed = allocate(Room), *Back = allocate(SIZE);
  fillText((char *)Text, SIZE);
  uint64_t Sum = 0;
  size_t All = 0;
  for (unsigned I = 0; I < 3; ++I) {
    uLong PackedSize = Room, BackSize = SIZE;
    require(compress2(Packed, &PackedSize, Text, SIZE, Levels[I]) == Z_OK, "compress");
    require(uncompress(Back, &BackSize, Packed, PackedSize) == Z_OK, "decompress");
    require(BackSize == SIZE && memcmp(Text, Back, SIZE) == 0, "the text has changed");
    Sum = checksum(Sum, Packed, PackedSize);
    All += PackedSize;
  }
  printResult(All, Sum);
}
