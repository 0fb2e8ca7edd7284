// Parses, normalises and takes fingerprints of generated SQL with PostgreSQL's parser.
#include "common.h"
#include <pg_query.h>
#include <string.h>

enum { QUERIES = 1500, ROOM = 1000 };

static uint64_t Sum;
static size_t All;

static void add(const char *Text) {
  require(Text != NULL, "the statement is refused");
  Sum = checksum(Sum, Text, strlen(Text));
  All += strlen(Text);
}

int main(void) {
  char Query[ROOM];
  for (unsigned I = 0; I < QUERIES; ++I) {
    snprintf(
        Query, ROOM,
        "WITH t%u AS (SELECT a, b + %u AS c FROM item i LEFT JOIN kind k ON k.id = i.kind "
        "WHERE i.price BETWEEN %u AND %u.5 AND name ~ 'x%u' ORDER BY 1 LIMIT %u) "
        "SELECT c, count(*) FILTER (WHERE a IS NOT NULL), rank() OVER (PARTITION BY c "
        "ORDER BY a DESC) FROM t%u GROUP BY c, a HAVING sum(a) > ALL (SELECT max(z) FROM z%u); "
        "INSERT INTO log(id, note) VALUES (%u, E'it\\'s'), (2, NULL) ON CONFLICT DO NOTHING",
        I, nextRandom() % 99, nextRandom() % 50, nextRandom() % 500, I, I + 1, I, I, I);
    PgQueryParseResult Parsed = pg_query_parse(Query);
    add(Parsed.parse_tree);
    pg_query_free_parse_result(Parsed);
    PgQueryNormalizeResult Normal = pg_query_normalize(Query);
    add(Normal.normalized_query);
    pg_query_free_normalize_result(Normal);
    PgQueryFingerprintResult Finger = pg_query_fingerprint(Query);
    add(Finger.fingerprint_str);
    pg_query_free_fingerprint_result(Finger);
  }
  printResult(All, Sum);
}
