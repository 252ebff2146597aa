//! Division of the screen.

use std::ops::Range;

use ratatui::layout::Rect;

/// Centres `focus` in `visible` rows or columns, and moves the view by `pan`. Returns the first visible row or column,
/// and the pan limited to the content.
pub(crate) fn scrolled(size: usize, visible: u16, focus: &Range<usize>, pan: i32) -> (u16, i32) {
    let most = size as i32 - i32::from(visible);
    if most <= 0 {
        return (0, 0);
    }
    let start = ((focus.start + focus.end) as i32 / 2 - i32::from(visible) / 2).clamp(0, most);
    let moved = (start + pan).clamp(0, most);
    (moved as u16, moved - start)
}

/// Minimum and maximum number of rows of a block.
#[derive(Copy, Clone)]
pub(crate) struct RowLimits {
    pub(crate) min: usize,
    pub(crate) max: usize,
}

/// Divides rows among blocks, earlier blocks first: each gets its minimum or nothing, then more up to its maximum.
pub(crate) fn share_rows<const N: usize>(rows: u16, limits: [RowLimits; N]) -> [u16; N] {
    let mut left = usize::from(rows);
    let mut shares = limits.map(|limit| {
        let share = if limit.min <= left { limit.min } else { 0 };
        left -= share;
        share
    });
    for (share, limit) in shares.iter_mut().zip(limits) {
        let more = if *share == 0 && limit.min > 0 { 0 } else { (limit.max - *share).min(left) };
        *share += more;
        left -= more;
    }
    shares.map(|share| share as u16)
}

/// Cuts rows off the top of an area.
pub(crate) fn take_top(area: &mut Rect, height: u16) -> Rect {
    let top = Rect { height: height.min(area.height), ..*area };
    *area = Rect { y: area.y + top.height, height: area.height - top.height, ..*area };
    top
}

/// Cuts rows off the bottom of an area.
pub(crate) fn take_bottom(area: &mut Rect, height: u16) -> Rect {
    let height = height.min(area.height);
    *area = Rect { height: area.height - height, ..*area };
    Rect { y: area.y + area.height, height, ..*area }
}

/// Cuts columns off the left of an area.
pub(crate) fn take_left(area: &mut Rect, width: u16) -> Rect {
    let left = Rect { width: width.min(area.width), ..*area };
    *area = Rect { x: area.x + left.width, width: area.width - left.width, ..*area };
    left
}

/// Cuts columns off the right of an area.
pub(crate) fn take_right(area: &mut Rect, width: u16) -> Rect {
    let width = width.min(area.width);
    *area = Rect { width: area.width - width, ..*area };
    Rect { x: area.x + area.width, width, ..*area }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn earlier_blocks_get_rows_first() {
        let limits = [RowLimits { min: 1, max: 2 }, RowLimits { min: 5, max: 10 }, RowLimits { min: 3, max: 3 }];
        assert_eq!(share_rows(20, limits), [2, 10, 3]);
        assert_eq!(share_rows(11, limits), [2, 6, 3]);
        assert_eq!(share_rows(8, limits), [2, 6, 0]);
        assert_eq!(share_rows(4, limits), [1, 0, 3]);
        assert_eq!(share_rows(0, limits), [0, 0, 0]);
    }

    #[test]
    fn centres_the_focus_and_limits_scrolling() {
        assert_eq!(scrolled(10, 20, &(3..4), 5), (0, 0));
        assert_eq!(scrolled(100, 20, &(50..52), 0), (41, 0));
        assert_eq!(scrolled(100, 20, &(50..52), 500), (80, 39));
        assert_eq!(scrolled(100, 20, &(0..1), -7), (0, 0));
    }

    #[test]
    fn cuts_areas_on_all_sides() {
        let mut area = Rect { x: 0, y: 0, width: 10, height: 10 };
        assert_eq!(take_top(&mut area, 2), Rect { x: 0, y: 0, width: 10, height: 2 });
        assert_eq!(take_bottom(&mut area, 3), Rect { x: 0, y: 7, width: 10, height: 3 });
        assert_eq!(take_left(&mut area, 1), Rect { x: 0, y: 2, width: 1, height: 5 });
        assert_eq!(take_right(&mut area, 99), Rect { x: 1, y: 2, width: 9, height: 5 });
        assert_eq!(area, Rect { x: 1, y: 2, width: 0, height: 5 });
    }
}
