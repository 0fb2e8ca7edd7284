//! The entry to the core: rows in, plan out, and no panic past this point.

use super::export::{edit_rows, export, without_rows};
use super::ffi::{
    AlternativeRow, DepartureRow, DescriptionRows, FunctionView, OutcomeRow, OverloadRow, PartRow,
    PlanRows, RangeNameRow, SlotsView, Status, NONE,
};
use super::import::import;
use super::slots::order_slots;
use crate::allocate::{self, Applied, Part};
#[cfg(debug_assertions)]
use crate::analysis::liveness::recount;
use crate::log::{Alternative, Departure, Description, Log, Overload, RangeName};
use crate::model::function::Function;
use crate::options::Settings;
use cxx::{CxxString, CxxVector};
use std::cell::RefCell;
use std::panic::{catch_unwind, set_hook, take_hook, AssertUnwindSafe};
use std::sync::Once;

thread_local! {
    static PANIC_MESSAGE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// The plugin's version.
pub fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}

/// What is wrong with a setting of the form `NAME=VALUE`; empty if nothing is.
pub fn check_setting(setting: &str) -> String {
    Settings::default().set(setting).err().map_or(String::new(), |error| error.to_string())
}

/// An allocator with some settings; those that [`check_setting`] finds fault with change nothing.
pub fn start(settings: &CxxVector<CxxString>) -> Box<Allocator> {
    let mut configured = Settings::default();
    for setting in settings {
        let _ = configured.set(&setting.to_string_lossy());
    }
    Box::new(Allocator(allocate::Allocator::new(configured)))
}

/// Allocates one function after the other.
pub struct Allocator(allocate::Allocator);

impl Allocator {
    /// Begins with the next function.
    pub fn session(&mut self) -> Box<Session> {
        Box::new(Session(self.0.session()))
    }

    /// Which spill slot is to come first, second and so on; empty if the core panicked.
    pub fn order_slots(&self, view: &SlotsView) -> Vec<u32> {
        order_slots(view, self.0.settings())
    }
}

/// The rounds of one function.
pub struct Session(allocate::Session);

impl Session {
    /// Whether another round is to be gone through.
    pub fn begin_round(&mut self) -> bool {
        self.0.begin_round()
    }

    /// What to do with the function as it is.
    pub fn decide(&mut self, view: &FunctionView) -> PlanRows {
        self.answer(view, |session, function| export(&session.decide(function)))
    }

    /// What brings its pressure under capacity, for whichever allocator comes next.
    pub fn limit_pressure(&mut self, view: &FunctionView) -> PlanRows {
        self.answer(view, |session, function| {
            let edit = session.limit_pressure(function);
            edit.map_or_else(|| without_rows(Status::Assign), |edit| edit_rows(&edit))
        })
    }

    /// An edit was carried out: the names of the pieces, as they are numbered, and of their parts.
    pub fn applied(&mut self, pieces: &[u32], parts: &[PartRow]) {
        let part = |row: &PartRow| Part { name: row.name, of: row.of };
        let parts = parts.iter().map(part).collect();
        self.0.applied(&Applied { pieces: pieces.to_vec(), parts });
    }

    /// How it went.
    pub fn outcome(&self) -> OutcomeRow {
        let distance = self.0.distance();
        OutcomeRow {
            limit_cost: distance.map_or(0.0, |distance| distance.cost),
            bound: distance.map_or(0.0, |distance| distance.bound),
            rounds: self.0.rounds(),
            limited: self.0.limited() as u32,
            spilled: self.0.spilled() as u32,
            refusal: self.0.refusal().map_or(String::new(), ToString::to_string),
        }
    }

    /// Keeps a log; to be called before the first round.
    pub fn keep_log(&mut self) {
        self.0.keep_log();
    }

    /// What things are called from the next round on.
    pub fn describe(&mut self, rows: &DescriptionRows) {
        let range = |row: &RangeNameRow| {
            let RangeNameRow { number, ref name, line, last_use } = *row;
            (number, RangeName { variable: name.clone(), line, last_use })
        };
        self.0.describe(Description {
            regs: rows.regs.iter().map(|row| (row.number, row.name.clone())).collect(),
            classes: rows.classes.clone(),
            ranges: rows.ranges.iter().map(range).collect(),
            lines: rows.lines.clone(),
        });
    }

    /// The log as lines of JSON.
    pub fn log_lines(&self, pass: &str, module: &str, function: &str) -> String {
        self.print_log(|log| log.json(pass, module, function))
    }

    /// The log as text.
    pub fn log_text(&self) -> String {
        self.print_log(Log::text)
    }

    /// The ranges that left registers, by the log; none if there is no log.
    pub fn departures(&self) -> Vec<DepartureRow> {
        let rows =
            || self.0.log().map_or(Vec::new(), Log::departures).iter().map(departure).collect();
        guarded(rows).unwrap_or_default()
    }

    /// The cells over capacity in the last round; none if there is no log.
    pub fn overloads(&self) -> Vec<OverloadRow> {
        let rows =
            || self.0.log().map_or(Vec::new(), Log::overloads).iter().map(overload).collect();
        guarded(rows).unwrap_or_default()
    }

    fn print_log(&self, print: impl Fn(&Log) -> String) -> String {
        let printed = guarded(|| self.0.log().map_or(String::new(), print));
        printed.unwrap_or_else(|message| format!("the log is lost: {message}\n"))
    }

    /// A panic becomes a plan with the status `Panicked`, so that the shim can let LLVM allocate the
    /// function: a panic must not unwind into C++. A build with debug assertions is there to find bugs,
    /// and ends the host instead.
    fn answer(
        &mut self,
        view: &FunctionView,
        decide: impl FnOnce(&mut allocate::Session, &mut Function) -> PlanRows,
    ) -> PlanRows {
        let session = &mut self.0;
        let answered = guarded(|| {
            let mut function = import(view);
            #[cfg(debug_assertions)]
            recount::check(&function);
            decide(session, &mut function)
        });
        answered.unwrap_or_else(|message| {
            if cfg!(debug_assertions) {
                eprintln!("regalloc-limit: {}: {message}", view.name);
                std::process::abort();
            }
            self.0.panicked(message);
            without_rows(Status::Panicked)
        })
    }
}

fn departure(left: &Departure) -> DepartureRow {
    let other = |other: &Alternative| AlternativeRow {
        range: other.range.0,
        with: other.with.iter().map(|range| range.0).collect(),
        price: other.price,
    };
    DepartureRow {
        range: left.range.0,
        why: left.why.name().to_owned(),
        phase: left.phase.name().to_owned(),
        price: left.price,
        recomputed: left.recomputed,
        others: left.others.iter().map(other).collect(),
        overload: left.overload.iter().map(overload).collect(),
    }
}

fn overload(over: &Overload) -> OverloadRow {
    OverloadRow {
        block: over.block,
        inst: over.inst.unwrap_or(NONE),
        writes: over.writes,
        line: over.line,
        class_name: over.class.clone(),
        held: over.held,
        capacity: over.capacity,
    }
}

/// Runs a part of the core; the message of its panic if it has one.
pub fn guarded<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    keep_panics_quiet();
    catch_unwind(AssertUnwindSafe(run)).map_err(|_| PANIC_MESSAGE.take())
}

/// Keeps the message of a panic for the remark that the shim emits, instead of printing it into the
/// compiler's output. The plugin has a standard library of its own, so no host's hook is replaced.
fn keep_panics_quiet() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        drop(take_hook());
        set_hook(Box::new(|info| {
            let message = info.to_string().replace('\n', " ");
            PANIC_MESSAGE.set(message);
        }));
    });
}
