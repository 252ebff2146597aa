//! RingRift: rulesets, positions, actions, events, records, bots and analysis.

mod action;
mod analysis;
mod bot;
mod event;
mod perft;
mod picture;
mod position;
mod record;
mod recorder;
mod review;
mod ruleset;

pub(crate) use action::{ActionArgument, PyAction, PyIllegalAction};
pub(crate) use analysis::{PyAnalysis, PyAnalyst, PyScoredAction};
pub(crate) use bot::{PyBot, PySearchBot, PySearchSummary};
pub(crate) use event::PyEvent;
pub(crate) use position::{PyOutcome, PyPosition};
pub(crate) use record::{PyPly, PyRecord, PyVerified, read_records};
pub(crate) use recorder::PyRecorder;
pub(crate) use review::{PyKeyMoment, PyReview, PyReviewedDecision};
pub(crate) use ruleset::{PyRuleset, rule_title};
