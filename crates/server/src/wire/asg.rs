//! What orders of ASG may lead to, without telling the luck.

use asg::{Event, Game, Luck, Noted, Position, Submitted};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::Text;

/// What a list of orders may lead to.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct AsgPreview {
    /// Order by order.
    pub orders: Vec<OrderPreview>,
}

/// What an order may lead to.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, ToSchema)]
pub struct OrderPreview {
    /// Whether it can be carried out, as far as that is known before any fight.
    pub valid: bool,
    /// Why it cannot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub code: Option<Text>,
    /// The same in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub message: Option<Text>,
    /// The node where it leads to a fight.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fight_at: Option<String>,
    /// The chance of the attacker to win it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub odds: Option<f64>,
    /// Whether a fight before it decides if all this holds; it is told for the likelier end of that fight.
    pub after_luck: bool,
}

/// The likelier end of every fight, whatever the seed.
struct Likelier;

impl Luck for Likelier {
    fn noise(&mut self, _: u64) -> i64 {
        0
    }

    fn attacker_wins_tie(&mut self) -> bool {
        false
    }
}

impl AsgPreview {
    /// What orders may lead to. The seed has no part in it.
    pub(crate) fn new(game: &Game, orders: &[Value]) -> AsgPreview {
        let scenario = game.scenario();
        let kept: Vec<Value> = orders.iter().take(asg::limits::MAX_ACTIONS).cloned().collect();
        let submitted = Submitted::read_list(&kept, scenario);
        let plain: Vec<asg::Action> = submitted.iter().map(Submitted::action).collect();
        let mut events: Vec<Noted> = Vec::new();
        let mut position: Position = game.position().clone();
        position.play(scenario, game.rules(), &plain, &mut Likelier, &mut events);
        let mut previews = vec![OrderPreview { valid: true, ..OrderPreview::default() }; plain.len()];
        let mut is_after_luck = false;
        for (index, preview) in previews.iter_mut().enumerate() {
            preview.after_luck = is_after_luck;
            for noted in events.iter().filter(|noted| noted.action == Some(index)) {
                match noted.event {
                    Event::Invalid { reason, .. } => {
                        preview.valid = false;
                        (preview.code, preview.message) = (Some(reason.code().into()), Some(reason.message().into()));
                    }
                    Event::Fought { location, fight } => {
                        preview.fight_at = Some(scenario.id_of(location).to_owned());
                        preview.odds = Some(fight.clash.odds(game.rules()));
                        is_after_luck = true;
                    }
                    _ => {}
                }
            }
        }
        AsgPreview { orders: previews }
    }
}
