//! The search for the first number at which a test turns from good to bad.

use anyhow::Result;

/// How a test ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// As it should.
    Good,
    /// Not as it should.
    Bad,
}

/// A number from 1 to `most` at which the test is bad and for whose predecessor it is good, if it is good
/// at 0 and bad at `most`, neither of which is tried. Where it turns several times, it is one of the
/// turns. About twice the binary logarithm of the answer many tests.
pub fn first_bad(most: u32, mut test: impl FnMut(u32) -> Result<Verdict>) -> Result<u32> {
    let (mut good, mut bad) = (0, most);
    // Most answers are small beside the largest number that there can be.
    let mut next = 1;
    while next < bad {
        match test(next)? {
            Verdict::Good => good = next,
            Verdict::Bad => bad = next,
        }
        next = next.saturating_mul(2);
    }
    while bad - good > 1 {
        let middle = good + (bad - good) / 2;
        match test(middle)? {
            Verdict::Good => good = middle,
            Verdict::Bad => bad = middle,
        }
    }
    Ok(bad)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_turn_is_found_wherever_it_is() {
        for most in [1, 2, 3, 50, u32::MAX] {
            for turn in (1..=50).filter(|&turn| turn <= most) {
                let mut tests = 0;
                let found = first_bad(most, |number| {
                    tests += 1;
                    assert!(0 < number && number < most, "{number} is known");
                    Ok(if number < turn { Verdict::Good } else { Verdict::Bad })
                });
                assert_eq!(found.expect("no test fails"), turn, "of {most}");
                assert!(tests <= 2 * turn.ilog2() + 2, "{tests} tests for {turn}");
            }
        }
    }

    #[test]
    fn one_of_several_turns_is_found() {
        let is_bad = |number: u32| (10..20).contains(&number) || number >= 70;
        let verdict = |number| if is_bad(number) { Verdict::Bad } else { Verdict::Good };
        let found = first_bad(100, |number| Ok(verdict(number))).expect("no test fails");
        assert!(is_bad(found) && !is_bad(found - 1), "{found}");
    }

    #[test]
    fn a_failed_test_ends_the_search() {
        assert!(first_bad(100, |_| anyhow::bail!("no disk")).is_err());
    }
}
