//! Window sizes and user preferences that a browser emulates.

use serde_json::{Value, json};

/// Name and value of a CSS media feature.
pub type MediaFeature = (&'static str, &'static str);

pub const LIGHT: MediaFeature = ("prefers-color-scheme", "light");

pub const DARK: MediaFeature = ("prefers-color-scheme", "dark");

pub const REDUCED_MOTION: MediaFeature = ("prefers-reduced-motion", "reduce");

/// The window of a browser, in CSS pixels, and the options it is started with.
#[derive(Copy, Clone, Debug)]
pub struct Viewport {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) touch: bool,
    pub(crate) traced: bool,
}

impl Viewport {
    pub const DESKTOP: Viewport = Viewport::new(1280, 800);

    /// A phone with a touch screen.
    pub const PHONE: Viewport = Viewport::new(390, 844).with_touch();

    /// Returns a window with a mouse and without tracing.
    pub const fn new(width: u32, height: u32) -> Viewport {
        Viewport { width, height, touch: false, traced: false }
    }

    /// Returns the same window with a touch screen instead of a mouse.
    #[must_use]
    pub const fn with_touch(self) -> Viewport {
        Viewport { touch: true, ..self }
    }

    /// Returns the same window with performance tracing, which slows the browser down a little.
    #[must_use]
    pub const fn traced(self) -> Viewport {
        Viewport { traced: true, ..self }
    }

    /// Returns the parameters of `Emulation.setDeviceMetricsOverride`.
    pub(crate) fn metrics(self) -> Value {
        json!({ "width": self.width, "height": self.height, "deviceScaleFactor": 1, "mobile": self.touch })
    }
}
