// Compiles and runs a program in Luau.
#include "common.h"
#include <cstring>
#include <lua.h>
#include <luacode.h>
#include <lualib.h>

static const char Program[] = R"program(
local function sieve(limit)
  local composite, found = table.create(limit, false), 0
  for n = 2, limit do
    if not composite[n] then
      found += 1
      for m = n * n, limit, n do composite[m] = true end
    end
  end
  return found
end
local words, seed = {}, 1
for _ = 1, 60000 do
  seed = seed * 16807 % 2147483647
  local word = `w{seed % 500}`
  words[word] = (words[word] or 0) + 1
end
local sorted = {}
for word, count in words do table.insert(sorted, `{word}={count}`) end
table.sort(sorted)
local x, y, vx, vy = 1, 0, 0, 1
for _ = 1, 200000 do
  local r3 = (x * x + y * y) ^ 1.5
  vx -= 1e-3 * x / r3; vy -= 1e-3 * y / r3
  x += 1e-3 * vx; y += 1e-3 * vy
end
local made = coroutine.wrap(function() for i = 1, 1000 do coroutine.yield(i * i) end end)
local sum = 0
for _ = 1, 1000 do sum += made() end
local ok, message = pcall(error, "caught", 0)
return table.concat({sieve(200000), string.format("%.9f %.9f", x, y), sum, message,
  (table.concat(sorted, " "):gsub("w(%d+)=(%d+)", "%2:%1"))}, ";")
)program";

int main() {
  size_t Size = 0;
  char *Code = luau_compile(Program, std::strlen(Program), nullptr, &Size);
  lua_State *State = luaL_newstate();
  require(Code != nullptr && State != nullptr, "start");
  luaL_openlibs(State);
  require(luau_load(State, "program", Code, Size, 0) == 0, "compile the program");
  require(lua_pcall(State, 0, 1, 0) == 0, "run the program");
  const char *Text = lua_tolstring(State, -1, &Size);
  puts(Text);
  printResult(Size, checksum(0, Text, Size));
  lua_close(State);
  free(Code);
}
