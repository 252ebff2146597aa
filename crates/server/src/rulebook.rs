//! Sections of the rulebook as plain text.

use ringrift::Rule;

use crate::http::rulebook_html;

/// Returns the heading and the text of a rule in the rulebook of the page, without diagrams. Each paragraph is one line.
pub fn section(rule: Rule) -> String {
    let book = rulebook_html();
    let text = plain_text(rule_html(&book, rule).unwrap_or_default());
    format!("{rule}: {}\n\n{text}", rule.title().trim_end_matches('.'))
}

/// Returns the HTML of a rule after its heading, up to the next heading or the next element with the id of a rule.
fn rule_html(book: &str, rule: Rule) -> Option<&str> {
    let (_, found) = book.split_once(&format!("id=\"{rule}\">"))?;
    // The heading only repeats the title.
    let after_heading = found.split_once("</h3>").filter(|(heading, _)| !heading.contains("</p>"));
    let found = after_heading.map_or(found, |(_, rest)| rest);
    let end = ["<h2", "<h3", "<p id=", "</section>"].iter().filter_map(|mark| found.find(mark)).min();
    Some(&found[..end.unwrap_or(found.len())])
}

/// Removes diagrams and tags. Table cells are separated by two spaces.
fn plain_text(html: &str) -> String {
    let mut text = String::new();
    let mut rest = html;
    while let Some((before, tagged)) = rest.split_once('<') {
        text += before;
        let (tag, after) = tagged.split_once('>').unwrap_or((tagged, ""));
        rest = after;
        match tag.split(' ').next().unwrap_or_default() {
            "figure" => rest = rest.split_once("</figure>").map_or("", |(_, after)| after),
            // The names of editions, before the changes that they make.
            "/b" => text.push(':'),
            "/td" | "/th" => text += "  ",
            _ => {}
        }
    }
    text += rest;
    let text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    text.lines().map(str::trim).filter(|line| !line.is_empty()).map(|line| format!("{line}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_has_a_plain_text() {
        for &rule in Rule::ALL {
            let text = section(rule);
            assert!(text.starts_with(&rule.to_string()) && text.lines().count() > 2, "{text}");
            assert!(!text.contains("</") && !text.contains("<p"), "{text}");
        }
        let empty_cell = section(Rule::R081);
        assert!(empty_cell.contains("\nYou place one, two or three rings. "), "{empty_cell}");
        assert!(empty_cell.ends_with("\ncompact: You may place any number of rings from your hand.\n"), "{empty_cell}");
    }
}
