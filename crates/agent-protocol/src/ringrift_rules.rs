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
        "# RingRift\n\nYou play RingRift, a board game without luck or hidden information, for {players} players. They are \
         numbered from 1 (A, B, C, D in diagrams) and take turns in that order. The board starts empty, and each player has \
         {rings_per_player} rings in hand. A turn consists of several decisions. Each decision is one action: you receive the \
         legal actions and choose one. Phases without a choice are skipped."
    )
}

fn pieces(rules: &Ruleset) -> String {
    let board = if rules.board.is_hexagonal() {
        format!(
            "The board is a hexagon of {} hexagonal cells, named x.y: `0.0` is the centre, `1.0` is east of it, `-1.1` \
             south-west. There are 6 directions.",
            rules.board.cells()
        )
    } else {
        let (size, last) = if rules.board == BoardKind::Square8 { (8, "h8") } else { (19, "s19") };
        format!(
            "The board has {size} by {size} cells, `a1` (lower left) to `{last}`. There are 8 directions, including \
             diagonals. For territory only, cells are adjacent by their sides, not by their corners."
        )
    };
    format!(
        "## Board and pieces\n\n{board} A cell is empty or holds exactly one of:\n\
         - a **stack** of rings of any colours. Its height is the number of rings. The owner of the top ring controls it. \
         The consecutive rings of that owner from the top are its **cap**.\n\
         - a **marker** of one player;\n\
         - **collapsed** ground: permanent territory of one player. Nothing can enter or cross it.\n\n\
         Rings that leave the game are **eliminated** and credited to the player whose turn it is, whatever their colour. Your \
         own rings count for you too."
    )
}

fn placement(rules: &Ruleset) -> String {
    let most = rules.placement_limit.map_or("any number of".to_owned(), |limit| format!("1 to {limit}"));
    let skip = match rules.skip {
        Skip::Implied => "You may skip the placement if one of your stacks can move or capture",
        Skip::Explicit => {
            "You may skip the placement, while you have rings in hand, if one of your stacks can move or capture"
        }
    };
    let recover = if rules.recovery { " or if you can recover (see below)" } else { "" };
    let swap = if rules.swap {
        "\nIn their first turn, before any other action, player 2 may swap sides: players 1 and 2 exchange colours."
    } else {
        ""
    };
    format!(
        "## 1. Placement\n\nPut {most} rings from your hand on an empty cell, or exactly 1 on top of any stack; never on a \
         marker. The new stack must be able to move or capture, and only it may move in this turn. {skip}{recover}.{swap}"
    )
}

fn movement(rules: &Ruleset) -> String {
    let landing = match rules.landing {
        Landing::Burn => {
            "It ends on an empty cell or on a marker of yours; that marker is removed and the top ring of the arriving stack is \
             eliminated (a single ring disappears)."
        }
        Landing::Keep => "It ends on an empty cell or on a marker of yours, which is removed.",
        Landing::BurnAny => {
            "It ends on an empty cell or on any marker; that marker is removed and the top ring of the arriving stack is \
             eliminated (a single ring disappears)."
        }
    };
    format!(
        "## 2. Movement\n\nMove a stack that you control in a straight line, by at least as many cells as its height. It cannot \
         cross stacks or collapsed ground. It leaves a marker of yours on its start cell. Of the markers that it crosses, those \
         of other players become yours, and your own collapse into your territory. {landing} Instead of moving you may \
         capture. If you can move or capture, you must do one of them."
    )
}

fn capture(rules: &Ruleset) -> String {
    let distance = match rules.capture_distance {
        CaptureDistance::Steps => "",
        CaptureDistance::Manhattan => " (in captures a diagonal step counts as 2)",
    };
    format!(
        "## 3. Capture\n\nA stack jumps in a straight line over exactly one other stack, of any player including you, whose cap \
         is not higher than its own cap, and lands beyond it. The distance from start to landing is at least the height of the \
         jumping stack{distance}; there may be more cells before and behind the jumped stack. The top ring of the jumped stack \
         goes to the bottom of yours. Markers are left, crossed and landed on as in a move. After a move you may capture with \
         the same stack or decline. After a capture you must continue as long as that stack can capture and you control it."
    )
}

fn lines(rules: &Ruleset) -> String {
    let (price, unable) = match rules.line_price {
        LinePrice::Cap => (
            "the whole cap of a stack that you control, which is eliminated",
            "If you control no stack, you can only take parts of longer lines.",
        ),
        LinePrice::Ring => (
            "the top ring of a stack that you control, which is eliminated",
            "If you control no stack, it costs nothing.",
        ),
    };
    let length = rules.line_length;
    format!(
        "## 4. Lines\n\n{length} or more markers of yours in an unbroken straight row are a line. After your movement you must \
         take your lines one by one. A line of exactly {length} collapses completely. From a longer line you take all cells, or \
         any {length} consecutive cells. A whole line costs {price}; a part of a longer line costs nothing. {unable}"
    )
}

