//! What a page is looked at with.

use serde_json::{Value, json};

/// A feature of the user's settings that pages can ask for.
pub type Feature = (&'static str, &'static str);

/// The user likes light pages.
pub const LIGHT: Feature = ("prefers-color-scheme", "light");

/// The user likes dark pages.
pub const DARK: Feature = ("prefers-color-scheme", "dark");

/// The user wants nothing to move.
pub const STILL: Feature = ("prefers-reduced-motion", "reduce");

/// The size of a window, and what else a browser is started with.
#[derive(Copy, Clone, Debug)]
pub struct Look {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) touch: bool,
    pub(crate) traced: bool,
}

impl Look {
    /// A window of 1280 by 800.
    pub const DESKTOP: Look = Look::window(1280, 800);

    /// A phone of 390 by 844, with touch.
    pub const PHONE: Look = Look { touch: true, ..Look::window(390, 844) };

    /// A window of some size.
    pub const fn window(width: u32, height: u32) -> Look {
        Look { width, height, touch: false, traced: false }
    }

    /// The same with a trace of the work that the browser does, which costs some time of its own.
    #[must_use]
    pub const fn traced(self) -> Look {
        Look { traced: true, ..self }
    }

    /// What the browser is told about its screen.
    pub(crate) fn metrics(self) -> Value {
        json!({ "width": self.width, "height": self.height, "deviceScaleFactor": 1, "mobile": self.touch })
    }
}
