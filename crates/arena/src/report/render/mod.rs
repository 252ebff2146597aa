//! Output formats of reports: text, Markdown, CSV and HTML.

mod csv;
mod escape;
mod html;
mod markdown;
mod markup;
mod plot;
mod text;

pub(crate) use self::csv::sections_csv;
pub(crate) use self::html::sections_html;
pub(crate) use self::markdown::sections_markdown;
pub(crate) use self::text::sections_text;
