//! Analysis of positions: win probabilities, best lines and threats.

use std::num::NonZeroUsize;

use ai::review::each_legal;
use ai::{Analysis, Analyst, IsCancelled, Limits, ScoredAction, Threat, ThreatKind, threats_until};
use api::{AnalyseBody, AnalysisView, CellsView, ScoredView, ThreatView};
use ringrift::{Action, Player, Position};

use crate::view::cells_view;

/// Largest number of search nodes.
const MAX_NODES: u64 = 50_000;

/// On boards with a network, one simulation replaces this many nodes: 5,000 nodes become 200 simulations.
const NODES_PER_SIMULATION: u64 = 25;

/// Largest number of actions in a response.
const MAX_LINES: usize = 20;

/// Analyses a position with the limits of a request. The result is incomplete if `is_stopped` becomes true.
pub fn analyse(position: &Position, body: &AnalyseBody, is_stopped: IsCancelled<'_>) -> AnalysisView {
    let nodes = body.nodes.unwrap_or(5_000).clamp(1, MAX_NODES);
    let simulations = nodes.div_ceil(NODES_PER_SIMULATION);
    // The search for threats takes less time than the analysis, which gets all remaining time.
    let threats = if body.threats.unwrap_or(true) { threats_until(position, is_stopped) } else { Vec::new() };
    let limits = Limits { nodes: Some(nodes), simulations: Some(simulations), time: None, threads: NonZeroUsize::MIN };
    let analysis = Analyst::new(limits).analyse(position, is_stopped);
    analysis_view(position, analysis.as_ref(), &threats, body.lines.unwrap_or(5).clamp(1, MAX_LINES))
}

fn analysis_view(position: &Position, analysis: Option<&Analysis>, threats: &[Threat], lines: usize) -> AnalysisView {
    let players = usize::from(position.rules().players);
    let hash = position.fingerprint_hash().to_string();
    let Some(analysis) = analysis else {
        let chances = ai::final_chances(position).map_or(Vec::new(), |chances| chances.0[..players].to_vec());
        return AnalysisView { hash, player: None, chances, actions: Vec::new(), threats: Vec::new(), nodes: 0 };
    };
    AnalysisView {
        hash,
        player: Some(Player::seat(analysis.to_move)),
        chances: analysis.chances.0[..players].to_vec(),
        actions: analysis.actions.iter().take(lines).map(|scored| scored_view(position, scored)).collect(),
        threats: threats.iter().map(threat_view).collect(),
        nodes: analysis.nodes,
    }
}

fn scored_view(position: &Position, scored: &ScoredAction) -> ScoredView {
    let CellsView { picks, others } = cells_view(position, scored.action);
    ScoredView {
        action: position.action_text(scored.action),
        picks,
        others,
        chances: scored.chances.of(position.rules().players).to_vec(),
        proved: scored.is_proved,
        line: line_texts(position, &scored.line),
    }
}

fn threat_view(threat: &Threat) -> ThreatView {
    let (kind, gain) = match threat.kind {
        ThreatKind::Win => ("win", 1),
        ThreatKind::Rings(rings) => ("rings", rings),
        ThreatKind::Territory(cells) => ("territory", cells),
    };
    let mut cells = Vec::new();
    each_legal(&threat.from, &threat.line, |position, action| cells.push(cells_view(position, action)));
    let line = line_texts(&threat.from, &threat.line);
    ThreatView { player: threat.player.seat(), kind: kind.to_owned(), gain, line, cells }
}

/// Returns the notation of each action of a line that starts in `position`.
pub(super) fn line_texts(position: &Position, line: &[Action]) -> Vec<String> {
    let mut texts = Vec::new();
    each_legal(position, line, |position, action| texts.push(position.action_text(action)));
    texts
}
