//! The tuning constants of all phases, in one place.
//!
//! Each says its unit and, where it was measured, the row of `docs/experiments.md` that shows why it
//! is what it is. `-limit-set NAME=VALUE` changes one without a build.

use crate::assign::Order;
use crate::cost::CostModel;
use crate::log::Log;
use crate::model::function::Function;
use crate::placement::Placement;
use std::fmt;

/// Defines a struct of constants that have a name, a default and can be set by name.
macro_rules! knobs {
    (
        $(#[$doc:meta])*
        $type:ident $prefix:literal {
            $($(#[$field_doc:meta])* $field:ident: $of:ty = $default:expr,)*
        }
    ) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Debug)]
        pub struct $type {
            $($(#[$field_doc])* pub $field: $of,)*
        }

        impl Default for $type {
            fn default() -> Self {
                Self { $($field: $default,)* }
            }
        }

        impl $type {
            /// What the constants are called in settings, in the order of their definition.
            pub const NAMES: &'static [&'static str] =
                &[$(concat!($prefix, stringify!($field)),)*];

            /// Sets the constant of that name; none if there is none, what a value has to be if this
            /// is no value of it.
            pub(crate) fn set(&mut self, name: &str, value: &str) -> Option<Result<(), &'static str>> {
                match name {
                    $(concat!($prefix, stringify!($field)) => {
                        Some($crate::options::replace(&mut self.$field, value))
                    })*
                    _ => None,
                }
            }
        }
    };
}
pub(crate) use knobs;

