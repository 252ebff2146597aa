//! Files with weights: networks of other boards and sizes, and damaged files.

use std::collections::BTreeMap;

use game::GameRng;
use learning::{ActionSpace, Decision, ObservationSpace, StepList};
use neural::{Network, NetworkError, Workspace};
use proptest::prelude::*;
use ringrift::{BoardKind, Edition, Overrides, Position, Ruleset};
use serde_json::{Map, Value, json};

use crate::SQUARE8;
use crate::reference::Reference;

fn header(file: &[u8]) -> (Map<String, Value>, &[u8]) {
    let length = u64::from_le_bytes(file[..8].try_into().expect("eight bytes")) as usize;
    (serde_json::from_slice(&file[8..8 + length]).expect("valid JSON"), &file[8 + length..])
}

fn joined(header: &Map<String, Value>, data: &[u8]) -> Vec<u8> {
    let text = serde_json::to_vec(header).expect("JSON");
    [&(text.len() as u64).to_le_bytes(), &text[..], data].concat()
}

pub(crate) fn metadata(file: &[u8]) -> BTreeMap<String, String> {
    serde_json::from_value(header(file).0["__metadata__"].clone()).expect("texts")
}

/// Reads all arrays; numbers of 16 bits must not be subnormal or infinite.
pub(crate) fn arrays(file: &[u8]) -> BTreeMap<String, Vec<f64>> {
    let (header, data) = header(file);
    let mut arrays = BTreeMap::new();
    for (name, entry) in header {
        let Some(offsets) = entry["data_offsets"].as_array() else { continue };
        let at = |index: usize| offsets[index].as_u64().expect("a number") as usize;
        let bytes = &data[at(0)..at(1)];
        let numbers = if entry["dtype"] == "F32" {
            bytes.chunks(4).map(|bytes| f64::from(f32::from_le_bytes(bytes.try_into().expect("four bytes")))).collect()
        } else {
            bytes.chunks(2).map(|bytes| half(u16::from_le_bytes(bytes.try_into().expect("two bytes")))).collect()
        };
        arrays.insert(name, numbers);
    }
    arrays
}

fn half(bits: u16) -> f64 {
    let (exponent, mantissa) = (i32::from(bits >> 10 & 31), f64::from(bits & 1023));
    let size = if exponent == 0 { mantissa * 2_f64.powi(-24) } else { (1024.0 + mantissa) * 2_f64.powi(exponent - 25) };
    if bits >> 15 == 1 { -size } else { size }
}

/// Makes a network with random weights.
fn random_network(board: BoardKind, blocks: usize, channels: usize) -> Vec<u8> {
    let space = ObservationSpace::new(board);
    let planes = (ActionSpace::new(board).len() - 2) / usize::from(board.cells());
    let c = channels;
    let mut shapes = vec![
        ("stem.planes".to_owned(), vec![3, 3, space.planes(), c]),
        ("stem.scalars".to_owned(), vec![space.scalars(), c]),
        ("stem.bias".to_owned(), vec![c]),
        ("trunk.bias".to_owned(), vec![c]),
        ("policy.conv1".to_owned(), vec![c, c]),
        ("policy.pooled".to_owned(), vec![2 * c, c]),
        ("policy.bias1".to_owned(), vec![c]),
        ("policy.conv2".to_owned(), vec![c, planes]),
        ("policy.bias2".to_owned(), vec![planes]),
        ("policy.other".to_owned(), vec![2 * c, 2]),
        ("policy.other_bias".to_owned(), vec![2]),
        ("value.dense1".to_owned(), vec![2 * c, 128]),
        ("value.bias1".to_owned(), vec![128]),
        ("value.dense2".to_owned(), vec![128, 4]),
        ("value.bias2".to_owned(), vec![4]),
        ("value.margins".to_owned(), vec![128, 4]),
        ("value.margins_bias".to_owned(), vec![4]),
        ("ownership.conv".to_owned(), vec![c, 5]),
        ("ownership.bias".to_owned(), vec![5]),
    ];
    for block in 0..blocks {
        for name in ["conv1", "conv2"] {
            shapes.push((format!("block{block}.{name}"), vec![3, 3, c, c]));
        }
        for name in ["bias1", "bias2"] {
            shapes.push((format!("block{block}.{name}"), vec![c]));
        }
        if block % 3 == 2 {
            shapes.push((format!("block{block}.pooled"), vec![2 * c, c]));
        }
    }
    let mut rng = GameRng::seeded(3);
    let (mut header, mut data) = (Map::new(), Vec::new());
    let metadata = json!({
        "format": "ringside-network", "version": "1", "encoding": "1", "board": board.name(),
        "blocks": blocks.to_string(), "channels": channels.to_string(),
    });
    header.insert("__metadata__".to_owned(), metadata);
    for (name, shape) in shapes {
        let start = data.len();
        let inputs = shape[..shape.len() - 1].iter().product::<usize>();
        let size = (6.0 / inputs as f32).sqrt();
        for _ in 0..shape.iter().product::<usize>() {
            let unit = rng.below(1 << 20) as f32 / (1 << 19) as f32 - 1.0;
            data.extend((unit * size).to_le_bytes());
        }
        header.insert(name, json!({"dtype": "F32", "shape": shape, "data_offsets": [start, data.len()]}));
    }
    joined(&header, &data)
}

