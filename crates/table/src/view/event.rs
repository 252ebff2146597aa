//! Views of game events.

use api::EventView;
use asg::json::{Form, PlyJson};
use ringrift::{BoardKind, Cell, Event, Message, Player, Stack};
use ringrift_text::event_text::describe_each;
use serde_json::Value;

use crate::{ActionEvents, AnyGame};

/// Returns the events as JSON: a list of [`EventView`], or ASG events as in replays.
pub fn events_json(played: &ActionEvents, game: &AnyGame) -> Value {
    match (played, game) {
        (ActionEvents::RingRift { events, .. }, AnyGame::RingRift(game)) => {
            let views = event_views(events, game.position().rules().board);
            serde_json::to_value(views).expect("events serialize to JSON")
        }
        (ActionEvents::Asg { orders, events }, AnyGame::Asg(game)) => {
            let ply = PlyJson { scenario: game.scenario(), orders, events, form: Form::Full };
            serde_json::to_value(ply.events()).expect("events serialize to JSON")
        }
        _ => Value::Null,
    }
}

/// Returns the events of a RingRift game.
pub fn event_views(events: &[Event], board: BoardKind) -> Vec<EventView> {
    let texts = describe_each(events, board);
    events.iter().zip(&texts).map(|(event, text)| event_view(event, text.as_ref(), board)).collect()
}

fn event_view(event: &Event, text: Option<&Message>, board: BoardKind) -> EventView {
    let name = |cell: Cell| Some(board.cell_name(cell).to_string());
    let seat = |player: Player| Some(player.seat());
    let base = EventView {
        event: event.name().into(),
        rule: event.rule().to_string(),
        text: text.map(Message::to_string),
        text_parts: text.map(Into::into),
        ..EventView::default()
    };
    match *event {
        Event::Placed { player, at, rings, .. } => {
            EventView { player: seat(player), at: name(at), count: Some(rings.into()), ..base }
        }
        Event::MarkerLeft { player, at } => EventView { player: seat(player), at: name(at), ..base },
        Event::MarkerFlipped { at, to, .. } => EventView { player: seat(to), at: name(at), ..base },
        Event::MarkerRemoved { at } => EventView { at: name(at), ..base },
        Event::MarkerSlid { from, to } => EventView { from: name(from), to: name(to), ..base },
        Event::SidesSwapped => base,
        Event::StepEmpty { player, step } => {
            EventView { player: seat(player), cause: Some(step.move_type().into()), ..base }
        }
        Event::RingCaptured { over, ring } => EventView { player: seat(ring), at: name(over), ..base },
        Event::Moved { from, over, to, rings } => EventView {
            from: name(from),
            over: over.and_then(name),
            to: name(to),
            rings: Some(ring_digits(rings)),
            ..base
        },
        Event::Collapsed { at, owner, cause } => {
            EventView { player: seat(owner), at: name(at), cause: Some(cause.name().into()), ..base }
        }
        Event::LineTaken { collapsed, .. } => EventView { count: Some(collapsed.into()), ..base },
        Event::RegionClaimed { cells, .. } => EventView { count: Some(cells.into()), ..base },
        Event::Eliminated { at, rings, credit, cause } => EventView {
            player: seat(credit),
            at: name(at),
            rings: Some(ring_digits(rings)),
            cause: Some(cause.name().into()),
            ..base
        },
        Event::Declined { player, phase } => {
            EventView { player: seat(player), phase: Some(phase.name().into()), ..base }
        }
        Event::PhaseEntered { player, phase } => {
            EventView { player: seat(player), phase: Some(phase.name().into()), ..base }
        }
        Event::Passed { player } => EventView { player: seat(player), ..base },
        Event::TurnStarted { player, turn } => EventView { player: seat(player), count: Some(turn), ..base },
        Event::HandConverted { player, rings } => EventView { player: seat(player), count: Some(rings.into()), ..base },
        Event::Ended { winner, reason } => {
            EventView { player: winner.and_then(seat), cause: Some(reason.name().into()), ..base }
        }
        // Event kinds without a case above have only their name, rule and text.
        _ => base,
    }
}

/// Returns the player number of each ring as one digit, from bottom to top.
pub(super) fn ring_digits(stack: Stack) -> String {
    stack.rings().map(|ring| ring.seat().to_string()).collect()
}
