//! What both engines can be asked.

use ringrift::{Action, BoardKind, Cell, Coord, Event, Finished, Outcome, Player, Position, RegionId, Setup};
use ringrift_spec::SpecGame;

/// An engine under check.
pub(super) trait Engine: Clone + Sized {
    /// The name of the engine.
    const NAME: &str;

    /// A position, played on to its first decision; with the players who passed on the way.
    fn start(setup: &Setup) -> Result<(Self, Vec<Player>), String>;

    /// The state as plain data.
    fn snapshot(&self) -> Setup;

    /// All legal actions.
    fn legal(&self) -> Vec<Action>;

    /// The number of legal actions.
    fn count_legal(&self) -> u64;

    /// Plays a legal action and names the players who passed after it.
    fn play(&mut self, action: Action) -> Result<Vec<Player>, String>;

    /// The result of a finished game.
    fn outcome(&self) -> Option<Outcome>;

    /// The progress measure S.
    fn progress(&self) -> u32;

    /// The candidate regions with their cells.
    fn regions(&self) -> Vec<(RegionId, Vec<Coord>)>;
}

impl Engine for Position {
    const NAME: &str = "fast";

    fn start(setup: &Setup) -> Result<(Position, Vec<Player>), String> {
        let mut events = Vec::new();
        let position =
            Position::from_setup_observed(setup, Finished::Refuse, &mut events).map_err(|error| error.to_string())?;
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

    fn play(&mut self, action: Action) -> Result<Vec<Player>, String> {
        self.play_with_events(action).map(|events| passes(&events)).map_err(|error| error.to_string())
    }

    fn outcome(&self) -> Option<Outcome> {
        Position::outcome(self)
    }

    fn progress(&self) -> u32 {
        Position::progress(self)
    }

    fn regions(&self) -> Vec<(RegionId, Vec<Coord>)> {
        let board = self.rules().board;
        Position::regions(self).into_iter().map(|region| (region.id, coords(board, &region.cells))).collect()
    }
}

impl Engine for SpecGame {
    const NAME: &str = "spec";

    /// The literal engine trusts its setups, so the fast one's check stands before it.
    fn start(setup: &Setup) -> Result<(SpecGame, Vec<Player>), String> {
        Position::from_setup(setup, Finished::Refuse).map_err(|error| error.to_string())?;
        let game = SpecGame::from_setup(setup);
        let passes = game.opening_passes().to_vec();
        Ok((game, passes))
    }

    fn snapshot(&self) -> Setup {
        self.to_setup()
    }

    fn legal(&self) -> Vec<Action> {
        self.legal_actions()
    }

    fn count_legal(&self) -> u64 {
        self.legal_actions().len() as u64
    }

    fn play(&mut self, action: Action) -> Result<Vec<Player>, String> {
        SpecGame::play(self, action).map(|played| played.passes).map_err(|error| error.to_string())
    }

    fn outcome(&self) -> Option<Outcome> {
        SpecGame::outcome(self)
    }

    fn progress(&self) -> u32 {
        SpecGame::progress(self)
    }

    fn regions(&self) -> Vec<(RegionId, Vec<Coord>)> {
        let board = self.rules().board;
        SpecGame::regions(self).into_iter().map(|region| (region.id, coords(board, &region.extent))).collect()
    }
}

fn passes(events: &[Event]) -> Vec<Player> {
    events.iter().filter_map(|event| if let Event::Passed { player } = event { Some(*player) } else { None }).collect()
}

fn coords(board: BoardKind, cells: &[Cell]) -> Vec<Coord> {
    cells.iter().map(|&cell| board.coord(cell)).collect()
}
