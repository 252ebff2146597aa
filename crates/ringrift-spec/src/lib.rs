//! A second RingRift engine, slow and literal.
