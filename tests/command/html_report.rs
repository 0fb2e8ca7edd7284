//! The HTML report as a real browser shows it: its script fills, searches and sorts the table.

use super::common::{input, plugin, scratch, shown_by_browser, succeed};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Writes the report on the functions of `pressure.c` with two allocators.
fn report(folder: &Path) -> PathBuf {
    let page = folder.join("report.html");
    let mut compare = Command::new(env!("CARGO_BIN_EXE_regalloc-limit"));
    compare.args(["compare", "--alloc", "basic", "--alloc", "pbqp", "--format", "html"]);
    compare.arg("--plugin").arg(plugin()).arg("--output").arg(&page);
    succeed(compare.arg(input("compare/pressure.c")));
    page
}

/// The document after its scripts have run, as the browser writes it.
fn shown(page: &Path, search: &str, folder: &Path) -> String {
    shown_by_browser(&format!("{}#q={search}", page.display()), folder)
}

/// The texts of the first cell of each row of the table of functions.
fn names(document: &str) -> Vec<&str> {
    let (_, table) = document.split_once("<tbody>").expect("there is a table");
    let table = table.split_once("<tbody>").map_or(table, |(_, functions)| functions);
    let (rows, _) = table.split_once("</tbody>").expect("it ends");
    let rows = rows.split("<tr><td>").skip(1);
    rows.map(|row| row.split_once("</td>").expect("the cell ends").0).collect()
}

#[test]
fn a_browser_shows_searches_and_sorts_it() {
    let folder = scratch("html-report");
    let page = report(&folder);
    let all = shown(&page, "", &folder);
    // Only `twenty` can cost more than with greedy; of equals the order is that of the file.
    assert_eq!(names(&all), ["twenty", "calls", "leaf"]);
    assert!(all.contains(">3 functions<"), "the count is shown");
    assert_eq!(all.matches("<svg").count(), 3, "scatter, distribution and projects");
    assert!(all.contains("<title>twenty</title>"), "marks are named");
    let listings = all.matches("<pre>twenty:").count();
    assert_eq!(listings, 2, "the worst function is listed with both allocators");

    let found = shown(&page, "lea", &folder);
    assert_eq!(names(&found), ["leaf"]);

    // A click on the first heading sorts by name.
    let text = std::fs::read_to_string(&page).expect("written");
    let click = "<script>document.querySelector('#functions th button').click()</script></body>";
    let clicked = folder.join("clicked.html");
    std::fs::write(&clicked, text.replace("</body>", click)).expect("the folder is writable");
    assert_eq!(names(&shown(&clicked, "", &folder)), ["calls", "leaf", "twenty"]);
}

#[test]
fn the_worst_functions_have_pages_that_say_why() {
    let folder = scratch("html-report-explained");
    let page = folder.join("report.html");
    let mut compare = Command::new(env!("CARGO_BIN_EXE_regalloc-limit"));
    compare.args(["compare", "--alloc", "limit", "--format", "html", "--explain", "--plugin"]);
    compare.arg(plugin()).arg("--output").arg(&page).args(["--target", "riscv64"]);
    succeed(compare.arg(input("../../benches/corpus/small/paths.c")));
    let text = std::fs::read_to_string(&page).expect("written");
    let link = "<a href=\"report-explain/0.html\">";
    assert_eq!(text.matches(link).count(), 1, "flush_both costs more than with greedy: {text}");
    let linked = std::fs::read_to_string(folder.join("report-explain/0.html")).expect("written");
    assert!(linked.contains("\"name\":\"flush_both\""), "the page is about the function");
}

#[test]
fn pages_that_cannot_be_shown_are_refused() {
    let refused = |arguments: &[&str], expected: &str| {
        let mut compare = Command::new(env!("CARGO_BIN_EXE_regalloc-limit"));
        compare.args(["compare", "--explain"]).args(arguments).arg(input("explain/sixteen.c"));
        let output = compare.output().expect("the command runs");
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!((output.status.code(), error.lines().count()), (Some(2), 1), "{error}");
        assert!(error.contains(expected), "{error}");
    };
    refused(&["--alloc", "limit"], "--explain needs --format html and --output FILE");
    let page = scratch("html-report-refused").join("report.html");
    let page = page.to_str().expect("a path in UTF-8");
    let html = ["--format", "html", "--output", page, "--alloc"];
    refused(&[&html[..], &["pbqp"]].concat(), "name limit as the first --alloc");
}

#[test]
fn it_needs_nothing_from_elsewhere() {
    let folder = scratch("html-report-alone");
    let text = std::fs::read_to_string(report(&folder)).expect("written");
    let namespace = "xmlns=\"http://www.w3.org/2000/svg\"";
    let rest = text.replace(namespace, "");
    assert!(!rest.contains("http:") && !rest.contains("https:"), "no address of the network");
    assert!(!rest.contains(" src=") && !rest.contains("<link"), "no other file");
}
