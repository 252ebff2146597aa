//! Rules text of RingRift for language models, generated from a ruleset. The text is part of prompts and therefore of run names.

use ringrift::{
    BoardKind, Borders, CaptureDistance, Forced, Landing, LastStanding, LinePrice, OpenRegions, RegionDuty, Regions,
    Ruleset, Skip, Stalemate, Tiebreak,
};

/// Returns the rules, from the board to the notation.
pub(super) fn rules_text(rules: &Ruleset) -> String {
    let sections = [
        introduction(rules),
        pieces(rules),
        placement(rules),
        movement(rules),
        capture(rules),
        lines(rules),
        territory(rules),
        forced_elimination_and_recovery(rules),
        victory(rules),
        notation(rules),
    ];
    sections.join("\n\n")
}

fn introduction(rules: &Ruleset) -> String {
    let Ruleset { players, rings_per_player, .. } = rules;
    format!(
        "# RingRift\n\nYou play RingRift, a board game without luck or secrets, for {players} players. They are numbered from \
         1 (pictures call them A, B, C, D), and take turns in that order. Everyone begins with {rings_per_player} rings in hand \
         and the board empty. A turn consists of several decisions, each of which is one action; you are asked for each, and \
         shown what is legal. Phases without a choice are passed over."
    )
}

fn pieces(rules: &Ruleset) -> String {
    let board = if rules.board.is_hexagonal() {
        format!(
            "The board is a hexagon of {} hexagonal cells, named x.y: `0.0` is the centre, `1.0` lies east of it, `-1.1` \
             south-west. There are 6 directions.",
            rules.board.cells()
        )
    } else {
        let (size, last) = if rules.board == BoardKind::Square8 { (8, "h8") } else { (19, "s19") };
        format!(
            "The board has {size} by {size} cells, `a1` (lower left) to `{last}`. There are 8 directions, diagonals included. \
             For territory alone cells touch by their sides, not by corners."
        )
    };
    format!(
        "## Board and pieces\n\n{board} A cell is empty, or has exactly one of:\n\
         - a **stack** of rings of any colours. Its height is the number of rings. Whoever has the top ring controls it; the \
         unbroken run of that colour from the top is its **cap**.\n\
         - a **marker** of one player;\n\
         - **collapsed** ground, which is territory of one player for ever. Nothing enters or crosses it.\n\n\
         Rings that leave the game are **eliminated** and credited to the player whose turn it is, whatever their colour; your \
         own rings count for you as well."
    )
}

fn placement(rules: &Ruleset) -> String {
    let most = rules.placement_limit.map_or("any number of".to_owned(), |limit| format!("1 to {limit}"));
    let skip = match rules.skip {
        Skip::Implied => "You may skip this if something on the board can move or capture",
        Skip::Explicit => {
            "You may skip this, while you have rings in hand, if something on the board can move or capture"
        }
    };
    let recover = if rules.recovery { " or if you could recover (below)" } else { "" };
    let swap = if rules.swap {
        "\nOnce, before player 2 has done anything else in the first turn, he may swap sides: the persons change colours."
    } else {
        ""
    };
    format!(
        "## 1. Placement\n\nPut {most} rings from your hand on an empty cell, or exactly 1 on top of any stack, never on a \
         marker. The new stack must be able to move or capture, and no other stack may move in this turn. {skip}{recover}.{swap}"
    )
}

fn movement(rules: &Ruleset) -> String {
    let landing = match rules.landing {
        Landing::Burn => {
            "It ends on an empty cell or on a marker of yours; that marker is removed and the top ring of the arriving stack is \
             eliminated (a lone ring vanishes)."
        }
        Landing::Keep => "It ends on an empty cell or on a marker of yours, which is removed.",
        Landing::BurnAny => {
            "It ends on an empty cell or on any marker; that marker is removed and the top ring of the arriving stack is \
             eliminated (a lone ring vanishes)."
        }
    };
    format!(
        "## 2. Movement\n\nMove a stack that you control in a straight line, at least as many cells as it is high. It cannot \
         cross stacks or collapsed ground. It leaves a marker of yours where it was. Of the markers on its way, those of others \
         become yours, and your own ones collapse into territory of yours. {landing} Instead of moving you may capture at once. \
         You must do one of them if you can."
    )
}

fn capture(rules: &Ruleset) -> String {
    let distance = match rules.capture_distance {
        CaptureDistance::Steps => "",
        CaptureDistance::Manhattan => " (in captures a diagonal step counts as 2)",
    };
    format!(
        "## 3. Capture\n\nA stack jumps in a straight line over exactly one other stack, of anyone, even yours, whose cap is \
         not higher than its own cap, and lands beyond it. From start to landing it must be at least as far as the stack is \
         high{distance}; there may be further cells before and behind the jumped stack. The top ring of the jumped stack goes \
         to the bottom of yours. Markers are left, crossed and landed on as in a move. After a move you may capture with the \
         same stack or decline; after a capture you must go on as long as that stack can capture and is still yours."
    )
}