fn territory(rules: &Ruleset) -> String {
    let open = match rules.open_regions {
        OpenRegions::Lacking => "The same applies to areas enclosed only by collapsed ground and edges.",
        OpenRegions::OneController => {
            "An area enclosed only by collapsed ground and edges is a region if exactly one player controls stacks inside."
        }
    };
    let main = match rules.regions {
        Regions::All => "Both sides of a wall can be regions.",
        Regions::NoMain => "The largest of the areas that the walls of one colour separate is not a region.",
    };
    let borders = match rules.borders {
        Borders::Seen => "the markers of the wall that touch it",
        Borders::Touched => "the markers that touch it",
        Borders::Flooded => "the markers that touch it and all markers connected to those (also diagonally)",
    };
    let duty = match rules.region_duty {
        RegionDuty::Optional => "You may stop at any time.",
        RegionDuty::Mandatory => "You must continue as long as you can.",
    };
    format!(
        "## 5. Territory\n\nA region is an area enclosed by collapsed ground, the edges of the board and markers of one colour \
         (of any player), in which at least one colour that has rings on the board controls no stack. {open} {main} You can \
         claim a region if you control a stack outside it: all rings inside are eliminated and credited to you, and its cells \
         and {borders} become your territory. Then you pay with the whole cap of a stack outside the region. {duty}"
    )
}

fn forced_elimination_and_recovery(rules: &Ruleset) -> String {
    let mut text = match rules.forced {
        Forced::First => "## If no action is possible\n\nIf you cannot place, move or capture at the start of your turn but \
            control a stack, you must eliminate the cap of one of your stacks; it is credited to you. If an action is possible \
            then, your turn continues."
            .to_owned(),
        Forced::Last => "## If no action is possible\n\nIf you control a stack but have not changed the board in your turn, \
            you must eliminate the cap of one of your stacks at its end; it is credited to you."
            .to_owned(),
    };
    if rules.recovery {
        text.push_str(&format!(
            " **Recovery**: if you control no stack but have a marker, and one of your rings is buried under other rings, you may \
             slide one of your markers to an adjacent cell instead of moving. If a slide can complete a line of {} or more, you \
             must choose such a slide. Otherwise the marker goes to an empty cell, or onto a stack, which removes the marker and \
             eliminates the top ring of the stack (credited to you). A slide costs a buried ring: the lowest of your rings in a \
             stack of your choice is eliminated and credited to you. Taking only a part of a longer line is free. If you claim a \
             region after a slide, you pay for it with another buried ring.",
            rules.line_length
        ));
    }
    text
}

fn victory(rules: &Ruleset) -> String {
    let majority = if rules.majority { " and more than all others have together" } else { "" };
    let last = match rules.last_standing {
        LastStanding::Round => {
            "if for a whole round no other player could place, move or capture, and at the start of your next turn you can \
             and no other player can"
                .to_owned()
        }
        LastStanding::AtOnce => "at the end of any turn after which only you can place, move or capture".to_owned(),
        LastStanding::Rounds => format!(
            "if only you could place, move or capture for {} whole rounds, and it is your turn again; or at once when no \
             other player has a ring left",
            rules.last_standing_rounds
        ),
    };
    let stalemate = match rules.stalemate {
        Stalemate::NoStacks => "If no stack is left and no player can place a ring",
        Stalemate::NoActions => "If no player can place, move or capture",
    };
    let cap = rules.turn_cap.map_or(String::new(), |cap| format!(", or after {cap} turns"));
    let tie = match rules.tiebreak {
        Tiebreak::LastAction => "then the player who acted last wins",
        Tiebreak::Draw => "and otherwise it is a draw",
        Tiebreak::Rungs => "then the player who moved last wins",
    };
    format!(
        "## Winning\n\nChecked at the end of each turn, in this order:\n\
         - {} eliminated rings credited to you win.\n\
         - {} cells of territory{majority} win.\n\
         - The last player standing wins: {last}.\n\
         - {stalemate}{cap}, the most territory decides, then the most eliminated rings (rings in hand count for their \
         owner), then the most markers, {tie}.",
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
            "`T 2` claim region 2; `ST` claim no more regions".to_owned()
        } else {
            "`T 2` claim region 2".to_owned()
        },
        format!("`E {at}` eliminate the cap or ring that you owe from the stack on {at}"),
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
         Rings in `position` and in lists of stacks are written from bottom to top. One action is enough: you are asked \
         again while it is your turn. Further actions of the same turn may follow it in notation. Illegal actions are ignored \
         and listed under `rejected` with the rule that they break.",
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
        assert_eq!(presets().count(), 60);
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
