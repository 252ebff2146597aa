//! Positions.

use std::collections::BTreeMap;
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use python_macros::guarded;
use ringrift::{CellContent, Outcome, Phase, Player, Position};
use ringrift_record::TraceSpelling;
use ringrift_text::{board_view, goals, situation};

use crate::compute::{catch, interruptible};
use crate::convert::{Whole, cell, cell_name, cell_names, player};
use crate::error::{OrProblem, Problem};
use crate::ringrift::action::ActionArgument;
use crate::ringrift::perft::perft;
use crate::ringrift::picture::{PictureOptions, notebook_picture, picture};
use crate::ringrift::{PyAction, PyEvent, PyIllegalAction, PyRuleset};

/// A valid state of a game. Positions are immutable: playing an action returns a new one.
#[pyclass(name = "Position", module = "ringside", frozen)]
#[derive(Clone)]
pub(crate) struct PyPosition(pub(crate) Arc<Position>);

/// The start of a position: its rules, or its text.
#[derive(FromPyObject)]
enum Start<'py> {
    Rules(Bound<'py, PyRuleset>),
    Text(String),
}

impl PyPosition {
    pub(crate) fn new(position: Position) -> PyPosition {
        PyPosition(Arc::new(position))
    }

    /// Returns the action of an argument as an object of this position.
    pub(crate) fn read_action(&self, action: ActionArgument<'_>) -> PyResult<PyAction> {
        let action = catch(|| action.resolve(&self.0))??;
        match catch(|| self.0.why_illegal(action))? {
            Some(why) => Err(Problem::illegal(&why, self.0.rules().board).into()),
            None => Ok(PyAction { position: self.0.clone(), action }),
        }
    }

    fn seat(&self, seat: Whole<u8>) -> Result<Player, Problem> {
        player(seat.0, self.0.rules().players)
    }

    fn seats(&self) -> impl Iterator<Item = Player> {
        Player::seats(self.0.rules().players)
    }

    /// Returns the cells for which `select` returns a value, with that value.
    fn cells_with<T>(&self, select: impl Fn(CellContent) -> Option<T>) -> BTreeMap<String, T> {
        let board = self.0.rules().board;
        let found = board.iter_cells().filter_map(|cell| {
            let value = select(self.0.content(cell))?;
            Some((cell_name(cell, board), value))
        });
        found.collect()
    }
}

#[guarded]
#[pymethods]
impl PyPosition {
    /// Returns the first position of a game with these rules, or the position of a text.
    #[new]
    #[pyo3(signature = (start=None))]
    fn py_new(start: Option<Start<'_>>) -> PyResult<PyPosition> {
        match start {
            None => {
                let rules = ringrift::Ruleset::standard(ringrift::BoardKind::Square8, 2).or_problem()?;
                Ok(PyPosition::new(Position::new(&rules).or_problem()?))
            }
            Some(Start::Rules(rules)) => Ok(PyPosition::new(Position::new(&rules.get().0).or_problem()?)),
            Some(Start::Text(text)) => PyPosition::parse(&text),
        }
    }

    /// Parses a position text that contains its rules.
    #[staticmethod]
    fn parse(text: &str) -> PyResult<PyPosition> {
        Ok(PyPosition::new(catch(|| Position::parse(text))?.map_err(Problem::from)?))
    }

    /// Parses a position text under given rules.
    #[staticmethod]
    fn parse_with(text: &str, rules: &PyRuleset) -> PyResult<PyPosition> {
        Ok(PyPosition::new(catch(|| Position::parse_with(text, &rules.0))?.map_err(Problem::from)?))
    }

    #[getter]
    fn rules(&self) -> PyRuleset {
        PyRuleset(*self.0.rules())
    }

