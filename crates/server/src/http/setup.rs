//! Pieces that somebody puts on a board of RingRift, as editors do: whether they are a position, and what is wrong if not.

use std::collections::BTreeMap;

use axum::extract::State;
use axum::response::Response;
use ringrift::{BoardKind, Position, PositionTextError, SetupProblem};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::App;
use super::caller::Body;
use super::error::ApiError;
use super::study::StudyView;
use crate::table::AnyGame;
use crate::wire::NewGame;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(check))
}

/// Whatever somebody puts on a board.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SetupBody {
    /// The board; `square8` by default.
    pub board: Option<String>,
    /// How many play; 2 by default.
    pub players: Option<u8>,
    /// `canon` (the default), `compact` or `live`.
    pub edition: Option<String>,
    /// Rules that differ from the edition's.
    pub options: BTreeMap<String, String>,
    /// Stacks by cell: rings from bottom to top, a digit for each colour.
    pub stacks: BTreeMap<String, String>,
    /// Markers by cell: their colour.
    pub markers: BTreeMap<String, u8>,
    /// Collapsed cells: whose territory they are.
    pub collapsed: BTreeMap<String, u8>,
    /// Rings in hand by colour; what is left of the supply by default.
    pub hands: Option<Vec<u16>>,
    /// Credited eliminated rings by colour; none by default.
    pub eliminated: Vec<u16>,
    /// The colour to move; 1 by default.
    pub player: Option<u8>,
    /// The phase as position texts write it; found by the rules by default.
    pub phase: Option<String>,
    /// The number of the turn; 1 by default.
    pub turn: Option<u32>,
}

/// Whether what was put on a board is a position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct CheckedView {
    /// The position, if it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub study: Option<StudyView>,
    /// Everything that is wrong otherwise.
    pub problems: Vec<ProblemView>,
}

/// Something that is wrong with what was put on a board.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ProblemView {
    /// What.
    pub text: String,
    /// Where.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<String>,
}

/// Whether pieces on a board are a position, and everything that is wrong if they are not
#[utoipa::path(post, path = "/api/study/check", request_body = SetupBody, responses((status = 200, body = CheckedView)))]
async fn check(State(app): State<App>, Body(body): Body<SetupBody>) -> Result<Response, ApiError> {
    app.studies.work_out(move || Ok(checked(&body))).await
}

fn checked(body: &SetupBody) -> CheckedView {
    let wrong = |problems: Vec<ProblemView>| CheckedView { study: None, problems };
    let plain = |text: String| vec![ProblemView { text, cells: Vec::new() }];
    match body.text() {
        Err(problems) => wrong(problems),
        Ok(text) => match Position::parse(&text) {
            Ok(position) => {
                CheckedView { study: StudyView::new(&AnyGame::ring_rift(position), Vec::new()), problems: Vec::new() }
            }
            Err(PositionTextError::Setup(error)) => wrong(error.problems.iter().map(problem).collect()),
            Err(error) => wrong(plain(error.to_string())),
        },
    }
}

fn problem(problem: &SetupProblem) -> ProblemView {
    let cells = match problem {
        SetupProblem::OffBoard { cell, .. } | SetupProblem::TooHigh { cell, .. } => vec![cell.clone()],
        SetupProblem::TwoOccupants(cell) | SetupProblem::NoRings(cell) => vec![cell.clone()],
        _ => Vec::new(),
    };
    ProblemView { text: problem.to_string(), cells }
}

impl SetupBody {
    /// The text of the position. Only what cannot even be written is a problem here.
    fn text(&self) -> Result<String, Vec<ProblemView>> {
        let wish = NewGame {
            board: self.board.clone(),
            players: self.players,
            edition: self.edition.clone(),
            options: self.options.clone(),
            ..NewGame::default()
        };
        let rules = wish.ruleset().map_err(|text| vec![ProblemView { text, cells: Vec::new() }])?;
        let problems = self.unwritable(rules.board);
        if !problems.is_empty() {
            return Err(problems);
        }
        let mut fields = vec![format!("G {rules}")];
        let joined = |list: Vec<String>| list.join(",");
        if !self.stacks.is_empty() {
            fields.push(format!(
                "S {}",
                joined(self.stacks.iter().map(|(cell, rings)| format!("{cell}={rings}")).collect())
            ));
        }
        for (letter, cells) in [('M', &self.markers), ('C', &self.collapsed)] {
            for player in 1..=4 {
                let own: Vec<String> =
                    cells.iter().filter(|(_, owner)| **owner == player).map(|(cell, _)| cell.clone()).collect();
                if !own.is_empty() {
                    fields.push(format!("{letter}{player} {}", joined(own)));
                }
            }
        }
        let numbers = |list: &[u16]| joined(list.iter().map(u16::to_string).collect());
        let hands = self.hands.clone().unwrap_or_else(|| self.left_in_hand(rules.rings_per_player, rules.players));
        if !hands.is_empty() {
            fields.push(format!("H {}", numbers(&hands)));
        }
        if !self.eliminated.is_empty() {
            fields.push(format!("E {}", numbers(&self.eliminated)));
        }
        fields.push(format!("T {}", self.player.unwrap_or(1)));
        if let Some(phase) = &self.phase {
            fields.push(format!("P {phase}"));
        }
        fields.push(format!("N {}", self.turn.unwrap_or(1)));
        Ok(fields.join("; "))
    }

    /// The rings that are neither on the board nor eliminated; whose rings were eliminated nobody says, so each lost his own.
    fn left_in_hand(&self, supply: u16, players: u8) -> Vec<u16> {
        let on_board = |player: u8| {
            let digit = char::from(b'0' + player);
            self.stacks.values().flat_map(|rings| rings.chars()).filter(|&ring| ring == digit).count()
        };
        (1..=players)
            .map(|player| {
                let gone = self.eliminated.get(usize::from(player) - 1).copied().unwrap_or(0);
                let used = u16::try_from(on_board(player)).unwrap_or(u16::MAX).saturating_add(gone);
                supply.saturating_sub(used)
            })
            .collect()
    }

    fn unwritable(&self, board: BoardKind) -> Vec<ProblemView> {
        let mut problems = Vec::new();
        let mut wrong = |text: String, cells: Vec<String>| problems.push(ProblemView { text, cells });
        let cells = self.stacks.keys().chain(self.markers.keys()).chain(self.collapsed.keys());
        for cell in cells {
            if let Err(error) = board.parse_cell(cell) {
                wrong(error.to_string(), Vec::new());
            }
        }
        for (cell, rings) in &self.stacks {
            if rings.is_empty() || !rings.chars().all(|ring| ('1'..='4').contains(&ring)) {
                wrong(format!("the stack on {cell} is no row of digits from 1 to 4"), vec![cell.clone()]);
            }
        }
        for (cell, owner) in self.markers.iter().chain(&self.collapsed) {
            if !(1..=4).contains(owner) {
                wrong(format!("{cell} belongs to player {owner}; there are 1 to 4"), vec![cell.clone()]);
            }
        }
        let is_phase = |text: &str| text.chars().all(|c| c.is_ascii_alphanumeric() || " _.-".contains(c));
        if let Some(phase) = self.phase.as_deref().filter(|phase| !is_phase(phase)) {
            wrong(format!("there is no phase {}", ringrift::excerpt(phase)), Vec::new());
        }
        problems
    }
}
