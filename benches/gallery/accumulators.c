// A block of a matrix product with signed bytes, as inference libraries have it: twelve vectors of
// sums live through the inner loop, and with three rows, a column and a product sixteen registers
// are one too few.
#include <immintrin.h>
#include <stddef.h>

static __m256i widen(const void *p) {
  return _mm256_cvtepi8_epi16(_mm_loadu_si128((const __m128i *)p));
}

static __m256i repeat(const signed char *p) {
  return _mm256_cvtepi8_epi16(_mm_set1_epi64x(*(const long long *)p));
}

void block_3x8(size_t rows, size_t columns, size_t k, const signed char *restrict a,
               size_t a_stride, const void *restrict w, float *restrict c, size_t c_stride,
               const float *scale) {
  const signed char *a0 = a;
  const signed char *a1 = rows < 2 ? a0 : a0 + a_stride;
  const signed char *a2 = rows <= 2 ? a1 : a1 + a_stride;
  float *c0 = c, *c1 = rows < 2 ? c0 : c0 + c_stride, *c2 = rows <= 2 ? c1 : c1 + c_stride;
  do {
    const int *bias = w;
    __m256i s[3][4];
    for (int row = 0; row < 3; ++row)
      for (int pair = 0; pair < 4; ++pair)
        s[row][pair] = _mm256_inserti128_si256(_mm256_set1_epi32(bias[2 * pair]),
                                               _mm_cvtsi32_si128(bias[2 * pair + 1]), 1);
    w = bias + 8;
    for (size_t i = 0; i < k; i += 8) {
      __m256i r[3] = {repeat(a0 + i), repeat(a1 + i), repeat(a2 + i)};
      for (int pair = 0; pair < 4; ++pair) {
        __m256i column = widen((const char *)w + 16 * pair);
        for (int row = 0; row < 3; ++row)
          s[row][pair] = _mm256_add_epi32(s[row][pair], _mm256_madd_epi16(r[row], column));
      }
      w = (const char *)w + 64;
    }
    __m256 f = _mm256_loadu_ps(scale);
    float *to[3] = {c0, c1, c2};
    for (int row = 0; row < 3; ++row) {
      __m256i low = _mm256_hadd_epi32(s[row][0], s[row][1]);
      __m256i high = _mm256_hadd_epi32(s[row][2], s[row][3]);
      __m256i all = _mm256_hadd_epi32(low, high);
      _mm256_storeu_ps(to[row], _mm256_mul_ps(_mm256_cvtepi32_ps(all), f));
    }
    c0 += 8, c1 += 8, c2 += 8;
    columns -= 8;
  } while (columns != 0);
}
