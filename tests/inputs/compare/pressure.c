// Twenty values that are all live at once, which no machine of the tests has registers for beside
// those that calls preserve; and two functions in which every allocator does the same.
extern long next(void);

long twenty(void) {
  long v[20];
  for (int i = 0; i < 20; i++)
    v[i] = next();
  long result = 0;
  for (int i = 0; i < 20; i++)
    result = result * 3 + v[i];
  return result;
}

long leaf(long a, long b) { return a + b; }

long calls(long a) { return next() + a; }
