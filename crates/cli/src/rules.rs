//! `ringside rules`: draws positions, lists legal actions, explains single actions, and prints rules.

use std::io::Write;

use arena::protocol::LONGEST_ACTION;
use clap::{Args, Subcommand};
use cli_support::{Failure, Outcome};
use ringrift::{
    Action, Cell, IllegalAction, Overrides, Phase, Position, ReadActionError, Region, ResolveActionError, Rule,
};
use ringrift_text::action_kind::ActionKind;
use ringrift_text::action_text::{details, region_details, why_not_claimable};
use ringrift_text::board_view;
use ringrift_text::counted;
use ringrift_text::event_text::{cell_list, describe_all, line_ends};
use ringrift_text::situation::{headline, ranking};

use crate::args::PositionArgs;

/// Maximum width of the columns of actions.
const LINE_WIDTH: usize = 100;

/// Number of actions shown as examples.
const EXAMPLES: usize = 6;

/// Arguments of `ringside rules`.
#[derive(Args)]
#[command(after_help = rules_help())]
pub(crate) struct RulesCommand {
    #[command(subcommand)]
    question: Question,
}

#[derive(Subcommand)]
enum Question {
    /// Draw a position: board, stacks ring by ring, players, and the pending decision
    Show(PositionArgs),
    /// List the legal actions of a position
    Legal(LegalArgs),
    /// Explain the effects of an action, or which rule forbids it; the exit code is 1 if it is illegal
    Explain(ExplainArgs),
    /// Print a rule of the rulebook
    Rule {
        /// Id of the rule, for example R081 or RR-CANON-R081
        #[arg(value_parser = parse_rule)]
        id: Rule,
    },
    /// Print the fingerprint of a position and its hash, in the format of Ringside and in the format of other engines of the live
    /// edition
    Fingerprint(PositionArgs),
}

#[derive(Args)]
struct LegalArgs {
    /// Print only the number of legal actions
    #[arg(long)]
    count: bool,
    /// Print only the actions, one per line, in their fixed order
    #[arg(long, conflicts_with = "count")]
    plain: bool,
    #[command(flatten)]
    position: PositionArgs,
}

#[derive(Args)]
struct ExplainArgs {
    /// Text of an action (docs/notation.md), for example "P d4*2", "M d4-e5" or "C a1-c1 xb1"
    action: String,
    #[command(flatten)]
    position: PositionArgs,
}

fn rules_help() -> String {
    format!("Rules that --set can change: {}", Overrides::NAMES.join(", "))
}

pub(crate) fn run(command: &RulesCommand, out: &mut impl Write) -> Outcome {
    match &command.question {
        Question::Show(args) => show(&args.position()?, out),
        Question::Legal(args) => legal(args, out),
        Question::Fingerprint(args) => fingerprint(&args.position()?, out),
        &Question::Rule { id } => print_rule(id, out),
        Question::Explain(args) => explain(&args.action, &args.position.position()?, out),
    }
}

/// Parses the id of a rule: `R081` or `RR-CANON-R081`, in capital or small letters.
fn parse_rule(text: &str) -> Result<Rule, String> {
    let upper = text.to_ascii_uppercase();
    let number = upper.strip_prefix("RR-CANON-").unwrap_or(&upper).strip_prefix('R');
    let number: Option<u16> = number.filter(|digits| digits.len() == 3).and_then(|digits| digits.parse().ok());
    let found = number.and_then(|number| Rule::ALL.iter().copied().find(|rule| rule.number() == number));
    found.ok_or_else(|| {
        let [first, last] = [Rule::ALL.first(), Rule::ALL.last()].map(|rule| rule.map_or(0, |rule| rule.number()));
        format!("there is no such rule; ids are numbers such as R081, from R{first:03} to R{last:03} with gaps")
    })
}

fn print_rule(rule: Rule, out: &mut impl Write) -> Outcome {
    writeln!(out, "{}", server::rulebook::section(rule))?;
    Ok(writeln!(
        out,
        "The page /rules#{rule} of the server has it with diagrams; docs/rules/rules.md has the full wording."
    )?)
}

fn show(position: &Position, out: &mut impl Write) -> Outcome {
    write!(out, "{}", board_view::draw(position))?;
    writeln!(out, "\nText  {position}\nHash  {}", position.fingerprint_hash())?;
    Ok(())
}

