// The table of functions: one column can sort it, and a text that a name, an input, a project or a
// target contains can filter it. `#q=TEXT` in the address searches from the beginning.
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const body = document.querySelector("#functions tbody");
  const search = document.getElementById("search");
  const choice = document.getElementById("allocator");
  const count = document.getElementById("count");
  const more = document.getElementById("more");
  const page = 200;
  let shown = page;
  let sorting = { column: 5, descending: true };

  // [function, input, target, O of the base, O, ratio of O, ratio of I, bytes]
  const rowsOf = (allocator) =>
    data.functions
      .filter((row) => row.o[0] !== null && row.o[allocator] !== null)
      .map((row) => [
        row.f, row.in, row.t, row.o[0], row.o[allocator],
        (row.o[allocator] + 1) / (row.o[0] + 1),
        row.i[0] > 0 ? row.i[allocator] / row.i[0] : 1,
        row.b[allocator],
        row.p,
      ]);

  const compare = (a, b) => {
    const x = a[sorting.column], y = b[sorting.column];
    const order = typeof x === "string" ? (x < y ? -1 : x > y ? 1 : 0) : x - y;
    return sorting.descending ? -order : order;
  };

  const cell = (value, digits, judged) => {
    const td = document.createElement("td");
    td.textContent = typeof value === "string" ? value : value === null ? "" : value.toFixed(digits);
    if (judged && value < 0.9995) td.className = "better";
    if (judged && value >= 1.0005) td.className = "worse";
    return td;
  };

  const draw = () => {
    const text = search.value.toLowerCase();
    const matches = (row) => [row[0], row[1], row[2], row[8]].some((key) => key.toLowerCase().includes(text));
    const rows = rowsOf(Number(choice.value)).filter(matches).sort(compare);
    const lines = rows.slice(0, shown).map((row) => {
      const tr = document.createElement("tr");
      const digits = [0, 0, 0, 1, 1, 3, 3, 0];
      tr.append(...digits.map((places, index) => cell(row[index], places, index === 5 || index === 6)));
      return tr;
    });
    body.replaceChildren(...lines);
    count.textContent = `${rows.length} functions`;
    more.hidden = rows.length <= shown;
    document.querySelectorAll("#functions th").forEach((th, index) => {
      const direction = sorting.descending ? "descending" : "ascending";
      th.setAttribute("aria-sort", index === sorting.column ? direction : "none");
    });
  };

  document.querySelectorAll("#functions th button").forEach((button, column) => {
    button.addEventListener("click", () => {
      const descending = sorting.column === column ? !sorting.descending : column > 2;
      sorting = { column, descending };
      draw();
    });
  });
  search.addEventListener("input", () => { shown = page; draw(); });
  choice.addEventListener("change", draw);
  more.addEventListener("click", () => { shown += page; draw(); });
  search.value = new URLSearchParams(location.hash.slice(1)).get("q") ?? "";
  draw();
})();
