// Eight sums that go round a loop, and eight words read in each turn: x86-64 has fifteen registers.
#include <stddef.h>
#include <stdint.h>
static inline uint64_t rotate(uint64_t x, int by) { return x << by | x >> (64 - by); }
uint64_t mix(const uint64_t *in, size_t n, uint64_t seed, uint64_t *out) {
  uint64_t a = seed, b = ~seed, c = seed * 3, d = seed * 5, e = seed * 7, f = seed * 11, g = seed * 13, h = seed * 17;
  for (size_t i = 0; i + 8 <= n; i += 8) {
    uint64_t p = in[i], q = in[i + 1], r = in[i + 2], s = in[i + 3];
    uint64_t t = in[i + 4], u = in[i + 5], v = in[i + 6], w = in[i + 7];
    a += p ^ rotate(h, 7), b += q ^ rotate(a, 11), c += r ^ rotate(b, 13), d += s ^ rotate(c, 17);
    e += t ^ rotate(d, 19), f += u ^ rotate(e, 23), g += v ^ rotate(f, 29), h += w ^ rotate(g, 31);
    out[i] = a + p * w, out[i + 1] = b + q * v, out[i + 2] = c + r * u, out[i + 3] = d + s * t;
  }
  return a ^ b ^ c ^ d ^ e ^ f ^ g ^ h;
}
