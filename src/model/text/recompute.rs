//! The lines `remat %0` of a block: from there to the range's next definition, or else the block's end,
//! its value can be recomputed.

use crate::analysis::references::References;
use crate::model::function::{Block, Function, VReg};
use crate::model::index::{Idx, Span};
use crate::model::point::{Point, Segment};

/// Enters where the lines stand, in order of the points.
pub fn enter(function: &mut Function, lines: &[(VReg, Point)]) {
    let references = References::collect(function);
    for vreg in function.vregs.indices() {
        let starts = lines.iter().filter(|line| line.0 == vreg).map(|line| line.1);
        let from = function.segments.len();
        for start in starts {
            let definitions = references.of(vreg).iter().filter(|reference| reference.writes);
            let mut points = definitions.map(|reference| function.insts[reference.inst].point);
            let block_end = function.blocks[function.block_at(start)].points.end;
            let next = points.find(|&point| point > start).map_or(block_end, Point::register);
            function.segments.push(Segment { start, end: next.min(block_end) });
        }
        function.vregs[vreg].recomputable = Span::since(from, function.segments.len());
    }
}

/// The lines at a point, in order of the ranges.
pub fn lines_at(function: &Function, at: Point) -> impl Iterator<Item = String> + '_ {
    let begins = move |vreg: &VReg| function.recomputable(*vreg).iter().any(|s| s.start == at);
    function.vregs.indices().filter(begins).map(|vreg| format!("  remat %{}\n", vreg.0))
}

/// Where a line stands that comes last in the text so far, in a block.
pub fn point_of_line(function: &Function) -> Point {
    let last = Block::new(function.blocks.len() - 1);
    match function.insts.iter().as_slice().last().filter(|inst| inst.block == last) {
        Some(inst) => inst.point.dead(),
        None => function.blocks[last].points.start,
    }
}

#[cfg(test)]
mod tests {
    use crate::model::function::VReg;
    use crate::model::text::{parse, print};

    #[test]
    fn a_value_can_be_recomputed_up_to_the_next_definition_or_the_end_of_the_block() {
        let text = "reg r0\nclass g r0\n\nfunction f\nrange %0 g\nblock b0 1 -> b1\n  \
                    loadI 1 => %0\n  remat %0\n  store %0\n  loadI 2 => %0\n  jump\n\
                    block b1 1\n  store %0\n  loadI 3 => %0\n  remat %0\n  store %0\n  ret\n";
        let program = parse(text).unwrap();
        let function = &program.function;
        let inst = |number: usize| function.insts.iter().as_slice()[number].point;
        let found = function.recomputable(VReg(0)).iter().map(|s| (s.start, s.end));
        let end = function.blocks.iter().last().unwrap().points.end;
        let expected = [(inst(0).dead(), inst(2).register()), (inst(5).dead(), end)];
        assert_eq!(found.collect::<Vec<_>>(), expected);
        assert_eq!(print(&program), text);
    }
}
