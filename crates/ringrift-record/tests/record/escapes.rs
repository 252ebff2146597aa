//! How the files of damaged inputs write what an editor would not show: `<<1b>>` is a byte, `<<x*100>>` a repeated text.

/// The bytes that a text of such a file stands for.
pub(crate) fn unescape(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("<<") {
        let (inner, after) = after.split_once(">>").unwrap_or_else(|| panic!("<< without >> in {text}"));
        bytes.extend(before.as_bytes());
        match inner.rsplit_once('*') {
            Some((repeated, count)) => bytes.extend(repeated.repeat(count.parse().expect("a number")).as_bytes()),
            None => bytes.push(u8::from_str_radix(inner, 16).expect("two hexadecimal digits")),
        }
        rest = after;
    }
    bytes.extend(rest.as_bytes());
    bytes
}

#[test]
fn escapes_stand_for_bytes_and_repetitions() {
    assert_eq!(unescape("a<<ff>>b<<xy*3>>"), b"a\xffbxyxyxy");
    assert_eq!(unescape("<<***2>><"), b"****<");
}
