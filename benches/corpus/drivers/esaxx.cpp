// Builds the suffix array and tree of a text with esaxx, through the function that its crate calls.
#include "common.h"
#include <vector>

extern "C" int esaxx_int32(char32_t *Text, int *Suffixes, int *Left, int *Right, int *Depth,
                           int Size, int Symbols, int &Nodes);

int main() {
  const int Size = 150000, Symbols = 256;
  std::vector<char> Letters(Size);
  fillText(Letters.data(), Letters.size());
  std::vector<char32_t> Text(Letters.begin(), Letters.end());
  std::vector<int> Suffixes(Size), Left(Size), Right(Size), Depth(Size);
  int Nodes = 0;
  require(esaxx_int32(Text.data(), Suffixes.data(), Left.data(), Right.data(), Depth.data(), Size,
                      Symbols, Nodes) == 0,
          "build the suffix array");
  uint64_t Sum = 0;
  for (const std::vector<int> *Part : {&Suffixes, &Left, &Right, &Depth})
    Sum = checksum(Sum, Part->data(), Part->size() * sizeof(int));
  printf("%d nodes\n", Nodes);
  printResult(Size, Sum);
}