knobs! {
    /// The tuning constants.
    Options "" {
        /// How the loads and stores of spilled ranges are placed: `min-cut` or `earliest`.
        placement: Placement = Placement::MinCut,
        /// The order in which ranges ask for registers: `long-first` or `three-steps`.
        assign: Order = Order::LongFirst,
        /// Whether the allocator brings pressure under capacity itself; else a pass before it may.
        limit_pressure: bool = true,
        /// Rounds of one function, after which it is left to LLVM. Each round leaves less to split or
        /// spill, so that there are a handful.
        max_rounds: u32 = 64,
        /// Functions that one pass allocates; all others are left to LLVM. For finding the function that
        /// went wrong by bisection.
        max_functions: u32 = u32::MAX,
        /// Optional decisions of one function ([`crate::log`]), after which none is made: for finding the
        /// one that went wrong. With `max_functions` it holds for the last of those functions only.
        max_decisions: u32 = u32::MAX,

        /// LIMIT: arcs of flow networks per instruction that may be looked at to make networks, to search them and
        /// to accept what was found, until everything fits (E1).
        limit_steps_per_inst: u64 = 2000,
        /// The same for letting ranges come back to registers (E2).
        relax_steps_per_inst: u64 = 120,
        /// Instructions added to those of each function for both: in a small one nothing takes long.
        step_base_insts: u64 = 200,
        /// Arcs of flow networks that are kept for later prices, some 50 bytes each with what belongs to
        /// them. Those that were not used for longest are made again when they are needed.
        max_kept_arcs: usize = 1 << 18,
        /// Ranges that are priced for one loop, beside two for each missing register: those cheapest in
        /// memory (E3, E170).
        max_candidates_per_loop: usize = 2,
        /// The same for one cell of a block: that many of the cheapest, and of the longest gaps (E4).
        max_candidates_per_cell: usize = 1,
        /// Cells at which a range that comes back is exchanged for others at most.
        max_exchange_cells: usize = 6,
        /// Ranges that are priced to leave in its stead at one of them: those cheapest in memory.
        max_exchange_candidates: usize = 8,
        /// A new choice of loads and stores must cost less than this share of the old one, so that it
        /// does not depend on rounding.
        relax_price_share: f64 = 0.98,
        /// Rounds of the search for the least that a plan of LIMIT's can cost; 0 for none. Only
        /// `-limit-report` shows it.
        bound_rounds: u32 = 0,
        /// Whether the prices of registers make a plan of their own, which takes several times LIMIT's time: `normal`
        /// or `high` (E165).
        effort: Effort = Effort::Normal,
        /// Rounds of the search for these prices.
        price_rounds: u32 = 15,
        /// Arcs of flow networks per instruction that may be looked at in them.
        price_steps_per_inst: u64 = 20_000,
        /// A plan by prices has to cost less than this share of LIMIT's; none is made where the bound is above it.
        price_share: f64 = 0.99,
        /// Entries of the lists of what lives in the blocks over capacity. A function with more is left
        /// to assignment.
        max_live_entries: usize = 1 << 26,
        /// Instructions for which there is one such list. Shorter lists have fewer ranges that do not
        /// live at the point in question, and there are more of them.
        insts_per_live_list: u32 = 64,

        /// Assignment: a range that costs less in memory than this, per execution of the function, is
        /// not split (E5, E247).
        min_split_cost: f64 = 0.1,
        /// The same for what was cut off another range in this round, which has to wait for the next one (E247).
        min_piece_split_cost: f64 = 0.5,
        /// Rounds in which a piece that lost its register is split again (E169); later it goes to memory, so
        /// that the rounds come to an end.
        max_piece_rounds: u32 = 4,
        /// Rounds in which a piece is split so that a part of it has the register of its copies (E94).
        max_hint_rounds: u32 = 2,
        /// A range whose other choice is gone while it waited evicts others only if they cost less than
        /// this share of what it costs: what they evict in turn is not counted (E6).
        late_eviction_share: f64 = 0.2,
        /// A range evicts others from a register where it costs most if they cost less in memory than this share of
        /// what it then saves (E193).
        region_eviction_share: f64 = 0.5,
        /// How often a range may evict others that cost less in memory though their spill weights are greater (E151).
        max_raises: u32 = 2,
        /// The share that a hint counts which a range has through a neighbour without a register.
        indirect_hint_share: f64 = 0.5,
        /// Of the copies of a copy's other range, those that save most: so many pass their registers on. A range
        /// that is copied to many others would otherwise be looked at from each of them (E103).
        max_indirect_hints: usize = 32,
        /// Handover: blocks in which a range may live that is handed between two registers (E97).
        max_handover_blocks: usize = 512,
        /// Handover: pairs of registers that are tried (E97, E242).
        max_handover_pairs: usize = 4,
        /// Handover: the share of the price of any other place that its copies may cost. A copy is one
        /// instruction, as a reload is (E97).
        handover_price_share: f64 = 0.08,
        /// The same share of the price of a callee-saved register that would have to be saved (E109).
        csr_handover_share: f64 = 0.12,
        /// What is left of a range that was cut for a hint waits for the next round: how many times the price of a
        /// callee-saved register it has to cost in memory so that one is kept free for it meanwhile (E139).
        reserved_csr_share: f64 = 16.0,
        /// The share of the padding beside an even number of saves that counts for one more save, which takes its place.
        /// What lives in that register costs copies (E168).
        padding_share: f64 = 0.75,
        /// A range that leaves its register at the frame's ends: the share of the price of the copies of others that
        /// want the register which it has outside (E130).
        displaced_hint_share: f64 = 2.5,
        /// Registers of which the best region of a range is taken (E7); others are tried if none of these saves
        /// enough (E199).
        max_region_registers: usize = 2,
        /// Stretches of a range at which a register has to be free to be one of them: the costliest
        /// ones (E8).
        max_sampled_stretches: usize = 8,
        /// Moves in and out of a region, beside those that its references make up for (E9).
        region_base_moves: usize = 16,
        /// Moves per reference of the range (E9).
        region_moves_per_reference: usize = 8,
        /// A split must save at least this share of what it works on, so that estimates that are a
        /// little off do not add copies for nothing.
        split_margin: f64 = 0.02,
        /// References looked at for one local split: bounds the work on very large blocks.
        max_local_split_references: usize = 256,
        /// Instructions added to the length of every range when its spill weight is computed, so that
        /// chance gaps in the numbering matter little for short ones.
        weight_base_insts: f64 = 25.0,
        /// Copy recolouring: how often the copies that are left are looked at; a move may make another one
        /// worth while (E96).
        copy_recolouring_rounds: usize = 2,
        /// Copy recolouring: ranges that may move for one copy (E86).
        copy_recolouring_moves: usize = 24,
        /// Copy recolouring: how many ranges in a row may move on to registers that others hold (E230).
        copy_recolouring_depth: usize = 1,
        /// Copy recolouring: ranges that hold such a register, or one that they can leave only that way (E230, E243).
        copy_recolouring_holders: usize = 4,
        /// Copy recolouring: segments of ranges that may be moved or looked at, and copies that may be priced, per
        /// instruction of the function (E201).
        copy_recolouring_steps_per_inst: usize = 16,
        /// Copy recolouring: segments of a range up to which it is asked whether it has another register
        /// before anything moves; to ask for a long one takes as long as to try (E96).
        copy_recolouring_asked: usize = 16,
        /// Instructions added to those of each function for that.
        copy_recolouring_base_insts: usize = 100,
        /// Recolouring: ranges that may move in a row.
        recolouring_depth: usize = 6,
        /// Recolouring: holders of one register that may move.
        recolouring_width: usize = 8,
        /// Recolouring: placements that are tried for one range altogether.
        recolouring_budget: usize = 20_000,

        /// Clean-up: slots and accesses looked at to order the slots of one function, over all orders
        /// that are tried. All functions but large ones come to an end before.
        slot_order_budget: usize = 1_000_000,
    }
}

