// A stack machine's instruction: the fast path pushes a value, the slow one makes room first.
struct value {
  int kind;
  long bits;
};
struct machine {
  struct value **top, **limit;
  struct value *pending;
};

struct value **make_room(struct machine *, struct value **);
struct value *resolve(struct machine *, struct value *);

struct value *push_pending(struct machine *m) {
  struct value **top = m->top;
  struct value *v = m->pending;
  if (__builtin_expect(top == m->limit, 0))
    top = make_room(m, top);
  if (__builtin_expect(v->kind == 9, 0))
    v = resolve(m, v);
  *++top = v;
  m->top = top;
  return v;
}
