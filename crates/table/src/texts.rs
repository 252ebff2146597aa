//! Messages of this crate.

ringrift::templates! {
    NOTE_LONG_LIST = "note.long_list": "{kind, select, brief {} other {Only the first {listed} of {all} legal actions are listed.}}{kind, select, both { } other {}}{kind, select, cut {} other {{all} actions are too many to describe here; preview an action to see its effect.}}";
    ASG_TURN = "asg.turn": "Turn {ply}: {side} gives orders.";
    ASG_OVER = "asg.over": "The match is over.";
    ACTION_ILLEGAL = "action.illegal": "action {number}, {action}, is not possible: {reason}";
    POSSIBLE = "why.possible": "it is possible";
    CELL_UNUSED = "why.cell_unused": "no legal action uses this cell now";
}
