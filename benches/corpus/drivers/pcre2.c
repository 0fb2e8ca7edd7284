// Searches a text for several patterns with PCRE2's interpreter.
#define PCRE2_CODE_UNIT_WIDTH 8
#include "common.h"
#include "patterns.h"
#include <pcre2.h>

int main(void) {
  char *Text = allocate(SIZE);
  fillText(Text, SIZE);
  uint64_t Sum = 0;
  size_t Found = 0;
  for (unsigned I = 0; I < sizeof Patterns / sizeof *Patterns; ++I) {
    int Error;
    PCRE2_SIZE Offset;
    pcre2_code *Code = pcre2_compile((PCRE2_SPTR)Patterns[I], PCRE2_ZERO_TERMINATED,
                                     PCRE2_MULTILINE, &Error, &Offset, NULL);
    require(Code != NULL, "compile the pattern");
    pcre2_match_data *Match = pcre2_match_data_create_from_pattern(Code, NULL);
    const PCRE2_SIZE *Ends = pcre2_get_ovector_pointer(Match);
    for (PCRE2_SIZE At = 0; At < SIZE; At = Ends[1]) {
      if (pcre2_match(Code, (PCRE2_SPTR)Text, SIZE, At, PCRE2_NOTEMPTY, Match, NULL) < 0)
        break;
      Sum = checksum(Sum, Text + Ends[0], Ends[1] - Ends[0]);
      ++Found;
    }
    pcre2_match_data_free(Match);
    pcre2_code_free(Code);
  }
  printf("%zu matches\n", Found);
  printResult(SIZE, Sum);
}
