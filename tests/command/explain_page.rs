//! The page of `regalloc-limit explain --format html` as a real browser shows it.

use super::common::{scratch, shown_by_browser, succeed};
use super::explain::{explain, sixteen};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// What each script has: keys are pressed where the code has the focus, and texts are read.
const HELP: &str = "
const all = (what) => [...document.querySelectorAll(what)].map((element) => element.textContent);
const one = (what) => document.querySelector(what);
const press = (...keys) => keys.forEach((key) =>
  document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })));
const say = (what) => {
  const pre = document.createElement('pre');
  pre.id = 'said';
  pre.textContent = JSON.stringify(what);
  document.body.append(pre);
};";

/// Writes the page on `sixteen.c`.
fn page(folder: &Path, arguments: &[&str]) -> PathBuf {
    let page = folder.join("page.html");
    let mut explain = explain(&[&sixteen(""), "--format", "html"]);
    succeed(explain.args(arguments).arg("--output").arg(&page));
    page
}

/// Why values of `sixteen.c` with this name are in memory, by the report in JSON.
fn reasons(name: &str) -> Vec<String> {
    let report = succeed(&mut explain(&[&sixteen(""), "--format", "json", "--all"]));
    let report: Value = serde_json::from_str(&report).expect("JSON");
    let regions = report["functions"][0]["regions"].as_array().expect("a list");
    let of_regions = regions.iter().filter_map(|region| region["memory"].as_array());
    let named = of_regions.flatten().filter(|value| value["name"] == name);
    let mut reasons: Vec<String> =
        named.filter_map(|value| Some(value["why"].as_str()?.to_owned())).collect();
    reasons.sort();
    reasons.dedup();
    reasons
}

/// What a script at the end of the page says.
fn said(page: &Path, folder: &Path, script: &str) -> Value {
    let text = std::fs::read_to_string(page).expect("written");
    let end = format!("<script>{{{HELP}\n{script}}}</script></body>");
    let copy = folder.join("scripted.html");
    std::fs::write(&copy, text.replace("</body>", &end)).expect("the folder is writable");
    let document = shown_by_browser(&copy.display().to_string(), folder);
    let (_, said) = document.split_once("<pre id=\"said\">").expect("the script came to its end");
    let (said, _) = said.split_once("</pre>").expect("it ends");
    let said = said.replace("&gt;", ">").replace("&lt;", "<").replace("&amp;", "&");
    serde_json::from_str(&said).expect("JSON")
}

fn texts(value: &Value) -> Vec<&str> {
    value.as_array().expect("a list").iter().filter_map(Value::as_str).collect()
}

#[test]
fn it_shows_pressure_registers_and_the_variables_of_both_allocators() {
    let folder = scratch("explain-page");
    let page = page(&folder, &["--alloc", "greedy"]);
    let said = said(
        &page,
        &folder,
        "say({ heads: all('#head .move, #head .cell'), bars: all('.bar'), out: all('.out'),
               pressure: all('.pressure b'), moves: all('.move span'), drawn: all('[data-row]').length,
               rows: JSON.parse(one('#data').textContent).functions[0].rows.length })",
    );
    let heads = texts(&said["heads"]);
    for name in ["limit", "greedy"] {
        assert!(heads.contains(&name), "{heads:?}");
    }
    assert_eq!(heads.iter().filter(|head| **head == "rax").count(), 2, "one of each: {heads:?}");
    assert!(!heads.contains(&"eax"), "it is part of rax: {heads:?}");
    let bars = texts(&said["bars"]);
    assert!(["x", "m", "q"].iter().any(|name| bars.contains(name)), "variables: {bars:?}");
    let known: Vec<&str> = "abcdefghijklmoqrnxp".split("").collect();
    let out = texts(&said["out"]);
    assert!(!out.is_empty() && out.iter().all(|name| known.contains(name)), "{out:?}");
    assert!(texts(&said["pressure"]).contains(&"19 of 15"), "{}", said["pressure"]);
    let moves = texts(&said["moves"]);
    for kind in ["load ", "store ", "copy "] {
        assert!(moves.iter().any(|text| text.starts_with(kind)), "{moves:?}");
    }
    let (drawn, rows) = (&said["drawn"].as_u64(), &said["rows"].as_u64());
    assert!(drawn < rows, "rows out of sight are not drawn: {drawn:?} of {rows:?}");
}

