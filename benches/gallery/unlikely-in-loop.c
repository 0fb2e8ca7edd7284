// The loop calls a function for unlikely elements only. The registers that survive the call are
// saved once for each call of the function, also if the loop never makes one.
int fix(int);

void repair(int *begin, int *end) {
  while (begin != end) {
    if (__builtin_expect(*begin != 0, 0))
      *begin = fix(*begin);
    ++begin;
  }
}
