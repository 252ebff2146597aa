//! Pictures of positions.

use api::PositionPictureQuery;
use ringrift_draw::{Frame, Material, Options, Theme, picture as draw};

use super::parse_position;
use crate::RequestError;

/// Reads the names of a theme and of the material of the board; `auto` and `wood` by default.
///
/// # Errors
/// Lists the themes or the materials.
pub fn picture_options(theme: Option<&str>, material: Option<&str>) -> Result<Options, RequestError> {
    let unknown = |what: &str, name: &str, known: &str| {
        let message = format!("unknown {what} {}; {what}s are {known}", ringrift::excerpt(name));
        RequestError::bad_request("bad_theme", message)
    };
    let theme = match theme {
        None | Some("auto") => Theme::Auto,
        Some("light") => Theme::Light,
        Some("dark") => Theme::Dark,
        Some(other) => return Err(unknown("theme", other, "light, dark and auto")),
    };
    let material = match material {
        None | Some("wood") => Material::Wood,
        Some("slate") => Material::Slate,
        Some("paper") => Material::Paper,
        Some(other) => return Err(unknown("material", other, "wood, slate and paper")),
    };
    Ok(Options { theme, material, ..Options::default() })
}

/// Draws a position as SVG.
///
/// # Errors
/// If the position, the theme or the material is invalid.
pub fn picture(query: &PositionPictureQuery) -> Result<String, RequestError> {
    let options = picture_options(query.theme.as_deref(), query.material.as_deref())?;
    let position = parse_position(&query.position)?;
    let failed = |error: ringrift_draw::DrawError| RequestError::new(500, "no_picture", error.to_string());
    draw(&Frame::new(&position), &options).map_err(failed)
}