#[test]
fn both_allocators_are_in_sight_in_a_window_of_usual_width() {
    let folder = scratch("explain-page-width");
    let page = page(&folder, &["--alloc", "greedy"]);
    let said = said(
        &page,
        &folder,
        "const ends = () => [...document.querySelectorAll('#head .memory')].map((e) => e.getBoundingClientRect().right);
         const fitted = ends(), cell = one('#head .cell').getBoundingClientRect().width;
         const bar = one('.bar').getBoundingClientRect().width;
         one('#fit').click();
         say({ fitted, cell, bar, wide: ends(), window: innerWidth, wideCell: one('#head .cell').getBoundingClientRect().width })",
    );
    let number = |value: &Value| value.as_f64().expect("a number");
    let [limit, greedy] = [0, 1].map(|side| number(&said["fitted"][side]));
    assert!(limit < greedy && greedy <= number(&said["window"]), "{said}");
    let (cell, bar) = (number(&said["cell"]), number(&said["bar"]));
    assert!(cell >= 13.0 && bar < cell, "a bar is as narrow as its column: {said}");
    assert!(
        number(&said["wide"][1]) > number(&said["window"]),
        "wide columns have to be scrolled: {said}"
    );
    assert_eq!(number(&said["wideCell"]), 42.0, "{said}");
}

#[test]
fn a_click_shows_why_a_value_and_a_line_are_as_they_are() {
    let folder = scratch("explain-page-click");
    let page = page(&folder, &[]);
    let said = said(
        &page,
        &folder,
        "const chip = one('.row.code .out:not(.again)');
         chip.click();
         const value = one('#reasons').textContent;
         const marked = all('.out.chosen')[0];
         one('.row.source .text').click();
         const line = one('#reasons').textContent;
         say({ name: chip.textContent, value, marked, line, focus: document.activeElement.id })",
    );
    let name = said["name"].as_str().expect("a text");
    let value = said["value"].as_str().expect("a text");
    assert!(value.starts_with(name), "{said}");
    let reasons = reasons(name);
    let is_said =
        |reason: &String| value.contains(&format!("no register somewhere: {reason}, costs "));
    assert!(reasons.iter().any(is_said), "one of {reasons:?}: {said}");
    assert!(value.contains("Loaded in line"), "{said}");
    assert_eq!(said["marked"], said["name"]);
    let line = said["line"].as_str().expect("a text");
    assert!(line.starts_with("sixteen.c:") && line.contains("Executed "), "{said}");
    assert_eq!(said["focus"], "code", "the keys are for the code from the beginning");
}

#[test]
fn the_keyboard_alone_reaches_lines_values_and_loops() {
    let folder = scratch("explain-page-keys");
    let page = page(&folder, &[]);
    let said = said(
        &page,
        &folder,
        "const row = () => Number(one('.row.chosen').dataset.row);
         const first = row();
         press('ArrowDown', 'ArrowDown', 'ArrowUp');
         const second = row();
         press('ArrowRight', 'Enter');
         let tries = 0;
         while (!one('#reasons').textContent.includes('virtual register') && tries++ < 20) press('ArrowRight', 'Enter');
         const value = one('#reasons').textContent;
         const reachable = [...document.querySelectorAll('#reasons button')].length;
         const height = one('#space').style.height;
         press(' ');
         const folded = [one('#space').style.height, one('.row.chosen').textContent];
         press(' ');
         say({ first, second, value, reachable, folded, height, again: one('#space').style.height })",
    );
    let number = |key: &str| said[key].as_u64().expect("a number");
    assert_eq!(number("second"), number("first") + 1, "{said}");
    assert!(said["value"].as_str().is_some_and(|text| text.contains("virtual register")), "{said}");
    assert!(number("reachable") > 0, "Tab comes to the places of the value: {said}");
    assert_ne!(said["folded"][0], said["height"], "Space folds the loop: {said}");
    assert!(said["folded"][1].as_str().is_some_and(|text| text.contains('▸')), "{said}");
    assert_eq!(said["again"], said["height"], "and unfolds it: {said}");
}

#[test]
fn it_needs_nothing_from_elsewhere() {
    let folder = scratch("explain-page-alone");
    let text = std::fs::read_to_string(page(&folder, &["--alloc", "greedy"])).expect("written");
    assert!(!text.contains("http:") && !text.contains("https:"), "no address of the network");
    for other in [" src=", "<link", "@import", "url(", "fetch(", "{{"] {
        assert!(!text.contains(other), "no other file: {other}");
    }
}
