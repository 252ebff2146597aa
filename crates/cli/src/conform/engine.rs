//! The common interface of both engines.

use ringrift::{
    Action, BoardKind, ByPlayer, Cell, Coord, Event, FinishedGames, Forced, Outcome, Player, Position, RegionId, Setup,
    TurnStep,
};
use ringrift_spec::SpecGame;

/// Automatic events, which need no decision.
#[derive(Default)]
pub(super) struct Automatic {
    /// Players who passed, in order.
    pub(super) passes: Vec<Player>,
    /// Turn steps that offered no choice, with their players, in order.
    pub(super) empty_steps: Vec<(Player, TurnStep)>,
}

/// Engine under test.
pub(super) trait Engine: Clone + Sized {
    /// Name in reports.
    const NAME: &str;

    /// Returns the game at its first decision, and the players who passed before it.
    fn start(setup: &Setup) -> Result<(Self, Vec<Player>), String>;

    /// Returns the state as plain data.
    fn snapshot(&self) -> Setup;

    fn legal(&self) -> Vec<Action>;

    fn count_legal(&self) -> u64;

    /// Plays a legal action and returns the automatic events after it.
    fn play(&mut self, action: Action) -> Result<Automatic, String>;

    /// Returns the result of a finished game.
    fn outcome(&self) -> Option<Outcome>;

    /// Returns the ranking if a player resigns now.
    fn ranking_after_resignation(&self, by: Player) -> ByPlayer<u8>;

    /// Returns the progress measure S.
    fn progress(&self) -> u32;

    /// Returns the candidate regions with their cells.
    fn regions(&self) -> Vec<(RegionId, Vec<Coord>)>;
}

impl Engine for Position {
    const NAME: &str = "fast";

    fn start(setup: &Setup) -> Result<(Position, Vec<Player>), String> {
        let mut events = Vec::new();
        let position = Position::from_setup_observed(setup, FinishedGames::Reject, &mut events)
            .map_err(|error| error.to_string())?;
        Ok((position, passes(&events)))
    }

    fn snapshot(&self) -> Setup {
        self.to_setup()
    }

    fn legal(&self) -> Vec<Action> {
        self.legal_actions().to_vec()
    }

    fn count_legal(&self) -> u64 {
        Position::count_legal(self)
    }

    fn play(&mut self, action: Action) -> Result<Automatic, String> {
        let events = self.play_with_events(action).map_err(|error| error.to_string())?;
        let empty_step = |event: &Event| match *event {
            Event::StepEmpty { player, step } => Some((player, step)),
            _ => None,
        };
        Ok(Automatic { passes: passes(&events), empty_steps: events.iter().filter_map(empty_step).collect() })
    }

    fn outcome(&self) -> Option<Outcome> {
        Position::outcome(self)
    }

    fn ranking_after_resignation(&self, by: Player) -> ByPlayer<u8> {
        self.ranking_after_resignation(by)
    }

    fn progress(&self) -> u32 {
        Position::progress(self)
    }

    fn regions(&self) -> Vec<(RegionId, Vec<Coord>)> {
        let board = self.rules().board;
        Position::regions(self).into_iter().map(|region| (region.id, coords(board, &region.cells))).collect()
    }
}

/// The spec engine. It reports no events. In editions whose records contain steps without a choice, a fast engine plays
/// the same game and supplies only these steps.
#[derive(Clone)]
pub(super) struct SpecUnderTest {
    game: SpecGame,
    step_source: Option<Position>,
}

impl Engine for SpecUnderTest {
    const NAME: &str = "spec";

    /// The spec engine trusts its setups, so the fast engine checks them first.
    fn start(setup: &Setup) -> Result<(SpecUnderTest, Vec<Player>), String> {
        let checked = Position::from_setup(setup, FinishedGames::Reject).map_err(|error| error.to_string())?;
        let game = SpecGame::from_setup(setup);
        let passes = game.opening_passes().to_vec();
        let step_source = Some(checked).filter(|position| position.rules().forced == Forced::Last);
        Ok((SpecUnderTest { game, step_source }, passes))
    }

    fn snapshot(&self) -> Setup {
        self.game.to_setup()
    }

    fn legal(&self) -> Vec<Action> {
        self.game.legal_actions()
    }

    fn count_legal(&self) -> u64 {
        self.game.legal_actions().len() as u64
    }

    fn play(&mut self, action: Action) -> Result<Automatic, String> {
        let passes = self.game.play(action).map_err(|error| error.to_string())?.passes;
        let empty_steps = match &mut self.step_source {
            Some(position) => Engine::play(position, action)?.empty_steps,
            None => Vec::new(),
        };
        Ok(Automatic { passes, empty_steps })
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }

    fn ranking_after_resignation(&self, by: Player) -> ByPlayer<u8> {
        self.game.ranking_after_resignation(by)
    }

    fn progress(&self) -> u32 {
        self.game.progress()
    }

    fn regions(&self) -> Vec<(RegionId, Vec<Coord>)> {
        let board = self.game.rules().board;
        self.game.regions().into_iter().map(|region| (region.id, coords(board, &region.extent))).collect()
    }
}

fn passes(events: &[Event]) -> Vec<Player> {
    events.iter().filter_map(|event| if let Event::Passed { player } = event { Some(*player) } else { None }).collect()
}

fn coords(board: BoardKind, cells: &[Cell]) -> Vec<Coord> {
    cells.iter().map(|&cell| board.coord(cell)).collect()
}