    /// The name of the phase, such as `ring_placement` or `game_over`.
    #[getter]
    fn phase(&self) -> &'static str {
        self.0.phase().name()
    }

    /// The seat of the player to move, counted from 1; in a finished game the player of the last turn.
    #[getter]
    fn to_move(&self) -> u8 {
        self.0.to_move().seat()
    }

    /// The number of the turn, counted from 1 over all players.
    #[getter]
    fn turn(&self) -> u32 {
        self.0.turn()
    }

    /// The cell of the stack that has to move or capture in this phase; `None` if any stack may.
    #[getter]
    fn must_act(&self) -> Option<String> {
        let at = match self.0.phase() {
            Phase::Movement { must_move } => must_move,
            Phase::CaptureOffer { at } | Phase::CaptureChain { at } => Some(at),
            _ => None,
        };
        at.map(|cell| cell_name(cell, self.0.rules().board))
    }

    /// The result; `None` while the game runs.
    #[getter]
    fn outcome(&self) -> Option<PyOutcome> {
        self.0.outcome().map(|outcome| PyOutcome::new(&outcome, self.0.rules().players))
    }

    #[getter]
    fn is_over(&self) -> bool {
        self.0.phase().is_over()
    }

    /// The stacks by cell, each with the seats of its rings from bottom to top.
    #[getter]
    fn stacks(&self) -> BTreeMap<String, Vec<u32>> {
        self.cells_with(|content| match content {
            CellContent::Stack(stack) => Some(stack.rings().map(|ring| ring.seat().into()).collect()),
            _ => None,
        })
    }

    /// The owners of the markers by cell.
    #[getter]
    fn markers(&self) -> BTreeMap<String, u8> {
        self.cells_with(|content| if let CellContent::Marker(owner) = content { Some(owner.seat()) } else { None })
    }

    /// The owners of the collapsed cells.
    #[getter]
    fn collapsed(&self) -> BTreeMap<String, u8> {
        self.cells_with(|content| if let CellContent::Collapsed(owner) = content { Some(owner.seat()) } else { None })
    }

    /// The number of rings in the hand of each player.
    #[getter]
    fn hands(&self) -> Vec<u16> {
        self.seats().map(|player| self.0.hand(player)).collect()
    }

    /// The number of eliminated rings credited to each player.
    #[getter]
    fn credits(&self) -> Vec<u16> {
        self.seats().map(|player| self.0.credits(player)).collect()
    }

    /// The number of collapsed cells of each player.
    #[getter]
    fn territories(&self) -> Vec<u32> {
        self.seats().map(|player| self.0.territory(player)).collect()
    }

    /// The number of rings of each player on the board.
    #[getter]
    fn rings_on_board(&self) -> Vec<u32> {
        self.seats().map(|player| self.0.rings_on_board(player)).collect()
    }

    /// The quantity S, which never decreases: markers, collapsed cells and eliminated rings.
    #[getter]
    fn progress(&self) -> u32 {
        self.0.progress()
    }

    /// Returns all legal actions, in a documented order; an empty list if the game is over.
    fn legal_actions(&self) -> Vec<PyAction> {
        let actions = self.0.legal_actions();
        actions.iter().map(|&action| PyAction { position: self.0.clone(), action }).collect()
    }

    /// Returns the number of legal actions, without listing them.
    fn count_legal(&self) -> u64 {
        self.0.count_legal()
    }

    /// Returns the legal action with this index in `legal_actions()`, without listing them.
    fn nth_legal(&self, index: Whole<u64>) -> PyResult<PyAction> {
        let action = self.0.nth_legal(index.0);
        let missing = || Problem::new(format!("there is no action {}; there are {}", index.0, self.0.count_legal()));
        Ok(PyAction { position: self.0.clone(), action: action.ok_or_else(missing)? })
    }

    /// Reads the text of a legal action, such as `M d4-d6`.
    #[pyo3(name = "read_action")]
    fn py_read_action(&self, text: String) -> PyResult<PyAction> {
        self.read_action(ActionArgument::Text(text))
    }

    /// Reports whether an action is legal here. A text that denotes no action is not legal.
    fn is_legal(&self, action: ActionArgument<'_>) -> bool {
        self.read_action(action).is_ok()
    }

    /// Returns why an action is illegal, with the rule; `None` if it is legal.
    fn why_illegal(&self, action: ActionArgument<'_>) -> PyResult<Option<PyIllegalAction>> {
        let why = match &action {
            ActionArgument::Text(text) => match catch(|| self.0.read_action(text))? {
                Err(ringrift::ReadActionError::Resolve(ringrift::ResolveActionError::Illegal { why, .. })) => Some(why),
                Err(error) => return Err(Problem::action(&error, self.0.rules().board).into()),
                Ok(_) => None,
            },
            ActionArgument::Object(_) => {
                let action = action.resolve(&self.0)?;
                catch(|| self.0.why_illegal(action))?
            }
        };
        Ok(why.map(|why| PyIllegalAction::new(&why, &self.0)))
    }

    /// Plays an action and returns the position after it.
    fn play(&self, action: ActionArgument<'_>) -> PyResult<PyPosition> {
        let mut after = Position::clone(&self.0);
        let illegal = |why| Problem::illegal(&why, self.0.rules().board);
        let action = catch(|| action.resolve(&self.0))??;
        catch(|| after.play(action))?.map_err(illegal)?;
        Ok(PyPosition::new(after))
    }

    /// Plays an action and returns the position after it with the events in order.
    fn play_with_events(&self, action: ActionArgument<'_>) -> PyResult<(PyPosition, Vec<PyEvent>)> {
        let mut after = Position::clone(&self.0);
        let illegal = |why| Problem::illegal(&why, self.0.rules().board);
        let action = catch(|| action.resolve(&self.0))??;
        let events = catch(|| after.play_with_events(action))?.map_err(illegal)?;
        Ok((PyPosition::new(after), PyEvent::list(&events, self.0.rules().board)))
    }

    /// Returns the legal actions in the spelling of recorded games (`ringrift-trace/1`), sorted by text.
    fn trace_moves(&self) -> Vec<(String, PyAction)> {
        let board = self.0.rules().board;
        let regions = if self.0.phase() == Phase::RegionChoice { self.0.regions() } else { Vec::new() };
        let coords = |cells: &[ringrift::Cell]| cells.iter().map(|&cell| board.coord(cell)).collect::<Vec<_>>();
        let regions = regions.iter().map(|region| (region.id, coords(&region.cells)));
        let spelling = TraceSpelling::new(&self.0.to_setup(), regions);
        let mut moves: Vec<(String, PyAction)> =
            self.legal_actions().into_iter().map(|action| (spelling.text(action.action), action)).collect();
        moves.sort_by(|one, other| one.0.cmp(&other.0));
        moves
    }

    /// Returns the lines of a player, each as its cells.
    fn lines(&self, player: Whole<u8>) -> PyResult<Vec<Vec<String>>> {
        let lines = self.0.lines(self.seat(player)?);
        let cells = |line: &ringrift::Line| line.cells(self.0.geometry()).collect::<Vec<_>>();
        Ok(lines.iter().map(|line| cell_names(&cells(line), self.0.rules().board)).collect())
    }

    /// Returns the candidate regions: `cells`, `border`, the `colours` in the region and the `claimants`.
    fn regions<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let board = self.0.rules().board;
        let region = |region: &ringrift::Region| {
            let dict = PyDict::new(py);
            let seats = |set: ringrift::PlayerSet| set.iter().map(|one| u32::from(one.seat())).collect::<Vec<u32>>();
            dict.set_item("cells", cell_names(&region.cells, board))?;
            dict.set_item("border", cell_names(&region.border, board))?;
            dict.set_item("colours", seats(region.colours))?;
            dict.set_item("claimants", seats(region.claimants))?;
            Ok(dict)
        };
        self.0.regions().iter().map(region).collect()
    }

    /// Returns the progress of a player towards each way of winning: kind to (have, need).
    fn goals(&self, player: Whole<u8>) -> PyResult<BTreeMap<&'static str, (u32, u32)>> {
        let goals = goals::goals(&self.0, self.seat(player)?);
        Ok(goals.into_iter().map(|goal| (goal.kind, (goal.have, goal.need))).collect())
    }

    /// Returns the position as if it were the start of a turn of another player; `None` if the game is over.
    fn as_if_turn_of(&self, player: Whole<u8>) -> PyResult<Option<PyPosition>> {
        Ok(self.0.as_if_turn_of(self.seat(player)?).map(PyPosition::new))
    }

    /// Counts the sequences of `depth` actions from this position. Ctrl-C interrupts it.
    fn perft(&self, py: Python<'_>, depth: Whole<u32>) -> PyResult<u64> {
        interruptible(py, |cancellation| perft(&self.0, depth.0, cancellation))
    }

    /// Returns the 64-bit hash for search tables.
    fn hash(&self) -> u64 {
        self.0.hash()
    }

    /// Returns a 64-bit hash that is equal for positions that are the same up to symmetry.
    fn symmetric_hash(&self) -> u64 {
        self.0.symmetric_hash()
    }

    /// Returns the canonical text of everything that affects later play.
    fn fingerprint(&self) -> String {
        self.0.fingerprint()
    }

    /// Returns the 128-bit hash of the fingerprint, as records contain it.
    fn fingerprint_hash(&self) -> String {
        self.0.fingerprint_hash().to_string()
    }

    /// Returns the hash of the public engines of the live edition.
    fn reference_hash(&self) -> String {
        self.0.reference_hash()
    }

    /// Returns one sentence about the state of the game.
    fn headline(&self) -> String {
        situation::headline(&self.0).to_string()
    }

    /// Returns what the player to move can do now, in plain English.
    fn prompt(&self) -> String {
        situation::prompt(&self.0).to_string()
    }

    /// Draws the position with characters.
    fn board_text(&self) -> String {
        board_view::plain_picture(&self.0)
    }

    /// Draws the position as SVG. `last` are the actions to mark, `highlights` the cells to outline.
    #[pyo3(signature = (*, title="", subtitle="", last=Vec::new(), highlights=Vec::new(), names=Vec::new(), theme="auto", coordinates=true, table=true, prefix="rr"))]
    #[expect(clippy::too_many_arguments, reason = "keyword arguments")]
    fn svg(
        &self,
        title: &str,
        subtitle: &str,
        last: Vec<Bound<'_, PyAction>>,
        highlights: Vec<String>,
        names: Vec<String>,
        theme: &str,
        coordinates: bool,
        table: bool,
        prefix: &str,
    ) -> PyResult<String> {
        let board = self.0.rules().board;
        let highlights = highlights.iter().map(|name| cell(name, board)).collect::<Result<_, _>>()?;
        let last = last.iter().map(Bound::get).collect();
        let options = PictureOptions { title, subtitle, last, highlights, names, theme, coordinates, table, prefix };
        Ok(catch(|| picture(&self.0, options))??)
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        Ok(notebook_picture(&self.0)?)
    }

    /// Returns the position itself, because positions are immutable.
    fn clone(slf: Bound<'_, PyPosition>) -> Bound<'_, PyPosition> {
        slf
    }

    fn __copy__(slf: Bound<'_, PyPosition>) -> Bound<'_, PyPosition> {
        slf
    }

    fn __deepcopy__<'py>(slf: Bound<'py, PyPosition>, _memo: &Bound<'py, PyAny>) -> Bound<'py, PyPosition> {
        slf
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Position('{}')", *self.0)
    }

    fn __eq__(&self, other: &PyPosition) -> bool {
        self.0 == other.0
    }

    fn __hash__(&self) -> u64 {
        self.0.hash()
    }

    fn __getnewargs__(&self) -> (String,) {
        (self.__str__(),)
    }
}

/// The result of a finished game.
#[pyclass(name = "Outcome", module = "ringside", frozen, eq, get_all)]
#[derive(PartialEq, Eq)]
pub(crate) struct PyOutcome {
    /// The seat of the winner; `None` in a draw.
    winner: Option<u8>,
    /// Why the game is over, such as `ring_elimination`.
    reason: &'static str,
    /// The rank of each player, 1 for the best; ties share a rank.
    ranks: Vec<u32>,
}

impl PyOutcome {
    fn new(outcome: &Outcome, players: u8) -> PyOutcome {
        PyOutcome {
            winner: outcome.winner.map(Player::seat),
            reason: outcome.reason.name(),
            ranks: outcome.ranks.of(players).iter().map(|&rank| rank.into()).collect(),
        }
    }
}

#[guarded]
#[pymethods]
impl PyOutcome {
    fn __repr__(&self) -> String {
        let winner = self.winner.map_or("None".to_owned(), |winner| winner.to_string());
        format!("Outcome(winner={winner}, reason='{}', ranks={:?})", self.reason, self.ranks)
    }
}

/// Checks that a position can be analysed or played by a bot.
pub(crate) fn require_running(position: &Position) -> Result<(), Problem> {
    if position.phase().is_over() { Err(Problem::new("the game is over")) } else { Ok(()) }
}
