//! Names and replies that try to inject markup, formulas or terminal commands.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::LazyLock;

use arena::FaultClass;
use arena::report::{Options, Report};
use roxmltree::{Document, ParsingOptions};
use serde_json::json;
use unicode_width::UnicodeWidthStr;

use crate::forms::parse;
use crate::logs::{LogBuilder, asg, bots, folder, header, play, rogue};

fn names() -> Vec<String> {
    let long = "n".repeat(300);
    [
        "<script>alert(1)</script>",
        "\"><img src=x onerror=alert(1)>",
        "' onmouseover='alert(1)",
        "</style></title></svg><script>x</script>",
        "=cmd|' /C calc'!A0",
        "+1|2`x`",
        "\u{1b}[31mred\u{1b}]0;title\u{7}",
        "a|b `c` [d](javascript:x) ![e](http://f)",
        "\u{202e}gnp.exe",
        "&lt;b&gt; ]]> <!-- -->",
        "line\nbreak\r\tand\u{2028}more\u{0}",
        "東京のエージェント東京のエージェント",
        &long,
    ]
    .map(str::to_owned)
    .to_vec()
}

/// Returns the report of games between all names.
fn report() -> &'static Report {
    static REPORT: LazyLock<Report> = LazyLock::new(hostile_report);
    &REPORT
}

fn hostile_report() -> Report {
    let names = names();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut log = LogBuilder::new(&names);
    log.header = header(json!({ "game": "<svg onload=x>: |", "rules": "<i>", "openings": ["<b>", "=1"] }), &names, 3);
    for (number, class) in (1..names.len()).zip(FaultClass::ALL.into_iter().cycle()) {
        log.game(number as u32, &[0, number], &[2, 1], 20).reason = "<u>\u{1b}[1m|reason".to_owned();
        log.forfeit(number as u32, &[number, 0], 0, class);
    }
    let options = Options { compare: Some((names[0].to_owned(), names[1].to_owned())), ..Options::default() };
    let report = log.report("hostile", &options);
    // The file is kept for inspection.
    std::fs::write(Path::new(env!("CARGO_TARGET_TMPDIR")).join("report-hostile/report.html"), report.to_html())
        .expect("the file is writable");
    report
}

/// Returns all elements and attributes of a page.
fn vocabulary(html: &str) -> (BTreeSet<String>, BTreeSet<String>) {
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    let page = Document::parse_with_options(html, options).expect("the page is well-formed");
    let elements = page.descendants().filter(roxmltree::Node::is_element);
    let attributes =
        elements.clone().flat_map(|element| element.attributes()).map(|attribute| attribute.name().to_owned());
    (elements.map(|element| element.tag_name().name().to_owned()).collect(), attributes.collect())
}

#[test]
fn names_add_no_elements_or_attributes() {
    let mut plain = LogBuilder::new(&["a", "b"]);
    for condition in 0..3 {
        plain.game(condition, &[0, 1], &[1, 2], 20 + u64::from(condition));
        plain.forfeit(condition, &[1, 0], 0, FaultClass::Http);
    }
    let options = Options { compare: Some(("a".into(), "b".into())), ..Options::default() };
    let harmless = vocabulary(&plain.report("harmless", &options).to_html());
    let html = report().to_html();
    let (elements, attributes) = vocabulary(&html);
    assert!(elements.is_subset(&harmless.0), "{:?}", elements.difference(&harmless.0));
    assert!(attributes.is_subset(&harmless.1), "{:?}", attributes.difference(&harmless.1));
    assert!(!elements.contains("script") && !elements.contains("img") && !elements.contains("link"));
    assert!(!attributes.iter().any(|name| name.starts_with("on") || name == "src" || name == "style"));
    assert!(!html.to_lowercase().contains("<script"));
}

#[test]
fn pages_have_no_external_references_and_show_names_as_text() {
    let html = report().to_html();
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    let page = Document::parse_with_options(&html, options).expect("the page is well-formed");
    let attributes = || page.descendants().flat_map(|node| node.attributes());
    assert!(attributes().filter(|attribute| attribute.name() == "href").all(|href| href.value().starts_with("#s")));
    let ids: Vec<&str> = attributes().filter(|attribute| attribute.name() == "id").map(|id| id.value()).collect();
    assert_eq!(ids.len(), ids.iter().collect::<BTreeSet<_>>().len(), "element ids are unique");
    let policy = page.descendants().find(|node| node.attribute("http-equiv") == Some("Content-Security-Policy"));
    assert!(
        policy
            .and_then(|meta| meta.attribute("content"))
            .expect("the page has a content security policy")
            .starts_with("default-src 'none'")
    );
    let style = page
        .descendants()
        .find(|node| node.has_tag_name("style"))
        .and_then(|node| node.text())
        .expect("the page has a style sheet");
    assert!(!style.contains("url(") && !style.contains("@import"));
    let texts: Vec<&str> = page.descendants().filter_map(|node| node.text()).collect();
    for name in ["<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "=cmd|' /C calc'!A0"] {
        assert!(texts.contains(&name), "{name} is shown as it is");
    }
    assert!(!html.contains(['\u{1b}', '\u{202e}', '\u{0}', '\u{7}', '\u{2028}']));
}

