// Compresses and decompresses a text with liblzma as an .xz file.
#include "common.h"
#include <lzma.h>
#include <string.h>

enum { SIZE = 300000 };

// The library asks the machine only in functions that are not called here.
uint32_t lzma_tuklib_cpucores(void) { return 1; }
uint64_t lzma_tuklib_physmem(void) { return 0; }

int main(void) {
  size_t Room = lzma_stream_buffer_bound(SIZE), PackedSize = 0, Read = 0, BackSize = 0;
  uint8_t *Text = allocate(SIZE), *Packed = allocate(Room), *Back = allocate(SIZE);
  fillText((char *)Text, SIZE);
  require(lzma_easy_buffer_encode(6, LZMA_CHECK_CRC64, NULL, Text, SIZE, Packed, &PackedSize,
                                  Room) == LZMA_OK,
          "compress");
  uint64_t Memory = UINT64_MAX;
  require(lzma_stream_buffer_decode(&Memory, 0, NULL, Packed, &Read, PackedSize, Back, &BackSize,
                                    SIZE) == LZMA_OK,
          "decompress");
  require(BackSize == SIZE && memcmp(Text, Back, SIZE) == 0, "the text has changed");
  printResult(PackedSize, checksum(0, Packed, PackedSize));
}
