// Compresses a synthetic picture with mozjpeg and decompresses it.
#include "common.h"
#include <jpeglib.h>

enum { WIDTH = 320, HEIGHT = 240, ROW = 3 * WIDTH };

static unsigned char Picture[HEIGHT][ROW];

static void draw(void) {
  for (int Y = 0; Y < HEIGHT; ++Y)
    for (int X = 0; X < WIDTH; ++X)
      for (int C = 0; C < 3; ++C)
        Picture[Y][3 * X + C] =
            (X * X / 90 + Y * (C + 1) + (X / 40 + Y / 30) % 2 * 70 + (int)(nextRandom() % 9)) & 255;
}

static unsigned long pack(unsigned char **Packed, int Quality) {
  struct jpeg_compress_struct Coder;
  struct jpeg_error_mgr Errors;
  unsigned long Size = 0;
  Coder.err = jpeg_std_error(&Errors);
  jpeg_create_compress(&Coder);
  jpeg_mem_dest(&Coder, Packed, &Size);
  Coder.image_width = WIDTH;
  Coder.image_height = HEIGHT;
  Coder.input_components = 3;
  Coder.in_color_space = JCS_RGB;
  jpeg_set_defaults(&Coder);
  jpeg_set_quality(&Coder, Quality, TRUE);
  jpeg_start_compress(&Coder, TRUE);
  while (Coder.next_scanline < HEIGHT) {
    JSAMPROW Line = Picture[Coder.next_scanline];
    jpeg_write_scanlines(&Coder, &Line, 1);
  }
  jpeg_finish_compress(&Coder);
  jpeg_destroy_compress(&Coder);
  return Size;
}

static uint64_t unpack(uint64_t Sum, const unsigned char *Packed, unsigned long Size) {
  struct jpeg_decompress_struct Coder;
  struct jpeg_error_mgr Errors;
  unsigned char Line[ROW];
  Coder.err = jpeg_std_error(&Errors);
  jpeg_create_decompress(&Coder);
  jpeg_mem_src(&Coder, Packed, Size);
  jpeg_read_header(&Coder, TRUE);
  jpeg_start_decompress(&Coder);
  require(Coder.output_width == WIDTH && Coder.output_height == HEIGHT, "the size has changed");
  while (Coder.output_scanline < HEIGHT) {
    JSAMPROW Pointer = Line;
    jpeg_read_scanlines(&Coder, &Pointer, 1);
    Sum = checksum(Sum, Line, ROW);
  }
  jpeg_finish_decompress(&Coder);
  jpeg_destroy_decompress(&Coder);
  return Sum;
}

int main(void) {
  draw();
  uint64_t Sum = 0;
  size_t All = 0;
  for (int Quality = 50; Quality <= 90; Quality += 40) {
    unsigned char *Packed = NULL;
    unsigned long Size = pack(&Packed, Quality);
    Sum = unpack(checksum(Sum, Packed, Size), Packed, Size);
    All += Size;
    free(Packed);
  }
  printResult(All, Sum);
}
