// Compresses and decompresses a text with libbzip2.
#include "common.h"
#include <bzlib.h>
#include <string.h>

enum { SIZE = 600000, ROOM = SIZE + SIZE / 100 + 600 };

// libbzip2 calls this where it finds itself in an impossible state.
void bz_internal_error(int Code) {
  (void)Code;
  require(0, "bzip2 is inconsistent");
}

int main(void) {
  char *Text = allocate(SIZE), *Packed = allocate(ROOM), *Back = allocate(SIZE);
  fillText(Text, SIZE);
  unsigned PackedSize = ROOM, BackSize = SIZE;
  require(BZ2_bzBuffToBuffCompress(Packed, &PackedSize, Text, SIZE, 9, 0, 0) == BZ_OK, "compress");
  require(BZ2_bzBuffToBuffDecompress(Back, &BackSize, Packed, PackedSize, 0, 0) == BZ_OK,
          "decompress");
  require(BackSize == SIZE && memcmp(Text, Back, SIZE) == 0, "the text has changed");
  printResult(PackedSize, checksum(0, Packed, PackedSize));
}