/// What a constant can be.
pub(crate) trait Value: Sized {
    /// What a text has to be to become one.
    const EXPECTED: &'static str;

    fn parse(text: &str) -> Option<Self>;
}

macro_rules! whole_numbers {
    ($($type:ty)*) => {$(
        impl Value for $type {
            const EXPECTED: &'static str = "a whole number";

            fn parse(text: &str) -> Option<Self> {
                text.parse().ok()
            }
        }
    )*};
}
whole_numbers! { u32 u64 usize }

impl Value for f64 {
    const EXPECTED: &'static str = "a number that is not negative";

    fn parse(text: &str) -> Option<Self> {
        text.parse().ok().filter(|number: &f64| number.is_finite() && *number >= 0.0)
    }
}

impl Value for bool {
    const EXPECTED: &'static str = "true or false";

    fn parse(text: &str) -> Option<Self> {
        text.parse().ok()
    }
}

/// How much time may be taken for better code.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Effort {
    /// What is in proportion to the code's gain.
    #[default]
    Normal,
    /// Several times that.
    High,
}

/// Enumerations of two values that are set by their names.
macro_rules! named_values {
    ($($type:ty: $first:ident $first_name:literal, $second:ident $second_name:literal;)*) => {$(
        impl Value for $type {
            const EXPECTED: &'static str = concat!($first_name, " or ", $second_name);

            fn parse(text: &str) -> Option<Self> {
                match text {
                    $first_name => Some(Self::$first),
                    $second_name => Some(Self::$second),
                    _ => None,
                }
            }
        }
    )*};
}
named_values! {
    Placement: MinCut "min-cut", Earliest "earliest";
    Order: LongFirst "long-first", ThreeSteps "three-steps";
    Effort: Normal "normal", High "high";
}

pub(crate) fn replace<T: Value>(constant: &mut T, text: &str) -> Result<(), &'static str> {
    *constant = T::parse(text).ok_or(T::EXPECTED)?;
    Ok(())
}

/// The tuning constants and the prices: everything that can be set.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Settings {
    /// The tuning constants.
    pub options: Options,
    /// The prices.
    pub costs: CostModel,
}

/// Why a setting cannot be carried out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SettingError {
    /// It is not of the form `NAME=VALUE`.
    NoValue,
    /// There is no constant of that name.
    UnknownName(String),
    /// The constant of that name takes other values.
    BadValue {
        /// The constant.
        name: String,
        /// The value it was to have.
        value: String,
        /// What its values are.
        expected: &'static str,
    },
}

