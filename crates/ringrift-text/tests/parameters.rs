//! Messages of random games have the parameters of their templates.

use std::collections::BTreeSet;

use ringrift::{Action, BoardKind, Edition, Message, MessageValue, Overrides, Player, Position, Ruleset, Template};
use ringrift_text::action_text::{choosable_regions, details_with_regions};
use ringrift_text::cell_selection::{CellChoices, why_not_selectable};
use ringrift_text::event_text::describe_each;
use ringrift_text::goals::goals;
use ringrift_text::situation::{headline, prompt};

/// Checks a message with its parts, and notes its id.
fn check(message: &Message, seen: &mut BTreeSet<&'static str>) {
    let template = message.template();
    let given: BTreeSet<&str> = message.params().iter().map(|(name, _)| *name).collect();
    let needed: BTreeSet<&str> = Template::parameters(template.text).into_iter().collect();
    assert_eq!(given, needed, "{}", template.id);
    let text = message.to_string();
    assert!(!text.contains(['{', '}', '#']), "{}: {text}", template.id);
    seen.insert(template.id);
    for (_, value) in message.params() {
        if let MessageValue::Message(part) = value {
            check(part, seen);
        }
    }
}

/// Checks all messages about a position.
fn check_position(position: &Position, actions: &[Action], seen: &mut BTreeSet<&'static str>) {
    let regions = choosable_regions(position);
    let mut messages = vec![headline(position), prompt(position)];
    messages.extend(
        Player::seats(position.rules().players).flat_map(|player| goals(position, player)).map(|goal| goal.text),
    );
    messages.extend(actions.iter().filter_map(|&action| details_with_regions(position, &regions, action)));
    let choices = CellChoices::new(position);
    for cell in position.rules().board.iter_cells().step_by(3) {
        messages.extend(choices.missing_pick(&[], cell).map(|illegal| illegal.reason));
        messages.extend(why_not_selectable(position, &[], cell).map(|illegal| illegal.reason));
        messages.extend(position.why_illegal(Action::Place { at: cell, rings: 1 }).map(|illegal| illegal.reason));
    }
    messages.iter().for_each(|message| check(message, seen));
}

#[test]
fn messages_of_random_games_have_the_parameters_of_their_templates() {
    let mut seen = BTreeSet::new();
    let mut random = 1_u64;
    for &edition in Edition::ALL {
        let rules = Ruleset::new(edition, BoardKind::Square8, 3, &Overrides::default()).expect("the rules are valid");
        let mut position = Position::new(&rules).expect("the rules are valid");
        while position.outcome().is_none() {
            let actions = position.legal_actions();
            check_position(&position, &actions, &mut seen);
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let chosen = actions[(random >> 33) as usize % actions.len()];
            let events = position.play_with_events(chosen).expect("a listed action is legal");
            describe_each(&events, BoardKind::Square8).iter().flatten().for_each(|message| check(message, &mut seen));
        }
        check_position(&position, &[], &mut seen);
    }
    assert!(seen.len() > 70, "{} kinds of messages: {seen:?}", seen.len());
}
