//! The instructions of a random function.

use super::{Abnormal, Writer};
use std::fmt::Write;

impl Writer<'_, '_> {
    pub(super) fn instruction(&mut self) {
        let range = |writer: &mut Self| writer.choices.below(writer.ranges);
        let (a, b, c) = (range(self), range(self), range(self));
        let (part, single) = (self.as_single(a), self.single());
        let fixed = self.choices.below(self.machine.singles);
        let slot = self.choices.below(3);
        if let Some(&wide) = self.wide.iter().find(|&&wide| [a, b, c, single].contains(&wide)) {
            if self.choices.chance(40) {
                let _ = writeln!(self.body, "  narrow %{wide}\n  add %{wide}, 1 => %{wide}");
            }
        }
        let line = match self.choices.below(19) {
            0 => format!("i2i {part} => r0\n  call r0 => r0 keeps m0\n  i2i r0 => %{single}"),
            1 => "call keeps m0".to_owned(),
            2 => "call keeps m1".to_owned(),
            3 if a != single => format!("i2i {part} => %{single}"),
            4 => {
                let short = self.short("g");
                format!("loadI 7 => %{short}\n  store %{short}, %{a}")
            }
            5 => format!("add %{a}, 1 => %{a}"),
            6 => format!("store %{a}"),
            7 => format!("add %{single} => {part}"),
            // A result in a fixed register, as of a division, and one that nobody reads.
            8 => format!("div %{a} => r{fixed}\n  i2i r{fixed} => %{single}"),
            9 => format!("asm %{a}, %{b} => r{fixed}"),
            10 => {
                let short = self.short("h");
                format!("i2i %{single} => %{short}\n  shift %{short}, %{b} => %{short}\n  i2i %{short} => %{single}")
            }
            11 => format!("loadI 9 => %{single}\n  remat %{single}"),
            12 => format!("spill %{single}, {slot}"),
            13 => format!("reload {slot} => %{single}"),
            14 => match self.choices.below(3) {
                0 => format!("overwrite {slot}"),
                _ => format!("peek {slot}"),
            },
            _ if a == c => format!("add %{a}, %{b} => %{c}"),
            _ => {
                let saves = if b % 2 == 0 { " saves" } else { "" };
                format!("two-address %{c} %{a}{saves}\n  add %{a}, %{b} => %{c}")
            }
        };
        let _ = writeln!(self.body, "  {line}");
    }

    pub(super) fn end_of_block(&mut self, abnormal: Option<Abnormal>) {
        let (read, written) = (self.choices.below(self.ranges), self.single());
        match abnormal {
            Some(Abnormal::Throws) => {
                let argument = self.as_single(read);
                let kept = self.choices.below(2);
                let _ = writeln!(
                    self.body,
                    "  i2i {argument} => r0\n  last\n  call r0 => r0 keeps m{kept}"
                );
                if self.choices.chance(50) {
                    let _ = writeln!(self.body, "  i2i r0 => %{written}");
                }
                self.body += "  jump\n";
            }
            Some(Abnormal::Jumps) => {
                let _ = writeln!(self.body, "  last\n  asm %{read} => %{written}\n  jump");
            }
            None => {
                if self.choices.chance(15) {
                    self.body += "  last\n";
                }
                if self.choices.chance(70) {
                    let _ = writeln!(self.body, "  cbr %{read}");
                }
            }
        }
    }
}
