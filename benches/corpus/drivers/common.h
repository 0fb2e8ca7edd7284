// What the drivers of the corpus share: a fixed input and a checksum, the same on every machine.
#ifndef REGALLOC_LIMIT_DRIVERS_COMMON_H
#define REGALLOC_LIMIT_DRIVERS_COMMON_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

// The next of a fixed sequence of numbers: a 64-bit congruential generator's upper half.
static uint32_t nextRandom(void) {
  static uint64_t State = 1;
  State = State * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(State >> 32);
}

// Fills Text with words of which a few are frequent, in sentences and lines; no terminating zero.
static inline void fillText(char *Text, size_t Size) {
  static const char Syllables[][5] = {"al",  "lo", "ca",  "te", "re",   "gi", "ster", "in",
                                      "ter", "fe", "ren", "ce", "spil", "li", "ve",   "ran"};
  size_t At = 0;
  for (unsigned Words = 0; At < Size; ++Words) {
    // The least of two makes low numbers frequent.
    uint32_t One = nextRandom() % 4096, Two = nextRandom() % 4096;
    for (uint32_t Word = One < Two ? One : Two;; Word /= 16) {
      const char *Syllable = Syllables[Word % 16];
      for (unsigned I = 0; Syllable[I] && At < Size; ++I)
        Text[At++] = Syllable[I];
      if (Word < 16)
        break;
    }
    if (At < Size)
      Text[At++] = Words % 12 == 11 ? '\n' : Words % 7 == 6 ? ',' : ' ';
  }
}

// The checksum of what was before and of Data: 64-bit FNV-1a. It begins with 0.
static inline uint64_t checksum(uint64_t Sum, const void *Data, size_t Size) {
  const unsigned char *Bytes = (const unsigned char *)Data;
  Sum ^= 0xcbf29ce484222325u;
  for (size_t I = 0; I < Size; ++I)
    Sum = (Sum ^ Bytes[I]) * 0x100000001b3u;
  return Sum;
}

// Ends the program with an error unless the condition holds.
static inline void require(int Condition, const char *What) {
  if (Condition)
    return;
  fprintf(stderr, "error: %s\n", What);
  exit(1);
}

// Memory that a driver needs to the end.
static inline void *allocate(size_t Size) {
  void *Memory = calloc(1, Size);
  require(Memory != NULL, "no memory");
  return Memory;
}

// Prints what the allocators' outputs are compared by.
static inline void printResult(size_t Size, uint64_t Sum) {
  printf("%zu bytes, checksum %016llx\n", Size, (unsigned long long)Sum);
}

#endif
