//! Tests of the command `regalloc-limit`: they run it as its users do.

#[path = "../common/mod.rs"]
mod common;

mod bench;
mod bisect;
mod compare;
mod compare_failures;
mod corpus;
mod execute;
mod explain;
mod explain_page;
mod fuzz;
mod gallery;
mod html_report;
mod output;
mod results;
