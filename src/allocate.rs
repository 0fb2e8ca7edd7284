//! The driver: the phases of allocation in their order, and the rounds of one function.
//!
//! [`decide`] is one round: every phase with a sentence and a call. [`Session`] goes through the rounds
//! of one function: the client shows it the function, carries out the edit that it answers with, and
//! shows it the function again, until every range has its register. A client in Rust hands [`Session::run`]
//! what carries out an edit, and is answered once; the plugin's shim asks each round.

use crate::assign::assign;
use crate::cleanup::clean;
use crate::limit::{
    distance, limit_for_another_allocator, limit_over, over_capacity, widen, Distance,
};
use crate::log::{Description, Event, Log, Phase};
use crate::model::function::{Fate, Function, VReg};
use crate::model::index::Idx;
use crate::model::machine::Reg;
use crate::options::{Context, Settings};
use crate::plan::{Allocation, Decision, Edit, Failure, Place, Purpose};
use std::fmt;

/// One round of allocation.
pub fn decide(context: Context) -> Decision {
    // Pressure is looked at once: LIMIT's edit fits, and what later rounds add is short.
    let is_limited = context.function.round == 0 && context.options.limit_pressure;
    let over = if is_limited { over_capacity(context.function) } else { None };
    // A range that few instructions keep in a small class gets copies there, if it can then live in a register of a
    // larger class. That changes classes, so nothing else is decided before it is carried out.
    context.enter_phase(Phase::Widen);
    if let Some(edit) = widen(context, over.as_ref()) {
        return Decision::Edit(edit);
    }
    // LIMIT: ranges leave registers where more is live than there are, before any register is assigned.
    if let Some(edit) = over.and_then(|over| limit_over(context, over)) {
        return Decision::Edit(edit);
    }
    // Assignment: each range gets a register, with eviction, region splits, local splits and recolouring;
    // if no code is edited for it, copies are joined by recolouring at the end.
    context.enter_phase(Phase::Assign);
    let mut decision = assign(context);
    // Clean-up: with all registers known, reloads of what a register still holds go, and stores that
    // nobody reads.
    if let Decision::Assign(allocation) = &mut decision {
        context.enter_phase(Phase::CleanUp);
        clean(context, allocation);
    }
    decision
}

/// LIMIT alone, for whichever allocator comes next: no edit if everything fits.
pub fn limit_pressure(context: Context) -> Option<Edit> {
    let over = over_capacity(context.function);
    let widened = widen(context, over.as_ref());
    widened.or_else(|| over.and_then(|over| limit_for_another_allocator(context, over)))
}

/// Why a function is left to others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// As many functions were allocated as are allowed.
    Fuel,
    /// It took as many rounds as are allowed.
    Rounds,
    /// No place was found for some ranges; the text says which.
    Failed(String),
    /// A phase has a bug; the text is the panic's.
    Panicked(String),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fuel => f.write_str("out of fuel"),
            Self::Rounds => f.write_str("more rounds than allowed"),
            Self::Failed(text) | Self::Panicked(text) => f.write_str(text),
        }
    }
}

impl std::error::Error for Refusal {}

/// Allocates one function after the other.
#[derive(Clone, Debug)]
pub struct Allocator {
    settings: Settings,
    /// The functions so far.
    functions: u32,
}

impl Allocator {
    /// An allocator that was given no function so far.
    pub fn new(settings: Settings) -> Self {
        Self { settings, functions: 0 }
    }

    /// Begins with the next function.
    pub fn session(&mut self) -> Session {
        let most = self.settings.options.max_functions;
        let has_fuel = self.functions < most;
        self.functions += u32::from(has_fuel);
        let mut session = Session { has_fuel, ..Session::new(&self.settings) };
        if most != u32::MAX && self.functions < most {
            // Decisions are counted in the last function that has fuel.
            session.log = None;
        }
        session
    }

    /// The settings of all functions.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }
}

/// What is remembered of a virtual register between rounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Remembered {
    /// Free, or a piece of a split range.
    fate: Fate,
    /// The name of the register that it has.
    assigned: Option<u32>,
}

/// A part of a piece that fell apart when an edit was carried out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// What the client calls it.
    pub name: u32,
    /// What the client calls the piece.
    pub of: u32,
}

/// What the client made of an edit.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Applied {
    /// What it calls the pieces and remainders, in the order of their numbers.
    pub pieces: Vec<u32>,
    /// The parts of pieces that have nothing to do with each other and got names of their own.
    pub parts: Vec<Part>,
}

