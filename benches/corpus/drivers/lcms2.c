// Transforms colours between the spaces sRGB, Lab and XYZ with Little CMS.
#include "common.h"
#include <include/lcms2.h>

enum { COLOURS = 100000 };

static uint64_t transform(uint64_t Sum, cmsHPROFILE From, cmsUInt32Number In, cmsHPROFILE To,
                          cmsUInt32Number Out, const void *Input, void *Output, size_t Size) {
  cmsHTRANSFORM Transform = cmsCreateTransform(From, In, To, Out, INTENT_PERCEPTUAL, 0);
  require(Transform != NULL, "make the transform");
  cmsDoTransform(Transform, Input, Output, COLOURS);
  cmsDeleteTransform(Transform);
  return checksum(Sum, Output, Size);
}

int main(void) {
  cmsHPROFILE Screen = cmsCreate_sRGBProfile(), Lab = cmsCreateLab4Profile(NULL),
              Xyz = cmsCreateXYZProfile();
  unsigned char *Colours = allocate(COLOURS * 3);
  double *Wide = allocate(COLOURS * 3 * sizeof(double));
  uint16_t *Words = allocate(COLOURS * 3 * sizeof(uint16_t));
  for (unsigned I = 0; I < COLOURS * 3; ++I)
    Colours[I] = nextRandom();
  uint64_t Sum = 0;
  Sum = transform(Sum, Screen, TYPE_RGB_8, Lab, TYPE_Lab_DBL, Colours, Wide,
                  COLOURS * 3 * sizeof(double));
  Sum = transform(Sum, Lab, TYPE_Lab_DBL, Xyz, TYPE_XYZ_16, Wide, Words,
                  COLOURS * 3 * sizeof(uint16_t));
  Sum = transform(Sum, Screen, TYPE_RGB_8, Lab, TYPE_Lab_16, Colours, Words,
                  COLOURS * 3 * sizeof(uint16_t));
  Sum = transform(Sum, Lab, TYPE_Lab_16, Screen, TYPE_RGB_8, Words, Colours, COLOURS * 3);
  printResult(COLOURS * 3, Sum);
}
