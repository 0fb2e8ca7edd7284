/* Strings, hashes, comparison functions and small state machines. */
typedef unsigned long size;
typedef unsigned char byte;

struct text {
  const byte *at;
  size length;
};
struct record {
  long key;
  struct text name;
  int rank;
};
struct machine {
  int state, count;
  long value;
  void (*act)(struct machine *, int, long);
};

int compare_bytes(const void *a, const void *b, size count);
void *copy_bytes(void *to, const void *from, size count);
int next_char(void *input);
void complain(const char *what, int character);

size text_length(const char *s) {
  const char *at = s;
  while (*at)
    at++;
  return at - s;
}

int text_compare(const byte *a, const byte *b) {
  while (*a && *a == *b)
    a++, b++;
  return *a - *b;
}

const byte *text_find(const byte *s, const byte *end, byte wanted) {
  for (; s < end; s++)
    if (*s == wanted)
      return s;
  return end;
}

struct text text_skip(struct text t, size n) {
  if (n > t.length)
    n = t.length;
  struct text r = {t.at + n, t.length - n};
  return r;
}

struct text text_trim(struct text t) {
  while (t.length && *t.at == ' ')
    t.at++, t.length--;
  while (t.length && t.at[t.length - 1] == ' ')
    t.length--;
  return t;
}

int text_equal(struct text a, struct text b) {
  return a.length == b.length && compare_bytes(a.at, b.at, a.length) == 0;
}

int text_order(struct text a, struct text b) {
  size shorter = a.length < b.length ? a.length : b.length;
  int order = compare_bytes(a.at, b.at, shorter);
  if (order)
    return order;
  return a.length < b.length ? -1 : a.length > b.length;
}

char *append(char *to, struct text t) {
  copy_bytes(to, t.at, t.length);
  return to + t.length;
}

size append_limited(char *to, size room, const struct text *t) {
  size n = t->length < room ? t->length : room;
  copy_bytes(to, t->at, n);
  return n;
}

int by_key(const struct record *a, const struct record *b) {
  return a->key < b->key ? -1 : a->key > b->key;
}

int by_rank_then_key(const struct record *a, const struct record *b) {
  if (a->rank != b->rank)
    return b->rank - a->rank;
  return (a->key > b->key) - (a->key < b->key);
}

int by_name(const struct record *a, const struct record *b) { return text_order(b->name, a->name); }

int by_indirect(struct record *const *a, struct record *const *b) { return by_key(*a, *b); }

unsigned hash_step(unsigned hash, byte c) { return (hash ^ c) * 16777619u; }

unsigned hash_text(struct text t) {
  unsigned hash = 2166136261u;
  for (size i = 0; i < t.length; i++)
    hash = hash_step(hash, t.at[i]);
  return hash;
}

unsigned long mix(unsigned long a, unsigned long b, unsigned long c) {
  a -= c, a ^= c << 4 | c >> 60, c += b;
  b -= a, b ^= a << 6 | a >> 58, a += c;
  c -= b, c ^= b << 8 | b >> 56, b += a;
  return a ^ b ^ c;
}

unsigned long shuffle(unsigned long *state) {
  unsigned long a = state[0], b = state[1];
  state[0] = b;
  a ^= a << 23;
  state[1] = a ^ b ^ (a >> 18) ^ (b >> 5);
  return state[1] + b;
}

unsigned checksum(const byte *at, size count) {
  unsigned low = 1, high = 0;
  while (count--) {
    low += *at++;
    high += low;
  }
  return high << 16 | (low & 65535);
}

long number(const byte **at) {
  const byte *s = *at;
  long value = 0;
  while (*s >= '0' && *s <= '9')
    value = value * 10 + (*s++ - '0');
  *at = s;
  return value;
}

int digit(void *input) {
  int c;
  do {
    c = next_char(input);
    if (c == ';')
      do
        c = next_char(input);
      while (c != '\n' && c >= 0);
  } while (c == ' ' || c == '\t' || c == '\n');
  if (c > '9')
    complain("digit", c);
  return c - '0';
}

int machine_step(struct machine *m, int symbol) {
  switch (m->state) {
  case 0:
    if (symbol == '(')
      m->state = 1;
    return 0;
  case 1:
    if (symbol == ')') {
      m->state = 2;
      m->act(m, m->count, m->value);
      return 1;
    }
    m->value = m->value * 31 + symbol;
    m->count++;
    return 0;
  default:
    complain("state", symbol);
    return -1;
  }
}

int utf8_width(byte lead) { return lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4; }

byte *encode(byte *to, unsigned long value) {
  while (value > 127) {
    *to++ = value | 128;
    value >>= 7;
  }
  *to++ = value;
  return to;
}
