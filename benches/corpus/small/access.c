/* Accessors, constructors and wrappers that forward their arguments, as headers hold them. */
typedef unsigned long size;

struct point {
  long x, y;
};
struct box {
  struct point low, high;
};
struct style {
  int colour, width;
  const char *name;
};
struct node {
  struct node *parent, *first, *next;
  struct box *box;
  struct style *style;
  long id;
};

long draw(void *canvas, long x, long y, long width, long height, int colour);
long search(const void *key, const void *base, size count, size width, void *hint, int flags);
void *obtain(size bytes);
void release(void *block, size bytes);

long node_width(const struct node *n) { return n->box->high.x - n->box->low.x; }

long node_area(const struct node *n) {
  const struct box *b = n->box;
  return (b->high.x - b->low.x) * (b->high.y - b->low.y);
}

int node_colour(const struct node *n) {
  if (n->style)
    return n->style->colour;
  return n->parent ? n->parent->style->colour : 0;
}

struct style *node_restyle(struct node *n, struct style *s) {
  struct style *before = n->style;
  n->style = s;
  return before;
}

long node_renumber(struct node *n, long by) {
  struct node *p = n->parent;
  long before = p->id;
  p->id = before + by;
  n->id = before;
  return before;
}

struct point box_centre(const struct box *b) {
  struct point p = {(b->low.x + b->high.x) / 2, (b->low.y + b->high.y) / 2};
  return p;
}

struct point point_turn(struct point p) {
  struct point r = {-p.y, p.x};
  return r;
}

struct point point_add(struct point a, struct point b) {
  struct point r = {a.x + b.x, a.y + b.y};
  return r;
}

struct point point_swap_if(struct point p, int swap) {
  struct point r = {swap ? p.y : p.x, swap ? p.x : p.y};
  return r;
}

void box_include(struct box *b, long x, long y) {
  if (x < b->low.x)
    b->low.x = x;
  if (y < b->low.y)
    b->low.y = y;
  if (x > b->high.x)
    b->high.x = x;
  if (y > b->high.y)
    b->high.y = y;
}

void box_set(struct box *b, long x, long y, long width, long height) {
  b->low.x = x;
  b->low.y = y;
  b->high.x = x + width;
  b->high.y = y + height;
}

long draw_box(void *canvas, const struct box *b, int colour) {
  return draw(canvas, b->low.x, b->low.y, b->high.x - b->low.x, b->high.y - b->low.y, colour);
}

long draw_node(const struct node *n, void *canvas) {
  return draw(canvas, n->box->low.x, n->box->low.y, 1, n->id, n->style->colour);
}

long draw_framed(long x, long y, void *canvas, long size_of_it, int colour) {
  return draw(canvas, x - 1, y - 1, size_of_it + 2, size_of_it + 2, colour);
}

long search_reordered(void *hint, const void *base, size width, size count, const void *key) {
  return search(key, base, count, width, hint, 0);
}

long search_first(const void *base, size count, const void *key) {
  return search(key, base, count, sizeof(long), 0, 1);
}

long search_in(struct node *n, const void *key, int flags) {
  return search(key, n->first, n->id, sizeof *n, n, flags | 4);
}

struct node *node_new(struct node *parent, struct box *box, long id) {
  struct node *n = obtain(sizeof *n);
  if (!n)
    return 0;
  n->parent = parent;
  n->box = box;
  n->id = id;
  n->first = 0;
  n->style = 0;
  n->next = parent->first;
  parent->first = n;
  return n;
}

struct style *style_new(int colour, const char *name, int width) {
  struct style *s = obtain(sizeof *s);
  s->colour = colour;
  s->name = name;
  s->width = width;
  return s;
}

void node_free(struct node *n) {
  if (n->style)
    release(n->style, sizeof *n->style);
  release(n, sizeof *n);
}
