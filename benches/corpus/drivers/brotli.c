// Compresses and decompresses a text with brotli at a fast and a slow quality.
#include "common.h"
#include <brotli/decode.h>
#include <brotli/encode.h>
#include <string.h>

enum { SIZE = 400000 };

int main(void) {
  static const int Qualities[] = {2, 5, 9};
  size_t Room = BrotliEncoderMaxCompressedSize(SIZE), All = 0;
  uint8_t *Text = allocate(SIZE), *Packed = allocate(Room), *Back = allocate(SIZE);
  fillText((char *)Text, SIZE);
  uint64_t Sum = 0;
  for (unsigned I = 0; I < 3; ++I) {
    size_t PackedSize = Room, BackSize = SIZE;
    require(BrotliEncoderCompress(Qualities[I], BROTLI_DEFAULT_WINDOW, BROTLI_MODE_TEXT, SIZE, Text,
                                  &PackedSize, Packed),
            "compress");
    require(BrotliDecoderDecompress(PackedSize, Packed, &BackSize, Back) ==
                BROTLI_DECODER_RESULT_SUCCESS,
            "decompress");
    require(BackSize == SIZE && memcmp(Text, Back, SIZE) == 0, "the text has changed");
    Sum = checksum(Sum, Packed, PackedSize);
    All += PackedSize;
  }
  printResult(All, Sum);
}
