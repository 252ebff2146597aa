//! Escapes in the files of damaged inputs: `<<1b>>` is a byte, `<<x*100>>` a repeated text.

/// Returns the bytes of an escaped text.
pub(crate) fn unescape(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("<<") {
        let (inner, after) = after.split_once(">>").unwrap_or_else(|| panic!("<< without >> in {text}"));
        bytes.extend(before.as_bytes());
        match inner.rsplit_once('*') {
            Some((repeated, count)) => {
                bytes.extend(repeated.repeat(count.parse().expect("the count is a number")).as_bytes());
            }
            None => bytes.push(u8::from_str_radix(inner, 16).expect("the byte has two hexadecimal digits")),
        }
        rest = after;
    }
    bytes.extend(rest.as_bytes());
    bytes
}

#[test]
fn unescapes_bytes_and_repetitions() {
    assert_eq!(unescape("a<<ff>>b<<xy*3>>"), b"a\xffbxyxyxy");
    assert_eq!(unescape("<<***2>><"), b"****<");
}
