// Compresses five seconds of synthetic sound with Opus, as speech and as music, and decompresses
// it.
#include "common.h"
#include <opus.h>

enum { RATE = 48000, FRAME = 960, FRAMES = 250, ROOM = 1500 };

// A triangle wave whose pitch and loudness change, with noise.
static void soundOf(int Frame, opus_int16 *Samples) {
  for (int I = 0; I < FRAME; ++I) {
    int Time = Frame * FRAME + I, Period = 200 + Frame;
    int Wave = Time % Period * 4 - 2 * Period;
    if (Wave > 0)
      Wave = -Wave;
    Samples[I] = Wave * (5 + Frame % 20) + (int)(nextRandom() % 400);
  }
}

int main(void) {
  static const int Uses[] = {OPUS_APPLICATION_VOIP, OPUS_APPLICATION_AUDIO};
  uint64_t Sum = 0;
  size_t All = 0;
  for (int Use = 0; Use < 2; ++Use) {
    OpusEncoder *Coder = opus_encoder_create(RATE, 1, Uses[Use], NULL);
    OpusDecoder *Decoder = opus_decoder_create(RATE, 1, NULL);
    require(Coder != NULL && Decoder != NULL, "start");
    opus_encoder_ctl(Coder, OPUS_SET_BITRATE(Use ? 64000 : 12000));
    for (int Frame = 0; Frame < FRAMES; ++Frame) {
      opus_int16 Samples[FRAME];
      unsigned char Packed[ROOM];
      soundOf(Frame, Samples);
      int Size = opus_encode(Coder, Samples, FRAME, Packed, ROOM);
      require(Size > 0, "compress");
      require(opus_decode(Decoder, Packed, Size, Samples, FRAME, 0) == FRAME, "decompress");
      Sum = checksum(checksum(Sum, Packed, Size), Samples, sizeof Samples);
      All += Size;
    }
    opus_encoder_destroy(Coder);
    opus_decoder_destroy(Decoder);
  }
  printResult(All, Sum);
}
