/* Runs one Lua script: the interpreter without the interactive shell. */
#include "lauxlib.h"
#include "lua.h"
#include "lualib.h"
#include <stdio.h>

int main(int argc, char **argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: %s SCRIPT\n", argv[0]);
    return 2;
  }
  lua_State *state = luaL_newstate();
  luaL_openlibs(state);
  int failed = luaL_dofile(state, argv[1]);
  if (failed)
    fprintf(stderr, "%s\n", lua_tostring(state, -1));
  lua_close(state);
  return failed;
}
