// Simplifies a generated surface with meshoptimizer, and orders, packs and unpacks it.
#include "common.h"
#include <cmath>
#include <meshoptimizer.h>
#include <vector>

struct Vertex {
  float X, Y, Z;
};

int main() {
  const unsigned Side = 400;
  std::vector<Vertex> Vertices;
  std::vector<unsigned> Indices;
  for (unsigned Y = 0; Y < Side; ++Y)
    for (unsigned X = 0; X < Side; ++X)
      Vertices.push_back(
          {X / 16.0f, Y / 16.0f, (X * X % 97 + Y * Y % 89 + nextRandom() % 9) / 64.0f});
  for (unsigned Y = 0; Y + 1 < Side; ++Y)
    for (unsigned X = 0; X + 1 < Side; ++X) {
      unsigned At = Y * Side + X;
      for (unsigned Index : {At, At + 1, At + Side, At + 1, At + Side + 1, At + Side})
        Indices.push_back(Index);
    }
  std::vector<unsigned> Fewer(Indices.size());
  Fewer.resize(meshopt_simplify(Fewer.data(), Indices.data(), Indices.size(), &Vertices[0].X,
                                Vertices.size(), sizeof(Vertex), Indices.size() / 4, 1.0f));
  meshopt_optimizeVertexCache(Fewer.data(), Fewer.data(), Fewer.size(), Vertices.size());
  meshopt_optimizeOverdraw(Fewer.data(), Fewer.data(), Fewer.size(), &Vertices[0].X,
                           Vertices.size(), sizeof(Vertex), 1.05f);
  uint64_t Sum = checksum(0, Fewer.data(), Fewer.size() * sizeof(unsigned));

  std::vector<unsigned char> Packed(
      meshopt_encodeVertexBufferBound(Vertices.size(), sizeof(Vertex)));
  std::vector<Vertex> Back(Vertices.size());
  Packed.resize(meshopt_encodeVertexBuffer(Packed.data(), Packed.size(), Vertices.data(),
                                           Vertices.size(), sizeof(Vertex)));
  require(meshopt_decodeVertexBuffer(Back.data(), Back.size(), sizeof(Vertex), Packed.data(),
                                     Packed.size()) == 0,
          "unpack");
  require(checksum(0, Back.data(), Back.size() * sizeof(Vertex)) ==
              checksum(0, Vertices.data(), Vertices.size() * sizeof(Vertex)),
          "the surface has changed");
  printResult(Packed.size(), checksum(Sum, Packed.data(), Packed.size()));
}
