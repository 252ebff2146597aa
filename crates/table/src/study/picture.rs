//! Pictures of positions.

use ringrift_draw::{Frame, Options, Theme, picture as draw};

use super::parse_position;
use crate::RequestError;

/// Reads the name of a theme; `auto` by default.
///
/// # Errors
/// Lists the themes.
pub fn theme_of(requested: Option<&str>) -> Result<Theme, RequestError> {
    match requested {
        None | Some("auto") => Ok(Theme::Auto),
        Some("light") => Ok(Theme::Light),
        Some("dark") => Ok(Theme::Dark),
        Some(other) => {
            let message = format!("unknown theme {}; themes are light, dark and auto", ringrift::excerpt(other));
            Err(RequestError::bad_request("bad_theme", message))
        }
    }
}

/// Draws a position as SVG.
///
/// # Errors
/// If the position is invalid.
pub fn picture(position: &str, theme: Theme) -> Result<String, RequestError> {
    let position = parse_position(position)?;
    let failed = |error: ringrift_draw::DrawError| RequestError::new(500, "no_picture", error.to_string());
    draw(&Frame::new(&position), &Options { theme, ..Options::default() }).map_err(failed)
}
