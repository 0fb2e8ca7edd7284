// An allocator's free with a cache for each thread: most calls end before the call of the slow
// path.
struct bin {
  void **slots;
  unsigned count, limit;
};
struct cache {
  int enabled;
  struct bin bins[16];
};

void flush(struct cache *, struct bin *, unsigned);
void release(struct cache *, void *, unsigned);

void give_back(struct cache *c, void *p, unsigned size_class) {
  if (!p)
    return;
  if (!c->enabled) {
    release(c, p, size_class);
    return;
  }
  struct bin *b = &c->bins[size_class];
  if (b->count == b->limit)
    flush(c, b, size_class);
  b->slots[b->count++] = p;
}
