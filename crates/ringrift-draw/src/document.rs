//! The SVG document around a drawing.

use crate::defs::definitions;
use crate::options::Options;
use crate::svg::Num;

/// Padding around the drawing, in pixels.
const PADDING: f64 = 16.0;

/// Contents of an SVG document; all texts are escaped.
pub(crate) struct Document {
    pub(crate) title: String,
    pub(crate) description: String,
    /// The number of players whose pieces are drawn.
    pub(crate) players: u8,
    pub(crate) width: f64,
    pub(crate) height: f64,
    /// SVG elements, with the origin at the upper left corner.
    pub(crate) body: String,
}

impl Document {
    pub(crate) fn svg(&self, options: &Options) -> String {
        let id = &options.prefix;
        let Document { title, description, players, body, .. } = self;
        let (width, height) = ((self.width + 2.0 * PADDING).ceil(), (self.height + 2.0 * PADDING).ceil());
        let (width, height, inset) = (Num(width), Num(height), Num(PADDING));
        let style = options.theme.css(id);
        let defs = definitions(id, *players);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" id=\"{id}\" role=\"img\" aria-labelledby=\"{id}-title {id}-desc\" \
             width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">\
             <title id=\"{id}-title\">{title}</title><desc id=\"{id}-desc\">{description}</desc>\
             <style>{style}</style>{defs}<rect class=\"p\" width=\"{width}\" height=\"{height}\" rx=\"8\"/>\
             <g transform=\"translate({inset} {inset})\">{body}</g></svg>\n"
        )
    }
}
