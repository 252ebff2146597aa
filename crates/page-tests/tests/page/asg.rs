//! ASG games and replays.

use api::GameId;
use api::client::Client;
use api::{NewGame, NewSeat, StageName, Visibility};
use page_tests::{Key, Page, REDUCED_MOTION, TestServer, Viewport, role, text, with_server};

/// Starts a match against the weakest computer player with a button of the start page.
pub(crate) fn start_asg(server: &TestServer, button: &str) -> Page {
    let page = Page::open(server, "/");
    page.emulate_media(&[REDUCED_MOTION]);
    page.click(role("button", "ASG, the Agent Strategy Game"));
    page.click("summary");
    page.choose("#setting-level", "1");
    page.click(role("button", button));
    page.wait_for(text("Turn 0 of 0"));
    page
}

#[test]
fn match_against_bot_is_playable() {
    with_server(|server| {
        let page = start_asg(server, "Play now");
        // The first half of the shortest path to the enemy headquarters; forces can move several times in a ply.
        for node in ["p1_hq", "p1_bridge", "p1_n", "mid_n"] {
            page.click(format!("[data-node={node}]").as_str());
        }
        page.wait_for(text("3. 10 from P1 north to Middle north"));
        // New forces join the later moves.
        page.click(role("button", "Add new forces at P1 HQ (up to 3)"));
        page.wait_for(text("4. 13 from P1 north to Middle north"));
        page.wait_for(text("Choose where to go from Middle north"));
        assert_eq!(page.count(".asg-node.target"), 4, "targets are the neighbours that the server lists");
        page.click(role("button", "2. 13 from P1 HQ to P1 bridge"));
        page.focus("li.active input[type=range]");
        page.press_keys([Key::Home, Key::Right, Key::Right]);
        page.wait_for(text("4. 3 from P1 north to Middle north"));
        page.wait_for(text("Choose where to go from Middle north"));
        // The remaining forces can move elsewhere.
        page.focus("[data-node=mid_n]");
        page.press_keys([Key::Escape]);
        page.wait_for("[data-node=p1_hq].source");
        page.screenshot("asg-orders");
        page.assert_healthy();
        page.click(role("button", "Send orders"));
        page.wait_for(text("Turn 2 of 2"));
        page.click(role("button", "Pass"));
        page.wait_for(text("Turn 4 of 4"));
        page.screenshot("asg-game");
        page.assert_healthy();
        page.click(role("button", "Resign"));
        page.accept_dialog();
        page.wait_for(text("You lose, because you resigned."));
        page.screenshot("asg-end");
        page.assert_healthy();
    });
}

/// A map of three nodes: the forces of P1 in the headquarters face a stronger enemy on the ford, and can be reinforced by 5.
const FORD: &str = "{ id: 'ford', name: 'Ford', startingPlayer: 'P1', players: { P1: { hq: 'p1_hq' }, P2: { hq: 'p2_hq' } },
    settings: { turnCapPlies: 20, actionBudget: 3, baseIncome: 3, reinforceCostPerStrength: 1, combatVarianceFraction: 0.35 },
    map: {
        nodes: [{ id: 'p1_hq', x: 0, y: 0, owner: 'P1', supplyYield: 0 }, { id: 'ford', x: 2, y: 0, owner: 'P2', supplyYield: 1 },
            { id: 'p2_hq', x: 4, y: 0, owner: 'P2', supplyYield: 0 }],
        edges: [['p1_hq', 'ford'], ['ford', 'p2_hq']],
    },
    initialState: { playerSupply: { P1: 2, P2: 0 }, nodeForces: { p1_hq: { P1: 6, P2: 0 }, ford: { P1: 0, P2: 9 } } } }";

#[test]
fn odds_are_shown_before_an_order_and_risky_orders_are_questioned() {
    with_server(|server| {
        let page = Page::open(server, "/asg/rules");
        page.emulate_media(&[REDUCED_MOTION]);
        let seats = "[{ who: 'me' }, { who: 'bot', name: 'level:1' }]";
        let request =
            format!("{{ game: 'asg', scenario: {FORD}, rules: 'v0', clock: {{ kind: 'none' }}, seats: {seats} }}");
        page.eval(&format!(
            "void location.assign('/local#' + new URLSearchParams({{ new: JSON.stringify({request}), part: '' }}))"
        ));
        page.click("[data-node=p1_hq].source");
        page.wait_for(".asg-chance.risky");
        let label = page.eval_string("document.querySelector('[data-node=ford]').getAttribute('aria-label')");
        for part in ["Fight: 6 against 9, 0 % to win.", "With 5 new forces from your supply: 79 %."] {
            assert!(label.contains(part), "{label}");
        }
        page.screenshot("asg-odds");
        page.assert_healthy();
        page.click("[data-node=ford]");
        page.wait_for(text("You cannot win the fight at Ford."));
        page.click(role("button", "Send orders"));
        page.dismiss_dialog();
        page.wait_for(text("Turn 0 of 0"));
        // With new forces the attack is promising, and is sent without a question.
        page.click(role("button", "Add new forces at P1 HQ (up to 5)"));
        page.wait_for(text("Fight at Ford: 79 % to win."));
        page.click(role("button", "Send orders"));
        page.wait_for(text("Turn 2 of 2"));
        page.assert_no_console_errors();
    });
}

