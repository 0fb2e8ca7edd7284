// A list is reversed in place: three values change places once round the loop.
struct node {
  struct node *next;
  long key;
};

struct node *reverse(struct node *list, long *sum) {
  struct node *done = 0;
  long total = 0;
  while (list) {
    struct node *next = list->next;
    list->next = done;
    total += list->key;
    done = list;
    list = next;
  }
  *sum = total;
  return done;
}
