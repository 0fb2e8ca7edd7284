// Searches a text for several patterns with Oniguruma.
#include "common.h"
#include "patterns.h"
#include <oniguruma.h>
#include <string.h>

int main(void) {
  OnigEncoding Encoding = ONIG_ENCODING_UTF8;
  require(onig_initialize(&Encoding, 1) == ONIG_NORMAL, "start");
  UChar *Text = allocate(SIZE);
  fillText((char *)Text, SIZE);
  uint64_t Sum = 0;
  size_t Found = 0;
  for (unsigned I = 0; I < sizeof Patterns / sizeof *Patterns; ++I) {
    regex_t *Code;
    const UChar *Pattern = (const UChar *)Patterns[I];
    require(onig_new(&Code, Pattern, Pattern + strlen(Patterns[I]), ONIG_OPTION_FIND_NOT_EMPTY,
                     Encoding, ONIG_SYNTAX_RUBY, NULL) == ONIG_NORMAL,
            "compile the pattern");
    OnigRegion *Region = onig_region_new();
    for (int At = 0; At < SIZE; At = Region->end[0]) {
      if (onig_search(Code, Text, Text + SIZE, Text + At, Text + SIZE, Region, ONIG_OPTION_NONE) <
          0)
        break;
      Sum = checksum(Sum, Text + Region->beg[0], Region->end[0] - Region->beg[0]);
      ++Found;
    }
    onig_region_free(Region, 1);
    onig_free(Code);
  }
  onig_end();
  printf("%zu matches\n", Found);
  printResult(SIZE, Sum);
}
