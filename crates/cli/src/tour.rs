//! `ringside tour`: what this is, a game in progress, and what to try.

use std::io::Write;

use cli_support::{Failure, Outcome};
use owo_colors::OwoColorize;
use ringrift::Position;
use ringrift_text::board_view;

/// A game in its middle, with everything that can stand on a board.
const MIDGAME: &str = "G square8 2p canon; S c3=11,f3=2,d6=221,g6=22,b7=1; M1 d2,e2,d4,c5; M2 g4,f5,e7; C1 a1,b1,a2; \
                       C2 h7,g8,h8; H 9,8; E 2,1; T 1; N 15; A 2,1";

const WHAT_THIS_IS: &str = "\
RingRift is a board game for two to four players. Rings are placed and stacked; stacks move, capture, and leave a marker
wherever they depart. Markers that are passed over change hands or collapse to territory, and so do lines of markers and
regions that are cut off. It is won with more than half of all rings eliminated, with more than half of the board, or by
the last player who can still act.

Ringside knows the rules: it draws positions, lists what is legal, and explains actions by the rules behind them. It plays at
ten levels and analyses. It records games, checks them again, steps through them and draws them. It knows a second game too,
the Agent Strategy Game: a duel over a map with supply, troops and bounded luck, made for agents and playable by people
(docs/asg.md).";

/// Commands that work as they stand, and what they are for.
const TO_TRY: [(&str, &str); 11] = [
    ("ringside rules show --board hexagonal --players 3", "the start of another game"),
    ("ringside rules legal 'S d4=11,d6=2; M1 d5; M2 d7; P movement'", "everything that player 1 can do here"),
    (
        "ringside rules explain 'C d4-d8 xd6' 'S d4=11,d6=2; M1 d5; M2 d7; P movement'",
        "what a capture does, step by step",
    ),
    ("ringside rules explain 'M d4-e4' 'S d4=11,d6=2; M1 d5; M2 d7; P movement'", "why a move is refused"),
    ("ringside play", "a game against the computer in the terminal; --seat human --seat level:2 for an easier one"),
    ("ringside analyse", "what the computer thinks of the start of a game; it takes positions and records too"),
    ("ringside record random", "the record of a random game; in a file, record show steps through it"),
    ("ringside asg play", "a match of the Agent Strategy Game against the computer"),
    ("ringside asg match search greedy", "two bots play it"),
    ("ringside match greedy random", "two players meet, and all games are kept; then ringside ratings and report"),
    ("ringside --help", "all commands"),
];

/// Says what this is, shows a game in progress, and names commands to try.
pub(crate) fn run(out: &mut impl Write) -> Outcome {
    let position = Position::parse(MIDGAME).map_err(Failure::bad_input)?;
    writeln!(
        out,
        "{}\n\n{WHAT_THIS_IS}\n",
        "ringside: RingRift and the Agent Strategy Game on the command line".bold()
    )?;
    writeln!(out, "{}", board_view::draw(&position))?;
    writeln!(out, "What to try (in a checkout, `cargo run --release --` stands for `ringside`):")?;
    for (command, purpose) in TO_TRY {
        writeln!(out, "  {purpose}\n    {}", command.bold())?;
    }
    Ok(())
}
