//! P-code: a list of commands on registers, or on as many temporaries as one likes.

/// A register or a temporary; those of a text are numbered from 1, and 0 is the constant 0.
pub type Temp = usize;

/// The constant 0.
pub const ZERO: Temp = 0;

/// What a command with two sources computes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Add,
    Sub,
    Div,
    Eq,
    Le,
}

/// A command. Targets of jumps are positions in the list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    Mov {
        to: Temp,
        value: i64,
    },
    Compute {
        kind: Kind,
        to: Temp,
        a: Temp,
        b: Temp,
    },
    EchoText(String),
    Echo(Temp),
    Input(Temp),
    Load {
        to: Temp,
        slot: usize,
    },
    Store {
        from: Temp,
        slot: usize,
    },
    /// Jumps if the temporary is 0: always, if it is `ZERO`.
    Jz {
        condition: Temp,
        target: usize,
    },
    Hlt,
}

impl Command {
    /// The copy that p-code writes as an addition of 0.
    pub fn copy(to: Temp, from: Temp) -> Self {
        Self::Compute { kind: Kind::Add, to, a: from, b: ZERO }
    }

    /// The temporaries that it reads.
    pub fn reads(&self) -> Vec<Temp> {
        let read = match *self {
            Self::Compute { a, b, .. } => vec![a, b],
            Self::Echo(from) | Self::Store { from, .. } => vec![from],
            Self::Jz { condition, .. } => vec![condition],
            _ => Vec::new(),
        };
        read.into_iter().filter(|&temp| temp != ZERO).collect()
    }

    /// The temporary that it writes.
    pub fn writes(&self) -> Option<Temp> {
        match *self {
            Self::Mov { to, .. } | Self::Compute { to, .. } | Self::Load { to, .. } => Some(to),
            Self::Input(to) => Some(to),
            _ => None,
        }
    }

    /// The source, if it does nothing but copy it.
    pub fn copies(&self) -> Option<Temp> {
        match *self {
            Self::Compute { kind: Kind::Add, a, b: ZERO, .. } if a != ZERO => Some(a),
            _ => None,
        }
    }

    /// Gives the temporaries that it reads, and the one that it writes, other names.
    pub fn rename(&mut self, read: impl Fn(Temp) -> Temp, written: impl Fn(Temp) -> Temp) {
        let source = |temp: &mut Temp| {
            if *temp != ZERO {
                *temp = read(*temp);
            }
        };
        match self {
            Self::Compute { a, b, to, .. } => {
                source(a);
                source(b);
                *to = written(*to);
            }
            Self::Echo(from) | Self::Store { from, .. } => source(from),
            Self::Jz { condition, .. } => source(condition),
            Self::Mov { to, .. } | Self::Load { to, .. } | Self::Input(to) => *to = written(*to),
            Self::EchoText(_) | Self::Hlt => {}
        }
    }

    /// The command as p-code writes it, at a position of the list.
    pub fn text(&self, at: usize) -> String {
        let name = |temp: Temp| match temp {
            ZERO => "0".to_owned(),
            temp => format!("r{temp:02x}"),
        };
        match *self {
            Self::Mov { to, value } => format!("mov {}, {value}", name(to)),
            Self::Compute { kind, to, a, b } => {
                let kind = format!("{kind:?}").to_lowercase();
                format!("{kind} {}, {}, {}", name(to), name(a), name(b))
            }
            Self::EchoText(ref text) => format!("echo {text:?}"),
            Self::Echo(from) => format!("echo {}", name(from)),
            Self::Input(to) => format!("input {}", name(to)),
            Self::Load { to, slot } => format!("load {}, {slot}", name(to)),
            Self::Store { from, slot } => format!("store {}, {slot}", name(from)),
            Self::Jz { condition, target } => {
                format!("jz {}, {:+}", name(condition), target as i64 - at as i64 - 1)
            }
            Self::Hlt => "hlt".to_owned(),
        }
    }

    /// Whether the next command in the list can follow it.
    pub fn goes_on(&self) -> bool {
        !matches!(self, Self::Hlt | Self::Jz { condition: ZERO, .. })
    }

    /// Where it can jump.
    pub fn target(&self) -> Option<usize> {
        match *self {
            Self::Jz { target, .. } => Some(target),
            _ => None,
        }
    }
}

/// The positions that can follow each command.
pub fn successors(commands: &[Command]) -> Vec<Vec<usize>> {
    let of = |(at, command): (usize, &Command)| {
        let next = (command.goes_on() && at + 1 < commands.len()).then_some(at + 1);
        next.into_iter().chain(command.target()).collect()
    };
    commands.iter().enumerate().map(of).collect()
}

/// Puts commands before and behind others: `around` gives them per position. A jump to a command
/// executes what stands before it.
pub fn insert(
    commands: &[Command],
    mut around: impl FnMut(usize) -> (Vec<Command>, Option<Command>, Vec<Command>),
) -> Vec<Command> {
    let (mut list, mut starts) = (Vec::new(), Vec::new());
    for at in 0..commands.len() {
        let (before, command, behind) = around(at);
        starts.push(list.len());
        list.extend(before.into_iter().chain(command).chain(behind));
    }
    for command in &mut list {
        if let Command::Jz { target, .. } = command {
            *target = starts[*target];
        }
    }
    list
}
