/* Fast path and slow path, early returns, error returns. */
struct stream {
  int mode, left;
  char full, broken;
  unsigned char *at, *end;
  void *source;
  long total;
};
struct lock {
  int owner, depth;
  void *waiters;
};
struct once {
  int state;
  void *value;
};

int fill(struct stream *s, void *source, long want);
int flush(struct stream *s);
void wait_for(void *waiters, struct lock *l);
int current(void);
void *build(struct once *o);
void report(const char *what, long value);
int parse_header(struct stream *s, long *length);
int parse_body(struct stream *s, long length, void *to);
extern long depth_now, failures;

int get_byte(struct stream *s) {
  if (s->at < s->end)
    return *s->at++;
  if (fill(s, s->source, 1) <= 0)
    return -1;
  return *s->at++;
}

int peek_byte(struct stream *s) {
  if (s->at == s->end && fill(s, s->source, 1) <= 0)
    return -1;
  return *s->at;
}

int put_byte(struct stream *s, unsigned char byte) {
  if (s->at == s->end) {
    int error = flush(s);
    if (error)
      return error;
  }
  *s->at++ = byte;
  s->total++;
  return 0;
}

int take(struct stream *s, int want) {
  if (s->broken)
    return -5;
  if (s->left >= want)
    return s->left -= want;
  int error = fill(s, s->source, want);
  if (error)
    return error;
  s->full = 1;
  return s->left;
}

int close_stream(struct stream *s) {
  if (!s)
    return 0;
  if (s->mode == 1)
    return s->left;
  int error = flush(s);
  s->source = 0;
  s->at = s->end = 0;
  return error;
}

int lock_enter(struct lock *l) {
  int me = current();
  if (l->owner == me) {
    l->depth++;
    return 1;
  }
  while (l->owner)
    wait_for(l->waiters, l);
  l->owner = me;
  l->depth = 1;
  return 0;
}

int lock_leave(struct lock *l) {
  if (--l->depth)
    return l->depth;
  l->owner = 0;
  if (l->waiters)
    wait_for(l->waiters, l);
  return 0;
}

void *once_get(struct once *o) {
  if (__builtin_expect(o->state == 2, 1))
    return o->value;
  o->state = 1;
  o->value = build(o);
  o->state = 2;
  return o->value;
}

long checked_add(long a, long b) {
  long sum;
  if (__builtin_add_overflow(a, b, &sum)) {
    report("sum", a);
    return 0;
  }
  return sum;
}

long checked_index(const long *items, long count, long index) {
  if (__builtin_expect((unsigned long)index >= (unsigned long)count, 0)) {
    report("index", index);
    return -1;
  }
  return items[index];
}

int guarded_fill(struct stream *s) {
  long before = depth_now;
  depth_now = before + 1;
  int got = fill(s, s->source, s->total);
  depth_now = before;
  if (before == 0 && failures > 3) {
    failures = 0;
    report("failures", 3);
  }
  return got;
}

int fill_or_report(struct stream *s) {
  int got = fill(s, s->source, 16);
  if (__builtin_expect(got < 0, 0))
    report("fill", got);
  return got;
}

int parse(struct stream *s, void *to) {
  long length;
  int error = parse_header(s, &length);
  if (error)
    return error;
  if (length > s->total)
    return -2;
  error = parse_body(s, length, to);
  if (error)
    report("body", error);
  return error;
}

int first_error(struct stream *a, struct stream *b) {
  int error = flush(a);
  int second = flush(b);
  return error ? error : second;
}

int flush_both(struct stream *a, struct stream *b) {
  int error;
  if ((error = flush(a)) != 0 || (error = flush(b)) != 0) {
    failures++;
    return error;
  }
  return 0;
}

int retry(struct stream *s, int times) {
  int error;
  do {
    error = fill(s, s->source, s->left);
    if (error != -11)
      return error;
  } while (--times);
  report("retry", error);
  return error;
}

int skip_blanks(struct stream *s) {
  int byte;
  do
    byte = get_byte(s);
  while (byte == ' ' || byte == '\t');
  return byte;
}
