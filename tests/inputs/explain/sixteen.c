// Sixteen values that go round a loop beside its counter and its bound: x86-64 has fifteen registers.
long sixteen(const long *p, long n) {
  long a = p[0], b = p[1], c = p[2], d = p[3];
  long e = p[4], f = p[5], g = p[6], h = p[7];
  long i = p[8], j = p[9], k = p[10], l = p[11];
  long m = p[12], o = p[13], q = p[14], r = p[15];
  for (long x = 0; x < n; x++) {
    a += b * x, b ^= c + a, c += d * b, d ^= e + c;
    e += f * d, f ^= g + e, g += h * f, h ^= i + g;
    i += j * h, j ^= k + i, k += l * j, l ^= m + k;
    m += o * l, o ^= q + m, q += r * o, r ^= a + q;
  }
  return a + b + c + d + e + f + g + h + i + j + k + l + m + o + q + r;
}

long leaf(long a, long b) { return a + b; }