/// The rounds of one function, with what has to be known in the next one.
///
/// Ranges and registers are known by the names that the client gives them in every round
/// ([`VRegData::name`](crate::model::function::VRegData::name)).
#[derive(Clone, Debug)]
pub struct Session {
    settings: Settings,
    has_fuel: bool,
    /// Why the last round came to nothing.
    refusal: Option<Refusal>,
    /// How often the client showed the function.
    looks: u32,
    /// The edits that were carried out, without those that only widen.
    round: u32,
    limited: usize,
    spilled: usize,
    distance: Option<Distance>,
    /// By the client's name.
    ranges: Vec<Option<Remembered>>,
    /// The pieces and remainders of the last edit.
    pieces: Vec<Remembered>,
    /// Per client's name of a register its number in this round.
    regs: Vec<Option<Reg>>,
    /// None if nobody asks for it, and optional decisions are not counted either.
    log: Option<Log>,
}

impl Session {
    /// Before the first round.
    pub fn new(settings: &Settings) -> Self {
        let most = settings.options.max_decisions;
        Self {
            log: (most != u32::MAX).then(|| Log::counting(most)),
            settings: settings.clone(),
            has_fuel: true,
            refusal: None,
            looks: 0,
            round: 0,
            limited: 0,
            spilled: 0,
            distance: None,
            ranges: Vec::new(),
            pieces: Vec::new(),
            regs: Vec::new(),
        }
    }

    /// Whether another round is allowed; the client then shows the function.
    pub fn begin_round(&mut self) -> bool {
        self.refusal = if !self.has_fuel {
            Some(Refusal::Fuel)
        } else if self.looks == self.settings.options.max_rounds {
            Some(Refusal::Rounds)
        } else {
            None
        };
        self.looks += u32::from(self.refusal.is_none());
        self.refusal.is_none()
    }

    /// Why the function is left to others, unless the client finds a way round it and begins another
    /// round; none if it is not.
    pub fn refusal(&self) -> Option<&Refusal> {
        self.refusal.as_ref()
    }

    /// Gives the function up because a round panicked.
    pub fn panicked(&mut self, message: String) {
        self.rename_log(&[]);
        self.refuse(Refusal::Panicked(message));
    }

    /// Keeps a log from now on; to be asked for before the first round.
    pub fn keep_log(&mut self) {
        self.log.get_or_insert_with(|| Log::counting(u32::MAX)).keep();
    }

    /// What was decided so far, if a log is kept or optional decisions are counted.
    pub fn log(&self) -> Option<&Log> {
        self.log.as_ref()
    }

    /// Says what ranges, registers and places are called in the log from the next round on.
    pub fn describe(&mut self, description: Description) {
        if let Some(log) = &mut self.log {
            log.describe(description);
        }
    }

    /// The rounds so far.
    pub fn rounds(&self) -> u32 {
        self.looks
    }

    /// Ranges and pieces that left registers to bring pressure under capacity.
    pub fn limited(&self) -> usize {
        self.limited
    }

    /// Ranges and pieces that left registers for want of one when registers were assigned.
    pub fn spilled(&self) -> usize {
        self.spilled
    }

    /// What LIMIT's plan costs beside the least that a plan can cost, if the options ask for that and there is
    /// a plan.
    pub fn distance(&self) -> Option<Distance> {
        self.distance
    }

    /// Decides one round. The function is as the client sees it; the session enters what it remembers.
    pub fn decide(&mut self, function: &mut Function) -> Decision {
        self.enter(function);
        let decision = decide(Context { log: self.log.as_ref(), ..self.settings.on(function) });
        match &decision {
            Decision::Edit(edit) => {
                let rounds = self.settings.options.bound_rounds;
                if rounds > 0 && edit.purpose == Purpose::Limit {
                    self.distance = distance(self.settings.on(function), rounds);
                }
                self.remember(function, edit);
            }
            Decision::Assign(_) => self.rename_log(&[]),
            Decision::Failed(failure) => {
                self.rename_log(&[]);
                self.refuse(Refusal::Failed(failure_text(function, failure)));
            }
        }
        decision
    }

    /// LIMIT alone, as a session of one round.
    pub fn limit_pressure(&mut self, function: &mut Function) -> Option<Edit> {
        self.enter(function);
        let context = Context { log: self.log.as_ref(), ..self.settings.on(function) };
        let edit = limit_pressure(context);
        match &edit {
            Some(edit) => self.remember(function, edit),
            None => self.rename_log(&[]),
        }
        edit
    }

    /// Takes note of what the client made of the last edit.
    pub fn applied(&mut self, applied: &Applied) {
        self.rename_log(&applied.pieces);
        for part in &applied.parts {
            let (range, of) = (VReg(part.name), VReg(part.of));
            self.log.iter_mut().for_each(|log| log.note_named(Event::Piece { range, of }));
        }
        let pieces = std::mem::take(&mut self.pieces);
        for (&name, piece) in applied.pieces.iter().zip(pieces) {
            *self.remembered(name) = Some(piece);
        }
        for part in &applied.parts {
            // A part has to find a register of its own.
            let whole = *self.remembered(part.of);
            *self.remembered(part.name) = whole.map(|known| Remembered { assigned: None, ..known });
        }
    }