impl fmt::Display for SettingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoValue => write!(f, "a setting is NAME=VALUE"),
            Self::UnknownName(name) => {
                let names: Vec<&str> = Settings::names().collect();
                write!(f, "nothing is called '{name}'; there are {}", names.join(", "))
            }
            Self::BadValue { name, value, expected } => {
                write!(f, "{name} is {expected}, not '{value}'")
            }
        }
    }
}

impl std::error::Error for SettingError {}

impl Settings {
    /// The names of all that can be set.
    pub fn names() -> impl Iterator<Item = &'static str> {
        Options::NAMES.iter().chain(CostModel::NAMES).copied()
    }

    /// Carries a setting of the form `NAME=VALUE` out.
    ///
    /// # Errors
    ///
    /// The text has another form, or no constant has that name or takes that value.
    pub fn set(&mut self, setting: &str) -> Result<(), SettingError> {
        let (name, value) = setting.split_once('=').ok_or(SettingError::NoValue)?;
        let done = self.options.set(name, value).or_else(|| self.costs.set(name, value));
        let done = done.ok_or_else(|| SettingError::UnknownName(name.to_owned()))?;
        let (name, value) = (name.to_owned(), value.to_owned());
        done.map_err(|expected| SettingError::BadValue { name, value, expected })
    }

    /// The settings as the phases are given them, with the function that they work on.
    pub fn on<'a>(&'a self, function: &'a Function) -> Context<'a> {
        Context { function, options: &self.options, costs: &self.costs, log: None }
    }
}

/// What every phase is given.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// The function to allocate.
    pub function: &'a Function,
    /// The tuning constants.
    pub options: &'a Options,
    /// The prices of what allocation adds to the code.
    pub costs: &'a CostModel,
    /// What was decided, if somebody asks.
    pub log: Option<&'a Log>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_setting_replaces_one_default() {
        let mut settings = Settings::default();
        for setting in ["max_candidates_per_loop=7", "cost.reload=2.5", "placement=earliest"] {
            assert_eq!(settings.set(setting), Ok(()), "{setting}");
        }
        let options = Options {
            max_candidates_per_loop: 7,
            placement: Placement::Earliest,
            ..Options::default()
        };
        let costs = CostModel { reload: 2.5, ..CostModel::default() };
        assert_eq!(settings, Settings { options, costs });
    }

    #[test]
    fn an_unknown_name_is_answered_with_all_names_in_one_line() {
        let error = Settings::default().set("max_rouns=1").unwrap_err().to_string();
        assert!(
            error.starts_with("nothing is called 'max_rouns'; there are placement, assign, "),
            "{error}"
        );
        assert!(error.contains("max_rounds") && error.contains("cost.copy"), "{error}");
        assert_eq!(error.lines().count(), 1);
    }

    #[test]
    fn a_bad_value_is_answered_with_what_the_values_are() {
        let mut settings = Settings::default();
        let mut error = |setting: &str| settings.set(setting).unwrap_err().to_string();
        assert_eq!(error("max_rounds=few"), "max_rounds is a whole number, not 'few'");
        assert_eq!(error("max_rounds=-1"), "max_rounds is a whole number, not '-1'");
        let not_negative = "is a number that is not negative, not";
        assert_eq!(error("cost.store=-1"), format!("cost.store {not_negative} '-1'"));
        assert_eq!(error("cost.store=inf"), format!("cost.store {not_negative} 'inf'"));
        assert_eq!(error("limit_pressure=1"), "limit_pressure is true or false, not '1'");
        assert_eq!(error("placement="), "placement is min-cut or earliest, not ''");
        assert_eq!(error("max_rounds"), "a setting is NAME=VALUE");
        assert_eq!(settings, Settings::default(), "nothing was set");
    }

    #[test]
    fn names_are_told_apart() {
        let mut names: Vec<&str> = Settings::names().collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}
