//! The example `pcode`: what it allocates prints what the program prints.

#[path = "../examples/pcode/main.rs"]
mod pcode;

use pcode::allocate::allocate;
use pcode::parse::parse;
use pcode::run::run;
use pcode::{answers, main, ARTICLE, PROGRAM};

#[test]
fn the_example_runs() {
    assert_eq!(main(), Ok(()));
}

#[test]
fn four_registers_take_no_more_commands_than_the_article_needs() {
    let ours = allocate(&parse(PROGRAM).unwrap(), 4).unwrap();
    let article = parse(ARTICLE).unwrap();
    assert!(ours.len() <= article.len(), "{} commands", ours.len());
    let executed = |commands: &[pcode::code::Command]| -> usize {
        (0..=1000).map(|number| run(commands, &answers(number)).unwrap().executed).sum()
    };
    let (ours, articles) = (executed(&ours), executed(&article));
    assert!(ours <= articles, "{ours} commands executed, {articles} by the article");
}

/// Every number, a person who cheats, one who answers what is not asked, and one who leaves.
#[test]
fn every_number_of_registers_prints_the_same() {
    let program = parse(PROGRAM).unwrap();
    let mut games: Vec<Vec<i64>> = (0..=1000).step_by(7).map(answers).collect();
    games.extend([vec![1; 20], vec![2; 20], vec![9, 2, 0, 3], vec![1, 2]]);
    for registers in 2..=8 {
        let ours = allocate(&program, registers).unwrap();
        for game in &games {
            let (expected, printed) = (run(&program, game), run(&ours, game));
            let output = |result: &Result<pcode::run::Run, String>| match result {
                Ok(run) => Ok(run.output.clone()),
                Err(error) => Err(error.clone()),
            };
            assert_eq!(output(&printed), output(&expected), "{registers} registers, {game:?}");
        }
    }
    assert!(allocate(&program, 1).is_err());
}