#[test]
fn orders_are_in_reach_on_a_phone() {
    with_server(|server| {
        let page = Page::open_in(Viewport::PHONE, server, "/");
        page.emulate_media(&[REDUCED_MOTION]);
        page.click(role("button", "ASG, the Agent Strategy Game"));
        page.click(role("button", "Play on this device"));
        page.wait_for(text("Your turn: you play P1, and win by capturing P2 HQ."));
        let is_visible = "document.querySelector('.asg-plan .primary').getBoundingClientRect().bottom <= innerHeight";
        page.wait_until(is_visible);
        page.click("[data-node=p1_hq]");
        page.click("[data-node=p1_bridge]");
        page.wait_for(text("1. 10 from P1 HQ to P1 bridge"));
        page.screenshot("asg-phone");
        page.assert_healthy();
    });
}

#[test]
fn match_between_bots_replays_from_start() {
    with_server(|server| {
        let page = Page::open(server, "/");
        page.emulate_media(&[REDUCED_MOTION]);
        page.click(role("button", "ASG, the Agent Strategy Game"));
        page.click(role("button", "Watch two computers"));
        page.wait_for(text("Replaying the match from the start."));
        let ply = "(document.querySelector('.asg-place')?.textContent.match(/[0-9]+/g) ?? []).map(Number)";
        // The page shows the plies one after the other and hides the later ones that it has already received.
        for shown in 1..4 {
            page.wait_until(&format!("(([ply, total]) => ply >= {shown} && total === undefined)({ply})"));
        }
        page.wait_until(&format!("(([ply]) => document.querySelectorAll('.asg-plies li').length === ply + 1)({ply})"));
        page.screenshot("asg-watch");
        page.assert_healthy();
        page.choose("[aria-label=Speed]", "8");
        page.wait_until(&format!("(([ply, total]) => ply === total)({ply})"));
        page.wait_for(text("Open the replay"));
    });
}

#[test]
fn replay_is_shown_and_compared_with_another() {
    with_server(|server| {
        let game = finished_match(server);
        let page = Page::open(server, &format!("/asg/replay?game={game}"));
        page.emulate_media(&[REDUCED_MOTION]);
        page.wait_for(text("Turn 0 of"));
        page.click(role("button", "One turn forward (right arrow)"));
        page.wait_for(text("Turn 1 of"));
        page.screenshot("asg-replay");
        page.assert_healthy();
        drop_replay(&page, &game);
        page.wait_until("document.querySelectorAll('.asg-map').length === 2");
        page.screenshot("asg-compared");
        page.assert_healthy();
    });
}

/// Plays all example matches again; resolves to those that differ from what the page says about them.
const EXAMPLES: &str = "Promise.all([import('/web/asg/examples.js'), import('/web/lib/engine.js')]).then(async ([{ EXAMPLES, exampleReplay }, { ask }]) => {
    const wrong = [];
    for (const { name, plies, winner } of EXAMPLES) {
        const view = await ask('POST', '/api/asg/replay', { replay: await exampleReplay(name) });
        if (view.difference || view.plies.length !== plies || view.ending.winner !== ['P1', 'P2'][winner]) wrong.push(name);
    }
    return wrong.join(', ') || 'none';
})";

#[test]
fn example_matches_are_as_described() {
    with_server(|server| {
        let page = Page::open(server, "/");
        page.emulate_media(&[REDUCED_MOTION]);
        page.click(role("button", "ASG, the Agent Strategy Game"));
        page.click(role("link", "The siege"));
        page.wait_for(text("Turn 0 of 22"));
        page.wait_for(text("P1 only gathers forces at home"));
        page.screenshot("asg-example");
        page.assert_healthy();
        assert_eq!(page.eval_string(EXAMPLES), "none");
    });
}

#[test]
fn invalid_replay_file_is_rejected_with_message() {
    with_server(|server| {
        let page = Page::open_in(Viewport::PHONE, server, "/asg/replay");
        page.wait_for("input[type=file]");
        drop_text(&page, "{}");
        page.wait_for(".say.bad");
        page.screenshot("asg-replay-phone");
        page.assert_no_horizontal_scroll();
        page.assert_accessible();
    });
}

/// Plays a match between two bots.
fn finished_match(server: &TestServer) -> GameId {
    let guest = server.guest("Ann");
    let bot = || NewSeat::Bot { name: "level:2".to_owned() };
    let (seats, visibility) = (vec![bot(), bot()], Visibility::Public);
    let request = NewGame { game: Some("asg".to_owned()), seats, visibility, ..NewGame::default() };
    let game = guest.create_game(&request).expect("match is created").id;
    // Bots play only while somebody watches.
    let _watching = guest.socket(&game, None).expect("socket opens");
    while guest.game(&game).expect("match exists").table.stage != StageName::Over {
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    assert!(replay(&guest, &game).contains("seed"));
    game
}

fn replay(guest: &Client, game: &GameId) -> String {
    guest.raw("GET", &format!("/api/games/{game}/record"), &[], None).expect("replay exists").text()
}

/// Drops the replay of a game on the page as a file.
fn drop_replay(page: &Page, game: &GameId) {
    page.eval(&format!(
        "fetch('/api/games/{game}/record').then((answer) => answer.text()).then((text) => {{ window.dropped = text; }})"
    ));
    drop_file(page, "window.dropped");
}

fn drop_text(page: &Page, text: &str) {
    drop_file(page, &format!("'{text}'"));
}

pub(crate) fn drop_file(page: &Page, content: &str) {
    page.eval(&format!(
        "(() => {{
           const data = new DataTransfer();
           data.items.add(new File([{content}], 'other.json', {{ type: 'application/json' }}));
           document.body.dispatchEvent(new DragEvent('drop', {{ dataTransfer: data, bubbles: true, cancelable: true }}));
         }})()"
    ));
}
