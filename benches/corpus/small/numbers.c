/* Small floating-point helpers, fixed point, divisions and shifts. */
typedef struct {
  double x, y;
} pair;
typedef struct {
  double x, y, z;
} triple;
typedef struct {
  float low, high;
} range;

double root(double);
double power(double base, double exponent);
double sample(void *source, double at);

pair pair_scale(double by, pair p) {
  pair r = {by * p.x, by * p.y};
  return r;
}

pair pair_multiply(pair a, pair b) {
  pair r = {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};
  return r;
}

pair pair_conjugate(pair a) {
  pair r = {a.x, -a.y};
  return r;
}

pair pair_swap(pair a) {
  pair r = {a.y, a.x};
  return r;
}

pair pair_between(pair a, pair b, double t) {
  pair r = {a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)};
  return r;
}

double dot(const triple *a, const triple *b) { return a->x * b->x + a->y * b->y + a->z * b->z; }

void cross(triple *r, const triple *a, const triple *b) {
  double x = a->y * b->z - a->z * b->y;
  double y = a->z * b->x - a->x * b->z;
  r->z = a->x * b->y - a->y * b->x;
  r->x = x;
  r->y = y;
}

double length(const triple *a) { return root(dot(a, a)); }

double normalise(triple *a) {
  double l = root(dot(a, a));
  if (l == 0)
    return 0;
  a->x /= l;
  a->y /= l;
  a->z /= l;
  return l;
}

double distance(double ax, double ay, double bx, double by) {
  return root((bx - ax) * (bx - ax) + (by - ay) * (by - ay));
}

double clamp(double v, double low, double high) { return v < low ? low : v > high ? high : v; }

range range_join(range a, range b) {
  range r = {a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high};
  return r;
}

double growth(double rate, double years, double start) { return start * power(1 + rate, years); }

double integrate(void *source, double from, double to, int steps) {
  double sum = 0, width = (to - from) / steps;
  for (int i = 0; i < steps; i++)
    sum += sample(source, from + i * width);
  return sum * width;
}

double difference(void *source, double at, double step) {
  return (sample(source, at + step) - sample(source, at - step)) / (2 * step);
}

double polynomial(const double *c, int degree, double x) {
  double r = c[degree];
  while (degree--)
    r = r * x + c[degree];
  return r;
}

long divide_up(long a, long b) { return (a + b - 1) / b; }

long modulo(long a, long b) {
  long r = a % b;
  return r < 0 ? r + b : r;
}

long gcd(long a, long b) {
  while (b) {
    long r = a % b;
    a = b;
    b = r;
  }
  return a;
}

struct quotient {
  long quotient, remainder;
};

struct quotient divide(long a, long b) {
  struct quotient r = {a / b, a % b};
  return r;
}

long fixed_multiply(long a, long b, int bits) { return (a * b + (1l << (bits - 1))) >> bits; }

unsigned long rotate_by(unsigned long v, int by) { return v << (by & 63) | v >> (-by & 63); }

unsigned long field(unsigned long word, int from, int width) {
  return (word >> from) & ((1ul << width) - 1);
}

unsigned long with_field(unsigned long word, unsigned long value, int from, int width) {
  unsigned long mask = ((1ul << width) - 1) << from;
  return (word & ~mask) | (value << from & mask);
}

long power_of(long base, unsigned exponent) {
  long r = 1;
  for (; exponent; exponent >>= 1) {
    if (exponent & 1)
      r *= base;
    base *= base;
  }
  return r;
}

unsigned long double_bits(double d) {
  union {
    double d;
    unsigned long bits;
  } u = {d};
  return u.bits & ~(1ul << 63);
}
