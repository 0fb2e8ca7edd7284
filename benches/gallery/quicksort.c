// The pivot lives across the calls of the comparison in both inner loops and is an argument of
// each.
typedef int (*compare)(double, double);

void sort(double *a, long n, compare less) {
  while (n > 1) {
    double pivot = a[n / 2];
    long i = 0, j = n - 1;
    for (;;) {
      while (less(a[i], pivot))
        ++i;
      while (less(pivot, a[j]))
        --j;
      if (i >= j)
        break;
      double t = a[i];
      a[i++] = a[j];
      a[j--] = t;
    }
    sort(a, i, less);
    a += i;
    n -= i;
  }
}