fn fingerprint(position: &Position, out: &mut impl Write) -> Outcome {
    writeln!(out, "Fingerprint  {}\nHash         {}", position.fingerprint(), position.fingerprint_hash())?;
    writeln!(out, "Reference    {}\nIts hash     {}", position.reference_fingerprint(), position.reference_hash())?;
    Ok(())
}

fn legal(args: &LegalArgs, out: &mut impl Write) -> Outcome {
    let position = args.position.position()?;
    if args.count {
        writeln!(out, "{}", position.count_legal())?;
    } else if args.plain {
        for &action in &position.legal_actions() {
            writeln!(out, "{}", position.action_text(action))?;
        }
    } else {
        list_groups(&position, out)?;
    }
    Ok(())
}

fn list_groups(position: &Position, out: &mut impl Write) -> Outcome {
    let actions = position.legal_actions();
    writeln!(out, "{}", headline(position))?;
    writeln!(out, "{}.", counted(actions.len() as u64, "legal action"))?;
    for kind in ActionKind::ALL {
        let group: Vec<Action> =
            actions.iter().copied().filter(|&action| ActionKind::of(position, action) == kind).collect();
        if !group.is_empty() {
            writeln!(out, "\n{} ({}):", kind.title(position).text, group.len())?;
            list_group(position, &group, out)?;
        }
    }
    Ok(())
}

/// Lists actions of one kind: in columns, or one per line with descriptions.
fn list_group(position: &Position, group: &[Action], out: &mut impl Write) -> Outcome {
    let texts: Vec<String> = group.iter().map(|&action| position.action_text(action)).collect();
    let widest = texts.iter().map(String::len).max().unwrap_or(0);
    if details(position, group[0]).is_some() {
        for (text, &action) in texts.iter().zip(group) {
            writeln!(
                out,
                "  {text:widest$}  {}",
                details(position, action).map_or(String::new(), |details| details.to_string())
            )?;
        }
        return Ok(());
    }
    for row in texts.chunks((LINE_WIDTH / (widest + 2)).max(1)) {
        let row: String = row.iter().map(|text| format!("  {text:widest$}")).collect();
        writeln!(out, "{}", row.trim_end())?;
    }
    Ok(())
}

fn explain(text: &str, position: &Position, out: &mut impl Write) -> Outcome {
    if text.len() > LONGEST_ACTION {
        return Err(Failure::BadInput(format!("an action has at most {LONGEST_ACTION} bytes, not {}", text.len())));
    }
    match position.read_action(text) {
        Ok(action) => explain_legal(position, action, out),
        Err(ReadActionError::Resolve(error)) => {
            write_rejection(position, text, &error, out)?;
            let like = if let ResolveActionError::Illegal { action, .. } = error { Some(action) } else { None };
            suggest(position, like, out)?;
            Err(Failure::CheckFailed)
        }
        Err(ReadActionError::Parse(_)) if parse_rule(text).is_ok() => Err(Failure::BadInput(format!(
            "{text} is the id of a rule, not an action; ringside rules rule {text} prints the rule"
        ))),
        Err(error @ ReadActionError::Parse(_)) => Err(Failure::bad_input(error)),
    }
}

/// Explains why a well-formed action is not legal in a position.
pub(crate) fn write_rejection(
    position: &Position,
    text: &str,
    error: &ResolveActionError,
    out: &mut impl Write,
) -> Outcome {
    match error {
        ResolveActionError::Illegal { action, why } => explain_illegal(position, *action, why, out),
        // The line or region of the action does not exist, or the text is ambiguous.
        error => explain_missing(position, text, error, out),
    }
}

fn explain_legal(position: &Position, action: Action, out: &mut impl Write) -> Outcome {
    let mut after = position.clone();
    let events = after.play_with_events(action).map_err(Failure::bad_input)?;
    let about = details(position, action).map_or(String::new(), |about| format!(": {about}"));
    writeln!(out, "{} is legal{about}.\n\nWhat happens:", position.action_text(action))?;
    let effects = describe_all(&events, position.rules().board);
    if effects.is_empty() {
        writeln!(out, "  nothing on the board changes")?;
    }
    for effect in effects {
        writeln!(out, "  {effect}")?;
    }
    writeln!(out, "\nAfterwards: {}", headline(&after))?;
    if let Some(outcome) = after.outcome() {
        writeln!(out, "Ranks: {}.", ranking(&after, &outcome))?;
    }
    Ok(())
}

