// Board names that every reader of rules must find, as a Rust expression for `include!` in tests: edition, name, options, and the
// board that the name means, or "error". In the live edition, "hexagonal" is the board of radius 12 unless both rings and line
// length are given.
[
    ["live", "hexagonal", "", "hexagonal12"],
    ["live", "hexagonal", "regions=no_main", "hexagonal12"],
    ["live", "hexagonal", "rings=36", "hexagonal12"],
    ["live", "hexagonal", "line_length=5", "hexagonal12"],
    ["live", "hexagonal", "rings=36 line_length=4", "hexagonal"],
    ["live", "hexagonal12", "", "hexagonal12"],
    ["live", "hexagonal12", "rings=36 line_length=4", "hexagonal12"],
    ["live", "hex8", "", "hex8"],
    ["live", "square8", "", "square8"],
    ["standard", "hexagonal", "", "hexagonal"],
    ["canon", "hexagonal", "", "hexagonal"],
    ["canon", "hexagonal", "rings=36 line_length=4", "hexagonal"],
    ["compact", "hexagonal", "", "hexagonal"],
    ["canon", "hexagonal12", "rings=36 line_length=4", "hexagonal12"],
    ["canon", "hexagonal12", "", "error"],
    ["live", "hexagonal10", "", "error"],
]