fn lines(rules: &Ruleset) -> String {
    let (price, unable) = match rules.line_price {
        LinePrice::Cap => (
            "the whole cap of a stack that you control, which is eliminated",
            "Without a stack you can only take parts of longer lines.",
        ),
        LinePrice::Ring => (
            "the top ring of a stack that you control, which is eliminated",
            "If you control no stack, it costs nothing.",
        ),
    };
    let length = rules.line_length;
    format!(
        "## 4. Lines\n\n{length} or more markers of yours in an unbroken straight row are a line, and after your movement you \
         must take your lines one by one. A line of exactly {length} collapses as a whole. Of a longer one you choose: all of it, \
         or any {length} neighbouring cells of it. A whole line costs {price}; a part of a longer one costs nothing. {unable}"
    )
}

fn territory(rules: &Ruleset) -> String {
    let open = match rules.open_regions {
        OpenRegions::Lacking => "Areas closed by collapsed ground and edges alone count alike.",
        OpenRegions::OneController => {
            "Areas closed by collapsed ground and edges alone count if exactly one player controls stacks inside."
        }
    };
    let main = match rules.regions {
        Regions::All => "Both sides of a wall can be regions.",
        Regions::NoMain => "The largest area that the walls of a colour leave is no region.",
    };
    let borders = match rules.borders {
        Borders::Seen => "the markers of the wall that touch it",
        Borders::Touched => "the markers that touch it",
        Borders::Flooded => "the markers that touch it and all markers connected with those (also diagonally)",
    };
    let duty = match rules.region_duty {
        RegionDuty::Optional => "You may stop at any time.",
        RegionDuty::Mandatory => "You must go on as long as you can.",
    };
    format!(
        "## 5. Territory\n\nA region is an area closed off by collapsed ground, the edges of the board and markers of one \
         colour (anyone's), in which not every colour that has rings on the board controls a stack. {open} {main} You can \
         process a region if you control a stack outside it: all rings inside are eliminated and credited to you, and its cells \
         and {borders} become territory of yours. Then you pay with the whole cap of a stack outside. {duty}"
    )
}

fn forced_elimination_and_recovery(rules: &Ruleset) -> String {
    let mut text = match rules.forced {
        Forced::First => "## If nothing is possible\n\nIf you can neither place nor move nor capture at the start of your turn \
            but control a stack, you must give up the cap of one; it is credited to you. If that makes something possible, \
            your turn goes on."
            .to_owned(),
        Forced::Last => "## If nothing is possible\n\nIf you control a stack but have changed nothing on the board in your \
            turn, you must give up the cap of one at its end; it is credited to you."
            .to_owned(),
    };
    if rules.recovery {
        text.push_str(&format!(
            " **Recovery**: if you control no stack but have a marker, and a ring of yours lies under other rings, you may \
             slide one of your markers to a neighbouring cell instead of moving. If some slide makes a line of {} or more, you \
             must choose such a one; otherwise it may go to an empty cell, or onto a stack, where the marker and the top ring \
             of the stack are lost (the ring is credited to you). A slide is paid with a buried ring of yours: the lowest one in \
             a stack of your choice is eliminated and credited to you. Taking only a part of a longer line is free. If you \
             process a region after a slide, you pay for it with another buried ring.",
            rules.line_length
        ));
    }
    text
}

fn victory(rules: &Ruleset) -> String {
    let majority = if rules.majority { " and more than all others have together" } else { "" };
    let last = match rules.last_standing {
        LastStanding::Round => {
            "if for a whole round nobody else could place, move or capture, and at the start of your next turn you can and \
             nobody else could"
                .to_owned()
        }
        LastStanding::AtOnce => "at the end of any turn after which only you could place, move or capture".to_owned(),
        LastStanding::Rounds => format!(
            "if only you could place, move or capture for {} whole rounds, and it is your turn again; or at once when nobody \
             else has a ring left",
            rules.last_standing_rounds
        ),
    };
    let stalemate = match rules.stalemate {
        Stalemate::NoStacks => "If no stack is left and nobody can place a ring",
        Stalemate::NoActions => "If nobody can place, move or capture any more",
    };
    let cap = rules.turn_cap.map_or(String::new(), |cap| format!(", or after {cap} turns"));
    let tie = match rules.tiebreak {
        Tiebreak::LastAction => "then whoever acted last",
        Tiebreak::Draw => "and otherwise it is a draw",
        Tiebreak::Rungs => "then whoever moved last",
    };
    format!(
        "## Winning\n\nLooked at when a turn ends, in this order:\n\
         - {} eliminated rings credited to you win.\n\
         - {} cells of territory{majority} win.\n\
         - The last player standing wins: {last}.\n\
         - {stalemate}{cap}, the most territory decides, then the most eliminated rings (those in hand count as one's own), \
         then the most markers, {tie}.",
        rules.elimination_threshold, rules.territory_threshold
    )
}

