// A block of a matrix product with signed bytes, as inference libraries have it: twelve vectors of
// sums live through the inner loop. With three rows, a column and a product sixteen registers are
// one too few.
#include <immintrin.h>
#include <stddef.h>
#include <string.h>

enum { ROWS = 3, PAIRS = 4 };

struct quantisation {
  int zero;
  float scale;
};

static __m256i widen(const void *p) {
  return _mm256_cvtepi8_epi16(_mm_load_si128((const __m128i *)p));
}

static __m256i repeat(const signed char *p) {
  return _mm256_cvtepi8_epi16(_mm_broadcastq_epi64(_mm_loadl_epi64((const __m128i *)p)));
}

static __m256 sums_of(const __m256i s[PAIRS]) {
  __m256i low = _mm256_hadd_epi32(s[0], s[1]), high = _mm256_hadd_epi32(s[2], s[3]);
  __m256i order = _mm256_set_epi32(7, 3, 6, 2, 5, 1, 4, 0);
  return _mm256_cvtepi32_ps(_mm256_permutevar8x32_epi32(_mm256_hadd_epi32(low, high), order));
}

void block_3x8(size_t columns, size_t k, const signed char *restrict a, size_t a_stride,
               const char *restrict w, float *restrict c, size_t c_stride, const float *limits,
               const struct quantisation *restrict q) {
  const signed char *at[ROWS] = {a, a + a_stride, a + 2 * a_stride};
  float *to[ROWS] = {c, c + c_stride, c + 2 * c_stride};
  const __m256 least = _mm256_set1_ps(limits[0]), most = _mm256_set1_ps(limits[1]);
  do {
    __m256i s[ROWS][PAIRS];
    for (int pair = 0; pair < PAIRS; ++pair) {
      int both[2];
      memcpy(both, w + 8 * pair, sizeof both);
      __m256i first = _mm256_castsi128_si256(_mm_cvtsi32_si128(both[0]));
      first = _mm256_inserti128_si256(first, _mm_cvtsi32_si128(both[1]), 1);
      for (int row = 0; row < ROWS; ++row)
        s[row][pair] = _mm256_mullo_epi32(first, _mm256_set1_epi32(q[row].zero));
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
    __m256 scale = _mm256_load_ps((const float *)w), bias = _mm256_load_ps((const float *)w + 8);
    w += 64;
    for (int row = 0; row < ROWS; ++row) {
      __m256 f = _mm256_mul_ps(sums_of(s[row]), _mm256_broadcast_ss(&q[row].scale));
      f = _mm256_min_ps(_mm256_max_ps(_mm256_fmadd_ps(f, scale, bias), least), most);
      _mm256_storeu_ps(to[row], f);
      to[row] += 8;
      at[row] -= k;
    }
    columns -= 8;
  } while (columns != 0);
}
