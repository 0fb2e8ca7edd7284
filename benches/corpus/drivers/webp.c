// Compresses a synthetic picture with libwebp, with loss and without, and decompresses it.
#include "common.h"
#include <src/webp/decode.h>
#include <src/webp/encode.h>

enum { WIDTH = 512, HEIGHT = 384, ROW = 3 * WIDTH };

int main(void) {
  uint8_t *Picture = allocate(HEIGHT * ROW);
  for (int Y = 0; Y < HEIGHT; ++Y)
    for (int X = 0; X < ROW; ++X)
      Picture[Y * ROW + X] =
          X * X / 600 + Y * (X % 3 + 1) + (X / 90 + Y / 30) % 2 * 70 + nextRandom() % 5;
  uint64_t Sum = 0;
  size_t All = 0;
  for (int Lossless = 0; Lossless < 2; ++Lossless) {
    uint8_t *Packed = NULL;
    size_t Size = Lossless ? WebPEncodeLosslessRGB(Picture, WIDTH, HEIGHT, ROW, &Packed)
                           : WebPEncodeRGB(Picture, WIDTH, HEIGHT, ROW, 75, &Packed);
    require(Size > 0, "compress");
    int Width = 0, Height = 0;
    uint8_t *Back = WebPDecodeRGB(Packed, Size, &Width, &Height);
    require(Back != NULL && Width == WIDTH && Height == HEIGHT, "decompress");
    Sum = checksum(checksum(Sum, Packed, Size), Back, HEIGHT * ROW);
    All += Size;
    WebPFree(Packed);
    WebPFree(Back);
  }
  printResult(All, Sum);
}
