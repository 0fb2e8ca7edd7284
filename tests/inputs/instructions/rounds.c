/* Functions that take several rounds of allocation: more values than registers in loops, values
   that live across calls, and a switch in a loop. */

typedef unsigned u32;
typedef unsigned long u64;

#define ROTATE(x, n) ((x) << (n) | (x) >> (32 - (n)))
#define QUARTER(a, b, c, d)                                                                        \
  (a += b, d = ROTATE(d ^ a, 16), c += d, b = ROTATE(b ^ c, 12), a += b, d = ROTATE(d ^ a, 8),     \
   c += d, b = ROTATE(b ^ c, 7))

void mix(u32 *out, const u32 *in, int rounds) {
  u32 a = in[0], b = in[1], c = in[2], d = in[3], e = in[4], f = in[5], g = in[6], h = in[7];
  u32 i = in[8], j = in[9], k = in[10], l = in[11], m = in[12], n = in[13], o = in[14], p = in[15];
  while (rounds-- > 0) {
    QUARTER(a, e, i, m);
    QUARTER(b, f, j, n);
    QUARTER(c, g, k, o);
    QUARTER(d, h, l, p);
    QUARTER(a, f, k, p);
    QUARTER(b, g, l, m);
    QUARTER(c, h, i, n);
    QUARTER(d, e, j, o);
  }
  u32 all[16] = {a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p};
  for (int x = 0; x < 16; x++)
    out[x] = all[x] + in[x];
}

void multiply(double *out, const double *a, const double *b, int n) {
  for (int i = 0; i + 3 < n; i += 4)
    for (int j = 0; j + 3 < n; j += 4) {
      double s[4][4] = {{0}};
      for (int k = 0; k < n; k++)
        for (int x = 0; x < 4; x++)
          for (int y = 0; y < 4; y++)
            s[x][y] += a[(i + x) * n + k] * b[k * n + j + y];
      for (int x = 0; x < 4; x++)
        for (int y = 0; y < 4; y++)
          out[(i + x) * n + j + y] = s[x][y];
    }
}

u64 call(u64 what, u64 a, u64 b);

u64 interpret(const unsigned char *code, u64 *stack, u64 *locals, const u64 *constants, u64 fuel) {
  u64 a = 0, b = 0, flags = 0, depth = 0, limit = constants[0], base = constants[1];
  for (;;) {
    if (fuel-- == 0)
      return depth;
    switch (*code++) {
    case 0:
      return a;
    case 1:
      stack[depth++] = a, a = constants[*code++];
      break;
    case 2:
      b = stack[--depth], a += b, flags = a < b;
      break;
    case 3:
      b = stack[--depth], flags = a > b, a = b - a;
      break;
    case 4:
      a = call(a, b, base), depth -= a > limit;
      break;
    case 5:
      locals[*code++ + base] = a;
      break;
    case 6:
      stack[depth++] = a, a = locals[*code++ + base];
      break;
    case 7:
      code += flags ? (signed char)*code : 1;
      break;
    case 8:
      b = call(flags, stack[depth - 1], limit), base += b;
      break;
    case 9:
      a = call(a, depth, base) ^ call(b, fuel, limit), flags = !a;
      break;
    case 10:
      a = a << (b & 63) | a >> (-b & 63), flags = a >> 63;
      break;
    case 11:
      for (u64 x = 0; x < b; x++)
        stack[depth + x] = locals[base + x] + call(x, a, flags);
      break;
    default:
      return limit;
    }
  }
}

u64 gather(const u64 *p, u64 n) {
  u64 s[20] = {0};
  for (u64 i = 0; i < n; i++) {
    for (int x = 0; x < 20; x++)
      s[x] += p[i * 20 + x] ^ s[(x + 7) % 20];
    if (p[i] == s[3])
      s[5] += call(s[0], s[1], i);
  }
  u64 sum = 0;
  for (int x = 0; x < 20; x++)
    sum = sum * 31 + s[x];
  return sum;
}
