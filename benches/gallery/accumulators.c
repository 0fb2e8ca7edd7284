// A block of a matrix product with signed bytes, as inference libraries have it: twelve vectors of
// sums live through the inner loop, and so do three limits of the result. With three rows, a column and
// a product sixteen registers are too few.
#include <immintrin.h>
#include <stddef.h>
#include <string.h>

enum { ROWS = 3, PAIRS = 4 };

static __m256i widen(const void *p) {
  return _mm256_cvtepi8_epi16(_mm_loadu_si128((const __m128i *)p));
}

static __m256i repeat(const signed char *p) {
  return _mm256_cvtepi8_epi16(_mm_broadcastq_epi64(_mm_loadl_epi64((const __m128i *)p)));
}

static __m256 sums_of(const __m256i s[PAIRS]) {
  __m256i low = _mm256_hadd_epi32(s[0], s[1]), high = _mm256_hadd_epi32(s[2], s[3]);
  __m256i order = _mm256_set_epi32(7, 3, 6, 2, 5, 1, 4, 0);
  return _mm256_cvtepi32_ps(_mm256_permutevar8x32_epi32(_mm256_hadd_epi32(low, high), order));
}

static __m256i narrow(__m256 a, __m256 b, __m256i zero) {
  __m256i both = _mm256_packs_epi32(_mm256_cvtps_epi32(a), _mm256_cvtps_epi32(b));
  return _mm256_permute4x64_epi64(_mm256_adds_epi16(both, zero), 0xD8);
}

void block_3x8(size_t columns, size_t k, const signed char *restrict a, size_t a_stride,
               const char *restrict w, signed char *restrict c, size_t c_stride,
               const float *limits) {
  const __m256 most = _mm256_set1_ps(limits[0]);
  const __m256i zero = _mm256_set1_epi16((short)limits[1]);
  const __m256i least = _mm256_set1_epi8((char)limits[2]);
  const signed char *at[ROWS] = {a, a + a_stride, a + 2 * a_stride};
  signed char *to[ROWS] = {c, c + c_stride, c + 2 * c_stride};
  for (;;) {
    __m256i s[ROWS][PAIRS];
    for (int pair = 0; pair < PAIRS; ++pair) {
      int bias[2];
      memcpy(bias, w + 8 * pair, sizeof bias);
      __m256i first = _mm256_castsi128_si256(_mm_cvtsi32_si128(bias[0]));
      first = _mm256_inserti128_si256(first, _mm_cvtsi32_si128(bias[1]), 1);
      for (int row = 0; row < ROWS; ++row)
        s[row][pair] = first;
    }
    w += 32;
    for (size_t i = 0; i < k; i += 8) {
      __m256i r[ROWS];
      for (int row = 0; row < ROWS; ++row) {
        r[row] = repeat(at[row]);
        at[row] += 8;
      }
      for (int pair = 0; pair < PAIRS; ++pair) {
        __m256i column = widen(w + 16 * pair);
        for (int row = 0; row < ROWS; ++row)
          s[row][pair] = _mm256_add_epi32(s[row][pair], _mm256_madd_epi16(r[row], column));
      }
      w += 64;
    }
    __m256 scale = _mm256_loadu_ps((const float *)w), f[ROWS];
    w += 32;
    for (int row = 0; row < ROWS; ++row)
      f[row] = _mm256_min_ps(_mm256_mul_ps(sums_of(s[row]), scale), most);
    __m256i bytes = _mm256_packs_epi16(narrow(f[0], f[1], zero), narrow(f[2], f[2], zero));
    bytes = _mm256_max_epi8(bytes, least);
    long long out[ROWS] = {_mm256_extract_epi64(bytes, 0), _mm256_extract_epi64(bytes, 2),
                           _mm256_extract_epi64(bytes, 1)};
    size_t width = columns < 8 ? columns : 8;
    for (int row = 0; row < ROWS; ++row) {
      memcpy(to[row], &out[row], width);
      to[row] += 8;
      at[row] -= k;
    }
    if ((columns -= width) == 0)
      return;
  }
}
