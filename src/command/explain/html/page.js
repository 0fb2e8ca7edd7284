// Rows have one height, and only those in sight are in the document. A row is chosen with the keys or the
// mouse, and in it a register; the reasons of both stand beside the code.
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const $ = (id) => document.getElementById(id);
  const HEIGHT = 18, WIDE = 42, NARROW = 24, LEAST = 13, SPARE = 8;
  const [code, head, space, pane, reasons] = ["code", "head", "space", "window", "reasons"].map($);
  if (!data.functions.length) {
    reasons.textContent = `${data.input}: ${data.nothing}.`;
    return;
  }
  let f, visible, topmost, folded, loops, chosen, column, value, fitted = true, width = WIDE;

  const make = (tag, name, text) => {
    const element = document.createElement(tag);
    if (name) element.className = name;
    if (text !== undefined) element.textContent = text;
    return element;
  };
  const number = (x) => (x >= 100 ? x.toFixed(0) : x >= 0.1 || x === 0 ? x.toFixed(1) : x >= 0.001 ? x.toFixed(3) : "under 0.001");
  const percent = (x) => `${(100 * x).toFixed(0)} %`;
  const short = (file) => (file ?? "").split("/").pop();
  const nameOf = (id) => f.values[id]?.name ?? (id === null || id === undefined ? "" : `%${id}`);
  const counted = (count, one, several) => `${count} ${count === 1 ? one : several}`;
  const sums = (m) => `${counted(m.reloads, "reload", "reloads")}, ${counted(m.stores, "store", "stores")}, ${counted(m.copies, "copy", "copies")}: ${number(m.cost)} per call`;
  const place = (line) => `${short(line.file)}:${line.line}`;
  const colour = (id) => `hsl(${(id * 137.5) % 360} 65% 78%)`;

  // Of runs that are sorted by their first rows, those that hold the row; at most two end and begin there.
  const at = (runs, row, first) => {
    let low = 0, high = runs.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (runs[middle][first] <= row) low = middle + 1; else high = middle;
    }
    return runs.slice(Math.max(0, low - 2), low).filter((run) => run[first + 1] >= row);
  };
  const heldAt = (side, row) =>
    side.byColumn.flatMap((runs, index) => at(runs, row, 2).map((run) => [side.columns[index], run[1]]));
  // Those in no register at a row, the dearest first; what is recomputed costs no load and comes last.
  const outAt = (side, row) => {
    const out = side.buckets[row >> 6].filter((run) => run[1] <= row && run[2] >= row).map((run) => run[0]);
    return out.sort((a, b) => (side.costs[b] ?? 0) - (side.costs[a] ?? 0));
  };

  const prepare = () => {
    if (f.ready) return;
    f.ready = true;
    for (const side of f.sides) {
      side.byColumn = side.columns.map(() => []);
      for (const run of side.held) side.byColumn[run[0]].push(run);
      side.buckets = Array.from({ length: (f.rows.length >> 6) + 1 }, () => []);
      for (const run of side.memory)
        for (let bucket = run[1] >> 6; bucket <= run[2] >> 6; bucket++) side.buckets[bucket].push(run);
    }
  };

  // Where a loop begins in the layout, and the last of the blocks behind it that are inside it.
  const findLoops = () => {
    loops = new Map();
    f.blocks.forEach((block, index) => {
      const before = f.blocks[index - 1];
      if (block.depth === 0 || (before && before.depth >= block.depth && before.header === block.header)) return;
      if (before && before.depth > block.depth) return;
      let last = index;
      const inside = (b) => b && (b.depth > block.depth || (b.depth === block.depth && b.header === block.header));
      while (inside(f.blocks[last + 1])) last++;
      loops.set(index, last);
    });
  };
  const layOut = () => {
    const hidden = new Set();
    for (const [first, last] of loops)
      if (folded.has(first)) for (let block = first; block <= last; block++) hidden.add(block === first ? -1 - block : block);
    visible = [];
    f.rows.forEach((row, index) => {
      const isHead = row.l === undefined && !row.t;
      if (hidden.has(row.b) || (hidden.has(-1 - row.b) && !isHead)) return;
      visible.push(index);
    });
    space.style.height = `${visible.length * HEIGHT}px`;
    $("fold").textContent = folded.size ? "Unfold all loops" : "Fold all loops";
    draw();
  };

  const textOf = (index) => {
    const row = f.rows[index], block = f.blocks[row.b];
    if (row.t) return row.t[0] ?? row.t[1];
    if (row.l !== undefined) return `${f.lines[row.l].line}: ${(f.lines[row.l].text ?? "").trim()}`;
    const loop = block.depth ? `, ${block.depth} loop${block.depth > 1 ? "s" : ""}` : "";
    return `block ${block.block}${loop}${block.loop_line ? ` of line ${block.loop_line}` : ""}`;
  };
  const rowOf = (index) => {
    const row = f.rows[index], block = f.blocks[row.b];
    const isHead = row.l === undefined && !row.t;
    const line = make("div", `row ${row.t ? "code" : isHead ? "block" : "source"}${index === chosen ? " chosen" : ""}`);
    line.dataset.row = index;
    line.id = `row${index}`;
    line.setAttribute("role", "row");
    if (row.t?.includes(null)) line.classList.add("made");
    const fixed = make("div", "fixed"), hot = make("span", "hot", isHead ? number(block.frequency) : "");
    const heat = Math.log1p(block.frequency) / Math.log1p(f.hottest);
    hot.style.background = `hsl(20 90% 55% / ${(0.75 * heat).toFixed(2)})`;
    const pressure = make("span", "pressure");
    if (row.p) {
      const [set, held, capacity] = row.p;
      const fits = capacity === null ? held : Math.min(held, capacity), scale = 56 / f.widest;
      const bar = make("i"), over = make("i", "over"), left = 64;
      bar.style.left = `${left}px`;
      bar.style.width = `${fits * scale}px`;
      over.style.left = `${left + fits * scale}px`;
      over.style.width = `${(held - fits) * scale}px`;
      pressure.append(bar, over, make("b", "", capacity === null ? `${held}` : `${held} of ${capacity}`));
      pressure.title = f.sets[set];
    }
    const text = make("span", "text", textOf(index));
    if (isHead && loops.has(row.b)) text.prepend(make("span", "fold", folded.has(row.b) ? "▸ " : "▾ "));
    text.title = textOf(index);
    fixed.append(hot, pressure, text);
    line.append(fixed);
    f.sides.forEach((side, which) => {
      const move = make("span", "move");
      for (const [kind, of] of side.moves[index] ?? []) move.append(make("span", kind, `${kind} ${nameOf(of)} `));
      line.append(move);
      const registers = make("span", "registers");
      registers.style.width = `${side.columns.length * width}px`;
      const put = (element, place) => {
        element.style.left = `${place * width}px`;
        registers.append(element);
      };
      side.byColumn.forEach((runs, place) => {
        for (const [, of, first, last, edges] of at(runs, index, 2)) {
          const bar = make("span", "bar", first === index || index === topmost ? nameOf(of) : "");
          if (first === index && edges & 1) bar.classList.add("begins");
          if (last === index && edges & 2) bar.classList.add("ends");
          if (f.values[of]?.gone) bar.classList.add("left");
          if (of === value) bar.classList.add("chosen");
          bar.style.background = colour(of);
          bar.title = nameOf(of);
          bar.dataset.value = of;
          put(bar, place);
        }
      });
      const here = column - which * f.sides[0].columns.length;
      if (index === chosen && here >= 0 && here < side.columns.length) put(make("span", "cursor"), here);
      line.append(registers);
      const memory = make("span", "memory");
      for (const of of row.t ? outAt(side, index) : []) {
        const chip = make("span", `out${of === value ? " chosen" : ""}${side.costs[of] ? "" : " again"}`, nameOf(of));
        chip.title = side.costs[of] ? `${nameOf(of)}: in memory` : `${nameOf(of)}: recomputed where it is needed`;
        chip.dataset.value = of;
        memory.append(chip);
      }
      line.append(memory);
    });
    return line;
  };
  const draw = () => {
    const top = code.scrollTop / HEIGHT, firstDrawn = Math.max(0, Math.floor(top) - SPARE);
    topmost = visible[Math.ceil(top)];
    const last = Math.ceil((code.scrollTop + code.clientHeight) / HEIGHT) + SPARE;
    pane.style.top = `${firstDrawn * HEIGHT}px`;
    pane.replaceChildren(...visible.slice(firstDrawn, last).map(rowOf));
    if (chosen !== undefined) code.setAttribute("aria-activedescendant", `row${chosen}`);
  };
  // Both allocators are in sight if that can be: the columns of registers share what the window has beside the
  // others, and the reasons stand below the code where it has little room.
  const fit = () => {
    $("main").classList.toggle("below", fitted && f.sides.length > 1 && innerWidth < 1800);
    code.classList.toggle("fitted", fitted);
    code.classList.remove("narrow");
    code.style.setProperty("--cell", "0px");
    const columns = f.sides.reduce((sum, side) => sum + side.columns.length, 0);
    drawHead();
    const [first, last] = [head.firstChild.firstChild, head.firstChild.lastChild].map((e) => e.getBoundingClientRect());
    const room = code.clientWidth - (last.right - first.left) + columns;
    width = fitted ? Math.max(LEAST, Math.min(WIDE, Math.floor(room / Math.max(1, columns)))) : WIDE;
    code.style.setProperty("--cell", `${width}px`);
    code.classList.toggle("narrow", width < NARROW);
    $("fit").textContent = fitted ? "Wide columns" : "Fit columns to the window";
    drawHead();
  };
  const drawHead = () => {
    const row = make("div", "row"), fixed = make("div", "fixed");
    fixed.append(make("span", "hot", "per call"), make("span", "pressure", "held / regs"), make("span", "text", "code"));
    row.append(fixed);
    for (const side of f.sides) {
      row.append(make("span", "move", side.name), ...side.columns.map((name) => make("span", "cell", name)));
      row.append(make("span", "memory", "no register"));
    }
    head.replaceChildren(row);
  };

  // The reasons.
  const button = (id) => {
    const b = make("button", "", nameOf(id));
    b.dataset.value = id;
    return b;
  };
  const goTo = (text, row) => {
    const b = make("button", "", text);
    b.dataset.to = row;
    return b;
  };
  const paragraph = (...parts) => {
    const p = make("p");
    p.append(...parts);
    return p;
  };
  const list = (title, items) => {
    if (!items.length) return [];
    const ul = make("ul");
    for (const parts of items) {
      const li = make("li");
      li.append(...parts);
      ul.append(li);
    }
    return [make("h3", "", title), ul];
  };
  const why = (gone) => [gone.why, gone.place === "recomputed" ? "recomputed" : `costs ${number(gone.cost)} (${percent(gone.share)})`].filter(Boolean).join(", ");
  const whereIs = (side, id) => {
    const kept = side.held.filter((run) => run[1] === id).map((run) => [side.columns[run[0]], run[2], run[3]]);
    const out = side.memory.filter((run) => run[0] === id).map((run) => ["no register", run[1], run[2]]);
    const runs = [...kept, ...out].sort((a, b) => a[1] - b[1]);
    const items = runs.slice(0, 40).map(([name, first, last]) => {
      const line = f.rows[first].l === undefined ? textOf(first) : `line ${f.lines[f.rows[first].l].line}`;
      return [goTo(name, first), ` from ${line}, ${last - first + 1} rows`];
    });
    if (runs.length > 40) items.push([`and ${runs.length - 40} more pieces`]);
    return list(`With ${side.name}`, items);
  };
  const isIn = (region, row) => {
    const line = f.lines[row.l], block = f.blocks[row.b];
    if (region.line === null || !line) return region.line === null && !line && region.block === block.block;
    return region.line === line.line && region.file === line.file && region.loop_line === (block.loop_line ?? null);
  };
  const explainValue = (id) => {
    value = id;
    const known = f.values[id], parts = [make("h2", "", known.name)];
    parts.push(paragraph(`${known.class}, virtual register ${id}${known.line ? `, defined in line ${known.line}` : ""}`));
    if (known.gone) {
      const gone = known.gone, lines = gone.reload_lines;
      parts.push(paragraph(`Limit has it in no register somewhere: ${why(gone)}.`));
      if (lines.length) parts.push(paragraph(`Loaded in line${lines.length > 1 ? "s" : ""} ${lines.join(", ")}.`));
      if (gone.last_use) parts.push(paragraph(`Needed last in line ${gone.last_use}.`));
      const instead = gone.others.filter((o) => o.price !== null).map((o) => [[o.name, ...o.with].join(" with "), `, for ${number(o.price)}`]);
      parts.push(...list(`Instead, for ${number(gone.price ?? gone.cost)}, could have left`, instead));
    } else parts.push(paragraph("Limit has it in registers wherever it is live."));
    for (const side of f.sides.slice(1))
      if (side.costs[id]) parts.push(paragraph(`With ${side.name} its loads and stores cost ${number(side.costs[id])}.`));
    for (const side of f.sides) parts.push(...whereIs(side, id));
    reasons.replaceChildren(...parts);
    draw();
  };
  const explainRow = (index) => {
    value = undefined;
    const row = f.rows[index], block = f.blocks[row.b], line = f.lines[row.l];
    const parts = [make("h2", "", line ? place(line) : `block ${block.block}`)];
    if (line?.text) parts.push(paragraph(make("code", "", line.text.trim())));
    parts.push(paragraph(`Executed ${number(block.frequency)} times per call${block.depth ? `, in ${block.depth} loop${block.depth > 1 ? "s" : ""}` : ""}.`));
    if (row.t) f.sides.forEach((side, which) => {
      parts.push(paragraph(`${side.name}: `, make("code", "", row.t[which] ?? "nothing here")));
    });
    if (row.p) {
      const [set, held, capacity] = row.p;
      parts.push(paragraph(`${f.sets[set]}: ${held} registers are asked for${capacity === null ? "" : `, and there are ${capacity}`}.`));
    }
    const region = f.regions.find((r) => isIn(r, row));
    if (region) {
      parts.push(paragraph(`This line: ${sums(region.moves)}, ${percent(region.share)} of the function's.`));
      const one = region.one_more;
      if (one) parts.push(paragraph(`One more ${one.class} register would keep ${one.name}: saves up to ${number(one.saves)} per call, ${percent(one.share)}.`));
    }
    parts.push(...list("Could leave here, for", (row.o ?? []).map(([id, price]) => [button(id), price === null ? ": cannot" : `: ${number(price)}`])));
    if (row.t) for (const side of f.sides) {
      const out = outAt(side, index), gone = (id) => (side === f.sides[0] && f.values[id].gone ? `: ${why(f.values[id].gone)}` : side.costs[id] ? `: costs ${number(side.costs[id])}` : ": recomputed");
      parts.push(...list(`In no register with ${side.name}`, out.map((id) => [button(id), gone(id)])));
    }
    if (row.t) for (const side of f.sides)
      parts.push(...list(`In registers with ${side.name}`, heldAt(side, index).map(([name, id]) => [`${name} `, button(id)])));
    reasons.replaceChildren(...parts);
    draw();
  };

  const reveal = (index) => {
    for (const [first, last] of loops) if (f.rows[index].b >= first && f.rows[index].b <= last && !visible.includes(index)) folded.delete(first);
    if (!visible.includes(index)) layOut();
    const top = visible.indexOf(index) * HEIGHT, room = code.clientHeight - 3 * HEIGHT;
    if (top < code.scrollTop || top > code.scrollTop + room) code.scrollTop = Math.max(0, top - room / 3);
  };
  const choose = (index) => {
    chosen = index;
    reveal(index);
    explainRow(index);
  };
  // The chosen row, or the head of the folded loop that it is in, stays in sight.
  const refold = () => {
    layOut();
    if (!visible.includes(chosen)) chosen = visible.findLast((index) => index < chosen) ?? visible[0];
    reveal(chosen);
    draw();
  };
  const loopOf = (block) => [...loops].filter(([first, last]) => first <= block && block <= last).pop()?.[0];
  const toggle = (block) => {
    if (!loops.has(block)) return;
    if (!folded.delete(block)) folded.add(block);
    refold();
  };
  const step = (by) => {
    const now = Math.max(0, visible.indexOf(chosen));
    choose(visible[Math.min(visible.length - 1, Math.max(0, now + by))]);
  };
  const valueAt = (index) => {
    let rest = column;
    for (const side of f.sides) {
      if (rest < side.columns.length) return at(side.byColumn[rest], index, 2).pop()?.[1];
      rest -= side.columns.length;
    }
  };
  const show = (which) => {
    f = data.functions[which];
    f.hottest = f.blocks.reduce((most, block) => Math.max(most, block.frequency), 1);
    f.widest = f.rows.reduce((most, row) => Math.max(most, row.p?.[1] ?? 0), 1);
    prepare();
    findLoops();
    folded = new Set();
    chosen = value = undefined;
    column = -1;
    const other = f.moves_beside ? `; ${f.sides[1]?.name}: ${sums(f.moves_beside)}` : "";
    $("sums").textContent = `limit: ${sums(f.moves)}${other}${f.refused ? `; left to greedy: ${f.refused}` : ""}`;
    f.begins = f.regions.map((region) => f.rows.findIndex((row) => row.t && isIn(region, row)));
    $("regions").replaceChildren(...f.regions.map((region, index) => {
      const name = region.line === null ? `block ${region.block}` : `${short(region.file)}:${region.line}`;
      return Object.assign(make("option", "", `${name}, ${percent(region.share)}: ${region.source ?? ""}`.slice(0, 70)), { value: index });
    }));
    fit();
    layOut();
    // It begins at the line that was asked for, else at the dearest.
    const asked = data.line === null ? -1 : f.regions.findIndex((region) => region.line === data.line);
    const start = Math.max(0, asked);
    $("regions").selectedIndex = start;
    choose(Math.max(0, f.begins[start] ?? 0));
  };

  code.addEventListener("scroll", draw);
  window.addEventListener("resize", () => { fit(); draw(); });
  $("fit").addEventListener("click", () => { fitted = !fitted; fit(); draw(); });
  code.addEventListener("click", (event) => {
    const row = event.target.closest("[data-row]");
    if (!row) return;
    chosen = Number(row.dataset.row);
    const of = event.target.closest("[data-value]");
    if (event.target.closest(".fold")) toggle(f.rows[chosen].b);
    if (of) explainValue(Number(of.dataset.value)); else explainRow(chosen);
  });
  code.addEventListener("keydown", (event) => {
    const columns = f.sides.reduce((sum, side) => sum + side.columns.length, 0);
    const page = Math.floor(code.clientHeight / HEIGHT) - 3;
    const moves = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -visible.length, End: visible.length };
    if (event.key in moves) step(moves[event.key]);
    else if (event.key === "ArrowRight") { column = Math.min(columns - 1, column + 1); draw(); }
    else if (event.key === "ArrowLeft") { column = Math.max(-1, column - 1); draw(); }
    else if (event.key === " ") toggle(loopOf(f.rows[chosen].b));
    else if (event.key === "Enter") {
      const of = column < 0 ? undefined : valueAt(chosen);
      if (of === undefined) explainRow(chosen); else explainValue(of);
    } else return;
    pane.querySelector(".cursor")?.scrollIntoView?.({ block: "nearest", inline: "nearest" });
    event.preventDefault();
  });
  reasons.addEventListener("click", (event) => {
    const { value: of, to } = event.target.dataset;
    if (of !== undefined) explainValue(Number(of));
    if (to !== undefined) { chosen = Number(to); reveal(chosen); draw(); }
  });
  $("fold").addEventListener("click", () => {
    folded = folded.size ? new Set() : new Set(loops.keys());
    refold();
  });
  $("regions").addEventListener("change", (event) => choose(Math.max(0, f.begins[event.target.value])));
  $("function").addEventListener("change", (event) => show(event.target.value));
  $("function").replaceChildren(...data.functions.map((of, index) => Object.assign(make("option", "", of.name), { value: index })));
  show(0);
  code.focus();
})();