fn compare<const W: usize>(network: &Network, reference: &Reference, decision: &Decision<W>) {
    let mut steps = StepList::default();
    steps.fill(decision);
    let mut numbers: Vec<u32> = steps.numbers().iter().copied().step_by(steps.numbers().len() / 30 + 1).collect();
    let choices = ActionSpace::new(network.board()).len() as u32;
    numbers.extend([choices - 2, choices - 1]);
    let mut evaluations = Vec::new();
    network.evaluate(&mut Workspace::new(), &[(decision, &numbers[..])], &mut evaluations);
    let exact = reference.evaluate(decision, &numbers);
    for (logit, exact) in evaluations[0].logits.iter().zip(&exact.logits) {
        assert!((logit - exact).abs() < 0.02 * (1.0 + exact.abs()), "{:?}: {logit} {exact}", network.board());
    }
    for (value, exact) in evaluations[0].values.iter().zip(&exact.values) {
        assert!((value - exact).abs() < 0.02, "{:?}: {value} {exact}", network.board());
    }
}

#[test]
fn networks_of_all_boards_and_sizes_equal_the_reference() {
    for (board, blocks, channels) in [
        (BoardKind::Square8, 1, 5),
        (BoardKind::Hex8, 3, 40),
        (BoardKind::Square19, 3, 16),
        (BoardKind::Hexagonal, 3, 16),
        (BoardKind::Hexagonal12, 1, 33),
    ] {
        let file = random_network(board, blocks, channels);
        let network = Network::read(&file).expect("a valid network");
        assert_eq!((network.board(), network.identity().len()), (board, 12));
        let reference = Reference::new(&file);
        let mut rng = GameRng::seeded(2);
        for length in [0, 30] {
            let preset = |edition: &Edition| Ruleset::new(*edition, board, 2, &Overrides::default()).ok();
            let rules = Edition::ALL.iter().find_map(preset).expect("a preset");
            macro_rules! play {
                ($position:expr) => {{
                    let mut decision = Decision::new($position);
                    for _ in 0..length {
                        decision.play_random(|count| rng.below(count));
                    }
                    compare(&network, &reference, &decision);
                }};
            }
            match Position::new(&rules).expect("valid rules") {
                Position::Small(position) => play!(position),
                Position::Medium(position) => play!(*position),
                Position::Large(position) => play!(*position),
            }
        }
    }
}

#[test]
fn every_board_has_an_embedded_network() {
    for board in BoardKind::ALL {
        assert_eq!(Network::embedded(board).map(Network::board), Some(board));
        assert!(Network::file(board).len() <= 3_000_000, "{board}");
    }
}

