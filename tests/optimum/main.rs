//! How far the spill cost of `limit`'s plans is from the least possible one, found by integer
//! programming, over random functions with loops.

mod copies;
mod model;
mod solve;

use model::Model;
use regalloc_limit::allocate::{Refusal, Session};
use regalloc_limit::analysis::pressure::Pressure;
use regalloc_limit::analysis::references::References;
use regalloc_limit::cost::CostModel;
use regalloc_limit::limit::{distance, limit};
use regalloc_limit::model::function::{Block, Function, Inst, InstData, InstKind, VReg};
use regalloc_limit::model::text::parse;
use regalloc_limit::options::{Effort, Options, Settings};
use regalloc_limit::plan::Edit;
use regalloc_limit::validity::{next_round, plain};

/// The prices.
fn costs() -> CostModel {
    CostModel::default()
}

/// What the loads and stores of a plan cost, per execution of the function.
fn cost(function: &Function, edit: &Edit) -> f64 {
    let references = References::collect(function);
    let frequency = |block: Block| function.blocks[block].frequency;
    let of_inst = |inst: Inst| frequency(function.insts[inst].block);
    let in_memory = |vreg: VReg| edit.is_in_memory(vreg);
    let mut total = 0.0;
    let mut refer = |vreg: VReg, is_renamed: &dyn Fn(Inst) -> bool| {
        for reference in references.of(vreg).iter().filter(|r| !is_renamed(r.inst)) {
            let read = if reference.reads { costs().reload } else { 0.0 };
            let write = if reference.writes { costs().store } else { 0.0 };
            total += of_inst(reference.inst) * (read + write);
        }
    };
    for split in edit.splits.iter().filter(|split| in_memory(split.remainder)) {
        refer(split.vreg, &|inst| split.renames.iter().any(|rename| rename.0 == inst));
    }
    function.vregs.indices().filter(|&vreg| in_memory(vreg)).for_each(|v| refer(v, &|_| false));
    for step in edit.splits.iter().flat_map(|split| &split.moves) {
        let executed = frequency(step.site.block(function));
        total += match (in_memory(step.from), in_memory(step.to)) {
            (true, _) => costs().reload * executed,
            (_, true) => costs().store * executed,
            _ => 0.0,
        };
    }
    total
}

/// What loads and stores cost once all ranges have registers; none if some range has no place. A
/// spilled value's loads and stores are the only instructions that the rounds add besides copies,
/// and name nothing else.
fn cost_of_rounds(function: &Function) -> Option<f64> {
    let accesses = |function: &Function| -> f64 {
        let price = |inst: &InstData| match &function.operands[inst.operands.range()] {
            [only] if inst.kind == InstKind::Plain && !only.reads => costs().reload,
            [only] if inst.kind == InstKind::Plain && !only.writes => costs().store,
            _ => 0.0,
        };
        let executed =
            |inst: &InstData| function.blocks[inst.block].frequency + costs().base_frequency;
        let of = |inst: &InstData| price(inst) * executed(inst);
        function.insts.iter().map(of).sum()
    };
    match Session::new(&Settings::default()).run(function.clone(), next_round) {
        Ok((last, _)) => Some(accesses(&last) - accesses(function)),
        Err(Refusal::Failed(_)) => None,
        Err(refusal) => panic!("{refusal}"),
    }
}

/// A function that is over capacity, with what its spill code costs and the least that it can.
struct Case {
    seed: u64,
    /// Whether everything fits after the plan.
    fits: bool,
    limit: f64,
    /// The same with the highest effort.
    by_prices: f64,
    rounds: Option<f64>,
    optimum: f64,
    /// What the Lagrangian bound says that a plan costs at least.
    bound: f64,
    /// What LIMIT says that its plan costs.
    by_limit: f64,
}

/// The rounds of subgradient steps for the bound.
const ROUNDS: u32 = 200;

/// None if the function fits as it is.
fn case(seed: u64) -> Option<Case> {
    let text = plain::from_seed(seed);
    let program = parse(&text).unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
    let function = &program.function;
    if !Pressure::of(function).is_over() {
        return None;
    }
    // As the driver sees it.
    let mut weighed = function.clone();
    costs().weigh_blocks(&mut weighed);
    let function = &weighed;
    let edit = limit(Settings::default().on(function));
    let options = Options { effort: Effort::High, ..Options::default() };
    let by_prices = limit(Settings { options, ..Settings::default() }.on(function));
    let optimum = solve::optimum(&Model::of(function));
    let distance = distance(Settings::default().on(function), ROUNDS).expect("it is over capacity");
    Some(Case {
        seed,
        bound: distance.bound,
        by_limit: distance.cost,
        fits: edit
            .as_ref()
            .is_some_and(|edit| !Pressure::of(&next_round(function, edit).0).is_over()),
        limit: edit.map_or(0.0, |edit| cost(function, &edit)),
        by_prices: by_prices.map_or(0.0, |edit| cost(function, &edit)),
        rounds: cost_of_rounds(&program.function),
        optimum: optimum.unwrap_or_else(|| panic!("seed {seed}: no optimum is found")),
    })
}

