/* Executes a file of SQL in a database in memory and prints every row. */
#include "sqlite3.h"
#include <stdio.h>
#include <stdlib.h>

static int printRow(void *unused, int columns, char **values, char **names) {
  (void)unused;
  (void)names;
  for (int i = 0; i < columns; i++)
    printf("%s%s", i ? "|" : "", values[i] ? values[i] : "NULL");
  printf("\n");
  return 0;
}

static char *readAll(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file)
    return NULL;
  fseek(file, 0, SEEK_END);
  long size = ftell(file);
  rewind(file);
  char *text = calloc(1, size + 1);
  if (fread(text, 1, size, file) != (size_t)size) {
    free(text);
    text = NULL;
  }
  fclose(file);
  return text;
}

int main(int argc, char **argv) {
  char *sql = argc == 2 ? readAll(argv[1]) : NULL;
  if (!sql) {
    fprintf(stderr, "usage: %s FILE.sql\n", argv[0]);
    return 2;
  }
  sqlite3 *database;
  char *message = NULL;
  sqlite3_open(":memory:", &database);
  int failed = sqlite3_exec(database, sql, printRow, NULL, &message);
  if (failed)
    fprintf(stderr, "%s\n", message);
  sqlite3_close(database);
  free(sql);
  return failed;
}
