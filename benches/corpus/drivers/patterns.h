// What the drivers of regular expressions search for, and the size of the text that they search.
#ifndef REGALLOC_LIMIT_DRIVERS_PATTERNS_H
#define REGALLOC_LIMIT_DRIVERS_PATTERNS_H

enum { SIZE = 1000000 };

static const char *const Patterns[] = {
    "\\b(\\w+) \\1\\b",
    "(?i)live ?range|spill(?:ed|s)?|re(?=fe)\\w*",
    "[aeiou]{2,}[^aeiou\\s]+(?<!ter),",
    "^(?:\\w+[ ,]){3}(ster|spil)\\w*.*$",
    "(?:(?:al|lo|ca|te)+)(in|ran)*\\b",
};

#endif