fn explain_illegal(position: &Position, action: Action, illegal: &IllegalAction, out: &mut impl Write) -> Outcome {
    writeln!(out, "{} is illegal: {}.", position.action_text(action), illegal.reason)?;
    writeln!(out, "{}: {}", illegal.rule, illegal.rule.title())?;
    if !illegal.cells.is_empty() {
        writeln!(out, "Cells: {}", cell_list(&illegal.cells, position.rules().board))?;
    }
    Ok(())
}

/// Explains an action whose line or region does not exist, or that is ambiguous.
fn explain_missing(position: &Position, text: &str, error: &ResolveActionError, out: &mut impl Write) -> Outcome {
    let verdict = match error {
        ResolveActionError::Ambiguous { .. } | ResolveActionError::Segments { .. } => "is incomplete",
        _ => "is illegal",
    };
    writeln!(out, "{} {verdict}: {error}.", text.trim())?;
    match error {
        ResolveActionError::Number { what: "region", .. } => explain_regions(position, out)?,
        ResolveActionError::Number { what: "line", .. } => explain_lines(position, out)?,
        _ => {}
    }
    Ok(())
}

/// Prints the lines of the player to move, and why they cannot be taken now.
fn explain_lines(position: &Position, out: &mut impl Write) -> Outcome {
    let player = position.to_move();
    let lines = position.lines(player);
    if lines.is_empty() {
        let least = position.rules().line_length;
        writeln!(out, "Player {player} has no line of {least} markers or more (RR-CANON-R120).")?;
        return Ok(());
    }
    let reason = match position.phase() {
        Phase::LineChoice => "lines of exact length need a stack to pay with (RR-CANON-R122)",
        _ => "lines are processed after moving (RR-CANON-R071)",
    };
    writeln!(out, "\nLines of player {player}; {reason}:")?;
    for line in lines {
        writeln!(out, "  {} markers {}", line.length, line_ends(line, position.rules().board))?;
    }
    Ok(())
}

/// Prints the regions on the board, and why the player to move cannot process them.
fn explain_regions(position: &Position, out: &mut impl Write) -> Outcome {
    let regions = position.regions();
    let unclaimable: Vec<(&Region, IllegalAction)> =
        regions.iter().filter_map(|region| Some((region, why_not_claimable(position, region)?))).collect();
    if !unclaimable.is_empty() {
        writeln!(out, "\nRegions that player {} cannot process now:", position.to_move())?;
    }
    for (region, obstacle) in unclaimable {
        writeln!(out, "  {}:\n    {obstacle}", region_details(position, region))?;
    }
    Ok(())
}

/// Prints the pending decision and some legal actions, the most similar to `like` first.
fn suggest(position: &Position, like: Option<Action>, out: &mut impl Write) -> Outcome {
    let mut actions: Vec<Action> = position.legal_actions().iter().copied().collect();
    writeln!(out, "\n{}", headline(position))?;
    if actions.is_empty() {
        return Ok(());
    }
    if let Some(like) = like {
        actions.sort_by_key(|&action| dissimilarity(position, action, like));
    }
    let examples: Vec<String> = actions.iter().take(EXAMPLES).map(|&action| position.action_text(action)).collect();
    let lead = if actions.len() <= EXAMPLES { "Legal" } else { "Legal, for example" };
    writeln!(out, "{lead}: {}", examples.join(", "))?;
    if actions.len() > EXAMPLES {
        writeln!(out, "`ringside rules legal` lists all {}.", actions.len())?;
    }
    Ok(())
}

/// Returns a sort key from 0 to 3: actions of the same stack or cell come first, then actions of the same kind.
fn dissimilarity(position: &Position, action: Action, like: Action) -> u8 {
    let same_kind = ActionKind::of(position, action) == ActionKind::of(position, like);
    let same_cell = origin(action).is_some() && origin(action) == origin(like);
    u8::from(!same_cell) * 2 + u8::from(!same_kind)
}

fn origin(action: Action) -> Option<Cell> {
    match action {
        Action::Place { at, .. } | Action::Eliminate { at } => Some(at),
        Action::Move { from, .. } | Action::Capture { from, .. } => Some(from),
        _ => None,
    }
}