    /// All rounds: `apply` carries an edit out on a function. Returns the function of the last round with
    /// a register for each of its ranges.
    ///
    /// # Errors
    ///
    /// No place was found for some range, or there were more rounds than allowed.
    pub fn run(
        &mut self,
        mut function: Function,
        mut apply: impl FnMut(&Function, &Edit) -> (Function, Applied),
    ) -> Result<(Function, Allocation), Refusal> {
        while self.begin_round() {
            match self.decide(&mut function.clone()) {
                Decision::Edit(edit) => {
                    let (next, applied) = apply(&function, &edit);
                    self.applied(&applied);
                    function = next;
                }
                Decision::Assign(allocation) => return Ok((function, allocation)),
                Decision::Failed(_) => break,
            }
        }
        Err(self.refusal.clone().unwrap_or(Refusal::Rounds))
    }

    /// Enters the names that the client has for what was decided in this round, its pieces included.
    fn rename_log(&mut self, pieces: &[u32]) {
        if let Some(log) = &mut self.log {
            log.end_round(pieces);
        }
    }

    /// Gives the function up.
    fn refuse(&mut self, refusal: Refusal) {
        if let Some(log) = &mut self.log {
            log.note_named(Event::Refused { reason: refusal.to_string() });
        }
        self.refusal = Some(refusal);
    }

    fn remembered(&mut self, name: u32) -> &mut Option<Remembered> {
        let name = name as usize;
        if self.ranges.len() <= name {
            self.ranges.resize(name + 1, None);
        }
        &mut self.ranges[name]
    }

    /// Weighs the blocks, and gives the ranges the fates and registers of earlier rounds.
    fn enter(&mut self, function: &mut Function) {
        self.settings.costs.weigh_blocks(function);
        function.round = self.round;
        if let Some(log) = &mut self.log {
            log.begin_round(function);
        }
        if self.ranges.is_empty() {
            return;
        }
        self.regs.fill(None);
        for (reg, data) in function.machine.regs.enumerate() {
            let name = data.name as usize;
            if self.regs.len() <= name {
                self.regs.resize(name + 1, None);
            }
            self.regs[name] = Some(reg);
        }
        for vreg in function.vregs.indices() {
            let data = &mut function.vregs[vreg];
            let known =
                data.name.and_then(|name| self.ranges.get(name as usize).copied().flatten());
            let Some(known) = known else { continue };
            if data.fate != Fate::Register {
                data.fate = known.fate;
            }
            let number = |name: u32| self.regs.get(name as usize).copied().flatten();
            data.assigned = known.assigned.and_then(number);
        }
    }

    /// Counts what the edit spills, and notes what it says of each range.
    fn remember(&mut self, function: &Function, edit: &Edit) {
        match edit.purpose {
            Purpose::Widen => {}
            Purpose::Limit => self.limited += edit.in_memory(),
            Purpose::Assign => self.spilled += edit.in_memory(),
        }
        self.round += u32::from(edit.purpose != Purpose::Widen);
        let assigned = |vreg: VReg| match edit.places[vreg] {
            Place::Register(reg) => Some(function.machine.regs[reg].name),
            Place::Memory | Place::Later | Place::Pieces => None,
        };
        for (vreg, data) in function.vregs.enumerate() {
            let Some(name) = data.name else { continue };
            // That a range must have a register is the client's to say, in every round.
            let fate = if data.fate == Fate::Register { Fate::Free } else { data.fate };
            let known = self.remembered(name);
            let fate = known.map_or(fate, |known| known.fate);
            *known = Some(Remembered { fate, assigned: assigned(vreg) });
        }
        let first = function.vregs.len();
        let added = (first..edit.places.len()).map(VReg::new);
        self.pieces.clear();
        self.pieces
            .extend(added.map(|piece| Remembered { fate: Fate::Split, assigned: assigned(piece) }));
        // The remainder of a split may be split again, the other pieces are final.
        for split in &edit.splits {
            self.pieces[split.remainder.index() - first].fate = Fate::Free;
        }
    }
}

/// Which ranges found no place, in one line.
fn failure_text(function: &Function, failure: &Failure) -> String {
    let first = failure.unplaced[0];
    let of = match function.vregs.enumerate().nth(first.index()) {
        Some((_, data)) => format!("of class {:?} ({:?})", data.class, data.fate),
        None => "a piece".to_owned(),
    };
    let (count, ranges) = (failure.unplaced.len(), failure.ranges);
    format!("no register for {count} of {ranges} ranges, first {first:?} {of}")
}

#[cfg(test)]
mod tests;
