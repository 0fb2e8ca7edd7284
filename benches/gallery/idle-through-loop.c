// Fourteen values live through a loop that does not mention them, and that needs six registers
// itself.
long f(const long *p, long *q, long n, long step) {
  long a = p[0], b = p[1], c = p[2], d = p[3], e = p[4], g = p[5], h = p[6];
  long i = p[7], j = p[8], k = p[9], l = p[10], m = p[11], o = p[12], r = p[13];
  long s = 0, t = 1;
  for (long x = 0; x < n; x += step) {
    s += q[x] * t;
    t ^= s >> 3;
    q[x] = s + t;
  }
  return a - b * c + d - e * g + h - i * j + k - l * m + o - r * s + t;
}