/// Costs by the optimum, each with the seed of its function: prints how they are distributed and
/// returns the geometric mean.
fn distribution(what: &str, mut ratios: Vec<(f64, u64)>) -> f64 {
    ratios.sort_by(|a, b| a.0.total_cmp(&b.0));
    let count = ratios.len();
    let mean = (ratios.iter().map(|ratio| ratio.0.ln()).sum::<f64>() / count as f64).exp();
    let optimal = ratios.iter().filter(|ratio| (ratio.0 - 1.0).abs() < 1e-4).count();
    println!("{what}, by the optimum, of {count} functions ({optimal} at the optimum):");
    print!("  geometric mean {mean:.4}");
    for (name, percent) in [("min", 0), ("25 %", 25), ("50 %", 50), ("75 %", 75), ("90 %", 90)] {
        print!(", {name} {:.3}", ratios[(count - 1) * percent / 100].0);
    }
    println!(", max {:.3}", ratios[count - 1].0);
    for (ratio, seed) in ratios.iter().rev().take(10) {
        println!("  {ratio:.3} seed {seed}");
    }
    mean
}

/// The functions over capacity that a test looks at.
const CASES: usize = 1200;

#[test]
fn plans_cost_little_more_than_the_optimum() {
    let cases: Vec<Case> = (1..).filter_map(case).take(CASES).collect();
    let fitting: Vec<&Case> = cases.iter().filter(|case| case.fits).collect();
    for &Case { seed, limit, by_prices, optimum, .. } in &fitting {
        assert!(*optimum > 0.0, "seed {seed}: what is over capacity fits at no price");
        let less = limit.min(*by_prices);
        assert!(less >= optimum - 1e-6, "seed {seed}: {less} is less than the least, {optimum}");
    }
    for Case { seed, rounds, optimum, .. } in &cases {
        let rounds = rounds.unwrap_or_else(|| panic!("seed {seed}: no registers are found"));
        assert!(
            rounds >= optimum - 1e-6,
            "seed {seed}: {rounds} is less than the least, {optimum}"
        );
    }
    let ratios = fitting.iter().map(|case| (case.limit / case.optimum, case.seed)).collect();
    let mean = distribution("Cost of limit's plan", ratios);
    let ratios = fitting.iter().map(|case| (case.by_prices / case.optimum, case.seed)).collect();
    let mean_by_prices = distribution("With prices", ratios);
    let ratio = |case: &Case| (case.rounds.unwrap_or(f64::NAN) / case.optimum, case.seed);
    distribution("Cost after all rounds", cases.iter().map(ratio).collect());
    for Case { seed, bound, by_limit, optimum, .. } in &cases {
        assert!(
            *bound <= optimum + 1e-6 && bound <= by_limit,
            "seed {seed}: the bound {bound} is not below the least, {optimum}, and {by_limit}"
        );
    }
    let ratio = |case: &&Case| (case.bound / case.optimum, case.seed);
    let tightness = distribution("The bound", fitting.iter().map(ratio).collect());
    let unfit: Vec<u64> = cases.iter().filter(|case| !case.fits).map(|case| case.seed).collect();
    println!("Still over capacity after limit's plan: {} functions, seeds {unfit:?}", unfit.len());
    assert_eq!(unfit.len(), 0);
    assert!(mean <= 1.04, "geometric mean {mean}");
    assert!(mean_by_prices <= 1.03, "geometric mean with prices {mean_by_prices}");
    assert!(tightness >= 0.99, "geometric mean of the bound {tightness}");
}

/// The solver is right where there is little to choose.
#[test]
fn optima_of_small_models_agree_with_trying_every_choice() {
    let mut tried = 0;
    for seed in 1..=3000 {
        let model = Model::of(&parse(&plain::from_seed(seed)).unwrap().function);
        if !model.fits.is_empty() && model.choices <= 17 {
            let (found, least) = (solve::optimum(&model), solve::by_trying(&model));
            assert!(found.is_some_and(|found| (found - least).abs() < 1e-6), "seed {seed}");
            tried += 1;
        }
    }
    assert!(tried >= 20, "{tried} models are small");
}