#[test]
fn plots_have_titles_and_tables_have_headers() {
    let html = report().to_html();
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    let page = Document::parse_with_options(&html, options).expect("the page is well-formed");
    let plots: Vec<_> = page.descendants().filter(|node| node.has_tag_name("svg")).collect();
    assert!(plots.len() >= 5, "{}", plots.len());
    for plot in plots {
        assert_eq!(plot.attribute("role"), Some("img"));
        let named = plot.attribute("aria-labelledby").expect("the plot is labelled").split(' ');
        for id in named {
            assert!(plot.children().any(|child| child.attribute("id") == Some(id)), "{id}");
        }
    }
    for table in page.descendants().filter(|node| node.has_tag_name("table")) {
        let rows: Vec<_> = table.descendants().filter(|node| node.has_tag_name("tr")).collect();
        assert!(
            rows[0].children().filter(roxmltree::Node::is_element).all(|cell| cell.attribute("scope") == Some("col"))
        );
        let of_row = |row: &roxmltree::Node<'_, '_>| {
            row.first_element_child().and_then(|cell| cell.attribute("scope").map(str::to_owned))
        };
        assert!(rows[1..].iter().all(|row| of_row(row).as_deref() == Some("row")));
    }
}

#[test]
fn text_has_bounded_lines_and_no_control_sequences() {
    let text = report().to_text();
    for line in text.lines() {
        assert!(line.width() <= 100, "{}: {line}", line.width());
    }
    assert!(!text.chars().any(|letter| letter.is_control() && letter != '\n') && !text.contains('\u{202e}'));
}

#[test]
fn json_escapes_invisible_characters() {
    let json = report().to_json();
    assert!(!json.chars().any(|letter| letter.is_control() && letter != '\n') && !json.contains('\u{202e}'));
    let value: serde_json::Value = serde_json::from_str(&json).expect("the text is JSON");
    let shown: BTreeSet<&str> = value["entrants"]
        .as_array()
        .expect("the value is a list")
        .iter()
        .filter_map(|entrant| entrant["name"].as_str())
        .collect();
    assert!(names().iter().all(|name| shown.contains(name.as_str())), "names are unchanged");
}

#[test]
fn csv_fields_are_not_formulas() {
    let report = report();
    for (name, table) in report.to_csv_tables() {
        let rows = parse(&table);
        assert!(rows.iter().all(|row| row.len() == rows[0].len()), "{name}: {table}");
        for field in rows.iter().flatten() {
            let is_formula = field.starts_with(['=', '+', '-', '@', '\t', '\r']);
            assert!(!is_formula || field.parse::<f64>().is_ok(), "{name}: {field}");
        }
        assert!(name.chars().all(|letter| letter.is_ascii_alphanumeric() || "._".contains(letter)), "{name}");
    }
}

/// Removes escaped characters from a line.
fn without_escapes(line: &str) -> String {
    let mut letters = line.chars();
    let mut rest = String::new();
    while let Some(letter) = letters.next() {
        if letter == '\\' {
            letters.next();
            rest.push('.');
        } else {
            rest.push(letter);
        }
    }
    rest
}

#[test]
fn markdown_has_no_tags_links_or_extra_columns() {
    let text = report().to_markdown();
    let mut is_code = false;
    for line in text.lines() {
        if line.starts_with("```") {
            is_code = !is_code;
        } else if !is_code {
            let line = without_escapes(line);
            assert!(
                !line.contains('<') && !line.contains("](") && !line.contains("![") && !line.contains("://"),
                "{line}"
            );
        }
    }
    assert!(!is_code);
    let mut columns = None;
    for line in text.lines() {
        let cells = line.starts_with('|').then(|| without_escapes(line).matches('|').count());
        assert!(columns.is_none() || cells.is_none() || columns == cells, "{line}");
        columns = cells;
    }
}

#[test]
fn replies_are_escaped() {
    let path = folder("replies").join("log");
    let mut entrants = bots::<arena::AsgVenue>(&["random"]);
    entrants.push(rogue("`rogue`"));
    play(&path, &asg(), &entrants, 1);
    let report = Report::read(&[path], &Options::default()).expect("the report is created");
    let kinds: Vec<&str> = report.samples.iter().map(|sample| sample.kind.as_str()).collect();
    assert_eq!(kinds, ["bad_json", "bad_json", "void", "void"]);
    assert!(report.samples[0].is_replaced && report.samples[0].executed.contains("pass"));
    let (elements, _) = vocabulary(&report.to_html());
    assert!(!elements.contains("script") && elements.contains("pre"));
    assert!(report.to_html().contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
    assert!(report.to_markdown().contains("````text\n<script>"), "the fence is longer than any in the reply");
    assert!(!report.to_text().contains('\u{1b}'));
}
