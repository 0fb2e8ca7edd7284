// Prints the most frequent repeated substrings of a text, found in its suffix array.
// C++ with templates and exceptions: what a program of that kind asks of an allocator.
#include "esa.hxx"
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

struct Repeat {
  std::string Text;
  int Count;
};

static std::vector<Repeat> repeats(const std::string &Text, int MinLength) {
  if (Text.empty())
    throw std::invalid_argument("an empty text repeats nothing");
  int Size = Text.size(), Nodes = 0;
  std::vector<int> Symbols(Text.begin(), Text.end()), Suffixes(Size), Left(Size), Right(Size),
      Depth(Size);
  for (int &Symbol : Symbols)
    Symbol &= 0xff;
  if (esaxx(Symbols.begin(), Suffixes.begin(), Left.begin(), Right.begin(), Depth.begin(), Size,
            256, Nodes) != 0)
    throw std::runtime_error("no suffix array");
  std::map<int, std::vector<Repeat>, std::greater<int>> ByCount;
  for (int Node = 0; Node < Nodes; ++Node)
    if (Depth[Node] >= MinLength)
      ByCount[Right[Node] - Left[Node]].push_back(
          {Text.substr(Suffixes[Left[Node]], Depth[Node]), Right[Node] - Left[Node]});
  std::vector<Repeat> All;
  for (auto &Entry : ByCount)
    All.insert(All.end(), Entry.second.begin(), Entry.second.end());
  return All;
}

int main(int Count, char **Arguments) {
  std::ifstream File(Count > 1 ? Arguments[1] : "");
  std::string Text((std::istreambuf_iterator<char>(File)), std::istreambuf_iterator<char>());
  for (int MinLength : {4, 8, 16}) {
    std::vector<Repeat> Found = repeats(Text, MinLength);
    std::printf("%d letters or more: %zu\n", MinLength, Found.size());
    for (std::size_t I = 0; I < std::min<std::size_t>(Found.size(), 20); ++I)
      std::printf("%6d %s\n", Found[I].Count, Found[I].Text.c_str());
  }
  try {
    repeats("", 1);
  } catch (const std::exception &Error) {
    std::printf("%s\n", Error.what());
  }
}
