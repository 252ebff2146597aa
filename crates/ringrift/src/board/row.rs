//! Rows of cells as bits, and how neighbouring rows touch.

/// The position of a row in cell order, and how its cells touch the next row.
#[derive(Copy, Clone)]
pub(crate) struct Row {
    /// The number of the first cell of the row.
    pub(crate) start: u16,
    /// The number of cells.
    pub(crate) length: u8,
    /// How the cells touch the cells of the next row, which has greater cell numbers.
    pub(crate) link: Link,
}

/// How the bits of a row touch the bits of the next row.
#[derive(Copy, Clone)]
pub(crate) enum Link {
    /// Bit `i` touches bit `i`.
    Straight,
    /// Bit `i` touches bits `i` and `i + 1`: the next row is longer.
    Widening,
    /// Bit `i` touches bits `i - 1` and `i`: the next row is shorter.
    Narrowing,
}

impl Row {
    #[inline]
    pub(crate) fn mask(self) -> u32 {
        (1 << self.length) - 1
    }

    /// Returns the bits of the next row that touch these bits of this row; bits beyond its ends may be set. If `AROUND`, cells
    /// whose `x` and `y` differ by at most 1 touch, on every board.
    #[inline]
    pub(crate) fn up<const AROUND: bool>(self, bits: u32) -> u32 {
        match self.link {
            Link::Straight if AROUND => bits | bits << 1 | bits >> 1,
            Link::Straight => bits,
            Link::Widening if AROUND => bits | bits << 1 | bits << 2,
            Link::Widening => bits | bits << 1,
            Link::Narrowing if AROUND => bits | bits << 1 | bits >> 1,
            Link::Narrowing => bits | bits >> 1,
        }
    }

    /// Returns the bits of this row that touch these bits of the next row; as for [`up`](Row::up).
    #[inline]
    pub(crate) fn down<const AROUND: bool>(self, bits: u32) -> u32 {
        match self.link {
            Link::Straight if AROUND => bits | bits << 1 | bits >> 1,
            Link::Straight => bits,
            Link::Widening if AROUND => bits | bits >> 1 | bits >> 2,
            Link::Widening => bits | bits >> 1,
            Link::Narrowing if AROUND => bits | bits << 1 | bits >> 1,
            Link::Narrowing => bits | bits << 1,
        }
    }
}