fn notation(rules: &Ruleset) -> String {
    let (at, to, over) = if rules.board.is_hexagonal() { ("0.0", "2.0", "1.0") } else { ("a1", "c1", "b1") };
    let mut codes = vec![
        format!("`P {at}*2` place 2 rings on {at}; `SP` skip the placement"),
        format!("`M {at}-{to}` move"),
        format!("`C {at}-{to} x{over}` capture over {over}; `CC …` capture again; `SC` decline to capture"),
        "`L 2` take line 2; `L 1; LR 1` take all of a longer line; `L 1; LR 2:3` take the third possible part of it"
            .to_owned(),
        if rules.region_duty == RegionDuty::Optional {
            "`T 2` process region 2; `ST` stop".to_owned()
        } else {
            "`T 2` process region 2".to_owned()
        },
        format!("`E {at}` give up the cap or ring that is due from the stack on {at}"),
    ];
    if rules.recovery {
        codes.push(format!(
            "`R {at}-{over} x{to}` recover: slide a marker, pay from the stack on {to} (`=1` takes the whole line, `=2:1` the \
             first possible part of it without paying); `SR` decline"
        ));
    }
    if rules.swap {
        codes.push("`SW` swap sides".to_owned());
    }
    format!(
        "## Actions\n\nAn action is {{\"id\": N}} with a number from `legal_actions`, or {{\"action\": \"…\"}} in notation:\n- {}\n\n\
         Rings in `position` and in lists of stacks are written from bottom to top. One action is enough; you will be asked \
         again while it is your turn. Further actions of the same turn may follow it in notation. What is illegal is void and \
         comes back under `rejected` with the rule it breaks.",
        codes.join("\n- ")
    )
}

#[cfg(test)]
mod tests {
    use ringrift::{Edition, Overrides};

    use super::*;

    fn presets() -> impl Iterator<Item = Ruleset> {
        use BoardKind::{Hex8, Hexagonal, Hexagonal12, Square8, Square19};
        let boards = [Square8, Square19, Hex8, Hexagonal, Hexagonal12];
        let all = Edition::ALL.iter().flat_map(move |&edition| boards.map(|board| (edition, board)));
        all.flat_map(|(edition, board)| (2..=4).map(move |players| (edition, board, players))).map(
            |(edition, board, players)| {
                let given = Overrides { rings_per_player: Some(18), line_length: Some(4), ..Overrides::default() };
                Ruleset::new(edition, board, players, &Overrides::default())
                    .or_else(|_| Ruleset::new(edition, board, players, &given))
                    .expect("the rules are valid")
            },
        )
    }

    #[test]
    fn text_of_every_preset_is_short_and_contains_its_numbers() {
        assert_eq!(presets().count(), 45);
        for rules in presets() {
            let text = rules_text(&rules);
            for words in [
                format!("{} rings in hand", rules.rings_per_player),
                format!("{} eliminated rings", rules.elimination_threshold),
                format!("{} cells of territory", rules.territory_threshold),
                format!("{} or more markers", rules.line_length),
                format!("for {} players", rules.players),
            ] {
                assert!(text.contains(&words), "{rules}: {words}");
            }
            assert!(text.len() <= 6000, "{rules}: {} bytes", text.len());
            assert!(text.is_ascii() || text.chars().all(|char| char.is_ascii() || char == '…'));
        }
    }

    /// Covers the options whose effect players can notice.
    #[test]
    fn every_rule_option_changes_the_text() {
        let base = Ruleset::live(BoardKind::Square8, 2).expect("the rules are valid");
        let text = rules_text(&base);
        for (option, value) in [
            ("rings", "17"),
            ("line_length", "5"),
            ("elimination_threshold", "9"),
            ("territory_threshold", "9"),
            ("placement_limit", "none"),
            ("landing", "burn"),
            ("capture_distance", "manhattan"),
            ("regions", "no_main"),
            ("region_duty", "mandatory"),
            ("last_standing", "at_once"),
            ("last_standing", "round"),
            ("stalemate", "no_actions"),
            ("tiebreak", "draw"),
            ("tiebreak", "last_action"),
            ("turn_cap", "300"),
            ("skip", "implied"),
            ("line_price", "cap"),
            ("borders", "touched"),
            ("borders", "seen"),
            ("open_regions", "lacking"),
            ("recovery", "off"),
            ("forced", "first"),
            ("majority", "off"),
            ("last_standing_rounds", "2"),
            ("swap", "on"),
        ] {
            let mut overrides = Overrides::default();
            overrides.set(option, value).expect("the option is valid");
            let rules = Ruleset::new(Edition::Live, BoardKind::Square8, 2, &overrides).expect("the rules are valid");
            assert_ne!(rules_text(&rules), text, "{option}={value}");
        }
    }
}
