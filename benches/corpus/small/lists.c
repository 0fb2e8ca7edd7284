/* Lists, trees, rings, iterators and reference counts. */
struct link {
  struct link *next, *previous;
};
struct entry {
  struct link link;
  long key;
  void *value;
  int count;
};
struct tree {
  struct tree *left, *right, *parent;
  long key;
};
struct ring {
  long head, tail, mask;
  void **slots;
};
struct object {
  int references;
  const struct kind *kind;
  struct object *inner;
};
struct kind {
  void (*destroy)(struct object *);
  int (*compare)(struct object *, struct object *);
};
struct cursor {
  struct entry *at;
  long index;
  struct ring *ring;
};

void visit(long kind, long key, void *value, long count);
void grow(struct ring *r, long by);

void link_after(struct link *place, struct link *l) {
  struct link *next = place->next;
  l->previous = place;
  l->next = next;
  next->previous = l;
  place->next = l;
}

struct link *unlink_one(struct link *l) {
  struct link *next = l->next, *previous = l->previous;
  next->previous = previous;
  previous->next = next;
  l->next = l->previous = l;
  return next;
}

struct link *reverse(struct link *l) {
  struct link *done = 0;
  while (l) {
    struct link *next = l->next;
    l->next = done;
    done = l;
    l = next;
  }
  return done;
}

struct entry *find(struct entry *e, long key) {
  for (; e; e = (struct entry *)e->link.next)
    if (e->key == key)
      return e;
  return 0;
}

struct entry *find_to_front(struct entry **head, long key) {
  struct entry *before = 0;
  for (struct entry *e = *head; e; before = e, e = (struct entry *)e->link.next)
    if (e->key == key) {
      if (before) {
        before->link.next = e->link.next;
        e->link.next = &(*head)->link;
        *head = e;
      }
      return e;
    }
  return 0;
}

long length(const struct link *l) {
  long n = 0;
  for (; l; l = l->next)
    n++;
  return n;
}

void visit_all(struct entry *e) {
  for (; e; e = (struct entry *)e->link.next)
    visit(1, e->key, e->value, e->count);
}

void visit_keys(struct tree *t) {
  while (t) {
    visit_keys(t->left);
    visit(2, t->key, t, 0);
    t = t->right;
  }
}

struct tree *leftmost(struct tree *t) {
  while (t->left)
    t = t->left;
  return t;
}

struct tree *successor(struct tree *t) {
  if (t->right)
    return leftmost(t->right);
  struct tree *p = t->parent;
  while (p && t == p->right) {
    t = p;
    p = p->parent;
  }
  return p;
}

struct tree *rotate(struct tree *t) {
  struct tree *r = t->right, *middle = r->left;
  t->right = middle;
  if (middle)
    middle->parent = t;
  r->left = t;
  r->parent = t->parent;
  t->parent = r;
  return r;
}

long tree_depth(const struct tree *t) {
  if (!t)
    return 0;
  long left = tree_depth(t->left), right = tree_depth(t->right);
  return 1 + (left > right ? left : right);
}

int ring_push(struct ring *r, void *item) {
  if (r->head - r->tail > r->mask)
    return 0;
  r->slots[r->head++ & r->mask] = item;
  return 1;
}

void *ring_pop(struct ring *r) {
  if (r->head == r->tail)
    return 0;
  return r->slots[r->tail++ & r->mask];
}

void *ring_exchange(struct ring *r, long index, void *item) {
  void **slot = &r->slots[index & r->mask];
  void *before = *slot;
  *slot = item;
  return before;
}

void ring_must_push(struct ring *r, void *item) {
  if (__builtin_expect(r->head - r->tail > r->mask, 0))
    grow(r, 2);
  r->slots[r->head++ & r->mask] = item;
}

int cursor_next(struct cursor *c) {
  if (!c->at)
    return 0;
  c->at = (struct entry *)c->at->link.next;
  c->index++;
  return c->at != 0;
}

struct object *retain(struct object *o) {
  if (o)
    o->references++;
  return o;
}

void drop(struct object *o) {
  if (o && --o->references == 0)
    o->kind->destroy(o);
}

struct object *replace_inner(struct object *o, struct object *inner) {
  struct object *before = o->inner;
  o->inner = retain(inner);
  drop(before);
  return o;
}

int object_compare(struct object *a, struct object *b) {
  if (a == b)
    return 0;
  if (a->kind != b->kind)
    return a->kind < b->kind ? -1 : 1;
  return a->kind->compare(b, a);
}
