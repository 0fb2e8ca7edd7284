//! The split editor: cuts one live range into pieces and a remainder.
//!
//! Everything that splits a range works in the same way. A value *enters* a piece by a copy from the
//! remainder, which is a reload if the remainder is in memory; it *leaves* a piece by a copy to the
//! remainder, which is a spill store then; it may be *passed on* from one piece to the next. An
//! instruction is *renamed* if it refers to a piece; all others refer to the remainder. The editor
//! numbers nothing: the caller names the pieces and the remainder.

use crate::analysis::insertion_points::InsertionPoint;
use crate::model::function::{Inst, VReg};
use crate::model::point::Point;
use crate::plan::{Move, Split};

/// A live range while it is cut.
#[derive(Clone, Debug)]
pub struct SplitEditor {
    vreg: VReg,
    pieces: Vec<VReg>,
    renames: Vec<(Inst, VReg)>,
    transfers: Vec<Transfer>,
}

/// A copy; an end without a piece is the remainder.
#[derive(Clone, Copy, Debug)]
struct Transfer {
    at: InsertionPoint,
    from: Option<VReg>,
    to: Option<VReg>,
}

impl SplitEditor {
    /// All of the range is the remainder.
    pub fn new(vreg: VReg) -> Self {
        Self { vreg, pieces: Vec::new(), renames: Vec::new(), transfers: Vec::new() }
    }

    /// Adds a piece of that name.
    pub fn add_piece(&mut self, piece: VReg) {
        self.pieces.push(piece);
    }

    /// Lets an instruction refer to a piece. An instruction refers to one piece at most.
    pub fn rename(&mut self, inst: Inst, piece: VReg) {
        self.renames.push((inst, piece));
    }

    /// Copies the value from the remainder to a piece. Copies at the same insertion point execute in the
    /// order in which they are added.
    pub fn enter(&mut self, piece: VReg, at: InsertionPoint) {
        self.transfers.push(Transfer { at, from: None, to: Some(piece) });
    }

    /// Copies the value from a piece to the remainder.
    pub fn leave(&mut self, piece: VReg, at: InsertionPoint) {
        self.transfers.push(Transfer { at, from: Some(piece), to: None });
    }

    /// Copies the value from one piece to another.
    pub fn pass_on(&mut self, from: VReg, to: VReg, at: InsertionPoint) {
        self.transfers.push(Transfer { at, from: Some(from), to: Some(to) });
    }

    /// The first points behind the copies by which the value enters a piece from the remainder.
    pub fn entries(&self) -> impl Iterator<Item = Point> + '_ {
        let enters = |transfer: &&Transfer| transfer.from.is_none();
        self.transfers.iter().filter(enters).map(|transfer| transfer.at.at)
    }

    /// Whether the range is as it was: no instruction refers to a piece, and nothing is copied.
    pub fn is_unchanged(&self) -> bool {
        self.renames.is_empty() && self.transfers.is_empty()
    }

    /// The split, with the remainder of that name.
    pub fn finish(self, remainder: VReg) -> Split {
        let Self { vreg, pieces, mut renames, transfers } = self;
        renames.sort_unstable_by_key(|&(inst, _)| inst);
        let name = |piece: Option<VReg>| piece.unwrap_or(remainder);
        let to_move = |&Transfer { at, from, to }: &Transfer| Move {
            site: at.site,
            from: name(from),
            to: name(to),
        };
        let moves = transfers.iter().map(to_move).collect();
        Split { vreg, remainder, pieces, renames, moves }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::insertion_points::InsertionPoints;
    use crate::model::function::Block;
    use crate::model::text::{parse, print_edit};
    use crate::plan::{Builder, Place, Purpose};

    const TEXT: &str =
        "reg r0\nclass g r0\nfunction f\nblock b0 1\n  loadI 1 => %0\n  store %0\n  \
                        store %0\n  store %0\n  ret\n";

    #[test]
    fn copies_lead_from_and_to_the_remainder_and_between_pieces() {
        let program = parse(TEXT).unwrap();
        let points = InsertionPoints::of(&program.function, VReg(0));
        let mut editor = SplitEditor::new(VReg(0));
        let (first, second) = (VReg(1), VReg(2));
        editor.add_piece(first);
        editor.add_piece(second);
        // The second piece is worked out first; instructions are sorted at the end.
        editor.rename(Inst(2), second);
        editor.rename(Inst(1), first);
        editor.enter(first, points.before(Inst(1)).unwrap());
        editor.pass_on(first, second, points.after(Inst(1)).unwrap());
        editor.leave(second, points.block_end(Block(0)));
        let mut plan = Builder::new(&program.function);
        plan.add_split(editor.finish(VReg(3)));
        plan.place(VReg(3), Place::Memory);
        let edit = plan.edit(Purpose::Limit).unwrap();
        let expected =
            "%0: pieces\n  %1: later at i1\n  %2: later at i2\n  %3: memory for the rest\n  \
                        before i1: %3 => %1\n  after i1: %1 => %2\n  end of b0: %2 => %3\n";
        assert_eq!(print_edit(&program, &edit), expected);
    }

    #[test]
    fn a_piece_that_nobody_refers_to_changes_nothing() {
        let mut editor = SplitEditor::new(VReg(0));
        editor.add_piece(VReg(1));
        assert!(editor.is_unchanged());
        editor.rename(Inst(1), VReg(1));
        assert!(!editor.is_unchanged());
    }
}