#[test]
fn a_provided_network_does_not_replace_one_in_use() {
    let used = Network::embedded(BoardKind::Hex8).expect("hex8 has a network");
    let provided = Network::provide(Network::file(BoardKind::Hex8)).expect("the file is valid");
    assert!(std::ptr::eq(used, provided));
}

fn error(file: &[u8]) -> String {
    Network::read(file).expect_err("a damaged file").to_string()
}

#[test]
fn truncated_files_are_rejected() {
    for length in [0, 7, 8, 100, 3000, SQUARE8.len() / 2, SQUARE8.len() - 1] {
        let message = error(&SQUARE8[..length]);
        assert!(
            message.contains("header of the network has") || message.contains("bytes of data"),
            "{length}: {message}"
        );
    }
    let mut long = SQUARE8.to_vec();
    long[..8].copy_from_slice(&u64::MAX.to_le_bytes());
    assert!(matches!(Network::read(&long), Err(NetworkError::Header { header: u64::MAX, .. })));
}

#[test]
fn damaged_headers_are_rejected_with_the_name_of_the_part() {
    let change = |change: &dyn Fn(&mut Map<String, Value>)| {
        let (mut header, data) = header(SQUARE8);
        change(&mut header);
        error(&joined(&header, data))
    };
    let metadata = |name: &str, value: Value| change(&|header| header["__metadata__"][name] = value.clone());
    assert_eq!(metadata("encoding", json!("2")), "the metadata of the network has `encoding` = `2`, but `1` is needed");
    assert_eq!(
        change(&|header| drop(header.remove("__metadata__"))),
        "the metadata of the network has no `format`, but `ringside-network` is needed"
    );
    assert!(metadata("board", json!("chess")).contains("`board` = `chess`, but a board is needed"));
    assert!(metadata("channels", json!("0")).contains("a number from 1 to 1024"));
    assert!(metadata("blocks", json!("9999999999999999999999")).contains("a number from 1 to 256"));
    assert!(metadata("blocks", json!(6)).contains("`__metadata__`: invalid type"));
    assert!(metadata("blocks", json!("5")).contains("the array `block5.bias1` of the network is not known"));
    assert!(metadata("blocks", json!("7")).contains("the array `block6.conv1` of the network is missing"));
    assert!(metadata("board", json!("hex8")).contains("`policy.conv2` of the network has the shape [96, 104]"));
    assert!(
        change(&|header| header["stem.planes"]["shape"] = json!([3, 3, 96, 28]))
            .contains("`stem.planes` of the network has the shape [3, 3, 96, 28], but [3, 3, 28, 96] is needed")
    );
    assert!(change(&|header| header["trunk.bias"]["dtype"] = json!("I32")).contains("number type \"I32\""));
    assert!(change(&|header| header["trunk.bias"]["data_offsets"] = json!([5, 4])).contains("lies at bytes 5 to 4"));
    assert!(change(&|header| header["trunk.bias"]["data_offsets"] = json!([0, 4])).contains("has 4 bytes, but 192"));
    assert!(change(&|header| header["trunk.bias"] = json!("text")).contains("`trunk.bias`: invalid type"));
    assert!(error(&[8, 0, 0, 0, 0, 0, 0, 0, b'{', 0, 0, 0, 0, 0, 0, 0]).contains("not valid"));
}

#[test]
fn weights_that_are_not_finite_are_rejected() {
    let (header, data) = header(SQUARE8);
    for (bits, name) in [(0x7E00_u16, "NaN"), (0xFC00, "-inf"), (0x7800, "32768")] {
        let mut data = data.to_vec();
        data[384..386].copy_from_slice(&bits.to_le_bytes());
        let message = error(&joined(&header, &data));
        assert_eq!(
            message,
            format!(
                "the array `block0.conv1` of the network contains {name}, which is not a number from -10000 to 10000"
            )
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn damaged_bytes_never_panic(at in 0_usize..4000, bytes in prop::collection::vec(any::<u8>(), 1..8)) {
        let mut file = SQUARE8.to_vec();
        file[at..at + bytes.len()].copy_from_slice(&bytes);
        drop(Network::read(&file));
    }
}
