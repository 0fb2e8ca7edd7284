// Exceptions, thread locals, computed goto, floating point and more live values than registers.
#include <cstdio>
#include <stdexcept>
#include <vector>

static thread_local int Calls = 0;

static int checked(int Value) {
  Calls++;
  if (Value % 7 == 3)
    throw std::runtime_error("seventh");
  return Value * 3;
}

static int catching(int From, int To) {
  int Sum = 0, Caught = 0;
  for (int I = From; I < To; I++) {
    try {
      Sum += checked(I);
    } catch (const std::exception &) {
      Caught += I;
    }
  }
  return Sum * 1000 + Caught;
}

static long interpret(const unsigned char *Code, long Accumulator) {
  static const void *Labels[] = {&&add, &&mul, &&dec, &&stop};
  long Counter = 20;
next:
  goto *Labels[*Code++];
add:
  Accumulator += Counter;
  goto next;
mul:
  Accumulator *= 3;
  goto next;
dec:
  if (--Counter > 0)
    Code -= 3;
  goto next;
stop:
  return Accumulator;
}

static double crowded(const std::vector<double> &V) {
  double S[20] = {};
  for (size_t I = 0; I + 20 <= V.size(); I++)
    for (int J = 0; J < 20; J++)
      S[J] = S[(J + 7) % 20] * 0.5 + V[I + J] * (J + 1);
  double Total = 0;
  for (double X : S)
    Total += X;
  return Total;
}

int main() {
  std::vector<double> Values;
  for (int I = 0; I < 200; I++)
    Values.push_back((I * 37 % 101) / 8.0);
  const unsigned char Code[] = {0, 1, 2, 3};
  std::printf("%d %d\n", catching(0, 100), Calls);
  std::printf("%ld\n", interpret(Code, 1));
  std::printf("%.6f\n", crowded(Values));
  return 0;
}
