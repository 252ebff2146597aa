//! Tokens of a record's text.

/// A token of the text after the headers.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Token<'a> {
    /// A turn number, `12.` or `12...`.
    Number,
    /// `...`: omitted moves.
    Omission,
    /// A comment, without its braces.
    Comment(&'a str),
    /// A comment that is not closed.
    OpenComment,
    /// `}` without a comment.
    StrayClosing,
    /// `(`
    Open,
    /// `)`
    Close,
    /// Part of an action, or a result.
    Word(&'a str),
}

/// Tokenizer; drops separators.
pub(crate) struct Tokens<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Tokens<'a> {
    pub(crate) fn new(text: &'a str, at: usize) -> Tokens<'a> {
        Tokens { text, at }
    }

    fn take(&mut self, length: usize) -> &'a str {
        let taken = &self.text[self.at..self.at + length];
        self.at += length;
        taken
    }

    /// Reads a comment between `{` and `}`.
    fn comment(&mut self) -> Token<'a> {
        match self.text[self.at..].find('}') {
            Some(end) => Token::Comment(&self.take(end + 1)[1..end]),
            None => {
                self.at = self.text.len();
                Token::OpenComment
            }
        }
    }

    /// Reads a comment from `# ` to the end of the line.
    fn line_comment(&mut self) -> Token<'a> {
        let rest = &self.text[self.at..];
        let end = rest.find('\n').unwrap_or(rest.len());
        Token::Comment(&self.take(end)[1..])
    }

    fn word(&mut self) -> Token<'a> {
        let rest = &self.text[self.at..];
        let length = rest.find(is_delimiter).unwrap_or(rest.len());
        let word = &rest[..length];
        if word == "#" {
            return self.line_comment();
        }
        if !word.is_empty() && word.bytes().all(|byte| byte == b'.') || word == "…" {
            self.at += length;
            return Token::Omission;
        }
        match number_length(word) {
            Some(number) => {
                self.at += number;
                Token::Number
            }
            None => Token::Word(self.take(length)),
        }
    }
}

/// Reports whether a character ends a word.
fn is_delimiter(c: char) -> bool {
    matches!(c, ';' | '(' | ')' | '{' | '}') || c.is_whitespace()
}

/// Returns the length of a turn number at the start of a word: digits and dots. `1.0` is a cell, not a number.
fn number_length(word: &str) -> Option<usize> {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let dots = word[digits..].bytes().take_while(|&byte| byte == b'.').count();
    let rest = &word[digits + dots..];
    let is_number = digits > 0 && dots > 0 && !rest.starts_with(|c: char| c.is_ascii_digit() || c == '-');
    is_number.then_some(digits + dots)
}

/// Yields tokens with the byte offset of their start.
impl<'a> Iterator for Tokens<'a> {
    type Item = (usize, Token<'a>);

    fn next(&mut self) -> Option<(usize, Token<'a>)> {
        let rest = &self.text[self.at..];
        let blank = rest.find(|c: char| c != ';' && !c.is_whitespace()).unwrap_or(rest.len());
        self.at += blank;
        let start = self.at;
        let token = match self.text.as_bytes().get(start)? {
            b'{' => self.comment(),
            b'}' => {
                self.at += 1;
                Token::StrayClosing
            }
            b'(' => {
                self.at += 1;
                Token::Open
            }
            b')' => {
                self.at += 1;
                Token::Close
            }
            _ => self.word(),
        };
        Some((start, token))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_split_into_tokens() {
        let text = "1.P d4;M d4-e5+ {a {b}(2... P 1.0 3.-1)\r\n... # note\n 47. * } {x";
        let tokens: Vec<Token<'_>> = Tokens::new(text, 0).map(|(_, token)| token).collect();
        use Token::*;
        assert_eq!(
            tokens,
            [
                Number,
                Word("P"),
                Word("d4"),
                Word("M"),
                Word("d4-e5+"),
                Comment("a {b"),
                Open,
                Number,
                Word("P"),
                Word("1.0"),
                Word("3.-1"),
                Close,
                Omission,
                Comment(" note"),
                Number,
                Word("*"),
                StrayClosing,
                OpenComment
            ]
        );
    }
}
