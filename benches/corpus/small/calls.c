/* Callbacks, loops that call, values that live across calls. */
typedef int (*callback)(void *context, long key, long value);
typedef long (*unary)(long);
struct listener {
  callback call;
  void *context;
  struct listener *next;
};
struct table {
  long *keys, *values;
  long count, room;
  struct listener *listeners;
};
struct options {
  int verbose, depth;
  const char *name;
  long limit;
};

void write_line(const char *format, long a, long b, long c);
void *open_it(const char *name, int flags);
long read_it(void *handle, void *to, long count);
void close_it(void *handle);
void *obtain(long bytes);
void fail(int code, const char *where);
long now(void);

int notify(struct table *t, long key, long value) {
  for (struct listener *l = t->listeners; l; l = l->next) {
    int stop = l->call(l->context, key, value);
    if (stop)
      return stop;
  }
  return 0;
}

long apply(unary f, long x) { return f(x) + 1; }

long compose(unary f, unary g, long x) { return f(g(x)); }

long fold(const long *items, long count, long (*step)(long, long), long start) {
  for (long i = 0; i < count; i++)
    start = step(start, items[i]);
  return start;
}

void each(struct table *t, callback call, void *context) {
  for (long i = 0; i < t->count; i++)
    call(context, t->keys[i], t->values[i]);
}

void list_table(const struct table *t) {
  for (long i = 0; i < t->count; i++)
    write_line("%ld %ld %ld", i, t->keys[i], t->values[i]);
}

void list_listeners(const struct listener *l) {
  for (; l; l = l->next)
    write_line("%ld", (long)l->call, (long)l->context, (long)l->next);
}

long lookup(const struct table *t, long key) {
  long low = 0, high = t->count;
  while (low < high) {
    long middle = (low + high) / 2;
    if (t->keys[middle] < key)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

int insert(struct table *t, long key, long value) {
  if (t->count == t->room) {
    fail(1, "insert");
    return 0;
  }
  t->keys[t->count] = key;
  t->values[t->count++] = value;
  return 1;
}

long read_all(const char *name, void *to, long room) {
  void *handle = open_it(name, 0);
  if (!handle)
    return -1;
  long got = read_it(handle, to, room);
  close_it(handle);
  return got;
}

long elapsed(void (*work)(void *), void *context) {
  long before = now();
  work(context);
  return now() - before;
}

void *obtain_or_fail(long bytes) {
  void *block = obtain(bytes);
  if (!block)
    fail(2, "obtain");
  return block;
}

long *copy_items(const long *items, long count) {
  long *to = obtain_or_fail(count * sizeof *to);
  for (long i = 0; i < count; i++)
    to[i] = items[i];
  return to;
}

void swap_items(long *items, long a, long b) {
  long before = items[a];
  items[a] = items[b];
  items[b] = before;
}

void sort_three(long *items) {
  if (items[1] < items[0])
    swap_items(items, 0, 1);
  if (items[2] < items[1])
    swap_items(items, 1, 2);
  if (items[1] < items[0])
    swap_items(items, 0, 1);
}

long largest(const long *items, long count) {
  long best = 0;
  for (long i = 1; i < count; i++)
    if (items[i] > items[best])
      best = i;
  return best;
}

int set_option(struct options *o, int which, long value) {
  switch (which) {
  case 'v':
    o->verbose = value;
    return 0;
  case 'd':
    if (value < 0 || value > o->limit) {
      fail(3, o->name);
      return -1;
    }
    o->depth = value;
    return 0;
  default:
    fail(which, "option");
    return -1;
  }
}

void report_options(const struct options *o) {
  if (!o->verbose)
    return;
  write_line(o->name, o->verbose, o->depth, o->limit);
}

int compare_exchange(long *place, long *expected, long wanted) {
  long seen = *place;
  if (seen != *expected) {
    *expected = seen;
    return 0;
  }
  *place = wanted;
  return 1;
}

long recurse(const struct options *o, long depth, long sum) {
  if (depth > o->depth)
    return sum;
  return recurse(o, depth + 1, sum) + recurse(o, depth + 2, sum * 3);
}
