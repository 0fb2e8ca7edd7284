//! The least price of a model: by a solver, and by trying everything where there is little to try.

use super::model::{Fact, Model};
use microlp::{ComparisonOp, LinearExpr, OptimizationDirection, Problem, Variable};

/// The least price; none if the solver cannot prove it.
pub fn optimum(model: &Model) -> Option<f64> {
    let mut problem = Problem::new(OptimizationDirection::Minimize);
    let choices: Vec<Variable> = (0..model.choices).map(|_| problem.add_binary_var(0.0)).collect();
    // A sum of facts, each with a sign, as an expression and what is given of it.
    let sum = |facts: &[(f64, Fact)]| {
        let (mut expression, mut given) = (LinearExpr::empty(), 0.0);
        for &(sign, fact) in facts {
            match fact {
                Fact::Choice(number) => expression.add(choices[number], sign),
                Fact::Given(holds) => given += if holds { sign } else { 0.0 },
            }
        }
        (expression, given)
    };
    let mut base = 0.0;
    for &(from, to, price) in &model.rises {
        match (from, to) {
            (Fact::Given(true), _) | (_, Fact::Given(false)) => {}
            (Fact::Given(false), Fact::Given(true)) => base += price,
            _ => {
                let rises = problem.add_var(price, (0.0, 1.0));
                let (mut expression, given) = sum(&[(1.0, from), (-1.0, to)]);
                expression.add(rises, 1.0);
                problem.add_constraint(expression, ComparisonOp::Ge, -given);
            }
        }
    }
    let mut at_least = |facts: &[(f64, Fact)], bound: f64| {
        let (expression, given) = sum(facts);
        problem.add_constraint(expression, ComparisonOp::Ge, bound - given);
    };
    for &(fact, then) in &model.implied {
        at_least(&[(1.0, then), (-1.0, fact)], 0.0);
    }
    for &(one, other) in &model.either {
        at_least(&[(1.0, one), (1.0, other)], 1.0);
    }
    for facts in &model.fits {
        let taken: Vec<(f64, Fact)> = facts.iter().map(|&fact| (-1.0, fact)).collect();
        at_least(&taken, -(model.registers as f64));
    }
    let outcome = problem.solve().ok()?;
    let is_optimal = outcome.is_optimal();
    let solution = outcome.into_solution().ok()?;
    is_optimal.then_some(solution.objective() + base)
}

/// The least price of a model with few choices.
pub fn by_trying(model: &Model) -> f64 {
    let price = |chosen: u32| {
        let holds = |fact: Fact| match fact {
            Fact::Choice(number) => chosen >> number & 1 != 0,
            Fact::Given(holds) => holds,
        };
        let fits = |facts: &Vec<Fact>| {
            facts.iter().filter(|&&fact| holds(fact)).count() <= model.registers
        };
        let is_possible = model.implied.iter().all(|&(fact, then)| !holds(fact) || holds(then))
            && model.either.iter().all(|&(one, other)| holds(one) || holds(other))
            && model.fits.iter().all(fits);
        let rises = model.rises.iter().filter(|rise| !holds(rise.0) && holds(rise.1));
        if is_possible {
            rises.map(|rise| rise.2).sum()
        } else {
            f64::INFINITY
        }
    };
    (0..1u32 << model.choices).map(price).fold(f64::INFINITY, f64::min)
}
