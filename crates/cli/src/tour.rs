//! `ringside tour`: an introduction, a game in progress, and commands to try.

use std::io::Write;

use cli_support::{Failure, Outcome};
use owo_colors::OwoColorize;
use ringrift::Position;
use ringrift_text::board_view;

/// Position in the middle of a game, with every kind of cell content.
const MIDGAME: &str = "G square8 2p canon; S c3=11,f3=2,d6=221,g6=22,b7=1; M1 d2,e2,d4,c5; M2 g4,f5,e7; C1 a1,b1,a2; \
                       C2 h7,g8,h8; H 9,8; E 2,1; T 1; N 15; A 2,1";

const INTRODUCTION: &str = "\
RingRift is a board game for two to four players. Players place and stack rings. Stacks move and capture, and leave a marker
on the cell they leave. Moving over markers flips them or collapses them to territory; completed lines and enclosed regions
collapse, too. A player wins by eliminating more than half of all rings, by owning more than half of the board, or as
the last player who can act.

Ringside draws positions, lists legal actions, and explains actions with the rules behind them. It plays at ten levels and
analyses games. It records, verifies, shows and draws them. It has a second game,
the Agent Strategy Game: a duel on a map with supply, troops and bounded randomness, made for agents and playable by people
(docs/asg.md).";

/// Commands to try, with their purpose.
const COMMANDS: [(&str, &str); 11] = [
    ("ringside rules show --board hexagonal --players 3", "the start of another game"),
    ("ringside rules legal 'S d4=11,d6=2; M1 d5; M2 d7; P movement'", "all legal actions of player 1"),
    (
        "ringside rules explain 'C d4-d8 xd6' 'S d4=11,d6=2; M1 d5; M2 d7; P movement'",
        "the effects of a capture, step by step",
    ),
    ("ringside rules explain 'M d4-e4' 'S d4=11,d6=2; M1 d5; M2 d7; P movement'", "why a move is illegal"),
    ("ringside play", "a game against the computer in the terminal; --seat human --seat level:2 for an easier one"),
    ("ringside analyse", "an analysis of the start of a game; it also accepts positions and records"),
    ("ringside record random", "the record of a random game; ringside record show steps through a file"),
    ("ringside asg play", "a match of the Agent Strategy Game against the computer"),
    ("ringside asg match search greedy", "a match of the Agent Strategy Game between two bots"),
    ("ringside match greedy random", "a match with a log; then ringside ratings and report"),
    ("ringside --help", "all commands"),
];

/// Prints the introduction.
pub(crate) fn run(out: &mut impl Write) -> Outcome {
    let position = Position::parse(MIDGAME).map_err(Failure::bad_input)?;
    writeln!(
        out,
        "{}\n\n{INTRODUCTION}\n",
        "ringside: RingRift and the Agent Strategy Game on the command line".bold()
    )?;
    writeln!(out, "{}", board_view::draw(&position))?;
    writeln!(out, "Commands to try (in a checkout, type `cargo run --release --` instead of `ringside`):")?;
    for (command, purpose) in COMMANDS {
        writeln!(out, "  {purpose}\n    {}", command.bold())?;
    }
    Ok(())
}
