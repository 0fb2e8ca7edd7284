// Runs a JavaScript program with QuickJS.
#include "common.h"
#include <quickjs.h>
#include <string.h>

static const char Program[] =
    "class Tree { constructor(d) { this.kids = d ? [new Tree(d - 1), new Tree(d - 1)] : []; }\n"
    "  size() { return this.kids.reduce((n, k) => n + k.size(), 1); } }\n"
    "function sieve(n) { const c = new Uint8Array(n + 1); let found = 0;\n"
    "  for (let i = 2; i <= n; i++) if (!c[i]) { found++; for (let j = i * i; j <= n; j += i)\n"
    "    c[j] = 1; }\n"
    "  return found; }\n"
    "const words = {}; let seed = 1;\n"
    "for (let i = 0; i < 50000; i++) { seed = (seed * 16807) % 2147483647;\n"
    "  const w = 'w' + seed % 500; words[w] = (words[w] || 0) + 1; }\n"
    "let x = 1, y = 0, vx = 0, vy = 1;\n"
    "for (let i = 0; i < 100000; i++) { const r3 = (x * x + y * y) ** 1.5;\n"
    "  vx -= 1e-3 * x / r3; vy -= 1e-3 * y / r3; x += 1e-3 * vx; y += 1e-3 * vy; }\n"
    "const text = Object.entries(words).sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))\n"
    "  .map(([w, n]) => `${w}=${n}`).join(' ');\n"
    "let caught = 0; for (let i = 0; i < 2000; i++) try { null.x } catch (e) { caught++; }\n"
    "[new Tree(14).size(), sieve(200000), x.toFixed(9), y.toFixed(9), caught,\n"
    " text.replace(/w(\\d+)=(\\d+)/g, '$2:$1').slice(0, 4000),\n"
    " JSON.stringify(JSON.parse(JSON.stringify(words))).length].join(';')";

int main(void) {
  JSRuntime *Runtime = JS_NewRuntime();
  JSContext *Context = JS_NewContext(Runtime);
  require(Context != NULL, "start");
  JSValue Value = JS_Eval(Context, Program, strlen(Program), "program.js", JS_EVAL_TYPE_GLOBAL);
  require(!JS_IsException(Value), "run the program");
  const char *Text = JS_ToCString(Context, Value);
  require(Text != NULL, "read the result");
  puts(Text);
  printResult(strlen(Text), checksum(0, Text, strlen(Text)));
  JS_FreeCString(Context, Text);
  JS_FreeValue(Context, Value);
  JS_FreeContext(Context);
  JS_FreeRuntime(Runtime);
}
