// Parses a generated XML document with expat.
#include "common.h"
#include <expat.h>
#include <string.h>

enum { ITEMS = 60000, TEXT = 60, ROOM = 400 };

static uint64_t Sum;
static size_t All;

static void add(const char *Text, size_t Size) {
  Sum = checksum(Sum, Text, Size);
  All += Size;
}

static void begin(void *Data, const XML_Char *Name, const XML_Char **Attributes) {
  (void)Data;
  add(Name, strlen(Name));
  for (; *Attributes; ++Attributes)
    add(*Attributes, strlen(*Attributes));
}

static void end(void *Data, const XML_Char *Name) {
  (void)Data;
  add(Name, strlen(Name));
}

static void text(void *Data, const XML_Char *Text, int Size) {
  (void)Data;
  add(Text, Size);
}

int main(void) {
  char *Document = allocate(ITEMS * ROOM), Text[TEXT + 1] = {0};
  size_t Size = sprintf(Document, "<?xml version='1.0' encoding='UTF-8'?>\n<items xmlns='urn:i'>");
  for (unsigned I = 0; I < ITEMS; ++I) {
    fillText(Text, TEXT);
    Size += sprintf(Document + Size,
                    "<item id='%u' kind=\"k%u\"><!-- %u --><name>%s &amp; &#x20AC;</name>"
                    "<price currency='eur'>%u.%02u</price><![CDATA[<%s>]]></item>\n",
                    I, nextRandom() % 9, I, Text, nextRandom() % 1000, nextRandom() % 100, Text);
  }
  Size += sprintf(Document + Size, "</items>\n");
  XML_Parser Parser = XML_ParserCreateNS(NULL, ':');
  require(Parser != NULL, "start");
  // It would be the time otherwise, and decide how long searches take.
  require(XML_SetHashSalt(Parser, 1), "set the salt of the hashes");
  XML_SetElementHandler(Parser, begin, end);
  XML_SetCharacterDataHandler(Parser, text);
  require(XML_Parse(Parser, Document, Size, 1) == XML_STATUS_OK, "parse");
  XML_ParserFree(Parser);
  printResult(All, Sum);
}
