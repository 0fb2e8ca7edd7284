-- Closures, tables, strings, floats, coroutines and errors in one page.
local function sieve(limit)
  local composite, primes = {}, {}
  for n = 2, limit do
    if not composite[n] then
      primes[#primes + 1] = n
      for m = n * n, limit, n do composite[m] = true end
    end
  end
  return primes
end

local primes = sieve(200000)
print("primes", #primes, primes[#primes])

local function nbody(steps)
  local x, y, vx, vy = 1.0, 0.0, 0.0, 1.0
  for _ = 1, steps do
    local r3 = (x * x + y * y) ^ 1.5
    vx, vy = vx - 0.001 * x / r3, vy - 0.001 * y / r3
    x, y = x + 0.001 * vx, y + 0.001 * vy
  end
  return string.format("%.12f %.12f", x, y)
end
print("orbit", nbody(200000))

local words = {}
for word in ("the quick brown fox jumps over the lazy dog"):rep(500, " "):gmatch("%a+") do
  words[word] = (words[word] or 0) + 1
end
local sorted = {}
for word, count in pairs(words) do sorted[#sorted + 1] = word .. "=" .. count end
table.sort(sorted)
print(table.concat(sorted, " "))

local generator = coroutine.wrap(function()
  local a, b = 0, 1
  while true do
    coroutine.yield(a)
    a, b = b, a + b
  end
end)
local fibonacci = {}
for i = 1, 60 do fibonacci[i] = generator() end
print("fibonacci", fibonacci[60])

print(select(2, pcall(function() error({ code = 7 }) end)).code)
print(select(2, pcall(error, "caught", 0)))
